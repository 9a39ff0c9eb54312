//! The values of captures, on whole rows, and where there are any.
//!
//! A capture is worth what the finished layer says of the position after it.

use std::collections::HashMap;

use super::buffers::{Capturing, Work, or};
use super::columns::Columns;
use super::game::{Run, label, members};
use super::noncapture_steps::{CustodyRow, all_of, forbid};
use super::row_store::view;
use super::source::Source;
use crate::solve::bits;

/// The finished layers that captures lead to, by the number of stones taken in all, from one on; `None` where
/// the side that has lost them has lost.
pub(super) type Sources = Vec<Option<Source>>;

/// The subsets of `count` things, as bit masks, without the empty one.
fn subsets(count: usize) -> std::ops::Range<u32> {
    1..1 << count
}

/// The others after some of their stones are taken.
#[derive(Debug, Clone, Copy)]
struct OthersLeft {
    /// The cells on which they can stand.
    among: u32,
    /// Their stones.
    number: u8,
}

impl OthersLeft {
    fn columns<'a>(&self, row: &CustodyRow<'a>) -> &'a Columns {
        let cells = self.among.count_ones() as usize;
        row.space.columns.get(cells, self.number.into())
    }
}

/// The rows of finished layers that captures of one row lead to, by what is left of the row.
type RowsRead = HashMap<u32, [Vec<u64>; 2]>;

impl CustodyRow<'_> {
    /// Adds the values of captures by the row's stones to `work.sum`.
    pub(super) fn captures_of_rows(&self, sources: &Sources, work: &mut Work) {
        if !self.has_room() {
            return;
        }
        let mut sum = std::mem::take(&mut work.sum);
        let mut buffers = std::mem::take(&mut work.capturing);
        for to in members(self.around()) {
            let runs = self.space.custody.runs_before(self.set, to);
            for chosen in subsets(runs.len()) {
                let (chosen, rest) = split(&runs, chosen);
                let taken = chosen.iter().fold(0, |set, run| set | run.taken);
                let cells = chosen.iter().fold(0, |set, run| set | run.cells);
                if cells.count_ones() > self.others.into() {
                    continue;
                }
                let after = OthersLeft {
                    among: self.left & !(1 << to) & !taken,
                    number: self.others - taken.count_ones() as u8,
                };
                self.captured(sources, (after, to), work, &mut buffers);
                let (fewer, among) = (after.columns(self), after.among);
                all_of(fewer, among, cells & !taken, &mut buffers.mask);
                let (product, mask) = (&mut work.product, &mut buffers.mask);
                forbid(fewer, among, rest.into_iter(), product, mask);
                buffers.part.mask(&buffers.mask);
                all_of(self.columns, self.left, taken, &mut buffers.gate);
                self.columns
                    .without(label(self.left, to), &mut buffers.gate);
                bits::expand(buffers.part.rows(), &buffers.gate, sum.rows_mut());
            }
        }
        (work.sum, work.capturing) = (sum, buffers);
    }

    /// Sets `buffers.part` to the values of all ways to enter the cell `to` and take what is not left in `after`.
    fn captured(
        &self,
        sources: &Sources,
        (after, to): (OthersLeft, u8),
        work: &mut Work,
        buffers: &mut Capturing,
    ) {
        let columns = after.columns(self);
        buffers.part.clear(columns.words);
        let Some(source) = &sources[usize::from(self.others - after.number) - 1] else {
            return buffers.part.fill(columns);
        };
        let custody = &self.space.custody;
        for from in members(custody.near[usize::from(to)] & self.set) {
            let set = self.set & !(1 << from) | 1 << to;
            let drop = custody.full() & !set & !after.among;
            let sets = (&*source.sets, source.others);
            let (seen, scratch) = (&mut buffers.seen, &mut work.scratch);
            view(self.space, sets, &source.rows, (set, drop), seen, scratch);
            or(&mut buffers.part.won[..columns.words], &buffers.seen[0]);
            or(&mut buffers.part.safe[..columns.words], &buffers.seen[1]);
        }
    }

    /// Adds the values of captures by the others to `work.sum`.
    pub(super) fn captures_in_row(&self, sources: &Sources, work: &mut Work) {
        if !self.has_room() {
            return;
        }
        let (custody, through) = (&self.space.custody, self.through());
        work.through.clear(self.columns.n, through.words);
        let mut read = RowsRead::new();
        let mut part = std::mem::take(&mut work.part);
        let mut buffers = std::mem::take(&mut work.capturing);
        for to in members(self.left) {
            part.clear(through.words);
            let runs = custody.runs_behind(self.set, to);
            for chosen in subsets(runs.len()) {
                let (chosen, rest) = split(&runs, chosen);
                self.flanked(to, [&chosen, &rest], &mut buffers.mask);
                if buffers.mask.iter().all(|&word| word == 0) {
                    continue;
                }
                let taken = chosen.iter().fold(0, |set, run| set | run.taken);
                let after = (self.set & !taken, to);
                self.taken_by((sources, &mut read), after, work, &mut buffers);
                for (sum, seen) in part.rows_mut().into_iter().zip(&buffers.seen) {
                    for ((sum, seen), mask) in sum.iter_mut().zip(seen).zip(&buffers.mask) {
                        *sum |= seen & mask;
                    }
                }
            }
            for from in members(custody.near[usize::from(to)] & self.left) {
                work.through.add(label(self.left, from), &part);
            }
        }
        (work.part, work.capturing) = (part, buffers);
        self.up(work);
    }

    /// Sets `mask` to the sets of the others' other stones that leave a cell empty, have a stone at the far end of each of
    /// the first runs, and none at those of the others.
    fn flanked(&self, to: u8, [chosen, rest]: [&[Run]; 2], mask: &mut Vec<u64>) {
        let through = self.through();
        mask.clone_from(&through.all);
        through.without(label(self.left, to), mask);
        for run in chosen {
            through.with(label(self.left, run.far), mask);
        }
        for run in rest {
            through.without(label(self.left, run.far), mask);
        }
    }

    /// Sets `buffers.seen` to what it is worth to have taken by entering a cell, `set` being what is then left of the row.
    fn taken_by(
        &self,
        (sources, read): (&Sources, &mut RowsRead),
        (set, to): (u32, u8),
        work: &mut Work,
        buffers: &mut Capturing,
    ) {
        let through = self.through();
        for row in &mut buffers.seen {
            row.clear();
            row.resize(through.words + 2, 0);
        }
        let taken = (self.set & !set).count_ones() as usize;
        let Some(source) = &sources[taken - 1] else {
            return buffers.seen.iter_mut().for_each(|row| row.fill(u64::MAX));
        };
        let rows = read.entry(set).or_insert_with(|| {
            let (mut two, drop) = (Default::default(), self.set & !set);
            let sets = (&*source.sets, source.others);
            let scratch = &mut work.scratch;
            view(
                self.space,
                sets,
                &source.rows,
                (set, drop),
                &mut two,
                scratch,
            );
            two
        });
        let rows = rows.each_ref().map(|row| &row[..self.columns.words]);
        let outs = buffers.seen.each_mut().map(Vec::as_mut_slice);
        self.down(to, rows, &mut work.scratch, outs);
    }

    /// Adds to `work.sum.won` the sets of others against which the row's stones can take something.
    pub(super) fn rows_can_take(&self, work: &mut Work) {
        for to in members(self.around()) {
            let place = label(self.left, to);
            for run in self.space.custody.runs_before(self.set, to) {
                all_of(self.columns, self.left, run.cells, &mut work.product);
                self.columns.without(place, &mut work.product);
                or(&mut work.sum.won, &work.product);
            }
        }
    }

    /// Adds to `work.sum.won` the sets of others that can take something.
    pub(super) fn others_can_take(&self, work: &mut Work) {
        if !self.has_room() {
            return;
        }
        let (custody, through) = (&self.space.custody, self.through());
        work.through.clear(self.columns.n, through.words);
        for to in members(self.left) {
            work.part.clear(through.words);
            for run in custody.runs_behind(self.set, to) {
                or(&mut work.part.won, through.has(label(self.left, run.far)));
            }
            through.without(label(self.left, to), &mut work.part.won);
            for from in members(custody.near[usize::from(to)] & self.left) {
                work.through.add(label(self.left, from), &work.part);
            }
        }
        self.up(work);
    }
}

/// The runs that are chosen, and the rest.
fn split(runs: &[Run], chosen: u32) -> (Vec<Run>, Vec<Run>) {
    let (mut first, mut second) = (Vec::new(), Vec::new());
    for (place, &run) in runs.iter().enumerate() {
        let part = match chosen >> place & 1 {
            1 => &mut first,
            _ => &mut second,
        };
        part.push(run);
    }
    (first, second)
}

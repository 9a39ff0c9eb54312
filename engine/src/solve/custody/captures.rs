//! The values of captures, on whole rows, and where there are any.
//!
//! A capture is worth what the finished layer says of the position after it. Where the same stone must go on
//! ([`Chain::Same`]) that holds only of the sets of others with which it cannot; with the rest it is worth the best of what
//! the next captures of that stone are worth, and these are found in the same way, from what is left on the board. Every
//! capture takes a stone, so this ends.

use std::collections::HashMap;

use super::buffers::{Capturing, Work};
use super::game::{Chain, Run, label, members};
use super::noncapture_steps::{Row, all_of, forbid};
use super::row_store::{or, view};
use super::source::Source;
use crate::solve::bits::{self, Two};
use crate::solve::columns::Columns;

/// The finished layers that captures lead to, by the number of stones taken in all, from one on; `None` where
/// the side that has lost them has lost.
pub(super) type Sources = Vec<Option<Source>>;

/// The subsets of `count` things, as bit masks, without the empty one.
fn subsets(count: usize) -> std::ops::Range<u32> {
    1..1 << count
}

/// Within a turn of the row's side: its stones by now, and what the columns are.
#[derive(Debug, Clone, Copy)]
struct Standing {
    set: u32,
    /// The stones that may take.
    may_take: u32,
    /// The cells on which the others can stand.
    among: u32,
    /// The stones of the others that are left.
    others: u8,
}

impl Standing {
    fn columns<'a>(&self, row: &Row<'a>) -> &'a Columns {
        let cells = self.among.count_ones() as usize;
        row.space.columns(cells, self.others.into())
    }

    /// Whether one of the cells on which the others can stand is empty.
    fn has_room(&self) -> bool {
        self.among.count_ones() > u32::from(self.others)
    }
}

/// A turn of the others, and what has been read of finished layers for it.
struct OthersTurn<'a> {
    sources: &'a Sources,
    /// By what is left of the row and, if the stone that has taken stands where a stone of the row stood, its cell.
    read: HashMap<(u32, Option<u8>), [Vec<u64>; 2]>,
}

/// Any of the words.
fn some(row: &[u64]) -> bool {
    row.iter().any(|&word| word != 0)
}

/// Clears in two rows what a mask has.
fn clear(rows: &mut [Vec<u64>; 2], mask: &[u64]) {
    for row in rows {
        row.iter_mut()
            .zip(mask)
            .for_each(|(word, mask)| *word &= !mask);
    }
}

impl Row<'_> {
    fn is_same(&self) -> bool {
        self.space.custody.chain == Chain::Same
    }

    /// Adds the values of captures by the row's stones to `work.sum`.
    pub(super) fn captures_of_rows(&self, sources: &Sources, work: &mut Work) {
        let mut sum = std::mem::take(&mut work.sum);
        self.add_captures(sources, self.standing(), work, sum.rows_mut());
        work.sum = sum;
    }

    /// The beginning of a turn of the row's side.
    fn standing(&self) -> Standing {
        Standing {
            set: self.set,
            may_take: self.set,
            among: self.left,
            others: self.others,
        }
    }

    /// Adds to `sum` what the next captures are worth.
    fn add_captures(
        &self,
        sources: &Sources,
        now: Standing,
        work: &mut Work,
        mut sum: Two<&mut [u64]>,
    ) {
        let custody = &self.space.custody;
        let columns = now.columns(self);
        let mut buffers = work.capturing.pop().unwrap_or_default();
        let near = members(now.may_take).map(|cell| custody.near[usize::from(cell)]);
        for to in members(near.fold(0, |all, near| all | near) & !now.set) {
            if now.among >> to & 1 == 1 && !now.has_room() {
                continue;
            }
            let mut runs = custody.runs_before(now.set, to);
            runs.retain(|run| run.cells & !now.among == 0);
            for chosen in subsets(runs.len()) {
                let (chosen, rest) = split(&runs, chosen);
                let taken = chosen.iter().fold(0, |set, run| set | run.taken);
                let cells = chosen.iter().fold(0, |set, run| set | run.cells);
                if cells.count_ones() > now.others.into() {
                    continue;
                }
                let after = Standing {
                    among: now.among & !(1 << to) & !taken,
                    others: now.others - taken.count_ones() as u8,
                    ..now
                };
                self.captured(sources, (after, to), work, &mut buffers);
                let (fewer, among) = (after.columns(self), after.among);
                all_of(fewer, among, cells & !taken, &mut buffers.mask);
                forbid(
                    fewer,
                    among,
                    rest.into_iter(),
                    &mut work.product,
                    &mut buffers.mask,
                );
                buffers.part.mask(&buffers.mask);
                all_of(columns, now.among, taken, &mut buffers.gate);
                if now.among >> to & 1 == 1 {
                    columns.without(label(now.among, to), &mut buffers.gate);
                }
                let sum = sum.each_mut().map(|row| &mut **row);
                bits::expand(buffers.part.rows(), &buffers.gate, sum);
            }
        }
        work.capturing.push(buffers);
    }

    /// Sets `buffers.part` to the values of all ways to enter the cell `to` and take what is not left in `after`, whose own
    /// stones are those before.
    fn captured(
        &self,
        sources: &Sources,
        (after, to): (Standing, u8),
        work: &mut Work,
        buffers: &mut Capturing,
    ) {
        let columns = after.columns(self);
        buffers.part.clear(columns.words);
        let Some(source) = &sources[usize::from(self.others - after.others) - 1] else {
            return buffers.part.fill(columns);
        };
        let custody = &self.space.custody;
        for from in members(custody.near[usize::from(to)] & after.may_take) {
            let next = Standing {
                set: after.set & !(1 << from) | 1 << to,
                may_take: 1 << to,
                ..after
            };
            let drop = custody.full() & !next.set & !next.among;
            let sets = (&*source.sets, source.others);
            let (seen, scratch) = (&mut buffers.seen, &mut work.scratch);
            view(
                self.space,
                sets,
                &source.rows,
                (next.set, drop),
                seen,
                scratch,
            );
            if self.is_same() {
                self.row_can_go_on(next, &mut work.product, &mut buffers.goes_on);
                if some(&buffers.goes_on) {
                    clear(seen, &buffers.goes_on);
                    let seen = seen.each_mut().map(|row| &mut row[..]);
                    self.add_captures(sources, next, work, seen);
                }
            }
            or(&mut buffers.part.won[..columns.words], &buffers.seen[0]);
            or(&mut buffers.part.safe[..columns.words], &buffers.seen[1]);
        }
    }

    /// The sets of others against which the row's stones that may take can take.
    fn row_can_go_on(&self, now: Standing, product: &mut Vec<u64>, out: &mut Vec<u64>) {
        let (custody, columns) = (&self.space.custody, now.columns(self));
        out.clear();
        out.resize(columns.words, 0);
        let near = members(now.may_take).map(|cell| custody.near[usize::from(cell)]);
        for to in members(near.fold(0, |all, near| all | near) & !now.set) {
            // A run has stones of the others on all its cells: none on one that was left just now, or whose stone was taken.
            let runs = custody.runs_before(now.set, to).into_iter();
            for run in runs.filter(|run| run.cells & !now.among == 0) {
                all_of(columns, now.among, run.cells, product);
                if now.among >> to & 1 == 1 {
                    columns.without(label(now.among, to), product);
                }
                or(out, product);
            }
        }
    }

    /// Adds the values of captures by the others to `work.sum`.
    pub(super) fn captures_in_row(&self, sources: &Sources, work: &mut Work) {
        if !self.has_room() {
            return;
        }
        let (custody, through) = (&self.space.custody, self.through());
        work.through.clear(self.columns.n, through.words);
        let mut turn = OthersTurn {
            sources,
            read: HashMap::new(),
        };
        let mut part = std::mem::take(&mut work.part);
        for to in members(self.left) {
            part.clear(through.words);
            self.add_entering(
                &mut turn,
                (self.set, to),
                &through.all,
                work,
                part.rows_mut(),
            );
            for from in members(custody.near[usize::from(to)] & self.left) {
                work.through.add(label(self.left, from), &part);
            }
        }
        work.part = part;
        self.up(work);
    }

    /// Adds to `sum` what captures of a stone of the others that enters a cell are worth, `set` being what is left of the
    /// row, for the columns of a mask: sets of the others' other stones.
    fn add_entering(
        &self,
        turn: &mut OthersTurn<'_>,
        (set, to): (u32, u8),
        mask: &[u64],
        work: &mut Work,
        mut sum: Two<&mut [u64]>,
    ) {
        let mut runs = self.space.custody.runs_behind(set, to);
        runs.retain(|run| self.left >> run.far & 1 == 1);
        let mut buffers = work.capturing.pop().unwrap_or_default();
        for chosen in subsets(runs.len()) {
            let (chosen, rest) = split(&runs, chosen);
            self.flanked(to, [&chosen, &rest], mask, &mut buffers.mask);
            if !some(&buffers.mask) {
                continue;
            }
            let taken = chosen.iter().fold(0, |set, run| set | run.taken);
            self.taken_by(turn, (set & !taken, to), work, &mut buffers);
            let Capturing { mask, seen, .. } = &buffers;
            for (sum, seen) in sum.iter_mut().zip(seen) {
                for ((sum, seen), mask) in sum.iter_mut().zip(seen).zip(mask) {
                    *sum |= seen & mask;
                }
            }
        }
        work.capturing.push(buffers);
    }

    /// Sets `mask` to those of some sets of the others' other stones that leave a cell empty, have a stone at the far end of
    /// each of the first runs, and none at those of the others.
    fn flanked(&self, to: u8, [chosen, rest]: [&[Run]; 2], some: &[u64], mask: &mut Vec<u64>) {
        let through = self.through();
        mask.clear();
        mask.extend_from_slice(some);
        if self.left >> to & 1 == 1 {
            through.without(label(self.left, to), mask);
        }
        for run in chosen {
            through.with(label(self.left, run.far), mask);
        }
        for run in rest {
            through.without(label(self.left, run.far), mask);
        }
    }

    /// Sets `buffers.seen`, where `buffers.mask` is set, to what it is worth to have taken by entering a cell, `set` being what
    /// is then left of the row.
    fn taken_by(
        &self,
        turn: &mut OthersTurn<'_>,
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
        let Some(source) = &turn.sources[taken - 1] else {
            return buffers.seen.iter_mut().for_each(|row| row.fill(u64::MAX));
        };
        let outs = buffers.seen.each_mut().map(Vec::as_mut_slice);
        let is_left = self.left >> to & 1 == 1;
        let read = turn.read.entry((set, (!is_left).then_some(to)));
        let rows = read.or_insert_with(|| self.without(source, (set, to), work));
        if is_left {
            let rows = rows.each_ref().map(|row| &row[..self.columns.words]);
            self.down(to, rows, &mut work.scratch, outs);
        } else {
            let rows = rows.each_ref().map(|row| &row[..through.words]);
            rows.into_iter()
                .zip(outs)
                .for_each(|(row, out)| or(out, row));
        }
        if !self.is_same() {
            return;
        }
        let Capturing {
            mask,
            goes_on,
            seen,
            ..
        } = buffers;
        self.other_can_go_on((set, to), mask, &mut work.product, goes_on);
        if some(goes_on) {
            clear(seen, goes_on);
            for enters in members(self.space.custody.near[usize::from(to)] & !set) {
                let seen = seen.each_mut().map(|row| &mut row[..]);
                self.add_entering(turn, (set, enters), goes_on, work, seen);
            }
        }
    }

    /// The row of what is left of the set: its columns are the sets of the others, or, if a stone of theirs has entered a cell
    /// of the row, of their other stones.
    fn without(&self, source: &Source, (set, to): (u32, u8), work: &mut Work) -> [Vec<u64>; 2] {
        let mut two = Default::default();
        let sets = (&*source.sets, source.others);
        let entered = 1 << to & !self.left;
        let drop = self.set & !set & !entered;
        view(
            self.space,
            sets,
            &source.rows,
            (set, drop),
            &mut two,
            &mut work.scratch,
        );
        if entered == 0 {
            return two;
        }
        let cells = self.left | entered;
        let columns = self
            .space
            .columns(cells.count_ones() as usize, self.others.into());
        let rows = two.each_ref().map(|row| &row[..columns.words]);
        let mut out = [0, 1].map(|_| vec![0; columns.words + 2]);
        let outs = out.each_mut().map(Vec::as_mut_slice);
        bits::compress(rows, columns.has(label(cells, to)), outs);
        out
    }

    /// The sets of others' other stones, among those of a mask, with which a stone that has taken can take again.
    fn other_can_go_on(
        &self,
        (set, at): (u32, u8),
        mask: &[u64],
        product: &mut Vec<u64>,
        out: &mut Vec<u64>,
    ) {
        let (custody, through) = (&self.space.custody, self.through());
        out.clear();
        out.resize(through.words, 0);
        for enters in members(custody.near[usize::from(at)] & !set) {
            let runs = custody.runs_behind(set, enters).into_iter();
            for run in runs.filter(|run| self.left >> run.far & 1 == 1) {
                product.clear();
                product.extend_from_slice(through.has(label(self.left, run.far)));
                if self.left >> enters & 1 == 1 {
                    through.without(label(self.left, enters), product);
                }
                or(out, product);
            }
        }
        out.iter_mut()
            .zip(mask)
            .for_each(|(out, mask)| *out &= mask);
    }

    /// Sets `work.sum.won` to the sets of others against which the row's stones can take something.
    pub(super) fn rows_can_take(&self, work: &mut Work) {
        self.row_can_go_on(self.standing(), &mut work.product, &mut work.sum.won);
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

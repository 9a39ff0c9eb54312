//! The values of captures, on whole rows, and where there are any.

use std::collections::HashMap;

use super::buffers::{Again, Work, or};
use super::columns::Columns;
use super::game::{Chain, Run, label, members};
use super::noncapture_steps::{Row, all_of, forbid};
use super::row_store::{Scratch, view};
use super::source::Source;
use crate::solve::bits;

/// The finished layers that one capture leads to, by the number of stones taken, from one on; `None` where
/// the side that has lost them has lost.
pub(super) type Sources = Vec<Option<Source>>;

/// The subsets of `count` things, as bit masks, without the empty one.
fn subsets(count: usize) -> std::ops::Range<u32> {
    1..1 << count
}

impl Row<'_> {
    /// Adds the values of captures by the row's stones to `work.sum`.
    pub(super) fn captures_of_rows(&self, sources: &Sources, work: &mut Work) {
        if !self.has_room() {
            return;
        }
        let (custody, others) = (&self.space.custody, u32::from(self.others));
        let same = custody.chain == Chain::Same;
        for to in members(self.around()) {
            let runs = custody.runs_before(self.set, to);
            for chosen in subsets(runs.len()) {
                let is_chosen = |place: usize| chosen >> place & 1 == 1;
                let (mut taken, mut cells) = (0, 0);
                for (_, run) in runs
                    .iter()
                    .enumerate()
                    .filter(|&(place, _)| is_chosen(place))
                {
                    taken |= run.taken;
                    cells |= run.cells;
                }
                let number = taken.count_ones();
                if cells.count_ones() > others {
                    continue;
                }
                let among = self.left & !(1 << to) & !taken;
                let rest = (others - number) as u8;
                let after = self
                    .space
                    .columns
                    .get(among.count_ones() as usize, rest.into());
                work.part.clear(after.words);
                if same {
                    work.again.part.clear(after.words);
                }
                match &sources[number as usize - 1] {
                    None => work.part.fill(after),
                    Some(source) => self.captured(source, (to, taken), (after, among), work),
                }
                all_of(after, among, cells & !taken, &mut work.mask);
                let others = runs
                    .iter()
                    .enumerate()
                    .filter(|&(place, _)| !is_chosen(place));
                let others = others.map(|(_, &run)| run);
                forbid(after, among, others, &mut work.product, &mut work.mask);
                work.part.mask(&work.mask);
                all_of(self.columns, self.left, taken, &mut work.gate);
                self.columns.without(label(self.left, to), &mut work.gate);
                bits::expand(work.part.rows(), &work.gate, work.sum.rows_mut());
                if same {
                    let again = &mut work.again;
                    again.part.mask(&work.mask);
                    bits::expand(again.part.rows(), &work.gate, again.sum.rows_mut());
                }
            }
        }
    }

    /// Adds to `work.part` the values of all ways to take the stones `taken` by entering the cell `to`, as columns of `after`:
    /// sets of the others among the cells `among`.
    fn captured(
        &self,
        source: &Source,
        (to, taken): (u8, u32),
        (after, among): (&Columns, u32),
        work: &mut Work,
    ) {
        let words = after.words;
        for from in members(self.space.custody.near[usize::from(to)] & self.set) {
            let next = self.set & !(1 << from) | 1 << to;
            let drop = 1 << from | taken;
            let sets = (&*source.sets, source.others);
            let (seen, scratch) = (&mut work.seen, &mut work.scratch);
            view(self.space, sets, &source.rows, (next, drop), seen, scratch);
            if self.space.custody.chain == Chain::Same {
                let (moved, now) = ((next, to, taken), &mut work.again.now);
                self.row_takes_again(moved, (after, among), &mut work.product, now);
                work.again.take_from(seen, &after.all);
            }
            let seen = &work.seen;
            or(&mut work.part.won[..words], &seen[0]);
            or(&mut work.part.safe[..words], &seen[1]);
        }
    }

    /// Adds the values of captures by the others to `work.sum`.
    pub(super) fn captures_in_row(&self, sources: &Sources, work: &mut Work) {
        if !self.has_room() {
            return;
        }
        let (custody, through) = (&self.space.custody, self.through());
        let same = custody.chain == Chain::Same;
        work.through.clear(self.columns.n, through.words);
        if same {
            (work.again.through).clear(self.columns.n, through.words);
        }
        let mut seen: HashMap<u32, [Vec<u64>; 2]> = HashMap::new();
        let mut down = [vec![0; through.words], vec![0; through.words]];
        for to in members(self.left) {
            let runs = custody.runs_behind(self.set, to);
            if runs.is_empty() {
                continue;
            }
            work.part.clear(through.words);
            if same {
                work.again.part.clear(through.words);
            }
            for chosen in subsets(runs.len()) {
                let taken = self.flanked(to, &runs, chosen, &mut work.mask);
                match &sources[taken.count_ones() as usize - 1] {
                    None => down.iter_mut().for_each(|row| row.fill(u64::MAX)),
                    Some(source) => {
                        let without = || self.without(source, taken, &mut work.scratch);
                        let rows = seen.entry(taken).or_insert_with(without);
                        let rows = rows.each_ref().map(|row| &row[..self.columns.words]);
                        down.iter_mut().for_each(|row| row.fill(0));
                        let outs = down.each_mut().map(Vec::as_mut_slice);
                        self.down(to, rows, &mut work.scratch, outs);
                        if same {
                            let (product, now) = (&mut work.product, &mut work.again.now);
                            self.other_takes_again((to, taken), product, now);
                            work.again.take_from(&mut down, &work.mask);
                        }
                    }
                }
                for (down, sum) in down.iter().zip([&mut work.part.won, &mut work.part.safe]) {
                    for ((sum, down), mask) in sum.iter_mut().zip(down).zip(&work.mask) {
                        *sum |= down & mask;
                    }
                }
            }
            for from in members(custody.near[usize::from(to)] & self.left) {
                work.through.add(label(self.left, from), &work.part);
                if same {
                    (work.again.through).add(label(self.left, from), &work.again.part);
                }
            }
        }
        self.up(work);
        if same {
            let Again { through, sum, .. } = &mut work.again;
            self.up_to(through, &mut work.scratch, sum);
        }
    }

    /// The stones of the row taken by entering `to` where the chosen runs have a stone at their far end and the others have
    /// none; sets `mask` to the sets of the other stones of which this holds.
    fn flanked(&self, to: u8, runs: &[Run], chosen: u32, mask: &mut Vec<u64>) -> u32 {
        let through = self.through();
        let mut taken = 0;
        mask.clone_from(&through.all);
        through.without(label(self.left, to), mask);
        for (place, run) in runs.iter().enumerate() {
            let far = label(self.left, run.far);
            if chosen >> place & 1 == 1 {
                taken |= run.taken;
                through.with(far, mask);
            } else {
                through.without(far, mask);
            }
        }
        taken
    }

    /// The row of what is left of the set without the stones `taken`.
    fn without(&self, source: &Source, taken: u32, scratch: &mut Scratch) -> [Vec<u64>; 2] {
        let mut two = Default::default();
        let (sets, next) = ((&*source.sets, source.others), (self.set & !taken, taken));
        view(self.space, sets, &source.rows, next, &mut two, scratch);
        two
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

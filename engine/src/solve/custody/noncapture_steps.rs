//! Steps that take nothing, and who has none, on whole rows.

use super::buffers::{StoneStep, Work};
use super::game::{Run, label, members};
use super::row_store::{Rows, Scratch, Space, or, streams};
use crate::solve::bits::{self, Two};
use crate::solve::columns::Columns;
use crate::solve::retro::{Sets, image};

/// A row: a set of the side with fewer stones, and the facts about the columns.
#[derive(Clone, Copy)]
pub(super) struct Row<'a> {
    pub(super) space: &'a Space,
    pub(super) set: u32,
    /// The cells it leaves.
    pub(super) left: u32,
    /// Stones of the other side.
    pub(super) others: u8,
    pub(super) columns: &'a Columns,
}

/// Writes the sets that have every one of some cells.
pub(super) fn all_of(columns: &Columns, among: u32, cells: u32, out: &mut Vec<u64>) {
    out.clone_from(&columns.all);
    for cell in members(cells) {
        columns.with(label(among, cell), out);
    }
}

/// Takes away the sets for which all cells of one of some runs are the enemy's.
pub(super) fn forbid(
    columns: &Columns,
    among: u32,
    runs: impl Iterator<Item = Run>,
    product: &mut Vec<u64>,
    mask: &mut [u64],
) {
    for run in runs {
        if run.cells.is_power_of_two() {
            columns.without(label(among, run.cells.trailing_zeros() as u8), mask);
            continue;
        }
        all_of(columns, among, run.cells, product);
        mask.iter_mut()
            .zip(&*product)
            .for_each(|(word, product)| *word &= !product);
    }
}

impl<'a> Row<'a> {
    pub(super) fn new(space: &'a Space, sets: &Sets, class: usize, others: u8) -> Row<'a> {
        let set = sets.mask(sets.first(class));
        let left = space.custody.full() & !set;
        let columns = space.columns(left.count_ones() as usize, others.into());
        Row {
            space,
            set,
            left,
            others,
            columns,
        }
    }

    /// Whether there is an empty cell at all.
    pub(super) fn has_room(&self) -> bool {
        self.left.count_ones() > u32::from(self.others)
    }

    /// The cells one step from a stone of the set that it does not hold.
    pub(super) fn around(&self) -> u32 {
        let near = members(self.set).map(|cell| self.space.custody.near[usize::from(cell)]);
        near.fold(0, |all, near| all | near) & self.left
    }

    /// The sets of others with which none of the row's stones can move.
    pub(super) fn rows_blocked(&self, out: &mut Vec<u64>) {
        all_of(self.columns, self.left, self.around(), out);
    }

    /// The sets of others of which no stone can move.
    pub(super) fn others_blocked(&self, out: &mut Vec<u64>) {
        out.clone_from(&self.columns.all);
        for from in members(self.left) {
            let has = self.columns.has(label(self.left, from));
            if out.iter().all(|&word| word == 0) {
                return;
            }
            for to in members(self.space.custody.near[usize::from(from)] & self.left) {
                let there = self.columns.has(label(self.left, to));
                for ((word, has), there) in out.iter_mut().zip(has).zip(there) {
                    *word &= !(has & !there);
                }
            }
        }
    }

    /// Lists the quiet steps of the row's stones as the carriers of the sets that they lead to show them: those with one
    /// carrier together, and among them those to one cell.
    fn list_steps(&self, sets: &Sets, steps: &mut Vec<StoneStep>) {
        let near = &self.space.custody.near;
        for to in members(self.around()) {
            for from in members(near[usize::from(to)] & self.set) {
                let number = sets.number(self.set & !(1 << from) | 1 << to);
                let carrier = sets.carrier(number);
                let map = &self.space.custody.symmetries[carrier];
                steps.push(StoneStep {
                    carrier,
                    to: map[usize::from(to)],
                    from: map[usize::from(from)],
                    class: sets.class(number),
                });
            }
        }
        steps.sort_unstable_by_key(|step| (step.carrier, step.to));
    }

    /// The names here of the cells left, which a symmetry maps to `left`, in their order there; `None` if each keeps its name.
    fn names(&self, left: u32, map: &[u8]) -> Option<[u8; 32]> {
        let mut names = [0_u8; 32];
        let mut plain = true;
        for (name, cell) in (0..).zip(members(self.left)) {
            let seen = label(left, map[usize::from(cell)]);
            names[seen] = name;
            plain &= seen == usize::from(name);
        }
        (!plain).then_some(names)
    }

    /// The rows that quiet steps of the row's stones lead to: `known` are the rows in which the others are to
    /// move, what they have won and what they have lost. Adds to `work.sum`.
    ///
    /// The row after a step is kept under the first set of its class, as its carrier g shows it. So the steps with
    /// one g are looked at as g shows this row, where nothing need be renamed, and only what they come to
    /// together is renamed back.
    pub(super) fn steps_of_rows(&self, sets: &Sets, known: &Rows, work: &mut Work) {
        if !self.has_room() {
            return;
        }
        let custody = &self.space.custody;
        let others = usize::from(self.others);
        let fewer = self.space.columns(self.columns.n - 1, others);
        let mut steps = std::mem::take(&mut work.steps);
        steps.clear();
        self.list_steps(sets, &mut steps);
        for steps in steps.chunk_by(|one, two| one.carrier == two.carrier) {
            let map = &custody.symmetries[steps[0].carrier];
            let set = image(map, self.set);
            let left = custody.full() & !set;
            let names = self.names(left, map);
            let mut group = std::mem::take(&mut work.group);
            group.clear(self.columns.words);
            for steps in steps.chunk_by(|one, two| one.to == two.to) {
                let to = steps[0].to;
                work.part.clear(fewer.words);
                for step in steps {
                    let after = custody.full() & !(set & !(1 << step.from) | 1 << to);
                    let gate = self.columns.lacks(label(after, step.from));
                    let both = known.both(step.class);
                    bits::compress(both, gate, streams(&mut work.seen, self.columns.words));
                    or(&mut work.part.won[..fewer.words], &work.seen[1]);
                    let safe = work.part.safe[..fewer.words].iter_mut().zip(&work.seen[0]);
                    safe.for_each(|(word, won)| *word |= !won);
                }
                let runs = custody.runs_before(set, to).into_iter();
                work.mask.clone_from(&fewer.all);
                let among = left & !(1 << to);
                forbid(fewer, among, runs, &mut work.product, &mut work.mask);
                work.part.mask(&work.mask);
                let gate = self.columns.lacks(label(left, to));
                bits::expand(work.part.rows(), gate, group.rows_mut());
            }
            if let Some(names) = names {
                let rows = group.rows_mut().map(|row| &mut row[..self.columns.words]);
                self.columns
                    .rename(rows, &names[..self.columns.n], &mut work.scratch.streams);
            }
            or(&mut work.sum.won, &group.won);
            or(&mut work.sum.safe, &group.safe);
            work.group = group;
        }
        work.steps = steps;
    }

    /// The others' stones but one.
    pub(super) fn through(&self) -> &'a Columns {
        let but_one = usize::from(self.others) - 1;
        self.space.columns(self.columns.n, but_one)
    }

    /// Two rows as the sets that a cell is added to: added to `outs`.
    pub(super) fn down(
        &self,
        cell: u8,
        rows: Two<&[u64]>,
        scratch: &mut Scratch,
        outs: Two<&mut [u64]>,
    ) {
        let place = label(self.left, cell);
        let words = self.columns.words;
        bits::compress(
            rows,
            self.columns.has(place),
            streams(&mut scratch.pair, words),
        );
        let pair = scratch.pair.each_ref().map(Vec::as_slice);
        bits::expand(pair, self.through().lacks(place), outs);
    }

    /// Adds the stone that has moved where it was: what `work.through` holds, to `work.sum`.
    pub(super) fn up(&self, work: &mut Work) {
        let through = self.through();
        let Work {
            through: sets,
            scratch,
            sum,
            ..
        } = work;
        for from in members(self.left) {
            let place = label(self.left, from);
            let rows = sets.both(place);
            if rows.iter().all(|row| row.iter().all(|&word| word == 0)) {
                continue;
            }
            let pair = &mut scratch.pair;
            bits::compress(rows, through.lacks(place), streams(pair, sets.words));
            let pair = pair.each_ref().map(Vec::as_slice);
            bits::expand(pair, self.columns.has(place), sum.rows_mut());
        }
    }

    /// The positions that quiet steps of the others lead to, given what the row's side has won and lost when it is
    /// to move. Adds to `work.sum`.
    pub(super) fn steps_in_row(&self, won: &[u64], lost: &[u64], work: &mut Work) {
        if !self.has_room() {
            return;
        }
        let (custody, through) = (&self.space.custody, self.through());
        work.through.clear(self.columns.n, through.words);
        work.row.clear();
        let safe = won.iter().zip(&self.columns.all);
        work.row.extend(safe.map(|(won, all)| !won & all));
        for to in members(self.left) {
            work.part.clear(through.words);
            let rows = [lost, &work.row[..]];
            self.down(to, rows, &mut work.scratch, work.part.rows_mut());
            work.mask.clone_from(&through.all);
            for run in custody.runs_behind(self.set, to) {
                through.without(label(self.left, run.far), &mut work.mask);
            }
            work.part.mask(&work.mask);
            for from in members(custody.near[usize::from(to)] & self.left) {
                work.through.add(label(self.left, from), &work.part);
            }
        }
        self.up(work);
    }
}

//! Steps that take nothing, and who has none, on whole rows.

use super::bits;
use super::columns::Columns;
use super::custody::{Run, label, members};
use super::row_store::{Rows, Scratch, Space, view};
use crate::solve::retro::Sets;

/// A row: a set of the side with fewer stones, and what there is to know of the columns.
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

/// Two rows that grow: what is won, and what is not lost.
#[derive(Debug, Default)]
pub(super) struct Sum {
    pub(super) won: Vec<u64>,
    pub(super) safe: Vec<u64>,
}

impl Sum {
    pub(super) fn clear(&mut self, words: usize) {
        for row in [&mut self.won, &mut self.safe] {
            row.clear();
            row.resize(words + 2, 0);
        }
    }

    pub(super) fn fill(&mut self, columns: &Columns) {
        for row in [&mut self.won, &mut self.safe] {
            row[..columns.words].copy_from_slice(&columns.all);
        }
    }

    pub(super) fn mask(&mut self, mask: &[u64]) {
        for row in [&mut self.won, &mut self.safe] {
            row.iter_mut()
                .zip(mask)
                .for_each(|(word, mask)| *word &= mask);
        }
    }
}

/// What a thread works with.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) scratch: Scratch,
    pub(super) seen: [Vec<u64>; 2],
    pub(super) part: Sum,
    pub(super) sum: Sum,
    pub(super) mask: Vec<u64>,
    pub(super) product: Vec<u64>,
    pub(super) gate: Vec<u64>,
    pub(super) row: Vec<u64>,
    pub(super) through: Through,
}

/// For each cell a stone may leave, the sets of the other stones with which something holds.
#[derive(Debug, Default)]
pub(super) struct Through {
    words: usize,
    won: Vec<u64>,
    safe: Vec<u64>,
}

impl Through {
    pub(super) fn clear(&mut self, cells: usize, words: usize) {
        self.words = words;
        for rows in [&mut self.won, &mut self.safe] {
            rows.clear();
            rows.resize(cells * words, 0);
        }
    }

    pub(super) fn add(&mut self, cell: usize, sum: &Sum) {
        for (rows, row) in [(&mut self.won, &sum.won), (&mut self.safe, &sum.safe)] {
            or(&mut rows[cell * self.words..][..self.words], row);
        }
    }
}

pub(super) fn or(row: &mut [u64], with: &[u64]) {
    row.iter_mut()
        .zip(with)
        .for_each(|(word, with)| *word |= with);
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
        let columns = space.columns.get(left.count_ones() as usize, others.into());
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
            for to in members(self.space.custody.near[usize::from(from)] & self.left) {
                let there = self.columns.has(label(self.left, to));
                for ((word, has), there) in out.iter_mut().zip(has).zip(there) {
                    *word &= !(has & !there);
                }
            }
        }
    }

    /// What quiet steps of the row's stones lead to: `known` are the rows in which the others are to
    /// move, what they have won and what they have lost. Adds to `work.sum`.
    pub(super) fn steps_of_rows(&self, sets: &Sets, known: &Rows, work: &mut Work) {
        if !self.has_room() {
            return;
        }
        let custody = &self.space.custody;
        let fewer = self
            .space
            .columns
            .get(self.columns.n - 1, self.others.into());
        for to in members(self.around()) {
            let among = self.left & !(1 << to);
            work.part.clear(fewer.words);
            for from in members(custody.near[usize::from(to)] & self.set) {
                let next = (self.set & !(1 << from) | 1 << to, 1 << from);
                let (seen, scratch) = (&mut work.seen, &mut work.scratch);
                view(self.space, (sets, self.others), known, next, seen, scratch);
                or(&mut work.part.won[..fewer.words], &seen[1]);
                let safe = work.part.safe.iter_mut().zip(&seen[0]);
                safe.for_each(|(word, won)| *word |= !won);
            }
            work.mask.clone_from(&fewer.all);
            let runs = custody.runs_before(self.set, to).into_iter();
            forbid(fewer, among, runs, &mut work.product, &mut work.mask);
            work.part.mask(&work.mask);
            work.gate.clone_from(&self.columns.all);
            self.columns.without(label(self.left, to), &mut work.gate);
            bits::expand(
                &work.part.won,
                &work.gate,
                &mut work.sum.won[..self.columns.words],
            );
            bits::expand(
                &work.part.safe,
                &work.gate,
                &mut work.sum.safe[..self.columns.words],
            );
        }
    }

    /// The others' stones but one.
    pub(super) fn through(&self) -> &'a Columns {
        let but_one = usize::from(self.others) - 1;
        self.space.columns.get(self.columns.n, but_one)
    }

    /// A row as the sets that a cell is added to: written to `out`.
    pub(super) fn down(&self, cell: u8, row: &[u64], scratch: &mut Scratch, out: &mut [u64]) {
        let (place, through) = (label(self.left, cell), self.through());
        let stream = Scratch::stream(&mut scratch.stream, row.len());
        bits::compress(row, self.columns.has(place), stream);
        scratch.mask.clone_from(&through.all);
        through.without(place, &mut scratch.mask);
        out[..through.words].fill(0);
        bits::expand(&scratch.stream, &scratch.mask, &mut out[..through.words]);
    }

    /// Adds the stone that has moved where it was: what `work.through` holds, to `work.sum`.
    pub(super) fn up(&self, work: &mut Work) {
        let (through, words) = (self.through(), work.through.words);
        for from in members(self.left) {
            let place = label(self.left, from);
            let mask = &mut work.scratch.mask;
            mask.clone_from(&through.all);
            through.without(place, mask);
            for (rows, sum) in [
                (&work.through.won, &mut work.sum.won),
                (&work.through.safe, &mut work.sum.safe),
            ] {
                let row = &rows[place * words..][..words];
                if row.iter().all(|&word| word == 0) {
                    continue;
                }
                let stream = Scratch::stream(&mut work.scratch.stream, words);
                bits::compress(row, mask, stream);
                let has = self.columns.has(place);
                bits::expand(&work.scratch.stream, has, &mut sum[..self.columns.words]);
            }
        }
    }

    /// What quiet steps of the others lead to, given what the row's side has won and lost when it is
    /// to move. Adds to `work.sum`.
    pub(super) fn steps_in_row(&self, won: &[u64], lost: &[u64], work: &mut Work) {
        if !self.has_room() {
            return;
        }
        let (custody, through) = (&self.space.custody, self.through());
        work.through.clear(self.columns.n, through.words);
        let any_lost = lost.iter().any(|&word| word != 0);
        for to in members(self.left) {
            work.part.clear(through.words);
            if any_lost {
                self.down(to, lost, &mut work.scratch, &mut work.part.won);
            }
            work.row.clear();
            work.row.extend(
                won.iter()
                    .zip(&self.columns.all)
                    .map(|(won, all)| !won & all),
            );
            self.down(to, &work.row, &mut work.scratch, &mut work.part.safe);
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

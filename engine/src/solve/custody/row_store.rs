//! Rows of one pair of bits a position, for one set of each class, seen under any symmetry.

use std::sync::OnceLock;

use super::game::{Custody, label, members};
use crate::solve::bits::{self, Streams, Two};
use crate::solve::columns::Columns;
use crate::solve::retro::{Sets, image};

/// Two rows of bits for each of some things, as two bits for every set of a class and set of the others: rows by class, columns by rank.
#[derive(Debug, Default)]
pub(super) struct Rows {
    pub(super) words: usize,
    pub(super) bits: [Vec<u64>; 2],
}

impl Rows {
    pub(super) fn new(classes: usize, words: usize) -> Rows {
        let empty = || vec![0; classes * words];
        let bits = [empty(), empty()];
        Rows { words, bits }
    }

    /// Makes it so many rows without a bit.
    pub(super) fn clear(&mut self, rows: usize, words: usize) {
        self.words = words;
        for bits in &mut self.bits {
            bits.clear();
            bits.resize(rows * words, 0);
        }
    }

    #[inline]
    pub(super) fn row(&self, which: usize, class: usize) -> &[u64] {
        &self.bits[which][class * self.words..][..self.words]
    }

    #[inline]
    pub(super) fn both(&self, class: usize) -> Two<&[u64]> {
        [self.row(0, class), self.row(1, class)]
    }

    pub(super) fn add(&mut self, class: usize, sum: &OutcomeRows) {
        for (bits, row) in self.bits.iter_mut().zip(sum.rows()) {
            or(&mut bits[class * self.words..][..self.words], row);
        }
    }

    /// Rows by class, to be worked on apart.
    pub(super) fn each(&mut self) -> impl Iterator<Item = [&mut [u64]; 2]> + Send {
        let [first, second] = &mut self.bits;
        let first = first.chunks_mut(self.words);
        let both = first.zip(second.chunks_mut(self.words));
        both.map(|(first, second)| [first, second])
    }
}

/// Two rows that grow: what is won, and what is not lost.
#[derive(Debug, Default)]
pub(super) struct OutcomeRows {
    pub(super) won: Vec<u64>,
    pub(super) safe: Vec<u64>,
}

impl OutcomeRows {
    pub(super) fn clear(&mut self, words: usize) {
        for row in [&mut self.won, &mut self.safe] {
            row.clear();
            row.resize(words + 2, 0);
        }
    }

    pub(super) fn rows(&self) -> Two<&[u64]> {
        [&self.won, &self.safe]
    }

    pub(super) fn rows_mut(&mut self) -> Two<&mut [u64]> {
        [&mut self.won, &mut self.safe]
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

pub(super) fn or(row: &mut [u64], with: &[u64]) {
    row.iter_mut()
        .zip(with)
        .for_each(|(word, with)| *word |= with);
}

/// Where rows are worked on.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) streams: Streams,
    pub(super) mask: Vec<u64>,
    pub(super) pair: [Vec<u64>; 2],
}

/// Two streams with at least two words after these.
pub(super) fn streams(pair: &mut [Vec<u64>; 2], words: usize) -> Two<&mut [u64]> {
    pair.each_mut().map(|stream| {
        if stream.len() < words + 2 {
            stream.resize(words + 2, 0);
        }
        &mut stream[..]
    })
}

/// The board and its columns, shared by everything about a game.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) custody: Custody,
    /// The columns of all sizes, made when they are first asked for.
    columns: Vec<OnceLock<Columns>>,
}

impl Space {
    pub(super) fn new(custody: Custody) -> Space {
        let most = usize::from(custody.cells) + 1;
        Space {
            columns: (0..most * most).map(|_| OnceLock::new()).collect(),
            custody,
        }
    }

    /// The sets of `k` of `n` cells; `k` must not be greater than `n`, nor `n` than all cells.
    pub(super) fn columns(&self, n: usize, k: usize) -> &Columns {
        let make = || Columns::new(n, k).expect("no more than there are cells");
        let most = usize::from(self.custody.cells) + 1;
        self.columns[n * most + k].get_or_init(make)
    }
}

/// Two rows of bits as they are seen with a set that need not stand for its class, the columns
/// being those without `drop`.
pub(super) fn view(
    space: &Space,
    (sets, others): (&Sets, u8),
    rows: &Rows,
    (set, drop): (u32, u32),
    out: &mut [Vec<u64>; 2],
    scratch: &mut Scratch,
) {
    let full = space.custody.full();
    let number = sets.number(set);
    let class = sets.class(number);
    let carrier = &space.custody.symmetries[sets.carrier(number)];
    let left = full & !sets.mask(sets.first(class));
    let gone = image(carrier, drop);
    let columns = space.columns(left.count_ones() as usize, others.into());
    let fewer = left & !gone;
    let after = space.columns(fewer.count_ones() as usize, others.into());
    let mut to = [0_u8; 32];
    let cells = full & !set & !drop;
    let mut plain = true;
    for (new, cell) in (0..).zip(members(cells)) {
        let old = label(fewer, carrier[usize::from(cell)]);
        to[old] = new;
        plain &= old == usize::from(new);
    }
    let both = rows.both(class);
    let outs = streams(out, columns.words);
    take_out(columns, (left, gone), both, outs, scratch);
    if !plain {
        let rows = out.each_mut().map(|row| &mut row[..after.words]);
        after.rename(rows, &to[..after.n], &mut scratch.streams);
    }
}

/// Two rows, whose columns are the sets of the cells `left`, without the columns that hold one of the cells `gone`.
fn take_out(
    columns: &Columns,
    (left, gone): (u32, u32),
    rows: Two<&[u64]>,
    outs: Two<&mut [u64]>,
    scratch: &mut Scratch,
) {
    match gone.count_ones() {
        0 => {
            for (row, out) in rows.into_iter().zip(outs) {
                out[..row.len()].copy_from_slice(row);
                out[row.len()] = 0;
            }
        }
        1 => {
            let cell = label(left, gone.trailing_zeros() as u8);
            bits::compress(rows, columns.lacks(cell), outs);
        }
        _ => {
            scratch.mask.clone_from(&columns.all);
            for cell in members(gone) {
                columns.without(label(left, cell), &mut scratch.mask);
            }
            bits::compress(rows, &scratch.mask, outs);
        }
    }
}

//! Bit matrices over pairs of sets.

use super::sets::Sets;
use super::space::Columns;
use crate::solve::parallel;

/// One bit for each position of a layer: rows are the sets of the side that has just moved,
/// columns those of the side to move.
#[derive(Debug)]
pub(super) struct Matrix {
    words: usize,
    bits: Vec<u64>,
    /// Two to this many words are one of at most 64 blocks of a row.
    shift: u32,
    /// Which blocks of each row were written to by the last [`Matrix::scatter`], a bit each.
    changed: Vec<u64>,
}

/// The logarithm to base 2 of the words in a block, chosen so that a row of `words` words has at most 64 blocks.
pub(super) fn block_shift(words: usize) -> u32 {
    words
        .div_ceil(64)
        .max(1)
        .next_power_of_two()
        .trailing_zeros()
}

/// Rows of newly decided positions, by class of the side to move's pieces; columns are the other's.
#[derive(Debug)]
pub(super) struct Fresh {
    pub(super) words: usize,
    pub(super) rows: Vec<u64>,
    /// Which rows have a bit; others may hold anything.
    pub(super) any: Vec<bool>,
}

impl Fresh {
    pub(super) fn new(classes: usize, words: usize) -> Fresh {
        Fresh {
            words,
            rows: vec![0; classes * words],
            any: vec![false; classes],
        }
    }
}

impl Matrix {
    /// A matrix whose rows are written by `fill`, which says whether the row has to be looked
    /// at in the first ply.
    pub(super) fn new(
        rows: usize,
        words: usize,
        fill: impl Fn(usize, &mut [u64]) -> bool + Sync,
    ) -> Matrix {
        let mut matrix = Matrix {
            words,
            bits: vec![0; rows * words],
            shift: block_shift(words),
            changed: vec![0; rows],
        };
        const CHUNK: usize = 256;
        let bits = matrix.bits.chunks_mut((CHUNK * words).max(1));
        let chunks = bits.zip(matrix.changed.chunks_mut(CHUNK)).enumerate();
        parallel::for_each(chunks, |(number, (bits, changed))| {
            let rows = bits.chunks_mut(words).zip(changed);
            for (row, (bits, changed)) in rows.enumerate() {
                let whole = fill(number * CHUNK + row, bits);
                *changed = if whole { u64::MAX } else { 0 };
            }
        });
        matrix
    }

    #[inline]
    pub(super) fn row(&self, number: usize) -> &[u64] {
        &self.bits[number * self.words..][..self.words]
    }

    /// The blocks of a row that have changed.
    #[inline]
    pub(super) fn changed(&self, number: usize) -> u64 {
        self.changed[number]
    }

    /// Forgets what was written to.
    pub(super) fn settle(&mut self) {
        self.changed.fill(0);
    }

    /// Sets (or clears) the bits of fresh positions and of all their images.
    ///
    /// The rows are shared out in runs of whole orbits, so that the images of a row are in its run.
    pub(super) fn scatter(&mut self, fresh: &Fresh, own: &Sets, other: &Columns, set: bool) {
        if !fresh.any.contains(&true) {
            return;
        }
        let (words, shift) = (self.words, self.shift);
        let other = &other.sets;
        let bounds = other.runs(512);
        let mut runs = Vec::with_capacity(bounds.len());
        let (mut bits, mut changed) = (&mut self.bits[..], &mut self.changed[..]);
        for pair in bounds.windows(2) {
            let (run, rest) = bits.split_at_mut((pair[1] - pair[0]) * words);
            let (flags, others) = changed.split_at_mut(pair[1] - pair[0]);
            (bits, changed) = (rest, others);
            runs.push((pair[0], pair[1], run, flags));
        }
        parallel::for_each(runs, |(start, end, bits, changed)| {
            let (low, high) = (start / 64, end.div_ceil(64));
            for (class, _) in fresh.any.iter().enumerate().filter(|(_, any)| **any) {
                let images = own.images(own.first(class));
                let row = &fresh.rows[class * fresh.words..][low..high];
                for (place, &word) in row.iter().enumerate() {
                    let base = (low + place) * 64;
                    let mut rest = word;
                    if base < start {
                        rest &= u64::MAX << (start - base);
                    }
                    if base + 64 > end {
                        rest &= u64::MAX >> (base + 64 - end);
                    }
                    while rest != 0 {
                        let number = base + rest.trailing_zeros() as usize;
                        rest &= rest - 1;
                        for (&to, &column) in other.images(number).iter().zip(images) {
                            let to = to as usize - start;
                            let place = column as usize / 64;
                            let word = &mut bits[to * words + place];
                            let bit = 1 << (column % 64);
                            *word = if set { *word | bit } else { *word & !bit };
                            changed[to] |= 1 << (place >> shift);
                        }
                    }
                }
            }
        });
    }
}

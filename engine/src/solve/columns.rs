//! The columns of rows: the sets of one size among the cells that are left, by rank.

use crate::solve::Subsets;
use crate::solve::bits::{self, Streams, Two};

/// The sets of `k` of `n` cells, in ascending order as bit masks, as the columns of rows of bits.
///
/// To take a cell away from, or add it to, all sets that do not have it changes neither their order nor
/// that of the sets themselves, which is what every step rests on: the columns with a cell, without
/// it, correspond in their order to all sets of one less among one cell less.
#[derive(Debug)]
pub(super) struct Columns {
    pub(super) n: usize,
    pub(super) len: usize,
    /// Words of a row.
    pub(super) words: usize,
    /// For each cell, the sets that have it.
    has: Vec<u64>,
    /// For each cell, those that do not.
    lacks: Vec<u64>,
    /// All sets.
    pub(super) all: Vec<u64>,
}

impl Columns {
    pub(super) fn new(n: usize, k: usize) -> Option<Columns> {
        let sets = Subsets::new(n as u32, k as u32)?;
        let words = sets.len().div_ceil(64);
        let mut has = vec![0; n * words];
        let mut all = vec![0; words];
        for (rank, mut mask) in sets.masks().enumerate() {
            all[rank / 64] |= 1 << (rank % 64);
            while mask != 0 {
                has[mask.trailing_zeros() as usize * words + rank / 64] |= 1 << (rank % 64);
                mask &= mask - 1;
            }
        }
        let lacks = has.iter().enumerate();
        let lacks = lacks.map(|(at, has)| all[at % words] & !has).collect();
        Some(Columns {
            n,
            len: sets.len(),
            words,
            has,
            lacks,
            all,
        })
    }

    /// The sets that have a cell.
    #[inline]
    pub(super) fn has(&self, cell: usize) -> &[u64] {
        &self.has[cell * self.words..][..self.words]
    }

    /// The sets that do not have a cell.
    #[inline]
    pub(super) fn lacks(&self, cell: usize) -> &[u64] {
        &self.lacks[cell * self.words..][..self.words]
    }

    /// Takes from a row the sets that have a cell.
    pub(super) fn without(&self, cell: usize, row: &mut [u64]) {
        for (word, has) in row.iter_mut().zip(self.has(cell)) {
            *word &= !has;
        }
    }

    /// Leaves in a row the sets that have a cell.
    pub(super) fn with(&self, cell: usize, row: &mut [u64]) {
        for (word, has) in row.iter_mut().zip(self.has(cell)) {
            *word &= has;
        }
    }

    /// Renames the cells of two rows: cell `i` becomes `to[i]`, a permutation.
    pub(super) fn rename(&self, [one, two]: Two<&mut [u64]>, to: &[u8], streams: &mut Streams) {
        if self.len == 1 {
            return;
        }
        let mut at = [0; 32];
        at[..to.len()].copy_from_slice(to);
        for cell in 0..self.n {
            // The cell that belongs here is brought here, by exchanging two.
            let Some(from) = (cell..self.n).find(|&from| usize::from(at[from]) == cell) else {
                continue;
            };
            if from != cell {
                bits::swap([one, two], self.has(cell), self.has(from), streams);
                at.swap(cell, from);
            }
        }
    }
}

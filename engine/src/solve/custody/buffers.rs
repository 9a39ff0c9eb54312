//! Where a thread works on rows: its buffers, kept from one row to the next.

use super::row_store::{Rows, Scratch};
use crate::solve::bits::Two;
use crate::solve::columns::Columns;

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

/// A step of a stone of the row's side, as the carrier of the row it leads to shows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub(super) carrier: usize,
    pub(super) to: u8,
    pub(super) from: u8,
    pub(super) class: usize,
}

/// The buffers of a thread.
#[derive(Debug, Default)]
pub(super) struct Work {
    pub(super) scratch: Scratch,
    pub(super) seen: [Vec<u64>; 2],
    pub(super) part: OutcomeRows,
    pub(super) group: OutcomeRows,
    pub(super) sum: OutcomeRows,
    pub(super) steps: Vec<Step>,
    pub(super) mask: Vec<u64>,
    pub(super) product: Vec<u64>,
    pub(super) row: Vec<u64>,
    /// For each cell that a stone may leave, the sets of the other stones with which something is won, and not lost.
    pub(super) through: Rows,
    /// Buffers of turns that are not under way.
    pub(super) capturing: Vec<Capturing>,
}

pub(super) fn or(row: &mut [u64], with: &[u64]) {
    row.iter_mut()
        .zip(with)
        .for_each(|(word, with)| *word |= with);
}

/// Where the captures of one depth of a turn are worked out.
#[derive(Debug, Default)]
pub(super) struct Capturing {
    /// The worth of the captures that enter a cell and take some stones.
    pub(super) part: OutcomeRows,
    /// The worth of one of them.
    pub(super) seen: [Vec<u64>; 2],
    /// The sets of the others for which it takes just these stones.
    pub(super) mask: Vec<u64>,
    /// The sets among the columns before it that the columns after it stand for.
    pub(super) gate: Vec<u64>,
    /// The sets with which the stone must go on.
    pub(super) goes_on: Vec<u64>,
}

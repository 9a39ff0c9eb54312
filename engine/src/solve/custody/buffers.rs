//! Where a thread works on rows: its buffers, kept from one row to the next.

use super::row_store::{OutcomeRows, Rows, Scratch};

/// A step of a stone of the row's side, as the carrier of the row it leads to shows it.
#[derive(Debug, Clone, Copy)]
pub(super) struct StoneStep {
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
    pub(super) steps: Vec<StoneStep>,
    pub(super) mask: Vec<u64>,
    pub(super) product: Vec<u64>,
    pub(super) row: Vec<u64>,
    /// For each cell that a stone may leave, the sets of the other stones with which something is won, and not lost.
    pub(super) through: Rows,
    /// Buffers of turns that are not under way.
    pub(super) capturing: Vec<Capturing>,
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

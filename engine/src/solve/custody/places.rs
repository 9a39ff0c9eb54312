//! Single positions in the rows of a pair.

use super::row_store::Rows;
use crate::solve::retro::LayerIndex;

/// A position of a pair: who is to move, and its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// 0: the side whose sets are the rows; 1: the other.
    pub(super) mover: usize,
    pub(super) class: u32,
    pub(super) column: u32,
}

impl Place {
    /// The place of a position in which `mover` is to move with `own` against `other`.
    #[inline]
    pub(super) fn of(index: &LayerIndex, mover: usize, own: u32, other: u32) -> Place {
        let (class, column) = match mover {
            0 => index.row_and_column(own, other),
            _ => index.row_and_column(other, own),
        };
        Place {
            mover,
            class: class as u32,
            column: column as u32,
        }
    }

    pub(super) fn is_in(self, rows: &Rows, which: usize) -> bool {
        let word = rows.row(which, self.class as usize)[self.column as usize / 64];
        word >> (self.column % 64) & 1 == 1
    }

    pub(super) fn set(self, rows: &mut Rows, which: usize) {
        let at = self.class as usize * rows.words + self.column as usize / 64;
        rows.bits[which][at] |= 1 << (self.column % 64);
    }
}

//! The eight symmetries of the square.

use super::{Bits, Board};

/// Where a set goes under a map of the cells.
pub(crate) fn image<B: Bits>(map: &[u8], set: B) -> B {
    set.ones()
        .fold(B::ZERO, |all, cell| all | B::bit(map[usize::from(cell)]))
}

/// A rotation or reflection of the square.
///
/// Written as: swap file and rank if bit 2 is set, then mirror files if bit 0 is set, then mirror
/// ranks if bit 1 is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Symmetry(u8);

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry(0),
        Symmetry(1),
        Symmetry(2),
        Symmetry(3),
        Symmetry(4),
        Symmetry(5),
        Symmetry(6),
        Symmetry(7),
    ];

    /// Where a cell goes, both by index.
    pub(crate) fn apply(self, board: Board, index: u8) -> u8 {
        let last = board.size() - 1;
        let cell = board.cell(index);
        let (mut file, mut rank) = (cell.file(), cell.rank());
        if self.0 & 4 != 0 {
            std::mem::swap(&mut file, &mut rank);
        }
        if self.0 & 1 != 0 {
            file = last - file;
        }
        if self.0 & 2 != 0 {
            rank = last - rank;
        }
        rank * board.size() + file
    }

    /// Where a set of cells goes.
    ///
    /// Cost: one step a member.
    pub(crate) fn apply_set<B: Bits>(self, board: Board, set: B) -> B {
        set.ones().fold(B::ZERO, |image, index| {
            image | B::bit(self.apply(board, index))
        })
    }

    /// The symmetry that undoes this one.
    #[cfg(test)]
    pub(crate) const fn inverse(self) -> Symmetry {
        if self.0 & 4 == 0 {
            self
        } else {
            Symmetry(4 | ((self.0 & 1) << 1) | ((self.0 >> 1) & 1))
        }
    }

    /// Where each cell of a board goes under each symmetry, the identity first.
    pub(crate) fn maps(board: Board) -> Vec<Vec<u8>> {
        let map = |symmetry: &Symmetry| {
            let cells = 0..board.cell_count();
            cells.map(|cell| symmetry.apply(board, cell)).collect()
        };
        Symmetry::ALL.iter().map(map).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn the_eight_are_different_and_have_inverses() {
        for size in 2..=11 {
            let board = Board::new(size).unwrap();
            let mut seen = BTreeSet::new();
            for symmetry in Symmetry::ALL {
                let image: Vec<u8> = (0..board.cell_count())
                    .map(|index| symmetry.apply(board, index))
                    .collect();
                for (index, &to) in image.iter().enumerate() {
                    assert_eq!(usize::from(symmetry.inverse().apply(board, to)), index);
                }
                seen.insert(image);
            }
            assert_eq!(seen.len(), 8);
        }
    }
}

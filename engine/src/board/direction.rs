//! The eight directions of a square board, and sets moved along them.

use super::{Bits, Board};

/// One of the eight directions; the first four of [`Compass::ALL`] are along ranks and files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Compass {
    file: i8,
    rank: i8,
}

impl Compass {
    /// East, north, west, south, then north-east, north-west, south-west, south-east.
    pub const ALL: [Compass; 8] = [
        Compass { file: 1, rank: 0 },
        Compass { file: 0, rank: 1 },
        Compass { file: -1, rank: 0 },
        Compass { file: 0, rank: -1 },
        Compass { file: 1, rank: 1 },
        Compass { file: -1, rank: 1 },
        Compass { file: -1, rank: -1 },
        Compass { file: 1, rank: -1 },
    ];

    /// The four directions along ranks and files.
    pub const ORTHOGONAL: [Compass; 4] = [
        Compass::ALL[0],
        Compass::ALL[1],
        Compass::ALL[2],
        Compass::ALL[3],
    ];

    /// The opposite direction.
    pub(crate) const fn opposite(self) -> Compass {
        Compass {
            file: -self.file,
            rank: -self.rank,
        }
    }

    /// The index one step on, or `None` at the edge.
    pub(crate) fn step(self, board: Board, index: u8) -> Option<u8> {
        let cell = board.cell(index);
        let file = cell.file().checked_add_signed(self.file)?;
        let rank = cell.rank().checked_add_signed(self.rank)?;
        (file < board.size() && rank < board.size()).then(|| rank * board.size() + file)
    }

    /// The indices from a cell outwards to the edge, nearest first, without the cell itself.
    pub(crate) fn ray(self, board: Board, index: u8) -> Vec<u8> {
        std::iter::successors(self.step(board, index), |&at| self.step(board, at)).collect()
    }
}

/// Moves a whole set of cells one step in one direction; what would leave the board is dropped.
#[derive(Debug, Clone, Copy)]
pub struct Shift<B> {
    stay: B,
    left: u32,
    right: u32,
}

impl<B: Bits> Shift<B> {
    /// The shift of a direction on a board whose cells fit into the word.
    pub(crate) fn new(board: Board, direction: Compass) -> Shift<B> {
        let stay = (0..board.cell_count())
            .filter(|&index| direction.step(board, index).is_some())
            .fold(B::ZERO, |set, index| set | B::bit(index));
        let by = i32::from(direction.rank) * i32::from(board.size()) + i32::from(direction.file);
        Shift {
            stay,
            left: by.max(0).unsigned_abs(),
            right: by.min(0).unsigned_abs(),
        }
    }

    /// The set one step on.
    #[inline]
    pub(crate) fn apply(self, set: B) -> B {
        ((set & self.stay) << self.left) >> self.right
    }
}

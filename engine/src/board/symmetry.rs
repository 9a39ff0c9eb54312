//! The eight symmetries of the square.

use super::{Bits, Board};

/// Where a set goes under a map of the cells.
pub(crate) fn image<B: Bits>(map: &[u8], set: B) -> B {
    set.ones()
        .fold(B::ZERO, |all, cell| all | B::bit(map[usize::from(cell)]))
}

/// Where each cell of a square board goes under each of its eight rotations and reflections, the identity first.
pub(crate) fn symmetries(board: Board) -> Vec<Vec<u8>> {
    let last = board.size() - 1;
    let map = |turn: u8| {
        let to = |index| {
            let cell = board.cell(index);
            let (mut file, mut rank) = (cell.file(), cell.rank());
            if turn & 4 != 0 {
                std::mem::swap(&mut file, &mut rank);
            }
            if turn & 1 != 0 {
                file = last - file;
            }
            if turn & 2 != 0 {
                rank = last - rank;
            }
            rank * board.size() + file
        };
        (0..board.cell_count()).map(to).collect()
    };
    (0..8).map(map).collect()
}

//! The patterns that win: rows, squares, corners of squares.
//!
//! A pattern is a set of cells by index, `rank * size + file`; a side that holds all of them has
//! won.

use crate::board::{Bits, Board, Compass};

/// The rows of `length` adjacent cells along ranks, files and diagonals, each once.
///
/// # Examples
/// ```
/// use siga::board::Board;
/// use siga::games::alignment::goals;
/// let board = Board::new(5)?;
/// assert_eq!(goals::rows(board, 4).len(), 28);
/// assert_eq!(goals::squares(board, 1).len(), 16);
/// assert_eq!((2..5).map(|side| goals::squares(board, side).len()).sum::<usize>(), 14);
/// # Ok::<(), siga::board::BoardError>(())
/// ```
pub fn rows(board: Board, length: u8) -> Vec<u32> {
    // East, north, north-east and south-east: of every direction and its opposite, one.
    let directions = [
        Compass::ALL[0],
        Compass::ALL[1],
        Compass::ALL[4],
        Compass::ALL[7],
    ];
    let mut rows = Vec::new();
    for direction in directions {
        for index in 0..board.cell_count() {
            let ray = direction.ray(board, index);
            let rest = usize::from(length.saturating_sub(1));
            if let Some(rest) = ray.get(..rest) {
                rows.push(set(board, rest) | u32::bit(index));
            }
        }
    }
    rows
}

/// The corners of the squares whose sides are `side` steps long: 1 for four cells that touch.
pub fn squares(board: Board, side: u8) -> Vec<u32> {
    let free = board.size().saturating_sub(side);
    let corner = |file: u8, rank: u8| rank * board.size() + file;
    let mut squares = Vec::new();
    for rank in 0..free {
        for file in 0..free {
            let corners = [
                corner(file, rank),
                corner(file + side, rank),
                corner(file, rank + side),
                corner(file + side, rank + side),
            ];
            squares.push(set(board, &corners));
        }
    }
    squares
}

/// Whether a set of cells holds a pattern.
#[inline]
pub fn holds(goals: &[u32], cells: u32) -> bool {
    goals.iter().any(|&goal| goal & !cells == 0)
}

fn set(board: Board, indices: &[u8]) -> u32 {
    indices
        .iter()
        .filter(|&&index| index < board.cell_count())
        .fold(0, |set, &index| set | u32::bit(index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn patterns_are_different_and_of_the_right_size() {
        for size in 3..=5_u8 {
            let board = Board::new(usize::from(size)).unwrap();
            for length in 3..=size {
                let rows = rows(board, length);
                let places = usize::from(size - length + 1);
                let expected = 2 * usize::from(size) * places + 2 * places * places;
                assert_eq!(rows.len(), expected);
                assert_eq!(rows.iter().collect::<BTreeSet<_>>().len(), expected);
                assert!(rows.iter().all(|row| row.count() == u32::from(length)));
            }
            for side in 1..size {
                let squares = squares(board, side);
                assert_eq!(squares.len(), usize::from(size - side).pow(2));
                assert!(squares.iter().all(|square| square.count() == 4));
            }
        }
    }

    #[test]
    fn a_longer_row_holds_a_shorter_one() {
        let goals = rows(Board::new(5).unwrap(), 4);
        assert!(holds(&goals, 0b11111));
        assert!(holds(&goals, 0b11110));
        assert!(!holds(&goals, 0b11101));
    }
}

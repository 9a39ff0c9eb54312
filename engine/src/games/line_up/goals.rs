//! The patterns that win: rows, squares, corners of squares, diamonds, and points by name.
//!
//! A pattern is a set of points; a side that holds all of them has won.

use super::Board;
use crate::board::{Bits, Cell};
use crate::games::described::text::{Line, TextError};

/// How patterns are written.
const WAYS: &str = "a goal is `row of 3` (along the lines drawn), `row of 3 in any direction`, `row of 3 along rows and columns`, \
                    `row of 3 through the centre`, `square`, `square of 3` (its corners), `diamond`, `corners`, or points such \
                    as `a1 b2 c3`";

/// Whether a set of points holds a pattern.
#[inline]
pub(crate) fn holds(goals: &[u32], points: u32) -> bool {
    goals.iter().any(|&goal| goal & !points == 0)
}

/// The patterns of a list with commas, each once.
///
/// # Errors
/// A pattern that cannot be read, or is nowhere on the board.
pub(super) fn patterns(board: &Board, list: Line<'_>) -> Result<Vec<u32>, TextError> {
    let mut all = Vec::new();
    for part in list.split(',') {
        let found = pattern(board, part)?;
        if found.is_empty() {
            return Err(part.fault(0, format!("there is no {} on this board", part.text)));
        }
        all.extend(found);
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

fn pattern(board: &Board, part: Line<'_>) -> Result<Vec<u32>, TextError> {
    let words: Vec<&str> = part.text.split_whitespace().collect();
    let number = |text: &str, least: u8| {
        let number = text
            .parse::<u8>()
            .ok()
            .filter(|number| (least..=11).contains(number));
        number.ok_or_else(|| part.fault(0, WAYS))
    };
    Ok(match words.as_slice() {
        ["row", "of", k] => lines(board, number(k, 2)?),
        ["row", "of", k, "in", "any", "direction"] => rows(board, number(k, 2)?, &ALL),
        ["row", "of", k, "along", "rows", "and", "columns"] => {
            rows(board, number(k, 2)?, &ALL[..2])
        }
        ["row", "of", k, "through", "the", "centre"] => {
            let mut through = lines(board, number(k, 2)?);
            let centre = board.centre();
            through.retain(|row| centre.is_some_and(|centre| row.has(centre)));
            through
        }
        ["square"] => squares(board, 1),
        ["square", "of", n] => squares(board, number(n, 2)? as i8 - 1),
        ["diamond"] => around(board, &[(1, 0), (0, 1), (-1, 0), (0, -1)]),
        ["corners"] => vec![board.corners()],
        names => vec![named(board, part, names, WAYS)?],
    })
}

/// East, north, north-east and south-east: of every direction and its opposite one.
const ALL: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The rows of points that are joined straight on.
fn lines(board: &Board, length: u8) -> Vec<u32> {
    let ray = |point: u8, ray: &Vec<u8>| {
        let rest = ray.get(..usize::from(length) - 1)?;
        Some(
            rest.iter()
                .fold(u32::bit(point), |set, &next| set | u32::bit(next)),
        )
    };
    let of = |point: u8| {
        let rays = board.rays(point).iter();
        rays.filter_map(move |found| ray(point, found))
    };
    (0..board.size()).flat_map(of).collect()
}

/// The rows of neighbouring files and ranks, joined or not.
fn rows(board: &Board, length: u8, ways: &[(i8, i8)]) -> Vec<u32> {
    let all = ways.iter().flat_map(|&(file, rank)| {
        let steps: Vec<(i8, i8)> = (0..length as i8)
            .map(|step| (step * file, step * rank))
            .collect();
        around(board, &steps)
    });
    all.collect()
}

/// The corners of squares whose sides are so many files and ranks long.
fn squares(board: &Board, side: i8) -> Vec<u32> {
    around(board, &[(0, 0), (side, 0), (0, side), (side, side)])
}

/// The points at these distances from each point, where all are there.
fn around(board: &Board, offsets: &[(i8, i8)]) -> Vec<u32> {
    let of = |point: u8| {
        let points = offsets
            .iter()
            .map(|&(file, rank)| board.beside(point, file, rank));
        points
            .into_iter()
            .try_fold(0, |set, found| Some(set | u32::bit(found?)))
    };
    (0..board.size()).filter_map(of).collect()
}

/// The points of these names.
/// `ways` says what else could stand there.
pub(super) fn named(
    board: &Board,
    part: Line<'_>,
    names: &[&str],
    ways: &str,
) -> Result<u32, TextError> {
    let mut set = 0;
    for name in names {
        let cell: Cell = name.parse().map_err(|_| part.fault(0, ways))?;
        let point = board.point(cell);
        set |= u32::bit(
            point
                .ok_or_else(|| part.fault(0, format!("there is no point {name} on this board")))?,
        );
    }
    match set {
        0 => Err(part.fault(0, ways)),
        set => Ok(set),
    }
}

//! The patterns that win: rows, squares, corners of squares, diamonds, and points by name.
//!
//! A side that holds all points of a pattern has won, where it asks for no more: of a point in the middle that it be empty, of
//! others that the other side hold them.

use super::Board;
use crate::board::notation::Spot;
use crate::board::{Bits, Cell};
use crate::games::described::text::{Said, TextError};
use crate::solve::retro::Goal;

/// How patterns are written.
const WAYS: &str = "a goal is `row of 3` (along the lines drawn), `row of 3 in any direction`, `row of 3 along rows and columns`, \
                    `row of 3 through the centre`, `square`, `square of 3` (its corners), `diamond`, `corners`, or points such \
                    as `a1 b2 c3`; those around a point may end `with an empty middle`; `a1 against a2 b1` asks for points of the other side; or the goal is \
                    `none`, and the game ends when a side is blocked";

/// Of a pattern that cannot have an empty middle.
const NO_MIDDLE: &str = "in its middle is no point, or one of its own: `with an empty middle` belongs to a pattern around a point, such as \
                         `square of 3`";

/// Whether a side with these points has made one of the goals.
#[inline]
pub(crate) fn holds(goals: &[Goal], own: u32, other: u32) -> bool {
    goals.iter().any(|goal| goal.is_made(own, other))
}

/// The patterns of lists with commas, each once; of `none` there are none.
///
/// # Errors
/// A pattern that cannot be read, or is nowhere on the board.
pub(super) fn patterns(board: &Board, said: &[&Said]) -> Result<Vec<Goal>, TextError> {
    let mut all = Vec::new();
    let lists = said.iter().filter(|said| said.words() != "none");
    for part in lists.flat_map(|said| said.line().split(',')) {
        let found = goals(board, part)?;
        if found.is_empty() {
            return Err(part.fault(0, format!("there is no {} on this board", part.text)));
        }
        all.extend(found);
    }
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

fn goals(board: &Board, part: Spot<'_>) -> Result<Vec<Goal>, TextError> {
    let words: Vec<&str> = part.text.split_whitespace().collect();
    if let [pattern @ .., "with", "an", "empty", "middle"] = words.as_slice() {
        let goal = |held: u32| {
            let middle = middle(board, held);
            let middle = middle.ok_or_else(|| part.fault(0, NO_MIDDLE))?;
            Ok(Goal {
                empty: u32::bit(middle),
                ..Goal::plain(held)
            })
        };
        let held = sets(board, part, pattern)?;
        return held.into_iter().map(goal).collect();
    }
    let mut sides = words.split(|word| *word == "against");
    let held = sets(board, part, sides.next().unwrap_or_default())?;
    let held_by_other = match sides.next() {
        Some(names) => board.points(part, names, WAYS)?,
        None => 0,
    };
    let goal = |held: u32| Goal {
        held_by_other,
        ..Goal::plain(held)
    };
    match sides.next().is_some() || held.iter().any(|held| held & held_by_other != 0) {
        true => Err(part.fault(0, WAYS)),
        false => Ok(held.into_iter().map(goal).collect()),
    }
}

/// The point in the middle of a set that is none of it.
fn middle(board: &Board, set: u32) -> Option<u8> {
    let between = |coordinate: fn(Cell) -> u8| {
        let all = set.ones().map(|point| coordinate(board.name(point)));
        let (least, most) = (all.clone().min()?, all.max()?);
        (least + most)
            .is_multiple_of(2)
            .then_some((least + most) / 2)
    };
    let cell = Cell::new(between(Cell::file)?, between(Cell::rank)?)?;
    board.point(cell).filter(|&point| !set.has(point))
}

/// The sets of points of a pattern.
fn sets(board: &Board, part: Spot<'_>, words: &[&str]) -> Result<Vec<u32>, TextError> {
    let number = |text: &str, least: u8| {
        let number = text
            .parse::<u8>()
            .ok()
            .filter(|number| (least..=11).contains(number));
        number.ok_or_else(|| part.fault(0, WAYS))
    };
    Ok(match words {
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
        ["corners"] => vec![board.four_corners(part)?],
        names => vec![board.points(part, names, WAYS)?],
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

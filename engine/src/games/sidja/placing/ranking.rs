//! The placing from the empty board, and the turns of a position with stones in hand.

use std::sync::Arc;

use super::game::game;
use super::openings::Openings;
use super::phase::Phase;
use super::solution::{judgement, no_board, over};
use super::{Goal, PlacingTurn, Ranking, SolvedPlacing, known, solution};
use crate::games::sidja::first_capture;
use crate::games::sidja::first_capture::space::Space;
use crate::games::sidja::{Position, Rules};
use crate::solve::{Worth, solution_cache};
use crate::work::{Fault, Note};

/// Layers that are kept of the placing from the empty board: those up to four stones of each side.
const OPENING: usize = 9;
/// Layers that are kept from another position on: two stones may be placed in a turn.
const TURN: usize = 3;
/// The most cells left where of the sliding phase only what can come of them is solved, at most 12,870 placements.
const FEW: usize = 16;
/// The most positions of it that are: beyond, the whole phase is solved as quickly.
const REACHED: u64 = 1_000_000;

/// Arrangements that are worked out for each position of a budget: a row of bits has many of them.
const ARRANGEMENTS: u64 = 100_000;

/// The budget of [`rank_within`] for what takes a moment: the placing from four stones of each side on.
pub(crate) const MOMENT: u64 = 1_000;

/// The sliding phase: where few cells are left what can come of them, else all of it.
fn fights(position: &Position, note: &Note) -> Result<Arc<first_capture::Solution>, Fault> {
    let rules = *position.rules();
    let phase = Phase::new(position).filter(|phase| phase.turns.len() <= FEW);
    if let Some(phase) = phase {
        let space = Space::new(rules)?;
        let placements = phase.placements();
        let reach =
            || first_capture::Solution::from_placements(space, placements, REACHED).ok_or(());
        let found = solution_cache::solution(format!("{rules} {position}"), reach);
        if let Ok(reached) = found {
            return Ok(reached);
        }
    }
    let solve = || first_capture::Solution::noting(rules, note);
    solution_cache::solution(rules.to_string(), solve)
}

/// The placing from a position on.
fn solved(position: &Position, goal: Goal, note: &Note) -> Result<Arc<SolvedPlacing>, Fault> {
    let start = Position::start(position.rules());
    let key = |position: &Position| format!("{} {position} {goal:?}", position.rules());
    // Whoever has solved the placing from the empty board has solved that of the positions in the layers kept.
    if let Some(kept) = solution_cache::kept::<SolvedPlacing>(&key(&start))
        && kept.turns(position).is_some()
    {
        return Ok(kept);
    }
    solution_cache::solution(key(position), || {
        let keep = if *position == start { OPENING } else { TURN };
        Ok(match goal {
            Goal::FirstCapture => {
                let worth = fights(position, note)?;
                SolvedPlacing::new(position, (goal, &*worth), keep, note)?
            }
            Goal::Game => {
                let worth = game(*position.rules())?;
                SolvedPlacing::new(position, (goal, &*worth), keep, note)?
            }
        })
    })
}

/// The outcome that each side can force from the empty board on: the layers of the placing, and the first two turns. `note` hears how
/// long it takes.
///
/// # Errors
/// If the board is too large, or the worth of the placements is not known.
pub fn from_empty_board(rules: &Rules, goal: Goal, note: &Note) -> Result<Openings, Fault> {
    let size = rules.size();
    if size > 5 {
        return Err(no_board(size));
    }
    let solution = solved(&Position::start(rules), goal, note)?;
    Openings::new(&solution).ok_or_else(over)
}

/// The ranking that [`rank`] makes; `None` if no stones are in hand, the board is larger than 5×5, or the rest of the placing
/// has more than 100,000 arrangements for each position of the budget and is not on record.
///
/// # Errors
/// If the worth of the placements is not known.
pub fn rank_within(
    position: &Position,
    goal: Goal,
    budget: u64,
    note: &Note,
) -> Result<Option<Ranking>, Fault> {
    let most = budget.saturating_mul(ARRANGEMENTS);
    let few = solution::arrangements(position).is_some_and(|number| number <= most);
    match few {
        true => rank(position, goal, note).map(Some),
        false => Ok(known::ranking(position, goal)),
    }
}

/// The values of every stone and pair of a position with stones in hand.
///
/// # Errors
/// If no stones are in hand, the board is too large, or the worth of the placements is not known.
pub fn rank(position: &Position, goal: Goal, note: &Note) -> Result<Ranking, Fault> {
    let size = position.rules().size();
    if !position.state().is_placing() {
        return Err(over());
    }
    if size > 5 {
        return Err(match goal {
            Goal::FirstCapture => Fault::input(format!(
                "{}; a position with all stones placed is answered by search",
                no_board(size)
            )),
            Goal::Game => no_board(size),
        });
    }
    if let Some(found) = known::ranking(position, goal) {
        return Ok(found);
    }
    let solution = solved(position, goal, note)?;
    let mut stones = solution
        .rank(position, solution::stones(position))
        .ok_or_else(over)?;
    let mut pairs = solution.turns(position).ok_or_else(over)?;
    pairs.retain(|turn| turn.cells.len() == 2);
    let value = solution.value(position).ok_or_else(over)?;
    let mut worth = Worth::proved(value, None);
    if goal == Goal::FirstCapture && solution.has_plies() {
        let board = fights(position, note)?;
        let turns = stones.iter_mut().chain(&mut pairs);
        let after = [*position]
            .into_iter()
            .chain(turns.map(|turn| turn.position));
        let mut found = solution
            .plies(&board, &after.collect::<Vec<_>>())
            .into_iter();
        worth.length = found.next().flatten();
        for (turn, plies) in stones.iter_mut().chain(&mut pairs).zip(found) {
            turn.worth.length = plies;
        }
    }
    let order = |turn: &PlacingTurn| std::cmp::Reverse(turn.worth.preference());
    stones.sort_by_key(order);
    pairs.sort_by_key(order);
    Ok((judgement(goal, worth, stones), pairs))
}

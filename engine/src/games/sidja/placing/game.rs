//! The values of placements in the whole game: on record, or on 3×3 each solved.

use std::sync::Arc;

use super::{Goal, Placements, known};
use crate::games::sidja::Rules;
use crate::games::sidja::analyse::analyse_with;
use crate::games::sidja::endgame::Endgames;
use crate::solve::solution_cache;
use crate::work::Fault;

/// Positions looked at to solve a game of 3×3; there are fewer unless a limit on moves without a capture is long.
const SMALL: u64 = 1_000_000;

/// Positions looked at where all that one turn leads to is in tables: far more than the ways to play it.
const TURN: u64 = 1_000;

/// The goal to place for: the whole game where what each placement comes to is known at once ([`is_at_once`]), else the first
/// capture; `None` on boards larger than 5×5.
pub fn goal(rules: &Rules) -> Option<Goal> {
    match rules.size() {
        ..=5 if is_at_once(rules) => Some(Goal::Game),
        ..=5 => Some(Goal::FirstCapture),
        _ => None,
    }
}

/// Whether the values of the placements in the whole game take no more than a moment: where they are on record, and on 3×3.
pub fn is_at_once(rules: &Rules) -> bool {
    known::has(rules) || rules.size() == 3
}

/// The values of the placements in the whole game, where they take no more than a moment.
pub fn at_once(rules: Rules) -> Option<Arc<Placements>> {
    is_at_once(&rules).then(|| game(rules).ok()).flatten()
}

/// The values of the placements in the whole game.
///
/// # Errors
/// If they are not on record and the board is not 3×3.
pub fn game(rules: Rules) -> Result<Arc<Placements>, Fault> {
    if let Some(found) = known::placements(&rules) {
        return Ok(found);
    }
    if rules.size() != 3 {
        return Err(game_not_solved(&rules));
    }
    let solve = || game_3x3(rules);
    solution_cache::solution(format!("the game of {rules}"), solve)
}

/// The values of the placements by complete tables of the game. A placement that is not in them, since the other side is
/// blocked before anybody has moved, follows from the moves of the side that moves first.
///
/// # Errors
/// If the board is larger than 5×5, or the tables do not have all placements.
pub fn of_tables(tables: &Endgames) -> Result<Placements, Fault> {
    let rules = *tables.rules();
    let found = Placements::of_classes(rules, |position| {
        let known = tables.outcome(position.state());
        known.or_else(|| analyse_with(position, TURN, Some(tables)).worth.outcome())
    })?;
    found.ok_or_else(|| game_not_solved(&rules))
}

/// The games from all placements of 3×3.
fn game_3x3(rules: Rules) -> Result<Placements, Fault> {
    let all = 2 * u32::from(rules.stones());
    let tables = match Endgames::fits(&rules) >= all {
        true => Some(Endgames::new(rules, all)?),
        false => None,
    };
    let found = Placements::of_classes(rules, |position| {
        let found = analyse_with(position, SMALL, tables.as_ref());
        found.worth.outcome()
    })?;
    found.ok_or_else(|| game_not_solved(&rules))
}

/// The game from the placements of these rules has not been solved.
pub(super) fn game_not_solved(rules: &Rules) -> Fault {
    Fault::input(format!(
        "the whole game of {rules} has not been solved, so that the worth of its placements is not known: ask for the first capture, \
         or for the game on 3×3 or under {}, with any `placing` and `first`",
        known::names()
    ))
}

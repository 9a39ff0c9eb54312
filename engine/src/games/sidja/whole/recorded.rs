//! Placements on record, and the placing that leads to them.

use crate::games::custodial::moves::Chain;
use crate::games::review::Judgement;
use crate::games::sidja::placing::game::is_at_once;
use crate::games::sidja::placing::{Goal, known, rank_within};
use crate::games::sidja::{Outcome, Position};
use crate::solve::{Method, Worth};
use crate::work::{Fault, Note};

/// What is known of a position without a search: if it is a placement, its worth alone; with stones in hand, the rest of the placing.
///
/// `None` if nothing is on record for it, or the rest of the placing has more than 100,000 arrangements for each position of the
/// budget.
///
/// # Errors
/// The errors of [`rank_within`].
pub(super) fn recorded(
    position: &Position,
    budget: u64,
    note: &Note,
) -> Result<Option<Judgement<Position>>, Fault> {
    if !known::has(position.rules()) {
        return Ok(None);
    }
    if position.state().is_placing() {
        return placing(position, budget, note);
    }
    // All stones and an empty centre: nothing has been taken, and without a limit it does not matter how it was reached, unless the
    // other side has just passed and a way must be opened.
    let centre = position.board().centre();
    let is_placement = centre.is_some()
        && position.sliding_hole() == centre.map(|at| position.board().cell(at))
        && position.state().chain == Chain::No;
    let placements = known::placements(position.rules()).filter(|_| is_placement);
    let own = position.pieces(position.side()) as u32;
    let worth = placements.map(|all| Worth::proved(all.value(own), None));
    Ok(worth.map(|worth| Judgement::new(worth, Vec::new(), Method::Recorded)))
}

/// The rest of the placing, where the game is known ([`is_at_once`]) and the budget reaches; `None` without stones in hand.
///
/// # Errors
/// The errors of [`rank_within`].
pub(super) fn placing(
    position: &Position,
    budget: u64,
    note: &Note,
) -> Result<Option<Judgement<Position>>, Fault> {
    if !position.state().is_placing() || !is_at_once(position.rules()) {
        return Ok(None);
    }
    let found = rank_within(position, Goal::Game, budget, note)?;
    Ok(found.map(|(found, _)| Judgement {
        line: found.moves.iter().map(|best| best.action).take(1).collect(),
        method: Method::Recorded,
        ..found
    }))
}

/// What is known of a position that is proved to come to `outcome`: no move comes to more. Where the outcome is proved already it
/// stays as it is, with its turns.
pub(super) fn within(mut found: Judgement<Position>, outcome: Outcome) -> Judgement<Position> {
    if found.worth.outcome().is_some() {
        return found;
    }
    found.worth = Worth::proved(outcome, None);
    for known in &mut found.moves {
        known.worth.at_most = known.worth.at_most.min(outcome);
    }
    // The best move of several may be the only one left that can keep it.
    let mut may = found
        .moves
        .iter_mut()
        .filter(|known| known.worth.at_most == outcome);
    if let (Some(only), None) = (may.next(), may.next())
        && only.worth.outcome().is_none()
    {
        only.worth = Worth::proved(outcome, None);
    }
    found
        .moves
        .sort_by_key(|known| known.worth.at_least < outcome);
    // A line that begins with another move than the best is no best play.
    let best = found.moves.first().map(|known| known.action);
    if found.line.first() != best.as_ref() {
        found.line = best.into_iter().collect();
    }
    found
}

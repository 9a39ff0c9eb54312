//! Placements on record, and the placing that leads to them.

use crate::games::custodial::moves::Chain;
use crate::games::review::Judgement;
use crate::games::sidja::placing::game::is_at_once;
use crate::games::sidja::placing::{Goal, Ranking, known};
use crate::games::sidja::{Outcome, Position};
use crate::solve::{Method, Worth};
use crate::work::{Fault, Note};

/// The facts about a position known without a search.
#[derive(Debug, Clone)]
pub enum Recorded {
    /// It is a placement, worth this to the side to move.
    Placement(Outcome),
    /// Stones are in hand, and the rest of the placing is solved.
    Placing(Judgement<Position>),
}

impl Recorded {
    /// `None` if nothing is on record for it, or the rest of the placing has more than 100,000 arrangements for each position of the
    /// budget.
    ///
    /// # Errors
    /// The errors of [`Ranking::within`].
    pub fn of(position: &Position, budget: u64, note: &Note) -> Result<Option<Recorded>, Fault> {
        if !known::has(position.rules()) {
            return Ok(None);
        }
        if position.state().is_placing() {
            let placing = placing(position, budget, note)?;
            return Ok(placing.map(Recorded::Placing));
        }
        // All stones and an empty centre: nothing has been taken, and without a limit it does not matter how it was reached, unless the
        // other side has just passed and a way must be opened.
        let centre = position.board().centre();
        let is_placement = centre.is_some()
            && position.sliding_hole() == centre.map(|at| position.board().cell(at))
            && position.state().chain == Chain::No;
        let placements = known::placements(position.rules()).filter(|_| is_placement);
        let own = position.pieces(position.side()) as u32;
        Ok(placements.map(|all| Recorded::Placement(all.value(own))))
    }
}

impl Recorded {
    /// The worth of the position.
    pub(super) fn worth(&self) -> Worth {
        match self {
            Recorded::Placement(outcome) => Worth::proved(*outcome, None),
            Recorded::Placing(found) => found.worth,
        }
    }
}

/// The rest of the placing, where the game is known ([`is_at_once`]) and the budget reaches; `None` without stones in hand.
///
/// # Errors
/// The errors of [`Ranking::within`].
pub(super) fn placing(
    position: &Position,
    budget: u64,
    note: &Note,
) -> Result<Option<Judgement<Position>>, Fault> {
    if !position.state().is_placing() || !is_at_once(position.rules()) {
        return Ok(None);
    }
    let found = Ranking::within(position, Goal::Game, budget, note)?;
    Ok(found.map(|found| {
        let judgement = found.judgement(Goal::Game, Method::Recorded);
        let line = judgement.moves.iter().map(|best| best.action).take(1);
        Judgement {
            line: line.collect(),
            ..judgement
        }
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

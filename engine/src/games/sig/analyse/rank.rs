//! Every play of a yield, ranked by what it takes and what it leaves hanging.

use super::{Tally, check, khadzh, tallied, turns_by_khadzh};
use crate::exact::Between;
use crate::games::sig::budget::Effort;
use crate::games::sig::moves::Yield;
use crate::games::sig::position::{Play, Position};
use crate::games::sig::rules::Face;
use crate::games::sig::yields::Turns;
use crate::games::throws::ranked;
use crate::solve::parallel::map_ranges;
use crate::work::limit::allow;
use crate::work::{Fault, Kind};

pub use crate::games::throws::ranked::By;

/// The most plays that are ranked.
const MAX_PLAYS: u128 = 20_000;

/// Steps of the budget for looking at a play at all.
const PLAY: u64 = 40_000;

/// The approximate chance that may be left open in each play without a limit on throws.
const RANK_TOLERANCE: f64 = 4e-5;

/// The plays of a yield in order.
pub type Ranking = ranked::Ranking<Play>;

/// A play and what it comes to.
pub type Ranked = ranked::Ranked<Play>;

/// Every play of a yield, the best first; by [`By::Win`] as by [`By::Net`].
///
/// Exact: as [`analyse`](super::analyse()). Plays are put in order by the middle of their bounds; [`Ranking::proved`] says
/// whether the bounds prove the first.
/// Cost: an analysis of the next turn for each play, shared out to all processors: first every play with an equal part of half
/// the budget, then those that may still be the best with the other half.
///
/// # Errors
/// Of kind input: an effort that cannot be. Of kind limit: too many plays, or too many ways to play.
pub fn rank(
    position: &Position,
    played: &Yield,
    by: By,
    effort: &Effort,
) -> Result<Ranking, Fault> {
    check(position.rules(), effort)?;
    let plays = position.plays(played)?;
    let counted = allow("plays", plays.len() as u128, MAX_PLAYS);
    counted.map_err(|error| {
        let text = format!("too many plays to rank, give fewer throws: {error}");
        Fault::new(Kind::Limit, text)
    })?;
    // With no endgame solved, the chance to win is not known.
    let by = if by == By::Win { By::Net } else { by };
    let tolerance = RANK_TOLERANCE / f64::from(position.rules().length());
    let turns = turns_by_khadzh(position.rules(), effort, tolerance);
    let looking = plays.len() as u64 * PLAY;
    let half = (effort.budget - looking.min(effort.budget / 4 * 3)) / 2;
    let mut judged = judge(&turns, &plays, half);
    // Those that may be the best, and whose bounds can come closer.
    let floor = judged.iter().filter_map(|(ranked, _)| ranked.measure(by));
    let floor = floor.map(|measure| measure.lower).max();
    let may_be_best = |(ranked, budget): &(Ranked, Option<u64>)| {
        let most = ranked.measure(by).map(|measure| measure.upper);
        budget.is_some() && most >= floor
    };
    let open: Vec<usize> = (0..judged.len())
        .filter(|&at| may_be_best(&judged[at]))
        .collect();
    let again = open.iter().map(|&at| judged[at].0.play.clone());
    let again: Vec<Play> = again.collect();
    for (&at, closer) in open.iter().zip(judge(&turns, &again, half)) {
        judged[at] = closer;
    }
    let budget = judged.iter().filter_map(|(_, budget)| *budget).max();
    let budget = budget.map(|budget| budget.max(effort.budget.saturating_mul(2)));
    let plays: Vec<Ranked> = judged.into_iter().map(|(ranked, _)| ranked).collect();
    let order = match by {
        By::Take => [By::Take, By::Net, By::Safe],
        By::Safe => [By::Safe, By::Net, By::Take],
        By::Net | By::Win => [By::Net, By::Safe, By::Take],
    };
    Ok(Ranking::new(plays, &order, budget))
}

/// These plays, each with an equal part of half the budget, by the turns of the other team: the same for all positions in which a khadzh
/// is good for the same. Each with about the budget with which its bounds come closer, if this one was not enough.
fn judge(turns: &[(Face, Turns)], plays: &[Play], half: u64) -> Vec<(Ranked, Option<u64>)> {
    let many = plays.len().max(1) as u64;
    let parts = map_ranges(plays.len(), 8, |range| {
        let each = plays[range].iter();
        let each = each.map(|play| judged(turns, play, half / many));
        each.collect::<Vec<_>>()
    });
    let whole = |part: u64| part.saturating_mul(2 * many);
    let each = parts.into_iter().flatten();
    each.map(|(ranked, budget)| (ranked, budget.map(whole)))
        .collect()
}

fn judged(turns: &[(Face, Turns)], play: &Play, budget: u64) -> (Ranked, Option<u64>) {
    // The other team's next turn, whether or not a partner's is still to come before it.
    let same = play.position.is_second();
    let position = match same {
        true => play.position.passed(),
        false => play.position.clone(),
    };
    let (rules, view) = (position.rules(), *position.board());
    let use_of_khadzh = khadzh(rules, view);
    let turns = turns.iter().find(|turns| turns.0 == use_of_khadzh);
    let turns = turns.filter(|_| !play.position.is_over());
    let tally = turns.map(|(_, turns)| tallied(rules, view, turns, false, budget));
    let [loses, lost] = [Tally::any, Tally::expected]
        .map(|chance| tally.as_ref().map_or_else(Between::zero, chance));
    let stopped = tally.and_then(|tally| tally.stopped);
    (
        Ranked::new(play.clone(), play.taken, loses, lost),
        stopped.map(|stopped| stopped.budget),
    )
}

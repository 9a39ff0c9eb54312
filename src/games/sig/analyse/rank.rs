//! Every play of a yield, ranked by what it takes and what it leaves hanging.

use num_rational::BigRational;
use num_traits::Zero;
use thiserror::Error;

use super::{AnalyseError, Khadzh, any_order, check, khadzh, tallied, turns_by_khadzh};
use crate::games::sig::budget::Effort;
use crate::games::sig::interval::Interval;
use crate::games::sig::moves::{Play, TooManyPlays, Yield};
use crate::games::sig::position::Position;
use crate::games::sig::yields::Turns;
use crate::solve::parallel::map_ranges;
use crate::work::limit::{TooLarge, allow};

/// The most plays that are ranked.
const MAX_PLAYS: u128 = 20_000;

/// Steps of the budget for looking at a play at all.
const PLAY: u64 = 40_000;

/// What is left open of each play without a limit on throws is less than about this.
const RANK_TOLERANCE: f64 = 4e-5;

/// What plays are ranked by; ties go by the others, then by the order of [`Position::plays`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "lowercase")
)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum By {
    /// The pieces taken.
    Take,
    /// The chance that no piece is lost in the next turn.
    Safe,
    /// The pieces taken less the expected number lost in the next turn.
    Net,
}

impl std::fmt::Display for By {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Take => "take",
            Self::Safe => "safe",
            Self::Net => "net",
        })
    }
}

/// The plays of a yield in order.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Ranking {
    /// All plays, the best first.
    pub plays: Vec<Ranked>,
    /// Whether the bounds prove that no other is better than the first by what they were ranked by.
    pub proved: bool,
    /// About the budget with which every play is looked at as closely as it would be alone, if this one was not enough.
    pub budget: Option<u64>,
}

/// A play and what it comes to.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Ranked {
    /// The play.
    pub play: Play,
    /// The chance that the other team's next turn takes at least one piece.
    pub loses: Interval,
    /// The expected number it takes when every turn takes as many as it can.
    pub lost: Interval,
    /// Pieces taken less those expected to be lost.
    pub net: Interval,
}

/// Why plays could not be ranked.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RankError {
    /// The limit on throws.
    #[error(transparent)]
    Analyse(#[from] AnalyseError),
    /// Too many ways to play.
    #[error(transparent)]
    Plays(#[from] TooManyPlays),
    /// Too many plays to look at one by one.
    #[error("too many plays to rank, give fewer throws")]
    TooMany(#[from] TooLarge),
}

crate::work::of_kind!(RankError, Self::Plays(_) | Self::TooMany(_) => Limit, else Input);

/// Every play of a yield, the best first.
///
/// Exact: as [`analyse`](super::analyse()). Plays are put in order by the middle of their bounds; [`Ranking::proved`] says
/// whether the bounds prove the first.
/// Cost: an analysis of the next turn for each play, shared out to all processors: first every play with an equal part of half
/// the budget, then those that may still be the best with the other half.
///
/// # Errors
/// [`RankError`].
pub fn rank(
    position: &Position,
    played: &Yield,
    by: By,
    effort: &Effort,
) -> Result<Ranking, RankError> {
    check(position.rules(), effort)?;
    let plays = position.plays(played)?;
    allow("plays", plays.len() as u128, MAX_PLAYS)?;
    let judge = Judge::new(position, effort);
    let looking = plays.len() as u64 * PLAY;
    let half = (effort.budget - looking.min(effort.budget / 4 * 3)) / 2;
    let mut judged = judge.all(&plays, half);
    let mut ranked: Vec<Ranked> = plays
        .into_iter()
        .zip(&judged)
        .map(|(play, judged)| Ranked::new(play, judged))
        .collect();
    // Those that may be the best, and whose bounds can come closer.
    let floor = ranked.iter().map(|play| play.worst(by)).max();
    let open: Vec<usize> = (0..ranked.len())
        .filter(|&at| judged[at].budget.is_some() && Some(ranked[at].best(by)) >= floor)
        .collect();
    let closer: Vec<Play> = open.iter().map(|&at| ranked[at].play.clone()).collect();
    for ((&at, play), closer) in open.iter().zip(&closer).zip(judge.all(&closer, half)) {
        ranked[at] = Ranked::new(play.clone(), &closer);
        judged[at] = closer;
    }
    let budget = judged.iter().filter_map(|judged| judged.budget).max();
    let budget = budget.map(|budget| budget.max(effort.budget.saturating_mul(2)));
    let ranked = sorted(ranked, by);
    let floor = ranked.first().map(|play| play.worst(by));
    let proved = ranked
        .iter()
        .skip(1)
        .all(|play| Some(play.best(by)) <= floor);
    Ok(Ranking {
        plays: ranked,
        proved,
        budget,
    })
}

/// The best first, by the middle of the bounds.
fn sorted(ranked: Vec<Ranked>, by: By) -> Vec<Ranked> {
    let middle = |i: &Interval| &i.lower + &i.upper;
    let mut keyed: Vec<(BigRational, BigRational, Ranked)> = ranked
        .into_iter()
        .map(|r| (middle(&r.loses), middle(&r.net), r))
        .collect();
    keyed.sort_by(|a, b| {
        let safer = || a.0.cmp(&b.0);
        let net = || b.1.cmp(&a.1);
        let taken = || b.2.play.captures.len().cmp(&a.2.play.captures.len());
        match by {
            By::Take => taken().then_with(net).then_with(safer),
            By::Safe => safer().then_with(net).then_with(taken),
            By::Net => net().then_with(safer).then_with(taken),
        }
    });
    keyed.into_iter().map(|(_, _, ranked)| ranked).collect()
}

/// What the other team's next turn takes after a play.
#[derive(Clone)]
struct Judged {
    loses: Interval,
    lost: Interval,
    /// About the budget with which the bounds come closer, if this one was not enough.
    budget: Option<u64>,
}

/// The turns of the other team: the same for all positions in which a khadzh is good for the same.
struct Judge {
    turns: Vec<(Khadzh, Turns)>,
}

impl Judge {
    fn new(position: &Position, effort: &Effort) -> Judge {
        let rules = position.rules();
        let tolerance = RANK_TOLERANCE / f64::from(rules.length());
        Judge {
            turns: turns_by_khadzh(rules, effort, tolerance),
        }
    }

    /// These plays, each with an equal part of half the budget.
    fn all(&self, plays: &[Play], half: u64) -> Vec<Judged> {
        let many = plays.len().max(1) as u64;
        let parts = map_ranges(plays.len(), 8, |range| {
            let each = plays[range].iter().map(|play| self.one(play, half / many));
            each.collect::<Vec<_>>()
        });
        let whole = |part: u64| part.saturating_mul(2 * many);
        let each = parts.into_iter().flatten();
        each.map(|judged| Judged {
            budget: judged.budget.map(whole),
            ..judged
        })
        .collect()
    }

    fn one(&self, play: &Play, budget: u64) -> Judged {
        // The other team's next turn, whether or not a partner's is still to come before it.
        let same = play.position.is_second();
        let position = match same {
            true => play.position.passed(),
            false => play.position.clone(),
        };
        let (rules, view) = (position.rules(), position.view());
        let use_of_khadzh = khadzh(rules, view);
        let turns = self.turns.iter().find(|turns| turns.0 == use_of_khadzh);
        let Some((_, turns)) = turns.filter(|_| !play.position.is_over()) else {
            let (loses, lost) = any_order::none();
            return Judged {
                loses,
                lost,
                budget: None,
            };
        };
        let tally = tallied(rules, view, turns, false, budget);
        Judged {
            loses: tally.any(),
            lost: tally.expected(),
            budget: tally.stopped.map(|stopped| stopped.budget),
        }
    }
}

impl Ranked {
    fn new(play: Play, judged: &Judged) -> Ranked {
        let taken = BigRational::from_integer(play.captures.len().into());
        let Judged { loses, lost, .. } = judged.clone();
        Ranked {
            net: Interval::new(&taken - &lost.upper, &taken - &lost.lower),
            play,
            loses,
            lost,
        }
    }

    /// At least so good by what is asked for: greater is better.
    fn worst(&self, by: By) -> BigRational {
        match by {
            By::Take => BigRational::from_integer(self.play.captures.len().into()),
            By::Safe => -self.loses.upper.clone(),
            By::Net => self.net.lower.clone(),
        }
    }

    /// At most so good.
    fn best(&self, by: By) -> BigRational {
        match by {
            By::Take => self.worst(by),
            By::Safe => -self.loses.lower.clone(),
            By::Net => self.net.upper.clone(),
        }
    }

    /// Whether the play surely loses nothing in the next turn.
    pub fn is_safe(&self) -> bool {
        self.loses.upper.is_zero()
    }
}

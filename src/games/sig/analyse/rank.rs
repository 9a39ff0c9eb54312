//! Every play of a yield, ranked by what it takes and what it leaves hanging.

use std::cmp::Ordering;

use num_rational::BigRational;
use num_traits::Zero;
use thiserror::Error;

use super::{AnalyseError, any, check, khadzh, thrown};
use crate::exact::limit::{TooLarge, allow};
use crate::games::sig::interval::Interval;
use crate::games::sig::moves::{Play, TooManyPlays, Yield};
use crate::games::sig::position::Position;
use crate::games::sig::rules::Order;
use crate::games::sig::yields::{Throws, Turns};
use crate::solve::parallel::map_ranges;

/// The most plays that are ranked.
const MAX_PLAYS: u128 = 20_000;

/// Boards that may be made for all plays together where throws are used in the order thrown.
const WORK: u64 = 8 * thrown::WORK;

/// What is left open of each play without a limit on throws is less than about this.
const RANK_TOLERANCE: f64 = 4e-5;

/// What plays are ranked by; ties go by the others, then by the order of [`Position::plays`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum By {
    /// The pieces taken.
    Take,
    /// The chance that no piece is lost in the next turn.
    Safe,
    /// The pieces taken less the expected number lost in the next turn.
    Net,
}

/// A play and what it comes to.
#[derive(Debug, Clone, PartialEq)]
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

/// Every play of a yield, the best first.
///
/// Exact: as [`analyse`](super::analyse). Bounds are compared by their middle.
/// Cost: an analysis of the next turn for each play, shared out to all processors.
///
/// # Errors
/// [`RankError`].
pub fn rank(
    position: &Position,
    played: &Yield,
    by: By,
    max_throws: Option<u32>,
) -> Result<Vec<Ranked>, RankError> {
    check(max_throws)?;
    let plays = position.plays(played)?;
    allow("plays", plays.len() as u128, MAX_PLAYS)?;
    let work = (WORK / plays.len().max(1) as u64).min(thrown::WORK);
    let parts = map_ranges(plays.len(), 8, |range| {
        let mut turns = None;
        range
            .map(|at| judge(&plays[at], max_throws, work, &mut turns))
            .collect::<Vec<_>>()
    });
    let mut ranked: Vec<Ranked> = (plays.into_iter().zip(parts.into_iter().flatten()))
        .map(|(play, (loses, lost))| {
            let taken = BigRational::from_integer(play.captures.len().into());
            let net = Interval::new(&taken - &lost.upper, &taken - &lost.lower);
            Ranked {
                play,
                loses,
                lost,
                net,
            }
        })
        .collect();
    let take = |r: &Ranked| r.play.captures.len();
    let middle = |i: &Interval| &i.lower + &i.upper;
    let more_taken = |a: &Ranked, b: &Ranked| take(b).cmp(&take(a));
    let keys: Vec<(BigRational, BigRational)> = ranked
        .iter()
        .map(|r| (middle(&r.loses), middle(&r.net)))
        .collect();
    let mut order: Vec<usize> = (0..ranked.len()).collect();
    order.sort_by(|&a, &b| {
        let safer = || keys[a].0.cmp(&keys[b].0);
        let net = || keys[b].1.cmp(&keys[a].1);
        let taken = || more_taken(&ranked[a], &ranked[b]);
        let all: [Ordering; 3] = match by {
            By::Take => [taken(), net(), safer()],
            By::Safe => [safer(), net(), taken()],
            By::Net => [net(), safer(), taken()],
        };
        all.into_iter().fold(Ordering::Equal, Ordering::then)
    });
    let mut places: Vec<Option<Ranked>> = ranked.drain(..).map(Some).collect();
    Ok(order
        .into_iter()
        .filter_map(|at| places[at].take())
        .collect())
}

/// What the other team takes after a play. The turns are the same for all positions in which a khadzh is good for the
/// same.
fn judge(
    play: &Play,
    max_throws: Option<u32>,
    work: u64,
    turns: &mut Option<(super::Khadzh, Turns)>,
) -> (Interval, Interval) {
    let (rules, view) = (play.position.rules(), play.position.view());
    if play.position.is_over() {
        return any::none();
    }
    let use_of_khadzh = khadzh(rules, view);
    if turns
        .as_ref()
        .is_none_or(|(known, _)| *known != use_of_khadzh)
    {
        let tolerance = RANK_TOLERANCE / f64::from(rules.length());
        let throws = Throws::new(rules, use_of_khadzh);
        *turns = Some((use_of_khadzh, Turns::new(throws, max_throws, tolerance)));
    }
    let Some((_, turns)) = turns else {
        return any::none();
    };
    let any = any::tally(rules, view, turns, false);
    let tally = match rules.order {
        Order::Any => any,
        Order::Thrown => thrown::tally(rules, view, turns, &any, work),
    };
    (tally.any(), tally.expected())
}

impl Ranked {
    /// Whether the play surely loses nothing in the next turn.
    pub fn is_safe(&self) -> bool {
        self.loses.upper.is_zero()
    }
}

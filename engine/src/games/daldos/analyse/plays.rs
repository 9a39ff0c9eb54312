//! The plays of a throw, ranked.

use num_rational::BigRational;

use super::search::Search;
use super::search_context::{Aim, SearchContext};
use super::span::{ONE, Span};
use super::two_turns::TwoTurns;
use super::{Closeness, Threat, exact_values, units};
use crate::exact::{Between, Quantity};
use crate::games::daldos::{Cast, Game, Play, Position, Team, moves::View, route::members};
use crate::work::Fault;

pub use crate::games::throws::ranked::By;
use crate::games::throws::{Values, Worth};

/// A play with its value by the criterion; for [`By::Safe`] the chance that the opponent takes something.
pub type Ranked = Worth<Play>;

/// The reason for the best play.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Reason {
    /// Plays as good, as far as the bounds tell.
    pub equals: usize,
    /// Whether it is proved that no play is better.
    pub proved: bool,
    /// Own pieces that the opponent could take after it.
    // In his next turn, extra throws ignored, most likely first.
    pub hanging: Vec<Threat>,
    /// Own pieces that the opponent could take before it.
    pub hanging_before: Vec<Threat>,
}

/// Of the work, the part for what the opponent could take before and after the best play.
const HANGING: u64 = 6;

/// Every play of a throw, best first, and what speaks for the first.
///
/// `safe` and `net` let the player go on after an extra throw by the same criterion. Each extra throw multiplies the plays, so
/// there the bounds may stay wider than [`Closeness::width`]. They are proved all the same; plays that may be the best are bounded
/// first, and a greater [`Closeness::budget`] brings all closer.
///
/// Exact: each value is exact or between proved bounds, whatever the width and the budget.
/// Cost: `take` and `win` little; `safe` and `net` a search for each play; bounded by the budget.
///
/// # Errors
/// As for [`analyse`](super::analyse()).
pub fn rank(
    position: &Position,
    cast: &Cast,
    by: By,
    values: &dyn Values<Position>,
    options: &Closeness,
) -> Result<(Vec<Ranked>, Option<Reason>), Fault> {
    let plays = position.plays(cast);
    let width = units(options)?;
    let context = &mut SearchContext::new(position.game(), options.budget);
    let values = context.share(HANGING - 1, HANGING, |context| match by {
        By::Take => Ok(take(context, &plays, width, options.closed)),
        By::Win => win(position, &plays, values),
        By::Safe | By::Net => Ok(two_turns(context, &plays, by == By::Net, width)),
    });
    let mut ranked: Vec<Ranked> = (plays.into_iter().zip(values?))
        .map(|(play, value)| Worth { play, value })
        .collect();
    let less_is_better = by == By::Safe;
    ranked.sort_by(|a, b| {
        let (a_value, b_value) = (key(a, less_is_better), key(b, less_is_better));
        b_value
            .cmp(&a_value)
            .then(b.play.taken.count_ones().cmp(&a.play.taken.count_ones()))
    });
    let reason = ranked
        .first()
        .map(|best| reason(context, position, best, &ranked[1..], less_is_better, width));
    Ok((ranked, reason))
}

/// Lower and upper bound, turned so that more is better.
fn key(ranked: &Ranked, less_is_better: bool) -> Option<(BigRational, BigRational)> {
    let (lower, upper) = ranked.value.as_ref()?.ends()?;
    Some(if less_is_better {
        (-upper, -lower)
    } else {
        (lower, upper)
    })
}

/// Brings bounds closer, the more the better: first of the plays that may be the best, then of all, as far as the work goes.
fn closer(
    context: &mut SearchContext<'_>,
    found: &mut [Span],
    width: i128,
    mut bounds: impl FnMut(&mut SearchContext<'_>, usize, i128) -> Span,
) {
    for only_best in [true, false] {
        let mut tolerance = ONE;
        while tolerance > width && !context.exhausted() {
            tolerance /= 8;
            let best = found.iter().map(|span| span.lo).max().unwrap_or(0);
            let mut open: Vec<usize> = (0..found.len())
                .filter(|&i| found[i].gap() > width)
                .filter(|&i| !only_best || found[i].hi > best)
                .collect();
            open.sort_by_key(|&i| std::cmp::Reverse(found[i].hi));
            for (done, &i) in open.iter().enumerate() {
                let left = (open.len() - done) as u64;
                let span = context.share(1, left, |context| bounds(context, i, tolerance));
                found[i] = found[i].and(span);
            }
        }
    }
}

fn take(
    context: &mut SearchContext<'_>,
    plays: &[Play],
    width: i128,
    most: usize,
) -> Vec<Option<Quantity>> {
    let mut search = Search::new(Aim::Any);
    let mut found: Vec<Span> = plays
        .iter()
        .map(|play| match (play.taken, play.again) {
            (0, true) => search.glance(context, &play.state),
            (0, false) => Span::ZERO,
            _ => Span::ZERO.plus(1),
        })
        .collect();
    closer(context, &mut found, width, |context, i, tolerance| {
        search.value(context, &plays[i].state, tolerance)
    });
    let value = |(play, span): (&Play, Span)| {
        let exact = (span.gap() > 0)
            .then(|| exact_values::closed(context, Aim::Any, &play.state, most))
            .flatten();
        Some(exact.map_or_else(|| Between::from(span).quantity(), Quantity::Exact))
    };
    plays.iter().zip(found).map(value).collect()
}

fn win(
    position: &Position,
    plays: &[Play],
    values: &dyn Values<Position>,
) -> Result<Vec<Option<Quantity>>, Fault> {
    let worth = |play| values.value(position.side(), &position.after(play));
    plays.iter().map(worth).collect()
}

fn two_turns(
    context: &mut SearchContext<'_>,
    plays: &[Play],
    net: bool,
    width: i128,
) -> Vec<Option<Quantity>> {
    let mut search = TwoTurns::new(net);
    let game = context.game;
    let mut bounds = |context: &mut SearchContext<'_>, i: usize, tolerance: i128| {
        let play: &Play = &plays[i];
        let (state, taken) = (ours(play, game), play.taken.count_ones());
        search.play(context, &state, taken, play.again, tolerance)
    };
    let mut found: Vec<Span> = (0..plays.len())
        .map(|i| bounds(context, i, i128::MAX))
        .collect();
    closer(context, &mut found, width, bounds);
    found
        .into_iter()
        .map(|span| if net { span } else { span.negated() })
        .map(|span| Some(Between::from(span).quantity()))
        .collect()
}

/// The state after a play in the view of the player.
fn ours(play: &Play, game: &Game) -> View {
    if play.again {
        play.state
    } else {
        play.state.flip(game)
    }
}

fn reason(
    context: &mut SearchContext<'_>,
    position: &Position,
    best: &Ranked,
    others: &[Ranked],
    less_is_better: bool,
    width: i128,
) -> Reason {
    let lowest = key(best, less_is_better).map(|(lower, _)| lower);
    let highest = |other: &Ranked| key(other, less_is_better).map(|(_, upper)| upper);
    // Not a prefix of the others: one with a lower bound far down may reach up all the same.
    let equals = others.iter().filter(|other| highest(other) >= lowest);
    let after = ours(&best.play, context.game);
    Reason {
        equals: equals.count(),
        proved: lowest.is_some()
            && (others.iter()).all(|other| highest(other).is_some_and(|h| Some(h) <= lowest)),
        hanging: context.share(1, 2, |context| {
            hanging(context, &after, position.side(), width)
        }),
        hanging_before: hanging(context, position.view(), position.side(), width),
    }
}

/// The threats by the opponent, if it were his turn, in a state seen by the player.
fn hanging(context: &mut SearchContext<'_>, ours: &View, side: Team, width: i128) -> Vec<Threat> {
    let route = context.game.route();
    let theirs = ours.flip(context.game);
    let mut threats = Vec::new();
    let mut left = u64::from(theirs.enemy.count_ones());
    for at in members(theirs.enemy) {
        let mut search = Search::new(Aim::Piece(at));
        let span = context.share(1, left, |context| search.within(context, &theirs, width));
        left -= 1;
        let own = route.flip(1 << at).trailing_zeros() as u8;
        if span.hi > width {
            let threat = Threat {
                hole: route.hole(side, own),
                dalled: ours.own_undalled >> own & 1 == 0,
                probability: Between::from(span).quantity(),
            };
            threats.push((span.lo, own, threat));
        }
    }
    threats.sort_by_key(|&(least, at, _)| (std::cmp::Reverse(least), at));
    threats.into_iter().map(|(.., threat)| threat).collect()
}

//! The chances of a whole turn in the full game, extra throws without limit, with the best play for each question.
//!
//! A number is exact where the bounds meet or where extra throws can lead to few positions only, else it is a pair of
//! proved rational bounds: see [`Closeness::width`].

mod exact_values;
mod expected;
mod plays;
mod reach;
mod search;
mod search_context;
mod span;
mod taken_distribution;
#[cfg(test)]
mod tests;
mod two_turns;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::route::{Hole, members};
use super::{Game, Position, Team, moves::View};
use crate::exact::{Between, Quantity};
use crate::work::Fault;
pub use expected::expected;
pub use plays::{By, Ranked, Reason, rank};
use search::Search;
use search_context::{Aim, SearchContext};
use span::ONE;

/// The width of bounds, and the work to find numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Closeness {
    /// Bounds are brought so close, as far as the budget goes; positive, and no less than 2^−48.
    pub width: BigRational,
    /// The work that may be done for one answer: throws looked at in positions, and positions after plays. A few tenths of a
    /// microsecond each, and less than a hundred bytes.
    pub budget: u64,
    /// An exact number is looked for if extra throws lead to at most this many positions.
    pub closed: usize,
}

impl Closeness {
    /// The budget of [`Closeness::default`].
    pub const BUDGET: u64 = 6_000_000;
}

impl Default for Closeness {
    fn default() -> Self {
        Self {
            width: BigRational::new(1.into(), 1_000_000.into()),
            budget: Self::BUDGET,
            closed: 60,
        }
    }
}

/// A piece, and the chance that it can be taken.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Piece")]
#[non_exhaustive]
pub struct Threat {
    /// Where it stands.
    pub hole: Hole,
    /// Whether it has been released.
    pub dalled: bool,
    /// Chance that it can be taken, with best play for that.
    pub probability: Quantity,
}

/// The chance that exactly this number of pieces is taken.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Taken {
    /// The number of pieces.
    pub taken: u32,
    /// The chance.
    pub probability: Quantity,
}

/// The possible results of a whole turn; each number with the best play for it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "WholeTurn")]
#[non_exhaustive]
pub struct TurnChances {
    /// The side that throws.
    pub side: Team,
    /// Chance to take at least one piece in the turn, extra throws included.
    pub take: Quantity,
    /// Each enemy piece, in the order of the route.
    pub pieces: Vec<Threat>,
    /// The most pieces taken on average.
    pub mean: Quantity,
    /// The chance of each exact number of pieces taken, under one good play.
    pub number: Vec<Taken>,
    /// By how much the average of that play may be less than the best, at most.
    #[serde(with = "crate::exact::serial::Number")]
    pub number_short: BigRational,
    /// Chance that nothing can be moved.
    #[serde(with = "crate::exact::serial::Number")]
    pub lost: BigRational,
    /// Chance to release a piece.
    pub dal: Quantity,
    /// The work done, in units of `budget`.
    #[serde(with = "crate::exact::serial::Count")]
    pub work: u64,
}

/// The turn of the side to move, before its throw.
///
/// Exact: every number is exact or between proved bounds, whatever the width and the budget. They are at most
/// [`Closeness::width`] apart, or as close as [`Closeness::budget`] allows.
/// Cost: milliseconds for most positions; grows with the pieces near one another and with the chance of another throw, and is
/// bounded by the budget.
/// Rules: all of the full game.
///
/// # Errors
/// Of kind input: the width is out of range.
///
/// # Examples
/// ```
/// use siga::exact::Quantity;
/// use siga::games::daldos::analyse::{Closeness, analyse};
/// use siga::games::daldos::{Position, Rules};
/// // Two behind, and another piece for the other number.
/// let position = Position::parse("8A7/2A1B12/16 A", &Rules::daldos())?;
/// let turn = analyse(&position, &Closeness::default())?;
/// assert_eq!(turn.take, Quantity::Exact("1/2".parse()?));
///
/// let none = Closeness { width: "0".parse()?, ..Closeness::default() };
/// assert!(analyse(&position, &none).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn analyse(position: &Position, options: &Closeness) -> Result<TurnChances, Fault> {
    turn(position.game(), position.view(), position.side(), options)
}

fn turn(game: &Game, state: &View, side: Team, options: &Closeness) -> Result<TurnChances, Fault> {
    let width = units(options)?;
    let context = &mut SearchContext::new(game, options.budget);
    // Numbers still to come, the last one, of the mean, with a greater share of the work.
    let enemies: Vec<u8> = members(state.enemy).collect();
    let mut shares = enemies.len() as u64 + 2 + MEAN;
    let mut bounds = |context: &mut SearchContext<'_>, aim: Aim| {
        shares -= 1;
        let mut search = Search::new(aim);
        context.share(1, shares + 1, |context| {
            number(context, &mut search, state, width, options.closed)
        })
    };
    let pieces: Vec<Between> = enemies
        .iter()
        .map(|&at| bounds(context, Aim::Piece(at)))
        .collect();
    let any = bounds(context, Aim::Any);
    let release = bounds(context, Aim::Release);
    let mut search = Search::new(Aim::Number);
    let mean = context.share(MEAN - 1, MEAN, |context| {
        number(context, &mut search, state, width, options.closed)
    });
    let exactly = taken_distribution::distribution(context, &mut search, state, width);
    let play = search.glance(context, state);
    let play = BigRational::new(play.lo.into(), ONE.into());
    let short = (&mean.upper - &play).max(BigRational::zero());
    let piece = |(at, chance): (u8, Between)| Threat {
        hole: game.route().hole(side, at),
        dalled: state.enemy_undalled >> at & 1 == 0,
        probability: chance.quantity(),
    };
    let mut number: Vec<Between> = exactly.into_iter().map(Between::from).collect();
    let possible = number.iter().rposition(|chance| chance.upper.is_positive());
    number.truncate(possible.unwrap_or(0).max(1) + 1);
    let number = (0u32..).zip(number).map(|(taken, chance)| Taken {
        taken,
        probability: chance.quantity(),
    });
    Ok(TurnChances {
        side,
        take: any.quantity(),
        pieces: enemies.into_iter().zip(pieces).map(piece).collect(),
        mean: mean.quantity(),
        number: number.collect(),
        number_short: short,
        lost: lost(game, state),
        dal: release.quantity(),
        work: context.done,
    })
}

/// The part of the mean in the work, where each chance has one.
const MEAN: u64 = 6;

/// One number: exact if it can be, else bounds.
fn number(
    context: &mut SearchContext<'_>,
    search: &mut Search,
    state: &View,
    width: i128,
    closed: usize,
) -> Between {
    let glance = search.glance(context, state);
    if glance.gap() > 0
        && let Some(exact) = exact_values::closed(context, search.aim(), state, closed)
    {
        search.within(context, state, width);
        return Between::exact(exact);
    }
    Between::from(search.within(context, state, width))
}

/// The width in units of a span.
fn units(options: &Closeness) -> Result<i128, Fault> {
    let least = BigRational::new(BigInt::one(), BigInt::one() << 48);
    let scaled = &options.width * BigRational::from_integer(BigInt::from(ONE));
    match scaled.floor().to_integer().to_i128() {
        Some(units)
            if options.width >= least && !(&options.width - BigRational::one()).is_positive() =>
        {
            Ok(units)
        }
        _ => Err(Fault::input(format!(
            "the width {} is out of range: bounds can be from 2^-48 to 1 apart, such as 1/1000000",
            options.width
        ))),
    }
}

/// The chance that nothing can be moved in a whole turn.
///
/// Throws that earn another and cannot be used leave the position as it is, so the chance contains itself.
fn lost(game: &Game, state: &View) -> BigRational {
    if state.over(game).is_some() {
        return BigRational::zero();
    }
    let (mut lost, mut again) = (0u64, 0u64);
    for cast in game.casts() {
        let idle = cast
            .numbers()
            .iter()
            .all(|&number| !reach::can_move(game, state, number));
        if idle && cast.extra {
            again += cast.weight;
        } else if idle {
            lost += cast.weight;
        }
    }
    if lost == 0 {
        return BigRational::zero();
    }
    BigRational::new(lost.into(), (game.total() - again).into())
}

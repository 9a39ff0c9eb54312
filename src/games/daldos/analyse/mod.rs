//! The chances of a whole turn in the full game, extra throws without limit, with the best play for each question.
//!
//! A number is exact where the bounds meet or where extra throws can lead to few positions only, else it is a pair of
//! proved rational bounds: see [`Options::width`].

mod closed;
mod plays;
mod reach;
mod search;
#[cfg(test)]
mod tests;
mod two_turns;

use std::collections::HashMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use thiserror::Error;

use super::board::{Game, State, members};
use crate::exact::Quantity;
pub use plays::{By, Probe, Ranked, Reason, rank};
use search::{Aim, Known, ONE, Search, Span};

/// How closely, and with how much work, numbers are found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Bounds are at most so far apart; positive, and no less than 2^−48.
    pub width: BigRational,
    /// Positions that may be looked into for one number.
    pub budget: u64,
    /// An exact number is looked for if extra throws lead to at most so many positions.
    pub closed: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            width: BigRational::new(1.into(), 1_000_000.into()),
            budget: 200_000,
            closed: 60,
        }
    }
}

/// Why there is no analysis.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnalyseError {
    /// The width is out of range.
    #[error(
        "the width {width} is out of range: bounds can be from 2^-48 to 1 apart, such as 1/1000000"
    )]
    Width {
        /// The width asked for.
        width: BigRational,
    },
    /// The budget ran out before the bounds were close enough.
    #[error(
        "the bounds of {what} were still {gap} apart after {budget} positions had been looked into: allow a greater --width or --budget"
    )]
    Budget {
        /// Which number.
        what: String,
        /// How far they were apart, about.
        gap: String,
        /// As many as were allowed.
        budget: u64,
    },
}

/// The chance that one enemy piece is taken.
#[derive(Clone, Debug, PartialEq)]
pub struct Threat {
    /// Where it stands, counted along the way of the side that may take it.
    pub at: u8,
    /// Whether it has been released.
    pub dalled: bool,
    /// The chance that this very piece can be taken, with best play for that.
    pub chance: Quantity,
}

/// What one side can do in a turn, before its throw.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The chance to take at least one piece, with best play for that.
    pub any: Quantity,
    /// For each enemy piece the chance to take it, in the order of the route.
    pub pieces: Vec<Threat>,
    /// The most pieces taken on average.
    pub mean: Quantity,
    /// How likely each number of pieces taken is, under play that is best for the mean (to within the width).
    pub number: Vec<(u32, Quantity)>,
    /// The chance that the turn is lost: no piece can be moved.
    pub lost: BigRational,
    /// The chance to release at least one piece, with best play for that.
    pub release: Quantity,
    /// Positions in which throws were looked at.
    pub looked_at: u64,
}

/// The turn of the side to move, before its throw.
///
/// Exact: every number, or proved bounds at most [`Options::width`] apart.
/// Cost: milliseconds for most positions; grows with the own pieces that come near enemy pieces.
/// Rules: all of the full game.
///
/// # Errors
/// [`AnalyseError`]: the width is out of range, or the budget ran out.
///
/// # Examples
/// ```
/// use siga::exact::Quantity;
/// use siga::games::daldos::analyse::{Options, turn};
/// use siga::games::daldos::board::{Game, Position};
/// let game = std::sync::Arc::new(Game::new("daldos".parse()?)?);
/// // Two behind, and another piece for the other number.
/// let position = Position::parse("8A7/2A1B12/16 A", &game)?;
/// let turn = turn(&game, position.state(), &Options::default())?;
/// assert_eq!(turn.any, Quantity::Exact("1/2".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn turn(game: &Game, state: &State, options: &Options) -> Result<Turn, AnalyseError> {
    let tolerance = tolerance(options)?;
    let mut known = Known::default();
    let mut quantity = |aim: Aim, what: &str| {
        let span = Search::new(game, aim, &mut known, options.budget).value(state, tolerance);
        let exact = if span.gap() == 0 {
            None
        } else {
            closed::closed(game, aim, &mut known, state, options.closed)
        };
        match exact {
            Some(exact) => Ok(Quantity::Exact(exact)),
            None if span.gap() > tolerance => Err(out_of_budget(what, span, options)),
            None => Ok(known_as(span)),
        }
    };
    let any = quantity(Aim::Any, "the chance to take")?;
    let mut pieces = Vec::new();
    for at in members(state.enemy) {
        pieces.push(Threat {
            at,
            dalled: state.enemy_undalled >> at & 1 == 0,
            chance: quantity(Aim::Piece(at), "the chance to take a piece")?,
        });
    }
    let mean = quantity(Aim::Number, "the number taken")?;
    let release = quantity(Aim::Release, "the chance to release a piece")?;
    let mut search = Search::new(game, Aim::Number, &mut known, options.budget);
    let number = distribution(&mut search, game, state, tolerance);
    Ok(Turn {
        any,
        pieces,
        mean,
        number,
        lost: lost(game, state),
        release,
        looked_at: known.looked_at,
    })
}

fn tolerance(options: &Options) -> Result<u128, AnalyseError> {
    let least = BigRational::new(BigInt::one(), BigInt::one() << 48);
    let scaled = &options.width * BigRational::from_integer(BigInt::one() << 64);
    let tolerance = scaled.floor().to_integer().to_u128();
    match tolerance {
        Some(tolerance)
            if options.width >= least && !(&options.width - BigRational::one()).is_positive() =>
        {
            Ok(tolerance)
        }
        _ => Err(AnalyseError::Width {
            width: options.width.clone(),
        }),
    }
}

fn out_of_budget(what: &str, span: Span, options: &Options) -> AnalyseError {
    AnalyseError::Budget {
        what: what.to_owned(),
        gap: format!("{:.1e}", span.gap() as f64 / ONE as f64),
        budget: options.budget,
    }
}

fn fixed(value: u128) -> BigRational {
    BigRational::new(value.into(), ONE.into())
}

/// A span as an answer.
fn known_as(span: Span) -> Quantity {
    Quantity::between(fixed(span.lo), fixed(span.hi))
}

/// The chance that nothing can be moved in a whole turn.
///
/// Throws that earn another and cannot be used leave the position as it is, so the chance contains itself.
fn lost(game: &Game, state: &State) -> BigRational {
    if state.over(game).is_some() {
        return BigRational::zero();
    }
    let (mut lost, mut again) = (0u64, 0u64);
    for cast in game.casts() {
        let idle = cast
            .numbers
            .iter()
            .all(|&number| !reach::can_move(game, state, number, 0));
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

/// How many pieces are taken under the play that the search takes for best.
fn distribution(
    search: &mut Search<'_>,
    game: &Game,
    state: &State,
    tolerance: u128,
) -> Vec<(u32, Quantity)> {
    let mut found = HashMap::new();
    let sure = follow(search, game, state, tolerance, &mut found);
    let rest = ONE - sure.iter().sum::<u128>().min(ONE);
    let most = sure.iter().rposition(|&chance| chance > 0).unwrap_or(0);
    (0u32..)
        .zip(&sure[..=most.max(1).min(sure.len() - 1)])
        .map(|(number, &lo)| {
            let span = Span { lo, hi: lo + rest };
            (number, known_as(span))
        })
        .collect()
}

/// Lower bounds of the chances of 0, 1, 2, … taken; what is missing to one is not known.
fn follow(
    search: &mut Search<'_>,
    game: &Game,
    state: &State,
    tolerance: u128,
    found: &mut HashMap<(State, u128), Vec<u128>>,
) -> Vec<u128> {
    let enemies = state.enemy.count_ones() as usize;
    if search.value(state, ONE).hi == 0 || search.never(state) {
        let mut none = vec![0; enemies + 1];
        none[0] = ONE;
        return none;
    }
    if let Some(known) = found.get(&(*state, tolerance)) {
        return known.clone();
    }
    let total = u128::from(game.total());
    let extra: u64 = game
        .casts()
        .iter()
        .filter(|c| c.extra)
        .map(|c| c.weight)
        .sum();
    let within = tolerance.saturating_mul(total) / u128::from(extra.max(1));
    let mut sums = vec![0u128; enemies + 1];
    for (cast, most) in game.casts().iter().zip(search.most(state)) {
        let weight = u128::from(cast.weight);
        if !cast.extra {
            sums[usize::from(most)] += weight * ONE;
        } else if tolerance < ONE {
            let (_, best) = search.best(state, cast, within);
            if let Some((next, taken)) = best {
                let after = follow(search, game, &next, within, found);
                for (number, chance) in after.into_iter().enumerate() {
                    if let Some(sum) = sums.get_mut(number + taken as usize) {
                        *sum += weight * chance;
                    }
                }
            }
        }
    }
    let chances: Vec<u128> = sums.into_iter().map(|sum| sum / total).collect();
    found.insert((*state, tolerance), chances.clone());
    chances
}

//! `siga daldos endgame`: the game with few pieces left.

pub(super) mod all_positions;
pub(super) mod one_position;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};
use schemars::JsonSchema;
use serde::Serialize;

use super::place;
use crate::cli::args::endgame::Endgame as Arguments;
use crate::cli::failure::Failure;
use crate::cli::progress::Progress;
use crate::cli::report::AnyReport;
use crate::exact::stochastic::{ONE, Unit};
use crate::exact::{Quantity, parse_fraction};
use crate::games::daldos::board::Position;
use crate::games::daldos::endgame::{Endgame, Exact, Length};

pub(super) fn run(
    arguments: &Arguments,
    progress: Progress,
) -> Result<Box<dyn AnyReport>, Failure> {
    let width = width(&arguments.width)?;
    let position = place::position(&arguments.place, arguments.rules.as_deref())?;
    match position {
        Some(question) => Ok(Box::new(one_position::run(
            question, width, arguments, progress,
        )?)),
        None => Ok(Box::new(all_positions::run(arguments, width, progress)?)),
    }
}

/// The width asked for, in the units of the bounds.
fn width(text: &str) -> Result<u64, Failure> {
    let wrong = || {
        Failure::input(format!(
            "--width {text}: a positive number up to 1, such as 1e-12, 0.001 or 1/1000"
        ))
    };
    let value = parse_fraction(text).map_err(|_| wrong())?;
    if !value.is_positive() || value > BigRational::one() {
        return Err(wrong());
    }
    let units = (value * BigInt::from(ONE)).to_integer();
    units.to_u64().filter(|&units| units >= 64).ok_or_else(|| {
        Failure::input(format!(
            "--width {text}: the bounds are kept to 2^-62; the finest width is 2e-17"
        ))
    })
}

/// A position and its chance.
#[derive(Clone, Serialize, JsonSchema)]
pub(super) struct Win {
    /// On one line.
    position: String,
    /// Chance to win of the side to move; after a play, of the player who made it.
    win: Quantity,
}

/// What is known of one position; the chance is that of the side to move.
#[derive(Clone, Serialize, JsonSchema)]
pub(super) struct Known {
    #[serde(flatten)]
    chance: Win,
    /// Expected number of turns under best play; `null` where the chance was looked up.
    length: Option<Quantity>,
    /// Expected number of throws under best play; `null` where the chance was looked up.
    throws: Option<Quantity>,
}

impl Known {
    fn new(
        endgame: &Endgame,
        position: &Position,
        length: &Length,
        exact: Option<&Exact>,
    ) -> Option<Self> {
        let number = endgame.number(position.state())?;
        let (win, length, throws) = match exact {
            Some(exact) => (
                Quantity::Exact(exact.chance(number)?),
                Quantity::Exact(exact.length(Unit::Turns, number)?),
                Quantity::Exact(exact.length(Unit::Throws, number)?),
            ),
            None => (
                Quantity::Bounded(endgame.bounds().both(number)),
                Quantity::Bounded(length.both(Unit::Turns, number)?),
                Quantity::Bounded(length.both(Unit::Throws, number)?),
            ),
        };
        Some(Self {
            chance: Win {
                position: position.to_string(),
                win,
            },
            length: Some(length),
            throws: Some(throws),
        })
    }
}

/// What the digits of bounded numbers mean, for people.
const AGREED: &str = "digits are shown as far as both bounds agree";

/// Which of the plays that are worth the same the lengths are counted by, for people.
const LENGTH_RULE: &str = "where plays are worth the same, lengths are those after one of them (see docs/rules/daldos.md); others may give other lengths";

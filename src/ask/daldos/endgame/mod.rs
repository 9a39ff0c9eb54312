//! `siga daldos endgame`: the game with few pieces left.

pub(super) mod all_positions;
pub(super) mod one_position;

use std::sync::Arc;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive};

use super::Captioned;
use crate::ask::args::position;
use crate::ask::daldos::args::endgame::EndgameArgs as Arguments;
use crate::ask::prelude::*;
use crate::ask::{input, subject, tables};
use crate::exact::stochastic::ONE;
use crate::exact::{Quantity, parse_fraction};
use crate::games::daldos::endgame;
use crate::games::daldos::rules::{BoardRules, Rules};
use crate::games::daldos::{Game, Position, Question};

pub(super) fn ask(arguments: &Arguments, caller: Caller) -> Result<Captioned, Failure> {
    let width = width(&arguments.width)?;
    let exact = arguments.exact;
    let positions = arguments.positions.map(u128::from);
    let tables = |rules: &Rules| match arguments.solve {
        true => Ok(None),
        false => tables::within_reach(&arguments.tables, &rules.to_string(), caller),
    };
    if let Some(place) = arguments.place.place() {
        let rules = arguments.rules.clone();
        let (position, caption) =
            subject::read::<Position>(&position::PositionArgs { place, rules }, caller)?;
        let question = endgame::one_position::Question {
            tables: tables(position.game().rules())?,
            position,
            width,
            exact,
            positions,
        };
        return Ok((Question::EndgamePosition(question), caption));
    }
    let mut rules: Rules = subject::rules_of(arguments.rules.as_deref())?;
    if let Some(n) = arguments.n {
        let board = BoardRules {
            n,
            ..*rules.board()
        };
        rules = rules.with_board(board)?;
    }
    let least = usize::from(rules.board().loses_at) + 1;
    let tables = tables(&rules)?;
    let game = Game::new(rules.clone()).map_err(|error| Failure::from(error).context(&rules))?;
    let question = endgame::all_positions::Question {
        tables,
        game: Arc::new(game),
        pieces: match &arguments.pieces {
            Some(pieces) => input::pair("--pieces", pieces)?,
            None => [least; 2],
        },
        width,
        exact,
        list: arguments.all,
        positions,
    };
    Ok((Question::Endgame(question), Caption::default()))
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

/// The values of one position; the chance is that of the side to move.
#[derive(Clone, Serialize, JsonSchema)]
pub(super) struct PositionValues {
    #[serde(flatten)]
    chance: Win,
    /// Expected number of turns under best play: bounds for all that may be best, or the fraction of one best play; `null` where the
    /// chance was looked up, or where such play can go on for ever.
    length: Option<Quantity>,
    /// Expected number of throws, in the same way.
    throws: Option<Quantity>,
}

impl From<&endgame::Known> for PositionValues {
    fn from(known: &endgame::Known) -> Self {
        Self {
            chance: Win {
                position: known.position.to_string(),
                win: known.win.clone(),
            },
            length: known.turns.clone(),
            throws: known.throws.clone(),
        }
    }
}

impl From<(Position, Quantity)> for Win {
    fn from((position, win): (Position, Quantity)) -> Self {
        Self {
            position: position.to_string(),
            win,
        }
    }
}

/// The meaning of the digits of bounded numbers, for people.
const AGREED: &str = "digits are shown as far as both bounds agree";

/// The plays for which the lengths hold, for people.
fn length_rule(exact: bool) -> String {
    let rule = if exact {
        "where plays are worth the same, lengths are those after one of them (see docs/rules/daldos.md); others may give other lengths"
    } else {
        "lengths hold for every play that may be best by these bounds"
    };
    rule.to_owned()
}

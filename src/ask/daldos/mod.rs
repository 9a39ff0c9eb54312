//! `siga daldos`: capture chances, positions, whole turns, endgames, simulation.

mod analyse;
mod endgame;
mod odds;
mod opening;
mod perft;
mod picture;
mod with_throws;

use super::distances::{CaptureOdds, Table};
use super::game::Game;
use super::one_command::Listed;
use super::perft::Perft;
use super::with_throws::moves::Moves;
use super::with_throws::play::PlayWithThrows;
use super::with_throws::review::Review;
use super::with_throws::simulate::Simulate;
use crate::exact::{Quantity, decimal_ceil, decimal_floor, decimal_text, fraction_text};
use crate::games::daldos::Position;

/// The game of the command line.
pub(crate) const GAME: Game = Game {
    alias: &["daldøs"],
    about: "Daldøs: capture chances by distance, positions, whole turns",
    analysis: "analyse",
    rules: "The rules, such as daldos:n=12,loses_at=1 (see `siga rules daldos`) [default: the file's, else daldos on a \
        board of the size drawn]",
    ..Game::of::<Position>(&[
        Listed::question::<CaptureOdds<odds::OddsTerms>>(),
        Listed::question::<Table<odds::OddsTerms>>(),
        Listed::question::<Moves<Position>>(),
        Listed::question::<Perft<Position>>(),
        Listed::question::<analyse::Analyse>(),
        Listed::question::<endgame::EndgameArgs>(),
        Listed::question::<Simulate<Position>>(),
        Listed::question::<opening::OpeningArgs>(),
        Listed::play::<PlayWithThrows<Position>>(),
        Listed::question::<Review<Position>>(),
    ])
};

/// A number in a sentence: `7/16 (0.4375)`, a whole number, or decimals alone; bounds as `0.123 … 0.124`.
fn in_words(quantity: &Quantity, digits: usize) -> String {
    let Some(value) = quantity.exact() else {
        let (lower, upper) = quantity.ends().unwrap_or_default();
        let (lower, upper) = (decimal_floor(&lower, digits), decimal_ceil(&upper, digits));
        return format!("{lower} … {upper}");
    };
    let (exact, decimals) = (fraction_text(value), decimal_text(value, digits));
    match exact.contains('/') {
        false => exact,
        true if exact.len() > 12 => decimals,
        true => format!("{exact} ({decimals})"),
    }
}

/// A number in brackets: a short fraction, or the first decimals.
fn in_short(quantity: &Quantity) -> String {
    const PLACES: usize = 4;
    match quantity.exact() {
        Some(value) if value.to_string().len() <= 9 => value.to_string(),
        _ => {
            let (lower, _) = quantity.ends().unwrap_or_default();
            format!("about {}", decimal_text(&lower, PLACES))
        }
    }
}

/// Marks for a sentence about how numbers are known.
fn kinds<'a>(quantities: impl IntoIterator<Item = &'a Quantity>) -> String {
    let (exact, bounded): (Vec<&Quantity>, Vec<&Quantity>) = quantities
        .into_iter()
        .partition(|quantity| quantity.exact().is_some());
    match (exact.len(), bounded.len()) {
        (_, 0) => "all numbers are exact".to_owned(),
        (0, _) => "all numbers lie between two proved bounds".to_owned(),
        _ => "fractions are exact; where two decimals stand, the number lies between these proved bounds".to_owned(),
    }
}

//! What is counted of a play, and its value in words.

use num_rational::BigRational;
use num_traits::Zero;

use super::args::Commands;
use crate::ask::prelude::*;
use crate::exact::decimal_text;
use crate::games::running_fight::position::Play;
use crate::games::throws::ranked::Ranked;

/// Decimal places of values.
const DIGITS: usize = 3;

/// What is counted of a play.
#[derive(Serialize, JsonSchema)]
pub(crate) struct PlayCounts {
    /// The number of pieces taken.
    pub(super) taken: u32,
    /// The number of own pieces that left the board because a stack was reduced: in tâb alone.
    pub(super) reduced: u32,
    /// Sequences of moves that lead to the same position.
    pub(super) ways: Count,
}

/// The value of a play, in words.
pub(super) fn worth<R: Commands>(ranked: &Ranked<Play<R>>) -> String {
    let takes = match spaced(&ranked.play.captures) {
        cells if cells.is_empty() => "takes nothing".to_owned(),
        cells => format!("takes {cells}"),
    };
    let least = BigRational::new(1.into(), 10i64.pow(DIGITS as u32).into());
    match ranked.loses.ends() {
        Some((_, most)) if most.is_zero() => {
            format!("{takes}, cannot lose a piece in the next turn")
        }
        Some((_, most)) if most <= least => {
            let least = decimal_text(&least, DIGITS);
            format!("{takes}; chance to lose a piece next turn: at most {least}")
        }
        _ => {
            let [loses, lost, net] =
                [&ranked.loses, &ranked.lost, &ranked.net].map(|number| number.fixed(DIGITS));
            format!(
                "{takes}; chance to lose a piece next turn: {loses}; on average {lost} lost, net gain {net}"
            )
        }
    }
}

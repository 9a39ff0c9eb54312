//! Why an endgame is not solved.

use thiserror::Error;

use super::MAX_STATES;
use crate::exact::stochastic::MAX_TOTAL;
use crate::games::playouts::Ended;
use crate::solve::throws::reached::ReachedError;
use crate::work::limit::grouped;
use crate::work::{Kind, OfKind, Raise};

/// Why an endgame is not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EndgameError {
    /// Nothing is left to play.
    #[error("{position}: the game is over, {ended}")]
    Over {
        /// The position, on one line.
        position: String,
        /// The result.
        ended: Ended,
    },
    /// Fractions where turns are cut off.
    #[error(
        "fractions are found only where each throw is used before the next is made: here all throws of a turn are made first, \
         and long turns are left open in the bounds"
    )]
    Exact,
    /// Chances of which there are no fractions.
    #[error(
        "fractions are found only where the chances of the throws have a common denominator of at most {MAX_TOTAL}: without them \
         there are bounds"
    )]
    Total,
    /// The solution could not be found or proved.
    #[error(transparent)]
    Reached(#[from] ReachedError),
    /// Too many states.
    #[error("more than {} states can follow{}", grouped((*allowed).into()), smaller(*allowed))]
    States {
        /// As many as are allowed.
        allowed: u32,
    },
}

/// What would be right where there are too many states.
fn smaller(allowed: u32) -> String {
    match allowed < MAX_STATES {
        true => format!(
            " (at most {} can be allowed): give a position of fewer pieces, or allow more",
            grouped(MAX_STATES.into())
        ),
        false => ": give a position of fewer pieces".to_owned(),
    }
}

impl OfKind for EndgameError {
    fn kind(&self) -> Kind {
        match self {
            Self::States { .. } => Kind::Limit,
            Self::Reached(error) => error.kind(),
            _ => Kind::Input,
        }
    }

    fn limit_to_raise(&self) -> Option<Raise> {
        match self {
            Self::States { allowed } if *allowed < MAX_STATES => Some(Raise::of("states")),
            _ => None,
        }
    }
}

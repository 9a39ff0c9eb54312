//! Why positions are not solved outright.

use thiserror::Error;

use super::Rules;
use crate::solve::retro::SolveError;

/// The longest side of a board that is solved outright.
pub(super) const LARGEST: u8 = 5;

/// Why positions are not solved outright.
///
/// # Examples
/// ```
/// use siga::games::sidja::{Rules, Unsolved, endgame::Endgames};
/// let large = Rules::SUDAN.with_size(7)?;
/// assert_eq!(Endgames::new(large, 4).unwrap_err(), Unsolved::Board { size: 7 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Unsolved {
    /// The board is too large.
    #[error("a board of {size}×{size} is not solved outright, only boards of 3×3 and 5×5 are")]
    Board {
        /// Cells of a side.
        size: u8,
    },
    /// Under a limit on moves without a capture every count has values of its own, which would take too much memory.
    #[error(
        "positions of {stones} stones take more than 2 GB under a limit on moves without a capture: ask for at most {fits} stones"
    )]
    TooManyStones {
        /// Stones of both sides asked for.
        stones: u32,
        /// As many as can be solved.
        fits: u32,
    },
    /// A number of moves is larger than a table can hold.
    #[error("some position takes more moves than a table holds")]
    TooLong,
    /// The tables cannot be made.
    #[error(transparent)]
    Tables(#[from] SolveError),
}

crate::work::of_kind!(Unsolved, Input);

impl Unsolved {
    /// Refuses boards that are too large.
    pub(super) fn check_board(rules: &Rules) -> Result<(), Unsolved> {
        match rules.size() {
            size if size > LARGEST => Err(Unsolved::Board { size }),
            _ => Ok(()),
        }
    }
}

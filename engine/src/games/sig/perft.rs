//! Counting plays: every turn of at most N throws, every position each can be played to.

use super::moves::Yield;
use super::playing::Standing;
use super::rules::{Order, Rules};
use crate::games::perft::PerftError;
use crate::games::running_fight::perft;

pub use crate::games::running_fight::perft::MAX_YIELDS;

/// The different yields of the turns of at most `max_throws` throws: in the order thrown, or sorted if throws may be used
/// in any order.
///
/// Throws that cannot fall count like the others.
///
/// Cost: the different sequences that stand on the way; exponential in the number of throws.
///
/// # Errors
/// [`PerftError::Yields`] when there are more than [`MAX_YIELDS`].
///
/// # Examples
/// ```
/// use siga::games::sig::{Rules, perft::yields};
/// let texts: Vec<String> = yields(&Rules::ludii(), 2)?.iter().map(ToString::to_string).collect();
/// assert_eq!(texts, ["1,5", "1,6", "1,8", "4,5", "4,6", "4,8", "5", "6", "8"]);
/// # Ok::<(), siga::games::perft::PerftError>(())
/// ```
pub fn yields(rules: &Rules, max_throws: u32) -> Result<Vec<Yield>, PerftError> {
    perft::yields(
        Standing::default(),
        (rules.throws(), max_throws),
        |standing, throw| {
            let next = standing.clone().and(throw.face, rules.cancel);
            (next, throw.again)
        },
        |standing| {
            let mut played = standing.played().throws().to_vec();
            if rules.order == Order::Any {
                played.sort_unstable();
            }
            played
        },
    )
}

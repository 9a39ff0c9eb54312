//! Counting plays: every turn of at most N throws, every position each can be played to.

use super::moves::Yield;
use super::rules::{Order, Rules, THROWS};
use crate::games::perft::PerftError;
use crate::games::running_fight::perft;

pub use crate::games::running_fight::perft::MAX_YIELDS;

/// The different yields of the turns of at most `max_throws` throws: in the order thrown, or with the throws before the last
/// sorted if throws may be used in any order. Throws that cannot fall count like the others.
///
/// # Errors
/// [`PerftError::Yields`] when there are more than [`MAX_YIELDS`].
///
/// # Examples
/// ```
/// use siga::games::tab::perft::yields;
/// let yields = yields(&"tab:lane,length=3".parse()?, 2)?;
/// let texts: Vec<String> = yields.iter().map(ToString::to_string).collect();
/// assert_eq!(texts, ["1,2", "1,3", "2", "3", "4,2", "4,3", "6,2", "6,3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn yields(rules: &Rules, max_throws: u32) -> Result<Vec<Yield>, PerftError> {
    perft::yields(
        Vec::new(),
        (&THROWS, max_throws),
        |before: &Vec<u8>, (throw, again)| {
            let mut throws = before.clone();
            throws.push(throw);
            if again && rules.order == Order::Any {
                throws.sort_unstable();
            }
            (throws, again)
        },
        |throws| throws,
    )
}

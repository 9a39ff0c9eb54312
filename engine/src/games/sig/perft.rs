//! Counting plays: every turn of at most N throws, every position each can be played to.

use std::collections::BTreeSet;

use super::moves::Yield;
use super::rules::{Cancel, Face, Order, Rules};
use crate::games::perft::PerftError;

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
    let throws: BTreeSet<_> = rules.throws().iter().copied().collect();
    // The throws that stand, and whether a khmar can cancel the last of them.
    let mut going: BTreeSet<(Vec<Face>, bool)> = BTreeSet::from([(Vec::new(), false)]);
    let mut ended: BTreeSet<Vec<Face>> = BTreeSet::new();
    for _ in 0..max_throws {
        let mut next = BTreeSet::new();
        for (standing, fresh) in &going {
            for throw in &throws {
                let mut standing = standing.clone();
                let cancels = throw.face == Face::Khmar;
                if !cancels {
                    standing.push(throw.face);
                } else if *fresh || rules.cancel == Cancel::Stack {
                    standing.pop();
                }
                if throw.again {
                    next.insert((standing, !cancels));
                } else {
                    standing.retain(|face| *face != Face::Nothing);
                    if rules.order == Order::Any {
                        standing.sort_unstable();
                    }
                    ended.insert(standing);
                }
            }
        }
        if next.len().max(ended.len()) > MAX_YIELDS {
            return Err(PerftError::Yields { most: MAX_YIELDS });
        }
        going = next;
    }
    Ok(ended.into_iter().map(Yield::trusted).collect())
}

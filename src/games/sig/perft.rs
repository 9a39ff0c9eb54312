//! Counting plays: every turn of at most so many throws, every position each can be played to.

use std::collections::BTreeSet;

use super::moves::{TooManyPlays, Yield};
use super::position::Position;
use super::rules::{Cancel, Face, Order, Rules};

/// The different yields of the turns of at most so many throws: in the order thrown, or sorted if throws may be used
/// in any order.
///
/// Throws that cannot fall count like the others.
///
/// Cost: the different sequences that stand on the way; exponential in the number of throws when the order counts.
///
/// # Examples
/// ```
/// use siga::games::sig::{Rules, perft::yields};
/// let texts: Vec<String> = yields(&Rules::ludii(), 2).iter().map(ToString::to_string).collect();
/// assert_eq!(texts, ["1,5", "1,6", "1,8", "4,5", "4,6", "4,8", "5", "6", "8"]);
/// ```
pub fn yields(rules: &Rules, max_throws: u32) -> Vec<Yield> {
    let throws: BTreeSet<_> = rules.throws().iter().copied().collect();
    // What stands, and whether a khmar can cancel its last throw.
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
        going = next;
    }
    ended.into_iter().map(Yield::trusted).collect()
}

/// The plays of `depth` turns one after the other, over all yields of at most `max_throws` throws.
///
/// A turn counts once for each of its different yields and for each position the yield can be played to. Turns go on
/// until the game is over; games that end earlier do not count.
///
/// # Errors
/// [`TooManyPlays`] if one yield can be played through too many positions.
pub fn perft(position: &Position, depth: u32, max_throws: u32) -> Result<u64, TooManyPlays> {
    count(position, depth, &yields(position.rules(), max_throws))
}

/// The count of [`perft`] after each yield of the first turn.
///
/// # Errors
/// As [`perft`].
pub fn divide(
    position: &Position,
    depth: u32,
    max_throws: u32,
) -> Result<Vec<(Yield, u64)>, TooManyPlays> {
    let all = yields(position.rules(), max_throws);
    let part = |first: &Yield| {
        let nodes = after(position, depth, first, &all)?;
        Ok((first.clone(), nodes))
    };
    all.iter().map(part).collect()
}

fn count(position: &Position, depth: u32, yields: &[Yield]) -> Result<u64, TooManyPlays> {
    if depth == 0 {
        return Ok(1);
    }
    let mut nodes = 0_u64;
    for first in yields {
        nodes = nodes.saturating_add(after(position, depth, first, yields)?);
    }
    Ok(nodes)
}

fn after(
    position: &Position,
    depth: u32,
    first: &Yield,
    yields: &[Yield],
) -> Result<u64, TooManyPlays> {
    if depth == 0 {
        return Ok(1);
    }
    let plays = position.plays(first)?;
    if depth == 1 {
        return Ok(plays.len() as u64);
    }
    let mut nodes = 0_u64;
    for play in plays {
        nodes = nodes.saturating_add(count(&play.position, depth - 1, yields)?);
    }
    Ok(nodes)
}

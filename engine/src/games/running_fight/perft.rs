//! Counting plays: every turn of at most N throws, every position each can be played to.

use std::collections::BTreeSet;

use super::position::{Fight, Play, Position};
use super::throws::{Standing, Throw, Yield};
use crate::games::legal_moves::Listed;
use crate::games::perft::{Counted, PerftError, Sequences, Terms};
use crate::work::{Fault, Note};

/// The plays of turns one after the other, over all yields of at most a number of throws.
///
/// A turn counts once for each of its different yields and for each position the yield can be played to. Turns go on
/// until the game is over; games that end earlier do not count.
///
/// Cost: the plays of each yield in each position reached in fewer turns, at most the budget of positions, those between two moves
/// of a turn included.
impl<R: Fight> Counted for Position<R> {
    type First = ByYield;
    type Bound = u32;

    fn count(&self, terms: &Terms<u32>, note: &Note) -> Result<Sequences<Self::First>, PerftError> {
        note.set("counting");
        let yields = yields(self.rules(), terms.bound)?;
        let firsts: &[_] = if terms.depth == 0 { &[] } else { &yields };
        let mut left = terms.budget;
        let mut nodes = u64::from(firsts.is_empty());
        let mut parts = Vec::new();
        for first in firsts {
            let budget = (&mut left, terms.budget);
            let after = after(self, first, &yields, terms.depth, budget)?;
            nodes = nodes.saturating_add(after);
            parts.push(ByYield {
                played: first.clone(),
                nodes: after,
            });
        }
        if nodes == u64::MAX {
            return Err(PerftError::Overflow { bits: 64 });
        }
        let parts = (terms.divide && terms.depth > 0).then_some(parts);
        Ok(Sequences::of(terms.depth, nodes, parts))
    }
}

impl<R: Fight> Listed for Position<R> {
    type Throw = Yield;
    type Play = Play<R>;

    fn list(&self, played: &Yield) -> Result<Vec<Play<R>>, Fault> {
        self.plays(played)
    }
}

/// The most sequences of throws that are looked at.
pub const MAX_YIELDS: usize = 100_000;

/// The different yields of the turns of at most a number of throws, ascending. Throws that cannot fall count like the others.
///
/// Cost: what can stand on the way; exponential in the number of throws.
///
/// # Errors
/// [`PerftError::Yields`] when there are more than [`MAX_YIELDS`].
///
/// # Examples
/// ```
/// use siga::games::running_fight::perft::yields;
/// use siga::games::sig::Rules;
/// let texts: Vec<String> = yields(&"sig:ludii".parse::<Rules>()?, 2)?.iter().map(ToString::to_string).collect();
/// assert_eq!(texts, ["1,5", "1,6", "1,8", "4,5", "4,6", "4,8", "5", "6", "8"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn yields<R: Fight>(rules: &R, most: u32) -> Result<Vec<Yield>, PerftError> {
    let throws = rules.weighted().into_iter();
    let throws: Vec<Throw> = throws.map(|of| of.throw).collect();
    let frame = rules.frame();
    let mut going = BTreeSet::from([Standing::default()]);
    let mut ended = BTreeSet::new();
    for _ in 0..most {
        let mut next = BTreeSet::new();
        for (before, throw) in itertools::iproduct!(&going, &throws) {
            let standing = frame.and(before.clone(), *throw);
            match throw.again {
                true => next.insert(frame.settled(standing, &throws)),
                false => ended.insert(frame.alike(&standing.played())),
            };
        }
        if next.len().max(ended.len()) > MAX_YIELDS {
            return Err(PerftError::Yields { most: MAX_YIELDS });
        }
        going = next;
    }
    Ok(ended.into_iter().collect())
}

/// The yield of a first turn, and the number of plays that begin with it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "YieldEntry")]
#[non_exhaustive]
pub struct ByYield {
    /// Its throws: numbers, in Sig also `khadzh`.
    #[serde(rename = "yield")]
    pub played: Yield,
    /// The number of plays.
    #[serde(with = "crate::exact::serial::Count")]
    pub nodes: u64,
}

/// The plays of as many turns, 1 or more, of which the first has this yield; `left`: positions that may still be looked at, of the budget.
fn after<R: Fight>(
    position: &Position<R>,
    first: &Yield,
    yields: &[Yield],
    depth: u32,
    (left, budget): (&mut u64, u64),
) -> Result<u64, PerftError> {
    let plays = position.plays_on_the_way(first);
    let (plays, looked_at) = plays.map_err(|fault| PerftError::Plays(fault.to_string()))?;
    let rest = left.checked_sub(looked_at as u64);
    *left = rest.ok_or(PerftError::Turns { budget })?;
    if depth == 1 {
        return Ok(plays.len() as u64);
    }
    let mut nodes = 0_u64;
    for (play, next) in itertools::iproduct!(&plays, yields) {
        let more = after(&play.position, next, yields, depth - 1, (left, budget))?;
        nodes = nodes.saturating_add(more);
    }
    Ok(nodes)
}

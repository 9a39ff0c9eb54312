//! Counting sequences of throws and plays.

use std::collections::HashMap;

use super::game::{Cast, Game};
use super::moves::View;
use super::position::Position;
use crate::games::perft::{Counted, PerftError, Sequences, Terms};
use crate::work::{Note, stop};

/// A throw and a first play of it, with the number of sequences that begin with them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct First {
    /// The throw.
    pub cast: Cast,
    /// The number of different plays of it.
    pub plays: u64,
    /// Sequences that begin with it, the weight of the throw counted in.
    pub sequences: u128,
}

impl Counted for Position {
    type First = First;
    type Bound = ();

    fn count(&self, terms: &Terms<()>, note: &Note) -> Result<Sequences<First>, PerftError> {
        note.set("counting");
        let (nodes, firsts) = divide(self, terms.depth, terms.budget)?;
        let firsts = terms.divide.then_some(firsts);
        Ok(Sequences::of(terms.depth, nodes, firsts))
    }
}

/// The number of sequences of `depth` plies, and how they divide by the first throw.
///
/// A ply is one throw, each of the equally likely ones counted (so 1+3 twice), and one play of it; plays that end in
/// the same position are one, and a throw that cannot be used has one play. After dal-dal the next ply is the same
/// player's. Sequences that end the game earlier do not count.
///
/// Exact: all counts.
/// Cost: the plays of every position reached in fewer plies, each looked at once a depth, at most `budget` in all.
///
/// # Errors
/// [`PerftError`].
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use siga::games::daldos::{Game, Position, perft};
/// let game = Arc::new(Game::new("daldos:n=4".parse()?)?);
/// let start = Position::start(game);
/// let (nodes, _) = perft::divide(&start, 1, 1000)?;
/// assert_eq!(nodes, 16 + 1); // dal-dal may release one piece and carry it on, or release two
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn divide(
    position: &Position,
    depth: u32,
    budget: u64,
) -> Result<(u128, Vec<First>), PerftError> {
    let game = position.game();
    if depth == 0 {
        return Ok((1, Vec::new()));
    }
    let mut counter = Counter {
        game,
        known: vec![HashMap::new(); depth as usize],
        left: budget,
        budget,
    };
    let mut firsts = Vec::new();
    let mut total = 0u128;
    if position.view().over(game).is_some() {
        return Ok((0, firsts));
    }
    for cast in game.casts() {
        let plays = position.plays(cast);
        let mut after = 0u128;
        for play in &plays {
            after = plus(after, counter.count(&play.state, depth - 1)?)?;
        }
        let sequences = times(after, cast.weight)?;
        total = plus(total, sequences)?;
        firsts.push(First {
            cast: *cast,
            plays: plays.len() as u64,
            sequences,
        });
    }
    Ok((total, firsts))
}

fn plus(a: u128, b: u128) -> Result<u128, PerftError> {
    a.checked_add(b).ok_or(PerftError::Overflow { bits: 128 })
}

fn times(a: u128, weight: u64) -> Result<u128, PerftError> {
    a.checked_mul(weight.into())
        .ok_or(PerftError::Overflow { bits: 128 })
}

struct Counter<'a> {
    game: &'a Game,
    /// By depth.
    known: Vec<HashMap<View, u128>>,
    left: u64,
    budget: u64,
}

impl Counter<'_> {
    fn count(&mut self, state: &View, depth: u32) -> Result<u128, PerftError> {
        if depth == 0 {
            return Ok(1);
        }
        if state.over(self.game).is_some() {
            return Ok(0);
        }
        if let Some(&count) = self.known[depth as usize].get(state) {
            return Ok(count);
        }
        stop::check();
        let budget = self.budget;
        self.left = (self.left.checked_sub(1)).ok_or(PerftError::Budget { budget })?;
        let mut total = 0u128;
        for cast in self.game.casts() {
            let plays = state.plays(self.game, cast);
            let mut after = 0u128;
            if depth == 1 {
                after = plays.len() as u128;
            } else {
                for play in &plays {
                    after = plus(after, self.count(&play.state, depth - 1)?)?;
                }
            }
            total = plus(total, times(after, cast.weight)?)?;
        }
        self.known[depth as usize].insert(*state, total);
        Ok(total)
    }
}

//! Counting sequences of throws and plays.

use std::collections::HashMap;

use super::game::{Cast, Game};
use super::position::Position;
use super::state::State;

/// What can be thrown and played first, with the number of sequences that begin so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// The throw.
    pub cast: Cast,
    /// The number of different plays of it.
    pub plays: u64,
    /// Sequences that begin with it, the weight of the throw counted in.
    pub sequences: u128,
}

/// The number of sequences of `depth` plies, and how they divide by the first throw; `None` beyond 2^128.
///
/// A ply is one throw, each of the equally likely ones counted (so 1+3 twice), and one play of it; plays that end in
/// the same position are one, and a throw that cannot be used has one play. After dal-dal the next ply is the same
/// player's. Sequences that end the game earlier do not count.
///
/// Exact: all counts.
/// Cost: the plays of every position reached in fewer plies, each looked at once a depth.
///
/// # Examples
/// ```
/// use std::sync::Arc;
/// use siga::games::daldos::board::{Game, Position, perft};
/// let game = Arc::new(Game::new("daldos:n=4".parse()?)?);
/// let start = Position::start(game);
/// let (nodes, _) = perft::divide(&start, 1).expect("few");
/// assert_eq!(nodes, 16 + 1); // dal-dal may release one piece and carry it on, or release two
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn divide(position: &Position, depth: u32) -> Option<(u128, Vec<First>)> {
    let game = position.game();
    if depth == 0 {
        return Some((1, Vec::new()));
    }
    let mut known = vec![HashMap::new(); depth as usize];
    let mut firsts = Vec::new();
    let mut total = 0u128;
    if position.state().over(game).is_some() {
        return Some((0, firsts));
    }
    for cast in game.casts() {
        let plays = position.plays(cast);
        let mut after = 0u128;
        for play in &plays {
            after = after.checked_add(count(game, &play.state, depth - 1, &mut known)?)?;
        }
        let sequences = after.checked_mul(cast.weight.into())?;
        total = total.checked_add(sequences)?;
        firsts.push(First {
            cast: *cast,
            plays: plays.len() as u64,
            sequences,
        });
    }
    Some((total, firsts))
}

fn count(
    game: &Game,
    state: &State,
    depth: u32,
    known: &mut [HashMap<State, u128>],
) -> Option<u128> {
    if depth == 0 {
        return Some(1);
    }
    if state.over(game).is_some() {
        return Some(0);
    }
    if let Some(&count) = known[depth as usize].get(state) {
        return Some(count);
    }
    let mut total = 0u128;
    for cast in game.casts() {
        let plays = state.plays(game, cast);
        let mut after = 0u128;
        if depth == 1 {
            after = plays.len() as u128;
        } else {
            for play in &plays {
                after = after.checked_add(count(game, &play.state, depth - 1, known)?)?;
            }
        }
        total = total.checked_add(after.checked_mul(cast.weight.into())?)?;
    }
    known[depth as usize].insert(*state, total);
    Some(total)
}

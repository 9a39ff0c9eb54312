//! Positions of games with throws, played out at random, and the plays of a throw compared so.

use super::WithThrows;
use crate::games::playouts::{Comparison, Effort, Playouts, Policy};
use crate::work::{Fault, Note};

/// A position that can be played out.
pub trait PlaysOut: WithThrows {
    /// What stands for a position in games that are played out.
    type State: Clone + Send + Sync;
    /// The game with the policy of each team.
    type Game<'a>: Playouts<State = Self::State, Throws = Self::Throw>
    where
        Self: 'a;

    /// The position as the beginning of a game.
    fn start_of(&self) -> Self::State;

    /// The game of its rules with the policies of A and of B.
    fn game(&self, policies: [Policy; 2]) -> Self::Game<'_>;
}

/// Compares the positions that plays of a position lead to, each with the name of its play, both teams playing by the greedy policy; `None` if
/// there are none.
///
/// # Errors
/// No playouts, or too many.
pub fn compare_plays<P: PlaysOut>(
    before: &P,
    plays: impl Iterator<Item = (String, P)>,
    effort: Effort,
    note: &Note,
) -> Result<Option<Comparison>, Fault> {
    let starts: Vec<(String, P::State)> = plays
        .map(|(name, after)| (name, after.start_of()))
        .collect();
    if starts.is_empty() {
        return Ok(None);
    }
    let game = before.game([Policy::Greedy; 2]);
    let compared = effort.compare(&game, before.team(), &starts, note)?;
    Ok(Some(compared))
}

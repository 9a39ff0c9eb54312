//! Positions of games with throws, played out at random: the plays of a throw compared, and a game that was played gone through.

use super::WithThrows;
use super::review::Reviewed;
use crate::games::playouts::{self, Comparison, Effort, LuckAndSkill, Policy, Replays, TurnMade};
use crate::games::record::Record;
use crate::work::{Fault, Note};

/// A position that can be played out.
pub trait PlaysOut: WithThrows {
    /// What stands for a position in games that are played out.
    type State;
    /// The game with the policy of each team.
    type Game<'a>: Replays<State = Self::State, Throws = Self::Throw>
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

/// The luck and the skill of both sides in a game that was gone through, by playouts from each position in which both play on by the greedy
/// policy; `None` without any turn.
///
/// # Errors
/// Of kind limit: too many playouts.
pub fn luck_and_skill<P: PlaysOut>(
    record: &Record<P>,
    reviewed: &[Reviewed],
    effort: Effort,
    note: &Note,
) -> Result<Option<LuckAndSkill>, Fault> {
    let turns = record.turns().iter().zip(reviewed);
    let turns = turns.map(|(turn, reviewed)| TurnMade {
        before: turn.position.start_of(),
        throws: turn.throw.clone(),
        forced: reviewed.plays == Some(1),
    });
    let turns: Vec<_> = turns.collect();
    if turns.is_empty() {
        return Ok(None);
    }
    let end = record.end();
    let game = end.game([Policy::Greedy; 2]);
    playouts::luck_and_skill(&game, &turns, &end.start_of(), effort, note).map(Some)
}

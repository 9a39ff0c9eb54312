//! Positions of games with throws, played out at random: the plays of a throw compared, and a game that was played gone through.

use super::WithThrows;
use super::review::Reviewed;
use crate::games::playouts::{
    self, Comparison, Effort, LuckAndSkill, OfRanking, Playouts, Policy, Start, TurnMade,
};
use crate::games::record::Record;
use crate::work::{Fault, Note};

/// A position that can be played out.
pub trait PlaysOut: WithThrows {
    /// A game that begins with it.
    type Start: Start<Throws = Self::Throw>;

    /// The same as the beginning of a game.
    fn start_of(&self) -> Self::Start;
}

impl OfRanking {
    /// Compares the positions that the plays of a position lead to, the best first, both teams playing by the greedy policy; `None` if
    /// there are none.
    ///
    /// # Errors
    /// No playouts, or too many.
    pub fn greedy<P: PlaysOut>(
        self,
        before: &P,
        after: impl Iterator<Item = P>,
        note: &Note,
    ) -> Result<Option<Comparison>, Fault> {
        let after = after.map(|after| after.start_of());
        let starts: Vec<P::Start> = match self.plays {
            0 => after.collect(),
            plays => after.take(plays).collect(),
        };
        if starts.is_empty() {
            return Ok(None);
        }
        let before = before.start_of();
        let game = before.game([Policy::Greedy; 2]);
        let side = game.side(&before);
        let compared = self.effort.compare(&game, side, &starts, note)?;
        Ok(Some(compared))
    }
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
    let end = record.end().start_of();
    let game = end.game([Policy::Greedy; 2]);
    playouts::luck_and_skill(&game, &turns, &end, effort, note).map(Some)
}

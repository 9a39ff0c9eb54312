//! Games of running fights played out at random, each team by a policy.

use std::str::FromStr;

use crate::games::playouts::{
    self, Comparison, Effort, LuckAndSkill, OfRanking, Playouts, Random, Replays, TurnMade,
};
use crate::names::NameError;
use crate::work::{Fault, Note};

/// How a team uses its throws, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Policy {
    /// Any use, each as likely as the others.
    Random,
    /// To take; else so that no own piece leaves the board; else so that the least stands where single throws of the enemy could
    /// take it. Equal uses are equally likely.
    Greedy,
}

impl std::fmt::Display for Policy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Random => "random",
            Self::Greedy => "greedy",
        })
    }
}

/// The names of the policies.
const POLICY: &str = "a policy: write random or greedy";

impl FromStr for Policy {
    type Err = NameError;

    /// Reads the name of a policy.
    ///
    /// # Errors
    /// [`NameError`].
    fn from_str(text: &str) -> Result<Self, NameError> {
        [Self::Random, Self::Greedy]
            .into_iter()
            .find(|policy| policy.to_string() == text)
            .ok_or_else(|| NameError::new(text.chars().take(20).collect::<String>(), POLICY))
    }
}

/// One of the least of some measures, each as likely as the others.
pub(in crate::games) fn least<M: Ord>(measures: &[M], ties: &mut Random) -> Option<usize> {
    let best = measures.iter().min()?;
    let equal: Vec<usize> = (0..measures.len())
        .filter(|&at| measures[at] == *best)
        .collect();
    Some(equal[ties.below(equal.len() as u64) as usize])
}

/// Where games begin.
pub trait Start: Clone {
    /// The throws that are played at once.
    type Throws: Clone + Send + Sync;
    /// The game with the policy of each team.
    type Game<'a>: Replays<State = Self, Throws = Self::Throws>
    where
        Self: 'a;

    /// The game with the policies of A and of B.
    fn game(&self, policies: [Policy; 2]) -> Self::Game<'_>;
}

impl OfRanking {
    /// Compares the positions that the plays of a position lead to, the best first, both teams playing by the greedy policy; `None` if
    /// there are none.
    ///
    /// # Errors
    /// No playouts, or too many.
    pub fn greedy<S: Start + Send + Sync>(
        self,
        before: &S,
        after: impl Iterator<Item = S>,
        note: &Note,
    ) -> Result<Option<Comparison>, Fault> {
        let starts: Vec<S> = match self.plays {
            0 => after.collect(),
            plays => after.take(plays).collect(),
        };
        if starts.is_empty() {
            return Ok(None);
        }
        let game = before.game([Policy::Greedy; 2]);
        let side = game.side(before);
        let compared = self.effort.compare(&game, side, &starts, note)?;
        Ok(Some(compared))
    }
}

/// What the throws and the plays of a game changed, both teams playing on by the greedy policy, from its turns and the position at
/// the end.
///
/// # Errors
/// As [`playouts::luck_and_skill`].
pub(in crate::games) fn luck_and_skill<S: Start + Send + Sync>(
    turns: &[TurnMade<S, S::Throws>],
    end: &S,
    effort: Effort,
    note: &Note,
) -> Result<LuckAndSkill, Fault> {
    let game = end.game([Policy::Greedy; 2]);
    playouts::luck_and_skill(&game, turns, end, effort, note)
}

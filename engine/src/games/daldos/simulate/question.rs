//! Games played out from a position, each side by a policy.

use super::{Confidence, Players, Policy, Tally};
use crate::games::daldos::Position;
use crate::games::daldos::endgame::{Endgame, MAX_PIECES, MAX_POSITIONS};
use crate::games::playouts::{allow_games, simulate};
use crate::work::{Fault, Note};

/// The question about random playouts.
#[derive(Clone, Debug)]
pub struct Question {
    /// Where every game begins.
    pub start: Position,
    /// The policies of A and of B.
    pub policies: [Policy; 2],
    /// The number of games.
    pub games: u64,
    /// The seed of the dice.
    pub seed: u64,
    /// The pieces of the endgame that [`Policy::Best`] knows; by default that of the position where it has few pieces, else
    /// the smallest of the rules.
    pub endgame: Option<[usize; 2]>,
    /// The confidence of the intervals.
    pub confidence: Confidence,
}

/// The answer to a [`Question`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The results of the games.
    pub tally: Tally,
}

/// The greatest distance between the bounds of an endgame for a policy, in units of 2^-62: about 10^-9.
const WIDTH: u64 = 1 << 32;

impl Question {
    /// The answer.
    ///
    /// Estimated: the tally depends on the seed alone, not on the machine.
    /// Cost: about a microsecond a throw with few pieces, more with many; on all processors. With [`Policy::Best`] an endgame is
    /// solved first.
    ///
    /// # Errors
    /// Of kind input: no games, a game that is over, or an endgame that cannot be. Of kind limit: too many games.
    ///
    /// # Examples
    /// ```
    /// use siga::games::daldos::{Position, Team};
    /// use siga::games::daldos::simulate::{Confidence, Policy, Question};
    /// use siga::work::Note;
    /// let question = Question {
    ///     start: Position::parse("aaa/4/bbb A", &"daldos:n=3".parse()?)?,
    ///     policies: [Policy::Greedy, Policy::Random],
    ///     games: 200,
    ///     seed: 1,
    ///     endgame: None,
    ///     confidence: Confidence::Usual,
    /// };
    /// let tally = question.answer(&Note::default())?.tally;
    /// assert!(tally.chance(Team::A, Confidence::Usual).estimate > 0.5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        allow_games(self.games)?;
        let endgame = if self.policies.contains(&Policy::Best) && self.start.winner().is_none() {
            note.set("solving the endgame");
            Some(self.endgame()?)
        } else {
            None
        };
        note.set("playing");
        note.count_to(self.games);
        let players = Players {
            policies: self.policies,
            endgame: endgame.as_ref(),
        };
        Ok(Answer {
            tally: simulate(&players, &self.start, self.games, self.seed, note.done())?,
            question: self,
        })
    }

    /// The pieces of the only endgame that [`Policy::Best`] knows, so that it is greedy before; `None` if it knows all that can come,
    /// or nobody plays by it.
    pub fn greedy_before(&self) -> Option<[usize; 2]> {
        let least = usize::from(self.start.game().rules().board().loses_at) + 1;
        let few = self.counts().iter().all(|&count| count <= MAX_PIECES);
        let best = self.policies.contains(&Policy::Best);
        match self.endgame {
            _ if !best => None,
            None => (!few).then_some([least; 2]),
            known => known.filter(|known| *known != self.counts()),
        }
    }

    /// The pieces of the side to throw, and of the other.
    fn counts(&self) -> [usize; 2] {
        let state = self.start.view();
        [state.own, state.enemy].map(|set| set.count_ones() as usize)
    }

    fn endgame(&self) -> Result<Endgame, Fault> {
        let (game, state) = (self.start.game().clone(), self.start.view());
        let counts = self.counts();
        let least = usize::from(game.rules().board().loses_at) + 1;
        let all = |pieces| Endgame::solve(game.clone(), pieces, WIDTH);
        Ok(match self.endgame {
            Some(pieces) => all(pieces)?,
            None if counts.iter().all(|&count| count <= MAX_PIECES) => {
                Endgame::solve_reached(game.clone(), state, WIDTH, MAX_POSITIONS)?
            }
            None => all([least; 2])?,
        })
    }
}

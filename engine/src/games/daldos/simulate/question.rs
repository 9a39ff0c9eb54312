//! Games played out from a position, each side by a policy.

use super::{Confidence, Policy, Simulation, Tally};
use crate::games::daldos::endgame::{Effort, Endgame, MAX_PIECES, MAX_POSITIONS};
use crate::games::daldos::{Game, Position};
use crate::work::limit::grouped;
use crate::work::{Fault, Note};

/// About the seconds of one core that a game takes.
pub(in crate::games::daldos) fn seconds(game: &Game) -> f64 {
    let n = f64::from(game.rules().board().n);
    7e-7 * n * n
}

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
    /// Estimated. Cost: [`Simulation::run`]; with [`Policy::Best`] an endgame is solved first.
    ///
    /// # Errors
    /// Of kind input: no games, a game that is over, or an endgame that cannot be. Of kind limit: too many games.
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        let endgame = if self.policies.contains(&Policy::Best) && self.start.winner().is_none() {
            note.set("solving the endgame");
            Some(self.endgame(note)?)
        } else {
            None
        };
        let what = || format!("{} games", grouped(self.games.into()));
        note.ahead(seconds(self.start.game()) * self.games as f64, what);
        note.set("playing");
        note.count_to(self.games);
        let simulation = Simulation {
            start: self.start.clone(),
            policies: self.policies,
            games: self.games,
            seed: self.seed,
            endgame: endgame.as_ref(),
        };
        Ok(Answer {
            tally: simulation.run_counting(note.done())?,
            question: self,
        })
    }

    fn endgame(&self, note: &Note) -> Result<Endgame, Fault> {
        let (game, state) = (self.start.game().clone(), self.start.state());
        let counts = [state.own, state.enemy].map(|set| set.count_ones() as usize);
        let least = usize::from(game.rules().board().loses_at) + 1;
        let all = |pieces| {
            Effort::new(&game, pieces, WIDTH, false)?.allow_all(Some(MAX_POSITIONS), note)?;
            Endgame::solve(game.clone(), pieces, WIDTH)
        };
        Ok(match self.endgame {
            Some(pieces) => all(pieces)?,
            None if counts.iter().all(|&count| count <= MAX_PIECES) => {
                let effort = Effort::new(&game, counts, WIDTH, false)?;
                let tell = |positions| effort.tell(positions, note);
                Endgame::solve_reached(game.clone(), state, WIDTH, MAX_POSITIONS, tell)?
            }
            None => all([least; 2])?,
        })
    }
}

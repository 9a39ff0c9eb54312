//! The side that makes the first capture: the rest of the placing, else search, else solve the board.

use super::{SlidingRanking, Solution};
use crate::games::sidja::Position;
use crate::games::sidja::placing::{Goal, Ranking};
use crate::solve::solution_cache;
use crate::work::{Fault, Note};

/// Positions searched where the board can be solved: distant captures are found sooner in the solution, and for nothing if
/// it is kept from an earlier question.
const NEAR: u64 = 1000;

/// The question which side makes the first capture from a position, and with each of its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// The position: stones in hand, or all of them on the board and one cell empty.
    pub position: Position,
    /// The most positions visited; see [`SlidingRanking::search`].
    pub budget: u64,
    /// Never solve the whole board; only for positions without stones in hand.
    pub search_only: bool,
}

/// The answer to a [`Question`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The result.
    pub found: Found,
}

/// The result for a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// Stones are in hand: what comes of each.
    Placing(Ranking),
    /// All stones are on the board.
    Sliding {
        /// The value, with the positions that the search visited.
        ranking: SlidingRanking,
        /// Whether the whole sliding phase was solved for it.
        solved: bool,
    },
}

impl Question {
    /// The answer. `note` hears what is being done.
    ///
    /// With stones in hand the rest of the placing is solved, on boards up to 5×5. Else on boards up to 5×5 a search looks at a thousand positions at most; what it leaves open is looked up in the solution
    /// of the board, which is solved first. Larger boards have none, and what the search found within its budget stands.
    ///
    /// # Errors
    /// Of kind input: something has been taken. With stones in hand those of [`Ranking::new`].
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        let answer = |found| Answer {
            question: self,
            found,
        };
        if self.position.state().is_placing() {
            let ranking = Ranking::new(&self.position, Goal::FirstCapture, note)?;
            return Ok(answer(Found::Placing(ranking)));
        }
        note.set("searching");
        let rules = *self.position.rules();
        let solvable = !self.search_only && Solution::is_possible(&rules);
        let looked_at = if solvable {
            self.budget.min(NEAR)
        } else {
            self.budget
        };
        let found = SlidingRanking::search(&self.position, looked_at)?;
        let open = found.value.is_none() || found.moves.iter().any(|found| found.value.is_none());
        let searched = |ranking| {
            answer(Found::Sliding {
                ranking,
                solved: false,
            })
        };
        if !open || !solvable {
            return Ok(searched(found));
        }
        let solve = || Solution::noting(rules, note);
        let Ok(solution) = solution_cache::solution(rules.to_string(), solve) else {
            return Ok(searched(found));
        };
        let ranking = SlidingRanking {
            nodes: found.nodes,
            ..SlidingRanking::from_solution(&self.position, &solution)?
        };
        Ok(answer(Found::Sliding {
            ranking,
            solved: true,
        }))
    }
}

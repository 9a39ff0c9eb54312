//! Who makes the first capture: search, else solve the board.

use super::report::NotSliding;
use super::{Report, Solution};
use crate::games::sidja::Position;
use crate::solve::solution_cache;
use crate::work::Note;

/// Positions searched where the board can be solved: what is far off is had sooner from the solution, and for nothing if
/// it is kept from an earlier question.
const NEAR: u64 = 1000;

/// Who makes the first capture from a position, and with each of its moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Question {
    /// The position: all stones on the board, one cell empty.
    pub position: Position,
    /// The most positions visited; see [`Report::search`].
    pub budget: u64,
    /// Never solve the whole board.
    pub search_only: bool,
}

/// The answer to a [`Question`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Answer {
    /// What was asked.
    pub question: Question,
    /// What was found, with the positions that the search visited.
    pub report: Report,
    /// Whether the whole sliding phase was solved for it.
    pub solved: bool,
}

impl Question {
    /// The answer. `note` hears what is being done.
    ///
    /// On boards up to 5×5 a search looks at a thousand positions at most; what it leaves open is looked up in the solution
    /// of the board, which is solved first. Larger boards have none, and what the search found within its budget stands.
    ///
    /// # Errors
    /// If it is not a position of the sliding phase.
    pub fn answer(self, note: &Note) -> Result<Answer, NotSliding> {
        note.set("searching");
        let rules = *self.position.rules();
        let solvable = !self.search_only && Solution::is_possible(&rules);
        let looked_at = if solvable {
            self.budget.min(NEAR)
        } else {
            self.budget
        };
        let found = Report::search(&self.position, looked_at)?;
        let open = found.value.is_none() || found.moves.iter().any(|found| found.value.is_none());
        if !open || !solvable {
            return Ok(Answer {
                question: self,
                report: found,
                solved: false,
            });
        }
        let solve = || Solution::noting(rules, note);
        let Ok(solution) = solution_cache::solution(rules.to_string(), solve) else {
            return Ok(Answer {
                question: self,
                report: found,
                solved: false,
            });
        };
        Ok(Answer {
            question: self,
            report: Report {
                nodes: found.nodes,
                ..Report::from_solution(&self.position, &solution)?
            },
            solved: true,
        })
    }
}

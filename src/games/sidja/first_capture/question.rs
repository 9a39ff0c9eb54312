//! Who makes the first capture: search, else solve the board.

use super::report::NotSliding;
use super::{Report, Solution};
use crate::games::sidja::Position;
use crate::solve::shared;

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
    /// What was found, with the positions that the search visited.
    pub report: Report,
    /// Whether the whole sliding phase was solved for it.
    pub solved: bool,
}

impl Question {
    /// The answer. `stage` is told what is being done.
    ///
    /// What the search leaves open within its budget is looked up in the solution of the board, which is solved
    /// first; larger boards than 5×5 have none, and what the search found stands.
    ///
    /// # Errors
    /// If it is not a position of the sliding phase.
    pub fn answer(&self, stage: &mut dyn FnMut(&str)) -> Result<Answer, NotSliding> {
        stage("searching");
        let found = Report::search(&self.position, self.budget)?;
        let open = found.value.is_none() || found.moves.iter().any(|found| found.value.is_none());
        if !open || self.search_only {
            return Ok(Answer {
                report: found,
                solved: false,
            });
        }
        stage("solving the board");
        let rules = *self.position.rules();
        let solve = || Solution::new(rules);
        let Ok(solution) = shared::solution(rules.to_string(), solve) else {
            return Ok(Answer {
                report: found,
                solved: false,
            });
        };
        Ok(Answer {
            report: Report {
                nodes: found.nodes,
                ..Report::from_solution(&self.position, &solution)?
            },
            solved: true,
        })
    }
}

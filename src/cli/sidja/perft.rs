//! `siga sidja perft`: counting sequences of moves.

use super::question::Question;
use crate::cli::args::sidja::Perft;
use crate::cli::failure::Failure;
use crate::cli::perft::{self, PerftReport};
use crate::cli::progress::Progress;
use crate::games::sidja;

pub(super) fn run(arguments: &Perft, progress: Progress) -> Result<PerftReport, Failure> {
    let question = Question::new(&arguments.asked)?;
    let asked = perft::Question {
        name: "sidja-perft",
        query: question.query("perft"),
        rules: question.rules().to_string(),
        picture: question.picture(),
        depth: arguments.depth,
        divide: arguments.divide,
        budget: arguments.budget,
    };
    perft::run(asked, progress, |depth| {
        sidja::perft::divide(&question.position, depth).unwrap_or_default()
    })
}

//! `siga teeko perft`, `siga 5x5 perft`: counting sequences of moves.

use super::Named;
use super::question::Question;
use crate::cli::args::alignment::Perft;
use crate::cli::failure::Failure;
use crate::cli::perft::{self, PerftReport};
use crate::cli::progress::Progress;
use crate::games::alignment;

pub(super) fn run<R: Named>(arguments: &Perft, progress: Progress) -> Result<PerftReport, Failure> {
    let question = Question::<R>::new(&arguments.asked)?;
    let asked = perft::Question {
        name: R::PERFT,
        query: question.query("perft"),
        rules: question.rules().to_string(),
        picture: question.picture(),
        depth: arguments.depth,
        divide: arguments.divide,
        budget: arguments.budget,
    };
    perft::run(asked, progress, |depth| {
        alignment::perft::divide(&question.position, depth).unwrap_or_default()
    })
}

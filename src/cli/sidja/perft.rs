//! `siga sidja perft`: counting sequences of moves.

use super::Asked;
use super::subject::read;
use crate::cli::args::sidja::Perft;
use crate::cli::failure::Failure;
use crate::games::sidja::Question;

pub(super) fn ask(arguments: &Perft) -> Result<Asked, Failure> {
    let (position, mut caption) = read(&arguments.asked)?;
    caption.divide = arguments.divide;
    let question = Question::Perft {
        position,
        depth: arguments.depth,
        budget: arguments.budget,
    };
    Ok((question, caption))
}

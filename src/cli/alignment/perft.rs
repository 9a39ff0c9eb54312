//! `siga teeko perft`, `siga 5x5 perft`: counting sequences of moves.

use super::subject::read;
use super::{Asked, Named};
use crate::cli::args::alignment::Perft;
use crate::cli::failure::Failure;
use crate::games::alignment::question::Question;

pub(super) fn ask<R: Named>(arguments: &Perft) -> Result<Asked<R>, Failure> {
    let (position, mut caption) = read(&arguments.asked)?;
    caption.divide = arguments.divide;
    let question = Question::Perft {
        position,
        depth: arguments.depth,
        budget: arguments.budget,
    };
    Ok((question, caption))
}

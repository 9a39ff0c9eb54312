//! `siga tab perft`: counting plays.

use super::{Asked, Thrown};
use crate::ask::prelude::*;
use crate::ask::running_fight::perft::Yields;
use crate::ask::subject::read;
use crate::ask::tab::args::Perft;
use crate::games::tab::moves::Yield;
use crate::games::tab::perft;
use crate::games::tab::{Position, Question};

pub(super) type PerftReport = crate::ask::running_fight::perft::PerftReport<Position>;

impl Yields for Position {
    const PERFT: &'static str = "tab-perft";

    fn throws(played: &Yield) -> Vec<Thrown> {
        super::throws(played)
    }
}

pub(super) fn ask(arguments: &Perft, caller: Caller) -> Result<Asked, Failure> {
    let (position, caption) = read(&arguments.asked, caller)?;
    let question = perft::Question {
        position,
        depth: arguments.depth,
        max_throws: arguments.max_throws,
        budget: arguments.budget,
        divide: arguments.divide,
    };
    Ok((Question::Perft(question), caption))
}

//! `siga tab perft`: counting plays.

use super::{Asked, Thrown};
use crate::ask::prelude::*;
use crate::ask::running_fight::perft::{self, PerftArgs, Yields};
use crate::games::tab::moves::Yield;
use crate::games::tab::{Position, Question};

pub(super) type PerftReport = perft::PerftReport<Position>;

impl Yields for Position {
    const PERFT: &'static str = "tab-perft";

    fn throws(played: &Yield) -> Vec<Thrown> {
        super::throws(played)
    }
}

pub(super) fn ask(arguments: &PerftArgs, caller: Caller) -> Result<Asked, Failure> {
    let (question, caption) = perft::ask(arguments, caller)?;
    Ok((Question::Perft(question), caption))
}

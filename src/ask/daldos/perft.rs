//! `siga daldos perft`: counting sequences of throws and plays.

use super::Captioned;
use crate::ask::daldos::args::PerftArgs;
use crate::ask::perft::{Beginning, Divided, NoShorter, PlyTerms};
use crate::ask::prelude::*;
use crate::ask::subject::read;
use crate::games::daldos::perft::First;
use crate::games::daldos::{Position, Question};
use crate::games::perft::{self, Answer, Sequences};

impl Divided for Position {
    const PERFT: &'static str = "daldos-perft";
}

/// The sequences after a first throw.
#[derive(Serialize, JsonSchema)]
pub(crate) struct ByThrow {
    /// The faces of the dice, the smaller number first.
    throw: [u8; 2],
    /// The number of the equally likely throws that show it.
    weight: Count,
    /// Different plays of it.
    plays: Count,
    /// Sequences, the weight counted in.
    nodes: Count,
}

pub(super) fn ask(arguments: &PerftArgs, caller: Caller) -> Result<Captioned, Failure> {
    let (position, caption) = read(&arguments.asked, caller)?;
    let question = Question::Perft(perft::Question {
        position,
        depth: arguments.depth,
        bound: (),
        budget: arguments.budget,
        divide: arguments.divide,
    });
    Ok((question, caption))
}

impl Beginning<Position> for First {
    type Terms = PlyTerms;
    type Shorter = NoShorter;
    type Entry = ByThrow;
    const COLUMNS: [&'static str; 2] = ["plies", "sequences"];

    fn terms(question: &perft::Question<Position>, divide: bool) -> PlyTerms {
        PlyTerms::of(question, divide)
    }

    fn shorter(_found: &Sequences<Self>) -> NoShorter {
        NoShorter {}
    }

    fn entry(&self) -> ByThrow {
        ByThrow {
            throw: self.cast.numbers,
            weight: Count::of(self.cast.weight),
            plays: Count::of(self.plays),
            nodes: Count::of(self.sequences),
        }
    }

    fn heading(_question: &perft::Question<Position>) -> String {
        "sequences of throws and plays".to_owned()
    }

    fn table(parts: &[Self], rules: &str, answer: &Answer<Position>) -> Sheet {
        let plies = counted(answer.question.depth, "ply", "plies");
        Sheet::of(parts)
            .right("throw", |first| first.cast.text())
            .right("weight", |first| first.cast.weight)
            .right("plays", |first| first.plays)
            .right("sequences", |first| first.sequences)
            .named(
                "divide",
                format!("{rules} · sequences of {plies} by first throw"),
            )
            .note("sequences: counted once for each weight of the throw")
    }
}

//! `siga daldos simulate`: random playouts.

use crate::ask::args::position::PositionArgs;
use crate::ask::daldos::args::endgame::SimulateArgs as Arguments;
use crate::ask::playouts::simulate::{Simulated, Simulates, confidence, policy};
use crate::ask::prelude::*;
use crate::ask::{input, subject};
use crate::games::daldos::simulate;
use crate::games::daldos::{Position, Question};

pub(super) type SimulateReport = Simulated<Position>;

pub(super) fn ask(arguments: &Arguments, caller: Caller) -> Result<Question, Failure> {
    let rules = arguments.rules.clone();
    let start: Position = match arguments.place.place() {
        Some(place) => subject::read(&PositionArgs { place, rules }, caller)?.0,
        None => subject::start(rules.as_deref())?,
    };
    let pieces = |pieces: &Vec<usize>| input::pair("--endgame", pieces);
    Ok(Question::Simulate(simulate::Question {
        start,
        policies: [policy("--a", &arguments.a)?, policy("--b", &arguments.b)?],
        games: arguments.games,
        seed: arguments.seed,
        endgame: arguments.endgame.as_ref().map(pieces).transpose()?,
        confidence: confidence(&arguments.confidence),
    }))
}

impl Simulates for Position {
    const SIMULATE: &'static str = "daldos-simulate";
}

pub(super) fn report(answer: simulate::Answer) -> SimulateReport {
    let question = answer.question;
    let greedy_before = question.greedy_before().map(|[one, other]| {
        format!(
            "best knows the endgame of {one} against {other} pieces and plays greedily before it (--endgame A,B for another)"
        )
    });
    SimulateReport {
        note: greedy_before,
        first: Some(question.start.side()),
        position: question.start,
        policies: question.policies.map(|policy| policy.to_string()),
        games: question.games,
        seed: question.seed,
        confidence: question.confidence,
        tally: answer.tally,
    }
}

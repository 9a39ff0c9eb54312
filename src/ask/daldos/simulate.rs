//! `siga daldos simulate`: games played out by chance.

use crate::ask::args::position::PositionArgs;
use crate::ask::daldos::args::endgame::SimulateArgs as Arguments;
use crate::ask::prelude::*;
use crate::ask::simulated::{Playouts, SimulateQuery, Simulated, confidence, policy};
use crate::ask::{input, subject};
use crate::games::daldos::simulate;
use crate::games::daldos::{Position, Question};

pub(super) struct SimulateReport(Simulated);

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

impl SimulateReport {
    pub(super) fn new(answer: simulate::Answer) -> Self {
        let question = answer.question;
        Self(Simulated {
            command: "daldos simulate",
            rules: question.start.game().rules().to_string(),
            position: question.start.to_string(),
            first: Some(question.start.side()),
            policies: question.policies.map(|policy| policy.to_string()),
            games: question.games,
            seed: question.seed,
            confidence: question.confidence,
            tally: answer.tally,
        })
    }
}

impl Reply for SimulateReport {
    const NAME: &'static str = "daldos-simulate";
    type Query = SimulateQuery;
    type Result = Playouts;

    fn query(&self) -> SimulateQuery {
        self.0.query()
    }

    fn result(&self) -> Playouts {
        self.0.result()
    }
}

impl Report for SimulateReport {
    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        self.0.sheets(style)
    }
}

//! `siga tab simulate`: games played out by chance.

use crate::ask::args::position::PositionArgs;
use crate::ask::prelude::*;
use crate::ask::simulated::{Playouts, SimulateQuery, Simulated, confidence, policy};
use crate::ask::subject;
use crate::ask::tab::args::Simulate as Arguments;
use crate::games::tab::playouts::State;
use crate::games::tab::simulate;
use crate::games::tab::{Position, Question, Rules};

pub(super) struct SimulateReport(Simulated);

pub(super) fn ask(arguments: &Arguments, caller: Caller) -> Result<Question, Failure> {
    let rules = arguments.rules.clone();
    let start = match arguments.place.place() {
        Some(place) => {
            let position: Position = subject::read(&PositionArgs { place, rules }, caller)?.0;
            State::of(position)
        }
        None => State::start(&subject::rules::<Rules>(rules.as_deref())?),
    };
    Ok(Question::Simulate(simulate::Question {
        start,
        policies: [policy("--a", &arguments.a)?, policy("--b", &arguments.b)?],
        games: arguments.games,
        seed: arguments.seed,
        confidence: confidence(&arguments.confidence),
    }))
}

impl SimulateReport {
    pub(super) fn new(answer: simulate::Answer) -> Self {
        let question = answer.question;
        let position = &question.start.position;
        Self(Simulated {
            command: "tab simulate",
            rules: position.rules().to_string(),
            position: position.to_string(),
            first: (!question.start.opening).then_some(position.side()),
            policies: question.policies.map(|policy| policy.to_string()),
            games: question.games,
            seed: question.seed,
            confidence: question.confidence,
            tally: answer.tally,
        })
    }
}

impl Reply for SimulateReport {
    const NAME: &'static str = "tab-simulate";
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

//! Games played out at random, each team by a policy.

use clap::Args;

use super::endgame::Endgames;
use crate::ask::args::position::{OptionalPositionSource, PositionArgs};
use crate::ask::playouts::simulate::{Simulated, Simulates, confidence, policy};
use crate::ask::prelude::*;
use crate::ask::subject;
use crate::games::running_fight::policies::State;
use crate::games::running_fight::review::RunningFight;
use crate::games::running_fight::simulate::{Answer, Question};

/// A game whose games are played out from a start that may be more than a position.
pub(crate) trait Starts: Endgames + RunningFight<Start = State<Self>> {
    /// The name of the report.
    const SIMULATE: &'static str;

    /// The start of a game.
    fn first(rules: &Self::Rules) -> State<Self>;
}

impl<P: Starts> Simulates for P {
    const SIMULATE: &'static str = <P as Starts>::SIMULATE;
    const DRAWN: bool = <P as Endgames>::DRAWN;
}

#[derive(Clone, Debug, Args)]
pub(crate) struct SimulateArgs {
    #[command(flatten)]
    pub(crate) place: OptionalPositionSource,
    /// The rules (see `siga rules`)
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Option<String>,
    /// How A plays: random or greedy
    #[arg(long, value_name = "POLICY", default_value = "greedy")]
    a: String,
    /// How B plays
    #[arg(long, value_name = "POLICY", default_value = "greedy")]
    b: String,
    /// How many games are played
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u64,
    /// The seed of the sticks
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How sure the intervals are, in per cent: 95, 99 or 99.9
    #[arg(long, value_name = "PERCENT", default_value = "95", value_parser = ["95", "99", "99.9"])]
    confidence: String,
}

/// The question of the arguments.
pub(crate) fn ask<P: Starts>(
    arguments: &SimulateArgs,
    caller: Caller,
) -> Result<Question<P::Start>, Failure> {
    let rules = arguments.rules.clone();
    let start = match arguments.place.place() {
        Some(place) => subject::read::<P>(&PositionArgs { place, rules }, caller)?
            .0
            .begun(),
        None => P::first(&subject::rules_of::<P::Rules>(rules.as_deref())?),
    };
    Ok(Question {
        start,
        policies: [policy("--a", &arguments.a)?, policy("--b", &arguments.b)?],
        games: arguments.games,
        seed: arguments.seed,
        confidence: confidence(&arguments.confidence),
    })
}

/// The report of an answer.
pub(crate) fn report<P: Starts>(answer: Answer<P::Start>) -> Simulated<P> {
    let question = answer.question;
    let State { position, opening } = question.start;
    Simulated {
        first: (!opening).then_some(position.team()),
        position,
        policies: question.policies.map(|policy| policy.to_string()),
        games: question.games,
        seed: question.seed,
        confidence: question.confidence,
        note: None,
        tally: answer.tally,
    }
}

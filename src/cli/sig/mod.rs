//! `siga sig`: whole turns, capture chances, positions.

mod analyse;
mod moves;
mod odds;
mod perft;
mod picture;
mod question;
mod turn;

use itertools::Itertools;
use serde_json::{Value, json};

use super::args::sig::Sig;
use super::failure::Failure;
use super::input::rules;
use super::json::number;
use super::progress::Progress;
use super::report::AnyReport;
use super::schema::Described;
use crate::games::sig::moves::Yield;
use crate::games::sig::{Cell, Interval, Rules, Stopped};

/// The reports of these commands.
pub(super) const REPORTS: &[Described] = &[
    Described::report::<odds::OddsReport>("sig-odds"),
    Described::report::<odds::OddsReport>("sig-table"),
    Described::report::<turn::TurnReport>("sig-turn"),
    Described::report::<moves::MovesReport>("sig-moves"),
    Described::report::<perft::PerftReport>("sig-perft"),
    Described::report::<analyse::AnalyseReport>("sig-analyse"),
];

pub(super) fn run(command: &Sig, progress: Progress) -> Result<Box<dyn AnyReport>, Failure> {
    Ok(match command {
        Sig::Turn(arguments) => Box::new(turn::run(arguments)?),
        Sig::Odds(arguments) => Box::new(odds::run(arguments)?),
        Sig::Table(arguments) => Box::new(odds::table(arguments, progress)?),
        Sig::Moves(arguments) => Box::new(moves::run(arguments)?),
        Sig::Analyse(arguments) => Box::new(analyse::run(arguments, progress)?),
        Sig::Perft(arguments) => Box::new(perft::run(arguments, progress)?),
    })
}

/// The throws of `--yield`.
fn played(text: &str, rules: &Rules) -> Result<Yield, Failure> {
    Yield::parse(text, rules).map_err(|error| {
        let shown: String = match text.chars().count() {
            0..=60 => text.to_owned(),
            _ => text.chars().take(60).chain(['…']).collect(),
        };
        Failure::Input(anyhow::Error::new(error).context(format!("--yield {shown}")))
    })
}

/// A number or its bounds as JSON has them.
fn interval(interval: &Interval) -> Value {
    match interval.exact() {
        Some(value) => number(value),
        None => json!({ "lower": number(&interval.lower), "upper": number(&interval.upper) }),
    }
}

/// Where the budget ended the work, as JSON has it: `null` if it did not.
fn stopped(stopped: Option<Stopped>) -> Value {
    stopped.map_or(
        Value::Null,
        |stopped| json!({ "standing": stopped.standing, "budget": stopped.budget.to_string() }),
    )
}

/// The same for people.
fn stopped_note(stopped: Stopped) -> String {
    let throws = match stopped.standing {
        0 => "the last throw alone was looked at".to_owned(),
        1 => "yields of at most 1 throw before the last were looked at".to_owned(),
        throws => format!("yields of at most {throws} throws before the last were looked at"),
    };
    format!(
        "the budget ended the work: {throws}; for closer bounds try --budget {}",
        stopped.budget
    )
}

/// Throws as JSON has them: numbers, or `khadzh`.
fn throws(played: &Yield) -> Value {
    let throws = played.faces().iter().map(|face| {
        let text = face.to_string();
        text.parse::<u8>()
            .map_or_else(|_| json!(text), |cells| json!(cells))
    });
    throws.collect()
}

/// Cells as JSON has them.
fn cells(cells: &[Cell]) -> Value {
    cells.iter().map(ToString::to_string).collect()
}

/// Things separated by blanks, for people.
fn spaced<T: ToString>(things: &[T]) -> String {
    things.iter().map(ToString::to_string).join(" ")
}

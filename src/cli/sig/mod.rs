//! `siga sig`: whole turns, capture chances, positions.

mod analyse;
mod moves;
mod odds;
mod perft;
mod picture;
pub(super) mod play;
mod question;
mod turn;

use itertools::Itertools;
use schemars::JsonSchema;
use serde::Serialize;

use super::args::sig::Sig;
use super::failure::Failure;
use super::input::rules;
use super::json::Count;
use super::play::not_a_question;
use super::progress::Progress;
use super::report::AnyReport;
use super::schema::Described;
use crate::games::sig::moves::Yield;
use crate::games::sig::rules::Face;
use crate::games::sig::{Cell, Rules, Stopped};

/// The reports of these commands.
pub(super) const REPORTS: &[Described] = &[
    Described::report::<odds::OddsReport>("sig-odds"),
    Described::report::<odds::TableReport>("sig-table"),
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
        Sig::Play(_) => return Err(not_a_question()),
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

/// Where the budget ended the work.
#[derive(Serialize, JsonSchema)]
struct Ended {
    /// How many throws before the last were looked at one by one.
    standing: u32,
    /// About what brings the bounds closer.
    budget: Count,
}

impl From<Stopped> for Ended {
    fn from(stopped: Stopped) -> Self {
        Self {
            standing: stopped.standing,
            budget: Count::of(stopped.budget),
        }
    }
}

/// Where the budget ended the work, for people.
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

/// A throw that stands: the cells it moves a piece, or `khadzh`.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum Thrown {
    Cells(u8),
    Named(String),
}

/// Throws as JSON has them.
fn throws(played: &Yield) -> Vec<Thrown> {
    let throws = played.faces().iter().map(|face| match face {
        Face::Move(cells) => Thrown::Cells(*cells),
        named => Thrown::Named(named.to_string()),
    });
    throws.collect()
}

/// Cells as JSON has them.
fn cells(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(ToString::to_string).collect()
}

/// Things separated by blanks, for people.
fn spaced<T: ToString>(things: &[T]) -> String {
    things.iter().map(ToString::to_string).join(" ")
}

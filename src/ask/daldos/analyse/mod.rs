//! `siga daldos analyse`: the chances of a whole turn, and plays ranked.

mod json;
mod plays;
mod turn;

pub(crate) use json::Ways;
pub(crate) use plays::worth;

use std::path::PathBuf;

use clap::Args;
use num_rational::BigRational;

use crate::ask::args::measure::measure;
use crate::ask::args::tables::TablesPlace;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::playouts::{self, PlayoutArgs};
use crate::ask::prelude::*;
use crate::ask::subject::{Placed, PositionOf};
use crate::ask::tables;
use crate::ask::with_throws::moves::ThrowArg;
use crate::exact::serial::count;
use crate::exact::{Quantity, parse_fraction};
use crate::games::daldos::Position;
use crate::games::daldos::analyse::{By, Closeness, analyse, rank};
use crate::games::throws::endgame::{Known, Terms};
use crate::work::Note;
use json::{Analysis, RankedPlays};

/// The most positions that are solved for the chances to win: half a minute's work on 16 holes.
const MOST_SOLVED: u32 = 300_000;
/// Plays shown to people; the other formats have all.
const SHOWN: usize = 20;

/// The chances of a whole turn, of both sides; with a throw, its plays ranked.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[schemars(rename = "AnalyseQuery")]
pub(crate) struct Analyse {
    #[command(flatten)]
    #[serde(flatten)]
    at: PositionOf<Position>,
    #[command(flatten)]
    #[serde(flatten)]
    thrown: ThrowArg<Position>,
    /// What plays are ranked by
    #[arg(long, value_parser = measure(), default_value = "net", requires = "throw")]
    by: By,
    /// The greatest width of bounds, from 2^-48 to 1
    #[arg(long, value_name = "R", default_value = "1/1000000")]
    width: String,
    /// The most work for each table, in throws and plays looked at; more work brings the bounds closer
    #[arg(long, value_name = "N", default_value_t = Closeness::BUDGET,
          value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
    #[command(flatten)]
    #[serde(flatten)]
    playouts: PlayoutArgs,
    #[command(flatten)]
    #[serde(flatten)]
    tables: TablesPlace,
    /// The width as a number, and the folder of tables that were looked into.
    #[arg(skip)]
    #[serde(skip)]
    exact_width: BigRational,
    #[arg(skip)]
    #[serde(skip)]
    folder: Option<PathBuf>,
}

impl Analyse {
    /// The chance below which an outcome is only counted.
    fn small(&self) -> BigRational {
        let millionth = BigRational::new(1.into(), 1_000_000.into());
        self.exact_width.clone().min(millionth)
    }

    /// That some numbers are not as close as asked, and what it would take.
    fn wider<'a>(&self, numbers: impl Iterator<Item = &'a Quantity>) -> Option<String> {
        let width = Some(&self.exact_width);
        let wide = numbers.filter(|number| number.width().as_ref() > width);
        let numbers = match wide.count() {
            0 => return None,
            1 => "one number is".to_owned(),
            wide => format!("{wide} numbers are"),
        };
        Some(format!(
            "{numbers} bounded less closely than {}: the work of --budget {} was used up; more brings the bounds closer",
            self.exact_width, self.budget
        ))
    }
}

/// The most that a number can be.
fn upper_of(value: &Quantity) -> BigRational {
    value.ends().unwrap_or_default().1
}

impl Command for Analyse {
    const WORDS: &'static [&'static str] = &["daldos", "analyse"];
    const ABOUT: &'static str =
        "The chances of a whole turn, of both sides; with a throw, every play ranked";
    type Answer = Analysis;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Analysis, Failure> {
        let position = self.at.read(caller)?.clone();
        self.exact_width = parse_fraction(&self.width)
            .map_err(|error| Failure::value("--width", &self.width, &error))?;
        let by = self.by;
        let throw = self.thrown.read(&position)?.map(|cast| (cast, by));
        let rules = position.game().rules().to_string();
        let tables = match throw {
            Some((_, By::Win)) => tables::within_reach(&self.tables, &rules, caller)?,
            _ => None,
        };
        self.folder = tables.as_ref().map(|tables| tables.folder(&rules));
        let options = Closeness {
            width: self.exact_width.clone(),
            budget: self.budget,
            ..Closeness::default()
        };
        let effort = (self.playouts).after_plays("--throw I,J", throw.is_some())?;
        let chances = match throw {
            Some((_, By::Win)) => Known::within(
                &position,
                tables.as_ref(),
                &Terms::positions(MOST_SOLVED),
                note,
            )?,
            _ => Known::Unknown,
        };
        note.set("looking at every throw");
        let other = position.passed();
        let [turn, threats] = [&position, &other].map(|position| analyse(position, &options));
        let mut found = Analysis {
            winner: position.winner(),
            turn: turn?,
            threats: threats?,
            ranking: None,
        };
        if let Some(throw) = throw {
            note.set("ranking every play");
            let ranked = rank(&position, &throw.0, throw.1, &chances, &options)?;
            found.ranking = Some(RankedPlays {
                method: (throw.1 == By::Win).then_some(chances.method()),
                ..RankedPlays::of(&position, throw, ranked, effort, note)?
            });
        }
        Ok(found)
    }

    fn target(&mut self) -> Target<'_> {
        self.at.target()
    }

    fn picture(&self, found: &Analysis) -> Option<Picture> {
        let mut picture = self.at.subject().picture();
        for piece in &found.turn.pieces {
            let hole = piece.hole.to_string();
            picture.scene.shade(&hole, &piece.probability);
        }
        picture.scene.shaded = format!(
            "Shaded: the chance that {} takes the piece there this turn",
            found.turn.side
        );
        let plays = found.ranking.as_ref().map(|ranking| &ranking.plays);
        let best = plays.and_then(|plays| plays.first());
        let best = best.filter(|best| best.value.is_some());
        Some(picture.with_best(best.map(|best| best.play.action.as_str())))
    }

    fn tables(&self, found: &Analysis, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let rules = self.at.subject().rules();
        if let Some(winner) = found.winner {
            let heading = format!("{rules} · the game is over: {winner} has won");
            return vec![Sheet::new("plays", heading, [], Vec::new())];
        }
        let mut sheets = Vec::new();
        if let Some(plays) = &found.ranking {
            sheets.push(self.plays_sheet(plays));
            let estimates = plays.estimates.iter().flatten();
            sheets.extend(estimates.map(|found| playouts::sheet(found, style)));
        }
        let (mine, theirs) = (found.turn.side, found.threats.side);
        let turn = format!("{rules} · {mine} to throw: chances of this turn");
        sheets.push(self.turn_sheet(&found.turn, "turn", turn, digits));
        let threats = format!("Threats by {theirs}, if {theirs} were to throw now");
        sheets.push(self.turn_sheet(&found.threats, "threats", threats, digits));
        sheets
    }
}

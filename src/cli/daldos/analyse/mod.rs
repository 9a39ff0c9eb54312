//! `siga daldos analyse`: the chances of a whole turn, and plays ranked.

mod json;
mod plays;
mod turn;

use std::cell::RefCell;

use num_rational::BigRational;
use num_traits::Zero;

use super::cast;
use super::question::Question;
use super::table_lookup::Source;
use crate::cli::args::daldos::{Analyse, Criterion};
use crate::cli::drawing::scene::Scene;
use crate::cli::failure::Failure;
use crate::cli::picture::Picture;
use crate::cli::progress::Progress;
use crate::cli::report::Report;
use crate::cli::sheet::{Sheet, Style};
use crate::cli::tables;
use crate::exact::{Quantity, parse_fraction};
use crate::games::daldos::analyse::{AnalyseError, By, Options, Ranked, Reason, Turn, rank, turn};
use crate::games::daldos::board::{Cast, Position};

/// Plays shown to people; the other formats have all.
const SHOWN: usize = 20;

/// A throw with its plays.
struct Plays {
    cast: Cast,
    by: Criterion,
    ranked: Vec<Ranked>,
    reason: Option<Reason>,
}

pub(super) struct AnalyseReport {
    question: Question,
    options: Options,
    /// Of the side to throw, then of the other as if it were to throw.
    turns: [Turn; 2],
    plays: Option<Plays>,
    /// With `--by win`: where the chances are from.
    known: Source,
}

pub(super) fn run(arguments: &Analyse, progress: Progress) -> Result<AnalyseReport, Failure> {
    let question = Question::new(&arguments.asked)?;
    let width = parse_fraction(&arguments.width).map_err(|error| {
        let context = format!("--width {}", arguments.width);
        Failure::Input(anyhow::Error::new(error).context(context))
    })?;
    let options = Options {
        width,
        budget: arguments.budget,
        ..Options::default()
    };
    let position = &question.position;
    let cast = match &arguments.throw {
        Some(numbers) => Some(cast(position.game(), &numbers.0)?),
        None => None,
    };
    let by = match arguments.by {
        Criterion::Take => By::Take,
        Criterion::Safe => By::Safe,
        Criterion::Net => By::Net,
        Criterion::Win => By::Win,
    };
    let known = match by {
        By::Win if cast.is_some() => progress.during("solving the endgame", || {
            Source::of(position, &arguments.tables, progress)
        })?,
        _ => Source::Nothing,
    };
    let fault = RefCell::new(None);
    let probe = |after: &Position| {
        let bounds = match known.chance(after.state()) {
            Ok(bounds) => bounds?,
            Err(error) => {
                fault.replace(Some(error));
                return None;
            }
        };
        Some(if bounds.lower == bounds.upper {
            Quantity::Exact(bounds.lower)
        } else {
            Quantity::Bounded(bounds)
        })
    };
    let (turns, plays) = progress
        .during("analysing", || -> Result<_, AnalyseError> {
            let turns = [position.clone(), position.flipped()]
                .map(|position| turn(position.game(), position.state(), &options));
            let [mine, theirs] = turns;
            let plays = match cast {
                None => None,
                Some(cast) => {
                    let (ranked, reason) = rank(position, &cast, by, Some(&probe), &options)?;
                    Some(Plays {
                        cast,
                        by: arguments.by,
                        ranked,
                        reason,
                    })
                }
            };
            Ok(([mine?, theirs?], plays))
        })
        .map_err(|error| Failure::Input(error.into()))?;
    if let Some(fault) = fault.into_inner() {
        return Err(tables::failure(fault));
    }
    Ok(AnalyseReport {
        question,
        options,
        turns,
        plays,
        known,
    })
}

/// How far apart the bounds of a number are.
fn gap(value: &Quantity) -> BigRational {
    let (lower, upper) = value.ends().unwrap_or_default();
    upper - lower
}

impl AnalyseReport {
    fn position(&self) -> &Position {
        &self.question.position
    }

    /// What is so unlikely that it is only counted.
    fn small(&self) -> BigRational {
        let millionth = BigRational::new(1.into(), 1_000_000.into());
        self.options.width.clone().min(millionth)
    }

    /// That some numbers are not as close as asked, and what it would take.
    fn wider(&self, wide: usize) -> Option<String> {
        let numbers = match wide {
            0 => return None,
            1 => "one number is".to_owned(),
            wide => format!("{wide} numbers are"),
        };
        Some(format!(
            "{numbers} bounded less closely than {}: the work of --budget {} was used up; more brings the bounds closer",
            self.options.width, self.options.budget
        ))
    }
}

fn upper_of(value: &Quantity) -> BigRational {
    match value {
        Quantity::Bounded(bounds) => bounds.upper.clone(),
        other => other.exact().cloned().unwrap_or_else(BigRational::zero),
    }
}

impl Report for AnalyseReport {
    fn name(&self) -> &'static str {
        "daldos-analyse"
    }

    fn picture(&self) -> Option<Picture> {
        Some(self.question.picture())
    }

    fn scene(&self) -> Option<Scene> {
        let position = self.position();
        let mut scene = self.question.picture().scene;
        for threat in &self.turns[0].pieces {
            let hole = position.game().route().hole(position.side(), threat.at);
            scene.shade(&hole.to_string(), &threat.chance);
        }
        scene.shaded = format!(
            "Shaded: the chance that {} takes the piece there this turn",
            position.side()
        );
        Some(scene)
    }

    fn best(&self) -> Option<String> {
        let best = self.plays.as_ref()?.ranked.first()?;
        best.value.as_ref().map(|_| best.play.text(self.position()))
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let position = self.position();
        let other = position.flipped();
        let (mine, theirs) = (position.side(), other.side());
        if let Some(winner) = position.winner() {
            return vec![Sheet {
                name: "plays",
                heading: format!(
                    "{} · the game is over: {winner} has won, and nothing is thrown any more",
                    self.question.rules()
                ),
                ..Sheet::default()
            }];
        }
        let mut sheets = Vec::new();
        if let Some(plays) = &self.plays {
            sheets.push(self.plays_sheet(plays, digits, SHOWN));
        }
        sheets.push(self.turn_sheet(
            position,
            &self.turns[0],
            "turn",
            format!(
                "{} · {mine} to throw: what this turn can bring",
                self.question.rules()
            ),
            digits,
        ));
        sheets.push(self.turn_sheet(
            &other,
            &self.turns[1],
            "threats",
            format!("Threats by {theirs}, if {theirs} were to throw now"),
            digits,
        ));
        sheets
    }
}

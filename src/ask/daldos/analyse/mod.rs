//! `siga daldos analyse`: the chances of a whole turn, and plays ranked.

mod json;
mod plays;
mod turn;

pub(crate) use plays::worth;

use num_rational::BigRational;

use super::{Captioned, cast};
use crate::ask::daldos::args::AnalyseArgs;
use crate::ask::prelude::*;
use crate::ask::subject::read;
use crate::ask::{playouts, tables};
use crate::exact::{Quantity, parse_fraction};
use crate::games::daldos::Position;
use crate::games::daldos::Question;
use crate::games::daldos::analyse::{self, By, Options};
use crate::render::sheet::Rows;

/// Plays shown to people; the other formats have all.
const SHOWN: usize = 20;

pub(super) type AnalyseReport = SubjectReport<Position, Box<analyse::Answer>>;

pub(super) fn ask(arguments: &AnalyseArgs, caller: Caller) -> Result<Captioned, Failure> {
    let (position, caption) = read::<Position>(&arguments.asked, caller)?;
    let width = parse_fraction(&arguments.width).map_err(|error| {
        let context = format!("--width {}", arguments.width);
        Failure::Input(anyhow::Error::new(error).context(context))
    })?;
    let by = By::from(arguments.by);
    let throw = match &arguments.throw {
        Some(numbers) => Some((cast(position.game(), &numbers.0)?, by)),
        None => None,
    };
    let tables = match throw {
        Some((_, By::Win)) => {
            let rules = position.game().rules().to_string();
            tables::within_reach(&arguments.tables, &rules, caller)?
        }
        _ => None,
    };
    let playouts = (arguments.playouts).effort("--throw I,J", throw.is_some())?;
    let question = analyse::Question {
        position,
        options: Options {
            width,
            budget: arguments.budget,
            ..Options::default()
        },
        throw,
        tables,
        playouts,
    };
    Ok((Question::Analyse(question), caption))
}

impl AnalyseReport {
    fn position(&self) -> &Position {
        &self.subject.position
    }

    /// The chance below which an outcome is only counted.
    fn small(&self) -> BigRational {
        let millionth = BigRational::new(1.into(), 1_000_000.into());
        self.answer.question.options.width.clone().min(millionth)
    }

    /// That some numbers are not as close as asked, and what it would take.
    fn wider<'a>(&self, numbers: impl Iterator<Item = &'a Quantity>) -> Option<String> {
        let width = Some(&self.answer.question.options.width);
        let wide = numbers.filter(|number| number.width().as_ref() > width);
        let numbers = match wide.count() {
            0 => return None,
            1 => "one number is".to_owned(),
            wide => format!("{wide} numbers are"),
        };
        Some(format!(
            "{numbers} bounded less closely than {}: the work of --budget {} was used up; more brings the bounds closer",
            self.answer.question.options.width, self.answer.question.options.budget
        ))
    }
}

/// The most that a number can be.
fn upper_of(value: &Quantity) -> BigRational {
    value.ends().unwrap_or_default().1
}

impl Report for AnalyseReport {
    fn picture(&self) -> Option<Picture> {
        Some(self.subject.picture())
    }

    fn scene(&self) -> Option<Scene> {
        let position = self.position();
        let mut scene = self.subject.picture().scene;
        for threat in &self.answer.turns[0].pieces {
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
        let best = self.answer.ranking.as_ref()?.plays.first()?;
        best.value.as_ref().map(|_| best.play.text(self.position()))
    }

    fn sheets(&self, style: &Style) -> Vec<Sheet> {
        let digits = style.places();
        let position = self.position();
        let other = position.passed();
        let (mine, theirs) = (position.side(), other.side());
        if let Some(winner) = position.winner() {
            let over =
                format!("the game is over: {winner} has won, and nothing is thrown any more");
            let heading = format!("{} · {over}", self.subject.rules());
            return vec![Sheet::new("plays", heading, [], Rows::default())];
        }
        let mut sheets = Vec::new();
        if let Some(plays) = &self.answer.ranking {
            sheets.push(self.plays_sheet(plays, digits));
            if let Some(estimates) = &plays.estimates {
                let name = |at: usize| plays.plays[at].play.text(position);
                sheets.push(playouts::sheet(estimates, mine, style, name));
            }
        }
        sheets.push(self.turn_sheet(
            position,
            &self.answer.turns[0],
            "turn",
            format!(
                "{} · {mine} to throw: what this turn can bring",
                self.subject.rules()
            ),
            digits,
        ));
        sheets.push(self.turn_sheet(
            &other,
            &self.answer.turns[1],
            "threats",
            format!("Threats by {theirs}, if {theirs} were to throw now"),
            digits,
        ));
        sheets
    }
}

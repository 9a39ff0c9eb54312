//! What the sticks, and a whole turn of them, come to.

use clap::Args;

use super::args::Commands;
use crate::ask::disputes::{Point, Target};
use crate::ask::one_command::{AnyCommand, Command};
use crate::ask::prelude::*;
use crate::ask::subject::RulesArgs;
use crate::ask::throw::disputes::{in_a_row, of_a_turn};
use crate::ask::throw::{Throw, Thrown};
use crate::games::running_fight::turn::whole_turn;
use crate::render::printed::Printed;
use crate::rules::RulesText;
use crate::work::Note;

/// The yield of a whole turn.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[serde(bound = "")]
#[schemars(bound = "R: Commands", rename = "TurnQuery")]
pub(crate) struct TurnYield<R: Commands> {
    #[command(flatten)]
    #[serde(flatten)]
    rules: RulesArgs<R>,
    #[arg(
        long,
        value_name = "P[,P…]",
        value_delimiter = ',',
        allow_hyphen_values = true,
        help = R::BIAS
    )]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    bias: Vec<String>,
    #[arg(long, value_name = "N", default_value = R::LENGTH[0], help = R::LENGTH[1],
          value_parser = clap::value_parser!(u8).range(0..=10))]
    length: u8,
    /// List totals up to N
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    up_to: Option<i64>,
}

/// The results of a whole turn: those of a throw with `--turn --values`, and the game's own.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TurnResult")]
pub(crate) struct TurnResult<O> {
    #[serde(flatten)]
    thrown: Thrown,
    #[serde(flatten)]
    own: O,
    /// The words of `siga throw` for the same turn.
    as_throw: Vec<String>,
}

impl<R: Commands> TurnYield<R> {
    /// The rules with the bias asked for.
    fn biased(&self) -> Result<R, Failure> {
        let rules = self.rules.parsed()?;
        if self.bias.is_empty() {
            return Ok(rules);
        }
        let bias = self.bias.join("|");
        if bias.trim() == "p" || bias.contains("..") {
            let throw = R::PRESET;
            return Err(Failure::input(format!(
                "--bias {bias}: this command needs numbers, such as --bias 0.55; \
                 `siga throw {throw} --turn --values 4 --bias {bias}` gives functions of p or bounds (where throws form no stack)"
            )));
        }
        let value = rules.with_value("bias", &bias);
        value.map_err(|error| Failure::value("--bias", &self.bias.join(","), &error))
    }
}

impl<R: Commands> Command for TurnYield<R> {
    const WORDS: &'static [&'static str] = &[<R as RulesText>::GAME, R::TURN[0]];
    const ABOUT: &'static str = R::TURN[1];
    type Answer = TurnResult<R::Own>;

    fn ask(&mut self, _caller: Caller, _note: &Note) -> Result<Self::Answer, Failure> {
        let rules = self.biased()?;
        let as_throw = Command::as_throw(self).map_or_else(Vec::new, |throw| throw.words());
        let whole = whole_turn(&rules, self.length.into(), self.up_to)?;
        let own = rules.own(whole.named);
        self.rules.set(rules);
        self.bias = Vec::new();
        let thrown = Thrown::of(whole.spec, whole.question, whole.answer);
        Ok(TurnResult {
            thrown,
            own,
            as_throw,
        })
    }

    fn target(&mut self) -> Target<'_> {
        self.rules.target()
    }

    fn points(&self) -> Vec<Point> {
        of_a_turn().collect()
    }

    fn as_throw(&self) -> Option<Box<dyn AnyCommand>> {
        let (spec, turn) = self.biased().ok()?.as_throw();
        Some(Box::new(Throw {
            turn: true,
            max_throws: turn.max_throws,
            in_a_row: turn.row.as_ref().map(in_a_row),
            cancel: turn.cancel,
            up_to: self.up_to,
            ..Throw::of(&spec)
        }))
    }

    fn printed(&self, answer: &Self::Answer) -> Option<Printed> {
        answer.thrown.printed()
    }

    fn all_printed(&self, answer: &Self::Answer) -> Vec<(&'static str, Printed)> {
        let own = self.rules.get().tables(&answer.own, &Style::default());
        let own = own.into_iter();
        let own = own.filter_map(|(_, sheet)| Some((sheet.name, Printed::of(&sheet)?)));
        answer.thrown.all_printed().into_iter().chain(own).collect()
    }

    fn tables(&self, answer: &Self::Answer, style: &Style) -> Vec<Sheet> {
        let rules = self.rules.get();
        let mut sheets = answer.thrown.sheets(style);
        if let Some(totals) = sheets.first_mut() {
            totals.heading = format!("{rules} · total of a whole turn");
        }
        for (place, sheet) in rules.tables(&answer.own, style) {
            sheets.insert(place, sheet);
        }
        sheets
    }
}

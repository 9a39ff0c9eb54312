//! `siga teeko solve`, `siga 5x5 solve`: a whole game solved.

use super::ReportNames;
use super::solved::SolveResult;
use crate::ask::prelude::*;
use crate::games::alignment::solve::{Choice, Summary};
use crate::games::{teeko, twentyfive};
use crate::solve::retro::{self, LayerTotals, Plies};

pub(super) struct SolveReport<R> {
    pub(super) summary: Summary<R>,
    pub(super) history: Option<twentyfive::History>,
}

/// The sixteen variants of Teeko.
pub(super) struct AllReport {
    pub(crate) variants: Vec<Summary<teeko::Rules>>,
}

/// The question what a game comes to.
#[derive(Serialize, JsonSchema)]
pub(super) struct SolveQuery {
    command: String,
    /// The full rules text.
    rules: String,
}

/// A whole game solved.
#[derive(Serialize, JsonSchema)]
pub(super) struct Answer {
    #[serde(flatten)]
    solved: SolveResult,
    /// Of 5×5 only: about the rule that three times the same move loses, which is no part of the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<twentyfive::History>,
}

/// The question what every variant of Teeko comes to.
#[derive(Serialize, JsonSchema)]
pub(super) struct AllQuery {
    command: &'static str,
    /// The full rules texts.
    rules: Vec<String>,
}

/// The sixteen variants of Teeko, each solved.
#[derive(Serialize, JsonSchema)]
pub(super) struct All {
    variants: Vec<Variant>,
}

/// A variant of Teeko solved.
#[derive(Serialize, JsonSchema)]
struct Variant {
    /// The full rules text.
    rules: String,
    #[serde(flatten)]
    solved: SolveResult,
}

/// The meaning of the value of the empty board.
fn verdict<R: ReportNames>(summary: &Summary<R>) -> String {
    match (summary.value.outcome(), summary.value.plies()) {
        (retro::Outcome::Win, Some(plies)) => {
            format!(
                "the first player wins in {}",
                counted(plies, "ply", "plies")
            )
        }
        (_, Some(plies)) => {
            format!(
                "the second player wins in {}",
                counted(plies, "ply", "plies")
            )
        }
        (_, None) => "a draw".to_owned(),
    }
}

/// The first moves that keep the value.
fn keepers<R: ReportNames>(summary: &Summary<R>) -> String {
    let keeps = |choice: &&Choice<R>| choice.value == summary.value;
    let names: Vec<String> = summary
        .first_moves
        .iter()
        .filter(keeps)
        .map(|choice| choice.action.to_string())
        .collect();
    match names.len() {
        number if number == summary.first_moves.len() => "all".to_owned(),
        _ => names.join(" "),
    }
}

/// The layers, and all of them together: what each is called, its numbers of positions, the longest win or loss.
fn layers<R: ReportNames>(summary: &Summary<R>) -> Vec<(String, [u64; 6], Option<Plies>)> {
    let layer = |counts: &LayerTotals| {
        let numbers = [
            counts.positions(),
            counts.win,
            counts.loss,
            counts.draw,
            counts.terminal,
            counts.excluded,
        ];
        (counts.layer.to_string(), numbers, counts.longest)
    };
    let [win, loss, draw, terminal, excluded] = summary.totals();
    let numbers = [win + loss + draw, win, loss, draw, terminal, excluded];
    let longest = summary.layers.iter().filter_map(|c| c.longest).max();
    let all = ("all".to_owned(), numbers, longest);
    summary.layers.iter().map(layer).chain([all]).collect()
}

impl<R: ReportNames> Reply for SolveReport<R> {
    const NAME: &'static str = R::SOLVE;
    type Query = SolveQuery;
    type Result = Answer;

    fn query(&self) -> SolveQuery {
        SolveQuery {
            command: format!("{} solve", R::GAME),
            rules: self.summary.rules.to_string(),
        }
    }

    fn result(&self) -> Answer {
        Answer {
            solved: SolveResult::from(&self.summary),
            history: self.history.clone(),
        }
    }
}

impl<R: ReportNames> Report for SolveReport<R> {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let summary = &self.summary;
        let decided = |counts: &&LayerTotals| counts.positions() > 0;
        let largest = summary.layers.iter().filter(decided);
        let largest = largest.max_by_key(|counts| counts.positions());
        let plies = largest.map(|counts| {
            let value = |plies: Plies| retro::Value::Decided(plies).outcome().to_string();
            Sheet::of(&counts.by_plies)
                .right("plies", |(plies, _)| plies.0)
                .text("outcome", |(plies, _)| value(*plies))
                .right("positions", |(_, number)| Entry::grouped(*number))
                .named(
                    "plies",
                    format!("Layer {} by plies to the end", counts.layer),
                )
        });
        let mut table = Sheet::of(layers(summary)).text("pieces", |(name, ..)| name.clone());
        let names = ["positions", "win", "loss", "draw", "terminal", "excluded"];
        for (at, name) in names.into_iter().enumerate() {
            table = table.right(name, |(_, numbers, _)| Entry::grouped(numbers[at]));
        }
        let table = table
            .right("longest", |(.., longest)| longest.map(|plies| plies.0))
            .named(
                "layers",
                format!("{} · {}", summary.rules, verdict(summary)),
            )
            .notes(self.notes())
            .chart(Chart::Parts(&["win", "loss", "draw"]));
        let mut sheets = vec![table];
        sheets.extend(plies);
        sheets
    }
}

impl Reply for AllReport {
    const NAME: &'static str = "teeko-solve-all";
    type Query = AllQuery;
    type Result = All;

    fn query(&self) -> AllQuery {
        let rules = self.variants.iter().map(|v| v.rules.to_string());
        AllQuery {
            command: "teeko solve",
            rules: rules.collect(),
        }
    }

    fn result(&self) -> All {
        let variants = self.variants.iter().map(|summary| Variant {
            rules: summary.rules.to_string(),
            solved: SolveResult::from(summary),
        });
        All {
            variants: variants.collect(),
        }
    }
}

impl Report for AllReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let total = |at: usize| {
            move |summary: &&Summary<teeko::Rules>| Entry::grouped(summary.totals()[at])
        };
        vec![
            Sheet::of(&self.variants)
                .text("rules", |summary| summary.rules.to_string())
                .text("value", |summary| summary.value.outcome().to_string())
                .right("plies", |summary| {
                    summary.value.plies().map(|plies| plies.0)
                })
                .text("first moves that keep it", |summary| keepers(summary))
                .right("win", total(0))
                .right("loss", total(1))
                .right("draw", total(2))
                .named(
                    "variants",
                    "The sixteen variants of Teeko, for the first player",
                )
                .note("win, loss, draw: positions of all layers, for the side to move")
                .chart(Chart::Parts(&["win", "loss", "draw"])),
        ]
    }
}

impl<R: ReportNames> SolveReport<R> {
    fn notes(&self) -> Vec<String> {
        let summary = &self.summary;
        let mut notes = vec![
            format!("first moves that keep the value: {}", keepers(summary)),
            format!(
                "best play: {}{}",
                itertools::join(&summary.line.moves, " "),
                if summary.value == retro::Value::Draw {
                    " …"
                } else {
                    ""
                }
            ),
        ];
        if let Some(longest) = &summary.longest {
            notes.push(format!(
                "longest, {} for the side to move: {} · {}",
                longest.value,
                longest.position,
                itertools::join(&longest.moves, " ")
            ));
        }
        notes.push(
            "pieces of the side to move first; every arrangement counted; \
             positions in which the side to move has made a goal already are excluded"
                .to_owned(),
        );
        if let Some(history) = &self.history {
            notes.extend(history.explained());
        }
        notes
    }
}

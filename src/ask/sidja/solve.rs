//! `siga sidja solve`: how many positions are won, lost and drawn, layer by layer.

use super::rules;
use crate::ask::outcomes::Outcomes;
use crate::ask::prelude::*;
use crate::ask::sidja::args::SolveArgs as Arguments;
use crate::ask::tables::directory;
use crate::games::sidja::Question;
use crate::games::sidja::endgame::{LayerCounts, outcome_counts};
use crate::solve::retro::Layer;

pub(super) struct SolveReport(pub(super) outcome_counts::Answer);

/// The question how many positions are won, lost and drawn.
#[derive(Serialize, JsonSchema)]
pub(super) struct SolveQuery {
    command: &'static str,
    /// The full rules text.
    rules: String,
    /// Of both sides together, at most.
    stones: u32,
}

/// Where the tables are.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Source {
    /// Kept there.
    Disk,
    /// Solved for this answer.
    Memory,
}

/// The numbers of positions that are won, lost and drawn, layer by layer.
#[derive(Serialize, JsonSchema)]
pub(super) struct SolveResult {
    tables_from: Source,
    /// By the number of stones.
    layers: Vec<LayerOutcomes>,
    /// Of all layers.
    total: Outcomes,
}

/// The positions with a number of stones at the beginning of a turn: every arrangement, symmetric ones counted apart.
#[derive(Serialize, JsonSchema)]
struct LayerOutcomes {
    /// Those on the board: of the side to move, of the other.
    pieces: Layer,
    #[serde(flatten)]
    outcomes: Outcomes,
    /// Of all positions, those in which the side to move has no move.
    blocked: Count,
    /// The most turns of both sides to the end, where tables keep turns, else `null`.
    longest: Option<u16>,
}

pub(super) fn ask(arguments: &Arguments, caller: Caller) -> Result<Question, Failure> {
    Ok(Question::Solve(outcome_counts::Question {
        rules: rules(&arguments.rules)?,
        stones: arguments.stones,
        // Without a folder for data there are no tables.
        tables: directory(&arguments.place, caller).ok(),
    }))
}

impl SolveReport {
    fn tables_from(&self) -> Source {
        match self.0.kept {
            true => Source::Disk,
            false => Source::Memory,
        }
    }

    /// Wins, losses and draws of all layers.
    fn total(&self) -> [u64; 3] {
        let sum = |value: fn(&LayerCounts) -> u64| self.0.layers.iter().map(value).sum();
        [
            sum(|counts| counts.win),
            sum(|counts| counts.loss),
            sum(|counts| counts.draw),
        ]
    }
}

impl Reply for SolveReport {
    const NAME: &'static str = "sidja-solve";
    type Query = SolveQuery;
    type Result = SolveResult;

    fn query(&self) -> SolveQuery {
        SolveQuery {
            command: "sidja solve",
            rules: self.0.rules.to_string(),
            stones: self.0.stones,
        }
    }

    fn result(&self) -> SolveResult {
        let layers = self.0.layers.iter().map(|counts| LayerOutcomes {
            pieces: counts.layer,
            outcomes: Outcomes::new(counts.win, counts.loss, counts.draw),
            blocked: Count::of(counts.stuck),
            longest: counts.longest.map(|turns| turns.0),
        });
        let [win, loss, draw] = self.total();
        SolveResult {
            tables_from: self.tables_from(),
            layers: layers.collect(),
            total: Outcomes::new(win, loss, draw),
        }
    }
}

impl Report for SolveReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let mut notes = vec![
            "stones of the side to move first; every arrangement counted; win, loss and draw are the \
             side to move's"
                .to_owned(),
        ];
        let turns = self.0.layers.iter().any(|counts| counts.longest.is_some());
        notes.push(match turns {
            true => "longest: the most turns of both sides to the end".to_owned(),
            false => "longest: known where tables are built with --turns".to_owned(),
        });
        let layers = self.0.layers.iter().map(|counts| {
            let longest = counts.longest.map(|turns| turns.0);
            let numbers = [counts.win, counts.loss, counts.draw];
            (counts.layer.to_string(), numbers, longest)
        });
        let all = ("all".to_owned(), self.total(), None);
        let sum = |[win, loss, draw]: [u64; 3]| win + loss + draw;
        vec![
            Sheet::of(layers.chain([all]))
                .text("stones", |(name, ..)| name.clone())
                .right("positions", |&(_, numbers, _)| Entry::grouped(sum(numbers)))
                .right("win", |&(_, [win, ..], _)| Entry::grouped(win))
                .right("loss", |&(_, [_, loss, _], _)| Entry::grouped(loss))
                .right("draw", |&(_, [.., draw], _)| Entry::grouped(draw))
                .right("longest", |&(.., longest)| longest)
                .named(
                    "layers",
                    format!("{} · at most {} stones", self.0.rules, self.0.stones),
                )
                .notes(notes)
                .chart(Chart::Parts(&["win", "loss", "draw"])),
        ]
    }
}

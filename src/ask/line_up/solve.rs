//! `solve`: a whole game solved.

use clap::Args;

use super::solved::SolveResult;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::rules_of_game;
use crate::ask::table_names::TableNames;
use crate::games::line_up::{History, Rules, Solved};
use crate::rules::RulesText;
use crate::solve::retro::{self, Plies};
use crate::work::Note;

/// A whole game solved, or every variant on record.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Solve {
    /// The rules (see `siga rules GAME`); with `siga line-up`, the file that describes a game [default: the usual ones]
    #[arg(long, value_name = "TEXT", conflicts_with = "all")]
    rules: Option<String>,
    /// All variants on record (of Teeko sixteen)
    #[arg(long)]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    all: bool,
    #[arg(skip)]
    #[serde(skip)]
    game: Option<&'static str>,
}

/// A whole game solved, or every variant on record.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
pub(crate) enum Answer {
    /// A whole game solved.
    One(Box<One>),
    /// The variants on record, each solved.
    All { variants: Vec<Variant> },
}

/// A whole game solved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct One {
    #[serde(flatten)]
    solved: SolveResult,
    /// Where three times the same move loses (5×5): about that rule, which is no part of the values.
    #[serde(skip_serializing_if = "Option::is_none")]
    history: Option<History>,
}

/// A variant solved.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Variant {
    /// The full rules text.
    rules: String,
    #[serde(flatten)]
    solved: SolveResult,
}

impl Command for Solve {
    const WORDS: &'static [&'static str] = &[Rules::GAME, "solve"];
    const ABOUT: &'static str = "Solve the whole game: its value, every layer, the longest win";
    type Answer = Answer;

    fn help() -> String {
        "\
Teeko takes a second or two and 62 MB, with --all half a minute; 5x5 about a minute and 1.3 GB; games on nine \
points a moment. Play without end is a draw. The rule of 5x5 that three times the same move loses is ignored, as it \
depends on the past; what can be said of it is listed below the totals.

Examples:
  siga teeko solve
  siga teeko solve --rules teeko:goals=58,drop=standard-1 --json
  siga 5x5 solve --rules 5x5:size=4,men=4
  siga achi solve
  siga line-up solve --rules my.game"
            .to_owned()
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Answer, Failure> {
        let rules: Rules = rules_of_game(self.rules.as_deref(), self.game, caller)?;
        if self.all {
            let mut variants = Vec::new();
            for rules in rules.variants() {
                let solved = Solved::of(&rules, note)?;
                variants.push(Variant {
                    rules: rules.to_string(),
                    solved: SolveResult::from(&solved.summary),
                });
            }
            return Ok(Answer::All { variants });
        }
        self.rules = Some(rules.to_string());
        let Solved {
            summary, history, ..
        } = Solved::of(&rules, note)?;
        let solved = SolveResult::from(&summary);
        Ok(Answer::One(Box::new(One { solved, history })))
    }

    fn target(&mut self) -> Target<'_> {
        Target {
            game: Some(&mut self.game),
            ..Target::rules::<Rules>(&mut self.rules)
        }
    }

    fn table_names(&self) -> Option<TableNames> {
        match self.all {
            true => Some(TableNames::new(["variants"], &[])),
            false => Some(TableNames::new(["layers", "plies"], &[])),
        }
    }

    fn tables(&self, answer: &Answer, _style: &Style) -> Vec<Sheet> {
        match answer {
            Answer::One(one) => {
                let rules = self.rules.as_deref().unwrap_or_default();
                let layers = one
                    .solved
                    .layers(&format!("{rules} · {}", verdict(&one.solved)));
                let layers = layers.notes(one.notes());
                [layers].into_iter().chain(one.solved.by_plies()).collect()
            }
            Answer::All { variants } => vec![all(variants)],
        }
    }
}

/// The meaning of the value of the start.
fn verdict(solved: &SolveResult) -> String {
    let plies = |plies: Plies| counted(plies, "ply", "plies");
    match (solved.value, solved.plies) {
        (retro::Outcome::Win, Some(found)) => {
            format!("the first player wins in {}", plies(found))
        }
        (_, Some(found)) => format!("the second player wins in {}", plies(found)),
        (_, None) => "a draw".to_owned(),
    }
}

fn all(variants: &[Variant]) -> Sheet {
    Sheet::of(variants)
        .text("rules", |variant| variant.rules.clone())
        .text("value", |variant| variant.solved.value.to_string())
        .right("plies", |variant| variant.solved.plies.map(|plies| plies.0))
        .text("first moves that keep it", |variant| {
            variant.solved.keepers()
        })
        .right("win", |variant| variant.solved.total(0))
        .right("loss", |variant| variant.solved.total(1))
        .right("draw", |variant| variant.solved.total(2))
        .named("variants", "The variants on record, for the first player")
        .note("win, loss, draw: positions of all layers, for the side to move")
        .chart(Chart::Parts(&["win", "loss", "draw"]))
}

impl One {
    fn notes(&self) -> Vec<String> {
        let solved = &self.solved;
        let more = match solved.plies {
            None => " …",
            Some(_) => "",
        };
        let mut notes = vec![
            format!("first moves that keep the value: {}", solved.keepers()),
            format!("best play: {}{more}", solved.line.played()),
        ];
        if let Some(longest) = &solved.longest {
            notes.push(format!("longest, {}", longest.told()));
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

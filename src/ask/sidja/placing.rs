//! `siga sidja placing`: what each side can force from the empty board on.

use clap::Args;
use clap::builder::TypedValueParser;
use num_rational::BigRational;

use crate::ask::args::one_of;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::RulesArgs;
use crate::ask::table_names::TableNames;
use crate::games::sidja::placing::openings::FirstTurn;
use crate::games::sidja::placing::{Goal, Openings, PlacingLayer, Value, from_empty_board};
use crate::games::sidja::{Outcome, Rules, rules};
use crate::work::Note;

/// Pairs of first turns shown to people; the other formats have all.
const SHOWN: usize = 20;

/// What each side can force from the empty board on.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
pub(crate) struct Placing {
    #[command(flatten)]
    #[serde(flatten)]
    rules: RulesArgs<Rules>,
    /// What is played for
    #[arg(long, value_parser = goals(), default_value = "first-capture")]
    of: Goal,
}

fn goals() -> impl TypedValueParser<Value = Goal> {
    let game = "The game: 3×3, and 5×5 under `sudan`, `west-africa,no_capture=none` and `egypt,no_capture=none`, with any `placing` and `first`";
    one_of([
        (Goal::FirstCapture, "first-capture", "The first capture"),
        (Goal::Game, "game", game),
    ])
}

/// The values of a goal, the best for x first, in words.
fn words(goal: Goal) -> [&'static str; 3] {
    let outcomes = [Outcome::Win, Outcome::Loss, Outcome::Draw];
    outcomes.map(|outcome| Value::new(goal, outcome).said().0)
}

impl Placing {
    /// The rules, of a board that is solved.
    fn rules(&mut self) -> Result<&Rules, Failure> {
        let rules = self.rules.read()?;
        super::solved_outright(rules, "")?;
        Ok(rules)
    }

    /// The first turns as they are called: a stone or a pair.
    fn turn(&self) -> &'static str {
        match self.rules.get().placing {
            rules::Placing::One => "first stone",
            rules::Placing::Two | rules::Placing::Cross => "first pair",
        }
    }

    fn layers(&self, openings: &Openings) -> Sheet {
        let [x, o, neither] = words(self.of);
        let (what, share_of_x) = match self.of {
            Goal::FirstCapture => (
                "who forces the first capture",
                "in which x forces the first capture",
            ),
            Goal::Game => ("who wins the game", "that x wins"),
        };
        let count = |slot: usize| move |layer: &&PlacingLayer| layer.values.counts()[slot];
        let share = |layer: &&PlacingLayer| {
            let [x, ..] = layer.values.counts();
            Entry::exact(BigRational::new(x.into(), layer.positions.max(1).into()))
        };
        let rules = self.rules.get();
        let (_, sentence) = openings.value.said();
        Sheet::of(&openings.layers)
            .text("stones", |layer| {
                format!("{}-{}", layer.stones[0], layer.stones[1])
            })
            .text("to place", |layer| {
                layer.to_place.map(|side| side.to_string()).unwrap_or_default()
            })
            .right("arrangements", |layer| layer.positions)
            .right(x, count(0))
            .right(o, count(1))
            .right(neither, count(2))
            .chance_decimal("share of x", share)
            .named("layers", format!("{rules} · from the empty board {sentence}"))
            .note(format!(
                "the arrangements of the stones on the board by {what}, with best placing from there on"
            ))
            .note(format!(
                "share of x: of the arrangements, those {share_of_x}"
            ))
            .note(format!("{} moves first", rules.first_mover()))
    }

    fn first(&self, openings: &Openings) -> Sheet {
        let [x, o, neither] = words(self.of);
        let count = |slot: usize| move |found: &&FirstTurn| found.replies.counts()[slot];
        Sheet::of(&openings.first_pairs)
            .text(self.turn(), |found| spaced(&found.cells))
            .right("symmetric", |found| found.orbit)
            .text("value", |found| found.value.said().0)
            .right(format!("replies: {x}"), count(0))
            .right(o, count(1))
            .right(neither, count(2))
            .named(
                "first_pairs",
                "First turns of x, one of each set of symmetric ones",
            )
            .note(
                "symmetric: the number of turns that are the same by symmetry · replies: the number of each value",
            )
    }

    fn two(&self, openings: &Openings) -> Sheet {
        let sheet = Sheet::of(&openings.two_pairs)
            .text(self.turn(), |found| spaced(&found.first))
            .text("reply", |found| spaced(&found.reply))
            .right("symmetric", |found| found.orbit)
            .text("value", |found| found.value.said().0)
            .text("best", |found| if found.best { "yes" } else { "" })
            .named(
                "two_pairs",
                "The first turns of both sides, one of each set of symmetric ones",
            )
            .note("symmetric: the number of pairs of turns that are the same by symmetry · best: no reply is better for o");
        let sheet = match openings.two_pairs.len() > SHOWN {
            true => sheet.note("--csv --table two_pairs writes all rows of this table"),
            false => sheet,
        };
        Sheet {
            shown: Some(SHOWN),
            ..sheet
        }
    }
}

impl Command for Placing {
    const WORDS: &'static [&'static str] = &["sidja", "placing"];
    const ABOUT: &'static str =
        "Who can force the first capture, or the game, from the empty board on: the placing solved";
    type Answer = Openings;

    fn ask(&mut self, _caller: Caller, note: &Note) -> Result<Openings, Failure> {
        let goal = self.of;
        Ok(from_empty_board(self.rules()?, goal, note)?)
    }

    fn target(&mut self) -> Target<'_> {
        self.rules.target()
    }

    fn table_names(&self) -> Option<TableNames> {
        self.clone().rules().ok()?;
        Some(TableNames::new(["layers", "first_pairs", "two_pairs"], &[]))
    }

    fn tables(&self, openings: &Openings, _style: &Style) -> Vec<Sheet> {
        vec![
            self.layers(openings),
            self.first(openings),
            self.two(openings),
        ]
    }
}

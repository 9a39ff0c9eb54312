//! `siga sidja placing`: what each side can force from the empty board on.

use clap::{Args, ValueEnum};
use num_rational::BigRational;

use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::RulesArgs;
use crate::ask::table_names::TableNames;
use crate::games::sidja::placing::openings::{FirstTurn, TwoTurns};
use crate::games::sidja::placing::{Goal, Layer, Value, from_empty_board};
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
    #[arg(long, value_enum, default_value_t)]
    of: Of,
}

/// The end that is played for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Of {
    /// The first capture
    #[default]
    FirstCapture,
    /// The game: 3×3, and 5×5 under `sudan`, `west-africa,no_capture=none` and `egypt,no_capture=none`, with any `placing` and `first`
    Game,
}

/// The outcome that each side can force from the empty board on.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Forced {
    /// The value of the empty board.
    value: Value,
    /// One stone at a time, from the empty board to the placements.
    layers: Vec<Layer>,
    /// The first turns of x, one of each set of symmetric ones, best first.
    first_pairs: Vec<FirstTurn>,
    /// The first turns of both sides, one of each set of symmetric ones.
    two_pairs: Vec<TwoTurns>,
}

impl Of {
    fn goal(self) -> Goal {
        match self {
            Self::FirstCapture => Goal::FirstCapture,
            Self::Game => Goal::Game,
        }
    }

    /// The values, the best for x first, in words.
    fn words(self) -> [&'static str; 3] {
        let outcomes = [Outcome::Win, Outcome::Loss, Outcome::Draw];
        outcomes.map(|outcome| Value::new(self.goal(), outcome).said().0)
    }
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

    fn layers(&self, forced: &Forced) -> Sheet {
        let [x, o, neither] = self.of.words();
        let (what, share_of_x) = match self.of {
            Of::FirstCapture => (
                "who forces the first capture",
                "in which x forces the first capture",
            ),
            Of::Game => ("who wins the game", "that x wins"),
        };
        let count = |slot: usize| move |layer: &&Layer| layer.values.counts()[slot];
        let share = |layer: &&Layer| {
            let [x, ..] = layer.values.counts();
            Entry::exact(BigRational::new(x.into(), layer.positions.max(1).into()))
        };
        let rules = self.rules.get();
        let (_, sentence) = forced.value.said();
        Sheet::of(&forced.layers)
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

    fn first(&self, forced: &Forced) -> Sheet {
        let [x, o, neither] = self.of.words();
        let count = |slot: usize| move |found: &&FirstTurn| found.replies.counts()[slot];
        Sheet::of(&forced.first_pairs)
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

    fn two(&self, forced: &Forced) -> Sheet {
        let sheet = Sheet::of(&forced.two_pairs)
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
        let sheet = match forced.two_pairs.len() > SHOWN {
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
    type Answer = Forced;

    fn ask(&mut self, _caller: Caller, note: &Note) -> Result<Forced, Failure> {
        let goal = self.of.goal();
        let (solution, openings) = from_empty_board(self.rules()?, goal, note)?;
        Ok(Forced {
            value: openings.value,
            layers: solution.layers().to_vec(),
            first_pairs: openings.first,
            two_pairs: openings.two,
        })
    }

    fn target(&mut self) -> Target<'_> {
        self.rules.target()
    }

    fn table_names(&self) -> Option<TableNames> {
        self.clone().rules().ok()?;
        Some(TableNames::new(["layers", "first_pairs", "two_pairs"], &[]))
    }

    fn tables(&self, forced: &Forced, _style: &Style) -> Vec<Sheet> {
        vec![self.layers(forced), self.first(forced), self.two(forced)]
    }
}

//! `siga ur solve`: a whole game solved.

use clap::Args;

use crate::ask::args::tables::TablesPlace;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::RulesArgs;
use crate::ask::tables::within_reach;
use crate::exact::serial::count;
use crate::exact::{Quantity, approx};
use crate::games::ur::Rules;
use crate::games::ur::solve::{FirstThrow, Question};
use crate::work::Note;

/// The whole game solved.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[schemars(rename = "Solve")]
pub(crate) struct Solve {
    #[command(flatten)]
    #[serde(flatten)]
    rules: RulesArgs<Rules>,
    /// Pieces a side, in the place of those of the rules
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=7))]
    #[serde(skip)]
    pieces: Option<u8>,
    /// Stop with an error where the game has more than N positions
    #[arg(long, value_name = "N", default_value_t = 150_000_000)]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    budget: u64,
    #[command(flatten)]
    #[serde(flatten)]
    tables: TablesPlace,
}

/// A whole game solved.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "SolveResult")]
pub(crate) struct Solved {
    /// The chance that the first player wins, both playing their best: a number, or two proved bounds.
    first_player: Quantity,
    /// The throws with which the game can begin.
    first_throws: Vec<First>,
    /// All positions, those in which a side has finished among them.
    positions: Count,
    /// Those in which neither side has finished: each has bounds.
    unfinished: Count,
    /// The greatest distance between the bounds of a position.
    widest: Number,
    /// Whether every play ends, with probability one, however both sides play.
    ends: bool,
    /// Positions from which neither side can force an end.
    open: Count,
}

/// A first throw.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "FirstThrow")]
struct First {
    /// The throw.
    throw: String,
    /// Its chance.
    probability: Number,
    /// The best play of it by the middle of the bounds, or `pass`.
    best: String,
    /// The chance that the first player wins once it has fallen.
    chance: Quantity,
    /// Whether it is proved that no other play is better.
    proved: bool,
}

impl First {
    fn of(first: &FirstThrow, rules: &Rules) -> Self {
        let best = first.plays.first();
        Self {
            throw: first.throw.to_string(),
            probability: (&rules.chance(first.throw)).into(),
            best: best.map_or_else(String::new, |rated| rated.action.text.clone()),
            chance: first.chance.clone(),
            proved: best.is_some_and(|rated| rated.is_best_of(&first.plays)),
        }
    }
}

impl Command for Solve {
    const WORDS: &'static [&'static str] = &["ur", "solve"];
    const ABOUT: &'static str = "Solve a whole game: the first player's chance with proved bounds";
    type Answer = Solved;

    fn help() -> String {
        "\
Every position with its chance under best play of both sides, between two proved bounds; from tables if they are there (`siga tables build \
ur:finkel`), else solved now and not kept. The game with two pieces a \
side takes less than a second, with three some seconds, `ur:finkel` with all seven about a quarter of an hour of two cores and 3 GB.

Examples:
  siga ur solve --pieces 2
  siga ur solve --rules ur:masters --pieces 1 --json"
            .to_owned()
    }

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<Solved, Failure> {
        let rules = self.rules.read()?.clone();
        let rules = match self.pieces {
            Some(pieces) => rules.with_pieces(pieces).map_err(Failure::input)?,
            None => rules,
        };
        self.rules.set(rules.clone());
        let question = Question {
            rules: rules.clone(),
            tables: within_reach(&self.tables, &rules.to_string(), caller)?,
            budget: self.budget,
        };
        let answer = question.answer(note)?;
        let throws = answer.first_throws.iter();
        Ok(Solved {
            first_throws: throws.map(|first| First::of(first, &rules)).collect(),
            first_player: answer.first_player,
            positions: Count::of(answer.positions),
            unfinished: Count::of(answer.unfinished),
            widest: answer.widest.into(),
            ends: answer.ends,
            open: Count::of(answer.open),
        })
    }

    fn target(&mut self) -> Target<'_> {
        self.rules.target()
    }

    fn tables(&self, solved: &Solved, _style: &Style) -> Vec<Sheet> {
        let rules = self.rules.get();
        let how = match solved.ends {
            true => {
                "every play ends with probability one: the bounds are proved from the numbers alone"
                    .to_owned()
            }
            false => format!(
                "play can go on for ever: the bounds hold whatever such a game is worth; positions from which neither side can force an end: {}",
                solved.open
            ),
        };
        let value = Sheet::of([&solved.first_player])
            .chance_decimal("the first player wins", |value| *value)
            .right("positions", |_| &solved.positions)
            .right("neither side finished", |_| &solved.unfinished)
            .named("value", format!("{rules} · the whole game"))
            .note(format!(
                "bounds of a position lie at most {:.1e} apart",
                approx(&solved.widest.0)
            ))
            .note(how);
        let throws = Sheet::of(&solved.first_throws)
            .right("throw", |first| first.throw.clone())
            .chance("probability", "decimal", |first| &first.probability.0)
            .text("best play", |first| first.best.clone())
            .chance_decimal("the first player wins then", |first| &first.chance)
            .named("throws", "By the first throw");
        vec![value, throws]
    }

    fn in_short(&self, solved: &Solved) -> Option<String> {
        Some(format!(
            "the first player wins with {}",
            solved.first_player.decimal(6)
        ))
    }
}

//! `siga daldos opening`: who begins, the first dal, how fast pieces get out.

use clap::Args;

use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::ask::subject::RulesArgs;
use crate::games::daldos::opening::{MAX_TURNS, Opening, opening};
use crate::games::daldos::rules::Rules;
use crate::work::Note;

/// The opening: who begins, the first dal, how fast pieces get out.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[schemars(rename = "OpeningQuery")]
pub(crate) struct OpeningArgs {
    /// How many own turns to look ahead
    #[arg(long, value_name = "N", default_value_t = 10,
          value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_TURNS)))]
    turns: u32,
    #[command(flatten)]
    #[serde(flatten)]
    rules: RulesArgs<Rules>,
}

impl Command for OpeningArgs {
    const WORDS: &'static [&'static str] = &["daldos", "opening"];
    const ABOUT: &'static str = "Who begins, the first dal, and how fast pieces get out";
    type Answer = Opening;

    fn ask(&mut self, _caller: Caller, _note: &Note) -> Result<Opening, Failure> {
        Ok(opening(self.rules.read()?, self.turns)?)
    }

    fn target(&mut self) -> Target<'_> {
        self.rules.target()
    }

    fn tables(&self, facts: &Opening, _style: &Style) -> Vec<Sheet> {
        let lines = [
            (
                "both throw the same sum, and throw again",
                Some(&facts.begin.tie),
            ),
            (
                "rounds of throwing until it is settled",
                facts.begin.rounds.as_ref(),
            ),
            ("a turn brings a dal", Some(&facts.dal)),
            (
                "own turns until the first piece is out",
                facts.wait.as_ref(),
            ),
            ("dals in a turn, on average", facts.dals.as_ref()),
        ];
        let known = lines
            .into_iter()
            .filter_map(|(what, value)| Some((what, value?)));
        let opening = Sheet::of(known)
            .text("what", |(what, _)| *what)
            .column(Column::number("exact", "decimal"), |(_, value)| *value)
            .named("opening", format!("{} · the opening", self.rules.get()));
        let begins = Sheet::of(&facts.begin.sums)
            .right("sum", |sum| sum.sum)
            .chance("probability", "decimal", |sum| &sum.probability)
            .chance("begins with it", "begins decimal", |sum| &sum.begins)
            .named("begins", "Who begins: the higher sum")
            .note(match facts.begin.rounds {
                Some(_) => "ties are thrown again; before the first throw both begin with 1/2",
                None => "every throw is a tie: nobody ever begins",
            });
        let mut turns = Sheet::of(&facts.turns)
            .right("own turns", |progress| progress.turns)
            .chance_decimal("first piece now", |progress| &progress.first)
            .decimal("pieces out", |progress| &progress.mean);
        // The chances of few pieces; the JSON has all.
        for (pieces, name) in ["0", "1", "2", "3", "4", "5"].into_iter().enumerate() {
            turns = turns.chance_decimal(name, |progress| {
                let released = progress.released.get(pieces);
                released.map(|released| &released.probability)
            });
        }
        let turns = turns
            .named(
                "turns",
                "Pieces out after N own turns, every dal releasing one",
            )
            .note("policy: every dal releases the next piece; the opponent is ignored")
            .note(
                "columns 0 to 5: the chance that exactly this many are out (all in --json, exact)",
            )
            .chart(Chart::History);
        vec![opening, begins, turns]
    }
}

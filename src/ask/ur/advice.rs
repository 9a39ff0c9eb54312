//! `siga ur advice`: what players advise, tried on every position.

use clap::Args;

use super::whole_game::WholeGameArgs;
use crate::ask::disputes::Target;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::games::ur::advice::{Advice, Tried, sayings, try_on_every_position, words};
use crate::work::Note;

/// What players advise, tried on every position.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[schemars(rename = "Advise")]
pub(crate) struct Advise {
    /// Kinds of play in the order in which they are preferred, such as "take rosette foremost" [default: what players say]
    #[arg(long, value_name = "KINDS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    prefer: Option<String>,
    /// The kind of play that is advised against [default: every other]
    #[arg(long, value_name = "KIND", requires = "prefer")]
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<String>,
    /// Only where all of these hold: throw=N, only=STEP, enemy=STEP, no-enemy=STEP, can=KIND, cannot=KIND
    #[arg(long, value_name = "CIRCUMSTANCES", requires = "prefer")]
    #[serde(skip_serializing_if = "Option::is_none")]
    when: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    game: WholeGameArgs,
}

/// How good advice is.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AdviceResult")]
pub(crate) struct AllTried {
    /// Each piece of advice.
    advice: Vec<Tried>,
}

impl Advise {
    fn asked(&self) -> Result<Option<Advice>, Failure> {
        let Some(prefer) = &self.prefer else {
            return Ok(None);
        };
        let over = self.over.as_ref().map(|kind| kind.parse());
        Ok(Some(Advice {
            said: None,
            prefer: words(prefer).map_err(Failure::input)?,
            over: over.transpose().map_err(Failure::input)?,
            when: words(self.when.as_deref().unwrap_or_default()).map_err(Failure::input)?,
        }))
    }
}

impl Command for Advise {
    const WORDS: &'static [&'static str] = &["ur", "advice"];
    const ABOUT: &'static str =
        "What players advise, tried on every position: how often it is best, what it costs";
    type Answer = AllTried;

    fn ask(&mut self, caller: Caller, note: &Note) -> Result<AllTried, Failure> {
        let (rules, tables) = self.game.read(caller)?;
        let advice = match self.asked()? {
            Some(asked) => vec![asked],
            None => sayings(),
        };
        let budget = self.game.budget;
        let advice = try_on_every_position(&advice, &rules, tables.as_ref(), budget, note)?;
        Ok(AllTried { advice })
    }

    fn target(&mut self) -> Target<'_> {
        self.game.rules.target()
    }

    fn tables(&self, tried: &AllTried, _style: &Style) -> Vec<Sheet> {
        let never = tried.advice.iter().all(|one| one.decisions == 0);
        let never = never.then_some("this choice never comes up: no position and throw offer it");
        let advice = Sheet::of(&tried.advice)
            .text("advice", |one| one.says.clone())
            .right("decisions", |one| one.decisions)
            .chance_decimal("best", |one| one.share())
            .chance_decimal("costs", |one| one.cost.as_ref())
            .chance_decimal("at random", |one| one.random.as_ref())
            .chance_decimal("at most", |one| one.worst.as_ref().map(|worst| &worst.cost))
            .named("advice", format!("{} · every position", self.game.rules.get()))
            .note("best: the share of decisions in which no other play is better, in bounds where that is not proved of each")
            .note("costs: the chance to win that is given away on average, by a play at random, and at most")
            .notes(never.map(str::to_owned));
        vec![advice]
    }

    fn in_short(&self, tried: &AllTried) -> Option<String> {
        let [one] = &tried.advice[..] else {
            return None;
        };
        let best = match one.decisions - one.worse {
            most if most == one.best => most.to_string(),
            most => format!("{} to {most}", one.best),
        };
        let (says, decisions) = (&one.says, one.decisions);
        Some(format!("{says}: best in {best} of {decisions} decisions"))
    }
}

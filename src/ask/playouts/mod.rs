//! Plays compared by random playouts (`--simulate`), for people and programs: every number is estimated.

pub(crate) mod luck_and_skill;

use clap::Args;

use crate::ask::prelude::*;
use crate::exact::serial::{count, some_count};
use crate::games::playouts::{Compared, Comparison, Effort, Estimate, MAX_PLAYOUTS};

/// Playouts after each play.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[command(next_help_heading = None)]
pub(crate) struct PlayoutArgs {
    /// Estimate who wins from at most N random games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_PLAYOUTS))]
    #[serde(serialize_with = "some_count")]
    #[schemars(with = "Option<String>")]
    pub(crate) simulate: Option<u64>,
    /// The seed of the random playouts
    #[arg(long, value_name = "N", default_value_t = 1, requires = "simulate")]
    #[serde(serialize_with = "count")]
    #[schemars(with = "String")]
    pub(crate) seed: u64,
}

impl PlayoutArgs {
    /// The playouts asked for.
    pub(crate) fn effort(&self) -> Option<Effort> {
        self.simulate.map(|games| Effort {
            games,
            seed: self.seed,
        })
    }

    /// The playouts asked for after each play of a throw; `throw` is the option that names it, if it was given.
    pub(crate) fn after_plays(&self, throw: &str, given: bool) -> Result<Option<Effort>, Failure> {
        let effort = self.effort();
        match effort {
            Some(_) if !given => Err(Failure::input(format!(
                "--simulate plays games out after each play of a throw: give the throw, {throw}"
            ))),
            effort => Ok(effort),
        }
    }
}

/// Plays shown to people; the other formats have all.
const SHOWN: usize = 20;

/// The comparison for people, the best play first.
pub(crate) fn sheet(found: &Comparison, style: &Style) -> Sheet {
    let digits = style.places().min(4);
    let number = |value: f64| Entry::Measured(value, format!("{value:.digits$}"));
    let draws = found.plays.iter().any(|play| play.draws > 0);
    // A play that ends the game has its result in every game counted.
    let score = |play: &Compared, of: fn(Estimate) -> f64| match play {
        play if !play.over => number(of(play.score)),
        play if play.wins > 0 => Entry::Missing("wins"),
        play if play.draws > 0 => Entry::Missing("draws"),
        _ => Entry::Missing("loses"),
    };
    let behind = |play: &Compared, of: fn(Estimate) -> f64| {
        let behind = play.behind;
        behind.map_or(Entry::Missing(""), |behind| number(of(behind)))
    };
    let games = |play: &Compared| match play.over {
        true => Entry::Missing(""),
        false => Entry::from(play.games()),
    };
    let what = match draws {
        true => "chance to win plus half the chance of a draw",
        false => "chance to win",
    };
    let sheet = Sheet::of(&found.plays)
        .text("play", |play| play.action.clone())
        .right("games", |play| games(play))
        .decimal("estimated", |play| score(play, |score| score.estimate))
        .decimal("lower", |play| score(play, |score| score.lower))
        .decimal("upper", |play| score(play, |score| score.upper))
        .decimal("behind", |play| behind(play, |behind| behind.estimate))
        .decimal("behind lower", |play| behind(play, |behind| behind.lower))
        .decimal("behind upper", |play| behind(play, |behind| behind.upper))
        .text("verdict", |play| match play {
            play if play.told_apart => "worse",
            play if play.behind.is_some() => "not told apart",
            _ if found.equals > 0 => "highest",
            _ => "best",
        })
        .named(
            "estimates",
            format!(
                "Estimated, not proved: {what}, both sides by the policy {}",
                found.policy
            ),
        )
        .notes(notes(found))
        .chart(Chart::Estimates);
    Sheet {
        shown: Some(SHOWN),
        ..sheet
    }
}

fn notes(found: &Comparison) -> Vec<String> {
    let best = &found.plays[0].action;
    let first = match found.equals {
        _ if found.plays.len() == 1 => format!("{best} is the only play"),
        0 => {
            format!("{best} is told apart from every other play: under this policy it is the best")
        }
        equals => format!(
            "{best} has the highest estimate, but {} cannot be told apart from it",
            counted(equals, "other play", "other plays")
        ),
    };
    vec![
        format!(
            "{first}; the chance that any verdict `worse` is wrong is at most {}",
            found.mistakes
        ),
        format!(
            "from {}, seed {}; the true number under the policy lies from lower to upper in {} of 100 such estimates; behind: \
         by how much the first play is better, in games with the same throws (99 of 100 for two plays chosen beforehand)",
            counted(found.playouts, "random playout", "random playouts"),
            found.seed,
            100.0 * found.confidence
        ),
    ]
}

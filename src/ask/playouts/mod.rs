//! Plays compared by random playouts (`--simulate`), for people and programs: every number is estimated.

pub(crate) mod luck_and_skill;

use clap::Args;

use crate::ask::prelude::*;
use crate::board::Team;
use crate::exact::serial::{count, some_count};
use crate::games::playouts::{
    Comparison, Effort, Ended, Estimate, MAX_PLAYOUTS, MISTAKES, Outcomes,
};

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
    /// The playouts asked for; `throw` is the option that names the throw to be played, if it was given.
    pub(crate) fn effort(&self, throw: &str, given: bool) -> Result<Option<Effort>, Failure> {
        match self.simulate {
            Some(_) if !given => Err(Failure::input(format!(
                "--simulate plays games out after each play of a throw: give the throw, {throw}"
            ))),
            games => Ok(games.map(|games| Effort {
                games,
                seed: self.seed,
            })),
        }
    }
}

/// Plays shown to people; the other formats have all.
const SHOWN: usize = 20;

/// The policy by which both sides play in playouts after a play.
pub(crate) const POLICY: &str = "greedy";

/// Plays compared by random playouts with the same throws: every number is estimated.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Estimates {
    /// The policy by which both sides play.
    policy: &'static str,
    /// The playouts altogether.
    playouts: Count,
    /// The confidence of the interval of each score by itself.
    confidence: f64,
    /// The chance that any two plays are told apart wrongly is at most this.
    mistakes: f64,
    /// Plays that are not told apart from the first.
    equals: usize,
    /// The best first, then those that are not told apart from it, then the others.
    plays: Vec<EstimatedPlay>,
    #[serde(skip)]
    comparison: Comparison,
    /// The side that makes the plays.
    #[serde(skip)]
    side: Team,
}

/// A play, and the games after it.
#[derive(Serialize, JsonSchema)]
struct EstimatedPlay {
    /// As in the plays ranked.
    #[serde(rename = "move")]
    action: String,
    /// Whether the play ends the game, so that its result is certain.
    over: bool,
    #[serde(flatten)]
    outcomes: Outcomes,
    /// Chance to win plus half the chance of a draw under the policy, by Wilson's interval.
    score: Estimate,
    /// The score of the first less that of this play, in games with the same throws; `null` for the first. The interval is one of 99
    /// in 100 for two plays chosen beforehand; since the first is chosen afterwards, it holds less often.
    behind: Option<Estimate>,
    /// Whether the games tell it apart from the first: it is worse.
    told_apart: bool,
    /// The result, where the play ends the game.
    #[serde(skip)]
    ended: Option<Ended>,
}

impl Estimates {
    /// The comparison of a side's plays with these names.
    pub(crate) fn of(comparison: Comparison, side: Team, names: Vec<String>) -> Self {
        let play = |at: usize| {
            let play = &comparison.plays[at];
            EstimatedPlay {
                action: names[at].clone(),
                over: play.over.is_some(),
                outcomes: play.outcomes,
                score: play.outcomes.score(comparison.confidence),
                behind: play.behind,
                told_apart: play.told_apart,
                ended: play.over,
            }
        };
        Self {
            policy: POLICY,
            playouts: Count::of(comparison.played()),
            confidence: comparison.confidence.level(),
            mistakes: MISTAKES,
            equals: comparison.equals(),
            plays: comparison.order().into_iter().map(play).collect(),
            comparison,
            side,
        }
    }

    /// The comparison for people, the best play first.
    pub(crate) fn sheet(&self, style: &Style) -> Sheet {
        let digits = style.places().min(4);
        let number = |value: f64| Entry::Measured(value, format!("{value:.digits$}"));
        let draws = self.plays.iter().any(|play| play.outcomes.draws > 0);
        let score = |play: &EstimatedPlay, of: fn(Estimate) -> f64| match play.ended {
            Some(Ended::Won(winner)) if winner == self.side => Entry::Missing("wins"),
            Some(Ended::Won(_)) => Entry::Missing("loses"),
            Some(Ended::Drawn) => Entry::Missing("draws"),
            None => number(of(play.score)),
        };
        let behind = |play: &EstimatedPlay, of: fn(Estimate) -> f64| {
            let behind = play.behind;
            behind.map_or(Entry::Missing(""), |behind| number(of(behind)))
        };
        let games = |play: &EstimatedPlay| match play.ended {
            Some(_) => Entry::Missing(""),
            None => Entry::from(play.outcomes.games()),
        };
        let what = match draws {
            true => "chance to win plus half the chance of a draw",
            false => "chance to win",
        };
        let sheet = Sheet::of(&self.plays)
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
                _ if self.equals > 0 => "highest",
                _ => "best",
            })
            .named(
                "estimates",
                format!("Estimated, not proved: {what}, both sides by the policy {POLICY}"),
            )
            .notes(self.notes())
            .chart(Chart::Estimates);
        Sheet {
            shown: Some(SHOWN),
            ..sheet
        }
    }

    fn notes(&self) -> Vec<String> {
        let comparison = &self.comparison;
        let best = &self.plays[0].action;
        let found = match self.equals {
            _ if self.plays.len() == 1 => format!("{best} is the only play"),
            0 => {
                format!(
                    "{best} is told apart from every other play: under this policy it is the best"
                )
            }
            equals => format!(
                "{best} has the highest estimate, but {} cannot be told apart from it",
                counted(equals, "other play", "other plays")
            ),
        };
        vec![
            format!("{found}; the chance that any verdict `worse` is wrong is at most {MISTAKES}"),
            format!(
                "from {}, seed {}; the true number under the policy lies from lower to upper in {} of 100 such estimates; behind: \
             by how much the first play is better, in games with the same throws (99 of 100 for two plays chosen beforehand)",
                counted(comparison.played(), "random playout", "random playouts"),
                comparison.seed,
                100.0 * comparison.confidence.level()
            ),
        ]
    }
}

//! Whole positions, for programs.

use super::{AnalyseReport, RankedPlays};
use crate::ask::playouts::{Estimates, PlayoutQuery};
use crate::ask::prelude::*;
use crate::ask::sig::moves::Move;
use crate::ask::sig::{Ended, Thrown, Yields};
use crate::exact::Quantity;
use crate::games::playouts::Comparison;
use crate::games::sig::analyse::{By, Exposure, Ranked, Takes};
use crate::games::sig::{Cell, Position};

/// The question for a whole position.
#[derive(Serialize, JsonSchema)]
pub(in crate::ask::sig) struct AnalyseQuery {
    #[serde(flatten)]
    asked: PositionQuery,
    /// Turns of more throws are left open; `null`: as many as matter.
    max_throws: Option<u32>,
    /// Steps of work.
    budget: Count,
    #[serde(flatten)]
    played: Option<Played>,
    #[serde(flatten)]
    playouts: Option<PlayoutQuery>,
}

/// The yield whose plays are ranked.
#[derive(Serialize, JsonSchema)]
struct Played {
    /// Where plays are ranked: the throws that stand, in the order thrown.
    #[serde(rename = "yield")]
    played: Vec<Thrown>,
    /// The measure they are ranked by.
    by: By,
}

/// A whole position: what can be taken, freed and lost; the plays of a yield ranked.
#[derive(Serialize, JsonSchema)]
pub(in crate::ask::sig) struct Whole {
    /// Whether the game is over.
    over: bool,
    /// The pieces that the team to move can take in this turn, each number with the play that is best for it.
    take: Taking,
    /// The pieces that the team to move can free in this turn.
    free: Freeing,
    /// The pieces that the other team could take in its next turn if it threw now.
    exposure: Exposed,
    #[serde(flatten)]
    ranking: Option<Plays>,
}

/// The pieces that a turn can take; each number with the play that is best for it.
#[derive(Serialize, JsonSchema)]
struct Taking {
    /// Chance to take a piece.
    at_least_one: Quantity,
    /// Each piece of the enemy, in the order of its route.
    each: Vec<Piece>,
    /// Expected number of pieces taken.
    expected: Quantity,
    /// Chance to take this number of pieces or more.
    at_least: Vec<AtLeast>,
    /// Turns of more throws are left open.
    max_throws: u32,
    /// Yields of more throws before the last are left open.
    max_standing: u32,
    /// The chance left open.
    open: Number,
    /// Where the budget ended the work; `null` if it did not.
    stopped: Option<Ended>,
}

/// The pieces that the other team can take.
#[derive(Serialize, JsonSchema)]
struct Exposed {
    #[serde(flatten)]
    next: Taking,
    /// Under `turns=two-and-two`: in its two turns in a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    both_turns: Option<BothTurns>,
}

/// The pieces that two turns in a row can take.
#[derive(Serialize, JsonSchema)]
struct BothTurns {
    /// The number of turns.
    turns: u32,
    /// Chance to take a piece.
    at_least_one: Quantity,
    /// Each piece of the enemy, in the order of its route.
    each: Vec<Piece>,
    /// Expected number of pieces taken.
    expected: Quantity,
    /// The chance of the yields of the first that were not looked at.
    open: Number,
    /// About what brings the bounds closer, or `null`.
    budget: Option<Count>,
}

/// A piece, and the chance to take it.
#[derive(Serialize, JsonSchema)]
struct Piece {
    /// Where it stands.
    cell: String,
    freed: bool,
    /// Chance to take it.
    probability: Quantity,
}

/// The chance to take this number of pieces or more.
#[derive(Serialize, JsonSchema)]
struct AtLeast {
    pieces: u32,
    probability: Quantity,
}

/// The pieces that a turn can free.
#[derive(Serialize, JsonSchema)]
struct Freeing {
    /// Chance to free a piece.
    at_least_one: Quantity,
    /// Expected number of pieces freed.
    expected: Quantity,
}

/// With `--yield`: its plays.
#[derive(Serialize, JsonSchema)]
struct Plays {
    /// With `--yield`: how many plays there are.
    plays: usize,
    /// With `--yield`: whether the bounds prove that no play is better than the first.
    best_proved: bool,
    /// With `--yield`: about the budget that brings the bounds of the plays closer; `null` if this one was enough.
    ranking_budget: Option<Count>,
    /// With `--yield`: the best `--top` of them, the best first.
    moves: Vec<RankedPlay>,
    /// With `--simulate`: the same plays compared by random playouts.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimates: Option<Estimates>,
}

/// A play, and what the next turn of the other team takes after it.
#[derive(Serialize, JsonSchema)]
struct RankedPlay {
    #[serde(flatten)]
    play: Move,
    /// Chance that the next turn takes at least one piece.
    loses: Quantity,
    /// Expected number of pieces that it takes.
    lost: Quantity,
    /// Captures less `lost`.
    net: Quantity,
}

fn pieces(each: &[(Cell, bool, Quantity)]) -> Vec<Piece> {
    let pieces = each.iter().map(|(cell, freed, chance)| Piece {
        cell: cell.to_string(),
        freed: *freed,
        probability: chance.clone(),
    });
    pieces.collect()
}

impl From<&Takes> for Taking {
    fn from(takes: &Takes) -> Self {
        let at_least = (1..).zip(&takes.at_least);
        let at_least = at_least.map(|(pieces, chance)| AtLeast {
            pieces,
            probability: chance.clone(),
        });
        Self {
            at_least_one: takes.any.clone(),
            each: pieces(&takes.each),
            expected: takes.expected.clone(),
            at_least: at_least.collect(),
            max_throws: takes.extent.max_throws,
            max_standing: takes.extent.max_standing,
            open: (&takes.extent.rest).into(),
            stopped: takes.extent.stopped.map(Ended::from),
        }
    }
}

impl From<&Exposure> for BothTurns {
    fn from(exposure: &Exposure) -> Self {
        Self {
            turns: exposure.turns,
            at_least_one: exposure.any.clone(),
            each: pieces(&exposure.each),
            expected: exposure.expected.clone(),
            open: (&exposure.rest).into(),
            budget: exposure.budget.map(Count::of),
        }
    }
}

impl From<&Ranked> for RankedPlay {
    fn from(ranked: &Ranked) -> Self {
        Self {
            play: Move::from(&ranked.play),
            loses: ranked.loses.clone(),
            lost: ranked.lost.clone(),
            net: ranked.net.clone(),
        }
    }
}

impl Plays {
    fn of(ranking: &RankedPlays, estimates: Option<&Comparison>) -> Self {
        let name = |at: usize| ranking.best[at].play.text();
        Self {
            plays: ranking.plays,
            best_proved: ranking.proved,
            ranking_budget: ranking.budget.map(Count::of),
            moves: ranking.best.iter().map(RankedPlay::from).collect(),
            estimates: estimates.map(|estimates| Estimates::of(estimates, name)),
        }
    }
}

impl Reply for AnalyseReport {
    const NAME: &'static str = "sig-analyse";
    type Query = AnalyseQuery;
    type Result = Whole;

    fn query(&self) -> AnalyseQuery {
        AnalyseQuery {
            asked: self.subject.query("analyse"),
            max_throws: self.effort.max_throws,
            budget: Count::of(self.effort.budget),
            played: self.ranking.as_ref().map(|ranking| Played {
                played: Position::throws(&ranking.played),
                by: ranking.by,
            }),
            playouts: self.playouts.map(PlayoutQuery::from),
        }
    }

    fn result(&self) -> Whole {
        let found = &self.analysis;
        Whole {
            over: self.subject.position.is_over(),
            take: Taking::from(&found.takes),
            free: Freeing {
                at_least_one: found.frees.clone(),
                expected: found.freed.clone(),
            },
            exposure: Exposed {
                next: Taking::from(&found.hangs),
                both_turns: found.exposure.as_ref().map(BothTurns::from),
            },
            ranking: (self.ranking.as_ref())
                .map(|ranking| Plays::of(ranking, self.estimates.as_ref())),
        }
    }
}

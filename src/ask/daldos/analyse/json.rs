//! The chances of a whole turn and the plays ranked, for programs.

use super::AnalyseReport;
use crate::ask::daldos::moves::Move;
use crate::ask::playouts::{Estimates, PlayoutQuery};
use crate::ask::prelude::*;
use crate::exact::Quantity;
use crate::games::daldos::analyse::{By, Ranking, Threat, Turn};
use crate::games::daldos::{Position, Team};
use crate::solve::Origin;

/// The question for the chances of a whole turn.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AnalyseQuery {
    #[serde(flatten)]
    asked: PositionQuery,
    #[serde(flatten)]
    thrown: Option<RankedThrow>,
    /// The greatest distance between bounds.
    width: String,
    /// The most work for each table, in throws and plays looked at.
    budget: Count,
    #[serde(flatten)]
    playouts: Option<PlayoutQuery>,
}

/// The throw whose plays are ranked.
#[derive(Serialize, JsonSchema)]
struct RankedThrow {
    /// Where plays are ranked: what the dice show, the smaller number first.
    throw: [u8; 2],
    /// The measure they are ranked by.
    by: By,
}

/// The chances of a whole turn, of both sides; with a throw, every play ranked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Analysis {
    /// The winner, if the game is over.
    winner: Option<Team>,
    /// Of the side to throw.
    turn: WholeTurn,
    /// Threats by the other side: the same, if it were to throw now.
    threats: WholeTurn,
    #[serde(flatten)]
    ranking: Option<RankedPlays>,
}

/// The possible results of a whole turn; each number with the best play for it.
#[derive(Serialize, JsonSchema)]
struct WholeTurn {
    /// The side that throws.
    side: Team,
    /// Chance to take at least one piece in the turn, extra throws included.
    take: Quantity,
    /// Each enemy piece.
    pieces: Vec<Piece>,
    /// The most pieces taken on average.
    mean: Quantity,
    /// The chance of each exact number of pieces taken, under one good play.
    number: Vec<Taken>,
    /// By how much the average of that play may be less than the best, at most.
    number_short: Number,
    /// Chance that nothing can be moved.
    lost: Number,
    /// Chance to release a piece.
    dal: Quantity,
    /// The work done, in units of `budget`.
    work: Count,
}

/// A piece, and the chance that it can be taken.
#[derive(Serialize, JsonSchema)]
struct Piece {
    /// Where it stands.
    hole: String,
    dalled: bool,
    /// Chance that it can be taken.
    probability: Quantity,
}

/// The chance that exactly this number of pieces is taken.
#[derive(Serialize, JsonSchema)]
struct Taken {
    taken: u32,
    probability: Quantity,
}

/// With a throw: its plays.
#[derive(Serialize, JsonSchema)]
struct RankedPlays {
    /// With a throw: its plays, best first.
    plays: Vec<RankedPlay>,
    /// With `--by win`: where the chances are from; `null` if nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    method: Option<Option<Origin>>,
    /// With a throw: the first of them, and what speaks for it; `null` if nothing is known.
    best: Option<Best>,
    /// With `--simulate`: the plays compared by random playouts; `null` where every chance to win is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimates: Option<Option<Estimates>>,
}

/// A play and its worth.
#[derive(Serialize, JsonSchema)]
struct RankedPlay {
    #[serde(flatten)]
    play: Move,
    /// The number of the criterion `by`; `null` if not known.
    value: Option<Quantity>,
}

/// The best play, and what speaks for it.
#[derive(Serialize, JsonSchema)]
struct Best {
    /// As in `plays`.
    #[serde(rename = "move")]
    action: String,
    /// The reason for it, in words.
    reason: String,
    /// Plays as good, as far as the bounds tell.
    equals: usize,
    /// Whether it is proved that no play is better.
    proved: bool,
    /// Own pieces that the opponent could take after it.
    hanging: Vec<Piece>,
    /// Own pieces that the opponent could take before it.
    hanging_before: Vec<Piece>,
}

impl Piece {
    /// Pieces of the opponent of the side to throw, or its own: holes are named alike.
    fn all(position: &Position, threats: &[Threat]) -> Vec<Self> {
        let route = position.game().route();
        let piece = |threat: &Threat| Self {
            hole: route.hole(position.side(), threat.at).to_string(),
            dalled: threat.dalled,
            probability: threat.chance.clone(),
        };
        threats.iter().map(piece).collect()
    }
}

impl WholeTurn {
    fn of(position: &Position, turn: &Turn) -> Self {
        let number = turn.number.iter().map(|(taken, chance)| Taken {
            taken: *taken,
            probability: chance.clone(),
        });
        Self {
            side: position.side(),
            take: turn.any.clone(),
            pieces: Piece::all(position, &turn.pieces),
            mean: turn.mean.clone(),
            number: number.collect(),
            number_short: (&turn.number_short).into(),
            lost: (&turn.lost).into(),
            dal: turn.release.clone(),
            work: Count::of(turn.work),
        }
    }
}

impl AnalyseReport {
    fn ranking(&self, plays: &Ranking) -> RankedPlays {
        let position = self.position();
        let ranked = plays.plays.iter().map(|ranked| RankedPlay {
            play: Move::of(position, &ranked.play),
            value: ranked.value.clone(),
        });
        let best = || {
            let (best, reason) = (plays.plays.first()?, plays.reason.as_ref()?);
            Some(Best {
                action: best.play.text(position),
                reason: self.why(plays, 6)?,
                equals: reason.equals,
                proved: reason.proved,
                hanging: Piece::all(position, &reason.hanging),
                hanging_before: Piece::all(position, &reason.before),
            })
        };
        RankedPlays {
            plays: ranked.collect(),
            method: (plays.by == By::Win).then_some(plays.method),
            best: best(),
            estimates: self.answer.question.playouts.map(|_| {
                let name = |at: usize| plays.plays[at].play.text(position);
                let estimates = plays.estimates.as_ref();
                estimates.map(|estimates| Estimates::of(estimates, name))
            }),
        }
    }
}

impl Reply for AnalyseReport {
    const NAME: &'static str = "daldos-analyse";
    type Query = AnalyseQuery;
    type Result = Analysis;

    fn query(&self) -> AnalyseQuery {
        AnalyseQuery {
            asked: self.subject.query("analyse"),
            thrown: self.answer.ranking.as_ref().map(|plays| RankedThrow {
                throw: plays.cast.numbers,
                by: plays.by,
            }),
            width: self.answer.question.options.width.to_string(),
            budget: Count::of(self.answer.question.options.budget),
            playouts: self.answer.question.playouts.map(PlayoutQuery::from),
        }
    }

    fn result(&self) -> Analysis {
        let position = self.position();
        let [turn, threats] = &self.answer.turns;
        Analysis {
            winner: position.winner(),
            turn: WholeTurn::of(position, turn),
            threats: WholeTurn::of(&position.passed(), threats),
            ranking: self
                .answer
                .ranking
                .as_ref()
                .map(|plays| self.ranking(plays)),
        }
    }
}

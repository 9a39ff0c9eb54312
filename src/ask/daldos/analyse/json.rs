//! The chances of a whole turn and the plays ranked, for programs.

use crate::ask::daldos::moves::Ways;
use crate::ask::playouts::Estimates;
use crate::ask::prelude::*;
use crate::ask::with_throws::moves::Move;
use crate::exact::Quantity;
use crate::games::daldos::analyse::{Ranked, Threat, Turn};
use crate::games::daldos::{Position, Team};
use crate::solve::Origin;

/// The chances of a whole turn, of both sides; with a throw, every play ranked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Analysis {
    /// The winner, if the game is over.
    pub(super) winner: Option<Team>,
    /// Of the side to throw.
    pub(super) turn: WholeTurn,
    /// Threats by the other side: the same, if it were to throw now.
    pub(super) threats: WholeTurn,
    #[serde(flatten)]
    pub(super) ranking: Option<RankedPlays>,
}

/// The possible results of a whole turn; each number with the best play for it.
#[derive(Serialize, JsonSchema)]
pub(super) struct WholeTurn {
    /// The side that throws.
    pub(super) side: Team,
    /// Chance to take at least one piece in the turn, extra throws included.
    pub(super) take: Quantity,
    /// Each enemy piece.
    pub(super) pieces: Vec<Piece>,
    /// The most pieces taken on average.
    pub(super) mean: Quantity,
    /// The chance of each exact number of pieces taken, under one good play.
    pub(super) number: Vec<Taken>,
    /// By how much the average of that play may be less than the best, at most.
    pub(super) number_short: Number,
    /// Chance that nothing can be moved.
    pub(super) lost: Number,
    /// Chance to release a piece.
    pub(super) dal: Quantity,
    /// The work done, in units of `budget`.
    pub(super) work: Count,
}

/// A piece, and the chance that it can be taken.
#[derive(Serialize, JsonSchema)]
pub(super) struct Piece {
    /// Where it stands.
    pub(super) hole: String,
    pub(super) dalled: bool,
    /// Chance that it can be taken.
    pub(super) probability: Quantity,
}

/// The chance that exactly this number of pieces is taken.
#[derive(Serialize, JsonSchema)]
pub(super) struct Taken {
    pub(super) taken: u32,
    pub(super) probability: Quantity,
}

/// With a throw: its plays.
#[derive(Serialize, JsonSchema)]
pub(super) struct RankedPlays {
    /// With a throw: its plays, best first.
    pub(super) plays: Vec<RankedPlay>,
    /// With `--by win`: where the chances are from; `null` if nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) method: Option<Option<Origin>>,
    /// With a throw: the first of them, and what speaks for it; `null` if nothing is known.
    pub(super) best: Option<Best>,
    /// With `--simulate`: the plays compared by random playouts; `null` where every chance to win is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) estimates: Option<Option<Estimates>>,
    /// Whether the throw earns another one.
    #[serde(skip)]
    pub(super) extra: bool,
}

/// A play and its worth.
#[derive(Serialize, JsonSchema)]
pub(super) struct RankedPlay {
    #[serde(flatten)]
    pub(super) play: Move<Ways>,
    /// The number of the criterion `by`; `null` if not known.
    pub(super) value: Option<Quantity>,
}

/// The best play, and what speaks for it.
#[derive(Serialize, JsonSchema)]
pub(super) struct Best {
    /// As in `plays`.
    #[serde(rename = "move")]
    pub(super) action: String,
    /// The reason for it, in words.
    pub(super) reason: String,
    /// Plays as good, as far as the bounds tell.
    pub(super) equals: usize,
    /// Whether it is proved that no play is better.
    pub(super) proved: bool,
    /// Own pieces that the opponent could take after it.
    pub(super) hanging: Vec<Piece>,
    /// Own pieces that the opponent could take before it.
    pub(super) hanging_before: Vec<Piece>,
}

impl Piece {
    /// Pieces of the opponent of the side to throw, or its own: holes are named alike.
    pub(super) fn all(position: &Position, threats: &[Threat]) -> Vec<Self> {
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
    pub(super) fn of(position: &Position, turn: &Turn) -> Self {
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

impl RankedPlay {
    pub(super) fn all(position: &Position, plays: &[Ranked]) -> Vec<Self> {
        let play = |ranked: &Ranked| Self {
            play: Move::of(position, &ranked.play),
            value: ranked.value.clone(),
        };
        plays.iter().map(play).collect()
    }
}

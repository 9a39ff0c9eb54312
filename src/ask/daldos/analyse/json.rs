//! The chances of a whole turn and the plays ranked, for programs.

use crate::ask::prelude::*;
use crate::ask::with_throws::moves::Move;
use crate::exact::Quantity;
use crate::games::daldos::analyse::{Ranked, Reason, TurnChances};
use crate::games::daldos::{Position, Team};
use crate::games::playouts::Comparison;
use crate::solve::Method;

/// The chances of a whole turn, of both sides; with a throw, every play ranked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Analysis {
    /// The winner, if the game is over.
    pub(super) winner: Option<Team>,
    /// Of the side to throw.
    pub(super) turn: TurnChances,
    /// Threats by the other side: the same, if it were to throw now.
    pub(super) threats: TurnChances,
    #[serde(flatten)]
    pub(super) ranking: Option<RankedPlays>,
}

/// With a throw: its plays.
#[derive(Serialize, JsonSchema)]
pub(super) struct RankedPlays {
    /// With a throw: its plays, best first.
    pub(super) plays: Vec<RankedPlay>,
    /// With `--by win`: where the chances are from; `null` if nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) method: Option<Option<Method>>,
    /// With a throw: the first of them, and what speaks for it; `null` if nothing is known.
    pub(super) best: Option<Best>,
    /// With `--simulate`: the plays compared by random playouts; `null` where every chance to win is proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) estimates: Option<Option<Comparison>>,
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
    #[serde(flatten)]
    pub(super) why: Reason,
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

/// What is said of a play in daldøs alone.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Ways {
    /// All ways, the first being the play's name: `m3-m5 !a1-m1`, the pieces in the order they move, `!` for one released, `m3-m4-m6` where it
    /// may take on the way too. Two pieces that may move in either order are listed in one.
    pub(crate) ways: Vec<String>,
    /// Whether the same side throws again.
    pub(crate) again: bool,
}

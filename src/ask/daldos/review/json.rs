//! A game gone through, for programs.

use std::iter;

use crate::ask::playouts::luck_and_skill::LuckEstimates;
use crate::ask::prelude::*;
use crate::exact::Quantity;
use crate::games::daldos::Team;
use crate::games::daldos::review::{Record, Review};
use crate::games::playouts::LuckAndSkill;
use crate::games::running_fight::chances::{Change, Reviewed, Sum};

/// A game gone through: what each play gave away, and what the dice did.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Gone {
    /// Every throw with its play, in order.
    pub(super) throws: Vec<ReviewedThrow>,
    /// The position at the end, on one line.
    pub(super) end: String,
    /// The winner, if the game is over.
    pub(super) winner: Option<Team>,
    /// For each measure that occurs, A and then B.
    pub(super) sums: Vec<Sum>,
    /// The course of A's chance to win; `null` where it is never known.
    pub(super) change: Option<Change>,
    /// The positions of the endgame that was solved; `null` if none was.
    pub(super) solved: Option<Count>,
    /// Whether chances to win are from tables.
    pub(super) tables: bool,
    /// With `--simulate`: what throws and plays changed before the chance to win is known; absent where it always is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) estimates: Option<LuckEstimates>,
}

/// A throw with its play. Values are those of the side that throws; all are `null` if nothing is known.
#[derive(Serialize, JsonSchema)]
pub(super) struct ReviewedThrow {
    /// Its number, from 1.
    pub(super) ply: usize,
    /// The side that throws.
    pub(super) side: Team,
    /// The position before it, on one line.
    pub(super) position: String,
    /// The faces of the dice, the smaller number first.
    pub(super) throw: Vec<u8>,
    /// As in `daldos moves`.
    #[serde(rename = "move")]
    pub(super) action: String,
    /// The holes of the pieces taken.
    pub(super) captures: Vec<String>,
    #[serde(flatten)]
    pub(super) reviewed: Reviewed<String>,
    /// The chance of A to win before the throw, where it is known.
    pub(super) win_a: Option<Quantity>,
}

impl Gone {
    pub(super) fn of(record: &Record, review: Review, estimates: Option<LuckAndSkill>) -> Self {
        let Review {
            turns,
            sums,
            change,
            solved,
            ..
        } = review;
        let turns = iter::zip(record.turns(), turns);
        let throws = (1_usize..).zip(turns).map(|(ply, (turn, reviewed))| {
            let position = &turn.position;
            ReviewedThrow {
                ply,
                side: position.side(),
                position: position.to_string(),
                throw: turn.cast.numbers.to_vec(),
                action: turn.play.text(position),
                captures: texts(&position.holes(turn.play.taken)),
                win_a: reviewed.win_of_a(position.side()),
                reviewed: reviewed.map(|play| play.text(position)),
            }
        });
        let end = record.end();
        Self {
            throws: throws.collect(),
            end: end.to_string(),
            winner: end.winner(),
            tables: solved.is_none() && change.is_some(),
            sums,
            change,
            solved: solved.map(|solved| Count::of(solved as u64)),
            estimates: estimates.map(LuckEstimates::from),
        }
    }
}

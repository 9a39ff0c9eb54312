//! A game gone through, for programs.

use super::ReviewReport;
use crate::ask::playouts::PlayoutQuery;
use crate::ask::playouts::luck_and_skill::LuckEstimates;
use crate::ask::prelude::*;
use crate::exact::Quantity;
use crate::games::daldos::Team;
use crate::games::daldos::analyse::By;
use crate::games::running_fight::chances::{Change, Reviewed, Sum};

/// The question for a game that was played.
#[derive(Serialize, JsonSchema)]
pub(in crate::ask::daldos) struct ReviewQuery {
    /// The words of the command, without `siga`.
    command: &'static str,
    /// The full rules text.
    rules: String,
    /// The record, normalised.
    record: String,
    /// The measure of plays where the chance to win is not known.
    by: By,
    /// The most positions of an endgame that is solved.
    positions: u32,
    /// The most work for each throw, in throws and plays looked at.
    budget: Count,
    /// Whether chances to win were to be fractions.
    exact: bool,
    #[serde(flatten)]
    playouts: Option<PlayoutQuery>,
}

/// A game gone through: what each play gave away, and what the dice did.
#[derive(Serialize, JsonSchema)]
pub(in crate::ask::daldos) struct Gone {
    /// Every throw with its play, in order.
    throws: Vec<ReviewedThrow>,
    /// The position at the end, on one line.
    end: String,
    /// The winner, if the game is over.
    winner: Option<Team>,
    /// For each measure that occurs, A and then B.
    sums: Vec<Sum>,
    /// The course of A's chance to win; `null` where it is never known.
    change: Option<Change>,
    /// The positions of the endgame that was solved; `null` if none was.
    solved: Option<Count>,
    /// Whether chances to win are from tables.
    tables: bool,
    /// With `--simulate`: what throws and plays changed before the chance to win is known; absent where it always is.
    #[serde(skip_serializing_if = "Option::is_none")]
    estimates: Option<LuckEstimates>,
}

/// A throw with its play. Values are those of the side that throws; all are `null` if nothing is known.
#[derive(Serialize, JsonSchema)]
struct ReviewedThrow {
    /// Its number, from 1.
    ply: usize,
    /// The side that throws.
    side: Team,
    /// The position before it, on one line.
    position: String,
    /// The faces of the dice, the smaller number first.
    throw: [u8; 2],
    /// As in `daldos moves`.
    #[serde(rename = "move")]
    action: String,
    /// The holes of the pieces taken.
    captures: Vec<String>,
    #[serde(flatten)]
    reviewed: Reviewed<String>,
    /// The chance of A to win before the throw, where it is known.
    win_a: Option<Quantity>,
}

impl Reply for ReviewReport {
    const NAME: &'static str = "daldos-review";
    type Query = ReviewQuery;
    type Result = Gone;

    fn query(&self) -> ReviewQuery {
        ReviewQuery {
            command: "daldos review",
            rules: self.0.question.record.rules().to_string(),
            record: self.0.question.record.to_string(),
            by: self.0.question.by,
            positions: self.0.question.positions as u32,
            budget: Count::of(self.0.question.options.budget),
            exact: self.0.question.exact,
            playouts: self.0.question.playouts.map(PlayoutQuery::from),
        }
    }

    fn result(&self) -> Gone {
        let turns = self
            .0
            .question
            .record
            .turns()
            .iter()
            .zip(&self.0.review.turns);
        let throws = (1_usize..).zip(turns).map(|(ply, (turn, reviewed))| {
            let position = &turn.position;
            ReviewedThrow {
                ply,
                side: position.side(),
                position: position.to_string(),
                throw: turn.cast.numbers,
                action: turn.play.text(position),
                captures: texts(&position.holes(turn.play.taken)),
                reviewed: reviewed.map(|play| play.text(position)),
                win_a: reviewed.win_of_a(position.side()),
            }
        });
        let end = self.0.question.record.end();
        Gone {
            throws: throws.collect(),
            end: end.to_string(),
            winner: end.winner(),
            sums: self.0.review.sums.clone(),
            change: self.0.review.change.clone(),
            solved: self.0.review.solved.map(|solved| Count::of(solved as u64)),
            tables: self.tables(),
            estimates: self.0.estimates.as_ref().map(LuckEstimates::from),
        }
    }
}

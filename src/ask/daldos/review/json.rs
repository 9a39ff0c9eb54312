//! A game gone through, for programs.

use super::{ReviewReport, of_a};
use crate::ask::luck_and_skill::LuckEstimates;
use crate::ask::playouts::PlayoutQuery;
use crate::ask::prelude::*;
use crate::exact::Quantity;
use crate::games::daldos::Side;
use crate::games::daldos::analyse::By;
use crate::games::daldos::review::Sum;

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
    winner: Option<Side>,
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
    side: Side,
    /// The position before it, on one line.
    position: String,
    /// The faces of the dice, the smaller number first.
    throw: [u8; 2],
    /// As in `daldos moves`.
    #[serde(rename = "move")]
    action: String,
    /// The holes of the pieces taken.
    captures: Vec<String>,
    /// The number of plays.
    plays: usize,
    /// The measure of values: `win` is the chance to win, `net` pieces, `take` and `safe` chances; of `safe` less is better.
    by: By,
    /// Before the throw.
    before: Option<Quantity>,
    /// After the throw, played best.
    best: Option<Quantity>,
    /// After the play that was made.
    value: Option<Quantity>,
    /// The change by the throw, positive if it was good for the side that threw.
    luck: Option<Quantity>,
    /// The loss by the play, never negative.
    lost: Option<Quantity>,
    /// The best play, where one is proved to be better than the one made.
    better: Option<String>,
    /// The chance of A to win before the throw, where it is known.
    win_a: Option<Quantity>,
}

/// The course of A's chance to win: `to` is `from` and both changes together.
#[derive(Serialize, JsonSchema)]
struct Change {
    /// It is known from before this throw on.
    from_ply: usize,
    /// There.
    from: Quantity,
    /// At the end of the record.
    to: Quantity,
    /// The change by the throws of both sides.
    by_luck: Quantity,
    /// The change by the plays of both sides.
    by_play: Quantity,
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
            let better = reviewed.best_play.state != turn.play.state;
            ReviewedThrow {
                ply,
                side: position.side(),
                position: position.to_string(),
                throw: turn.cast.numbers,
                action: turn.play.text(position),
                captures: texts(&position.holes(turn.play.taken)),
                plays: reviewed.plays,
                by: reviewed.by,
                before: reviewed.before.clone(),
                best: reviewed.best.clone(),
                value: reviewed.value.clone(),
                luck: reviewed.luck.clone(),
                lost: reviewed.lost.clone(),
                better: better.then(|| reviewed.best_play.text(position)),
                win_a: of_a(position.side(), reviewed),
            }
        });
        let change = self.0.review.change.as_ref().map(|change| Change {
            from_ply: change.from_throw + 1,
            from: change.from.clone(),
            to: change.to.clone(),
            by_luck: change.by_luck.clone(),
            by_play: change.by_play.clone(),
        });
        let end = self.0.question.record.end();
        Gone {
            throws: throws.collect(),
            end: end.to_string(),
            winner: end.winner(),
            sums: self.0.review.sums.clone(),
            change,
            solved: self.0.review.solved.map(|solved| Count::of(solved as u64)),
            tables: self.tables(),
            estimates: self.0.estimates.as_ref().map(LuckEstimates::from),
        }
    }
}

//! A game without throws gone through: the moves that are proved to have given something away.
//!
//! Nothing is said of a move beyond what is proved of the position before it and of the one after it: a move is a mistake if
//! the best that can come of it is less than the least that could be had, and none if the least is as much as could be had at
//! most. All else is not known.

use std::fmt::Debug;

use super::Moves;
use super::goal::Goal;
use super::record::{Moved, Record};
use crate::solve::Directory;
pub use crate::solve::Worth;
use crate::work::{Fault, Note};

/// The facts about a position and each of its moves, the best first.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judgement<M> {
    /// The goal that the values are about.
    pub goal: Goal,
    /// The value of the position.
    pub worth: Worth,
    /// The value of each move; those left out are not known.
    pub moves: Vec<(M, Worth)>,
}

/// The means by which positions are judged.
#[derive(Clone, Debug)]
pub struct Means {
    /// The most positions looked at for each move of the game.
    pub budget: u64,
    /// Where tables are looked for.
    pub tables: Option<Directory>,
}

/// A position that can be judged.
pub trait Judged: Moves {
    /// The value for the side that chooses, and that of each move.
    ///
    /// # Errors
    /// A table that cannot be trusted.
    fn judge(&self, means: &Means, note: &Note) -> Result<Judgement<Self::Move>, Fault>;
}

/// A move and what it gave away.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Reviewed<M> {
    /// What the values are about: the game, or the first capture where stones are in hand and no more is known.
    pub goal: Goal,
    /// The value of the position before it.
    pub before: Worth,
    /// The value of the position after it, for the same side.
    pub after: Worth,
    /// Whether it gave something away; `null` where that is not proved.
    pub mistake: Option<bool>,
    /// A move that is proved to be better.
    pub better: Option<M>,
}

impl<M> Reviewed<M> {
    /// The same, its move written otherwise.
    pub fn map<T>(&self, written: impl FnOnce(&M) -> T) -> Reviewed<T> {
        Reviewed {
            goal: self.goal,
            before: self.before,
            after: self.after,
            mistake: self.mistake,
            better: self.better.as_ref().map(written),
        }
    }
}

/// Goes through a game: every move, in order, and what it gave away.
///
/// Exact: all that is said is proved. Cost: that of judging each position of the game.
///
/// # Errors
/// Of kind io: a table that cannot be trusted.
///
/// # Examples
/// ```
/// use siga::games::review::{Means, review};
/// use siga::games::{line_up, record::Record};
/// use siga::work::Note;
/// // Three in a row on 3×3: whoever does not block has lost.
/// let text = "rules: 5x5:size=3,row=3,men=3; moves:; a1 c3 b1 b3 a2";
/// let record = Record::<line_up::Position>::read(text, None)?;
/// let means = Means { budget: 1000, tables: None };
/// let moves = review(&record, &means, &Note::default())?;
/// assert_eq!(moves.len(), 5);
/// assert!(moves.iter().any(|played| played.mistake == Some(true)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn review<P: Judged>(
    record: &Record<P>,
    means: &Means,
    note: &Note,
) -> Result<Vec<Reviewed<P::Move>>, Fault> {
    let turns = record.turns();
    let mut moves = Vec::with_capacity(turns.len());
    for (number, turn) in (1..).zip(turns) {
        note.set(format!("move {number} of {}", turns.len()));
        moves.push(reviewed(turn, &turn.position.judge(means, note)?));
    }
    Ok(moves)
}

/// A move held against what is known of its position.
fn reviewed<P: Moves>(turn: &Moved<P>, judgement: &Judgement<P::Move>) -> Reviewed<P::Move> {
    let Judgement { goal, worth, moves } = judgement;
    let known = moves.iter().find(|(action, _)| *action == turn.action);
    let after = known.map_or(Worth::UNKNOWN, |(_, after)| *after);
    let better = moves
        .iter()
        .find(|(_, other)| other.at_least > after.at_most);
    Reviewed {
        goal: *goal,
        before: *worth,
        after,
        mistake: match () {
            () if after.at_most < worth.at_least => Some(true),
            () if after.at_least >= worth.at_most => Some(false),
            () => None,
        },
        better: better.map(|(action, _)| action.clone()),
    }
}

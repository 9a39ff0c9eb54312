//! A game without throws gone through: the moves that are proved to have given something away.
//!
//! Nothing is said of a move beyond what is proved of the position before it and of the one after it: a move is a mistake if
//! the best that can come of it is less than the least that could be had, and none if the least is as much as could be had at
//! most. All else is not known.

use std::fmt::Debug;

use super::Moves;
use super::goal::Goal;
use super::record::{Record, Turn};
pub use crate::solve::Worth;
use crate::solve::{Directory, Method};
use crate::work::{Fault, Note};

/// A legal move and what is known of it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct JudgedMove<P: Moves> {
    /// The move.
    pub action: P::Move,
    /// The position after it.
    pub position: P,
    /// Its value for the side that chooses it.
    pub worth: Worth,
    /// Where nothing is proved, an estimate: the pieces ahead after best play as far as was looked.
    pub ahead: Option<i32>,
    /// Where only the outcome is known: the turns, this one among them, within which the side that wins forces a
    /// capture after which it has still won, if that was found.
    pub capture_in: Option<u32>,
}

impl<P: Moves> JudgedMove<P> {
    /// A move of which only that is known.
    pub(crate) fn new(action: P::Move, position: P, worth: Worth) -> JudgedMove<P> {
        JudgedMove {
            action,
            position,
            worth,
            ahead: None,
            capture_in: None,
        }
    }
}

/// What is known of a position and of each of its moves.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Judgement<P: Moves> {
    /// The goal that the values are about.
    pub goal: Goal,
    /// The value of the position, for the side that chooses.
    pub worth: Worth,
    /// Where nothing is proved, an estimate: the pieces ahead after best play as far as was looked.
    pub ahead: Option<i32>,
    /// Every legal move, the best first.
    pub moves: Vec<JudgedMove<P>>,
    /// The number of moves at the beginning that are equally good, the first included.
    pub equal: usize,
    /// Best play, as far as it is proved; the beginning of it in a draw.
    pub line: Vec<P::Move>,
    /// Where the values come from.
    pub method: Method,
    /// The positions that a search looked at, where it counts them.
    pub positions: Option<u64>,
    /// The turns to which a search has looked at every move of both sides, where it counts them.
    pub depth: u32,
}

impl<P: Moves> Judgement<P> {
    /// A judgement of the game, moves of equal values being equally good; without a line.
    pub(crate) fn new(worth: Worth, moves: Vec<JudgedMove<P>>, method: Method) -> Judgement<P> {
        let best = moves.first().map(|known| known.worth);
        let equal = moves.iter().take_while(|known| Some(known.worth) == best);
        Judgement {
            goal: Goal::Game,
            worth,
            ahead: None,
            equal: equal.count(),
            moves,
            line: Vec::new(),
            method,
            positions: None,
            depth: 0,
        }
    }

    /// Whether a move of this worth keeps the outcome of the position; `None` if that is not proved.
    pub fn keeps(&self, worth: Worth) -> Option<bool> {
        let outcome = self.worth.outcome()?;
        match () {
            () if worth.at_least >= outcome => Some(true),
            () if worth.at_most < outcome => Some(false),
            () => None,
        }
    }
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
    /// Of kind input: the position cannot arise in a game. Of kind io: a table that cannot be trusted.
    fn judge(&self, means: &Means, note: &Note) -> Result<Judgement<Self>, Fault>;

    /// What would tell the value of a position of which nothing is known, where that is an error of its own.
    fn unsolved(&self, _means: &Means) -> Option<Fault> {
        None
    }
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
fn reviewed<P: Moves>(turn: &Turn<P>, judgement: &Judgement<P>) -> Reviewed<P::Move> {
    let (before, moves) = (judgement.worth, &judgement.moves);
    let known = moves.iter().find(|known| known.action == turn.action);
    let after = known.map_or(Worth::UNKNOWN, |known| known.worth);
    let better = moves
        .iter()
        .find(|other| other.worth.at_least > after.at_most);
    Reviewed {
        goal: judgement.goal,
        before,
        after,
        mistake: match () {
            () if after.at_most < before.at_least => Some(true),
            () if after.at_least >= before.at_most => Some(false),
            () => None,
        },
        better: better.map(|known| known.action.clone()),
    }
}

//! The chance to take by distance: questions of every game in which pieces run up behind each other.

use itertools::Itertools;

use crate::work::{Fault, Kind, Note};

/// The most own pieces that such a chance is given for, in Sig and tâb.
pub const MAX_PIECES: usize = 3;
/// The most rows of such a table, in Sig and tâb.
pub const MAX_ROWS: usize = 400;

/// How far pieces may stand behind, and in what.
pub(in crate::games) struct Reach {
    pub(in crate::games) farthest: u32,
    /// Cells, in the words of the game.
    pub(in crate::games) cells: &'static str,
}

impl Reach {
    /// Whether a piece may stand at this distance.
    ///
    /// # Errors
    /// 0, or too far.
    pub(in crate::games) fn has(&self, distance: u32) -> Result<(), Fault> {
        let Reach { farthest, cells } = self;
        match (1..=*farthest).contains(&distance) {
            true => Ok(()),
            false => Err(Fault::input(format!(
                "distance {distance} is out of range: a piece stands from 1 to {farthest} {cells} behind"
            ))),
        }
    }

    /// Every choice of `pieces` different distances up to `max`, ascending.
    ///
    /// # Errors
    /// No piece or too many, too far a distance, or too many choices.
    pub(in crate::games) fn choices(
        &self,
        pieces: usize,
        max: u32,
    ) -> Result<Vec<Vec<u32>>, Fault> {
        at_most_three(pieces)?;
        if max > self.farthest {
            self.has(max)?;
        }
        let choices = (1..=max).combinations(pieces).take(MAX_ROWS + 1);
        let choices: Vec<Vec<u32>> = choices.collect();
        match choices.len() {
            0..=MAX_ROWS => Ok(choices),
            _ => Err(Fault::new(
                Kind::Limit,
                format!(
                    "the table would have more than {MAX_ROWS} rows: lower the greatest distance or the number of pieces"
                ),
            )),
        }
    }
}

/// Whether chances are given for this number of pieces.
///
/// # Errors
/// No piece, or too many.
pub(in crate::games) fn at_most_three(pieces: usize) -> Result<(), Fault> {
    match pieces {
        1..=MAX_PIECES => Ok(()),
        _ => Err(Fault::input(format!(
            "{pieces} pieces: give the distances of 1 to {MAX_PIECES} own pieces behind the enemy piece"
        ))),
    }
}

/// The terms under which such chances are asked: the rules of a game, and the method.
pub trait Placements {
    /// The result for one placement.
    type Row;

    /// The chance to take a piece that own pieces stand so far behind.
    ///
    /// # Errors
    /// Those of the game.
    fn one(&self, behind: &[u32]) -> Result<Self::Row, Fault>;

    /// The same for every choice of a number of distances.
    ///
    /// # Errors
    /// Those of the game.
    fn all(&self, pieces: usize, max: u32) -> Result<Vec<Self::Row>, Fault>;
}

/// A question about chances to take.
#[derive(Clone, Debug)]
pub enum Question<U> {
    /// Of one placement.
    One {
        /// The terms.
        under: U,
        /// The distance of each piece behind the target.
        behind: Vec<u32>,
    },
    /// Of every choice of distances.
    All {
        /// The terms.
        under: U,
        /// Pieces behind the target.
        pieces: u8,
        /// The greatest distance.
        max: u32,
    },
}

/// The answer to a [`Question`].
#[derive(Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub enum Answer<U: Placements> {
    /// Of one placement.
    One {
        /// The terms.
        under: U,
        /// The chance, and how.
        row: Box<U::Row>,
    },
    /// Of every choice of distances.
    All {
        /// The terms.
        under: U,
        /// Pieces behind the target.
        pieces: u8,
        /// The greatest distance.
        max: u32,
        /// One row for each.
        rows: Vec<U::Row>,
    },
}

impl<U: Placements> Question<U> {
    /// The answer. `note` hears what takes long.
    ///
    /// # Errors
    /// Those of the game.
    pub fn answer(self, note: &Note) -> Result<Answer<U>, Fault> {
        Ok(match self {
            Self::One { under, behind } => Answer::One {
                row: Box::new(under.one(&behind)?),
                under,
            },
            Self::All { under, pieces, max } => {
                note.set("looking at every distance");
                Answer::All {
                    rows: under.all(pieces.into(), max)?,
                    under,
                    pieces,
                    max,
                }
            }
        })
    }
}

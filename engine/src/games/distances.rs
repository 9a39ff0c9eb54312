//! The chance to take by distance: questions of every game in which pieces run up behind each other.

use crate::work::{Fault, Note};

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

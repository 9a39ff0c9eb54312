//! The distances at which pieces of every running game may stand behind each other.

use itertools::Itertools;

use crate::work::{Fault, Kind};

/// The most own pieces that such a chance is given for, in Sig and tâb.
pub const MAX_PIECES: usize = 3;
/// The most rows of such a table, in Sig and tâb.
pub const MAX_ROWS: usize = 400;

/// How far pieces may stand behind, in what, and how many.
pub(in crate::games) struct Reach {
    pub(in crate::games) farthest: u32,
    /// A cell, and cells, in the words of the game.
    pub(in crate::games) cells: [&'static str; 2],
    /// The most pieces.
    pub(in crate::games) pieces: usize,
    /// The most rows of a table.
    pub(in crate::games) rows: usize,
}

impl Reach {
    /// Whether chances are given for this number of pieces.
    ///
    /// # Errors
    /// No piece, or too many.
    fn has_pieces(&self, pieces: usize) -> Result<(), Fault> {
        match pieces {
            1.. if pieces <= self.pieces => Ok(()),
            _ => Err(Fault::input(format!(
                "{pieces} pieces: give the distances of 1 to {} own pieces behind the enemy piece",
                self.pieces
            ))),
        }
    }

    /// Whether a piece may stand at this distance.
    fn has(&self, distance: u32) -> Result<(), Fault> {
        let Reach {
            farthest, cells, ..
        } = self;
        match (1..=*farthest).contains(&distance) {
            true => Ok(()),
            false => Err(Fault::input(format!(
                "distance {distance} is out of range: a piece stands from 1 to {farthest} {} behind",
                cells[1]
            ))),
        }
    }

    /// Whether pieces may stand at these distances.
    ///
    /// # Errors
    /// No piece or too many, 0, or too far.
    pub(in crate::games) fn all(&self, behind: &[u32]) -> Result<(), Fault> {
        self.has_pieces(behind.len())?;
        behind.iter().try_for_each(|&distance| self.has(distance))
    }

    /// The same, each cell holding one piece.
    ///
    /// # Errors
    /// No piece or too many, 0, too far, or two in one cell.
    pub(in crate::games) fn all_different(&self, behind: &[u32]) -> Result<(), Fault> {
        self.all(behind)?;
        match behind.iter().duplicates().next() {
            None => Ok(()),
            Some(distance) => Err(Fault::input(format!(
                "two pieces stand at distance {distance}: a {} holds one piece, so give different distances",
                self.cells[0]
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
        self.has_pieces(pieces)?;
        if max > self.farthest {
            self.has(max)?;
        }
        let choices = (1..=max).combinations(pieces).take(self.rows + 1);
        let choices: Vec<Vec<u32>> = choices.collect();
        match choices.len() > self.rows {
            false => Ok(choices),
            true => Err(Fault::new(
                Kind::Limit,
                format!(
                    "the table would have more than {} rows: lower the greatest distance or the number of pieces",
                    self.rows
                ),
            )),
        }
    }
}

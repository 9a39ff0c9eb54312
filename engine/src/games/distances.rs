//! The distances at which pieces of every running game may stand behind each other.

use itertools::Itertools;

use crate::work::{Fault, Kind};

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

//! A fault in the text of a record, and its place.

use std::fmt;

use thiserror::Error;

use crate::board::notation::Place;

/// The most faults that are listed; further ones are counted.
const TOLD: usize = 8;

/// One thing that is wrong with the text of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordFault {
    /// Where.
    pub place: Place,
    /// The fault, and what would be right.
    pub message: String,
}

/// A text that is not the record of a game: all its faults.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub struct RecordError {
    /// Everything that is wrong, in the order of the text; never empty.
    pub faults: Vec<RecordFault>,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, RecordFault { place, message }) in self.faults.iter().enumerate() {
            if number == TOLD {
                return write!(f, "; and {} more", self.faults.len() - TOLD);
            }
            let between = if number > 0 { "; " } else { "" };
            write!(
                f,
                "{between}line {}, column {}: {message}",
                place.line, place.column
            )?;
        }
        Ok(())
    }
}

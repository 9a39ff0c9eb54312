//! Positions as text: `ROWS SIDE RESERVE`.
//!
//! ROWS go from the top rank down. SIDE is `x` or `o`. RESERVE is `-`, or the pieces still to be
//! placed, as in `x4o3`; it follows from the board and may be left out. In a file the keys are
//! `to move` and `reserve` ([`crate::board::notation`]).

use super::setup::{Fault, Setup};
use super::{Position, Rules};
use crate::board::Board as Square;
use crate::board::notation::{
    self, About, FaultOf, Faults, Field, Form, Notation, Reader, notation_text,
};

/// A position file of a game of this kind.
pub type PositionFile = notation::PositionFile<Rules, Setup>;

/// Why a text is not a legal position.
pub type ReadError = notation::ReadError<Faults<Fault>>;

impl Notation for Setup {
    const FORM: Form = Form {
        pieces: "xo",
        labels: "",
        longest: Square::MAX_SIZE as usize,
        fields: &[Field::SIDE, Field::RESERVE],
        example: "5/5/2x2/5/5 o",
    };

    fn read(reader: &mut Reader<'_>) -> Option<Setup> {
        let rows: Vec<Vec<char>> = reader.rows().iter().map(|row| row.cells.clone()).collect();
        if rows.len() < 2 || rows.iter().any(Vec::is_empty) {
            reader.refuse("a board has at least two rows, and no row is empty".to_owned());
        }
        let (side, reserve) = (reader.value("to move"), reader.value("reserve"));
        Some(Setup {
            rows,
            side: side?,
            reserve,
        })
    }

    fn rows(&self) -> Vec<Vec<char>> {
        self.rows.clone()
    }

    fn values(&self) -> Vec<Option<String>> {
        let reserve = self.reserve.map(|reserve| reserve.to_string());
        vec![Some(self.side.to_string()), reserve]
    }
}

impl FaultOf<Setup> for Fault {
    fn about(&self, setup: &Setup) -> About {
        match self {
            Fault::Size { .. } | Fault::Shape { .. } => About::Board,
            Fault::TooMany { side, most, .. } => {
                About::surplus(setup, &side.to_string(), usize::from(*most))
            }
            Fault::Reserve { .. } => About::Field(Field::RESERVE.key),
            Fault::Turn { .. } | Fault::Won { .. } => About::Field(Field::SIDE.key),
        }
    }
}

notation_text!(Setup);

impl Position {
    /// Reads a legal position on one line.
    ///
    /// # Errors
    /// If the text cannot be read, or with every fault of the position at once.
    pub fn parse(text: &str, rules: &Rules) -> Result<Position, ReadError> {
        let setup: Setup = text.parse()?;
        setup.position(rules).map_err(ReadError::Faults)
    }
}

//! Positions as text: `ROWS SIDE RESERVE`, then `+` or `+c3` if a turn is being continued, or
//! `extra` if it begins with an extra move, then `quiet=N` if N moves have been made since the last capture.
//!
//! ROWS go from the top rank down. SIDE is `x` or `o`. RESERVE is `-`, or the stones still to be
//! placed, as in `x4o6`; it may be left out when there are none. In a file the keys are `to move`,
//! `reserve`, `chain` and `quiet` ([`crate::board::notation`]).

use super::setup::{Fault, Going, Setup};
use super::{Position, Rules};
use crate::board::notation::{
    self, About, FaultOf, Faults, Field, Form, Notation, Reader, notation_text,
};
use crate::board::{Board, Reserve};

/// A position file of Sidja.
pub type PositionFile = notation::PositionFile<Rules, Setup>;

/// Why a text is not a legal position.
pub type ReadError = notation::ReadError<Faults<Fault>>;

fn going(text: &str) -> Result<Going, String> {
    if text == "extra" {
        return Ok(Going::Extra);
    }
    match text.strip_prefix('+') {
        Some("") => Ok(Going::Any),
        Some(cell) => match cell.parse() {
            Ok(cell) => Ok(Going::Stone(cell)),
            Err(error) => Err(format!("after `+`: {error}")),
        },
        None => Err(format!(
            "`{text}` does not say how a turn goes on: write `+` or `+c3`"
        )),
    }
}

fn quiet(text: &str) -> Result<u16, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let count = text.parse().ok().filter(|_| digits);
    count.ok_or_else(|| {
        format!("`{text}` is not a count of moves without a capture: write `quiet=7`, in a file `quiet: 7`")
    })
}

impl Notation for Setup {
    const FORM: Form = Form {
        pieces: "xo",
        labels: "",
        longest: Board::MAX_SIZE as usize,
        fields: &[
            Field::SIDE,
            Field::RESERVE,
            Field::marked("chain", "how the turn goes on", &["+", "extra"]),
            Field::marked("quiet", "the moves without a capture", &["quiet="]),
        ],
        example: "xo1/3/3 x x3o3",
    };

    fn read(reader: &mut Reader<'_>) -> Option<Setup> {
        let (rows, side) = (reader.square(), reader.value("to move"));
        let Reserve { x, o } = reader.value("reserve").unwrap_or_default();
        let going = reader.read("chain", going).unwrap_or(Going::No);
        let quiet = reader.read("quiet", quiet).unwrap_or_default();
        Some(Setup {
            rows: rows?,
            side: side?,
            reserve: [x, o],
            going,
            quiet,
        })
    }

    fn rows(&self) -> Vec<Vec<char>> {
        self.rows.top_down().map(<[char]>::to_vec).collect()
    }

    fn values(&self) -> Vec<Option<String>> {
        let [x, o] = self.reserve;
        let going = match self.going {
            Going::No => None,
            Going::Extra => Some("extra".to_owned()),
            Going::Any => Some("+".to_owned()),
            Going::Stone(cell) => Some(format!("+{cell}")),
        };
        vec![
            Some(self.side.to_string()),
            Some(Reserve { x, o }.to_string()),
            going,
            (self.quiet > 0).then(|| self.quiet.to_string()),
        ]
    }
}

impl FaultOf<Setup> for Fault {
    fn about(&self, setup: &Setup) -> About {
        match self {
            Fault::Size { .. } | Fault::BothLost { .. } => About::Board,
            Fault::TooMany { side, most, .. } => {
                About::surplus(setup, &side.to_string(), usize::from(*most))
            }
            Fault::Missing { .. } => About::Field(Field::RESERVE.key),
            Fault::Centre { cell } | Fault::Cross { first: cell, .. } => {
                About::square(&setup.rows, *cell)
            }
            Fault::Turn {
                x,
                o,
                found: (found, _),
                ..
            } if *found != [*x, *o] => About::Board,
            Fault::Turn { .. } => About::Field(Field::SIDE.key),
            Fault::Going { .. } | Fault::Extra { .. } => About::Field("chain"),
            Fault::Quiet { .. } => About::Field("quiet"),
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

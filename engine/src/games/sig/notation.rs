//! Positions as text: `ROWS SIDE [turn=2]`.
//!
//! ROWS are the four rows, under `rows=3` three, from team A's home row to team B's, each from A's left:
//! `aaaaaaaaaaaaaaaaaaaa/20/20/bbbbbbbbbbbbbbbbbbbb A`. `A` and `B` are freed pieces, `a` and `b` not
//! yet. SIDE is `A` or `B`; its key in a file is `to move` ([`crate::board::notation`]). `turn=2` is the
//! second of two turns in a row.

use super::Team;
use super::rules::{MAX_LENGTH, MIN_LENGTH};
use crate::board::notation::{Field, Form, Notation, Reader, notation_text};
use crate::games::running_fight::rows;

/// Anything that can be written down as a position, legal or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The rows from team A's home row on, each from A's left: `A`, `B` freed, `a`, `b` not yet, `.` empty.
    pub rows: Vec<Vec<char>>,
    /// The team whose turn it is.
    pub side: Team,
    /// Whether it is the second of two turns in a row.
    pub second: bool,
}

fn second(text: &str) -> Result<bool, String> {
    match text {
        "1" => Ok(false),
        "2" => Ok(true),
        _ => Err(format!(
            "`{text}` is not a turn: write `turn=2` for the second of two turns in a row, in a file `turn: 2`"
        )),
    }
}

impl Notation for Setup {
    const FORM: Form = Form {
        pieces: "ABab",
        labels: "abcd",
        longest: MAX_LENGTH as usize,
        fields: &[
            Field {
                what: "the team to move",
                ..Field::SIDE
            },
            Field::marked("turn", "which of two turns in a row", &["turn="]),
            Field::RESERVE,
        ],
        example: "aaaa/4/4/bbbb A",
    };

    fn read(reader: &mut Reader<'_>) -> Option<Setup> {
        let rows = rows::read(reader, (&[3, 4], "three or four"), MIN_LENGTH..=MAX_LENGTH);
        let side = reader.value("to move");
        let second = reader.read("turn", second).unwrap_or_default();
        reader.no_reserve();
        Some(Setup {
            rows: rows?,
            side: side?,
            second,
        })
    }

    fn rows(&self) -> Vec<Vec<char>> {
        self.rows.clone()
    }

    fn values(&self) -> Vec<Option<String>> {
        let turn = self.second.then(|| "2".to_owned());
        vec![Some(self.side.to_string()), turn, None]
    }
}

notation_text!(Setup);

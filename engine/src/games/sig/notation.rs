//! Positions as text: `ROWS SIDE [turn=2]`.
//!
//! ROWS are the four rows from team A's home row to team B's, each from A's left:
//! `aaaaaaaaaaaaaaaaaaaa/20/20/bbbbbbbbbbbbbbbbbbbb A`. `A` and `B` are freed pieces, `a` and `b` not
//! yet. SIDE is `A` or `B`; its key in a file is `to move` ([`crate::board::notation`]). `turn=2` is the
//! second of two turns in a row.

use itertools::Itertools;

use super::Rules;
use super::route::Cell;
use super::rules::{MAX_LENGTH, MIN_LENGTH};
use super::setup::{Fault, Setup};
use crate::board::notation::{
    self, About, FaultOf, Faults, Field, Form, Notation, Reader, notation_text,
};

/// A position file of Sig.
pub type PositionFile = notation::PositionFile<Rules, Setup>;

/// Why a text is not a legal position.
pub type ReadError = notation::ReadError<Faults<Fault>>;

fn second(text: &str) -> Result<bool, String> {
    match text {
        "1" => Ok(false),
        "2" => Ok(true),
        _ => Err(format!(
            "`{text}` is not a turn: write `turn=2` for the second of two turns in a row, in a file `turn: 2`"
        )),
    }
}

/// Four rows of the same length.
fn board(rows: Vec<Vec<char>>) -> Result<[Vec<char>; 4], String> {
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let rows: [Vec<char>; 4] = rows.try_into().map_err(|rows: Vec<Vec<char>>| {
        let found = rows.len();
        format!("rows on the board: {found}, not four: from team A's home row to team B's")
    })?;
    let possible = usize::from(MIN_LENGTH)..=usize::from(MAX_LENGTH);
    if !lengths.iter().all_equal() || !possible.contains(&lengths[0]) {
        let found = lengths.iter().join(", ");
        return Err(format!(
            "the rows have length {found}: write four of the same length, {MIN_LENGTH} to {MAX_LENGTH}"
        ));
    }
    Ok(rows)
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
            Field {
                key: "turn",
                what: "which of two turns in a row",
                required: false,
                marks: &["turn="],
            },
            Field::RESERVE,
        ],
        example: "aaaa/4/4/bbbb A",
    };

    fn read(reader: &mut Reader<'_>) -> Option<Setup> {
        let rows = reader.rows().iter().map(|row| row.cells.clone()).collect();
        let rows = board(rows).map_err(|message| reader.refuse(message)).ok();
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
        self.rows.to_vec()
    }

    fn values(&self) -> Vec<Option<String>> {
        let turn = self.second.then(|| "2".to_owned());
        vec![Some(self.side.to_string()), turn, None]
    }
}

impl FaultOf<Setup> for Fault {
    fn about(&self, setup: &Setup) -> About {
        let at = |cell: &Cell| About::Cell {
            row: cell.row.into(),
            column: cell.column.into(),
        };
        match self {
            Fault::Length { rules, .. } => About::Cell {
                row: 0,
                column: usize::from(*rules),
            },
            Fault::TooMany { team, most, .. } => {
                About::surplus(setup, team.symbols(), usize::from(*most))
            }
            Fault::Away { cell, .. } => at(cell),
            Fault::Unfreed { cells, .. } => cells.first().map_or(About::Board, at),
            Fault::Second { .. } => About::Field("turn"),
            Fault::Empty => About::Board,
        }
    }
}

notation_text!(Setup);

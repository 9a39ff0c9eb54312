//! Positions as text: `ROWS SIDE [stacks=…] [entered=…] [circled=…] [saved=…]`.
//!
//! ROWS are the four rows from team A's home row to team B's, each from A's left: `aaaaaaaaa/9/9/bbbbbbbbb A`. `A` and `B`
//! are pieces that are awake, `a` and `b` asleep. SIDE is `A` or `B`; its key in a file is `to move`
//! ([`crate::board::notation`]). Fields are named `a1` to `d9`: the row from A's home, the column from A's left.
//!
//! - `stacks=b2x3,c1x2`: three pieces stand on b2, two on c1.
//! - `entered=c1`: the pieces there have been in the enemy's home and have left it.
//! - `circled=b2`: the pieces there stand in their team's second row and have been in its third (under `stacks=reduce`).
//! - `saved=A1,B2`: tâbs kept.

use super::board::MAX_SAVED;
use super::rules::{MAX_LENGTH, MIN_LENGTH, ROWS};
use super::setup::Setup;
use super::{Cell, Team};
use crate::board::notation::{Field, Form, Notation, Reader, notation_text};
use crate::games::running_fight::rows;

/// The parts of a list with commas.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim)
}

/// Fields, each once.
fn cells(text: &str) -> Result<Vec<Cell>, String> {
    let cells = parts(text).map(|part| part.parse::<Cell>().map_err(|error| error.to_string()));
    once(cells.collect::<Result<_, _>>()?, |cell| *cell)
}

/// Fields with their numbers of pieces.
fn stacks(text: &str) -> Result<Vec<(Cell, u8)>, String> {
    let stack = |part: &str| {
        let (cell, height) = part.split_once('x')?;
        let height = height.parse().ok().filter(|n| (2..=MAX_LENGTH).contains(n));
        Some((cell.parse().ok()?, height?))
    };
    let read = |part| {
        stack(part).ok_or_else(|| {
            format!(
                "`{part}` is not a stack: write the field and 2 to {MAX_LENGTH} pieces, as in b2x3"
            )
        })
    };
    once(
        parts(text).map(read).collect::<Result<_, _>>()?,
        |(cell, _)| *cell,
    )
}

/// The list in order, if no field is in it twice.
fn once<T>(mut list: Vec<T>, cell: impl Fn(&T) -> Cell) -> Result<Vec<T>, String> {
    list.sort_by_key(&cell);
    match list.windows(2).find(|two| cell(&two[0]) == cell(&two[1])) {
        Some(two) => Err(format!("{} is named twice", cell(&two[0]))),
        None => Ok(list),
    }
}

/// Tâbs of A and of B.
fn saved(text: &str) -> Result<[u8; 2], String> {
    let mut saved = [0, 0];
    for part in parts(text) {
        let wrong = || {
            format!(
                "`{part}` is not a team and its saved tâbs: write a number 1 to {MAX_SAVED} behind it, as in A2"
            )
        };
        let (team, number) = part.split_at_checked(1).ok_or_else(wrong)?;
        let team: Team = team.parse().map_err(|_| wrong())?;
        let number = number.parse().ok();
        let number = number.filter(|n| (1..=MAX_SAVED).contains(n));
        let kept = &mut saved[usize::from(team == Team::B)];
        if *kept > 0 {
            return Err(format!("team {team} is named twice"));
        }
        *kept = number.ok_or_else(wrong)?;
    }
    Ok(saved)
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
            Field::marked("stacks", "fields with more than one piece", &["stacks="]),
            Field::marked(
                "entered",
                "fields with pieces that have been in the enemy's home",
                &["entered="],
            ),
            Field::marked(
                "circled",
                "fields of a second row with pieces that have been in the third",
                &["circled="],
            ),
            Field::marked("saved", "the tâbs kept", &["saved="]),
            Field::RESERVE,
        ],
        example: "aa1/1A1/3/bbb A",
    };

    fn read(reader: &mut Reader<'_>) -> Option<Setup> {
        let rows = rows::read(reader, (&[ROWS.into()], "four"), MIN_LENGTH..=MAX_LENGTH);
        let side = reader.value("to move");
        let stacks = reader.read("stacks", stacks).unwrap_or_default();
        let entered = reader.read("entered", cells).unwrap_or_default();
        let circled = reader.read("circled", cells).unwrap_or_default();
        let saved = reader.read("saved", saved).unwrap_or_default();
        reader.no_reserve();
        Some(Setup {
            rows: rows?,
            side: side?,
            stacks,
            entered,
            circled,
            saved,
        })
    }

    fn rows(&self) -> Vec<Vec<char>> {
        self.rows.clone()
    }

    fn values(&self) -> Vec<Option<String>> {
        let some = |text: String| Some(text).filter(|text| !text.is_empty());
        let cells = |cells: &[Cell]| some(itertools::join(cells, ","));
        let stacks = self.stacks.iter().map(|(cell, n)| format!("{cell}x{n}"));
        let saved = Team::BOTH.into_iter().zip(self.saved);
        let saved = saved.filter(|(_, number)| *number > 0);
        vec![
            Some(self.side.to_string()),
            some(itertools::join(stacks, ",")),
            cells(&self.entered),
            cells(&self.circled),
            some(itertools::join(
                saved.map(|(team, n)| format!("{team}{n}")),
                ",",
            )),
            None,
        ]
    }
}

notation_text!(Setup);

//! Positions of games that are texts, as they are written down: `ROWS SIDE RESERVE CHAIN quiet=N`.
//!
//! ROWS go from the top rank down. SIDE is `x` or `o`, and may be left out where it follows from the pieces, on
//! a board of rows of equal length. RESERVE is `-`, or the
//! pieces still to be placed, as in `x4o3`. CHAIN and the moves without a capture belong to games of taking between two.

use std::borrow::Cow;
use std::str::FromStr;

use itertools::Itertools;

use super::Board;
use crate::board::notation::{
    About, Faults, Field, Form, Notation, Reader, SetupFault, notation_text,
};
use crate::board::{Bits, Board as Square, Cell, Reserve, Side};

/// Where a turn stands, as it is written or by index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Going<P = Cell> {
    /// It begins; nothing is written.
    No,
    /// `extra`: it begins with an extra move: the other side, blocked, has passed and must be given a way.
    Extra,
    /// `gives`: the other side, blocked, has passed: a piece of one's own is taken off.
    Gives,
    /// `takes`: the other side, blocked, has passed: a piece of that side is taken off.
    Takes,
    /// `+`: it goes on after a capture, with any piece.
    Any,
    /// `+c3`: it goes on after a capture, with the piece on this point.
    Piece(P),
}

impl<P> Going<P> {
    /// Whether something has been taken in this turn already.
    pub(in crate::games) const fn goes_on(&self) -> bool {
        matches!(self, Going::Any | Going::Piece(_))
    }

    /// The same, its point named otherwise.
    pub(in crate::games) fn map<Q>(self, named: impl FnOnce(P) -> Q) -> Going<Q> {
        match self {
            Going::No => Going::No,
            Going::Extra => Going::Extra,
            Going::Gives => Going::Gives,
            Going::Takes => Going::Takes,
            Going::Any => Going::Any,
            Going::Piece(point) => Going::Piece(named(point)),
        }
    }
}

/// Anything that can be written down as a position, legal or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The rows from the top, each from the left: `x`, `o` and `.`.
    pub rows: Vec<Vec<char>>,
    /// The side to move, if it is given.
    pub side: Option<Side>,
    /// The pieces still to be placed, if they are given.
    pub reserve: Option<Reserve>,
    /// Where the turn stands.
    pub going: Going,
    /// Moves since the last capture.
    pub quiet: u16,
    /// The sides whose first turn has not ended, where the rules ask for it.
    pub first_turns: u8,
}

fn going(text: &str) -> Result<Going, String> {
    let wrong = || {
        format!(
            "`{text}` does not say how a turn goes on: write `+`, `+c3`, `extra`, `gives` or `takes`"
        )
    };
    match text {
        "extra" => Ok(Going::Extra),
        "gives" => Ok(Going::Gives),
        "takes" => Ok(Going::Takes),
        "+" => Ok(Going::Any),
        _ => {
            let cell = text.strip_prefix('+').and_then(|cell| cell.parse().ok());
            cell.map(Going::Piece).ok_or_else(wrong)
        }
    }
}

fn number<T: FromStr>(text: &str, what: &str) -> Result<T, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let count = text.parse().ok().filter(|_| digits);
    count.ok_or_else(|| format!("`{text}` is not a count of {what}"))
}

fn quiet(text: &str) -> Result<u16, String> {
    let what = "moves without a capture: write `quiet=7`, in a file `quiet: 7`";
    number(text, what)
}

fn first_turns(text: &str) -> Result<u8, String> {
    number(
        text,
        "first turns: write `first=2` before the first move, `first=1` before the reply",
    )
}

impl Notation for Setup {
    const FORM: Form = Form {
        pieces: "xo",
        labels: "",
        longest: Square::MAX_SIZE as usize,
        fields: &[
            Field {
                required: false,
                ..Field::SIDE
            },
            Field::RESERVE,
            Field::marked(
                "chain",
                "how the turn goes on",
                &["+", "extra", "gives", "takes"],
            ),
            Field::marked("quiet", "the moves without a capture", &["quiet="]),
            Field::marked("first", "the first turns that have not ended", &["first="]),
        ],
        example: "xo1/3/3 x x3o3",
    };

    fn read(reader: &mut Reader<'_>) -> Option<Setup> {
        let rows: Vec<Vec<char>> = reader.rows().iter().map(|row| row.cells.clone()).collect();
        if rows.is_empty() || rows.iter().any(Vec::is_empty) {
            reader.refuse("a board has rows, and none of them is empty".to_owned());
        }
        let side = reader.value("to move");
        // On other boards a row may look like something else.
        let lengths = rows.iter().map(Vec::len);
        let rectangle = rows.len() > 1 && lengths.clone().all_equal() && lengths.min() > Some(1);
        if side.is_none() && !rectangle {
            reader
                .refuse("the side to move is missing: write `x` or `o` after the board".to_owned());
        }
        Some(Setup {
            rows,
            side,
            reserve: reader.value("reserve"),
            going: reader.read("chain", going).unwrap_or(Going::No),
            quiet: reader.read("quiet", quiet).unwrap_or_default(),
            first_turns: reader.read("first", first_turns).unwrap_or_default(),
        })
    }

    fn rows(&self) -> Vec<Vec<char>> {
        self.rows.clone()
    }

    fn values(&self) -> Vec<Option<String>> {
        let going = match self.going {
            Going::No => None,
            Going::Extra => Some("extra".to_owned()),
            Going::Gives => Some("gives".to_owned()),
            Going::Takes => Some("takes".to_owned()),
            Going::Any => Some("+".to_owned()),
            Going::Piece(cell) => Some(format!("+{cell}")),
        };
        vec![
            self.side.map(|side| side.to_string()),
            self.reserve.map(|reserve| reserve.to_string()),
            going,
            (self.quiet > 0).then(|| self.quiet.to_string()),
            (self.first_turns > 0).then(|| self.first_turns.to_string()),
        ]
    }
}

notation_text!(Setup);

impl Setup {
    /// The setup of a position whose turn begins, from the sets of `x` and of `o`; lengths of rows from the lowest.
    pub(in crate::games) fn of(
        lengths: &[usize],
        pieces: [u128; 2],
        side: Side,
        [x, o]: [u8; 2],
    ) -> Setup {
        let reserve = Reserve {
            x: x.into(),
            o: o.into(),
        };
        Setup {
            rows: super::rows(lengths, pieces),
            side: Some(side),
            reserve: Some(reserve),
            going: Going::No,
            quiet: 0,
            first_turns: 0,
        }
    }

    /// The key of something said that is so only once pieces move and are taken.
    pub(in crate::games) fn of_the_fight(&self) -> Option<&'static str> {
        match self {
            _ if self.quiet > 0 => Some("quiet"),
            _ if self.first_turns > 0 => Some("first"),
            _ if self.going != Going::No => Some("chain"),
            _ => None,
        }
    }

    /// The lengths of the rows, from the lowest.
    pub(in crate::games) fn row_lengths(&self) -> Vec<usize> {
        self.rows.iter().rev().map(Vec::len).collect()
    }

    /// Fails where the rows drawn are not those of the board.
    pub(in crate::games) fn check_shape(&self, wanted: &[usize]) -> Result<(), Faults> {
        let drawn = self.row_lengths();
        if drawn == wanted {
            return Ok(());
        }
        let square = |rows: &[usize]| rows.iter().all(|row| *row == rows.len());
        let top_down = |rows: &[usize]| itertools::join(rows.iter().rev(), ", ");
        let message = match square(&drawn) && square(wanted) {
            true => format!(
                "the board drawn has {} cells a side, the rules say {}",
                drawn.len(),
                wanted.len()
            ),
            false => format!(
                "the board drawn has rows of {} points from the top, the board of the rules of {}",
                top_down(&drawn),
                top_down(wanted)
            ),
        };
        Err(Faults(vec![SetupFault::new(About::Board, message)]))
    }

    /// The same on a board of one row, if this has as many cells: one word of cells may have been taken for a square.
    pub(in crate::games) fn on_one_row(&self, wanted: &[usize]) -> Cow<'_, Setup> {
        let cells = self.rows.concat();
        match wanted == [cells.len()] {
            true => Cow::Owned(Setup {
                rows: vec![cells],
                ..self.clone()
            }),
            false => Cow::Borrowed(self),
        }
    }

    /// The side to move, as it is said or as it follows.
    pub(in crate::games) fn side(
        &self,
        follows: impl FnOnce() -> Option<Side>,
    ) -> Result<Side, Faults> {
        self.side.or_else(follows).ok_or_else(|| {
            let message = "the side to move is missing, and does not follow from the pieces: write `x` or `o` after the board";
            Faults(vec![SetupFault::new(About::Board, message)])
        })
    }

    /// The pieces of a side by index.
    pub(in crate::games) fn pieces(&self, side: Side) -> u128 {
        (0_u8..)
            .zip(self.rows.iter().rev().flatten())
            .filter(|(_, symbol)| **symbol == side.symbol())
            .fold(0, |set, (index, _)| set | u128::bit(index))
    }

    /// Where a point is drawn.
    pub(in crate::games) fn drawn_at(&self, board: &Board, point: u8) -> About {
        let mut left = usize::from(point);
        for (rank, length) in board.row_lengths().into_iter().enumerate() {
            if left < length {
                let row = self.rows.len() - 1 - rank;
                return About::Cell { row, column: left };
            }
            left -= length;
        }
        About::Board
    }
}

//! The rules as data: every point on which the descriptions differ or are silent is an option.

mod options;

use super::Side;
use crate::board::{Board, Compass};
use crate::rules::{Conflict, rules_text, words};
use crate::work::Fault;

words! {
    /// The way the stones come onto the board.
    Placing {
        /// In turn two stones each.
        Two = "two",
        /// In turn one stone each.
        One = "one",
        /// Two each, the first player's first two at the left and right ends of the central lines, the
        /// second player's at the top and bottom ends.
        Cross = "cross",
    }

    /// The side that makes the first move when all stones are placed.
    First {
        /// The player who began placing.
        Began = "began",
        /// The player who placed the last stone.
        Last = "last",
    }

    /// The lines along which stones move or take.
    Lines {
        /// Ranks and files.
        Four = "4",
        /// Ranks, files and diagonals.
        Eight = "8",
    }

    /// The number of stones taken on one line.
    Run {
        /// The single enemy stone between the cell entered and an own stone just beyond it.
        One = "one",
        /// The whole unbroken run of enemy stones between the cell entered and the nearest own stone.
        Any = "any",
    }

    /// Whether a stone on the centre cell can be taken.
    Centre {
        /// It can.
        Open = "open",
        /// It cannot; a run it stands in is taken without it.
        Safe = "safe",
    }

    /// The rule for a player who has stones but no move.
    Blocked {
        /// He passes: the other player makes an extra move, whichever he likes.
        Passes = "passes",
        /// He passes, and the other player's extra move must open him a way: a move after which he has one himself, or that
        /// ends the game, if there is any.
        Opens = "opens",
        /// He has lost.
        Loses = "loses",
    }

    /// The rule for a player who has taken something: what he may or must do next.
    Continuation {
        /// The turn is over.
        Ends = "none",
        /// He must go on taking with any of his stones as long as he can.
        Any = "any",
        /// He must go on taking with the same stone as long as it can.
        Same = "same",
        /// He may move any stone, taking or not, or pass.
        Free = "free",
    }

    /// The number of captures that one turn may hold.
    InARow {
        /// Any number.
        Unlimited = "unlimited",
        /// At most two.
        Two = "2",
    }

    /// The judgement of a game that has gone too long without a capture.
    NoCaptureEnd {
        /// The player with more stones has won; equal numbers are a draw.
        Count = "count",
        /// It is a draw.
        Draw = "draw",
    }
}

impl Lines {
    /// The directions.
    pub(super) fn compass(self) -> &'static [Compass] {
        match self {
            Lines::Four => &Compass::ORTHOGONAL,
            Lines::Eight => &Compass::ALL,
        }
    }
}

/// A complete set of rules.
///
/// Written `sidja:west-africa,size=7`: a preset, then the options in which the rules differ from
/// it. [`Options`](crate::rules::Options) lists the options and the presets.
///
/// # Examples
/// ```
/// use siga::games::sidja::Rules;
/// let rules: Rules = "sidja:west-africa,size=7".parse()?;
/// assert_eq!(rules.to_string(), "sidja:west-africa,size=7");
/// assert_eq!(rules.stones(), 24);
/// let error = "sidja:sudan,size=6".parse::<Rules>().unwrap_err();
/// assert!(error.to_string().contains("odd"));
/// # Ok::<(), siga::rules::RulesError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    size: u8,
    /// The way the stones come onto the board.
    pub placing: Placing,
    /// The side that makes the first move.
    pub first: First,
    /// The lines along which a stone moves one cell.
    pub steps: Lines,
    /// The lines along which stones are taken.
    pub capture_lines: Lines,
    /// The number of stones taken on one line.
    pub capture_run: Run,
    /// Whether a stone in the centre can be taken.
    pub centre: Centre,
    /// The rule after a capture.
    pub continuation: Continuation,
    /// The number of captures that one turn may hold.
    pub in_a_row: InARow,
    /// The rule for a blocked player.
    pub blocked: Blocked,
    /// A player with this many stones or fewer has lost: 0 or 1.
    lost_with: u8,
    /// After this many moves without a capture, both players' counted together, the game ends.
    pub no_capture: Option<u16>,
    /// The judgement of the game then.
    pub no_capture_end: NoCaptureEnd,
}

impl Rules {
    /// The game of Sudan.
    pub const SUDAN: Rules = Rules {
        size: 5,
        placing: Placing::Two,
        first: First::Began,
        steps: Lines::Eight,
        capture_lines: Lines::Eight,
        capture_run: Run::One,
        centre: Centre::Open,
        continuation: Continuation::Any,
        in_a_row: InARow::Unlimited,
        blocked: Blocked::Passes,
        lost_with: 1,
        no_capture: None,
        no_capture_end: NoCaptureEnd::Count,
    };

    /// The number of cells on a side: odd, 3 to 11.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// These rules without a limit on moves without a capture.
    pub const fn without_limit(mut self) -> Rules {
        self.no_capture = None;
        self
    }

    /// These rules with one way of placing, and of judging a limit that there is not: rules that agree in this play the same game
    /// once all stones are on the board.
    pub(crate) fn sliding(self) -> Rules {
        Rules {
            placing: Placing::Two,
            first: First::Began,
            no_capture_end: match self.no_capture {
                Some(_) => self.no_capture_end,
                None => NoCaptureEnd::Count,
            },
            ..self
        }
    }

    /// These rules on a board of another size.
    ///
    /// # Errors
    /// If the size is not odd or not 3 to 11.
    pub fn with_size(self, size: u8) -> Result<Rules, Conflict> {
        if size % 2 == 1 && (3..=Board::MAX_SIZE).contains(&size) {
            Ok(Rules { size, ..self })
        } else {
            Err(Conflict {
                options: &["size"],
                message: format!("size={size} is not possible: size is {SIZES}"),
            })
        }
    }

    /// Refuses a board that is too large to be solved outright.
    pub(super) fn check_board(&self) -> Result<(), Fault> {
        match self.size {
            ..=5 => Ok(()),
            size => Err(Fault::input(format!(
                "a board of {size}×{size} is not solved outright, only boards of 3×3 and 5×5 are"
            ))),
        }
    }

    /// A player with this many stones or fewer has lost: 0 or 1.
    pub(crate) const fn lost_with(&self) -> u8 {
        self.lost_with
    }

    /// The board.
    pub fn board(&self) -> Board {
        Board::new(usize::from(self.size)).expect("the size is 3 to 11")
    }

    /// The number of stones each player has: half the cells but the centre.
    pub const fn stones(&self) -> u8 {
        (self.size * self.size - 1) / 2
    }

    /// The side that makes the first move when all stones are placed.
    ///
    /// The placing ends with a stone of `o`, so "who placed last" is `o`.
    pub const fn first_mover(&self) -> Side {
        match self.first {
            First::Began => Side::X,
            First::Last => Side::O,
        }
    }
}

rules_text!(Rules);

/// Why positions are not solved: a number of moves is larger than a table can hold.
pub(super) const TOO_LONG: &str = "some position takes more moves than a table holds";

/// The largest limit of moves without a capture.
const NO_CAPTURE_MOST: u16 = 1000;
/// The sizes in words.
pub(super) const SIZES: &str = "an odd number 3 to 11";

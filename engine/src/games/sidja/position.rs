//! A legal position: that of a game of taking between two ([`custodial::PositionOf`]), under the rules of Sidja.

use std::sync::{Mutex, PoisonError};

use super::Rules;
use super::rules::{Blocked, Continuation, First, Lines, NoCaptureEnd, SIZES};
use crate::board::notation;
use crate::board::{Bits, Board, Cell};
use crate::games::custodial::engine::Engine;
use crate::games::custodial::moves::State;
use crate::games::custodial::{self, Setup, TakingBetween};
use crate::games::described;
use crate::rules::{Conflict, Options, value};

/// A position of Sidja.
pub type Position = custodial::PositionOf<Rules>;
/// A legal move with what comes of it.
pub type Play = described::Play<Position>;
/// A position file of Sidja.
pub type PositionFile = notation::PositionFile<Rules, Setup>;

impl TakingBetween for Rules {
    fn described(&self) -> custodial::Rules {
        static LATEST: Mutex<Option<(Rules, custodial::Rules)>> = Mutex::new(None);
        let mut latest = LATEST.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((of, found)) = &*latest
            && of == self
        {
            return found.clone();
        }
        let found = custodial::Rules::of_text(&text(self)).expect("a text of Sidja can be read");
        *latest = Some((*self, found.clone()));
        found
    }

    fn for_board(drawn: &Setup, _of: &str) -> Result<Rules, Conflict> {
        let rows = drawn.rows.len();
        let sized = Rules::usual().with_size(rows.try_into().unwrap_or(u8::MAX));
        sized.map_err(|conflict| Conflict {
            message: format!(
                "the board drawn has {rows} rows; a board of sidja has as many rows as columns, {SIZES}"
            ),
            ..conflict
        })
    }
}

/// The rules as the text of a game.
fn text(rules: &Rules) -> String {
    let joined = match rules.steps {
        Lines::Four => "orthogonal",
        Lines::Eight => "all",
    };
    let first = match rules.first {
        First::Began => "began",
        First::Last => "placed last",
    };
    let continuation = match rules.continuation {
        Continuation::Ends => "none",
        Continuation::Any => "any must",
        Continuation::Same => "same must",
        Continuation::Free => "free",
    };
    let blocked = match rules.blocked {
        Blocked::Passes => "passes",
        Blocked::Opens => "passes, the other opens a way",
        Blocked::Loses => "loses",
    };
    let end = match rules.no_capture_end {
        NoCaptureEnd::Count => "more pieces win",
        NoCaptureEnd::Draw => "draw",
    };
    let same = |key: &str, option: &str| {
        let word = value(rules, option).unwrap_or_default();
        format!("{key}: {word}\n")
    };
    let (size, men) = (rules.size(), rules.stones());
    let mut text = format!(
        "game: Sidja\nfamily: custodial\nboard: {size}x{size}\njoined: {joined}\nmen: {men}\nkeep empty: the centre\n\
         first: {first}\nmove: step\ncontinuation: {continuation}\nblocked: {blocked}\nno_capture_end: {end}\n"
    );
    text += &same("place", "placing");
    for key in [
        "capture_lines",
        "capture_run",
        "in_a_row",
        "centre",
        "lost_with",
        "no_capture",
    ] {
        text += &same(key, key);
    }
    text
}

impl Position {
    /// The board.
    pub fn board(&self) -> Board {
        self.rules().board()
    }

    /// Moves since the last capture, of both players together; 0 throughout without a limit.
    pub(crate) fn quiet(&self) -> u16 {
        self.state().quiet
    }

    /// The one empty cell, if every stone is on the board and no turn is being continued: a
    /// position of the *sliding phase*, before the first capture.
    pub fn sliding_hole(&self) -> Option<Cell> {
        if self.state().is_placing() || self.in_chain() {
            return None;
        }
        let state = self.state();
        let empty = self.board().full::<u128>().minus(state.own | state.enemy);
        match (empty.count(), empty.lowest()) {
            (1, Some(index)) => Some(self.board().cell(index)),
            _ => None,
        }
    }

    /// The position without the limit of its rules on moves without a capture.
    pub(super) fn without_limit(&self) -> Position {
        let state = State {
            quiet: 0,
            ..*self.state()
        };
        Position::trusted(self.rules().without_limit(), state)
    }
}

/// The tables for the widest word, into which every board fits.
pub(super) fn engine(rules: &Rules) -> Engine<u128> {
    Engine::new(rules).expect("a board of 11 cells a side fits into 128 bits")
}

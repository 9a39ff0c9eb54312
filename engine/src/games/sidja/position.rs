//! A legal position, its moves, and the end of the game.

use std::fmt;

use super::moves::{Chain, Engine, State};
use super::{Move, Outcome, Rules, Side};
use crate::board::{Bits, Board, Cell};
use crate::games::{Moves, described};

/// A position that is legal under its rules.
///
/// It comes from a [`Setup`](super::Setup), from text with
/// [`Position::parse`], or by playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, schemars::JsonSchema)]
#[schemars(with = "String")]
pub struct Position {
    rules: Rules,
    state: State<u128>,
}

impl serde::Serialize for Position {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A legal move with what comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Play {
    /// The move.
    pub action: Move,
    /// The cells of the stones taken, as a set of indices.
    pub taken: u128,
    /// The position after it.
    pub position: Position,
    /// Whether the same side goes on.
    pub again: bool,
}

impl Play {
    /// The cells of the stones taken, `a1` first.
    pub fn captures(&self) -> Vec<Cell> {
        self.position.board().cells_of(self.taken)
    }
}

impl Position {
    /// The empty board before the first stone is placed.
    pub fn start(rules: &Rules) -> Position {
        Position {
            rules: *rules,
            state: engine(rules).start(),
        }
    }

    /// A position from a state known to be legal under the rules.
    pub(super) fn trusted(rules: Rules, state: State<u128>) -> Position {
        Position { rules, state }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.rules.board()
    }

    /// The bit sets.
    pub fn state(&self) -> &State<u128> {
        &self.state
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.state.side
    }

    /// The stones of a side as a set of indices.
    pub fn stones(&self, side: Side) -> u128 {
        if side == self.state.side {
            self.state.own
        } else {
            self.state.enemy
        }
    }

    /// The stones a side has still to place.
    pub fn reserve(&self, side: Side) -> u8 {
        self.state.reserve[usize::from(side != self.state.side)]
    }

    /// Moves since the last capture, of both players together; 0 throughout without a limit.
    pub(crate) fn quiet(&self) -> u16 {
        self.state.quiet
    }

    /// Whether the side to move is making an extra move, to open a way for the other side.
    pub fn is_extra(&self) -> bool {
        self.state.chain == Chain::Extra
    }

    /// Whether the side to move is going on after a capture.
    pub fn in_chain(&self) -> bool {
        self.state.chain.goes_on()
    }

    /// The one empty cell, if every stone is on the board and no turn is being continued: a
    /// position of the *sliding phase*, before the first capture.
    pub fn sliding_hole(&self) -> Option<Cell> {
        if self.state.is_placing() || self.in_chain() {
            return None;
        }
        let empty = engine(&self.rules).empty(&self.state);
        match (empty.count(), empty.lowest()) {
            (1, Some(index)) => Some(self.board().cell(index)),
            _ => None,
        }
    }

    /// The position without the limit of its rules on moves without a capture.
    pub(super) fn without_limit(&self) -> Position {
        let state = State {
            quiet: 0,
            ..self.state
        };
        Position::trusted(self.rules.without_limit(), state)
    }

    /// The outcome for the side to move if the game has ended, or `None` if it goes on.
    pub fn end(&self) -> Option<Outcome> {
        engine(&self.rules).end(&self.state)
    }

    /// Every legal move, in order of the cell entered, then of the cell left; a pass comes last.
    ///
    /// None if the game is over. A blocked player's only move is to pass.
    pub fn plays(&self) -> Vec<Play> {
        let engine = engine(&self.rules);
        let state = &self.state;
        let board = engine.board();
        let play = |action, taken, next: State<u128>| Play {
            action,
            taken,
            position: Position::trusted(self.rules, next),
            again: next.side == state.side,
        };
        if engine.end(state).is_some() {
            return Vec::new();
        }
        if state.is_placing() {
            return engine
                .placing_cells(state)
                .ones()
                .map(|at| play(Move::Place(board.cell(at)), 0, engine.place(state, at)))
                .collect();
        }
        let mut plays = Vec::new();
        engine.for_steps(state, |source, target, taken| {
            let action = Move::Go {
                from: board.cell(source),
                to: board.cell(target),
            };
            let next = engine.step(state, source, target, taken);
            plays.push(play(action, taken, next));
        });
        if engine.may_decline(state) || plays.is_empty() {
            plays.push(play(Move::Pass, 0, engine.pass(state)));
        }
        plays
    }

    /// The legal move of this name, or `None` if it is not legal here.
    pub fn play(&self, action: Move) -> Option<Play> {
        self.plays().into_iter().find(|play| play.action == action)
    }
}

/// The tables for the widest word, into which every board fits.
pub(super) fn engine(rules: &Rules) -> Engine<u128> {
    Engine::new(*rules).expect("a board of 11 cells a side fits into 128 bits")
}

impl fmt::Display for Position {
    /// The position on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl Moves for Position {
    type Move = Move;

    fn chooses(&self) -> Side {
        self.side()
    }

    fn over(&self) -> Option<String> {
        Some(match self.end()? {
            Outcome::Draw => "a draw".to_owned(),
            Outcome::Win => format!("{} has won", self.side()),
            Outcome::Loss => format!("{} has won", self.side().other()),
        })
    }

    fn numbered(&self, number: usize) -> Option<Cell> {
        let size = usize::from(self.rules.size());
        let index = described::numbered(&vec![size; size], number)?;
        Some(self.board().cell(index))
    }

    fn legal(&self) -> Vec<Move> {
        self.plays().iter().map(|play| play.action).collect()
    }

    fn after(&self, action: &Move) -> Option<(Self, u128)> {
        let play = self.play(*action)?;
        Some((play.position, play.taken))
    }

    fn why_not(&self, action: &Move) -> Option<String> {
        let Move::Place(cell) = *action else {
            return self
                .state()
                .is_placing()
                .then(|| "stones are still being placed".to_owned());
        };
        let at = self.board().index(cell)?;
        if !self.state().is_placing() {
            return Some("all stones have been placed".to_owned());
        }
        let stands = Side::BOTH
            .into_iter()
            .find(|&side| self.stones(side).has(at));
        match stands {
            Some(side) => Some(format!("a stone of {side} stands on {cell}")),
            None if self.board().centre() == Some(at) => Some(format!(
                "the centre {cell} stays empty while stones are placed"
            )),
            None => None,
        }
    }
}

//! A legal position, its moves, and the end of the game.

use crate::games::Moves;
use std::fmt;

use super::moves::{Engine, Ply, State};
use super::{Move, Ruleset};
use crate::board::{Bits, Board, Cell, Side};

/// A position that is legal under its rules.
///
/// It comes from a [`Setup`](super::Setup), from text with [`Position::parse`], or by playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position<R> {
    rules: R,
    side: Side,
    state: State,
}

/// A legal move with what comes of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Play<R> {
    /// The move.
    pub action: Move,
    /// The cell of the piece jumped over, if it is a jump.
    pub over: Option<Cell>,
    /// The position after it.
    pub position: Position<R>,
}

impl<R: Ruleset> Position<R> {
    /// The empty board, with `x` to move.
    pub fn start(rules: &R) -> Position<R> {
        let state = State { own: 0, other: 0 };
        Position::trusted(*rules, Side::X, state)
    }

    /// A position from a state known to be legal under the rules.
    pub(super) fn trusted(rules: R, side: Side, state: State) -> Position<R> {
        Position { rules, side, state }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.rules.board()
    }

    /// The bit sets, seen by the side to move.
    pub fn state(&self) -> State {
        self.state
    }

    /// The side to move: the owner of the piece placed or moved next.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The side that chooses the next move: the side to move, unless the rules let the opponent choose the cell
    /// of the piece placed next.
    pub fn chooser(&self) -> Side {
        if Engine::new(self.rules).opponent_places(self.state) {
            self.side.other()
        } else {
            self.side
        }
    }

    /// The pieces of a side as a set of indices.
    pub fn pieces(&self, side: Side) -> u32 {
        if side == self.side {
            self.state.own
        } else {
            self.state.other
        }
    }

    /// The pieces a side has still to place.
    pub fn reserve(&self, side: Side) -> u8 {
        let placed = self.pieces(side).count() as u8;
        self.rules.men().saturating_sub(placed)
    }

    /// The side that has won, or `None` if the game goes on.
    pub fn winner(&self) -> Option<Side> {
        let goals = self.rules.goals();
        let won = |side: &Side| super::goals::holds(&goals, self.pieces(*side));
        Side::BOTH.into_iter().find(won)
    }

    /// Every legal move: places in order of the cell, then steps and jumps in order of the cell left.
    ///
    /// None if the game is over.
    ///
    /// # Examples
    /// ```
    /// use siga::games::alignment::Position;
    /// use siga::games::twentyfive::Rules;
    /// let position = Position::parse("5/5/5/5/xo3 x", &Rules::STANDARD)?;
    /// let plays = position.plays();
    /// assert_eq!(plays.len(), 23 + 3);
    /// let jumps: Vec<String> = plays
    ///     .iter()
    ///     .filter(|play| play.over.is_some())
    ///     .map(|play| play.action.to_string())
    ///     .collect();
    /// assert_eq!(jumps, ["a1-c1"]);
    /// # Ok::<(), siga::games::alignment::notation::ReadError>(())
    /// ```
    pub fn plays(&self) -> Vec<Play<R>> {
        if self.winner().is_some() {
            return Vec::new();
        }
        let engine = Engine::new(self.rules);
        let play = |ply| self.made(&engine, ply);
        engine.plies(self.state).map(play).collect()
    }

    /// The position after a ply.
    fn made(&self, engine: &Engine<R>, ply: Ply) -> Play<R> {
        let cell = |index| engine.board().cell(index);
        let to = cell(ply.to);
        let action = match ply.from {
            None => Move::Place(to),
            Some(from) => Move::Go {
                from: cell(from),
                to,
            },
        };
        let after = engine.after(self.state, ply);
        Play {
            action,
            over: ply.over.map(cell),
            position: Position::trusted(self.rules, self.side.other(), after),
        }
    }

    /// The legal move of this name, or `None` if it is not legal here.
    pub fn play(&self, action: Move) -> Option<Play<R>> {
        self.plays().into_iter().find(|play| play.action == action)
    }
}

impl<R: Ruleset> fmt::Display for Position<R> {
    /// The position on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl<R: Ruleset> Moves for Position<R> {
    type Move = Move;

    fn chooses(&self) -> Side {
        self.chooser()
    }

    fn over(&self) -> Option<String> {
        self.winner().map(|winner| format!("{winner} has won"))
    }

    fn legal(&self) -> Vec<Move> {
        self.plays().iter().map(|play| play.action).collect()
    }

    fn after(&self, action: &Move) -> Option<(Self, u128)> {
        Some((self.play(*action)?.position, 0))
    }
}

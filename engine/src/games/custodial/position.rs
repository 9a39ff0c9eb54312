//! A legal position, its moves, and the end of the game.

use std::fmt;

use super::moves::{Chain, Ply, State};
use super::{Move, Rules};
use crate::board::{Bits, Cell, Side};
use crate::games::Moves;
use crate::games::described::{self, Board};
use crate::games::legal_moves::Listed;
use crate::solve::retro::Outcome;
use crate::work::Fault;

/// A position that is legal under its rules.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Rules,
    state: State,
}

/// A legal move with what comes of it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Play {
    /// The move.
    pub action: Move,
    /// The points of the pieces taken, as a set of indices.
    pub taken: u128,
    /// The position after it.
    pub position: Position,
    /// Whether the same side goes on.
    pub again: bool,
}

impl Play {
    /// The points of the pieces taken, in order.
    pub fn captures(&self) -> Vec<Cell> {
        let board = self.position.board();
        self.taken.ones().map(|point| board.name(point)).collect()
    }
}

impl Position {
    /// The start of the game, with `x` to move.
    pub fn start(rules: &Rules) -> Position {
        Position::trusted(rules.clone(), rules.facts().first_state())
    }

    /// A position from a state known to be legal under the rules.
    pub(super) fn trusted(rules: Rules, state: State) -> Position {
        Position { rules, state }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.rules.board()
    }

    /// The sets of points, as the side to move sees them.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The side to move.
    pub fn side(&self) -> Side {
        self.state.side
    }

    /// The pieces of a side as a set of indices.
    pub fn pieces(&self, side: Side) -> u128 {
        match side == self.state.side {
            true => self.state.own,
            false => self.state.enemy,
        }
    }

    /// The pieces that a side has still to place.
    pub fn reserve(&self, side: Side) -> u8 {
        self.state.reserve[usize::from(side != self.state.side)]
    }

    /// Where the turn stands.
    pub fn chain(&self) -> Chain {
        self.state.chain
    }

    /// The outcome for the side to move if the game is over, or `None` if it goes on.
    pub fn end(&self) -> Option<Outcome> {
        self.rules.facts().end(&self.state)
    }

    /// Every legal move: by the point entered, then the point left; a pass comes last. None if the game is over.
    ///
    /// # Examples
    /// ```
    /// use siga::games::custodial::Position;
    /// let position = Position::parse("ooo/3/xxx x", &"el-mthaltha".parse()?)?;
    /// assert_eq!(position.plays().len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plays(&self) -> Vec<Play> {
        let facts = self.rules.facts();
        if facts.end(&self.state).is_some() {
            return Vec::new();
        }
        let plies = facts.plies(&self.state).into_iter();
        plies.map(|ply| self.made(ply)).collect()
    }

    fn made(&self, ply: Ply) -> Play {
        let name = |point: u8| self.board().name(point);
        let (action, taken) = match ply {
            Ply::Place(to) => (Move::Place(name(to)), 0),
            Ply::Go { from, to, taken } => {
                let (from, to) = (name(from), name(to));
                (Move::Go { from, to }, taken)
            }
            Ply::Remove(at) => (Move::Remove(name(at)), u128::bit(at)),
            Ply::Pass => (Move::Pass, 0),
        };
        let next = self.rules.facts().after(&self.state, ply);
        Play {
            action,
            taken,
            again: next.side == self.state.side,
            position: Position::trusted(self.rules.clone(), next),
        }
    }

    /// The legal move of this name, or `None` if it is not legal here.
    pub fn play(&self, action: Move) -> Option<Play> {
        self.plays().into_iter().find(|play| play.action == action)
    }
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
        let point = described::numbered(&self.board().row_lengths(), number)?;
        Some(self.board().name(point))
    }

    fn legal(&self) -> Vec<Move> {
        self.plays().iter().map(|play| play.action).collect()
    }

    fn after(&self, action: &Move) -> Option<(Self, u128)> {
        let play = self.play(*action)?;
        Some((play.position, play.taken))
    }
}

impl Listed for Position {
    type Throw = ();
    type Play = Play;

    fn list(&self, (): &()) -> Result<Vec<Play>, Fault> {
        Ok(self.plays())
    }
}

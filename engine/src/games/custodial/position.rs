//! A legal position, its moves, and the end of the game.

use std::fmt;

use super::Rules;
use super::Setup;
use super::moves::{Chain, Ply, State, Turns};
use crate::board::{Bits, Cell, Side};
use crate::games::Moves;
use crate::games::described::{self, Board, Move};
use crate::games::legal_moves::Listed;
use crate::rules::{Conflict, RulesText};
use crate::solve::retro::Outcome;
use crate::work::Fault;

/// Rules under which pieces are taken between two: those of a text, or others that can be written as one.
pub trait TakingBetween: RulesText {
    /// The rules as those of a text.
    fn described(&self) -> Rules;

    /// The rules of a game for a board as it is drawn, where none are said.
    ///
    /// # Errors
    /// There is no board of this size.
    fn for_board(drawn: &Setup, of: &str) -> Result<Self, Conflict>;
}

impl TakingBetween for Rules {
    fn described(&self) -> Rules {
        self.clone()
    }

    fn for_board(drawn: &Setup, of: &str) -> Result<Rules, Conflict> {
        Ok(Rules::usual(of)?.on_rows(&drawn.row_lengths()))
    }
}

/// A position that is legal under its rules.
///
/// It comes from a [`Setup`], from text with [`PositionOf::parse`], or by playing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct PositionOf<R> {
    rules: R,
    state: State,
}

/// A position of a game that is a text.
pub type Position = PositionOf<Rules>;
/// A legal move with what comes of it, of a game that is a text.
pub type Play = described::Play<Position>;

impl<R: TakingBetween> described::Play<PositionOf<R>> {
    /// The points of the pieces taken, in order.
    pub fn captures(&self) -> Vec<Cell> {
        self.position.cells(self.taken)
    }
}

impl Position {
    /// The board.
    pub fn board(&self) -> &Board {
        self.rules.board()
    }
}

impl<R: TakingBetween> PositionOf<R> {
    /// The start of the game, with `x` to move.
    pub fn start(rules: &R) -> PositionOf<R> {
        PositionOf::trusted(rules.clone(), rules.described().facts().first_state())
    }

    /// A position from a state known to be legal under the rules.
    pub(in crate::games) fn trusted(rules: R, state: State) -> PositionOf<R> {
        PositionOf { rules, state }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
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

    /// Whether the side to move is going on after a capture.
    pub fn in_chain(&self) -> bool {
        self.state.chain.goes_on()
    }

    /// The names of the points of a set, in order.
    pub fn cells(&self, set: u128) -> Vec<Cell> {
        let rules = self.rules.described();
        set.ones().map(|point| rules.board().name(point)).collect()
    }

    /// The outcome for the side to move if the game is over, or `None` if it goes on.
    pub fn end(&self) -> Option<Outcome> {
        self.rules.described().facts().end(&self.state)
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
    pub fn plays(&self) -> Vec<described::Play<Self>> {
        let rules = self.rules.described();
        let (facts, state) = (rules.facts(), &self.state);
        if facts.end(state).is_some() {
            return Vec::new();
        }
        let made = |ply: Ply| {
            let next = facts.after(state, ply);
            described::Play {
                action: ply.name(|point| facts.board.name(point)),
                taken: match ply {
                    Ply::Remove(at) => u128::bit(at),
                    _ => ply.taken(),
                },
                over: None,
                again: next.side == state.side,
                position: PositionOf::trusted(self.rules.clone(), next),
            }
        };
        facts.plies(state).into_iter().map(made).collect()
    }

    /// The legal move of this name, or `None` if it is not legal here.
    pub fn play(&self, action: Move) -> Option<described::Play<Self>> {
        self.plays().into_iter().find(|play| play.action == action)
    }
}

impl<R: TakingBetween> serde::Serialize for PositionOf<R> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<R: TakingBetween> fmt::Display for PositionOf<R> {
    /// The position on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl<R: TakingBetween> Moves for PositionOf<R> {
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
        let rules = self.rules.described();
        let point = described::numbered(&rules.board().row_lengths(), number)?;
        Some(rules.board().name(point))
    }

    fn legal(&self) -> Vec<Move> {
        self.plays().iter().map(|play| play.action).collect()
    }

    fn after(&self, action: &Move) -> Option<(Self, u128)> {
        let play = self.play(*action)?;
        Some((play.position, play.taken))
    }

    fn why_not(&self, action: &Move) -> Option<String> {
        let say = |why: &str| Some(why.to_owned());
        let Move::Place(cell) = *action else {
            let placing = self.state.is_placing();
            return placing.then(|| "pieces are still being placed".to_owned());
        };
        let rules = self.rules.described();
        let facts = rules.facts();
        let at = facts.board.point(cell)?;
        if !self.state.is_placing() {
            return say("all pieces have been placed");
        }
        let stands = Side::BOTH
            .into_iter()
            .find(|&side| self.pieces(side).has(at));
        match stands {
            Some(side) => Some(format!("a piece of {side} stands on {cell}")),
            None if facts.kept_empty.has(at) => {
                Some(format!("{cell} stays empty while pieces are placed"))
            }
            None => None,
        }
    }
}

impl<R: TakingBetween> Listed for PositionOf<R> {
    type Throw = ();
    type Play = described::Play<Self>;

    fn list(&self, (): &()) -> Result<Vec<Self::Play>, Fault> {
        Ok(self.plays())
    }
}

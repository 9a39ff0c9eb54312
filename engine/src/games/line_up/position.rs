//! A legal position, its moves, and the end of the game.

use std::fmt;

use super::moves::{Ply, State};
use super::rules::Facts;
use super::{Board, Move, Rules};
use crate::board::{Bits, Cell, Side, image};
use crate::games::legal_moves::Listed;
use crate::games::{Moves, described};
use crate::solve::retro::Outcome;
use crate::solve::{Ending, Worth};
use crate::work::Fault;

/// A position that is legal under its rules.
///
/// It comes from a [`Setup`](super::Setup), from text with [`Position::parse`], or by playing.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Rules,
    side: Side,
    state: State,
}

/// A legal move with what comes of it.
pub type Play = described::Play<Position>;

impl Position {
    /// The start of the game, with `x` to move.
    pub fn start(rules: &Rules) -> Position {
        let [own, other] = rules.facts().start.unwrap_or_default();
        Position::trusted(rules.clone(), Side::X, State { own, other })
    }

    /// A position from a state known to be legal under the rules, as the side to move sees it.
    pub(super) fn trusted(rules: Rules, side: Side, state: State) -> Position {
        Position { rules, side, state }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.rules.board()
    }

    /// The bit sets, as the side to move sees them: where the goals of both sides differ, the second sees the board turned.
    pub fn state(&self) -> State {
        self.state
    }

    /// The side to move: the owner of the piece placed or moved next.
    pub fn side(&self) -> Side {
        self.side
    }

    /// The side that chooses the next move: the side to move, unless the rules let the opponent choose the point
    /// of the piece placed next.
    pub fn chooser(&self) -> Side {
        if self.rules.facts().opponent_places(self.state) {
            self.side.other()
        } else {
            self.side
        }
    }

    /// A set as it is on the board, from how the side to move sees it, and the reverse.
    pub(super) fn seen(rules: &Rules, side: Side, set: u32) -> u32 {
        match &rules.facts().turned {
            Some(turned) if side == Side::O => image(turned, set),
            _ => set,
        }
    }

    /// The name of a point as the side to move sees it.
    pub(super) fn name(&self, point: u8) -> Cell {
        let set = Position::seen(&self.rules, self.side, u32::bit(point));
        self.board().name(set.lowest().unwrap_or_default())
    }

    /// The pieces of a side as a set of indices.
    pub fn pieces(&self, side: Side) -> u32 {
        let set = if side == self.side {
            self.state.own
        } else {
            self.state.other
        };
        Position::seen(&self.rules, self.side, set)
    }

    /// The pieces a side has still to place.
    pub fn reserve(&self, side: Side) -> u8 {
        let placed = self.pieces(side).count() as u8;
        self.rules.men(side).saturating_sub(placed)
    }

    /// The outcome for the side to move if the game is over, or `None` if it goes on.
    pub fn end(&self) -> Option<Outcome> {
        let facts = self.rules.facts();
        if facts.is_lost(self.state) {
            return Some(Outcome::Loss);
        }
        match facts.is_over(self.state) {
            true => Some(Outcome::Win),
            false => facts.outcome_of_stuck(self.state),
        }
    }

    /// Every legal move: places in order of the point, then moves in order of the point left.
    ///
    /// None if the game is over.
    ///
    /// # Examples
    /// ```
    /// use siga::games::line_up::Position;
    /// let position = Position::parse("5/5/5/5/xo3 x", &"5x5".parse()?)?;
    /// let plays = position.plays();
    /// assert_eq!(plays.len(), 23 + 3);
    /// let jumps: Vec<String> = plays
    ///     .iter()
    ///     .filter(|play| play.over.is_some())
    ///     .map(|play| play.action.to_string())
    ///     .collect();
    /// assert_eq!(jumps, ["a1-c1"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plays(&self) -> Vec<Play> {
        let facts = self.rules.facts();
        if facts.is_over(self.state) {
            return Vec::new();
        }
        let play = |ply| self.made(facts, ply);
        facts.plies(self.state).map(play).collect()
    }

    /// The position after a ply.
    pub(super) fn made(&self, facts: &Facts, ply: Ply) -> Play {
        let (action, over) = match ply {
            Ply::Place(to) => (Move::Place(self.name(to)), None),
            Ply::Go { from, over, to } => {
                let (from, to) = (self.name(from), self.name(to));
                (Move::Go { from, to }, over.map(|over| self.name(over)))
            }
            Ply::Pass => (Move::Pass, None),
        };
        let after = facts.after(self.state, ply);
        Play {
            action,
            taken: 0,
            over,
            again: false,
            position: Position::trusted(self.rules.clone(), self.side.other(), after),
        }
    }

    /// A value of the side to move, as whoever chooses sees it.
    pub(super) fn seen_by_chooser(&self, value: Option<Ending>) -> Worth {
        match self.chooser() == self.side {
            true => value.into(),
            false => -Worth::from(value),
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
        self.chooser()
    }

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn over(&self) -> Option<String> {
        let how = match self.end()? {
            Outcome::Win => format!("{} has won", self.side),
            Outcome::Draw => "a draw".to_owned(),
            Outcome::Loss => format!("{} has won", self.side.other()),
        };
        Some(match self.rules.facts().is_over(self.state) {
            true => how,
            false => format!("{} has no move: {how}", self.side),
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
        Some((self.play(*action)?.position, 0))
    }
}

impl Listed for Position {
    type Throw = ();
    type Play = Play;

    fn list(&self, (): &()) -> Result<Vec<Self::Play>, Fault> {
        Ok(self.plays())
    }
}

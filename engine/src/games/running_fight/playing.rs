//! A turn as it is played: one throw used after the other.

use std::fmt::{Debug, Display};

use itertools::Itertools;

use super::perft::Turns;
use super::plays::{Turn, UsesThrows, Yield};
use super::position::{Board, Position, Ruleset};

/// Moves that an error names.
const NAMED: usize = 12;

/// A position whose turns are played one throw after the other.
pub trait Playable: Turns {
    /// A turn under way.
    type Playing: Playing<Position = Self, Yield = Self::Yield, Step = Self::Step>;
}

/// A turn that is being played: the board on the way, and the throws that are left.
pub trait Playing: Clone + PartialEq {
    /// The position.
    type Position;
    /// Throws to be played.
    type Yield: Display;
    /// One throw used.
    type Step: Clone + Debug + Display + PartialEq;

    /// How a move is written, for errors; empty, or with `; ` at its end.
    const FORM: &'static str = "";

    /// The beginning of the turn of a position in which the game is not over.
    fn new(position: &Self::Position, played: &Self::Yield) -> Self;

    /// The board on the way, of the team whose turn it is.
    fn position(&self) -> &Self::Position;

    /// The throws that are left.
    fn left(&self) -> Self::Yield;

    /// Every use of one more throw, and the turn after it.
    fn steps(&self) -> Vec<(Self::Step, Self)>;

    /// The position after these throws, if the team may end their use here.
    fn ended(&self) -> Option<Self::Position>;

    /// Whether a use of a throw takes a piece.
    fn takes(step: &Self::Step) -> bool;

    /// The uses of one more throw that a text can name, and the turns after them: more than one where an earlier throw may be lost
    /// now or later.
    ///
    /// # Errors
    /// It is none; what could be played.
    fn read(&self, text: &str) -> Result<Vec<(Self::Step, Self)>, String> {
        let text = text.split_whitespace().join(" ");
        let steps = self.steps();
        let named = steps.iter().filter(|(step, _)| step.to_string() == text);
        let named: Vec<(Self::Step, Self)> = named.cloned().collect();
        if !named.is_empty() {
            return Ok(named);
        }
        let left = self.left().to_string();
        Err(match left.as_str() {
            "" if steps.is_empty() => format!("the turn is over before `{text}`"),
            _ => format!(
                "`{text}` is not a move with {left}: {}{}",
                Self::FORM,
                self.choices()
            ),
        })
    }

    /// The plays that are possible now, for errors.
    fn choices(&self) -> String {
        let steps = self.steps().into_iter();
        let names = steps.map(|(step, _)| format!("`{step}`")).unique();
        let mut names: Vec<String> = names.collect();
        let more = match names.len().saturating_sub(NAMED) {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        names.truncate(NAMED);
        match names.as_slice() {
            [] => "no piece can use what is left".to_owned(),
            names => format!("you can play {}{more}", names.join(", ")),
        }
    }
}

/// A turn that is being played: the board on the way, and the throws that are left.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayedTurn<R: Ruleset> {
    position: Position<R>,
    left: Vec<R::Throw>,
    /// Whether the turn is over when these throws have been used.
    whole: bool,
}

impl<R: UsesThrows> Playable for Position<R> {
    type Playing = PlayedTurn<R>;
}

impl<R: UsesThrows> Playing for PlayedTurn<R> {
    type Position = Position<R>;
    type Yield = Yield<R::Throw>;
    type Step = R::Step;

    const FORM: &'static str = R::FORM;

    fn new(position: &Position<R>, played: &Self::Yield) -> Self {
        Self {
            position: position.clone(),
            left: position.rules().sorted(played.throws()),
            whole: position.rules().is_whole(played.throws()),
        }
    }

    fn position(&self) -> &Position<R> {
        &self.position
    }

    fn left(&self) -> Self::Yield {
        Yield::trusted(self.left.clone())
    }

    /// Throws before the one used are lost, where they may be.
    fn steps(&self) -> Vec<(R::Step, Self)> {
        let (turn, start) = self
            .position
            .rules()
            .begin(*self.position.board(), &self.left);
        let mut steps = Vec::new();
        let mut open = Some(start);
        while let Some(state) = open.take() {
            for (used, after) in turn.next(&state).0 {
                let Some(used) = used else {
                    open = Some(after);
                    continue;
                };
                let takes = after.board.enemies() != self.position.board().enemies();
                let next = Self {
                    position: self.position.seen(after.board),
                    left: turn.left(&self.left, used, &after),
                    whole: self.whole,
                };
                steps.push((R::step(&self.position, used, takes), next));
            }
        }
        steps
    }

    /// Throws left are lost or kept.
    fn ended(&self) -> Option<Position<R>> {
        let (turn, mut left) = self
            .position
            .rules()
            .begin(*self.position.board(), &self.left);
        loop {
            let (next, may_end) = turn.next(&left);
            if may_end {
                return Some(R::after(&self.position, turn.board(&left), self.whole));
            }
            let lost = next.into_iter().find(|(used, _)| used.is_none());
            left = lost?.1;
        }
    }

    fn takes(step: &R::Step) -> bool {
        R::takes(step)
    }
}

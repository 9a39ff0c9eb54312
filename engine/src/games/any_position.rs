//! Positions of every game, for what is done with them in the same way.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use crate::board::notation::{Faults, Notation};
use crate::board::{Cell, Side};
use crate::rules::{Conflict, RulesText};
use crate::work::Fault;

/// A position of a game, whichever it is.
///
/// # Examples
/// ```
/// use siga::games::{AnyPosition, sidja, sig};
/// fn start<P: AnyPosition>(rules: P::Rules) -> Result<String, siga::work::Fault> {
///     Ok(P::start(&rules)?.to_string())
/// }
/// assert_eq!(start::<sig::Position>("sig:ludii,length=5".parse()?)?, "AAAAA/5/5/BBBBB A");
/// assert_eq!(start::<sidja::Position>("sidja:size=3".parse()?)?, "3/3/3 x x4o4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AnyPosition: Clone + Display {
    /// The rules of the game.
    type Rules: RulesText;
    /// A board as it can be written down, legal or not.
    type Setup: Notation;

    /// The rules of a game for a board as it is drawn, where none are said.
    ///
    /// # Errors
    /// There is no board of this size.
    fn usual_rules(drawn: &Self::Setup, of: &str) -> Result<Self::Rules, Conflict>;

    /// The position that is set up, or everything that the rules do not allow in it.
    ///
    /// # Errors
    /// No game can be played by these rules.
    fn of(setup: &Self::Setup, rules: &Self::Rules) -> Result<Result<Self, Faults>, Fault>;

    /// The start of the game.
    ///
    /// # Errors
    /// No game can be played by these rules.
    fn start(rules: &Self::Rules) -> Result<Self, Fault>;

    /// The rules.
    fn rules(&self) -> &Self::Rules;

    /// The setup of this position.
    fn setup(&self) -> Self::Setup;
}

/// A position whose moves have names that can be read without it.
pub trait Moves: AnyPosition {
    /// A move.
    type Move: Clone + Debug + Display + FromStr<Err: Display> + PartialEq;

    /// The side that chooses the next move.
    fn chooses(&self) -> Side;

    /// The side to move: the owner of the piece moved or placed next, who chooses in most games.
    fn side_to_move(&self) -> Side {
        self.chooses()
    }

    /// How the game has ended, if it has.
    fn over(&self) -> Option<String>;

    /// The legal moves.
    fn legal(&self) -> Vec<Self::Move>;

    /// The position after a move, and the set of cells whose pieces it takes; `None` if it is not legal.
    fn after(&self, action: &Self::Move) -> Option<(Self, u128)>;

    /// Why a move is not legal, where that can be said in a few words.
    fn why_not(&self, _action: &Self::Move) -> Option<String> {
        None
    }

    /// The cell with a number, counted as one reads from 1 at the top left.
    fn numbered(&self, _number: usize) -> Option<Cell> {
        None
    }

    /// The move of a text, the position after it and the set of cells whose pieces it takes.
    ///
    /// # Errors
    /// The fault of the move, and the moves that would be right.
    fn made(&self, text: &str) -> Result<(Self::Move, Self, u128), String> {
        let cells = numbers(text).unwrap_or_default();
        let cells: Option<Vec<Cell>> = cells.into_iter().map(|at| self.numbered(at)).collect();
        let named = cells.filter(|cells| !cells.is_empty());
        let named = named.map(|cells| itertools::join(cells, "-"));
        let action = named
            .as_deref()
            .unwrap_or(text)
            .trim()
            .parse::<Self::Move>();
        let action = action.map_err(|error| error.to_string())?;
        if let Some((after, taken)) = self.after(&action) {
            return Ok((action, after, taken));
        }
        let legal = match self.legal().as_slice() {
            [] => "the game is over".to_owned(),
            moves => format!("the legal moves are {}", itertools::join(moves, " ")),
        };
        let why = self.why_not(&action);
        let why = why.map_or_else(String::new, |why| format!("{why}; "));
        Err(format!("`{action}` is not legal in {self}: {why}{legal}"))
    }
}

/// The cells of a move that are written as numbers: `13`, or `7-12`.
pub(super) fn numbers(text: &str) -> Option<Vec<usize>> {
    let parts: Vec<&str> = text.trim().split(['-', ' ']).collect();
    let numbers = parts.iter().map(|part| part.parse().ok());
    numbers
        .collect::<Option<Vec<usize>>>()
        .filter(|numbers| numbers.len() <= 2)
}

//! A legal position, and what a game has of its own for it.

use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::sync::Arc;

use super::plays::Yield;
use super::route::{Cell, Route, Team};
use crate::board::Bits;
use crate::board::notation::{self, FaultOf, Faults, Notation, ReadError};
use crate::games::AnyPosition;
use crate::rules::{Conflict, Options};
use crate::work;

/// What stands where, as the team to move sees it: cells are numbered along its route.
pub trait Board: Copy + Debug + Eq + Ord + Hash {
    /// The same board as the other team sees it.
    #[must_use]
    fn turned(&self, route: Route) -> Self;

    /// The pieces of the team to move, and of the other.
    fn counts(&self) -> [u32; 2];

    /// The cells on which pieces of the other team stand.
    fn enemies(&self) -> u128;
}

/// The rules of a running fight on rows of one length.
pub trait Ruleset: Options + Debug + Display + Eq + Hash {
    /// What stands where.
    type Board: Board;
    /// Anything that can be written down as a position.
    type Setup: Notation;
    /// One thing that keeps it from being one.
    type Fault: FaultOf<Self::Setup> + PartialEq + 'static;
    /// One throw.
    type Throw: Copy + Debug + Display + Eq + Ord + Hash;
    /// One throw used.
    type Step: Clone + Debug + Display + PartialEq;

    /// The same rules on a board with as many rows, as long, as some.
    ///
    /// # Errors
    /// A length that is not possible.
    fn of_size(self, rows: &[Vec<char>]) -> Result<Self, Conflict>;

    /// The routes of both teams.
    fn route(&self) -> Route;

    /// The start of a game.
    fn start(&self) -> Self::Setup;

    /// The legal position of a setup.
    ///
    /// # Errors
    /// Every fault at once.
    fn legal(&self, setup: &Self::Setup) -> Result<Position<Self>, Faults<Self::Fault>>;

    /// A position as it is written down.
    fn setup(position: &Position<Self>) -> Self::Setup;

    /// Whether the game is over on a board.
    fn is_over(&self, board: &Self::Board) -> bool;

    /// The throws of a text, separated by commas.
    ///
    /// # Errors
    /// If a part is not a throw of the rules that can be played, or there are too many.
    fn read_yield(&self, text: &str) -> Result<Yield<Self::Throw>, work::Fault>;
}

/// A legal position: what stands where, and whose turn it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position<R: Ruleset> {
    rules: Arc<R>,
    side: Team,
    /// In Sig: whether it is the second of two turns in a row.
    second: bool,
    board: R::Board,
}

impl<R: Ruleset> Position<R> {
    /// Reads a legal position on one line.
    ///
    /// # Errors
    /// If the text cannot be read, or with every fault of the position at once.
    pub fn parse(text: &str, rules: &R) -> Result<Self, ReadError<Faults<R::Fault>>> {
        let setup: R::Setup = notation::read(text)?;
        rules.legal(&setup).map_err(ReadError::Faults)
    }

    /// The start of a game, with A to move.
    pub fn start(rules: &R) -> Self {
        let start = rules.legal(&rules.start());
        start.expect("both teams in their home rows are a position")
    }

    /// A position whose parts are known to be legal.
    pub(in crate::games) fn trusted(rules: &R, side: Team, second: bool, board: R::Board) -> Self {
        Self {
            rules: Arc::new(rules.clone()),
            side,
            second,
            board,
        }
    }

    /// The rules.
    pub fn rules(&self) -> &R {
        &self.rules
    }

    /// The routes of both teams.
    pub fn route(&self) -> Route {
        self.rules.route()
    }

    /// The team whose turn it is.
    pub fn side(&self) -> Team {
        self.side
    }

    /// Whether it is the second of two turns in a row.
    pub(crate) fn is_second(&self) -> bool {
        self.second
    }

    /// The board as the team to move sees it.
    pub fn board(&self) -> &R::Board {
        &self.board
    }

    /// The same turn with another board.
    pub(in crate::games) fn seen(&self, board: R::Board) -> Self {
        Self {
            board,
            ..self.clone()
        }
    }

    /// The second turn of the same team, on another board.
    pub(in crate::games) fn again(&self, board: R::Board) -> Self {
        Self {
            second: true,
            ..self.seen(board)
        }
    }

    /// The same board, the other team having the first of its turns.
    #[must_use]
    pub fn passed(&self) -> Self {
        Self {
            rules: Arc::clone(&self.rules),
            side: self.side.other(),
            second: false,
            board: self.board.turned(self.route()),
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.rules.is_over(&self.board)
    }

    /// Pieces of a team on the board.
    pub fn count(&self, team: Team) -> u32 {
        self.board.counts()[usize::from(team != self.side)]
    }

    /// The cell with this number on the route of the team to move.
    pub(crate) fn cell(&self, number: u8) -> Cell {
        self.route().cell(self.side, number)
    }

    /// The cells of a set numbered along that route, in order.
    pub(crate) fn cells_of(&self, numbers: u128) -> Vec<Cell> {
        numbers.ones().map(|number| self.cell(number)).collect()
    }

    /// The position as it is written down.
    pub fn setup(&self) -> R::Setup {
        R::setup(self)
    }
}

impl<R: Ruleset> Display for Position<R> {
    /// The position on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        notation::write(&self.setup(), f)
    }
}

impl<R: Ruleset> AnyPosition for Position<R> {
    type Rules = R;
    type Setup = R::Setup;
    type Fault = R::Fault;

    fn usual_rules(drawn: &R::Setup, _of: &str) -> Result<R, Conflict> {
        R::usual().of_size(&drawn.rows())
    }

    fn of(setup: &R::Setup, rules: &R) -> Result<Result<Self, Faults<R::Fault>>, work::Fault> {
        Ok(rules.legal(setup))
    }

    fn start(rules: &R) -> Result<Self, work::Fault> {
        Ok(Self::start(rules))
    }

    fn rules(&self) -> &R {
        self.rules()
    }

    fn setup(&self) -> R::Setup {
        self.setup()
    }
}

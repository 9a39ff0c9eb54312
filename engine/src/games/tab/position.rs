//! A legal position and the end of the game.

use std::fmt;
use std::sync::Arc;

use super::board::{Board, Stack};
use super::notation::ReadError;
use super::rules::Rules;
use super::setup::{Fault, Setup, route};
use super::{Cell, Team};
use crate::board::notation::Faults;
use crate::games::AnyPosition;
use crate::games::running_fight::route::Route;
use crate::games::running_fight::rows;
use crate::rules::{Conflict, Options};
use crate::work;

/// A legal position: what stands where, and whose turn it is.
///
/// # Examples
/// ```
/// use siga::games::tab::{Position, Rules, Team};
/// let rules: Rules = "tab:lane,length=3".parse()?;
/// let position = Position::parse("a2/2A/3/bbB B stacks=b3x2", &rules)?;
/// assert_eq!((position.side(), position.count(Team::A)), (Team::B, 3));
/// let error = Position::parse("a2/a2/3/bbb A", &rules).unwrap_err();
/// assert!(error.to_string().contains("write `A`"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Position {
    rules: Arc<Rules>,
    side: Team,
    board: Board,
}

impl Position {
    /// Reads a legal position on one line.
    ///
    /// # Errors
    /// If the text cannot be read, or with every fault of the position at once.
    pub fn parse(text: &str, rules: &Rules) -> Result<Position, ReadError> {
        let setup: Setup = text.parse()?;
        setup.position(rules).map_err(ReadError::Faults)
    }

    /// The start of a game, with A to move.
    pub fn start(rules: &Rules) -> Position {
        let start = Setup::start(rules).position(rules);
        start.expect("both teams in their home rows are a position")
    }

    /// A position whose parts are known to be legal.
    pub(super) fn trusted(rules: Arc<Rules>, side: Team, board: Board) -> Position {
        Position { rules, side, board }
    }

    /// The rules.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The ways of both teams.
    pub fn route(&self) -> Route {
        route(&self.rules)
    }

    /// The team whose turn it is.
    pub fn side(&self) -> Team {
        self.side
    }

    /// The board as the team to move sees it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The same turn with another board.
    pub(super) fn seen(&self, board: Board) -> Position {
        Position {
            board,
            ..self.clone()
        }
    }

    /// The same board with the other team to move.
    #[must_use]
    pub fn passed(&self) -> Position {
        Position {
            rules: Arc::clone(&self.rules),
            side: self.side.other(),
            board: self.board.turned(self.route()),
        }
    }

    /// Whether one team has no piece left.
    pub fn is_over(&self) -> bool {
        self.board.is_over()
    }

    /// The team that has taken all pieces of the other.
    pub fn winner(&self) -> Option<Team> {
        match self.board.counts() {
            [_, 0] => Some(self.side),
            [0, _] => Some(self.side.other()),
            _ => None,
        }
    }

    /// Pieces of a team on the board.
    pub fn count(&self, team: Team) -> u32 {
        self.board.counts()[usize::from(team != self.side)]
    }

    /// The field with this number on the way of the team to move.
    pub(crate) fn cell(&self, field: u8) -> Cell {
        self.route().cell(self.side, field)
    }

    /// The position as it is written down.
    pub fn setup(&self) -> Setup {
        let [own, other] = self.board.saved();
        let team = |stack: Stack| match stack.is_own() {
            true => self.side,
            false => self.side.other(),
        };
        let pieces = (self.board.stacks())
            .map(|(field, stack)| (self.cell(field), team(stack), !stack.is_asleep()));
        let mut setup = Setup {
            rows: rows::drawn(self.rules.length(), pieces),
            side: self.side,
            stacks: Vec::new(),
            entered: Vec::new(),
            circled: Vec::new(),
            saved: match self.side {
                Team::A => [own, other],
                Team::B => [other, own],
            },
        };
        for (field, stack) in self.board.stacks() {
            let cell = self.cell(field);
            if stack.height() > 1 {
                setup.stacks.push((cell, stack.height()));
            }
            let enemy_home = rows::home(team(stack).other());
            if stack.has_entered() && cell.row != enemy_home {
                setup.entered.push(cell);
            }
            if stack.has_circled() {
                setup.circled.push(cell);
            }
        }
        setup.stacks.sort_unstable();
        setup.entered.sort_unstable();
        setup.circled.sort_unstable();
        setup
    }
}

impl fmt::Display for Position {
    /// The position on one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}

impl Setup {
    /// The legal position of this setup.
    ///
    /// # Errors
    /// Every fault at once.
    ///
    /// # Examples
    /// ```
    /// use siga::games::tab::Setup;
    /// let rules = "tab:lane,length=3".parse()?;
    /// let setup: Setup = "a1a/1A1/3/bbB A stacks=b2x3".parse()?;
    /// let faults = setup.position(&rules).unwrap_err();
    /// assert_eq!(faults.to_string(), "team A has 5 pieces, and each team begins with 3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, rules: &Rules) -> Result<Position, Faults<Fault>> {
        let faults = self.faults(rules).map_err(|fault| Faults(vec![fault]))?;
        if !faults.is_empty() {
            return Err(Faults(faults));
        }
        Ok(Position::trusted(
            Arc::new(rules.clone()),
            self.side,
            self.board(rules),
        ))
    }
}

impl AnyPosition for Position {
    type Rules = Rules;
    type Setup = Setup;
    type Fault = Fault;

    fn usual_rules(drawn: &Setup) -> Result<Rules, Conflict> {
        Rules::usual().with_length(u8::try_from(drawn.rows[0].len()).unwrap_or(u8::MAX))
    }

    fn of(setup: &Setup, rules: &Rules) -> Result<Result<Self, Faults<Self::Fault>>, work::Fault> {
        Ok(setup.position(rules))
    }

    fn start(rules: &Rules) -> Result<Self, work::Fault> {
        Ok(Self::start(rules))
    }

    fn rules(&self) -> &Rules {
        self.rules()
    }

    fn setup(&self) -> Setup {
        self.setup()
    }
}

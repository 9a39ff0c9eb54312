//! Legal positions, and how they are written down.

use itertools::Itertools;

use super::board::{Board, Stack};
use super::moves::{Step, Yield, earns_another};
use super::rules::{Order, ROWS, Rules, THROWS};
use super::setup::{Fault, Setup, of_teams};
use super::{Cell, Team};
use crate::board::notation::Faults;
use crate::games::running_fight::position::{self, Board as _, Ruleset};
use crate::games::running_fight::route::Route;
use crate::games::running_fight::rows;
use crate::rules::Conflict;
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
pub type Position = position::Position<Rules>;

impl Position {
    /// The team that has taken all pieces of the other.
    pub fn winner(&self) -> Option<Team> {
        match self.board().counts() {
            [_, 0] => Some(self.side()),
            [0, _] => Some(self.side().other()),
            _ => None,
        }
    }
}

impl Ruleset for Rules {
    type Board = Board;
    type Setup = Setup;
    type Fault = Fault;
    type Throw = u8;
    type Step = Step;

    fn of_size(self, rows: &[Vec<char>]) -> Result<Rules, Conflict> {
        self.with_length(rows[0].len() as u8)
    }

    fn route(&self) -> Route {
        Route::zigzag(ROWS, self.length(), true)
    }

    fn start(&self) -> Setup {
        Setup::start(self)
    }

    fn legal(&self, setup: &Setup) -> Result<Position, Faults<Fault>> {
        setup.position(self)
    }

    fn setup(position: &Position) -> Setup {
        let (side, board) = (position.side(), position.board());
        let team = |stack: Stack| match stack.is_own() {
            true => side,
            false => side.other(),
        };
        let stacks = board.stacks();
        let stacks = stacks.map(|(field, stack)| (position.cell(field), team(stack), stack));
        let stacks: Vec<(Cell, Team, Stack)> = stacks.sorted_unstable().collect();
        let pieces = stacks.iter();
        let pieces = pieces.map(|&(cell, team, stack)| (cell, team, !stack.is_asleep()));
        let mut setup = Setup {
            saved: of_teams(side, board.saved()),
            ..Setup::of(rows::drawn((ROWS, position.rules().length()), pieces), side)
        };
        for (cell, team, stack) in stacks {
            if stack.height() > 1 {
                setup.stacks.push((cell, stack.height()));
            }
            if stack.has_entered() && cell.row != rows::home(team.other(), ROWS) {
                setup.entered.push(cell);
            }
            if stack.has_circled() {
                setup.circled.push(cell);
            }
        }
        setup
    }

    fn is_over(&self, board: &Board) -> bool {
        board.is_over()
    }

    /// Under `order=any` those of a whole turn.
    fn read_yield(&self, text: &str) -> Result<Yield, work::Fault> {
        let throw = |text: &str| {
            let mut throws = THROWS.into_iter().map(|(throw, _)| throw);
            throws.find(|throw| throw.to_string() == text)
        };
        let wrong = |text: &str| {
            format!("`{text}` is not a throw: write 1, 2, 3, 4 or 6, with commas between them")
        };
        let played = Yield::read(text, throw, wrong)?;
        let Some(&last) = played.throws().last() else {
            return Err(work::Fault::input(wrong("")));
        };
        let mut pairs = played.throws().iter().tuple_windows();
        if let Some((last, after)) = pairs.find(|(last, _)| !earns_another(**last)) {
            return Err(work::Fault::input(format!(
                "a turn ends with its first 2 or 3: {after} is thrown after {last}"
            )));
        }
        match self.order == Order::Any && earns_another(last) {
            true => Err(work::Fault::input(format!(
                "the turn goes on after {last}, and under order=any throws are used when all are made: the last one is 2 or 3"
            ))),
            false => Ok(played),
        }
    }
}

//! A position as written down, and every fault that keeps it from being one.

use super::board::{Board, Stack};
use super::rules::{ROWS, Rules, Saved, Stacks};
use super::{Cell, Team};
use crate::board::notation::{About, SetupFault};
use crate::games::running_fight::position::Fight as _;
use crate::games::running_fight::rows;

/// Anything that can be written down as a position, legal or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The four rows from team A's home row on, each from A's left: `A`, `B` awake, `a`, `b` asleep, `.` empty.
    pub rows: Vec<Vec<char>>,
    /// The team whose turn it is.
    pub side: Team,
    /// Fields with more than one piece, and how many.
    pub stacks: Vec<(Cell, u8)>,
    /// Fields with pieces that have been in the enemy's home and have left it.
    pub entered: Vec<Cell>,
    /// Fields of the second row of a team with pieces that have been in its third row, but not in the enemy's home.
    pub circled: Vec<Cell>,
    /// Tâbs saved by A and by B.
    pub saved: [u8; 2],
}

/// What is said of A and of B, or of the team to move and of the other, the other way.
pub(super) fn of_teams<T>(side: Team, [one, other]: [T; 2]) -> [T; 2] {
    match side {
        Team::A => [one, other],
        Team::B => [other, one],
    }
}

impl Setup {
    /// The pieces drawn: field, team, and whether asleep.
    fn pieces(&self) -> impl Iterator<Item = (Cell, Team, bool)> {
        rows::pieces(&self.rows).map(|(cell, team, awake)| (cell, team, !awake))
    }

    fn height(&self, cell: Cell) -> u8 {
        let stack = self.stacks.iter().find(|(at, _)| *at == cell);
        stack.map_or(1, |(_, height)| *height)
    }

    /// What breaks the rules.
    ///
    /// # Errors
    /// The length of the rows does.
    pub(super) fn faults(&self, rules: &Rules) -> Result<Vec<SetupFault>, SetupFault> {
        let heights = (!self.stacks.is_empty()).then_some(About::Field("stacks"));
        let frame = rules.frame();
        let mut faults = frame.faults(&self.rows, heights, |cell| self.height(cell))?;
        faults.sort_by_key(|(team, _)| *team as u8);
        let faults = faults.into_iter().map(|(_, fault)| fault);
        let of_marks = self.faults_of_marks(rules).into_iter();
        Ok(faults
            .chain(of_marks)
            .chain(self.faults_of_saved(rules))
            .collect())
    }

    fn faults_of_marks(&self, rules: &Rules) -> Vec<SetupFault> {
        let stacks = self.stacks.iter().map(|(cell, _)| ("stacks", *cell));
        let entered = self.entered.iter().map(|cell| ("entered", *cell));
        let circled = self.circled.iter().map(|cell| ("circled", *cell));
        let marks = stacks.chain(entered).chain(circled);
        let wrong = |(field, cell)| {
            let why = self.wrong_mark(rules, field, cell)?;
            let message = format!("`{field}` names {cell}, but {why}");
            Some(SetupFault::new(About::Field(field), message))
        };
        marks.filter_map(wrong).collect()
    }

    /// Why a mark cannot be on a field.
    fn wrong_mark(&self, rules: &Rules, field: &str, cell: Cell) -> Option<&'static str> {
        let Some((_, team, asleep)) = self.pieces().find(|piece| piece.0 == cell) else {
            return Some("no piece stands there");
        };
        let row = cell.row.abs_diff(rows::home(team, ROWS));
        match field {
            _ if asleep => Some("the piece there is asleep"),
            "stacks" if rules.stacks == Stacks::None => {
                Some("each piece has a field of its own under stacks=none")
            }
            "entered" if row == 0 => {
                Some("a piece in its own home row has not been in the enemy's home")
            }
            "entered" if row == 3 => {
                Some("that is the enemy's home itself: the mark is for pieces that have left it")
            }
            "circled" if rules.stacks != Stacks::Reduce => {
                Some("it matters only under stacks=reduce: leave it out")
            }
            "circled" if row != 1 => Some("only pieces in their team's second row are marked so"),
            "circled" if self.entered.contains(&cell) => {
                Some("`entered` names it too, which says as much")
            }
            _ => None,
        }
    }

    fn faults_of_saved(&self, rules: &Rules) -> Vec<SetupFault> {
        let saved = Team::BOTH.into_iter().zip(self.saved);
        let wrong = |(team, found): (Team, u8)| {
            let why = if rules.saved == Saved::No {
                "no tâb is kept under saved=no"
            } else if self.pieces().any(|piece| piece.1 == team && piece.2) {
                "tâbs are kept only once no piece of the team sleeps"
            } else {
                return None;
            };
            let message = format!("team {team} has saved {found}, but {why}");
            (found > 0).then(|| SetupFault::new(About::Field("saved"), message))
        };
        saved.filter_map(wrong).collect()
    }

    /// The board of a setup without faults.
    pub(super) fn board(&self, rules: &Rules) -> Board {
        let route = rules.route();
        let mut board = Board::EMPTY;
        board.saved = of_teams(self.side, self.saved);
        for (cell, team, asleep) in self.pieces() {
            let own = team == self.side;
            let stack = match asleep {
                true => Stack::asleep(own),
                false => {
                    let entered = self.entered.contains(&cell)
                        || cell.row.abs_diff(rows::home(team, ROWS)) == 3;
                    let stack = Stack::awake(own, self.height(cell));
                    stack.marked(entered, self.circled.contains(&cell))
                }
            };
            if let Some(field) = route.number(self.side, cell) {
                board.put(field, stack);
            }
        }
        board
    }
}

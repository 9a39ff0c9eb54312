//! A position as written down, and every fault that keeps it from being one.

use std::sync::Arc;

use super::Team;
use super::game::Game;
use super::moves::View;
use super::position::Position;
use super::route::{Hole, Row, members};
use super::rules::{BoardRules, Rules};
use crate::board::notation::{About, Faults, SetupFault};
use crate::games::AnyPosition;
use crate::games::running_fight::rows;
use crate::rules::{Conflict, RulesText as _};
use crate::work;

/// Anything that can be written down as a position, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// A's home row, the middle row, B's home row, each from the stern: `A`, `B` dalled, `a`, `b` undalled, `.` empty.
    pub rows: [Vec<char>; 3],
    /// The side to move.
    pub side: Team,
}

/// The rows as drawn, and their names.
const ROWS: [(Row, &str); 3] = [
    (Row::A, "A's row"),
    (Row::Middle, "the middle row"),
    (Row::B, "B's row"),
];

impl Setup {
    /// The legal position of this setup.
    ///
    /// Whether the position can arise from the start is not asked, but for what a single piece shows.
    ///
    /// # Errors
    /// Every fault at once.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    /// use siga::games::daldos::{Game, Setup};
    /// let game = Arc::new(Game::new("daldos:n=3".parse()?)?);
    /// let setup: Setup = "aa/b3/bbbA A".parse()?;
    /// let faults = setup.position(&game).unwrap_err();
    /// assert_eq!(faults.0.len(), 4); // two rows of a wrong length, four pieces of B, one undalled and away
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, game: &Arc<Game>) -> Result<Position, Faults> {
        let mut faults = self.rows_of_wrong_length(game.rules().board());
        faults.extend(self.illegal_pieces(game));
        Faults::none_of(faults, || ())?;
        let route = game.route();
        let set = |side: Team, only_undalled: bool| {
            self.pieces()
                .filter(|&(_, of, dalled)| of == side && !(only_undalled && dalled))
                .filter_map(|(hole, ..)| route.index(self.side, hole))
                .fold(0u64, |set, index| set | 1 << index)
        };
        let enemy = self.side.other();
        let state = View {
            own: set(self.side, false),
            own_undalled: set(self.side, true),
            enemy: set(enemy, false),
            enemy_undalled: set(enemy, true),
        };
        Ok(Position::new(game.clone(), state, self.side))
    }

    fn rows_of_wrong_length(&self, board: &BoardRules) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        for (at, ((row, name), drawn)) in ROWS.into_iter().zip(&self.rows).enumerate() {
            let expected = usize::from(match row {
                Row::Middle => board.middle_row(),
                _ => board.n,
            });
            if drawn.len() != expected {
                let option = match (row, board.middle) {
                    (Row::Middle, Some(middle)) => format!("middle={middle}"),
                    _ => format!("n={}", board.n),
                };
                let message = format!(
                    "{name} has length {} where {option} asks for {expected}",
                    drawn.len()
                );
                let about = About::Cell {
                    row: at,
                    column: expected,
                };
                faults.push(SetupFault::new(about, message));
            }
        }
        faults
    }

    /// Pieces that are too many, or too few on both sides, or stand where they cannot.
    fn illegal_pieces(&self, game: &Game) -> Vec<SetupFault> {
        let board = game.rules().board();
        let mut faults = Vec::new();
        let counts = Team::BOTH.map(|side| self.pieces().filter(|piece| piece.1 == side).count());
        for (side, found) in Team::BOTH.into_iter().zip(counts) {
            if found > usize::from(board.n) {
                let most = board.n;
                let about = About::surplus(&self.rows, side.symbols(), most.into());
                let message = format!("{side} has {found} pieces, and each side has {most}");
                faults.push(SetupFault::new(about, message));
            }
        }
        for (hole, side, dalled) in self.pieces() {
            let home = match side {
                Team::A => Row::A,
                Team::B => Row::B,
            };
            let about = About::Cell {
                row: hole.row as usize,
                column: usize::from(hole.number) - 1,
            };
            if !dalled && hole.row != home {
                let message = format!(
                    "the piece on {hole} is undalled, which it can be only in the home row of {side}: write `{side}` for a dalled one"
                );
                faults.push(SetupFault::new(about, message));
            }
            if dalled && game.route().index(side, hole) == Some(0) {
                let small = rows::awake(side).to_ascii_lowercase();
                let message = format!(
                    "the piece on {hole} is dalled, but no piece of {side} ever moves there: write `{small}` for an undalled one"
                );
                faults.push(SetupFault::new(about, message));
            }
        }
        if counts
            .iter()
            .all(|&count| count <= usize::from(board.loses_at))
        {
            let message = format!(
                "neither player has more pieces than loses_at={}: the game was over before",
                board.loses_at
            );
            faults.push(SetupFault::new(About::Board, message));
        }
        faults
    }

    /// The pieces: hole, side, and whether it is dalled; holes beyond the 255th of a row are not reported.
    fn pieces(&self) -> impl Iterator<Item = (Hole, Team, bool)> {
        rows::pieces(&self.rows).filter_map(|(cell, side, dalled)| {
            let row = ROWS[usize::from(cell.row)].0;
            let number = cell.column.checked_add(1)?;
            Some((Hole { row, number }, side, dalled))
        })
    }
}

impl Position {
    /// The text form of this position.
    pub fn setup(&self) -> Setup {
        let route = self.game.route();
        let [n, middle] = [route.n(), route.middle()].map(usize::from);
        let mut rows = [n, middle, n].map(|length| vec!['.'; length]);
        let View {
            own,
            own_undalled,
            enemy,
            enemy_undalled,
        } = self.state;
        let sides = [
            (self.side, own, own_undalled),
            (self.side.other(), enemy, enemy_undalled),
        ];
        for (side, pieces, undalled) in sides {
            for index in members(pieces) {
                let hole = route.hole(self.side, index);
                let symbol = &mut rows[hole.row as usize][usize::from(hole.number) - 1];
                *symbol = rows::awake(side);
                if undalled >> index & 1 == 1 {
                    symbol.make_ascii_lowercase();
                }
            }
        }
        Setup {
            rows,
            side: self.side,
        }
    }
}

impl AnyPosition for Position {
    type Rules = Rules;
    type Setup = Setup;

    fn usual_rules(drawn: &Setup, _of: &str) -> Result<Rules, Conflict> {
        // An impossible size of the board is reported with its rows.
        let n = drawn.rows[0].len().to_string();
        Ok(Rules::default().with_value("n", &n).unwrap_or_default())
    }

    fn of(setup: &Setup, rules: &Rules) -> Result<Result<Self, Faults>, work::Fault> {
        let game = Arc::new(Game::new(rules.clone())?);
        Ok(setup.position(&game))
    }

    fn start(rules: &Rules) -> Result<Self, work::Fault> {
        Ok(Self::start(Arc::new(Game::new(rules.clone())?)))
    }

    fn rules(&self) -> &Rules {
        self.game().rules()
    }

    fn setup(&self) -> Setup {
        self.setup()
    }
}

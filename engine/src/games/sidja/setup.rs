//! A position as written down, and every fault that keeps it from being one.

use thiserror::Error;

use super::moves::{Chain, State};
use super::position::{Position, engine};
use super::rules::{Blocked, Continuation};
use super::{Rules, Side};
use crate::board::notation::Faults;
use crate::board::{Bits, Board, Cell, Rows};
use crate::games::AnyPosition;
use crate::rules::{Conflict, Options};
use crate::work;

/// The way a text says that a turn is being continued, or begins with an extra move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Going {
    /// Neither.
    No,
    /// `extra`: an extra move, to open a way for the other side, which is blocked and has passed.
    Extra,
    /// `+`: with any stone.
    Any,
    /// `+c3`: with the stone on this cell.
    Stone(Cell),
}

/// Anything that can be written down as a position, legal or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The board: `x`, `o` and `.`.
    pub rows: Rows,
    /// The side to move.
    pub side: Side,
    /// The stones still to be placed by `x` and by `o`.
    pub reserve: [u16; 2],
    /// Whether a turn is being continued, or begins with an extra move.
    pub going: Going,
    /// Moves since the last capture.
    pub quiet: u16,
}

/// One thing that keeps a setup from being a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The board drawn is not the board of the rules.
    #[error("the board drawn has {drawn} cells a side, the rules say {rules}")]
    Size {
        /// The side of the board drawn.
        drawn: u8,
        /// The side under the rules.
        rules: u8,
    },
    /// More stones than a player has.
    #[error("{side} has {found} stones, and each side has {most}")]
    TooMany {
        /// Whose stones.
        side: Side,
        /// On the board and in reserve.
        found: u16,
        /// As many as there are.
        most: u8,
    },
    /// Stones missing while placing, when none can have been taken.
    #[error("{side} has {found} stones on the board and in reserve; while placing it is {most}")]
    Missing {
        /// Whose stones.
        side: Side,
        /// On the board and in reserve.
        found: u16,
        /// As many as there are.
        most: u8,
    },
    /// A stone in the centre while placing.
    #[error("a stone stands on the centre {cell}, which stays empty while stones are placed")]
    Centre {
        /// The centre.
        cell: Cell,
    },
    /// The stones were not placed in turn.
    #[error("{}", out_of_turn(*.placed, [*.x, *.o], *.side, *.found))]
    #[non_exhaustive]
    Turn {
        /// The stones on the board.
        placed: u16,
        /// Those of x, as it should be.
        x: u16,
        /// Those of o, as it should be.
        o: u16,
        /// The side to place, as it should be.
        side: Side,
        /// The stones of x and of o, and the side to place, as they are.
        found: ([u16; 2], Side),
    },
    /// The first stones do not stand on the cross.
    #[error("the first two stones of {side} belong on {first} and {second}")]
    Cross {
        /// Whose stones.
        side: Side,
        /// One end of the central line.
        first: Cell,
        /// The other end.
        second: Cell,
    },
    /// Both players have lost.
    #[error("neither player has more than lost_with={most}: the game was over before")]
    BothLost {
        /// The number with which one has lost.
        most: u8,
    },
    /// A turn continued that cannot be.
    #[error("`+` is wrong here: {why}")]
    Going {
        /// Why.
        why: String,
    },
    /// An extra move that cannot be.
    #[error("`extra` is wrong here: {why}")]
    Extra {
        /// Why.
        why: String,
    },
    /// A count of moves without capture that cannot be.
    #[error("quiet={found} is wrong here: {why}")]
    Quiet {
        /// The count given.
        found: u16,
        /// Why.
        why: String,
    },
}

impl Setup {
    /// The legal position of this setup.
    ///
    /// # Errors
    /// Every fault at once.
    ///
    /// # Examples
    /// ```
    /// use siga::games::sidja::{Rules, Setup};
    /// let setup: Setup = "xoxox/oxoxo/xoxxo/oxoxo/xoxox x o1".parse()?;
    /// let faults = setup.position(&Rules::SUDAN).unwrap_err();
    /// assert_eq!(faults.0.len(), 3);
    /// # Ok::<(), siga::board::notation::NotationError>(())
    /// ```
    pub fn position(&self, rules: &Rules) -> Result<Position, Faults<Fault>> {
        let drawn = self.rows.board().size();
        if drawn != rules.size() {
            return Err(Faults(vec![Fault::Size {
                drawn,
                rules: rules.size(),
            }]));
        }
        let mut faults = Vec::new();
        for (side, reserve) in Side::BOTH.into_iter().zip(self.reserve) {
            let found = reserve.saturating_add(self.stones(side).count() as u16);
            let most = rules.stones();
            if found > u16::from(most) {
                faults.push(Fault::TooMany { side, found, most });
            } else if self.is_placing() && found < u16::from(most) {
                faults.push(Fault::Missing { side, found, most });
            }
        }
        if self.is_placing() {
            self.check_placing(rules, &mut faults);
        } else {
            self.check_moving(rules, &mut faults);
        }
        if faults.is_empty() {
            Ok(Position::trusted(*rules, self.state(rules)))
        } else {
            Err(Faults(faults))
        }
    }

    fn is_placing(&self) -> bool {
        self.reserve != [0, 0]
    }

    /// The stones of a side by index.
    fn stones(&self, side: Side) -> u128 {
        (0_u8..)
            .zip(self.rows.symbols())
            .filter(|(_, symbol)| **symbol == side.symbol())
            .fold(0, |set, (index, _)| set | u128::bit(index))
    }

    fn state(&self, rules: &Rules) -> State<u128> {
        let board = rules.board();
        let reserve = |side: Side| self.reserve[side as usize].min(255) as u8;
        let other = self.side.other();
        State {
            own: self.stones(self.side),
            enemy: self.stones(other),
            side: self.side,
            reserve: [reserve(self.side), reserve(other)],
            chain: match self.going {
                Going::No => Chain::No,
                Going::Extra => Chain::Extra,
                Going::Any => Chain::Any,
                Going::Stone(cell) => board.index(cell).map_or(Chain::Any, Chain::Stone),
            },
            quiet: self.quiet,
        }
    }

    fn check_placing(&self, rules: &Rules, faults: &mut Vec<Fault>) {
        let board = rules.board();
        let stones = Side::BOTH.map(|side| self.stones(side));
        if let Some(centre) = board.centre()
            && (stones[0] | stones[1]).has(centre)
        {
            faults.push(Fault::Centre {
                cell: board.cell(centre),
            });
        }
        let engine = engine(rules);
        faults.extend(self.bad_turn(rules));
        if rules.placing == super::rules::Placing::Cross {
            for (side, stones) in Side::BOTH.into_iter().zip(stones) {
                let cross = engine.cross(side);
                if (stones & cross).count() < stones.count().min(2) {
                    let ends = board.cells_of(cross);
                    faults.push(Fault::Cross {
                        side,
                        first: ends[0],
                        second: ends[1],
                    });
                }
            }
        }
        match self.going {
            Going::No => {}
            Going::Extra => faults.push(extra("stones are still being placed")),
            _ => faults.push(going("stones are still being placed")),
        }
        if self.quiet > 0 {
            faults.push(self.bad_quiet("stones are still being placed".to_owned()));
        }
    }

    /// While stones are being placed: the fault if this many of each side, or this side to move, cannot come about by turns.
    fn bad_turn(&self, rules: &Rules) -> Option<Fault> {
        let placed = Side::BOTH.map(|side| self.stones(side).count());
        let total = placed[0] + placed[1];
        if total >= 2 * u32::from(rules.stones()) {
            return None;
        }
        // The turns do not depend on where the stones are put, so any free cell will do.
        let engine = engine(rules);
        let mut state = engine.start();
        for _ in 0..total {
            if let Some(at) = engine.placing_cells(&state).lowest() {
                state = engine.place(&state, at);
            }
        }
        let line = Position::trusted(*rules, state);
        let right = Side::BOTH.map(|side| line.stones(side).count());
        (right != placed || line.side() != self.side).then(|| Fault::Turn {
            placed: total as u16,
            x: right[0] as u16,
            o: right[1] as u16,
            side: line.side(),
            found: (placed.map(|stones| stones as u16), self.side),
        })
    }

    fn check_moving(&self, rules: &Rules, faults: &mut Vec<Fault>) {
        let lost_with = rules.lost_with();
        let counts = Side::BOTH.map(|side| self.stones(side).count());
        if counts.iter().all(|&count| count <= u32::from(lost_with)) {
            faults.push(Fault::BothLost { most: lost_with });
        }
        match rules.no_capture {
            None if self.quiet > 0 => {
                faults
                    .push(self.bad_quiet("the rules do not count moves without a capture".into()));
            }
            Some(limit) if self.quiet > limit => {
                faults.push(self.bad_quiet(format!("the game ends at {limit}")));
            }
            _ => {}
        }
        match self.going {
            Going::No => {}
            Going::Extra => self.check_extra(rules, faults),
            _ => self.check_going(rules, faults),
        }
    }

    fn check_extra(&self, rules: &Rules, faults: &mut Vec<Fault>) {
        if rules.blocked != Blocked::Opens {
            faults.push(extra("only blocked=opens asks for moves that open a way"));
            return;
        }
        let engine = engine(rules);
        let other = engine.turn(self.stones(self.side.other()), self.stones(self.side));
        if !engine.is_blocked(&other) {
            faults.push(extra(&format!("{} is not blocked", self.side.other())));
        }
    }

    fn check_going(&self, rules: &Rules, faults: &mut Vec<Fault>) {
        match (rules.continuation, self.going) {
            (Continuation::Ends, _) => {
                faults.push(going(
                    "a turn ends with its first capture under these rules",
                ));
                return;
            }
            (Continuation::Same, Going::Any) => {
                faults.push(going(
                    "only the same stone goes on: write its cell, as in `+c3`",
                ));
                return;
            }
            (Continuation::Any | Continuation::Free, Going::Stone(_)) => {
                faults.push(going(
                    "any stone may go on under these rules: write `+` alone",
                ));
                return;
            }
            _ => {}
        }
        if let Going::Stone(cell) = self.going {
            let here = rules.board().index(cell);
            if !here.is_some_and(|index| self.stones(self.side).has(index)) {
                faults.push(going(&format!("{} has no stone on {cell}", self.side)));
                return;
            }
        }
        let enemy = self.stones(self.side.other()).count();
        if enemy >= u32::from(rules.stones()) {
            faults.push(going("nothing has been taken yet"));
        }
        if enemy <= u32::from(rules.lost_with()) {
            faults.push(going("the game is over"));
        }
        if self.quiet > 0 {
            faults.push(self.bad_quiet("something has just been taken".to_owned()));
        }
        let engine = engine(rules);
        let state = self.state(rules);
        let (from, to) = engine.stepping(&state);
        if !engine.may_decline(&state) && engine.count_steps(from, to) == 0 {
            faults.push(going("nothing more can be taken, so the turn is over"));
        }
    }

    fn bad_quiet(&self, why: String) -> Fault {
        Fault::Quiet {
            found: self.quiet,
            why,
        }
    }
}

/// What is wrong where stones were not placed in turn, and what would be right.
fn out_of_turn(placed: u16, [x, o]: [u16; 2], to_place: Side, found: ([u16; 2], Side)) -> String {
    let stones = if placed == 1 { "stone" } else { "stones" };
    let ([found_x, found_o], side) = found;
    let turn = match side == to_place {
        true => String::new(),
        false => format!("{to_place} is to place, not {side}"),
    };
    if [x, o] == [found_x, found_o] {
        return format!("with {placed} {stones} on the board {turn}");
    }
    let counts = format!(
        "with {placed} {stones} on the board x should have {x} and o {o}; here x has {found_x} and o {found_o}"
    );
    match turn.as_str() {
        "" => counts,
        turn => format!("{counts}, and {turn}"),
    }
}

fn extra(why: &str) -> Fault {
    Fault::Extra {
        why: why.to_owned(),
    }
}

fn going(why: &str) -> Fault {
    Fault::Going {
        why: why.to_owned(),
    }
}

impl Position {
    /// The text form of this position.
    pub fn setup(&self) -> Setup {
        let board: Board = self.board();
        let mut rows = Rows::empty(board);
        for side in Side::BOTH {
            for index in self.stones(side).ones() {
                rows.set(index, side.symbol());
            }
        }
        let state = self.state();
        Setup {
            rows,
            side: state.side,
            reserve: Side::BOTH.map(|side| u16::from(self.reserve(side))),
            going: match state.chain {
                Chain::No => Going::No,
                Chain::Extra => Going::Extra,
                Chain::Any => Going::Any,
                Chain::Stone(index) => Going::Stone(board.cell(index)),
            },
            quiet: state.quiet,
        }
    }
}

impl AnyPosition for Position {
    type Rules = Rules;
    type Setup = Setup;
    type Fault = Fault;

    fn usual_rules(drawn: &Setup, _of: &str) -> Result<Rules, Conflict> {
        Rules::usual().with_size(drawn.rows.board().size())
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

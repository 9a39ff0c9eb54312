//! Positions as they are written down, `ROWS SIDE RESERVE CHAIN quiet=N`, and every fault that keeps one from being legal.

use thiserror::Error;

use super::moves::{Chain, State};
use super::rules::{Blocked, Continuation, Facts};
use super::{Position, Rules};
use crate::board::notation::{
    self, About, FaultOf, Faults, Field, Form, Notation, Reader, notation_text,
};
use crate::board::{Bits, Board as Square, Cell, Reserve, Side};
use crate::games::{AnyPosition, described};
use crate::rules::{Conflict, RulesText};
use crate::work;

/// A position file of a game of this kind.
pub type PositionFile = notation::PositionFile<Rules, Setup>;

/// Why a text is not a legal position.
pub type ReadError = notation::ReadError<Faults<Fault>>;

/// How a text says where a turn stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Going {
    /// Nothing is said: it begins.
    No,
    /// `extra`: an extra move, to open a way for the other side.
    Extra,
    /// `gives`: the side to move takes off a piece of its own.
    Gives,
    /// `takes`: the side to move takes off a piece of the other side.
    Takes,
    /// `+`: it goes on, with any piece.
    Any,
    /// `+c3`: it goes on, with the piece on this point.
    Piece(Cell),
}

/// Anything that can be written down as a position, legal or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The rows from the top, each from the left: `x`, `o` and `.`.
    pub rows: Vec<Vec<char>>,
    /// The side to move.
    pub side: Side,
    /// The pieces still to be placed, if they are given: none, but all where the board is empty.
    pub reserve: Option<Reserve>,
    /// Where the turn stands.
    pub going: Going,
    /// Moves since the last capture.
    pub quiet: u16,
}

/// One thing that keeps a setup from being a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct Fault {
    /// The part of the text that it is about.
    pub about: About,
    /// The fault, and what would be right.
    pub message: String,
}

impl FaultOf<Setup> for Fault {
    fn about(&self, _setup: &Setup) -> About {
        self.about
    }
}

fn going(text: &str) -> Result<Going, String> {
    let wrong = || {
        format!(
            "`{text}` does not say how a turn goes on: write `+`, `+c3`, `extra`, `gives` or `takes`"
        )
    };
    match text {
        "extra" => Ok(Going::Extra),
        "gives" => Ok(Going::Gives),
        "takes" => Ok(Going::Takes),
        "+" => Ok(Going::Any),
        _ => {
            let cell = text.strip_prefix('+').and_then(|cell| cell.parse().ok());
            cell.map(Going::Piece).ok_or_else(wrong)
        }
    }
}

fn quiet(text: &str) -> Result<u16, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let count = text.parse().ok().filter(|_| digits);
    count.ok_or_else(|| {
        format!("`{text}` is not a count of moves without a capture: write `quiet=7`, in a file `quiet: 7`")
    })
}

impl Notation for Setup {
    const FORM: Form = Form {
        pieces: "xo",
        labels: "",
        longest: Square::MAX_SIZE as usize,
        fields: &[
            Field::SIDE,
            Field::RESERVE,
            Field::marked(
                "chain",
                "how the turn goes on",
                &["+", "extra", "gives", "takes"],
            ),
            Field::marked("quiet", "the moves without a capture", &["quiet="]),
        ],
        example: "xo1/3/3 x x3o3",
    };

    fn read(reader: &mut Reader<'_>) -> Option<Setup> {
        let rows: Vec<Vec<char>> = reader.rows().iter().map(|row| row.cells.clone()).collect();
        if rows.len() < 2 || rows.iter().any(Vec::is_empty) {
            reader.refuse("a board has at least two rows, and no row is empty".to_owned());
        }
        let (side, reserve) = (reader.value("to move"), reader.value("reserve"));
        let going = reader.read("chain", going).unwrap_or(Going::No);
        let quiet = reader.read("quiet", quiet).unwrap_or_default();
        Some(Setup {
            rows,
            side: side?,
            reserve,
            going,
            quiet,
        })
    }

    fn rows(&self) -> Vec<Vec<char>> {
        self.rows.clone()
    }

    fn values(&self) -> Vec<Option<String>> {
        let going = match self.going {
            Going::No => None,
            Going::Extra => Some("extra".to_owned()),
            Going::Gives => Some("gives".to_owned()),
            Going::Takes => Some("takes".to_owned()),
            Going::Any => Some("+".to_owned()),
            Going::Piece(cell) => Some(format!("+{cell}")),
        };
        vec![
            Some(self.side.to_string()),
            self.reserve.map(|reserve| reserve.to_string()),
            going,
            (self.quiet > 0).then(|| self.quiet.to_string()),
        ]
    }
}

notation_text!(Setup);

impl Setup {
    /// The legal position of this setup.
    ///
    /// # Errors
    /// Every fault at once.
    ///
    /// # Examples
    /// ```
    /// use siga::games::custodial::Setup;
    /// let setup: Setup = "xxx/xx1/3 o - +".parse()?;
    /// let faults = setup.position(&"el-mthaltha".parse()?).unwrap_err();
    /// assert_eq!(faults.0.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self, rules: &Rules) -> Result<Position, Faults<Fault>> {
        let state = self.state(rules.facts())?;
        Ok(Position::trusted(rules.clone(), state))
    }

    /// The state of a legal position.
    ///
    /// # Errors
    /// Every fault at once.
    pub(in crate::games) fn state(&self, facts: &Facts) -> Result<State, Faults<Fault>> {
        let drawn: Vec<usize> = self.rows.iter().rev().map(Vec::len).collect();
        if drawn != facts.board.row_lengths() {
            let top_down = |rows: Vec<usize>| itertools::join(rows.iter().rev(), ", ");
            return Err(Faults(vec![Fault {
                about: About::Board,
                message: format!(
                    "the board drawn has rows of {} points from the top, the board of the rules of {}",
                    top_down(drawn),
                    top_down(facts.board.row_lengths())
                ),
            }]));
        }
        let state = self.unchecked(facts);
        let mut faults = Vec::new();
        let mut fault = |about, message| faults.push(Fault { about, message });
        self.check_numbers(facts, &state, &mut fault);
        match state.is_placing() {
            true => self.check_placing(facts, &state, &mut fault),
            false => self.check_moving(facts, &state, &mut fault),
        }
        match faults.is_empty() {
            true => Ok(state),
            false => Err(Faults(faults)),
        }
    }

    /// The pieces of a side by index.
    fn pieces(&self, side: Side) -> u128 {
        (0_u8..)
            .zip(self.rows.iter().rev().flatten())
            .filter(|(_, symbol)| **symbol == side.symbol())
            .fold(0, |set, (index, _)| set | u128::bit(index))
    }

    /// Where a point is drawn.
    fn drawn_at(&self, facts: &Facts, point: u8) -> About {
        let mut left = usize::from(point);
        let lengths = facts.board.row_lengths().into_iter();
        for (rank, length) in lengths.enumerate() {
            if left < length {
                let row = self.rows.len() - 1 - rank;
                return About::Cell { row, column: left };
            }
            left -= length;
        }
        About::Board
    }

    fn unchecked(&self, facts: &Facts) -> State {
        let [x, o] = Side::BOTH.map(|side| self.pieces(side));
        let men = u16::from(facts.men);
        let none = match facts.places() && x | o == 0 {
            true => Reserve { x: men, o: men },
            false => Reserve::default(),
        };
        let reserve = self.reserve.unwrap_or(none);
        let of = |side: Side| reserve.of(side).min(255) as u8;
        let other = self.side.other();
        State {
            own: self.pieces(self.side),
            enemy: self.pieces(other),
            side: self.side,
            reserve: [of(self.side), of(other)],
            chain: match self.going {
                Going::No => Chain::No,
                Going::Extra => Chain::Extra,
                Going::Gives => Chain::Gives,
                Going::Takes => Chain::Takes,
                Going::Any => Chain::Any,
                Going::Piece(cell) => facts.board.point(cell).map_or(Chain::Any, Chain::Piece),
            },
            quiet: self.quiet,
        }
    }

    fn check_numbers(&self, facts: &Facts, state: &State, fault: &mut impl FnMut(About, String)) {
        let men = u32::from(facts.men);
        let sides = [(state.side, state.own), (state.side.other(), state.enemy)];
        for ((side, pieces), reserve) in sides.into_iter().zip(state.reserve) {
            let found = pieces.count() + u32::from(reserve);
            if found > men {
                fault(
                    About::surplus(self, &side.to_string(), men as usize),
                    format!("{side} has {found} pieces, and each side has {men}"),
                );
            } else if state.is_placing() && found < men {
                fault(
                    About::Field(Field::RESERVE.key),
                    format!(
                        "{side} has {found} pieces on the board and in reserve; while placing it is {men}"
                    ),
                );
            }
        }
    }

    fn check_placing(&self, facts: &Facts, state: &State, fault: &mut impl FnMut(About, String)) {
        if !facts.places() {
            fault(
                About::Field(Field::RESERVE.key),
                "no pieces are placed in this game: leave the reserve out".to_owned(),
            );
            return;
        }
        let all = state.own | state.enemy;
        for point in (all & facts.kept_empty).ones() {
            let name = facts.board.name(point);
            let about = self.drawn_at(facts, point);
            fault(about, format!("{name} stays empty while pieces are placed"));
        }
        if self.going != Going::No || self.quiet > 0 {
            let key = if self.quiet > 0 { "quiet" } else { "chain" };
            let message = "pieces are still being placed".to_owned();
            fault(About::Field(key), message);
        }
        self.check_turn(facts, state, fault);
    }

    /// While pieces are placed: whether so many of each side, and this side to move, come about by turns.
    fn check_turn(&self, facts: &Facts, state: &State, fault: &mut impl FnMut(About, String)) {
        let mut line = facts.first_state();
        for _ in 0..(state.own | state.enemy).count() {
            match facts.placing_points(&line).lowest() {
                Some(at) if line.is_placing() => {
                    line = facts.after(&line, super::moves::Ply::Place(at));
                }
                _ => break,
            }
        }
        let right = (line.side, line.own.count(), line.enemy.count());
        let found = (state.side, state.own.count(), state.enemy.count());
        if line.is_placing() && right != found {
            fault(
                About::Field(Field::SIDE.key),
                format!(
                    "with so many pieces placed {} is to place, and has {} on the board to {} of {}",
                    right.0,
                    right.1,
                    right.2,
                    right.0.other()
                ),
            );
        }
        let pieces = [(state.side, state.own), (state.side.other(), state.enemy)];
        for (side, pieces) in pieces {
            let names = |set: u128| {
                itertools::join(set.ones().map(|point| facts.board.name(point)), " or ")
            };
            let cross = facts.cross.map(|ends| ends[side as usize]);
            if let Some(ends) = cross.filter(|ends| (pieces & ends).count() < pieces.count().min(2))
            {
                fault(
                    About::Board,
                    format!("the first two pieces of {side} belong on {}", names(ends)),
                );
            }
            if let Some(near) = facts
                .first_piece
                .filter(|near| pieces != 0 && pieces & near == 0)
            {
                fault(
                    About::Board,
                    format!("the first piece of {side} belongs on {}", names(near)),
                );
            }
        }
    }

    fn check_moving(&self, facts: &Facts, state: &State, fault: &mut impl FnMut(About, String)) {
        let few = |set: u128| set.count() <= u32::from(facts.lost_with);
        if few(state.own) && few(state.enemy) {
            let message = "both sides have lost: the game was over before";
            fault(About::Board, message.to_owned());
        }
        match facts.no_capture {
            None if self.quiet > 0 => fault(
                About::Field("quiet"),
                "the rules do not count moves without a capture: leave it out".to_owned(),
            ),
            Some(limit) if self.quiet > limit => {
                fault(About::Field("quiet"), format!("the game ends at {limit}"));
            }
            _ => {}
        }
        let why = match self.going {
            Going::No => None,
            Going::Any | Going::Piece(_) => self.why_not_on(facts, state),
            _ => self.why_not_passed(facts, state),
        };
        if let Some(why) = why {
            fault(
                About::Field("chain"),
                format!("the turn does not stand so: {why}"),
            );
        }
    }

    /// Why the other side cannot just have passed.
    fn why_not_passed(&self, facts: &Facts, state: &State) -> Option<String> {
        let right = match facts.blocked {
            Blocked::Opens => Some(Chain::Extra),
            Blocked::GiverLosesPiece => Some(Chain::Gives),
            Blocked::LosesPiece => Some(Chain::Takes),
            _ => None,
        };
        if right != Some(state.chain) {
            let needed = match state.chain {
                Chain::Gives => "giver-loses-piece",
                Chain::Takes => "loses-piece",
                _ => "opens",
            };
            return Some(format!(
                "a blocked side leads to that under blocked={needed} only"
            ));
        }
        let other = State {
            own: state.enemy,
            enemy: state.own,
            chain: Chain::No,
            ..*state
        };
        (!facts.is_blocked(&other)).then(|| format!("{} is not blocked", state.side.other()))
    }

    /// Why the turn cannot be going on after a capture.
    fn why_not_on(&self, facts: &Facts, state: &State) -> Option<String> {
        let say = |why: &str| Some(why.to_owned());
        match (facts.continuation, self.going) {
            (Continuation::None, _) => return say("a turn ends with its first capture"),
            (Continuation::Same { .. }, Going::Any) => {
                return say("only the same piece goes on: write its point, as in `+c3`");
            }
            (Continuation::Any { .. } | Continuation::Free, Going::Piece(_)) => {
                return say("any piece may go on: write `+` alone");
            }
            _ => {}
        }
        if let Going::Piece(cell) = self.going {
            let point = facts.board.point(cell);
            if !point.is_some_and(|point| state.own.has(point)) {
                return Some(format!("{} has no piece on {cell}", state.side));
            }
        }
        if state.enemy.count() >= u32::from(facts.men) || self.quiet > 0 {
            return say("nothing has been taken just now");
        }
        let over = facts.end(state).is_some();
        let on = facts.plies(state);
        let only_pass = matches!(on.as_slice(), [super::moves::Ply::Pass]);
        (over || (only_pass && facts.continuation != Continuation::Free))
            .then(|| "nothing more can be taken, so the turn is over".to_owned())
    }
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

    /// The position as it is written down.
    pub fn setup(&self) -> Setup {
        let sides = Side::BOTH.map(|side| self.pieces(side));
        Setup {
            rows: described::rows(&self.board().row_lengths(), sides),
            side: self.side(),
            reserve: Some(Reserve {
                x: self.reserve(Side::X).into(),
                o: self.reserve(Side::O).into(),
            }),
            going: match self.chain() {
                Chain::No => Going::No,
                Chain::Extra => Going::Extra,
                Chain::Gives => Going::Gives,
                Chain::Takes => Going::Takes,
                Chain::Any => Going::Any,
                Chain::Piece(point) => Going::Piece(self.board().name(point)),
            },
            quiet: self.state().quiet,
        }
    }
}

impl AnyPosition for Position {
    type Rules = Rules;
    type Setup = Setup;
    type Fault = Fault;

    fn usual_rules(drawn: &Setup, of: &str) -> Result<Rules, Conflict> {
        let lengths: Vec<usize> = drawn.rows.iter().rev().map(Vec::len).collect();
        Ok(Rules::usual(of)?.on_rows(&lengths))
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

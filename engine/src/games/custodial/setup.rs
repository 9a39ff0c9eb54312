//! Positions of games of taking between two, read from what is written down, and every fault that keeps a text from being one.

use super::Rules;
use super::moves::{Chain, Ply, State, Turns};
use super::position::{PositionOf, TakingBetween};
use super::rules::{Blocked, Continuation, Facts};
use crate::board::notation::{self, About, Faults, Field, ReadError, SetupFault};
use crate::board::{Bits, Reserve, Side};
use crate::games::AnyPosition;
use crate::rules::Conflict;
use crate::work;

pub use crate::games::described::setup::{Going, Setup};

/// A position file of a game of this kind.
pub type PositionFile = notation::PositionFile<Rules, Setup>;

impl Setup {
    /// The state of a legal position.
    ///
    /// # Errors
    /// Every fault at once.
    fn state(&self, facts: &Facts) -> Result<State, Faults> {
        self.check_shape(&facts.board.row_lengths())?;
        let state = self.unchecked(facts)?;
        let mut faults = Vec::new();
        let mut fault = |about, message: String| faults.push(SetupFault::new(about, message));
        self.check_numbers(facts, &state, &mut fault);
        match state.is_placing() {
            true => self.check_placing(facts, &state, &mut fault),
            false => self.check_moving(facts, &state, &mut fault),
        }
        Faults::none_of(faults, || state)
    }

    fn unchecked(&self, facts: &Facts) -> Result<State, Faults> {
        let [x, o] = Side::BOTH.map(|side| self.pieces(side));
        let men = u16::from(facts.men);
        let none = match facts.places() && x | o == 0 {
            true => Reserve { x: men, o: men },
            false => Reserve::default(),
        };
        let reserve = self.reserve.unwrap_or(none);
        let of = |side: Side| reserve.of(side).min(255) as u8;
        let side = self.side(|| facts.side_that_follows([x, o], reserve == Reserve::default()))?;
        let other = side.other();
        Ok(State {
            own: self.pieces(side),
            enemy: self.pieces(other),
            side,
            reserve: [of(side), of(other)],
            // A cell that is no point is a fault: no piece stands there.
            chain: self
                .going
                .map(|cell| facts.board.point(cell).unwrap_or_default()),
            quiet: self.quiet,
            first_turns: self.first_turns,
        })
    }

    fn check_numbers(&self, facts: &Facts, state: &State, fault: &mut impl FnMut(About, String)) {
        let men = u32::from(facts.men);
        let sides = [(state.side, state.own), (state.side.other(), state.enemy)];
        for ((side, pieces), reserve) in sides.into_iter().zip(state.reserve) {
            let found = pieces.count() + u32::from(reserve);
            if found > men {
                fault(
                    About::surplus(&self.rows, &side.to_string(), men as usize),
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
            let about = self.drawn_at(&facts.board, point);
            fault(about, format!("{name} stays empty while pieces are placed"));
        }
        if let Some(key) = self.of_the_fight() {
            let message = "pieces are still being placed".to_owned();
            fault(About::Field(key), message);
        }
        self.check_turn(facts, state, fault);
    }

    /// While pieces are placed: whether so many of each side, and this side to move, come about by turns.
    fn check_turn(&self, facts: &Facts, state: &State, fault: &mut impl FnMut(About, String)) {
        let line = facts.placed((state.own | state.enemy).count());
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
        let full = state.own.count() + state.enemy.count() == 2 * u32::from(facts.men);
        let turns = match facts.blocked {
            Blocked::WinsFirst if full => 2,
            Blocked::WinsFirst => 1,
            _ => 0,
        };
        if self.first_turns > turns {
            fault(
                About::Field("first"),
                format!("at most {turns} first turns are to be counted here"),
            );
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
            Blocked::Opens | Blocked::IsLeftOne | Blocked::WinsFirst => Some(Chain::Extra),
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
        let only_pass = matches!(on.as_slice(), [Ply::Pass]);
        (over || (only_pass && facts.continuation != Continuation::Free))
            .then(|| "nothing more can be taken, so the turn is over".to_owned())
    }
}

impl Facts {
    /// The state after so many pieces were placed, each on the first point that is free.
    fn placed(&self, pieces: u32) -> State {
        let mut line = self.first_state();
        for _ in 0..pieces {
            match self.placing_points(&line).lowest() {
                Some(at) if line.is_placing() => line = self.after(&line, Ply::Place(at)),
                _ => break,
            }
        }
        line
    }

    /// The side that follows from the pieces of `x` and of `o`: while they are placed, and before the first move.
    fn side_that_follows(&self, [x, o]: [u128; 2], all_placed: bool) -> Option<Side> {
        if let Some(start) = self.start {
            return (start == [x, o]).then_some(Side::X);
        }
        let line = self.placed(x.count() + o.count());
        let (mut placed, found) = (
            [line.own.count(), line.enemy.count()],
            [x.count(), o.count()],
        );
        if line.side == Side::O {
            placed.reverse();
        }
        let free = self.board.full::<u128>().minus(x | o);
        let before_moves = !line.is_placing() && free == self.kept_empty;
        (placed == found && all_placed != line.is_placing() && (line.is_placing() || before_moves))
            .then_some(line.side)
    }
}

impl<R: TakingBetween> PositionOf<R> {
    /// Reads a legal position on one line.
    ///
    /// # Errors
    /// If the text cannot be read, or with every fault of the position at once.
    pub fn parse(text: &str, rules: &R) -> Result<PositionOf<R>, ReadError> {
        let setup: Setup = text.parse()?;
        Ok(PositionOf::written(&setup, rules)?)
    }

    /// The legal position of a setup.
    ///
    /// # Errors
    /// Every fault at once.
    ///
    /// # Examples
    /// ```
    /// use siga::games::custodial::{Position, Setup};
    /// let setup: Setup = "xxx/xx1/3 o - +".parse()?;
    /// let faults = Position::written(&setup, &"el-mthaltha".parse()?).unwrap_err();
    /// assert_eq!(faults.0.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn written(setup: &Setup, rules: &R) -> Result<PositionOf<R>, Faults> {
        let state = setup.state(rules.described().facts())?;
        Ok(PositionOf::trusted(rules.clone(), state))
    }

    /// The position as it is written down.
    pub fn setup(&self) -> Setup {
        let [x, o] = Side::BOTH;
        let pieces = [x, o].map(|side| self.pieces(side));
        let reserve = [x, o].map(|side| self.reserve(side));
        let rules = self.rules().described();
        let board = rules.board();
        Setup {
            going: self.chain().map(|point| board.name(point)),
            quiet: self.state().quiet,
            first_turns: self.state().first_turns,
            ..Setup::of(&board.row_lengths(), pieces, self.side(), reserve)
        }
    }
}

impl<R: TakingBetween> AnyPosition for PositionOf<R> {
    type Rules = R;
    type Setup = Setup;

    fn usual_rules(drawn: &Setup, of: &str) -> Result<R, Conflict> {
        R::for_board(drawn, of)
    }

    fn of(setup: &Setup, rules: &R) -> Result<Result<Self, Faults>, work::Fault> {
        Ok(PositionOf::written(setup, rules))
    }

    fn start(rules: &R) -> Result<Self, work::Fault> {
        Ok(Self::start(rules))
    }

    fn rules(&self) -> &R {
        self.rules()
    }

    fn setup(&self) -> Setup {
        self.setup()
    }
}

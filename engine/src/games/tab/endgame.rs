//! Endgames: positions of few pieces, solved as a stochastic game.
//!
//! Where each throw is used at once (`order=thrown`), a state is a board before a throw, in the view of the team to move, and the
//! solution has proved bounds, or fractions. Where all throws of a turn are made first, a state is a board with the throws made
//! so far, and turns of more than a given number of throws are left open: the game is solved with every such turn lost for
//! one team and won by the other, which bounds the chance whatever such turns would come to.

use std::collections::HashMap;
use std::rc::Rc;

use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};
use thiserror::Error;

use super::Team;
use super::board::Board;
use super::moves::{Left, Play, Uses, Yield};
use super::position::{Position, route};
use super::rules::{Order, Rules, Saved};
use crate::exact::Quantity;
use crate::exact::stochastic::{self, Builder, Ending, Next, ValueBounds};
use crate::games::running_fight::plays::Turn;
use crate::games::running_fight::route::Route;
use crate::work::{Fault, Kind, Note, OfKind, Raise, stop};

/// The states solved unless more are allowed.
pub const USUAL_STATES: u32 = 100_000;
/// The most states that can be allowed.
pub const MAX_STATES: u32 = 2_000_000;
/// The most states of which fractions are found.
pub const MAX_EXACT_STATES: usize = 3_000;
/// The most throws of a turn under `order=any`.
pub const MAX_THROWS: u32 = 20;
/// The distance between bounds that is sought, in units of 2^-62: about 10^-12.
const WIDTH: u64 = 1 << 22;

/// Why an endgame is not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum EndgameError {
    /// Nothing is left to play.
    #[error("{position}: the game is over, {winner} has won")]
    Over {
        /// The position, on one line.
        position: String,
        /// The winner.
        winner: Team,
    },
    /// Tâbs that are kept.
    #[error("endgames are not solved under saved=yes: tâbs can be kept without end")]
    Saved,
    /// Fractions where turns are cut off.
    #[error(
        "fractions are found under order=thrown only: where all throws are made first, long turns are left open in the bounds"
    )]
    Exact,
    /// Too many states for fractions.
    #[error("fractions are found of at most {MAX_EXACT_STATES} states, and here are {states}")]
    ExactStates {
        /// Their number.
        states: usize,
    },
    /// Chances that do not fit.
    #[error("the chances of the throws have a common denominator beyond 4294967295")]
    Total,
    /// The solution could not be found or proved.
    #[error(transparent)]
    Solution(#[from] stochastic::SolveError),
    /// Something that cannot be.
    #[error("the endgame's own numbers do not fit")]
    Game(#[from] stochastic::GameError),
    /// Too many states.
    #[error(
        "more than {allowed} states can follow (at most {MAX_STATES} can be allowed): give a position of fewer pieces, or allow more"
    )]
    States {
        /// As many as are allowed.
        allowed: u32,
    },
}

impl OfKind for EndgameError {
    fn kind(&self) -> Kind {
        match self {
            Self::States { .. } | Self::ExactStates { .. } | Self::Solution(_) => Kind::Limit,
            _ => Kind::Input,
        }
    }

    fn limit_to_raise(&self) -> Option<Raise> {
        matches!(self, Self::States { .. }).then(|| Raise::of("states"))
    }
}

/// The question who wins a position of few pieces.
#[derive(Clone, Debug)]
pub struct Question {
    /// The position.
    pub position: Position,
    /// Whether fractions are asked for.
    pub exact: bool,
    /// Under `order=any` turns of more throws are left open.
    pub max_throws: u32,
    /// The states that may be solved.
    pub states: u32,
    /// The throws whose plays are compared.
    pub played: Option<Yield>,
}

/// A play with its value.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Worth {
    /// The play.
    pub play: Play,
    /// The chance to win after it, of the team that plays it; `None` where it leads out of what was solved.
    pub win: Option<Quantity>,
}

/// The answer to a [`Question`].
#[derive(Debug)]
#[cfg_attr(not(feature = "exhaustive"), non_exhaustive)]
pub struct Answer {
    /// The question.
    pub question: Question,
    /// The chance that the team to move wins.
    pub win: Quantity,
    /// The boards that can follow, each from the view of the team to move.
    pub boards: usize,
    /// The states that were solved.
    pub states: usize,
    /// The reason why games end.
    pub ending: Ending,
    /// The plays of the yield, the best first by the middle of the bounds.
    pub plays: Option<Vec<Worth>>,
}

impl Question {
    /// The answer.
    ///
    /// Exact: fractions and bounds are proved.
    /// Cost: the states that can follow, at most `states`.
    ///
    /// # Errors
    /// [`EndgameError`]; a solution that cannot be proved; too many plays of the yield.
    ///
    /// # Examples
    /// ```
    /// use siga::work::Note;
    /// use siga::games::tab::{Position, endgame::Question};
    /// let rules = "tab:ludii,length=3".parse()?;
    /// let position = Position::parse("3/2A/3/B2 A", &rules)?;
    /// let question = Question { position, exact: true, max_throws: 1, states: 10_000, played: None };
    /// let answer = question.answer(&Note::default())?;
    /// assert!(answer.win.exact() > Some(&"1/2".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answer(self, note: &Note) -> Result<Answer, Fault> {
        let position = &self.position;
        if let Some(winner) = position.winner() {
            let position = position.to_string();
            return Err(EndgameError::Over { position, winner }.into());
        }
        note.set("solving the endgame");
        let endgame = Endgame::new(position, self.max_throws, self.states)?;
        let bounds = endgame.game.bounds(WIDTH);
        let ending = bounds.prove(&endgame.game)?;
        let exact = match self.exact {
            true => Some(endgame.fractions(&bounds)?),
            false => None,
        };
        let solved = Solved {
            endgame: &endgame,
            bounds: &bounds,
            exact: exact.as_ref(),
        };
        let plays = match &self.played {
            Some(played) => Some(solved.plays(position, played)?),
            None => None,
        };
        Ok(Answer {
            win: solved.win(0),
            boards: endgame.boards.list.len(),
            states: endgame.game.len(),
            ending,
            plays,
            question: self,
        })
    }
}

/// Boards with numbers.
#[derive(Default)]
struct Boards {
    list: Vec<Board>,
    numbers: HashMap<Board, u32>,
}

impl Boards {
    fn number(&mut self, board: Board) -> u32 {
        let next = self.list.len() as u32;
        let number = *self.numbers.entry(board).or_insert(next);
        if number == next {
            self.list.push(board);
        }
        number
    }
}

/// A throw with its weight.
#[derive(Clone, Copy)]
struct Falling {
    throw: u8,
    again: bool,
    weight: u32,
}

/// A position and all that can follow, as a stochastic game.
struct Endgame {
    order: Order,
    game: stochastic::Game,
    /// Before the first throw of a turn, in the view of the team to move; the position itself is the first.
    boards: Boards,
    /// The throws that a turn can begin with and go on: none first.
    begun: Vec<Vec<u8>>,
}

/// The boards in which throws that are left can end a turn.
struct Ends<'a> {
    uses: Uses<'a>,
    known: HashMap<Left, Rc<Vec<Board>>>,
}

impl Ends<'_> {
    fn of(&mut self, left: Left) -> Rc<Vec<Board>> {
        if let Some(known) = self.known.get(&left) {
            return Rc::clone(known);
        }
        stop::check();
        let (next, may_end) = self.uses.next(&left);
        let mut found: Vec<Board> = Vec::new();
        if may_end {
            found.push(self.uses.board(&left));
        }
        for (_, next) in next {
            found.extend(self.of(next).iter());
        }
        found.sort_unstable();
        found.dedup();
        let found = Rc::new(found);
        self.known.insert(left, Rc::clone(&found));
        found
    }
}

/// The throws that can fall, with integer weights.
fn falling(rules: &Rules) -> Result<(Vec<Falling>, u32), EndgameError> {
    let throws = rules.weighted();
    let one = num_bigint::BigInt::one();
    let total = throws
        .iter()
        .fold(one, |total, throw| total.lcm(throw.chance.denom()));
    let weighted = throws.iter().filter(|throw| !throw.chance.is_zero());
    let falling = weighted.map(|throw| {
        let weight = (&throw.chance * &total).to_integer().to_u32();
        Ok(Falling {
            throw: throw.fields,
            again: throw.again,
            weight: weight.ok_or(EndgameError::Total)?,
        })
    });
    let total = total.to_u32().ok_or(EndgameError::Total)?;
    let falling = falling.collect::<Result<_, EndgameError>>()?;
    Ok((falling, total))
}

/// Every choice of fewer than `throws` throws that earn another, without order, none first.
fn begun(falling: &[Falling], throws: u32) -> Vec<Vec<u8>> {
    let mut all: Vec<Vec<u8>> = vec![Vec::new()];
    let mut longest = all.clone();
    for _ in 1..throws {
        let mut next = Vec::new();
        for (before, throw) in itertools::iproduct!(&longest, falling) {
            if throw.again && before.last().is_none_or(|last| *last <= throw.throw) {
                next.push([before.as_slice(), &[throw.throw]].concat());
            }
        }
        all.extend(next.iter().cloned());
        longest = next;
    }
    all
}

impl Endgame {
    /// The number of the payoff of a win, and of a loss.
    const WIN: usize = 0;
    const LOSS: usize = 1;

    fn new(position: &Position, max_throws: u32, allowed: u32) -> Result<Endgame, Fault> {
        let rules = position.rules();
        if rules.saved == Saved::Yes {
            return Err(EndgameError::Saved.into());
        }
        let (falling, total) = falling(rules)?;
        let begun = match rules.order {
            Order::Thrown => vec![Vec::new()],
            Order::Any => begun(&falling, max_throws.clamp(1, MAX_THROWS)),
        };
        let one = BigRational::one();
        let builder = Builder::new(total, vec![one, BigRational::zero()]);
        let builder = builder.map_err(EndgameError::from)?;
        let build = Build {
            order: rules.order,
            places: begun.iter().cloned().zip(0..).collect(),
            begun,
            route: route(rules),
            falling,
            boards: Boards::default(),
            ends: Ends {
                uses: Uses::new(rules),
                known: HashMap::new(),
            },
            allowed: allowed.min(MAX_STATES),
        };
        build.endgame(*position.board(), builder)
    }

    /// Fractions of all states, proved.
    fn fractions(&self, bounds: &ValueBounds) -> Result<stochastic::ExactValues, Fault> {
        let states = self.game.len();
        if self.order == Order::Any {
            return Err(EndgameError::Exact.into());
        }
        if states > MAX_EXACT_STATES {
            return Err(EndgameError::ExactStates { states }.into());
        }
        let exact = self.game.solve(bounds.strategy(&self.game));
        let exact = exact.map_err(EndgameError::from)?;
        exact.prove(&self.game).map_err(EndgameError::from)?;
        Ok(exact)
    }
}

/// A game being put together.
struct Build<'a> {
    order: Order,
    begun: Vec<Vec<u8>>,
    /// The place of each choice of throws in that list.
    places: HashMap<Vec<u8>, usize>,
    route: Route,
    falling: Vec<Falling>,
    boards: Boards,
    ends: Ends<'a>,
    allowed: u32,
}

impl Build<'_> {
    /// The states of a board: for each choice of throws so far one in which long turns are lost for the team to move, and under
    /// `order=any` one in which they are won.
    fn each(&self) -> usize {
        match self.order {
            Order::Thrown => 1,
            Order::Any => 2 * self.begun.len(),
        }
    }

    /// The state of a board with throws so far.
    fn state(&self, board: u32, wins_long: bool, begun: usize) -> usize {
        board as usize * self.each() + usize::from(wins_long) * self.begun.len() + begun
    }

    fn endgame(mut self, first: Board, mut builder: Builder) -> Result<Endgame, Fault> {
        self.boards.number(first);
        let mut at = 0;
        while let Some(&board) = self.boards.list.get(at) {
            if (self.boards.list.len() * self.each()) as u64 > u64::from(self.allowed) {
                let allowed = self.allowed;
                return Err(EndgameError::States { allowed }.into());
            }
            for wins_long in [false, true] {
                if wins_long && self.order == Order::Thrown {
                    continue;
                }
                for begun in 0..self.begun.len() {
                    let branches = self.branches(board, at as u32, wins_long, begun);
                    builder.add_state(branches).map_err(EndgameError::from)?;
                }
            }
            at += 1;
        }
        Ok(Endgame {
            order: self.order,
            game: builder.finish().map_err(EndgameError::from)?,
            boards: self.boards,
            begun: self.begun,
        })
    }

    fn branches(
        &mut self,
        board: Board,
        number: u32,
        wins_long: bool,
        begun: usize,
    ) -> Vec<(u32, Vec<Next>)> {
        let mut branches = Vec::new();
        for throw in self.falling.clone() {
            let options = match (self.order, throw.again) {
                (Order::Any, true) => vec![self.goes_on(number, wins_long, begun, throw.throw)],
                (_, again) => {
                    let mut throws = self.begun[begun].clone();
                    throws.push(throw.throw);
                    let left = self.ends.uses.start(board, &throws);
                    let ends = self.ends.of(left);
                    ends.iter()
                        .map(|end| self.next(end, again, wins_long))
                        .collect()
                }
            };
            branches.push((throw.weight, options));
        }
        branches
    }

    /// One more throw of a turn whose throws are used at its end.
    fn goes_on(&self, number: u32, wins_long: bool, begun: usize, throw: u8) -> Next {
        let mut throws = self.begun[begun].clone();
        throws.push(throw);
        throws.sort_unstable();
        match (self.places.get(&throws), wins_long) {
            (Some(&begun), _) => Next::Again(self.state(number, wins_long, begun)),
            (None, true) => Next::End(Endgame::WIN),
            (None, false) => Next::End(Endgame::LOSS),
        }
    }

    /// The state after a turn, or after a throw used at once.
    fn next(&mut self, end: &Board, again: bool, wins_long: bool) -> Next {
        if end.is_over() {
            return Next::End(Endgame::WIN);
        }
        if again {
            let number = self.boards.number(*end);
            return Next::Again(self.state(number, wins_long, 0));
        }
        let number = self.boards.number(end.turned(self.route));
        // Who wins by long turns of one team loses by those of the other.
        let other = self.order == Order::Any && !wins_long;
        Next::Pass(self.state(number, other, 0))
    }
}

/// An endgame with its values.
struct Solved<'a> {
    endgame: &'a Endgame,
    bounds: &'a ValueBounds,
    exact: Option<&'a stochastic::ExactValues>,
}

impl Solved<'_> {
    /// The chance of the team to move on a board.
    fn win(&self, board: u32) -> Quantity {
        let begun = self.endgame.begun.len();
        let (low, high) = match self.endgame.order {
            Order::Thrown => (board as usize, board as usize),
            Order::Any => {
                let first = board as usize * 2 * begun;
                (first, first + begun)
            }
        };
        match self.exact {
            Some(exact) => Quantity::Exact(exact.value(low)),
            None => Quantity::between(self.bounds.lower(low), self.bounds.upper(high)),
        }
    }

    /// The plays of a yield, the best first.
    fn plays(&self, position: &Position, played: &Yield) -> Result<Vec<Worth>, Fault> {
        let plays = position.plays(played)?;
        let worth = |play: Play| {
            let win = self.after(position, &play);
            Worth { play, win }
        };
        let mut plays: Vec<Worth> = plays.into_iter().map(worth).collect();
        let middle = |worth: &Worth| {
            let (low, high) = worth.win.as_ref()?.ends()?;
            Some(low + high)
        };
        plays.sort_by_cached_key(|worth| std::cmp::Reverse(middle(worth)));
        Ok(plays)
    }

    fn after(&self, position: &Position, play: &Play) -> Option<Quantity> {
        let one = BigRational::one();
        if let Some(winner) = play.position.winner() {
            let won = winner == position.side();
            let value = if won { one } else { BigRational::zero() };
            return Some(Quantity::Exact(value));
        }
        let number = self.endgame.boards.numbers.get(play.position.board())?;
        let win = self.win(*number);
        if play.position.side() == position.side() {
            return Some(win);
        }
        let (low, high) = win.ends()?;
        Some(Quantity::between(&one - high, &one - low))
    }
}

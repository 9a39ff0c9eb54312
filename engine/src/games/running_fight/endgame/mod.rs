//! Endgames: positions of few pieces, solved as a game with throws.
//!
//! Where each throw is used at once, a state is a board before a throw, in the view of the team to move, and the solution has
//! proved bounds, or fractions. Where all throws of a turn are made first, a state is a board with the throws made so far, and
//! turns in which more than a given number of throws stand are left open: the bounds hold whatever such turns come to.

mod build;
mod ends;
mod error;
mod kept;
mod throws;

use std::collections::HashSet;
use std::hash::Hash;
use std::rc::Rc;

use num_rational::BigRational;

use super::plays::Yield;
use super::position::{Fight, Position};
use super::route::Team;
use crate::exact::Quantity;
use crate::exact::bounds::Bounds;
use crate::exact::stochastic::Ending;
use crate::games::playouts::Ended;
use crate::games::throws::{Values, halves_of, of_other};
use crate::solve::throws::reached::{self, Fractions};
use crate::work::{Fault, Note};
use build::{Followed, Seen, State, seen};

pub(in crate::games) use ends::Ends;
pub use error::EndgameError;
pub use kept::Kept;
pub use throws::{ByThrow, LISTED_THROWS};

/// The states solved unless more are allowed.
pub const USUAL_STATES: u32 = 100_000;
/// The most states that can be allowed.
pub const MAX_STATES: u32 = 2_000_000;
/// The most states of which fractions are found.
pub const MAX_EXACT_STATES: usize = 3_000;
/// The throws of a turn looked at unless more are allowed.
pub const USUAL_THROWS: u32 = 6;
/// The most throws of a turn that can be looked at.
pub const MAX_THROWS: u32 = 20;
/// The distance between bounds that is sought, in units of 2^-62: about 10^-12.
const WIDTH: u64 = 1 << 22;

/// The turn after one more throw.
#[derive(Clone, Debug)]
pub enum Thrown<T> {
    /// Another throw is made before any is used.
    Again(T),
    /// These throws are used now.
    Used {
        /// The throws.
        throws: T,
        /// Whether the same team throws again afterwards, in the same turn.
        again: bool,
    },
}

/// How the throws of a turn fall, and what they can be used for, under some rules.
pub trait Solver<R: Fight> {
    /// A throw.
    type Throw: Copy;
    /// The throws of a turn under way.
    type Throws: Clone + Eq + Hash;

    /// The throws that can fall, each with its chance.
    fn falling(&self) -> Vec<(Self::Throw, BigRational)>;

    /// A turn before its first throw.
    fn begin(&self) -> Self::Throws;

    /// The turn after one more throw.
    fn thrown(&self, before: &Self::Throws, throw: Self::Throw) -> Thrown<Self::Throws>;

    /// Throws that are used, the same for all that can be used alike.
    fn played(&self, throws: Self::Throws) -> Yield<R::Throw>;

    /// The number of throws that stand.
    fn standing(&self, throws: &Self::Throws) -> u32;

    /// The boards in which throws can be used, each once.
    fn ends(&mut self, board: R::Board, throws: &Self::Throws) -> Rc<Vec<R::Board>>;
}

/// Rules under which endgames are solved.
pub trait Solves: Fight {
    /// How turns go on.
    type Solver<'a>: Solver<Self>
    where
        Self: 'a;

    /// How turns go on under the rules.
    ///
    /// # Errors
    /// Rules under which endgames are not solved.
    fn solver(&self) -> Result<Self::Solver<'_>, Fault>;
}

/// The worth of a draw to the team to move of the position asked about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Draw {
    /// As much as a loss: the value is the chance to win.
    Lost,
    /// Half a win: the value is the chance to win plus half the chance of a draw.
    #[default]
    Half,
    /// As much as a win: the value is the chance not to lose.
    Won,
}

impl Draw {
    /// The same for the other team.
    fn turned(self) -> Self {
        match self {
            Self::Lost => Self::Won,
            Self::Half => Self::Half,
            Self::Won => Self::Lost,
        }
    }

    /// The value of a draw in half points.
    fn halves(self) -> u32 {
        match self {
            Self::Lost => 0,
            Self::Half => 1,
            Self::Won => 2,
        }
    }
}

/// The size of an endgame that is solved where chances to win are a part of another answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Where all throws of a turn are made first, turns in which more of them stand are left open.
    pub max_throws: u32,
    /// The most states.
    pub states: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_throws: USUAL_THROWS,
            states: USUAL_STATES,
        }
    }
}

/// What is asked of an endgame.
#[derive(Clone, Copy, Debug, Default)]
pub struct Terms {
    /// The worth of a draw.
    pub draw: Draw,
    /// Whether fractions are asked for.
    pub exact: bool,
    /// The size of what is solved.
    pub limits: Limits,
}

impl From<Limits> for Terms {
    /// Bounds of the value of a position, a draw being half a win.
    fn from(limits: Limits) -> Self {
        Self {
            limits,
            ..Self::default()
        }
    }
}

/// Solves a position of few pieces and all that can follow it.
///
/// Exact: fractions and bounds are proved.
/// Cost: the states that can follow, at most as many as the terms allow.
///
/// # Errors
/// [`EndgameError`]; a solution that cannot be proved.
///
/// # Examples
/// ```
/// use siga::work::Note;
/// use siga::games::running_fight::endgame::{Terms, solve};
/// use siga::games::tab::Position;
/// use siga::games::throws::Values;
/// let rules = "tab:ludii,length=3".parse()?;
/// let position = Position::parse("3/2A/3/B2 A", &rules)?;
/// let terms = Terms { exact: true, ..Terms::default() };
/// let solved = solve(&position, &terms, &Note::default())?;
/// let win = solved.value(position.side(), &position)?.expect("it was solved");
/// assert!(win.exact() > Some(&"1/2".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<R: Solves>(
    position: &Position<R>,
    terms: &Terms,
    note: &Note,
) -> Result<Solved<R::Board>, Fault> {
    if let Some(ended) = position.ended() {
        let position = position.to_string();
        return Err(EndgameError::Over { position, ended }.into());
    }
    note.set("solving the endgame");
    let Followed {
        reached,
        cut,
        rounded,
    } = build::followed(position, terms)?;
    let endgame = reached.solve(WIDTH)?;
    let exact = match terms.exact {
        false => None,
        true if cut => return Err(EndgameError::Exact.into()),
        true if rounded => return Err(EndgameError::Total.into()),
        true => Some(endgame.fractions([0], MAX_EXACT_STATES)?),
    };
    Ok(Solved {
        endgame,
        exact,
        draw: terms.draw,
        cut,
    })
}

/// Whether the endgame of a position can be solved within the limits.
pub(super) fn is_small<R: Solves>(position: &Position<R>, limits: Limits) -> bool {
    build::followed(position, &limits.into()).is_ok()
}

/// The size of an endgame that was solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Solution {
    /// The boards that can follow, each from the view of the team to move.
    pub boards: usize,
    /// The states that were solved.
    pub states: usize,
    /// Whether long turns were left open.
    pub cut: bool,
}

/// An endgame with its values.
pub struct Solved<B> {
    endgame: reached::Endgame<State<B>>,
    exact: Option<Fractions>,
    /// The worth of a draw to the team that asks.
    draw: Draw,
    /// Whether turns are left open.
    cut: bool,
}

/// The value of a position for a team, if the game is over.
pub(in crate::games) fn result<R: Fight>(
    team: Team,
    position: &Position<R>,
    draw: Draw,
) -> Option<Quantity> {
    let halves = match position.ended()? {
        Ended::Won(winner) if winner == team => 2,
        Ended::Won(_) => 0,
        Ended::Drawn => draw.halves(),
    };
    Some(halves_of(halves))
}

impl<B: Copy + Eq + Hash> Solved<B> {
    /// How it is known that games end; of boards to which only turns left open lead nothing is said.
    pub fn ending(&self) -> Ending {
        self.endgame.ending()
    }

    /// The size of the endgame.
    pub fn solution(&self) -> Solution {
        let states = self.endgame.positions();
        let boards: HashSet<&Seen<B>> = states.iter().map(|state| &state.board).collect();
        Solution {
            boards: boards.len(),
            states: states.len(),
            cut: self.cut,
        }
    }

    /// The value of a state for the team that throws.
    fn win(&self, state: &State<B>) -> Option<Quantity> {
        let number = self.endgame.number(state)?;
        Some(match &self.exact {
            Some(exact) => Quantity::Exact(exact.value(number)?),
            None => {
                let Bounds { lower, upper, .. } = self.endgame.bounds().both(number);
                Quantity::between(lower, upper)
            }
        })
    }
}

impl<R: Fight> Values<Position<R>> for Solved<R::Board> {
    fn own(&self, position: &Position<R>) -> Result<Option<Quantity>, Fault> {
        Ok(self.win(&State::first(seen(position), self.draw)))
    }

    /// A draw counts as [`Draw`] says.
    fn value(&self, team: Team, position: &Position<R>) -> Result<Option<Quantity>, Fault> {
        if let Some(value) = result(team, position, self.draw) {
            return Ok(Some(value));
        }
        if position.side() == team {
            return self.own(position);
        }
        let theirs = self.win(&State::first(seen(position), self.draw.turned()));
        Ok(theirs.as_ref().and_then(of_other))
    }
}

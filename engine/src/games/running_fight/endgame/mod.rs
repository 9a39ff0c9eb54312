//! Endgames: positions of few pieces, solved as a game with throws.
//!
//! Where each throw is used at once, a state is a board before a throw, in the view of the team to move, and the solution has
//! proved bounds, or fractions. Where all throws of a turn are made first, a state is a board with the throws made so far, and
//! turns in which more than a given number of throws stand are left open: the bounds hold whatever such turns come to. So is play
//! in which a team keeps more throws than that for later turns.

mod build;
mod ends;
mod throws;

use std::hash::Hash;
use std::rc::Rc;

use num_rational::BigRational;

use super::plays::Yield;
use super::position::{Fight, Position};
use crate::games::throws::endgame::{Draw, Endgames, Followed, Terms};
use crate::work::Fault;
use build::State;

pub(in crate::games) use ends::Ends;
pub use throws::{Begun, LISTED_THROWS, Used, begun_by};

/// The most positions that can be allowed.
pub const MAX_POSITIONS: u32 = 2_000_000;

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

    /// The most throws that a team has kept on a board for later turns; `None` under rules by which none are kept.
    fn kept(&self, _board: &R::Board) -> Option<u32> {
        None
    }

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
    fn solver(&self) -> Self::Solver<'_>;
}

impl<R: Solves> Endgames for Position<R> {
    type State = State<R::Board>;
    const MOST_EXACT: usize = 3_000;

    fn state(&self, draw: Draw) -> State<R::Board> {
        State::first((*self.board(), self.is_second()), draw)
    }

    fn followed(&self, terms: &Terms) -> Result<Followed<State<R::Board>>, Fault> {
        build::followed(self, terms)
    }
}

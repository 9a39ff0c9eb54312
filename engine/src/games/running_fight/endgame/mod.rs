//! Endgames: positions of few pieces, solved as a game with throws.
//!
//! Where each throw is used at once, a state is a board before a throw, in the view of the team to move, and the solution has
//! proved bounds, or fractions. Where all throws of a turn are made first, a state is a board with the throws made so far, and
//! turns in which more than a given number of throws stand are left open: the bounds hold whatever such turns come to. So is play
//! in which a team keeps more throws than that for later turns.

mod build;
mod ends;
mod throws;

use super::frame::Frame;
use super::position::{Fight, Position};
use super::throws::{Standing, Throw, Yield};
use crate::games::throws::endgame::{Draw, Endgames, Followed, Terms};
use crate::work::Fault;
use build::BeforeThrow;

pub use throws::{Begun, LISTED_THROWS, begun_by};

/// The turn after one more throw.
enum Thrown {
    /// Another throw is made before any is used.
    Again(Standing),
    /// These throws are used now.
    Used {
        /// The throws, the same for all that can be used alike.
        played: Yield,
        /// Whether the same team throws again afterwards, in the same turn.
        again: bool,
    },
}

impl Thrown {
    /// The turn after one of the throws that can fall, which are `falling`.
    fn after(frame: &Frame, falling: &[Throw], before: &Standing, throw: Throw) -> Self {
        let standing = frame.and(before.clone(), throw);
        match throw.again && frame.all_first {
            true => Self::Again(frame.settled(standing, falling)),
            false => Self::Used {
                played: frame.alike(&standing.played()),
                again: throw.again,
            },
        }
    }
}

impl<R: Fight> Endgames for Position<R> {
    type State = BeforeThrow<R::Board>;
    const MOST_EXACT: usize = 3_000;

    fn state(&self, draw: Draw) -> BeforeThrow<R::Board> {
        BeforeThrow::first((*self.board(), self.is_second()), draw)
    }

    fn followed(&self, terms: &Terms) -> Result<Followed<BeforeThrow<R::Board>>, Fault> {
        build::followed(self, terms)
    }
}

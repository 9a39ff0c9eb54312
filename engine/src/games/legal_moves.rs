//! Every legal move of a position, or every way to play a throw.

use std::fmt::Debug;

use crate::work::Fault;

/// A position whose moves are listed.
pub trait Listed: Sized {
    /// The throw that is played, or the throws of a turn; `()` in games without throws.
    type Throw: Clone + Debug;
    /// A move, and the position that it leads to.
    type Play: Clone + Debug;

    /// The moves, in the order in which they are shown.
    ///
    /// # Errors
    /// The throws can be played in too many ways.
    fn list(&self, throw: &Self::Throw) -> Result<Vec<Self::Play>, Fault>;
}

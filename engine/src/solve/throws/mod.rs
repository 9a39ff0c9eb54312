//! Games with throws: proved bounds of every position, fractions, and how long games last.
//!
//! The side to throw draws a throw, then takes one of its options: the game is over with a payoff from 0 to 1 ([`Next::End`]), it throws again in
//! another position ([`Next::Again`]), or the other side throws ([`Next::Pass`]). What one side gets the other lacks. A position's value is
//! what the side to throw in it gets under best play: the chance to win, where who ends the game has won. It is bounded by two
//! integers in units of 1/[`ONE`]: by [`reached`] for all positions that can follow some, by [`solve`] for all of a game that numbers them.
//!
//! # What makes two numbers of every position bounds
//! Write l and u for the two, w for the weights of the throws and W for their sum. An option is worth its payoff if it ends the game (0 and 1 if the payoff is left open), l and u
//! of the position it leads to if the same side throws, and 1 - u and 1 - l of that position if the other does. Required is, in every position,
//!
//! - l ≤ ⌊Σ w · (greatest lower worth of an option) / W⌋ and u ≥ ⌈Σ w · (greatest upper worth) / W⌉;
//! - **every play ends**: from every position the game ends with probability one, whatever both sides do.
//!
//! Then a side that always takes the option of greatest lower worth wins with a chance of at least l of the position in which it
//! throws, and at least 1 - u of one in which the other throws. *Proof.* Let X be this number along the play, and at the end what the side gets. Where the side throws, X does not fall in the mean: it takes the option of greatest lower worth, and the first
//! inequality is that. Where the other throws, any option that it takes leaves at least 1 minus the greatest upper worth, and the second
//! inequality is that. So the mean of X after any number of throws is at least X at the start. X is bounded, and the game ends: the mean of the final X is at least X at the start. Neither side can have more than 1 minus what the other makes sure of, so u bounds from above.
//!
//! **Every play ends** if all positions can be found as follows, one after another: a position is found if it has a throw after which every
//! option ends the game or leads to a position found before. By induction the game ends from a found position within some number of
//! throws with some positive chance, whatever is played; there are finitely many positions, so one number and one chance serve for all, and the
//! chance to go on for ever is 0.
//!
//! Both are looked at from the numbers and the rules alone ([`SolvedBounds::prove`], [`reached::Reached::with`]), whatever way the numbers were
//! found in.
//!
//! # How they are found
//! Positions are solved in layers or blocks, one after the other: none leads to a later one. Their options are written down once; values are
//! found in floating point, in sweeps from those farthest on backwards.
//! The values found miss the inequalities by little, so each is moved outwards by what the misses can come to in the rest of the game:
//! a number d with d ≥ slack + Σ w · d / W over any options that may be best. That makes l and u. Where they should lie closer together, or do not
//! hold, sweeps in integers follow (`Written::tighten`).
//!
//! # Where play can go on for ever
//! Then l = 0 and u = 1 are where every position begins, and each becomes what the inequalities allow, rounded outwards, until nothing changes. By induction
//! l is at most the chance with which a side can make sure of having won within so many throws, so these are bounds as well, whatever a game without end is worth.
//! Where the two do not meet, neither side can force an end without giving something away ([`SolvedBounds::open`]).
//!
//! From the numbers alone such bounds follow if under them play ends: when one side takes only options of the greatest lower worth, and among
//! these the one that ends soonest, and the other does anything, the game comes with probability one to its end or to where the first
//! side's lower bound is 0, for which there is nothing to make sure of. Then the proof above holds again. The tightest bounds always pass: a side with
//! a positive lower bound who followed it for ever would win nothing, a contradiction.

mod bounds;
mod fractions;
mod layer;
mod layers;
mod length;
mod prove;
pub mod reached;
mod strategy;
#[cfg(test)]
mod tests;
mod values;
mod written;

use std::hash::Hash;
use std::ops::Range;

use thiserror::Error;

use crate::work::Note;
pub(crate) use bounds::unpack;
pub use bounds::{NARROW_ONE, SolvedBounds};
pub use fractions::NoFractions;
pub use layers::Lengths;
pub use length::Unit;
pub use prove::{Disproved, Ending};

/// One, in the units of bounds in sixteen bytes: 2^62.
pub const ONE: u64 = 1 << 62;
/// The most positions of a game that numbers them, about 2^29: codes hold them, those outside a layer as its exits.
pub const MAX_NUMBERED: u64 = written::MAX_PLACES as u64 - 2;
/// The greatest sum of the weights of the throws.
pub const MAX_TOTAL: u64 = 1 << 60;

/// The consequence of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Next<S = usize> {
    /// The same player goes on in a position.
    Again(S),
    /// The other player throws next in a position.
    Pass(S),
    /// The game ends; the number is that of the payoff to the player who chose.
    End(usize),
}

impl<S> Next<S> {
    /// The position led to, if the game goes on.
    pub fn state(self) -> Option<S> {
        match self {
            Self::Again(state) | Self::Pass(state) => Some(state),
            Self::End(_) => None,
        }
    }
}

/// A game with throws, move by move.
pub trait Moves {
    /// A position before a throw, seen by the side that throws.
    type Position: Clone + Eq + Hash;

    /// The weights of the throws.
    fn weights(&self) -> &[u64];

    /// Adds what each option of a throw leads to, at least one. Of equal options the first is the one by which lengths are counted.
    fn options(
        &self,
        position: &Self::Position,
        throw: usize,
        next: &mut Vec<Next<Self::Position>>,
    );

    /// How much of the limit on positions a new one uses. Where some of those that can follow need not be gone through to be known, one may
    /// stand for them: the limit is then met before they are listed.
    fn size(&self, _position: &Self::Position) -> usize {
        1
    }
}

/// A game whose positions are numbered from 0, and in which who ends the game has won.
///
/// The sum of its weights is from 1 to [`MAX_TOTAL`].
pub trait NumberedGame: Moves<Position: Copy + Send + Sync> + Sync {
    /// The layers as ranges of numbers, one after the other from 0, each of at most 2^28: no position leads to a later layer. Layers that end
    /// beyond [`MAX_NUMBERED`] are not solved.
    fn layers(&self) -> &[Range<u64>];

    /// The position of a number.
    fn position(&self, number: u64) -> Self::Position;

    /// The number of a position.
    fn number(&self, position: &Self::Position) -> u64;

    /// How far a position is on: of one layer those that are farther on are looked at first, so that as few options as
    /// possible should lead back. Any number is right; memory is used for each up to the greatest.
    fn advance(&self, position: &Self::Position) -> u32;

    /// A guess of a position's value, from which the search for it begins. Any number from 0 to 1 is right.
    fn guess(&self, _position: &Self::Position) -> f64 {
        0.5
    }
}

/// Why a game was not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// Bounds that were found could not be proved.
    #[error("bounds of layer {layer} were found but not proved: {why}")]
    NotProved {
        /// The layer, from 0.
        layer: usize,
        /// What does not follow.
        why: Disproved,
    },
    /// Positions beyond [`MAX_NUMBERED`].
    #[error("layer {layer} goes beyond {MAX_NUMBERED} positions: no more are solved")]
    TooMany {
        /// The layer, from 0.
        layer: usize,
    },
    /// The bounds do not settle.
    #[error("the values of layer {layer} do not settle")]
    Unsettled {
        /// The layer, from 0.
        layer: usize,
    },
}

crate::work::of_kind!(SolveError, Limit);

/// Bounds of every position, proved.
///
/// Exact: integers, rounded outwards; [`SolvedBounds::prove`] has held for all layers from whose positions every play ends; the bounds of the others are found from 0
/// and 1 inwards.
/// Cost: eight bytes a position, about a hundred for each of the layer at work; some dozens of sweeps over each layer.
///
/// # Errors
/// [`SolveError`].
pub fn solve<G: NumberedGame>(game: &G, note: &Note) -> Result<SolvedBounds, SolveError> {
    let layers = game.layers();
    let mut solution = SolvedBounds::of(layers);
    for _ in layers {
        solution.solve_layer(game, note)?;
    }
    Ok(solution)
}

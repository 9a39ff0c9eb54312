//! The placing of the stones: who can force the first capture, or the game, from the empty board on.
//!
//! The values of all placements are known, to the side that moves first ([`Placements`]); the placing before it is a tree
//! without cycles, one stone at a time, worked out backwards by rows of bits (`solve::placing` has the layout and the
//! cost). This holds for either goal: only the values of the placements differ.
//!
//! *Layers.* A layer is all arrangements after a number of stones, from the empty board (0-0) to the placements (12-12 on 5×5).
//! Whose turn it is follows from their number: under `placing=two` and `cross` a side places two stones in a turn, so that a
//! layer with one of them has the same side to place again. A pair is two single layers composed; which of its stones comes first does
//! not matter. Under `cross` the first four stones have their cells, and only arrangements with them arise.
//!
//! *The end.* On the full board the centre is empty, and the side that moves first (x under `first=began`, o
//! under `first=last`) is worth what the placement is worth to it.
//!
//! | module | what it holds |
//! |---|---|
//! | [`placements`] | the value of each placement |
//! | [`game`] | that of the whole game, where it is known |
//! | [`known`] | that of the whole game of the presets under `no_capture=none`, and that of the first stones, kept with the library |
//! | [`solution`] | the placing from a position on: layers counted, the first of them kept |
//! | [`openings`] | the first two turns up to symmetry |
//! | [`value`] | what arrangements come to, in the words of the goal |

pub mod game;
pub mod known;
pub mod openings;
mod phase;
pub mod placements;
mod plies;
pub mod ranking;
pub mod solution;
pub mod value;

pub use crate::games::goal::Goal;
pub use openings::Openings;
pub use placements::{Placements, Worth};
pub(crate) use ranking::MOMENT;
pub use ranking::{from_empty_board, rank, rank_within};
pub use solution::{PlacingLayer, PlacingTurn, Ranking, SolvedPlacing};
pub use value::{Arrangements, Value};

#[cfg(test)]
mod tests;

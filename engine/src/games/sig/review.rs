//! Games of Sig that were played: their records, and what each play gave away.

use super::{Position, Rules};
use crate::games::record;
use crate::games::running_fight::{playing, review};

/// The throws of a turn, and the play made of them.
pub type Turn = playing::Turn<Rules>;

/// The record of a game: a line `A khadzh,4: free a3, a3-b2` for each turn.
pub type Record = record::Record<Position>;

/// The question for the review of a game.
pub type Question = review::Question<Rules>;

/// The answer to a [`Question`].
pub type Answer = review::Answer<Rules>;

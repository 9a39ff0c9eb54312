//! Games of Sig that were played: their records, and what each play gave away.

use super::{Position, Rules};
use crate::games::record;
use crate::games::running_fight::playing;

/// The throws of a turn, and the play made of them.
pub type Turn = playing::Turn<Rules>;

/// The record of a game: a line `A khadzh,4: free a3, a3-b2` for each turn.
pub type Record = record::Record<Position>;

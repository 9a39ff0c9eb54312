//! Games of Sig that were played: their records, and what each play gave away.

use super::Position;
use crate::games::record;
use crate::games::throws;

/// The throws of a turn, and the play made of them.
pub type Turn = throws::Turn<Position>;

/// The record of a game: a line `A khadzh,4: free a3, a3-b2` for each turn.
pub type Record = record::Record<Position>;

//! Games of tâb that were played: their records, and what each play gave away.

use super::Position;
use crate::games::record;
use crate::games::throws;

/// The throws of a turn, and the play made of them.
pub type Turn = throws::Turn<Position>;

/// The record of a game: a line `A 1,4,2: a3-b3, b3-b1, b1-b3` for each turn, under `order=thrown` for each throw.
pub type Record = record::Record<Position>;

/// The most throws of the next turn that are looked at; longer turns are left open in the bounds.
pub const MAX_THROWS: u32 = 8;

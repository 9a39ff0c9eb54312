//! The kinds of records of tables.

use super::bounds::KeptBounds;
use super::header::BLOCK;
use crate::solve::retro::Scale;

/// The kind of record that a table has of each place, with a number about all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Record {
    /// One byte: a [`Code`](crate::solve::retro::Code).
    Code {
        /// How the codes count plies.
        scale: Scale,
        /// Arrangements in which the side to move has no legal move though nobody has a goal.
        blocked: u64,
    },
    /// One byte: a [`Code`](crate::solve::retro::Code) whose plies are whole turns, of a layer that rests on
    /// others with fewer pieces.
    Turns {
        /// Arrangements in which the side to move has no move on the board.
        stuck: u64,
    },
    /// Two bits: win, draw or loss, of a layer that rests on others with fewer pieces.
    Outcomes {
        /// Whether what a position is worth to a side that has just captured is kept too, in a second
        /// section as long as the first.
        going_on: bool,
        /// Arrangements in which the side to move has no move on the board.
        stuck: u64,
    },
    /// Sixteen bytes: two bounds of the chance that the side to move wins, in units of 2^-62.
    Bounds {
        /// The greatest distance between two bounds, in the same units.
        widest: u64,
    },
    /// Eight bytes: two bounds of the chance that the side to throw wins, in units of 2^-44.
    Narrow {
        /// The greatest distance between two bounds, in the same units.
        widest: u64,
    },
}

/// The meaning of the records and their origin, as the header of a file says it.
const CODES: &str = "one byte a position, the value for the side to move under best play, the winner as fast \
and the loser as slow as possible: 0..253 plies to the end, a win if odd and a loss if even; 254 no position of a \
game, the side to move has a goal already; 255 a draw, neither side can force an end. Found by retrograde analysis \
of the whole layer; the history of a game plays no part";
const HALF_PLIES: &str = "one byte a position, the value for the side to move under best play, the winner as fast \
and the loser as slow as possible: 0..253 a win if odd and a loss if even, in half as many plies, rounded down; 254 no position of a \
game, the side to move has a goal already; 255 a draw, neither side can force an end. Found by retrograde analysis \
of the whole layer; the history of a game plays no part";
const TURNS: &str = "one byte a position, the value for the side to move at the beginning of its turn under best play, the winner as fast and the loser as slow as possible: 0..253 turns of both sides to the end, a win if odd and a loss if even; a turn is all that a side does before the other is to move; 255 a draw, neither side can force an end. Found by retrograde analysis of all positions with as many pieces, from those with fewer; the history of a game plays no part";
const OUTCOMES: &str = "two bits a position, four positions a byte, the first in the lowest bits: 0 a loss, 1 a draw, 3 a win of the side to move at the beginning of its turn under best play; a turn is all that a side does before the other is to move; a draw is what neither side can force to an end. Found by retrograde analysis of all positions with as many pieces, from those with fewer; the history of a game plays no part";
const GOING_ON: &str = "two bits a position, four positions a byte, the first in the lowest bits: 0 a loss, 1 a draw, 3 a win of the side to move under best play; first all positions at the beginning of its turn, then, from the next whole byte on, all of them again as they are when it has just captured and its turn goes on as far as it can or must; a turn is all that a side does before the other is to move; a draw is what neither side can force to an end. Found by retrograde analysis of all positions with as many pieces, from those with fewer; the history of a game plays no part";
const BOUNDS: &str = "sixteen bytes a position, two bounds of the chance that the side to move wins under best play, \
before its throw, in units of 2^-62: the lower one, then how much the upper one lies above it, each in eight bytes, the \
lowest first; in a block the first bytes of all positions, then the second ones, to the sixteenth. Each bound follows \
from those of the positions it leads to by the rules, rounded outwards. Places where two pieces share a hole hold 1";

const NARROW: &str = "eight bytes a position, two bounds of the chance that the side to throw wins under best play, \
before its throw, in units of 2^-44, as one number: how much the upper bound lies above the lower one in its lowest twenty bits, the lower \
bound in those above; in a block the lowest bytes of all positions, then the second ones, to the eighth. Each bound follows from those of the \
positions it leads to by the rules, rounded outwards, and every play ends with probability one";

/// The order of the places.
const CLASSES: &str = "class of the side to move's set of cells (classes under the symmetries of the board in \
ascending order of their least member as a bit mask), times the number of sets of the other side, plus the rank of \
the other side's set among the cells left, in ascending order of bit masks, when the first set is brought to the \
least member of its class. Images of one position at several places hold the same value";
const FEWER: &str = "class of the set of cells of the side with fewer pieces, or of the side to move if both have as many (classes under the symmetries of the board in \
ascending order of their least member as a bit mask), times the number of sets of the other side, plus the rank of \
the other side's set among the cells left, in ascending order of bit masks, when the first set is brought to the \
least member of its class. Images of one position at several places hold the same value";
const RANKS: &str = "rank of the side to move's set of pieces, times the number of sets of the other side, plus the \
rank of the other side's set, each side's pieces as numbers along its own way: with its holes counted from 0, the one \
of its home row farthest from the way out, an undalled piece in hole h is h, a dalled one n - 1 + h; a set's rank is its \
place among those of so many numbers from 0 to 4n - 1, in ascending order of bit masks";

const RACE: &str = "number of pieces on the board of the side to throw, then of the other, then the place of the pieces among all \
ways to put so many on the cells: the cells are cut into chunks, and the states of the first chunk are in ascending order of the steps of the \
side to throw, then of the other's, as bit masks, each followed by all states of the chunks after it; engine/src/games/ur/index.rs";

impl Record {
    /// The bytes of the records of `places` places.
    pub(crate) const fn bytes(self, places: u64) -> u64 {
        match self {
            Record::Code { .. } | Record::Turns { .. } => places,
            Record::Outcomes { going_on, .. } => places.div_ceil(4) * (1 + going_on as u64),
            Record::Bounds { .. } => places.saturating_mul(<[u64; 2]>::SIZE as u64),
            Record::Narrow { .. } => places.saturating_mul(u64::SIZE as u64),
        }
    }

    /// The number of places in a block.
    pub(super) const fn places_in_block(self) -> usize {
        match self {
            Record::Code { .. } | Record::Turns { .. } => BLOCK,
            Record::Outcomes { .. } => 4 * BLOCK,
            Record::Bounds { .. } => BLOCK / <[u64; 2]>::SIZE,
            Record::Narrow { .. } => BLOCK / u64::SIZE,
        }
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Record::Code { .. } | Record::Turns { .. } => "values",
            Record::Outcomes { .. } => "outcomes",
            Record::Bounds { .. } => "bounds",
            Record::Narrow { .. } => "narrow bounds",
        }
    }

    /// The version of the order of places and of the meaning of their records.
    pub(crate) const fn index(self) -> u64 {
        match self {
            Record::Code { .. }
            | Record::Turns { .. }
            | Record::Outcomes { .. }
            | Record::Bounds { .. }
            | Record::Narrow { .. } => 1,
        }
    }

    /// The key and the number of its line in a header; the key tells one kind from the other.
    pub(super) const fn detail(self) -> (&'static str, u64) {
        match self {
            Record::Code {
                scale: Scale::Plies,
                blocked,
            } => ("blocked", blocked),
            Record::Code {
                scale: Scale::HalfPlies,
                blocked,
            } => ("blocked, of half plies", blocked),
            Record::Turns { stuck } => ("stuck", stuck),
            Record::Outcomes {
                going_on: false,
                stuck,
            } => ("stuck, of outcomes", stuck),
            Record::Outcomes {
                going_on: true,
                stuck,
            } => ("stuck, of outcomes twice", stuck),
            Record::Bounds { widest } => ("widest", widest),
            Record::Narrow { widest } => ("widest, of narrow bounds", widest),
        }
    }

    /// Reads the line of [`Record::detail`].
    pub(super) fn parse(line: &str) -> Option<Record> {
        let (key, number) = line.split_once(": ")?;
        match key {
            "blocked" | "blocked, of half plies" => {
                let scale = match key {
                    "blocked" => Scale::Plies,
                    _ => Scale::HalfPlies,
                };
                let codes = |blocked| Record::Code { scale, blocked };
                number.parse().ok().map(codes)
            }
            "stuck" => number.parse().ok().map(|stuck| Record::Turns { stuck }),
            "stuck, of outcomes" | "stuck, of outcomes twice" => {
                let going_on = key.ends_with("twice");
                let outcomes = |stuck| Record::Outcomes { going_on, stuck };
                number.parse().ok().map(outcomes)
            }
            "widest, of narrow bounds" => {
                let narrow = |widest| Record::Narrow { widest };
                number.parse().ok().map(narrow)
            }
            "widest" => number.parse().ok().map(|widest| Record::Bounds { widest }),
            _ => None,
        }
    }

    pub(super) const fn holds(self) -> &'static str {
        match self {
            Record::Code {
                scale: Scale::Plies,
                ..
            } => CODES,
            Record::Code { .. } => HALF_PLIES,
            Record::Turns { .. } => TURNS,
            Record::Outcomes {
                going_on: false, ..
            } => OUTCOMES,
            Record::Outcomes { going_on: true, .. } => GOING_ON,
            Record::Bounds { .. } => BOUNDS,
            Record::Narrow { .. } => NARROW,
        }
    }

    pub(super) const fn order(self) -> &'static str {
        match self {
            Record::Code { .. } | Record::Turns { .. } => CLASSES,
            Record::Outcomes { .. } => FEWER,
            Record::Bounds { .. } => RANKS,
            Record::Narrow { .. } => RACE,
        }
    }
}

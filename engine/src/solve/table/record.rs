//! The kinds of records of tables.

use crate::solve::retro::Scale;

/// Bytes in a block, uncompressed, but for the last.
pub const BLOCK: usize = 1 << 14;

/// What a table has of each place, with a number about all of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Record {
    /// What is kept of a place.
    pub kind: RecordKind,
    /// Of bounds the greatest distance between two, in their units; else the arrangements in which the side to move has no move
    /// though nobody has a goal.
    pub number: u64,
}

/// What a table keeps of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// One byte: a [`Code`](crate::solve::retro::Code), on this scale.
    Code(Scale),
    /// One byte: a [`Code`](crate::solve::retro::Code) whose plies are whole turns, of a layer that rests on
    /// others with fewer pieces.
    Turns,
    /// Two bits: win, draw or loss, of a layer that rests on others with fewer pieces.
    Outcomes {
        /// Whether what a position is worth to a side that has just captured is kept too, in a second
        /// section as long as the first.
        going_on: bool,
    },
    /// Sixteen bytes: two bounds of the chance that the side to move wins, in units of 2^-62.
    Bounds,
    /// Eight bytes: two bounds of the chance that the side to throw wins, in units of 2^-44.
    Narrow,
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

/// The version of the order of places and of the meaning of their records.
pub(super) const INDEX: u64 = 1;

/// Every kind.
const ALL: [RecordKind; 7] = [
    RecordKind::Code(Scale::Plies),
    RecordKind::Code(Scale::HalfPlies),
    RecordKind::Turns,
    RecordKind::Outcomes { going_on: false },
    RecordKind::Outcomes { going_on: true },
    RecordKind::Bounds,
    RecordKind::Narrow,
];

impl RecordKind {
    /// The key of the line with its number in a header, which tells one kind from the other; its name; what it holds, and in which
    /// order.
    const fn said(self) -> [&'static str; 4] {
        match self {
            Self::Code(Scale::Plies) => ["blocked", "values", CODES, CLASSES],
            Self::Code(Scale::HalfPlies) => {
                ["blocked, of half plies", "values", HALF_PLIES, CLASSES]
            }
            Self::Turns => ["stuck", "values", TURNS, CLASSES],
            Self::Outcomes { going_on: false } => {
                ["stuck, of outcomes", "outcomes", OUTCOMES, FEWER]
            }
            Self::Outcomes { going_on: true } => {
                ["stuck, of outcomes twice", "outcomes", GOING_ON, FEWER]
            }
            Self::Bounds => ["widest", "bounds", BOUNDS, RANKS],
            Self::Narrow => ["widest, of narrow bounds", "narrow bounds", NARROW, RACE],
        }
    }

    /// The bytes of the records of `places` places.
    pub(crate) const fn bytes(self, places: u64) -> u64 {
        match self {
            RecordKind::Code(_) | RecordKind::Turns => places,
            RecordKind::Outcomes { going_on } => places.div_ceil(4) * (1 + going_on as u64),
            RecordKind::Bounds => places.saturating_mul(16),
            RecordKind::Narrow => places.saturating_mul(8),
        }
    }

    /// The number of places in a block.
    pub(super) fn places_in_block(self) -> usize {
        match self {
            RecordKind::Outcomes { .. } => 4 * BLOCK,
            _ => BLOCK / self.bytes(1) as usize,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.said()[1]
    }

    /// The kind of values, where those of turns have a name of their own.
    pub fn holds(self) -> &'static str {
        match self {
            RecordKind::Turns => "turns",
            kind => kind.name(),
        }
    }

    /// Whether it is of outcomes.
    pub(crate) const fn is_outcomes(self) -> bool {
        matches!(self, RecordKind::Outcomes { .. })
    }

    /// Whether it is of bounds of chances.
    pub(crate) const fn is_bounds(self) -> bool {
        matches!(self, RecordKind::Bounds | RecordKind::Narrow)
    }
}

impl Record {
    /// Of bounds the greatest distance between two, in their units.
    pub(crate) fn widest(self) -> Option<u64> {
        self.kind.is_bounds().then_some(self.number)
    }

    /// The line of its number in a header.
    pub(super) fn line(self) -> String {
        format!("{}: {}", self.kind.said()[0], self.number)
    }

    /// Reads the line of [`Record::line`].
    pub(super) fn parse(line: &str) -> Option<Record> {
        let (key, number) = line.split_once(": ")?;
        Some(Record {
            kind: ALL.into_iter().find(|kind| kind.said()[0] == key)?,
            number: number.parse().ok()?,
        })
    }

    /// What it holds, and in which order, in sentences.
    pub(super) fn explained(self) -> [&'static str; 2] {
        let [.., holds, order] = self.kind.said();
        [holds, order]
    }
}

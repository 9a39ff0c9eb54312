//! The way of a piece as a line of indices, and sets of holes as bits of one word.
//!
//! Each player counts holes along his own way: `0` is the hole of his home row that is farthest from its way out, `n - 1` the last
//! of the row, then come the holes of the middle row, then those of the enemy's row, and after the last of these the first of the middle
//! row again. The middle row has the same indices for both; what is home to one is the enemy's row to the other, in the same order.

use std::fmt;

use super::Team;
use crate::board::Bits;
use crate::games::daldos::rules::{BoardRules, Direction};

/// One of the three rows, in the order in which they are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Row {
    /// The home row of A.
    A,
    /// The row both share.
    Middle,
    /// The home row of B.
    B,
}

/// A hole by its row and its number, counted from 1 at the stern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, schemars::JsonSchema)]
#[schemars(with = "String")]
pub struct Hole {
    /// The row.
    pub row: Row,
    /// The number, from 1 at the stern.
    pub number: u8,
}

impl fmt::Display for Hole {
    /// `a1`, `m17`, `b16`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = match self.row {
            Row::A => 'a',
            Row::Middle => 'm',
            Row::B => 'b',
        };
        write!(f, "{row}{}", self.number)
    }
}

impl serde::Serialize for Hole {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// The members of a set of holes, ascending.
pub(crate) fn members(set: u64) -> impl Iterator<Item = u8> {
    set.ones()
}

/// The way of a piece on a board.
#[derive(Clone, Debug)]
pub struct Route {
    /// Holes of a home row and of the middle row.
    n: u8,
    middle: u8,
    direction: Direction,
    longest: u8,
    /// Where a piece comes to, by index and number of holes.
    to: Vec<u8>,
    /// The holes after the piece's own up to and with the last, by index and number of holes.
    path: Vec<u64>,
}

impl Route {
    /// The way on a board, for moves of at most `longest` holes.
    pub(super) fn new(board: &BoardRules, longest: u8) -> Self {
        let mut route = Self {
            n: board.n,
            middle: board.middle_row(),
            direction: board.direction,
            longest,
            to: Vec::new(),
            path: Vec::new(),
        };
        for from in 0..route.holes() {
            let mut at = from;
            let mut path = 0u64;
            for _ in 0..=longest {
                route.to.push(at);
                // A piece is never in its own way: its hole is empty once it has left.
                route.path.push(path & !(1 << from));
                at = route.next(at);
                path |= 1 << at;
            }
        }
        route
    }

    /// Holes of a home row.
    pub fn n(&self) -> u8 {
        self.n
    }

    /// Holes of the middle row.
    pub fn middle(&self) -> u8 {
        self.middle
    }

    /// Holes of the board; indices are below it.
    pub(crate) fn holes(&self) -> u8 {
        self.n + self.round()
    }

    /// Holes of the round that a piece walks for ever: the middle row and the enemy's.
    pub(crate) fn round(&self) -> u8 {
        self.middle + self.n
    }

    /// The index of the first hole of the enemy's row.
    pub(crate) fn far(&self) -> u8 {
        self.n + self.middle
    }

    /// The most holes a throw moves a piece.
    pub(crate) fn longest(&self) -> u8 {
        self.longest
    }

    /// The set of all holes.
    pub(crate) fn all(&self) -> u64 {
        u64::MAX >> (64 - u32::from(self.holes()))
    }

    /// The set of the home row.
    pub(crate) fn home(&self) -> u64 {
        (1 << self.n) - 1
    }

    /// The index after an index.
    pub fn next(&self, index: u8) -> u8 {
        if index + 1 == self.holes() {
            self.n
        } else {
            index + 1
        }
    }

    /// Where a piece comes to from an index.
    #[inline]
    pub(crate) fn to(&self, from: u8, holes: u8) -> u8 {
        self.to[usize::from(from) * (usize::from(self.longest) + 1) + usize::from(holes)]
    }

    /// The holes a move goes over and where it ends; never the hole it begins from.
    #[inline]
    pub(crate) fn path(&self, from: u8, holes: u8) -> u64 {
        self.path[usize::from(from) * (usize::from(self.longest) + 1) + usize::from(holes)]
    }

    /// A set of holes as the other player counts them.
    #[inline]
    pub(crate) fn flip(&self, set: u64) -> u64 {
        let far = self.far();
        let middle = self.all() & !self.home() & (1u64 << far).wrapping_sub(1);
        (set & self.home()) << far | (set & middle) | set >> far
    }

    /// The hole of an index of a player.
    pub fn hole(&self, side: Team, index: u8) -> Hole {
        let n = self.n;
        let (row, along, length) = if index < n {
            (Row::A, n - index, n)
        } else if index < self.far() {
            (Row::Middle, index - n + 1, self.middle)
        } else {
            (Row::B, self.holes() - index, n)
        };
        let row = match (side, row) {
            (Team::B, Row::A) => Row::B,
            (Team::B, Row::B) => Row::A,
            (_, row) => row,
        };
        let number = match self.direction {
            Direction::Stern => along,
            Direction::Prow => length + 1 - along,
        };
        Hole { row, number }
    }

    /// The index of a hole for a player, or `None` where there is no such hole.
    pub(crate) fn index(&self, side: Team, hole: Hole) -> Option<u8> {
        (0..self.holes()).find(|&index| self.hole(side, index) == hole)
    }
}

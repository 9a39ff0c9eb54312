//! Multisets of throws packed into one word, and the least of them for an aim.

use super::budget::Work;

/// Throws of each kind that earned another, and the throw that ended the turn.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Cost {
    /// A byte for each kind, each below 128.
    pub(super) counts: u128,
    /// The sum of the counts.
    pub(super) throws: u8,
    /// The last throw, numbered from 1; 0 if it is not used or nothing is left of it.
    pub(super) last: u8,
}

/// The high bit of each of the bytes.
const HIGH: u128 = 0x8080_8080_8080_8080_8080_8080_8080_8080;
/// The most throws in a cost.
pub(super) const MOST: u8 = 127;

impl Cost {
    pub(super) const ZERO: Cost = Cost {
        counts: 0,
        throws: 0,
        last: 0,
    };

    /// The number of throws of one kind.
    pub(super) fn of(kind: usize, count: u8) -> Cost {
        Cost {
            counts: u128::from(count) << (8 * kind),
            throws: count,
            last: 0,
        }
    }

    /// The last throw alone.
    pub(super) fn last(number: usize) -> Cost {
        Cost {
            last: number as u8 + 1,
            ..Cost::ZERO
        }
    }

    pub(super) fn count(self, kind: usize) -> u8 {
        (self.counts >> (8 * kind)) as u8
    }

    /// Whether these throws are among the others.
    pub(super) fn within(self, other: Cost) -> bool {
        (self.last == 0 || self.last == other.last)
            && ((other.counts | HIGH) - self.counts) & HIGH == HIGH
    }

    /// Both together, if they do not hold two last throws or more others than allowed.
    pub(super) fn plus(self, other: Cost, limit: &Limit) -> Option<Cost> {
        let sum = Cost {
            counts: self.counts + other.counts,
            throws: self.throws + other.throws,
            last: self.last | other.last,
        };
        ((self.last == 0 || other.last == 0) && limit.allows(sum)).then_some(sum)
    }
}

/// The limits on the throws that are looked at: in all before the last, and of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Limit {
    pub(super) throws: u8,
    /// A byte for each kind.
    pub(super) caps: u128,
}

impl Limit {
    /// As many throws of any kind as a cost can hold.
    pub(super) const NONE: Limit = Limit {
        throws: MOST,
        caps: !HIGH,
    };

    pub(super) fn allows(&self, cost: Cost) -> bool {
        cost.throws <= self.throws && ((self.caps | HIGH) - cost.counts) & HIGH == HIGH
    }
}

/// What others need not be looked at for.
pub(super) trait Beats {
    /// Whether whatever follows is at least as good after this one as after the other.
    fn beats(&self, other: &Self) -> bool;
}

impl Beats for Cost {
    fn beats(&self, other: &Cost) -> bool {
        self.within(*other)
    }
}

/// Some of which none beats another: of costs the least that will do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Least<T = Cost>(pub(super) Vec<T>);

impl<T: Beats> Least<T> {
    /// Adds one unless another beats it; says whether it was added.
    pub(super) fn add(&mut self, new: T) -> bool {
        let added = self.add_counted(new, &mut Work::new(u64::MAX));
        added.unwrap_or(false)
    }

    /// The same, its work counted.
    pub(super) fn add_counted(&mut self, new: T, work: &mut Work) -> Option<bool> {
        let known = self.0.iter().position(|known| known.beats(&new));
        work.spend(known.unwrap_or(self.0.len()) + 1)?;
        if known.is_none() {
            self.0.retain(|known| !new.beats(known));
            self.0.push(new);
        }
        Some(known.is_none())
    }
}

impl Least {
    /// Whether this yield is enough.
    pub(super) fn met_by(&self, cost: Cost) -> bool {
        self.0.iter().any(|known| known.within(cost))
    }
}

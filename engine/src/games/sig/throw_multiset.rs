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

/// Costs of which none is within another: the least that will do.
pub(super) type Least = Vec<Cost>;

impl Cost {
    /// Adds it to the least of some unless one of them is within it; says whether it was added.
    pub(super) fn add_to(self, least: &mut Least, work: &mut Work) -> Option<bool> {
        add_best(least, self, |one, other| one.within(*other), work)
    }

    /// Whether this yield is enough for one of these.
    pub(super) fn meets(self, least: &[Cost]) -> bool {
        least.iter().any(|known| known.within(self))
    }
}

/// Adds one to some of which none beats another unless one of them beats it; says whether it was added. One `beats` another where whatever
/// follows is at least as good after it.
pub(super) fn add_best<T>(
    all: &mut Vec<T>,
    new: T,
    beats: impl Fn(&T, &T) -> bool,
    work: &mut Work,
) -> Option<bool> {
    let known = all.iter().position(|known| beats(known, &new));
    work.spend(known.unwrap_or(all.len()) + 1)?;
    if known.is_none() {
        all.retain(|known| !beats(&new, known));
        all.push(new);
    }
    Some(known.is_none())
}

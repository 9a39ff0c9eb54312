//! The depth of a search, and work counted while it is done, so that nothing runs away.

pub use crate::games::running_fight::analysis::{Effort, Stopped};
use crate::work::stop;

/// An answer for as many throws as the work allows.
pub(super) struct Deepest<T> {
    /// `None` only if even no throw at all has no result.
    pub(super) found: Option<T>,
    /// This many throws were looked at.
    pub(super) throws: u8,
    /// About the steps that one more would take.
    pub(super) next: u64,
    /// The steps taken, none for no throw.
    pub(super) spent: u64,
}

/// The answer for up to `most` throws: all are tried first, then as [`upwards`].
pub(super) fn deepest<T>(
    most: u8,
    budget: u64,
    mut find: impl FnMut(u8, &mut Work) -> Option<T>,
) -> Deepest<T> {
    let mut work = Work::new(budget / 4 * 3);
    match find(most, &mut work) {
        None => {
            let deepest = upwards(most, budget - work.spent(), find);
            Deepest {
                spent: deepest.spent + work.spent(),
                ..deepest
            }
        }
        found => Deepest {
            found,
            throws: most,
            next: 0,
            spent: work.spent(),
        },
    }
}

/// The answer for no throw, whatever it takes, then for one, two and so on up to `most` as long as the budget lasts.
pub(super) fn upwards<T>(
    most: u8,
    budget: u64,
    mut find: impl FnMut(u8, &mut Work) -> Option<T>,
) -> Deepest<T> {
    let mut work = Work::new(budget);
    let mut deepest = Deepest {
        found: find(0, &mut Work::without_end()),
        throws: 0,
        next: budget,
        spent: 0,
    };
    let (mut before, mut taken) = (1_u64, 1_u64);
    for throws in 1..=most {
        let start = work.spent();
        let found = find(throws, &mut work);
        if found.is_none() {
            // The steps grow by about the same factor from each number of throws to the next.
            let growth = taken.div_ceil(before).clamp(2, 1000);
            deepest.next = budget.max(taken.saturating_mul(growth));
            break;
        }
        (before, taken) = (taken, (work.spent() - start).max(1));
        deepest.found = found;
        deepest.throws = throws;
    }
    deepest.spent = work.spent();
    deepest
}

/// Binary digits of the number of steps after which it is seen whether the work is to stop.
const STEPS_BETWEEN_LOOKS: u32 = 10;

/// Steps that may still be taken.
#[derive(Debug, Clone)]
pub(super) struct Work {
    left: u64,
    given: u64,
}

impl Work {
    pub(super) fn new(steps: u64) -> Work {
        Work {
            left: steps,
            given: steps,
        }
    }

    /// As many steps as are wanted.
    pub(super) fn without_end() -> Work {
        Work::new(u64::MAX)
    }

    /// Takes some steps; `None` once fewer are left.
    pub(super) fn spend(&mut self, steps: usize) -> Option<()> {
        let left = self.left.checked_sub(steps as u64);
        let rest = left.unwrap_or(0);
        if (self.left ^ rest) >> STEPS_BETWEEN_LOOKS != 0 {
            stop::check();
        }
        self.left = rest;
        left.map(|_| ())
    }

    /// The steps taken so far.
    pub(super) fn spent(&self) -> u64 {
        self.given - self.left
    }
}

//! Limits on work, met before memory is taken, and a meter for work whose size shows only while it is done.

use std::sync::atomic::{AtomicU64, Ordering};

use super::stop;

/// Outcomes one distribution may have.
pub const MAX_OUTCOMES: u128 = 2_000_000;
/// Machine words the weights of one distribution may take together.
pub const MAX_WORDS: u128 = 60_000_000;
/// Elementary steps (a machine word added or scaled) one operation, and all of one question, may take: some three
/// seconds.
pub const MAX_STEPS: u128 = 3_000_000_000;

/// A computation refused because it would pass a stated limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this needs {} {} {what}; the limit is {}",
    if *.more { "more than" } else { "about" }, grouped(*.needed), grouped(*.limit))]
#[non_exhaustive]
pub struct TooLarge {
    /// The things counted, as a plural noun.
    pub what: &'static str,
    /// About how much was asked for.
    pub needed: u128,
    /// How much is allowed.
    pub limit: u128,
    /// Whether it was found out on the way, so that more would have been needed.
    pub more: bool,
}

crate::work::of_kind!(TooLarge, Limit);

/// Fails when `needed` passes `limit`.
///
/// # Errors
/// [`TooLarge`], which names both numbers.
pub fn allow(what: &'static str, needed: u128, limit: u128) -> Result<(), TooLarge> {
    if needed > limit {
        return Err(TooLarge {
            what,
            needed,
            limit,
            more: false,
        });
    }
    Ok(())
}

/// Binary digits of the number of steps (some tens of microseconds) after which it is seen whether the work is to stop.
const STEPS_BETWEEN_LOOKS: u32 = 14;

/// Counts the elementary steps of one question, and ends it where they pass a limit, or its work is stopped.
///
/// Work that can be estimated is taken in one piece, before it is begun; any other in small pieces as it goes on.
///
/// # Examples
/// ```
/// use siga::work::limit::Meter;
/// let meter = Meter::new(1000);
/// assert!(meter.expect(900).is_ok() && meter.take(100).is_ok());
/// assert_eq!(meter.take(1).unwrap_err().to_string(), "this needs more than 1,000 steps; the limit is 1,000");
/// ```
#[derive(Debug)]
pub struct Meter {
    used: AtomicU64,
    limit: u64,
}

impl Default for Meter {
    fn default() -> Self {
        Self::new(MAX_STEPS as u64)
    }
}

impl Meter {
    /// A meter that allows `limit` steps.
    pub fn new(limit: u64) -> Self {
        Self {
            used: AtomicU64::new(0),
            limit,
        }
    }

    /// Counts steps about to be done, as part of work whose end is not known.
    ///
    /// # Errors
    /// [`TooLarge`] when there are too many.
    pub fn take(&self, steps: u64) -> Result<(), TooLarge> {
        let used = self.used.fetch_add(steps, Ordering::Relaxed);
        let after = used.saturating_add(steps);
        if (used ^ after) >> STEPS_BETWEEN_LOOKS != 0 {
            stop::check();
        }
        if after > self.limit {
            return Err(TooLarge {
                what: "steps",
                needed: u128::from(self.limit),
                limit: u128::from(self.limit),
                more: true,
            });
        }
        Ok(())
    }

    /// Counts the steps of a piece of work that has been estimated as a whole.
    ///
    /// # Errors
    /// [`TooLarge`], with the estimate, when that is too much after what has been done.
    pub fn expect(&self, steps: u128) -> Result<(), TooLarge> {
        stop::check();
        let used = u128::from(self.used());
        allow("steps", used.saturating_add(steps), u128::from(self.limit))?;
        self.used.fetch_add(steps as u64, Ordering::Relaxed);
        Ok(())
    }

    /// Steps counted so far.
    pub fn used(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Hundredths of the limit that are used.
    pub fn percent(&self) -> u64 {
        (u128::from(self.used()) * 100 / u128::from(self.limit.max(1))).min(100) as u64
    }
}

/// A number with its digits in groups of three.
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Bytes for people.
pub fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{}.{} GB", bytes / 1_000_000_000, bytes / 100_000_000 % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_both_numbers() {
        let error = allow("outcomes", 5_000_000_001, 2_000_000).unwrap_err();
        assert_eq!(
            error.to_string(),
            "this needs about 5,000,000,001 outcomes; the limit is 2,000,000"
        );
        assert_eq!(allow("outcomes", 2, 2), Ok(()));
        assert_eq!([0, 999, 1000].map(grouped), ["0", "999", "1,000"]);
    }
}

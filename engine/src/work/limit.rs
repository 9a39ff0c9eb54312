//! Limits on work, met before memory is taken, and a meter for work whose size shows only while it is done.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::{Ahead, Note, stop};

/// Outcomes one distribution may have.
pub const MAX_OUTCOMES: u128 = 2_000_000;
/// Machine words the weights of one distribution may take together.
pub const MAX_WORDS: u128 = 60_000_000;
/// Elementary steps (a machine word added or scaled, about a nanosecond) one operation, and all of one question, may take.
pub const MAX_STEPS: u128 = 3_000_000_000;

/// Words of which nothing is said beforehand.
const UNSAID_WORDS: u128 = 40_000_000;
/// Bytes a word takes at most, with what lies around it and is made on the way.
const BYTES_OF_A_WORD: u128 = 12;
/// Seconds of an elementary step.
const SECONDS: f64 = 1e-9;

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
    /// The amount allowed.
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

/// Words of values that wait; they are given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Waiting {
    all: Arc<AtomicU64>,
    words: u64,
}

impl Waiting {
    /// More waits.
    pub(crate) fn add(&mut self, words: u128) {
        let words = u64::try_from(words.min(MAX_WORDS)).unwrap_or(u64::MAX);
        self.words += words;
        self.all.fetch_add(words, Ordering::Relaxed);
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.all.fetch_sub(self.words, Ordering::Relaxed);
    }
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
    /// Words of the values that wait while others are worked out.
    waiting: Arc<AtomicU64>,
    /// Told of long work and of much memory, each once.
    note: Note,
    told: [AtomicBool; 2],
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
            waiting: Arc::default(),
            note: Note::default(),
            told: Default::default(),
        }
    }

    /// The usual meter, which announces long work and much memory to those who hear the note.
    pub fn telling(note: Note) -> Self {
        Self {
            note,
            ..Self::default()
        }
    }

    /// Says how long the work takes, when it becomes known that it is long.
    fn announce(&self, steps: u128, what: &str) {
        let seconds = SECONDS * steps as f64;
        if seconds > Ahead::UNSAID && !self.told[0].swap(true, Ordering::Relaxed) {
            (self.note).ahead(seconds, || {
                format!("{} steps of work {what}", grouped(steps))
            });
        }
    }

    /// Counts the words of a value that waits while others are worked out, until what is given back is dropped.
    pub(crate) fn wait(&self, words: u128) -> Waiting {
        let mut waiting = Waiting {
            all: self.waiting.clone(),
            words: 0,
        };
        waiting.add(words);
        waiting
    }

    /// Asks for room for weights of `words` words, with all that is held beside them; values that wait are counted
    /// besides.
    ///
    /// # Errors
    /// [`TooLarge`] where the room is not available.
    pub(crate) fn hold(&self, words: u128) -> Result<(), TooLarge> {
        let words = words.saturating_add(self.waiting.load(Ordering::Relaxed).into());
        allow("words of memory", words, MAX_WORDS)?;
        if words > UNSAID_WORDS && !self.told[1].swap(true, Ordering::Relaxed) {
            let what = format!(
                "{} words of weights so far, {} are allowed",
                grouped(words),
                grouped(MAX_WORDS)
            );
            (self.note).memory((MAX_WORDS * BYTES_OF_A_WORD) as u64, &what);
        }
        Ok(())
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
        if SECONDS * after as f64 > Ahead::UNSAID {
            self.announce(self.limit.into(), "are allowed");
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
        let after = used.saturating_add(steps);
        allow("steps", after, u128::from(self.limit))?;
        self.announce(after, "so far");
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
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn long_work_and_much_memory_are_told_once() {
        let said = Arc::new(Mutex::new(Vec::new()));
        let heard = said.clone();
        let note = Note::telling(move |text| heard.lock().unwrap().push(text.to_owned()));
        let meter = Meter::telling(note);
        meter.expect(1_900_000_000).unwrap();
        meter.hold(UNSAID_WORDS).unwrap();
        assert!(said.lock().unwrap().is_empty());
        meter.expect(200_000_000).unwrap();
        meter.take(1000).unwrap();
        assert!(meter.hold(MAX_WORDS + 1).is_err());
        // More may be held later: the note tells the most that there can be.
        meter.hold(50_000_000).unwrap();
        meter.hold(MAX_WORDS).unwrap();
        assert_eq!(
            *said.lock().unwrap(),
            [
                "at most about 3 s: 2,100,000,000 steps of work so far",
                "at most about 720 MB of memory: 50,000,000 words of weights so far, 60,000,000 are allowed"
            ]
        );
    }

    #[test]
    fn what_waits_is_counted_as_long_as_it_does() {
        let meter = Meter::default();
        let mut waiting = meter.wait(20_000_000);
        waiting.add(10_000_000);
        assert_eq!(meter.hold(30_000_000), Ok(()));
        assert_eq!(meter.hold(30_000_001).unwrap_err().needed, 60_000_001);
        let other = meter.wait(1);
        assert!(meter.hold(30_000_000).is_err());
        drop((waiting, other));
        assert_eq!(meter.hold(MAX_WORDS), Ok(()));
    }

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

//! How long work will take, found out before it begins.

use std::fmt;

/// An estimate of work that is about to begin.
///
/// # Examples
/// ```
/// use siga::work::Ahead;
/// let ahead = Ahead::new(6.4, "50,001 numbers of up to 7,782 digits");
/// assert!(ahead.is_long());
/// assert_eq!(ahead.to_string(), "about 7 s: 50,001 numbers of up to 7,782 digits");
/// assert!(!Ahead::new(1.5, "a throw").is_long());
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Ahead {
    /// About so many seconds of one core.
    pub seconds: f64,
    /// What there is to do.
    pub what: String,
}

/// Work that takes longer is said beforehand, in seconds of one core.
pub const UNSAID: f64 = 2.0;

impl Ahead {
    /// So many seconds of one core of 2.5 GHz, and what for.
    pub fn new(seconds: f64, what: impl Into<String>) -> Self {
        Self {
            seconds,
            what: what.into(),
        }
    }

    /// Whether it is to be said before the work begins.
    pub fn is_long(&self) -> bool {
        self.seconds > UNSAID
    }
}

impl fmt::Display for Ahead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "about {}: {}", time(self.seconds), self.what)
    }
}

/// A time for people: `6 s`, `3 min`, `2 h`.
pub fn time(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{:.0} s", seconds.ceil()),
        100.0..6000.0 => format!("{:.0} min", (seconds / 60.0).ceil()),
        _ => format!("{:.0} h", (seconds / 3600.0).ceil()),
    }
}

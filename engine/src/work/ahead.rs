//! The time that work will take, estimated before it begins.

use std::fmt;

/// An estimate of work that is about to begin.
///
/// # Examples
/// ```
/// use siga::work::Ahead;
/// let ahead = Ahead { seconds: 6.4, what: "50,001 numbers of up to 7,782 digits".to_owned() };
/// assert_eq!(ahead.to_string(), "at most about 7 s: 50,001 numbers of up to 7,782 digits");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ahead {
    /// About the most seconds it takes of one core of 2.5 GHz; it is done in a fifth of them at best.
    pub seconds: f64,
    /// The work, in words.
    pub what: String,
}

impl Ahead {
    /// Work that takes longer is said beforehand, in seconds.
    pub const UNSAID: f64 = 2.0;
    /// Work that takes more memory says so beforehand, in bytes.
    pub const UNSAID_BYTES: u64 = 500_000_000;
}

impl fmt::Display for Ahead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at most about {}: {}", time(self.seconds), self.what)
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

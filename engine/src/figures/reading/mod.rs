//! Reading a printed figure.
//!
//! ```text
//! figure   = [sense] term {" + " term} | [sense] "(" number "/" number ")"
//! sense    = "≈" | "~" | "ca." | "about" | "<" | ">" | "≤" | "≥" | "P =" | …
//! term     = [sign] (amount [unit] | number ["chance"] "in" number | number (":" | "to" | "-") number ["for" | "on" | "against"])
//! amount   = number | number "/" number | [number] vulgar | number number "/" number | number power
//! unit     = "%" | "per cent" | "‰" | "per mille" | …
//! power    = "e" [sign] digits | "×10^" [sign] digits
//! ```
//! A number of these two may be 1 in words: `one in 36`, `35 to one`; of `35-1` the first is the greater: `1-35` is a range. A stop may
//! follow, but not a whole number. A number is read by one [`Decimal`] sign; where the text allows both, there are two readings. A middle dot is a decimal
//! sign under either. Signs between thousands stand before every group of three digits, and the first group does not
//! begin with 0.

mod number;
mod scanner;
mod signs;

use super::figure::{Decimal, Figure, Scale};
use scanner::Scanner;

/// What is missing where nothing is read.
const ANY: &str = "a number is expected, such as 0.25, 25 %, 1/4, 1 in 4 or 3:1";

/// The meaning of odds `a:b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OddsMeaning {
    /// `a` ways for it, `b` against.
    For,
    /// `a` ways against it, `b` for it.
    Against,
}

/// The way figures are read in one place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reader {
    /// The decimal sign.
    pub decimal: Decimal,
    /// Odds without a word; `None` reads them both ways.
    pub odds: Option<OddsMeaning>,
    /// The scale of a number without a sign of its own.
    pub plain: Scale,
}

/// The text is no figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not understood at character {column}: {why}")]
#[non_exhaustive]
pub struct FigureError {
    /// The text, cut if it is long.
    pub text: String,
    /// The character, counted from 1.
    pub column: usize,
    /// The fault, or what would be right.
    pub why: &'static str,
}

/// The meanings of a text, and those of another reading of it that have another value.
fn with_others(mut figures: Vec<Figure>, others: Result<Vec<Figure>, FigureError>) -> Vec<Figure> {
    let value = |figure: &Figure| (figure.number.clone(), figure.slack());
    for other in others.into_iter().flatten() {
        if !figures.iter().any(|known| value(known) == value(&other)) {
            figures.push(other);
        }
    }
    figures
}

impl Reader {
    /// All that the text can mean, the likeliest first: one figure where there is no doubt.
    ///
    /// # Errors
    /// [`FigureError`], when it cannot be read at all.
    ///
    /// # Examples
    /// ```
    /// use siga::figures::Reader;
    /// let values = |text: &str| -> Vec<String> {
    ///     let read = Reader::default().read(text).unwrap();
    ///     read.iter().map(|figure| figure.value().unwrap().to_string()).collect()
    /// };
    /// assert_eq!(values("37,5 %"), ["3/8"]);
    /// assert_eq!(values("5 1/2"), ["11/2"]);
    /// assert_eq!(values("1,234"), ["1234", "617/500"]);
    /// assert_eq!(values("3:1"), ["1/4", "3/4"]);
    /// assert!(Reader::default().read("often").is_err());
    /// ```
    pub fn read(&self, text: &str) -> Result<Vec<Figure>, FigureError> {
        let under = |decimal| Scanner::new(text, decimal, self)?.whole();
        let point = || under(Decimal::Point);
        let comma = || under(Decimal::Comma);
        match self.decimal {
            Decimal::Point => point(),
            Decimal::Comma => comma(),
            Decimal::Auto => match point() {
                Ok(figures) if text.contains(',') => Ok(with_others(figures, comma())),
                Ok(figures) => Ok(figures),
                Err(error) if text.contains([',', '.']) => comma().map_err(|_| error),
                Err(error) => Err(error),
            },
        }
    }
}

//! Figures as they stand in print: what they mean, how precisely, and whether a computed number bears them out.
//!
//! A printed figure says more than a number: how many places it was rounded to, whether it counts ones, hundredths or
//! odds, whether it is a bound. [`Figure`] keeps all of it; [`Reader`] lists what a text can mean; [`judge`] compares
//! one meaning with a number that is known exactly or between proved bounds. [`grid`] reads whole tables, [`matching`]
//! finds for each of their figures the number it speaks of.

pub mod explain;
mod figure;
pub mod grid;
mod lexicon;
pub mod matching;
mod range;
mod reading;
mod verdict;

#[cfg(test)]
mod tests;

pub use figure::{Decimal, Figure, Form, Scale, Sense, Style};
pub use lexicon::mentions;
pub use reading::{FigureError, OddsMeaning, Reader};
pub use verdict::{Status, Verdict, judge, judge_readings};

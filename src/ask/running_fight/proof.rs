//! How far the first of ranked plays is proved to be the best, in words.

use std::fmt::Display;

use num_rational::BigRational;
use num_traits::Zero;

use crate::exact::Quantity;
use crate::games::throws::ranked::By;

/// The first sentence of a game: what the machine plays for.
pub(crate) fn plays_for(aim: &str) -> String {
    format!(
        "The machine maximises {aim}. With few pieces left it maximises its chance to win, where that can be proved."
    )
}

/// A chance to win, after the side that has it.
pub(crate) fn wins(chance: &str) -> String {
    format!("wins with chance {chance}")
}

/// The chance to win before a throw, in a sentence.
pub(crate) fn before_throw(side: impl Display, wins: &str) -> String {
    format!("{side}, before the throw, {wins} (proved).")
}

/// The value of the best play of throws, in a sentence.
pub(crate) fn played_best(side: impl Display, throws: &str, value: &str) -> String {
    format!("{side}, playing {throws} best: {value}.")
}

/// By how much the first value may be worse than another, at most; `None` where one is not known.
pub(crate) fn short<'a>(
    values: impl IntoIterator<Item = Option<&'a Quantity>>,
    by: By,
) -> Option<BigRational> {
    let mut values = values.into_iter();
    let (low, high) = values.next()??.ends()?;
    let mut worst = BigRational::zero();
    for value in values {
        let (lower, upper) = value?.ends()?;
        worst = worst.max(match by {
            By::Safe => &high - lower,
            _ => upper - &low,
        });
    }
    Some(worst)
}

/// Whether the first of plays ranked by a measure is proved to be the best, or may be worse than another by that much at most.
pub(crate) fn basis(by: By, proved: bool, short: Option<BigRational>) -> String {
    let what = match by {
        By::Win => String::new(),
        by => format!(" by {by}"),
    };
    let millionth = BigRational::new(1.into(), 1_000_000.into());
    match short {
        _ if proved => format!("best{what}, proved"),
        Some(short) if short <= millionth => format!("best{what}, proved within 0.000001"),
        _ => format!("best found{what}, not proved"),
    }
}

//! Throws as a list of numbers with weights.

use std::fmt;

use itertools::Itertools;

use crate::rules::{Conflict, Refused, plain_number};
use crate::work::Fault;

/// The highest number thrown.
const MAX_THROW: u8 = 15;
/// The most weights together.
const MAX_TOTAL: u32 = 1 << 16;

/// A throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw {
    /// The steps that a piece moves.
    pub steps: u8,
    /// Whether it gives another throw once it has been used.
    pub again: bool,
    /// Its weight; its chance is that over the sum of all.
    pub weight: u32,
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.steps, if self.again { "+" } else { "" })
    }
}

/// The throws, ascending, each once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Dice(Vec<Throw>);

/// A list with its name.
type Named = (&'static str, fn() -> Dice);

/// The lists that have names.
const NAMED: [Named; 3] = [
    ("four", Dice::four),
    ("three", Dice::three),
    ("three-0-is-4", Dice::three_zero_is_four),
];
/// The names alone.
pub(super) const NAMES: &[&str] = &["four", "three", "three-0-is-4"];
/// The lists in words.
pub(super) const DICE: &str = "four, three, three-0-is-4, or throws with weights such as `0:1/1:3/2:3/3:1` (`4+:1` gives another throw)";

impl Dice {
    fn of(weights: &[(u8, u32)]) -> Dice {
        let throw = |&(steps, weight)| Throw {
            steps,
            again: false,
            weight,
        };
        Dice(weights.iter().map(throw).collect())
    }

    /// Four two-sided dice: 0 to 4.
    pub(super) fn four() -> Dice {
        Dice::of(&[(0, 1), (1, 4), (2, 6), (3, 4), (4, 1)])
    }

    /// Three two-sided dice: 0 to 3.
    fn three() -> Dice {
        Dice::of(&[(0, 1), (1, 3), (2, 3), (3, 1)])
    }

    /// Three two-sided dice whose 0 counts 4.
    pub(super) fn three_zero_is_four() -> Dice {
        Dice::of(&[(1, 3), (2, 3), (3, 1), (4, 1)])
    }

    /// The throws.
    pub fn throws(&self) -> &[Throw] {
        &self.0
    }

    /// The throw of a text.
    ///
    /// # Errors
    /// There is no such throw.
    pub fn named(&self, text: &str) -> Result<Throw, Fault> {
        let found = self.0.iter().find(|throw| throw.to_string() == text.trim());
        found.copied().ok_or_else(|| {
            let known = itertools::join(&self.0, ", ");
            Fault::input(format!(
                "`{text}` is not a throw of these rules: they are {known}"
            ))
        })
    }

    /// The throw at a place among all that are equally likely, [`Dice::total`] in number.
    pub fn at(&self, mut place: u64) -> Option<Throw> {
        let found = self.0.iter().find(|throw| {
            let weight = u64::from(throw.weight);
            let is_here = place < weight;
            place = place.saturating_sub(weight);
            is_here
        });
        found.copied()
    }

    /// The sum of the weights.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|throw| throw.weight).sum()
    }

    /// Reads a list, by its name or throw by throw.
    pub(super) fn read(text: &str) -> Result<Dice, Refused> {
        if let Some((_, dice)) = NAMED.iter().find(|(name, _)| *name == text) {
            return Ok(dice());
        }
        let throws = text.split('/').map(throw).collect::<Option<Vec<_>>>();
        let mut throws = throws.ok_or(Refused::NotOne)?;
        throws.sort_by_key(|throw| (throw.steps, throw.again));
        Ok(Dice(throws))
    }

    /// The same throws, if a game can be played with them.
    pub(super) fn checked(&self) -> Result<(), Conflict> {
        let fault = |message: &str| {
            Err(Conflict {
                options: &["dice"],
                message: message.to_owned(),
            })
        };
        let sum: u64 = self.0.iter().map(|throw| u64::from(throw.weight)).sum();
        if sum > MAX_TOTAL.into() {
            return fault("the weights of dice sum to at most 65536: give smaller ones");
        }
        let twice =
            |pair: (&Throw, &Throw)| (pair.0.steps, pair.0.again) == (pair.1.steps, pair.1.again);
        if self.0.iter().tuple_windows().any(twice) {
            return fault("dice has a throw twice: give each once, with the sum of its weights");
        }
        if self.0.iter().all(|throw| throw.steps == 0) {
            return fault("dice has no throw that moves a piece: give one above 0");
        }
        Ok(())
    }
}

/// One throw: `2:6`, or `4+:1`.
fn throw(text: &str) -> Option<Throw> {
    let (steps, weight) = text.split_once(':')?;
    let (steps, again) = match steps.strip_suffix('+') {
        Some(steps) => (steps, true),
        None => (steps, false),
    };
    let steps: u8 = plain_number(steps)?;
    let weight = plain_number(weight).filter(|&weight| weight > 0)?;
    // A throw of nothing cannot be used, so it gives no other.
    let is_throw = steps <= MAX_THROW && !(steps == 0 && again);
    is_throw.then_some(Throw {
        steps,
        again,
        weight,
    })
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = NAMED.iter().find(|(_, dice)| dice() == *self) {
            return f.write_str(name);
        }
        let throws = self.0.iter();
        let throws = throws.map(|throw| format!("{throw}:{}", throw.weight));
        f.write_str(&throws.collect_vec().join("/"))
    }
}

//! The meaning of throws, by listing everything that can fall.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};

use crate::oracles::number::fraction;

/// The chance of each outcome.
pub(crate) type Chances = BTreeMap<i64, BigRational>;

pub(crate) fn always(value: i64) -> Chances {
    Chances::from([(value, BigRational::one())])
}

/// A value of both, for everything that can fall.
pub(crate) fn both(one: &Chances, other: &Chances, value: impl Fn(i64, i64) -> i64) -> Chances {
    let mut all = Chances::new();
    for (a, p) in one {
        for (b, q) in other {
            *all.entry(value(*a, *b)).or_insert_with(BigRational::zero) += p * q;
        }
    }
    all
}

pub(crate) fn each(one: &Chances, value: impl Fn(i64) -> i64) -> Chances {
    both(one, &always(0), |a, _| value(a))
}

/// Every list of what throws one after the other can show, with its chance.
pub(crate) fn lists(throws: &[Chances]) -> Vec<(Vec<i64>, BigRational)> {
    let mut all = vec![(Vec::new(), BigRational::one())];
    for throw in throws {
        let longer = all.iter().flat_map(|(list, chance)| {
            throw
                .iter()
                .map(move |(value, p)| ([list.as_slice(), &[*value]].concat(), chance * p))
        });
        all = longer.collect();
    }
    all
}

pub(crate) fn kept(throws: &[Chances], highest: bool, count: usize) -> Chances {
    let mut all = Chances::new();
    for (mut list, chance) in lists(throws) {
        list.sort_unstable();
        if highest {
            list.reverse();
        }
        *all.entry(list.iter().take(count).sum())
            .or_insert_with(BigRational::zero) += chance;
    }
    all
}

/// Only what is in the set, or only what is not.
pub(crate) fn only(one: &Chances, keep: impl Fn(i64) -> bool) -> Chances {
    let all: BigRational = one
        .iter()
        .filter(|(value, _)| keep(**value))
        .map(|(_, p)| p)
        .sum();
    one.iter()
        .filter(|(value, _)| keep(**value))
        .map(|(value, p)| (*value, p / &all))
        .collect()
}

pub(crate) fn written(meaning: &Chances) -> String {
    let pairs: Vec<String> = meaning
        .iter()
        .map(|(value, p)| format!("{value}={p}"))
        .collect();
    pairs.join(" ")
}

pub(crate) fn read(text: &str) -> Chances {
    let pairs = text.split(' ').map(|pair| {
        let (value, p) = pair.split_once('=').unwrap();
        (value.parse().unwrap(), fraction(p))
    });
    pairs.collect()
}

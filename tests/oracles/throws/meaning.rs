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

/// Each of these as likely as the others.
pub(crate) fn uniform(values: impl IntoIterator<Item = i64>) -> Chances {
    let values: Vec<i64> = values.into_iter().collect();
    let p = BigRational::new(1.into(), values.len().into());
    let mut all = Chances::new();
    for value in values {
        *all.entry(value).or_insert_with(BigRational::zero) += &p;
    }
    all
}

/// The mixture of what each outcome leads to.
pub(crate) fn mixed(of: &Chances, to: impl Fn(i64) -> Chances) -> Chances {
    let mut all = Chances::new();
    for (value, p) in of {
        for (end, q) in to(*value) {
            *all.entry(end).or_insert_with(BigRational::zero) += p * q;
        }
    }
    all
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

pub(crate) fn sorted(mut all: Vec<i64>) -> Vec<i64> {
    all.sort_unstable();
    all
}

/// The sizes of the sets in a pool in ascending order, the largest first.
pub(crate) fn sizes(all: &[i64]) -> Vec<i64> {
    let mut sizes: Vec<i64> = all
        .chunk_by(|a, b| a == b)
        .map(|set| set.len() as i64)
        .collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

/// What a word says of the outcomes of a pool, in ascending order.
pub(crate) fn held(word: &str, all: &[i64], wanted: &[i64]) -> i64 {
    let inside = all.iter().filter(|value| wanted.contains(value));
    match word {
        "count" => inside.count() as i64,
        "sum" => inside.sum(),
        "largest_set" => sizes(all).first().copied().unwrap_or(0),
        "distinct" => sizes(all).len() as i64,
        "sets" => sizes(all).iter().filter(|size| **size >= 2).count() as i64,
        "straight" => {
            let row = |from: &i64| (*from..).take_while(|value| all.contains(value)).count() as i64;
            all.iter().map(row).max().unwrap_or(0)
        }
        _ => {
            let mut left = all.to_vec();
            let mut take = |value: &i64| {
                let at = left.iter().position(|x| x == value);
                at.map(|at| left.swap_remove(at)).is_some()
            };
            (0..).take_while(|_| wanted.iter().all(&mut take)).count() as i64
        }
    }
}

/// The pairs that either side wins, the highest against the highest and so on, both in ascending order.
pub(crate) fn pairs(a: &[i64], b: &[i64], ties: &str) -> [i64; 2] {
    let mut wins = [0, 0];
    for (x, y) in a.iter().rev().zip(b.iter().rev()) {
        if x > y || x == y && ties == ", first" {
            wins[0] += 1;
        } else if y > x || ties == ", second" {
            wins[1] += 1;
        }
    }
    wins
}

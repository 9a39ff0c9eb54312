//! The contents of pools and hands of cards, by listing everything that can be thrown or drawn in order.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use crate::oracles::Random;
use crate::oracles::case::Case;

use super::ask::die;
use super::meaning::{Chances, held, lists, pairs, sizes, sorted, written};

/// The value of a formula, of ten times the wins of the first side and those of the second.
type Seen = fn(i64) -> i64;

/// The dice that lie there, with their chance.
type Lists = Vec<(Vec<i64>, BigRational)>;

/// Cards drawn one after the other.
fn drawn(deck: &BTreeMap<i64, i64>, hand: usize) -> Lists {
    let mut all: Vec<(Vec<i64>, BTreeMap<i64, i64>, BigRational)> =
        vec![(Vec::new(), deck.clone(), BigRational::one())];
    for _ in 0..hand {
        let mut longer = Vec::new();
        for (list, deck, chance) in &all {
            let cards: i64 = deck.values().sum();
            for (&card, &count) in deck.iter().filter(|(_, count)| **count > 0) {
                let mut left = deck.clone();
                *left.get_mut(&card).unwrap() -= 1;
                let list = [list.as_slice(), &[card]].concat();
                longer.push((
                    list,
                    left,
                    chance * BigRational::new(count.into(), cards.into()),
                ));
            }
        }
        all = longer;
    }
    all.into_iter()
        .map(|(list, _, chance)| (list, chance))
        .collect()
}

fn deal(random: &mut Random) -> (String, Lists) {
    let copies = random.random_range(1..3);
    let mut deck = BTreeMap::new();
    let mut texts = Vec::new();
    let mut card = random.random_range(-1..3);
    for _ in 0..random.random_range(1..5) {
        let count = random.random_range(1..4);
        *deck.entry(card).or_insert(0) += count * copies;
        texts.push(format!("{card}:{count}"));
        card += random.random_range(1..3);
    }
    let mut text = texts.join(", ");
    text = match copies {
        1 => format!("{{{text}}}"),
        _ => format!("{copies}[{text}]"),
    };
    let cards: Vec<i64> = deck.keys().copied().collect();
    let total: i64 = deck.values().sum();
    if total > 2 && random.random_bool(0.3) {
        let gone = *cards.choose(random).unwrap();
        *deck.get_mut(&gone).unwrap() -= 1;
        text += &format!(" - {{{gone}}}");
    }
    let hand = random.random_range(1..=4.min(deck.values().sum::<i64>()));
    (format!("deal({hand}, {text})"), drawn(&deck, hand as usize))
}

/// A pool as text, and what can lie there.
fn pool(random: &mut Random) -> (String, Lists) {
    let count = random.random_range(1..5);
    let (text, all) = match random.random_range(0..5) {
        0..2 => {
            let (text, one) = die(random);
            (format!("{count}{text}"), lists(&vec![one; count]))
        }
        2 => {
            let dice: Vec<_> = (0..count.max(2)).map(|_| die(random)).collect();
            let (texts, dice): (Vec<String>, Vec<Chances>) = dice.into_iter().unzip();
            (format!("({})", texts.join(", ")), lists(&dice))
        }
        3 => {
            let (text, one) = die(random);
            let numbers: Vec<i64> = (0..random.random_range(1..4))
                .map(|_| random.random_range(0..4))
                .collect();
            let faces: Vec<String> = numbers.iter().map(i64::to_string).collect();
            let chance = BigRational::new(1.into(), numbers.len().into());
            let mut all = Vec::new();
            for number in &numbers {
                for (list, p) in lists(&vec![one.clone(); *number as usize]) {
                    all.push((list, p * &chance));
                }
            }
            (format!("(d{{{}}}){text}", faces.join(", ")), all)
        }
        _ => deal(random),
    };
    if random.random_bool(0.6) {
        return (text, all);
    }
    let number = random.random_range(0..4);
    let word = *["kh", "kl", "dh", "dl"].choose(random).unwrap();
    let kept = all.into_iter().map(|(mut list, chance)| {
        list.sort_unstable();
        let others = list.len().saturating_sub(number);
        let (from, to) = match word {
            "kh" => (others, list.len()),
            "kl" => (0, number.min(list.len())),
            "dh" => (0, others),
            _ => (number.min(list.len()), list.len()),
        };
        (list[from..to].to_vec(), chance)
    });
    (format!("{text}{word}{number}"), kept.collect())
}

fn chances(all: &Lists, value: impl Fn(&[i64]) -> i64) -> Chances {
    let mut chances = Chances::new();
    for (list, chance) in all {
        *chances.entry(value(list)).or_insert_with(BigRational::zero) += chance;
    }
    chances
}

/// The contents of one or two pools together.
fn contents(random: &mut Random) -> (String, Chances) {
    let (mut text, mut all) = pool(random);
    if random.random_bool(0.3) {
        let (more, others) = pool(random);
        if all.len() * others.len() > 40_000 {
            return contents(random);
        }
        text += &format!(", {more}");
        let mut both = Vec::new();
        for (list, chance) in &all {
            for (other, p) in &others {
                both.push(([list.as_slice(), other].concat(), chance * p));
            }
        }
        all = both;
    }
    let from = random.random_range(-1..5);
    let to = from + random.random_range(0..4);
    let said = |word: &str, wanted: Vec<i64>| {
        chances(&all, |list| held(word, &sorted(list.to_vec()), &wanted))
    };
    let words = [
        "count",
        "sum",
        "largest_set",
        "sets",
        "distinct",
        "straight",
    ];
    let kind = random.random_range(0..8);
    match words.get(kind) {
        Some(&"count") => (
            format!("count({text}, [{from}..{to}])"),
            said("count", (from..=to).collect()),
        ),
        Some(&"sum") => (
            format!("sum({text}, {{{from}..{to}}})"),
            said("sum", (from..=to).collect()),
        ),
        Some(&"sets") => {
            let least = random.random_range(1..4);
            let (size, most) = match random.random_bool(0.5) {
                true => (format!("[{least}]"), least),
                false => (least.to_string(), i64::MAX),
            };
            let sets = |list: &[i64]| {
                let sizes = sizes(&sorted(list.to_vec())).into_iter();
                sizes.filter(|size| (least..=most).contains(size)).count() as i64
            };
            (format!("sets({text}, {size})"), chances(&all, sets))
        }
        Some(&word) => (format!("{word}({text})"), said(word, Vec::new())),
        None => {
            let wanted: Vec<i64> = (0..random.random_range(1..4))
                .map(|_| random.random_range(0..5))
                .collect();
            let texts: Vec<String> = wanted.iter().map(i64::to_string).collect();
            let text = format!("contains({text}, {{{}}})", texts.join(", "));
            (text, said("contains", wanted))
        }
    }
}

/// One pool against another, in order.
fn matched(random: &mut Random) -> (String, Chances) {
    let ((a, one), (b, two)) = (pool(random), pool(random));
    if one.len() * two.len() > 40_000 {
        return matched(random);
    }
    let ties = *["", ", first", ", second"].choose(random).unwrap();
    let formulas: [(&str, Seen); 3] = [
        ("10 * x1 + x2", |wins| wins),
        ("x1", |wins| wins / 10),
        ("x2", |wins| wins % 10),
    ];
    let &(formula, seen) = formulas.choose(random).unwrap();
    let mut all = Chances::new();
    for (list, chance) in &one {
        for (other, p) in &two {
            let [list, other] = [list, other].map(|list| sorted(list.clone()));
            let [one, two] = pairs(&list, &other, ties);
            *all.entry(seen(10 * one + two))
                .or_insert_with(BigRational::zero) += chance * p;
        }
    }
    (
        format!("(matched({a}, {b}{ties}) -> {{else: {formula}}})"),
        all,
    )
}

pub(crate) fn make_pool(random: &mut Random) -> Case {
    let (text, meaning) = match random.random_range(0..5) {
        0 => matched(random),
        _ => contents(random),
    };
    Case::new("throw pool")
        .with("throw", text)
        .with("chances", written(&meaning))
}

//! Throws with names, made together with their meaning: every throw of every name is listed, one after the other.

use itertools::Itertools as _;
use num_rational::BigRational;
use num_traits::{One as _, Zero as _};
use rand::RngExt as _;
use rand::seq::IndexedRandom as _;

use crate::oracles::Random;
use crate::oracles::case::Case;

use super::meaning::{
    Chances, always, both, held, lists, mixed, pairs, sizes, sorted, uniform, written,
};
use super::repeats::{Repeat, chosen};

/// A pool: one with a name, or what is made of such.
enum Pool {
    Named(usize),
    Slice(Box<Pool>, i64, i64),
    Both(&'static str, Box<Pool>, Box<Pool>),
}

/// A number, by what names show.
enum Number {
    Plain(i64),
    /// A die that is thrown here.
    Die(i64),
    Named(usize),
    Total(Pool),
    Held(&'static str, Pool, Vec<i64>),
    /// The same of a die that is thrown here and the pool together.
    HeldWithDie(&'static str, i64, Pool, Vec<i64>),
    /// So many throws of it, added.
    Copies(usize, Box<Number>),
    /// Thrown once more where it shows this.
    Again(Box<Number>, i64),
    Matched(Pool, Pool, &'static str, usize),
    Size(Pool, usize),
    Two(&'static str, Box<Number>, Box<Number>),
    Highest(Vec<usize>, bool),
    If(Box<Number>, Box<Number>, Box<Number>),
    Table(Box<Number>, i64, Box<Number>),
    Choice(&'static str, Vec<Number>),
    /// Of a part of the pool, which has the name with this number.
    Keep(&'static str, Pool, usize, Box<Number>),
    /// Whether the sizes of the sets are these.
    Sizes(Pool, Vec<i64>),
    Repeat(Repeat),
}

/// What a name is given to.
enum Binding {
    Dice(usize, Vec<i64>),
    As(Number, Vec<i64>),
    Unlike(Vec<Vec<i64>>),
    /// Two hands of a deck.
    Hands([usize; 2], Vec<i64>),
    Pool(Pool),
    Number(Number),
}

/// What is known of the names: all outcomes in ascending order, hands of them, or a number alone.
#[derive(Clone, PartialEq)]
enum Known {
    Pool(Vec<i64>),
    Hands([Vec<i64>; 2]),
    Number(i64),
}

const NAMES: [&str; 7] = ["roll", "b", "third", "q4", "part", "kept", "last"];

fn set(values: &[i64]) -> String {
    let texts: Vec<String> = values.iter().map(i64::to_string).collect();
    format!("{{{}}}", texts.join(", "))
}

impl Pool {
    fn text(&self) -> String {
        match self {
            Self::Named(name) => NAMES[*name].to_owned(),
            Self::Slice(of, from, to) => format!("{}[{from}..{to}]", of.text()),
            Self::Both(word, a, b) => format!("{word}({}, {})", a.text(), b.text()),
        }
    }

    fn shown(&self, known: &[Known]) -> Vec<i64> {
        match self {
            Self::Named(name) => match &known[*name] {
                Known::Pool(all) => all.clone(),
                Known::Hands(hands) => sorted(hands.concat()),
                Known::Number(one) => vec![*one],
            },
            Self::Slice(of, from, to) if matches!(**of, Self::Named(name) if matches!(known[name], Known::Hands(_))) =>
            {
                let Self::Named(name) = **of else {
                    unreachable!()
                };
                let Known::Hands(hands) = &known[name] else {
                    unreachable!()
                };
                let place = |i: i64| if i > 0 { i } else { 3 + i };
                let hands = (1..).zip(hands);
                let kept = hands.filter(|(at, _)| (place(*from)..=place(*to)).contains(at));
                sorted(kept.flat_map(|(_, hand)| hand.clone()).collect())
            }
            Self::Slice(of, from, to) => {
                let all = of.shown(known);
                let place = |i: i64| if i > 0 { i } else { all.len() as i64 + 1 + i };
                let places = (1..).zip(&all);
                let kept = places.filter(|(at, _)| (place(*from)..=place(*to)).contains(at));
                kept.map(|(_, value)| *value).collect()
            }
            Self::Both(word, a, b) => {
                let (mut all, mut others) = (a.shown(known), b.shown(known));
                let full = others.clone();
                all.retain(|value| {
                    let there = others.iter().position(|other| other == value);
                    match *word {
                        "difference" => there.map(|at| others.swap_remove(at)).is_none(),
                        "common" => there.map(|at| others.swap_remove(at)).is_some(),
                        _ => !full.contains(value),
                    }
                });
                all
            }
        }
    }
}

/// All parts of a pool, those with fewer first and then in order.
fn parts(all: &[i64]) -> Vec<Vec<i64>> {
    let some = 0..1usize << all.len();
    let part = |code: usize| -> Vec<i64> {
        let places = (0..all.len()).filter(|at| code >> at & 1 == 1);
        places.map(|at| all[at]).collect()
    };
    let mut parts: Vec<Vec<i64>> = some.map(part).collect();
    parts.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    parts.dedup();
    parts
}

impl Number {
    /// Whether it is known where the names are.
    fn throws_nothing(&self) -> bool {
        match self {
            Self::Die(_) | Self::Repeat(_) | Self::HeldWithDie(..) => false,
            Self::Copies(_, of) | Self::Again(of, _) => of.throws_nothing(),
            Self::Two(_, a, b) | Self::Table(a, _, b) => a.throws_nothing() && b.throws_nothing(),
            Self::If(a, b, c) => [a, b, c].iter().all(|part| part.throws_nothing()),
            Self::Choice(_, options) => options.iter().all(Self::throws_nothing),
            _ => true,
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Plain(number) => format!("{number}"),
            Self::Die(faces) => format!("d{faces}"),
            Self::Named(name) => NAMES[*name].to_owned(),
            Self::Total(pool) => pool.text(),
            Self::Held(word @ ("count" | "sum" | "contains"), pool, wanted) => {
                format!("{word}({}, {})", pool.text(), set(wanted))
            }
            Self::Held("sets", pool, _) => format!("sets({}, 2)", pool.text()),
            Self::Held(word, pool, _) => format!("{word}({})", pool.text()),
            Self::HeldWithDie(word @ ("count" | "sum"), die, pool, wanted) => {
                format!("{word}(d{die}, {}, {})", pool.text(), set(wanted))
            }
            Self::HeldWithDie(word, die, pool, _) => format!("{word}(d{die}, {})", pool.text()),
            Self::Copies(count, of) => format!("({count}({}))", of.text()),
            Self::Again(of, shown) => format!("(({})ro{{{shown}}})", of.text()),
            Self::Matched(a, b, ties, part) => {
                format!("matched({}, {}{ties})[{part}]", a.text(), b.text())
            }
            Self::Size(pool, at) => format!("sizes({})[{at}]", pool.text()),
            Self::Two(sign, a, b) => format!("(({}) {sign} ({}))", a.text(), b.text()),
            Self::Highest(names, highest) => {
                let names: Vec<&str> = names.iter().map(|name| NAMES[*name]).collect();
                let word = if *highest { "max" } else { "min" };
                format!("{word}({})", names.join(", "))
            }
            Self::If(holds, yes, no) => {
                format!(
                    "(if {} then {} else {})",
                    holds.text(),
                    yes.text(),
                    no.text()
                )
            }
            Self::Table(of, key, value) => {
                format!("({} -> {{{key}: {}, else: x}})", of.text(), value.text())
            }
            Self::Choice(word, options) => {
                let options: Vec<String> = options.iter().map(Self::text).collect();
                format!("{word}({})", options.join(", "))
            }
            Self::Keep(word, pool, name, next) => {
                let name = NAMES[*name];
                format!("{word}({name} in {}: {})", pool.text(), next.text())
            }
            Self::Sizes(pool, sizes) => {
                let sizes: Vec<String> = sizes.iter().map(i64::to_string).collect();
                format!("(sizes({}) = ({}))", pool.text(), sizes.join(", "))
            }
            Self::Repeat(repeat) => repeat.text(),
        }
    }

    fn chances(&self, known: &[Known]) -> Chances {
        match self {
            Self::Plain(number) => always(*number),
            Self::Die(faces) => uniform(1..=*faces),
            Self::Named(name) => always(Pool::Named(*name).shown(known).iter().sum()),
            Self::Total(pool) => always(pool.shown(known).iter().sum()),
            Self::Held(word, pool, wanted) => always(held(word, &pool.shown(known), wanted)),
            Self::HeldWithDie(word, die, pool, wanted) => {
                let of = |face| {
                    held(
                        word,
                        &sorted([pool.shown(known), vec![face]].concat()),
                        wanted,
                    )
                };
                mixed(&Self::Die(*die).chances(known), |face| always(of(face)))
            }
            Self::Copies(count, of) => {
                let each = of.chances(known);
                (0..*count).fold(always(0), |sum, _| both(&sum, &each, |a, b| a + b))
            }
            Self::Again(of, shown) => mixed(&of.chances(known), |x| match x == *shown {
                true => of.chances(known),
                false => always(x),
            }),
            Self::Matched(a, b, ties, part) => {
                always(pairs(&a.shown(known), &b.shown(known), ties)[part - 1])
            }
            Self::Size(pool, at) => {
                always(sizes(&pool.shown(known)).get(at - 1).copied().unwrap_or(0))
            }
            Self::Two(sign, a, b) => {
                both(&a.chances(known), &b.chances(known), |a, b| match *sign {
                    "+" => a + b,
                    "-" => a - b,
                    "*" => a * b,
                    ">" => i64::from(a > b),
                    "=" => i64::from(a == b),
                    "and" => i64::from(a != 0 && b != 0),
                    _ => i64::from(a != 0 || b != 0),
                })
            }
            Self::Highest(names, highest) => {
                let all = names
                    .iter()
                    .map(|name| Pool::Named(*name).shown(known).iter().sum());
                always(if *highest { all.max() } else { all.min() }.unwrap())
            }
            Self::If(holds, yes, no) => mixed(&holds.chances(known), |holds| {
                if holds != 0 { yes } else { no }.chances(known)
            }),
            Self::Choice(word, options) => {
                let options: Vec<Chances> =
                    options.iter().map(|option| option.chances(known)).collect();
                chosen(*word == "best", &options)
            }
            Self::Keep(word, pool, name, next) => {
                let option = |part: Vec<i64>| {
                    let mut known = known[..*name].to_vec();
                    known.push(Known::Pool(part));
                    next.chances(&known)
                };
                let parts = parts(&pool.shown(known)).into_iter();
                let options: Vec<Chances> = parts.map(option).collect();
                chosen(*word == "best", &options)
            }
            Self::Sizes(pool, wanted) => always(i64::from(sizes(&pool.shown(known)) == *wanted)),
            Self::Repeat(repeat) => repeat.chances(),
            Self::Table(of, key, value) => mixed(&of.chances(known), |x| {
                if x == *key {
                    value.chances(known)
                } else {
                    always(x)
                }
            }),
        }
    }
}

impl Binding {
    fn text(&self) -> String {
        match self {
            Self::Dice(count, faces) => format!("{count}d{}", set(faces)),
            Self::As(count, faces) => format!("({})d{}", count.text(), set(faces)),
            Self::Unlike(dice) => {
                let dice: Vec<String> = dice
                    .iter()
                    .map(|faces| format!("d{}", set(faces)))
                    .collect();
                format!("({})", dice.join(", "))
            }
            Self::Hands([a, b], deck) => format!("deal({a}, {b}, {})", set(deck)),
            Self::Pool(pool) => pool.text(),
            Self::Number(number) => number.text(),
        }
    }

    /// Everything that it can show, with its chance.
    fn worlds(&self, known: &[Known]) -> Vec<(Known, BigRational)> {
        let listed = |dice: &[Vec<i64>]| -> Vec<(Known, BigRational)> {
            let throws: Vec<Chances> = dice
                .iter()
                .map(|faces| uniform(faces.iter().copied()))
                .collect();
            let worlds = lists(&throws).into_iter().map(|(mut list, p)| {
                list.sort_unstable();
                (Known::Pool(list), p)
            });
            joined(worlds)
        };
        match self {
            Self::Dice(count, faces) => listed(&vec![faces.clone(); *count]),
            Self::Unlike(dice) => listed(dice),
            Self::As(count, faces) => {
                let counts = count.chances(known).into_iter();
                let worlds = counts.flat_map(|(n, p)| {
                    let dice = vec![faces.clone(); usize::try_from(n).unwrap()];
                    let all = listed(&dice).into_iter();
                    all.map(move |(known, q)| (known, &p * q))
                        .collect::<Vec<_>>()
                });
                joined(worlds)
            }
            Self::Hands([a, b], deck) => {
                let p = BigRational::new(1.into(), (1..=deck.len() as i64).product::<i64>().into());
                joined(deck.iter().copied().permutations(deck.len()).map(|order| {
                    let hands = [&order[..*a], &order[*a..a + b]];
                    (
                        Known::Hands(hands.map(|hand| sorted(hand.to_vec()))),
                        p.clone(),
                    )
                }))
            }
            // Another name for hands is hands.
            Self::Pool(Pool::Named(name)) => vec![(known[*name].clone(), BigRational::one())],
            Self::Pool(pool) => vec![(Known::Pool(pool.shown(known)), BigRational::one())],
            Self::Number(number) => {
                let all = number.chances(known).into_iter();
                all.map(|(value, p)| (Known::Number(value), p)).collect()
            }
        }
    }
}

/// Equal worlds as one.
fn joined(worlds: impl Iterator<Item = (Known, BigRational)>) -> Vec<(Known, BigRational)> {
    let mut all: Vec<(Known, BigRational)> = Vec::new();
    for (known, p) in worlds {
        match all.iter_mut().find(|(other, _)| *other == known) {
            Some((_, sum)) => *sum += p,
            None => all.push((known, p)),
        }
    }
    all
}

/// The chances of the body, where a condition holds if there is one; nothing where it never does, or there is too much to list.
fn meaning(bindings: &[Binding], body: &Number, given: Option<&Number>) -> Option<Chances> {
    let mut worlds = vec![(Vec::new(), BigRational::one())];
    for binding in bindings {
        let mut next = Vec::new();
        for (known, p) in &worlds {
            for (shown, q) in binding.worlds(known) {
                let mut known = known.clone();
                known.push(shown);
                next.push((known, p * q));
            }
        }
        worlds = next;
        if worlds.len() > 3000 {
            return None;
        }
    }
    if let Some(given) = given {
        worlds.retain(|(known, _)| !given.chances(known).contains_key(&0));
    }
    let total: BigRational = worlds.iter().map(|(_, p)| p).sum();
    let mut all = Chances::new();
    for (known, p) in &worlds {
        for (value, q) in body.chances(known) {
            *all.entry(value).or_insert_with(BigRational::zero) += p * q / &total;
        }
    }
    (!all.is_empty()).then_some(all)
}

fn faces(random: &mut Random) -> Vec<i64> {
    let count = random.random_range(1..5);
    (0..count).map(|_| random.random_range(0..5)).collect()
}

/// The kinds of the names given so far: whether each is a pool.
type Kinds = [bool];

fn random_pool(random: &mut Random, kinds: &Kinds, depth: usize) -> Pool {
    match random.random_range(0..4) {
        0 if depth > 0 => {
            let ends = [
                (1, 1),
                (-1, -1),
                (2, 2),
                (1, 2),
                (-2, -1),
                (2, -2),
                (2, -1),
                (1, -2),
                (-2, -2),
            ];
            let (from, to) = *ends.choose(random).unwrap();
            Pool::Slice(Box::new(random_pool(random, kinds, depth - 1)), from, to)
        }
        1 if depth > 0 => {
            let word = *["difference", "common", "without"].choose(random).unwrap();
            let [a, b] = [(); 2].map(|()| Box::new(random_pool(random, kinds, depth - 1)));
            Pool::Both(word, a, b)
        }
        _ => {
            let pools: Vec<usize> = (0..kinds.len()).filter(|name| kinds[*name]).collect();
            Pool::Named(*pools.choose(random).unwrap())
        }
    }
}

fn random_number(random: &mut Random, kinds: &Kinds, depth: usize) -> Number {
    let small = |random: &mut Random| Box::new(random_number(random, kinds, depth - 1));
    match random.random_range(0..21) {
        17 | 18 => {
            let words = ["count", "sum", "largest_set", "distinct", "straight"];
            let word = words.choose(random).unwrap();
            let die = random.random_range(2..4);
            let pool = random_pool(random, kinds, 1);
            Number::HeldWithDie(word, die, pool, vec![1, 2])
        }
        19 if depth > 0 => Number::Copies(random.random_range(2..4), small(random)),
        20 if depth > 0 => Number::Again(small(random), random.random_range(0..4)),
        13 if depth > 0 => {
            let options = random.random_range(2..4);
            let options = (0..options).map(|_| random_number(random, kinds, depth - 1));
            let options = options.collect();
            Number::Choice(["best", "least"].choose(random).unwrap(), options)
        }
        14 if depth > 0 => {
            let word = ["best", "least"].choose(random).unwrap();
            let pool = random_pool(random, kinds, 1);
            let kinds = [kinds, &[true]].concat();
            let next = random_number(random, &kinds, depth - 1);
            let name = kinds.len() - 1;
            Number::Keep(word, pool, name, Box::new(next))
        }
        15 => {
            let sizes = [vec![1, 1], vec![2, 1], vec![2, 2], vec![3, 1]];
            Number::Sizes(
                random_pool(random, kinds, 1),
                sizes.choose(random).unwrap().clone(),
            )
        }
        16 => Number::Repeat(Repeat::random(random)),
        0 => Number::Plain(random.random_range(0..4)),
        1 => Number::Die(random.random_range(2..4)),
        2 | 3 => Number::Named(random.random_range(0..kinds.len())),
        4 => Number::Size(random_pool(random, kinds, 2), random.random_range(1..3)),
        5 => {
            let [a, b] = [(); 2].map(|()| random_pool(random, kinds, 1));
            let ties = *["", ", first", ", second"].choose(random).unwrap();
            Number::Matched(a, b, ties, random.random_range(1..3))
        }
        6 | 7 if depth > 0 => {
            let sign = *["+", "-", "*", ">", "=", "and", "or"]
                .choose(random)
                .unwrap();
            Number::Two(sign, small(random), small(random))
        }
        8 if depth > 0 => Number::If(small(random), small(random), small(random)),
        9 if depth > 0 => {
            let key = random.random_range(0..4);
            Number::Table(small(random), key, small(random))
        }
        // Of one pool it would be one of its dice.
        10 if kinds.len() > 1 => {
            let names = random.random_range(2..=kinds.len());
            Number::Highest((0..names).collect(), random.random_bool(0.5))
        }
        11 => Number::Total(random_pool(random, kinds, 2)),
        _ => {
            let words = [
                "count",
                "sum",
                "largest_set",
                "distinct",
                "sets",
                "straight",
                "contains",
            ];
            let mut wanted = faces(random);
            if wanted.len() > 1 && random.random_bool(0.7) {
                wanted.truncate(2);
            }
            Number::Held(
                words.choose(random).unwrap(),
                random_pool(random, kinds, 2),
                wanted,
            )
        }
    }
}

pub(crate) fn make_program(random: &mut Random) -> Case {
    loop {
        let mut kinds = Vec::new();
        let mut bindings = Vec::new();
        for at in 0..random.random_range(1..4) {
            let binding = match random.random_range(0..9) {
                3 if at > 0 => {
                    let (a, b) = (random.random_range(0..3), random_number(random, &kinds, 0));
                    let least = Number::Two("*", Box::new(b), Box::new(Number::Plain(0)));
                    let count = random_number(random, &kinds, 0);
                    let some = Number::Two(">", Box::new(count), Box::new(Number::Plain(a)));
                    Binding::As(
                        Number::Two("+", Box::new(least), Box::new(some)),
                        faces(random),
                    )
                }
                4 if at > 0 => Binding::Pool(random_pool(random, &kinds, 2)),
                5 | 6 if at > 0 => Binding::Number(random_number(random, &kinds, 1)),
                7 => Binding::Unlike((0..2).map(|_| faces(random)).collect()),
                8 => {
                    let hands = [(); 2].map(|()| random.random_range(1..3));
                    let more = random.random_range(0..2);
                    let cards = hands.iter().sum::<usize>() + more;
                    Binding::Hands(
                        hands,
                        (0..cards).map(|_| random.random_range(0..4)).collect(),
                    )
                }
                _ => Binding::Dice(random.random_range(2..5), faces(random)),
            };
            kinds.push(!matches!(binding, Binding::Number(_)));
            bindings.push(binding);
        }
        let body = random_number(random, &kinds, 2);
        let given = random
            .random_bool(0.2)
            .then(|| random_number(random, &kinds, 1));
        let given = given.filter(Number::throws_nothing);
        let Some(meaning) = meaning(&bindings, &body, given.as_ref()) else {
            continue;
        };
        let bindings = NAMES.iter().zip(&bindings);
        let lets = bindings.map(|(name, binding)| format!("let {name} = {}; ", binding.text()));
        let text = lets.collect::<String>() + &body.text();
        return Case::new("throw program")
            .with("throw", text)
            .with(
                "given",
                given.map_or_else(String::new, |given| given.text() + " != 0"),
            )
            .with("chances", written(&meaning));
    }
}

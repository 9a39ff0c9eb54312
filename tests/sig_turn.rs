//! Whole turns of sig checked against every sequence of throws up to a depth, and against formulas worked out by hand.
//!
//! The enumeration shares nothing with the library: it goes through all compositions of a turn from the classes of throws,
//! judges each finished list of throws by reading it from the start, and brackets every reported number by what the
//! finished sequences give, without and with all that still go on.

#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used)]

use crate::schema;

use std::collections::BTreeMap;
use std::process::Command;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use serde_json::Value;
use siga::chance::analysis::{Answer, Outcomes, Question, analyse};
use siga::chance::parse;
use siga::chance::turn::{Cancel, RowRule, TurnRules};
use siga::exact::{Field, Quantity, Surd, parse_fraction};
use siga::games::sig::Rules;
use siga::games::sig::turn::turn;

/// A class of throws: what it counts, its weight, whether it earns another throw.
#[derive(Clone, Debug)]
struct Class {
    name: String,
    weight: BigInt,
    cancels: bool,
    again: bool,
}

/// The two accounts, written down from the source, with the weight of each number of red sides.
fn classes(ludii: bool, reds: &[BigInt]) -> Vec<Class> {
    let class = |name: &str, counts: &[usize], again: bool| Class {
        name: name.to_owned(),
        weight: counts.iter().map(|&red| &reds[red]).sum(),
        cancels: name == "khmar",
        again,
    };
    vec![
        class("8", &[0, 8], false),
        class(if ludii { "1" } else { "khadzh" }, &[1, 7], true),
        class(if ludii { "6" } else { "khmar" }, &[2, 6], !ludii),
        class("5", &[3, 5], false),
        class("4", &[4], true),
    ]
}

/// The weight of each number of red sides, over the product of the denominators.
fn reds(biases: &[(u32, u32); 8]) -> Vec<BigInt> {
    let mut weights = vec![BigInt::one()];
    for &(red, all) in biases {
        let mut next = vec![BigInt::zero(); weights.len() + 1];
        for (count, weight) in weights.iter().enumerate() {
            next[count] += weight * (all - red);
            next[count + 1] += weight * red;
        }
        weights = next;
    }
    weights
}

/// Which throws stand, and whether the turn is over: `row` throws in a row that earn another void the last.
fn judge(thrown: &[&Class], stack: bool, row: Option<usize>) -> (Vec<usize>, bool) {
    let mut standing: Vec<usize> = Vec::new();
    for (i, class) in thrown.iter().enumerate() {
        let earns = |class: &&&Class| class.again && !class.cancels;
        let in_row = thrown[..=i].iter().rev().take_while(earns).count();
        if class.cancels {
            if stack {
                standing.pop();
            } else if i > 0 && !thrown[i - 1].cancels {
                standing.retain(|&place| place != i - 1);
            }
        } else if row.is_some() && Some(in_row) == row {
            return (standing, true);
        } else {
            standing.push(i);
        }
        if !class.again {
            return (standing, true);
        }
    }
    (standing, false)
}

/// Weights of all finished sequences, in units of 1 / total^depth.
#[derive(Default)]
struct Found {
    unit: BigInt,
    rest: BigInt,
    lists: BTreeMap<Vec<String>, BigInt>,
    throws: BTreeMap<i64, BigInt>,
}

fn enumerate(classes: &[Class], stack: bool, row: Option<usize>, depth: usize) -> Found {
    let total: BigInt = classes.iter().map(|class| &class.weight).sum();
    let powers: Vec<BigInt> = (0..=depth as u32).map(|n| total.pow(n)).collect();
    let mut found = Found {
        unit: powers[depth].clone(),
        ..Found::default()
    };
    let mut open: Vec<(Vec<&Class>, BigInt)> = vec![(Vec::new(), BigInt::one())];
    while let Some((thrown, weight)) = open.pop() {
        if thrown.len() == depth {
            found.rest += weight;
            continue;
        }
        for class in classes {
            let thrown = [thrown.as_slice(), &[class]].concat();
            let weight = &weight * &class.weight;
            let (standing, over) = judge(&thrown, stack, row);
            if over {
                let weight = weight * &powers[depth - thrown.len()];
                let list = standing.iter().map(|&i| thrown[i].name.clone()).collect();
                *found.throws.entry(thrown.len() as i64).or_default() += &weight;
                *found.lists.entry(list).or_default() += weight;
            } else {
                open.push((thrown, weight));
            }
        }
    }
    found
}

fn ends(quantity: &Quantity) -> (Surd, Surd) {
    match quantity {
        Quantity::Bounded(bounds) => (bounds.lower.clone().into(), bounds.upper.clone().into()),
        quantity => (quantity.surd().unwrap(), quantity.surd().unwrap()),
    }
}

impl Found {
    fn share(&self, weight: &BigInt) -> Surd {
        BigRational::new(weight.clone(), self.unit.clone()).into()
    }

    /// The number lies between the weight of the finished sequences for which something holds and that with the rest.
    fn bracket(&self, holds: impl Fn(&[String]) -> bool, reported: &Quantity, what: &str) {
        let some = self.lists.iter().filter(|(list, _)| holds(list));
        let weight: BigInt = some.map(|(_, weight)| weight).sum();
        let (lower, upper) = ends(reported);
        assert!(self.share(&weight) <= upper, "{what} is too low: {upper}");
        let most = self.share(&(weight + &self.rest));
        assert!(lower <= most, "{what} is too high: {lower}");
    }

    /// A mean lies above what the finished sequences give, and below that with `slack` for the others.
    fn mean(&self, of: impl Fn(&[String]) -> i64, reported: &Quantity, slack: &Surd, what: &str) {
        let sum: BigInt = self
            .lists
            .iter()
            .map(|(list, weight)| weight * of(list))
            .sum();
        let (lower, upper) = ends(reported);
        assert!(self.share(&sum) <= upper, "{what} is too low: {upper}");
        assert!(
            lower <= self.share(&sum) + slack.clone(),
            "{what} is too high: {lower}"
        );
    }
}

/// All chances sum to one, exactly when none is enclosed.
fn sum_to_one<'a>(chances: impl Iterator<Item = &'a Quantity>) {
    let (mut lower, mut upper) = (Surd::zero(), Surd::zero());
    for chance in chances {
        let (low, high) = ends(chance);
        lower = lower + low;
        upper = upper + high;
    }
    assert!(
        lower <= Surd::one() && Surd::one() <= upper,
        "{lower} to {upper}"
    );
    assert!(upper - lower < parse_fraction("1/1000000000000").unwrap().into());
}

fn total(list: &[String]) -> i64 {
    list.iter()
        .filter_map(|name| name.parse::<i64>().ok())
        .sum()
}

fn times(list: &[String], name: &str) -> i64 {
    list.iter().filter(|other| *other == name).count() as i64
}

fn largest(list: &[String]) -> Option<i64> {
    list.iter().filter_map(|name| name.parse().ok()).max()
}

/// Every number of an answer against the enumeration.
fn check(classes: &[Class], stack: bool, row: Option<usize>, depth: usize, answer: &Answer) {
    let found = enumerate(classes, stack, row, depth);
    let turn = answer.turn.as_ref().unwrap();
    let standing = turn.values.as_ref().unwrap();
    let values = &standing.values;

    for row in &values.lists {
        let (list, chance) = (&row.values, &row.probability);
        let names: Vec<String> = list.iter().map(ToString::to_string).collect();
        found.bracket(
            |other| other == names,
            chance,
            &format!("the list {names:?}"),
        );
    }
    // Nothing that came up and is short enough is missing.
    let listed = |list: &Vec<String>| {
        values.lists.iter().any(|other| {
            other
                .values
                .iter()
                .map(ToString::to_string)
                .eq(list.iter().cloned())
        })
    };
    assert!(
        found
            .lists
            .keys()
            .filter(|list| list.len() <= values.length)
            .all(listed)
    );
    found.bracket(
        |list| list.len() > values.length,
        &values.rest,
        "longer lists",
    );
    sum_to_one(
        values
            .lists
            .iter()
            .map(|row| &row.probability)
            .chain([&values.rest]),
    );
    for row in &values.multisets {
        let (set, chance) = (&row.values, &row.probability);
        let mut names: Vec<String> = set.iter().map(ToString::to_string).collect();
        names.sort();
        let same = |list: &[String]| {
            let mut list = list.to_vec();
            list.sort();
            list == names
        };
        found.bracket(same, chance, &format!("the multiset {names:?}"));
    }
    sum_to_one(
        values
            .multisets
            .iter()
            .map(|row| &row.probability)
            .chain([&values.rest]),
    );

    for count in &standing.counts {
        let name = count.outcome.to_string();
        let counted = &count.times;
        for row in &counted.rows {
            let (k, chance) = (&row.times, &row.probability);
            found.bracket(
                |list| times(list, &name) == *k,
                chance,
                &format!("{name} × {k}"),
            );
        }
        let last = counted.rows.last().unwrap().times;
        if let Some(rest) = &counted.rest {
            found.bracket(
                |list| times(list, &name) > last,
                rest,
                &format!("{name} × > {last}"),
            );
        }
        sum_to_one(
            counted
                .rows
                .iter()
                .map(|row| &row.probability)
                .chain(&counted.rest),
        );
    }
    for row in &standing.largest {
        let (value, chance) = (&row.value, &row.probability);
        found.bracket(
            |list| largest(list) == *value,
            chance,
            &format!("largest {value:?}"),
        );
    }
    sum_to_one(standing.largest.iter().map(|row| &row.probability));

    let Outcomes::Listed { rows, rest, .. } = &answer.outcomes else {
        panic!("totals are listed")
    };
    for (x, chance) in rows {
        found.bracket(
            |list| Some(total(list)) == x.number(),
            chance,
            &format!("total {x}"),
        );
    }
    let rest = rest.iter().map(|(_, rest)| rest.as_ref());
    sum_to_one(rows.iter().map(|(_, chance)| chance).chain(rest));

    // A throw more counts 8 at most, and what goes on takes at most 1/(1 − again) throws more on average.
    let again = classes
        .iter()
        .filter(|class| class.again)
        .map(|class| &class.weight)
        .sum::<BigInt>();
    let all = classes.iter().map(|class| &class.weight).sum::<BigInt>();
    let more =
        BigRational::new(all.clone(), &all - &again) + BigRational::from_integer(depth.into());
    let slack = found.share(&found.rest) * more.into();
    for occurs in &turn.occurs {
        let (chance, mean) = (&occurs.probability, &occurs.mean);
        let name = occurs.outcome.to_string();
        found.bracket(
            |list| times(list, &name) > 0,
            chance,
            &format!("{name} at all"),
        );
        found.mean(
            |list| times(list, &name),
            mean,
            &slack,
            &format!("{name} on average"),
        );
    }
    let mean = &answer.moments.as_ref().unwrap().mean;
    found.mean(total, mean, &(slack * Surd::from(8)), "the mean");

    for row in &turn.throws.rows {
        let (throws, chance) = (&row.throws, &row.probability);
        if *throws <= depth as i64 {
            let weight = found.throws.get(throws).cloned().unwrap_or_default();
            assert_eq!(
                chance.surd().unwrap(),
                found.share(&weight),
                "{throws} throws"
            );
        }
    }
    if row.is_none() {
        // A geometric number of throws.
        let stop = BigRational::new(&all - &again, all);
        assert_eq!(turn.throws.mean, Quantity::Exact(stop.recip()));
        let variance = (BigRational::one() - &stop) / (&stop * &stop);
        assert_eq!(turn.throws.variance, Quantity::Exact(variance));
    }
}

const FAIR: [(u32, u32); 8] = [(1, 2); 8];
const BIASED: [(u32, u32); 8] = [(3, 5); 8];
const UNLIKE: [(u32, u32); 8] = [
    (1, 2),
    (3, 5),
    (1, 3),
    (2, 3),
    (1, 2),
    (9, 20),
    (11, 20),
    (1, 4),
];

fn rules(account: &str, biases: &[(u32, u32); 8]) -> Rules {
    let biases: Vec<String> = biases
        .iter()
        .map(|(red, all)| format!("{red}/{all}"))
        .collect();
    format!("sig:{account},bias={}", biases.join("|"))
        .parse()
        .unwrap()
}

#[test]
fn every_number_lies_between_what_all_sequences_give() {
    for (biases, depth) in [(FAIR, 10), (BIASED, 8), (UNLIKE, 8)] {
        for (account, stack) in [
            ("depaulis", false),
            ("depaulis,cancel=stack", true),
            ("ludii", false),
        ] {
            let whole = turn(&rules(account, &biases), 3, None).unwrap();
            let classes = classes(account == "ludii", &reds(&biases));
            check(&classes, stack, None, depth, &whole.answer);
            if account == "ludii" {
                assert!(whole.named.is_none());
            }
        }
    }
}

#[test]
fn rows_of_throws_and_a_stack() {
    let table = "8s -> {0|8: 8, 1|7: \"khadzh\"*, 2|6: \"khmar\" cancel*, 3|5: 5, 4: 4*}";
    let spec = parse(table).unwrap();
    for length in 2..=5 {
        let question = Question {
            turn: Some(TurnRules {
                row: Some(RowRule {
                    length,
                    same: false,
                    all: false,
                }),
                cancel: Cancel::Stack,
                max_throws: None,
            }),
            values: Some(2),
            ..Question::default()
        };
        let answer = analyse(&spec, &question).unwrap();
        check(
            &classes(false, &reds(&FAIR)),
            true,
            Some(length as usize),
            9,
            &answer,
        );
        // Rows of two make the equations linear, of three quadratic, of more cubic and so on.
        let values = answer.turn.unwrap().values.unwrap().values;
        let kind = match values.rest {
            Quantity::Exact(_) => "rational",
            Quantity::Surd(_) => "surd",
            _ => "bounds",
        };
        assert_eq!(
            kind,
            ["rational", "surd", "bounds", "bounds"][length as usize - 2]
        );
        if let Quantity::Bounded(bounds) = &values.rest {
            let width = &bounds.upper - &bounds.lower;
            assert!(width < parse_fraction(&format!("1/1{}", "0".repeat(40))).unwrap());
        }
    }
}

/// A cancelling throw that ends the turn, and one that nothing can follow.
#[test]
fn other_cancelling_rules() {
    let class = |name: &str, weight: i64, cancels: bool, again: bool| Class {
        name: name.to_owned(),
        weight: weight.into(),
        cancels,
        again,
    };
    let die = [
        class("1", 2, false, true),
        class("2", 1, false, true),
        class("off", 2, true, true),
        class("last", 1, true, false),
        class("3", 1, false, false),
    ];
    let spec = "d{1:2, 2:1, 3:2, 4:1, 5:1} -> {1: 1*, 2: 2*, 3: \"off\" cancel*, 4: \"last\" cancel, 5: 3}";
    for (cancel, stack) in [(Cancel::Previous, false), (Cancel::Stack, true)] {
        for row in [None, Some(2), Some(3)] {
            let question = Question {
                turn: Some(TurnRules {
                    cancel,
                    row: row.map(|length| RowRule {
                        length,
                        same: false,
                        all: false,
                    }),
                    max_throws: None,
                }),
                values: Some(3),
                ..Question::default()
            };
            let answer = analyse(&parse(spec).unwrap(), &question).unwrap();
            check(&die, stack, row.map(|length| length as usize), 8, &answer);
        }
    }
}

/// The stack by hand: with a the chance to lay a throw on, c to cancel, t to end, a throw laid on is taken off with Q,
/// Q = c + a·Q², and a list of k throws and the last has chance M·N^k·(its throws), N = 1/(1 − a·Q) for what is thrown in
/// vain between two that stand and M = 1/(1 − c − a·Q) before the first.
#[test]
fn the_stack_by_hand() {
    let ratio = |over: i64, under: i64| Surd::from(BigRational::new(over.into(), under.into()));
    let (khadzh, bagra, khmar, end) = (
        ratio(16, 256),
        ratio(70, 256),
        ratio(56, 256),
        ratio(114, 256),
    );
    let a = khadzh.clone() + bagra.clone();
    let discriminant = ratio(1, 1) - ratio(4, 1) * a.clone() * khmar.clone();
    let root = Surd::sqrt(discriminant.as_rational().unwrap()).unwrap();
    let q = (ratio(1, 1) - root).divided_by(&(ratio(2, 1) * a.clone()));
    assert_eq!(q, khmar.clone() + a.clone() * q.clone() * q.clone());
    let n = Surd::one().divided_by(&(Surd::one() - a.clone() * q.clone()));
    let m = Surd::one().divided_by(&(Surd::one() - khmar - a * q));

    let whole = turn(&"sig:depaulis,cancel=stack".parse().unwrap(), 3, None).unwrap();
    let found = whole.answer.turn.unwrap().values.unwrap().values;
    assert_eq!(found.lists.len(), 14);
    for row in &found.lists {
        let (list, chance) = (&row.values, &row.probability);
        let mut expected = m.clone();
        for outcome in list {
            expected = expected
                * match outcome.to_string().as_str() {
                    "khadzh" => khadzh.clone() * n.clone(),
                    "4" => bagra.clone() * n.clone(),
                    "5" => ratio(112, 256),
                    _ => ratio(2, 256),
                };
        }
        assert_eq!(chance.surd().unwrap(), expected, "{list:?}");
    }
    // No khadzh: bagras alone before the end.
    let bagras = Surd::one().divided_by(&(Surd::one() - n.clone() * bagra));
    let expected = Surd::one() - m * end * bagras;
    let khadzh = whole.named.unwrap().at_least_one.surd().unwrap();
    assert_eq!(khadzh, expected);
    assert_eq!(khadzh.to_string(), "-232/2051 + 16/2051*sqrt(723)");
    assert_eq!(khadzh.decimal(20), "0.09664483135639203875");
}

/// The JSON answer, which is as its schema says, or `null`; and all that is printed.
fn siga(arguments: &[&str]) -> (Value, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_siga"))
        .args(arguments)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    let answer = serde_json::from_str(&text).unwrap_or(Value::Null);
    if !answer.is_null() {
        schema::holds(&answer);
    }
    (answer, text + &errors)
}

#[test]
fn json_of_a_turn() {
    let (answer, _) = siga(&[
        "sig",
        "turn",
        "--rules",
        "sig:depaulis,cancel=stack",
        "--length",
        "2",
        "--json",
    ]);
    assert_eq!(answer["schema"], "siga/sig-turn/1");
    assert_eq!(answer["query"]["rules"], "sig:depaulis,cancel=stack");
    let result = &answer["result"];
    let chance = &result["khadzh"]["at_least_one"];
    assert_eq!(chance["exact"]["a"], "-232/2051");
    assert_eq!(chance["exact"]["b"], "16/2051");
    assert_eq!(chance["exact"]["root"], "723");
    assert_eq!(chance["approx"], 0.09664483135639204);
    // Rational answers stay rational.
    assert_eq!(result["throws"]["mean"]["exact"], "128/57");
    assert_eq!(result["largest"][0]["probability"]["exact"], "56/57");
    assert_eq!(
        result["values"]["lists"][0]["values"],
        serde_json::json!([5])
    );
    assert_eq!(result["again"]["exact"], "71/128");
    assert_eq!(result["median"], serde_json::json!([5]));
    assert_eq!(result["total"], Value::Null);
    assert_eq!(result["table"].as_array().unwrap().len(), 5);

    let (answer, _) = siga(&["sig", "turn", "--bias", "1", "--json"]);
    assert_eq!(answer["query"]["rules"], "sig:depaulis,bias=1");
    assert_eq!(answer["result"]["outcomes"][0]["outcome"], 8);
    assert_eq!(answer["result"]["total"], "1");
    let (_, text) = siga(&["sig", "turn", "--bias", "1/2,1/3"]);
    assert!(text.contains("2 chances for 8 sticks"), "{text}");
}

#[test]
fn any_throw_may_be_stacked() {
    let (answer, text) = siga(&[
        "throw",
        "sig:depaulis",
        "--turn",
        "--cancel",
        "stack",
        "--sequence",
        "khadzh,khmar,4,khmar,khadzh,4,5",
        "--json",
    ]);
    let stands = &answer["result"]["sequence"]["stands"];
    assert_eq!(*stands, serde_json::json!(["khadzh", 4, 5]), "{text}");
    // A second khmar reaches further back on a stack alone.
    for (cancel, left) in [
        ("previous", serde_json::json!(["khadzh", 5])),
        ("stack", serde_json::json!([5])),
    ] {
        let sequence = "khadzh,4,khmar,khmar,5";
        let (answer, _) = siga(&[
            "throw",
            "sig:depaulis",
            "--turn",
            "--cancel",
            cancel,
            "--sequence",
            sequence,
            "--json",
        ]);
        assert_eq!(answer["result"]["sequence"]["stands"], left);
    }
    for (arguments, fault) in [
        (&["--max-throws", "5"][..], "does not go with --max-throws"),
        (&["--in-a-row", "3,all"], "does not go with rows"),
        (&["--values", "10", "--bias", "1/2"], "decimal"),
        (&["--bias", "p"], "give the bias as one number"),
        (&["--bias", "0.4..0.6"], "give the bias as one number"),
        (&["--bias", "1/2,1/3"], "2 biases for 8 sticks"),
        (
            &["--bias", "2,1,1,1,1,1,1,1"],
            "the bias 2 is not a probability",
        ),
    ] {
        let (_, text) = siga(
            &[
                &["throw", "sig:depaulis", "--turn", "--cancel", "stack"],
                arguments,
            ]
            .concat(),
        );
        assert!(text.contains(fault), "{text}");
    }
    // Tails of surds, and eight different sticks: the same turn as by the rules.
    let unlike = "1/2,3/5,1/3,2/3,1/2,9/20,11/20,1/4";
    let (thrown, _) = siga(&[
        "throw",
        "sig:depaulis",
        "--turn",
        "--cancel",
        "stack",
        "--bias",
        unlike,
        "--at-least",
        "--json",
    ]);
    let (ruled, _) = siga(&[
        "sig",
        "turn",
        "--rules",
        "sig:depaulis,cancel=stack",
        "--bias",
        unlike,
        "--json",
    ]);
    assert_eq!(thrown["result"]["mean"], ruled["result"]["mean"]);
    assert_eq!(thrown["result"]["outcomes"][0]["at_least"]["exact"], "1");
}

#[test]
fn turns_of_the_relatives() {
    for (preset, mean) in [("tab", "19/5"), ("sahkku", ""), ("sig:ludii", "")] {
        let (answer, text) = siga(&["throw", preset, "--turn", "--values", "2", "--json"]);
        let result = &answer["result"];
        assert!(result["values"]["lists"].is_array(), "{text}");
        if !mean.is_empty() {
            assert_eq!(result["mean"]["exact"], mean);
        }
    }
}

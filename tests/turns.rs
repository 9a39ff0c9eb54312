//! Whole turns checked against every sequence of throws up to a depth.
//!
//! The enumeration shares nothing with the library but the words: it judges a finished list of throws by reading
//! it from the start. Sequences still going on at the depth bracket what they could add; with a limit on the
//! throws nothing is left over and everything must agree exactly.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Signed, Zero};
use proptest::prelude::*;
use siga::chance::analysis::{AnalysisError, Answer, Outcomes, Question, analyse};
use siga::chance::parse;
use siga::chance::turn::{RowRule, TurnError, TurnRules};

/// One face of the die thrown: how many there are, and what it counts.
#[derive(Clone, Debug, PartialEq)]
struct Face {
    weight: u32,
    counts: Counts,
    again: bool,
}

#[derive(Clone, Debug, PartialEq)]
enum Counts {
    Number(i64),
    Label(&'static str),
    Cancel,
}

fn number(weight: u32, value: i64, again: bool) -> Face {
    let counts = Counts::Number(value);
    Face {
        weight,
        counts,
        again,
    }
}

fn label(weight: u32, name: &'static str, again: bool) -> Face {
    let counts = Counts::Label(name);
    Face {
        weight,
        counts,
        again,
    }
}

fn cancel(weight: u32, again: bool) -> Face {
    let counts = Counts::Cancel;
    Face {
        weight,
        counts,
        again,
    }
}

impl Face {
    fn same(&self, other: &Self) -> bool {
        self.counts == other.counts && self.again == other.again
    }

    fn name(&self) -> String {
        match &self.counts {
            Counts::Number(value) => value.to_string(),
            Counts::Label(name) => (*name).to_owned(),
            Counts::Cancel => "cancel".to_owned(),
        }
    }

    fn value(&self) -> i64 {
        match self.counts {
            Counts::Number(value) => value,
            _ => 0,
        }
    }
}

fn spec(faces: &[Face]) -> String {
    let die = faces.iter().enumerate();
    let die: Vec<String> = die.map(|(i, f)| format!("{i}:{}", f.weight)).collect();
    let case = |(i, f): (usize, &Face)| format!("{i}: {}{}", f.name(), ["", "*"][f.again as usize]);
    let cases: Vec<String> = faces.iter().enumerate().map(case).collect();
    format!("d{{{}}} -> {{{}}}", die.join(", "), cases.join(", "))
}

/// Which throws of a list stand, and whether the turn is over after them.
fn judge(thrown: &[&Face], rules: TurnRules) -> (Vec<bool>, bool) {
    let mut stands = vec![false; thrown.len()];
    for (i, face) in thrown.iter().enumerate() {
        let limit_reached = rules.max_throws == Some(i as u32 + 1);
        if face.counts == Counts::Cancel {
            // Only the throw directly before; if that one cancelled as well, nothing more.
            if i > 0 && thrown[i - 1].counts != Counts::Cancel {
                stands[i - 1] = false;
            }
        } else {
            stands[i] = true;
            if let Some(row) = rules.row.filter(|_| face.again) {
                let belongs = |other: &&&Face| {
                    other.counts != Counts::Cancel && other.again && (!row.same || other.same(face))
                };
                let in_row = thrown[..=i].iter().rev().take_while(belongs).count();
                if in_row == row.length as usize {
                    let void = if row.all { in_row } else { 1 };
                    stands[i + 1 - void..=i].fill(false);
                    assert_eq!(i + 1, thrown.len(), "a void row ends the turn");
                    return (stands, true);
                }
            }
        }
        if !face.again || limit_reached {
            assert_eq!(i + 1, thrown.len(), "nothing is thrown after the end");
            return (stands, true);
        }
    }
    (stands, false)
}

/// The sum over all sequences up to a depth, in units of 1 / weight^depth.
#[derive(Default)]
struct Found {
    unit: u128,
    totals: BTreeMap<i64, u128>,
    throws: BTreeMap<i64, u128>,
    occurs: BTreeMap<String, u128>,
    often: BTreeMap<String, u128>,
    /// Weight of the sequences that go on.
    rest: u128,
}

fn enumerate(faces: &[Face], rules: TurnRules, depth: u32) -> Found {
    let all: u128 = faces.iter().map(|f| u128::from(f.weight)).sum();
    let mut found = Found {
        unit: all.pow(depth),
        ..Found::default()
    };
    for face in faces.iter().filter(|f| f.counts != Counts::Cancel) {
        found.occurs.insert(face.name(), 0);
        found.often.insert(face.name(), 0);
    }
    extend(faces, rules, depth, all, &mut Vec::new(), 1, &mut found);
    found
}

fn extend<'a>(
    faces: &'a [Face],
    rules: TurnRules,
    depth: u32,
    all: u128,
    thrown: &mut Vec<&'a Face>,
    weight: u128,
    found: &mut Found,
) {
    if thrown.len() == depth as usize {
        found.rest += weight;
        return;
    }
    for face in faces {
        thrown.push(face);
        let weight = weight * u128::from(face.weight);
        let (stands, over) = judge(thrown, rules);
        if over {
            let weight = weight * all.pow(depth - thrown.len() as u32);
            let standing: Vec<&Face> = (thrown.iter().zip(&stands))
                .filter_map(|(face, stands)| stands.then_some(*face))
                .collect();
            let total = standing.iter().map(|face| face.value()).sum();
            *found.totals.entry(total).or_default() += weight;
            *found.throws.entry(thrown.len() as i64).or_default() += weight;
            for (name, sum) in &mut found.occurs {
                let count = standing.iter().filter(|face| face.name() == *name).count();
                *sum += if count > 0 { weight } else { 0 };
                *found.often.entry(name.clone()).or_default() += weight * count as u128;
            }
        } else {
            extend(faces, rules, depth, all, thrown, weight, found);
        }
        thrown.pop();
    }
}

impl Found {
    fn share(&self, weight: u128) -> BigRational {
        BigRational::new(weight.into(), self.unit.into())
    }

    /// `weight` of the finished sequences, and with all that go on.
    fn assert_bracket(&self, weight: u128, exact: &BigRational, what: &str) {
        assert!(self.share(weight) <= *exact, "{what}: {exact} is too low");
        let most = self.share(weight + self.rest);
        assert!(*exact <= most, "{what}: {exact} is above {most}");
    }

    fn moment(&self, of: &BTreeMap<i64, u128>, power: u32) -> BigRational {
        let part = |(&x, &w): (&i64, &u128)| BigInt::from(x).pow(power) * BigInt::from(w);
        BigRational::new(of.iter().map(part).sum(), self.unit.into())
    }
}

/// The answer; `None` where totals go both up and down without end, and the table says as much.
fn ask(faces: &[Face], rules: TurnRules, up_to: Option<i64>) -> Option<Answer> {
    let text = spec(faces);
    let expr = parse(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
    let question = Question {
        turn: Some(rules),
        up_to,
        ..Question::default()
    };
    match analyse(&expr, &question) {
        Err(AnalysisError::Turn(TurnError::BothWays)) => {
            let earns = |sign: i64| faces.iter().any(|f| f.again && f.value() * sign > 0);
            assert!(
                rules.max_throws.is_none() && earns(1) && earns(-1),
                "{text}"
            );
            None
        }
        Err(AnalysisError::Unfit(message)) if up_to.is_some() => {
            assert!(message.contains("end by themselves"), "{text}: {message}");
            None
        }
        answer => Some(answer.unwrap_or_else(|e| panic!("{text}: {e}"))),
    }
}

fn rows(answer: &Answer) -> BTreeMap<i64, BigRational> {
    let rows = match &answer.outcomes {
        Outcomes::Listed { rows, .. } => rows,
        // A turn of one throw is the throw.
        Outcomes::Numbers(dist) => {
            return dist
                .iter()
                .map(|(&x, _)| (x, dist.probability(&x)))
                .collect();
        }
        _ => panic!("totals are numbers"),
    };
    let row = |(outcome, chance): &(siga::chance::Outcome, _)| {
        let chance: &siga::exact::Quantity = chance;
        (outcome.number().unwrap(), chance.exact().unwrap().clone())
    };
    rows.iter().map(row).collect()
}

fn check(faces: &[Face], rules: TurnRules) {
    let branches = faces.iter().filter(|face| face.again).count();
    let depth = match (rules.max_throws, branches) {
        (Some(limit), _) => limit,
        (None, 0..=1) => 12,
        (None, 2) => 9,
        (None, 3) => 7,
        (None, _) => 5,
    };
    let found = enumerate(faces, rules, depth);
    let Some(answer) = ask(faces, rules, None) else {
        return;
    };
    let turn = answer.turn.as_ref().unwrap();

    let listed = rows(&answer);
    for (total, exact) in &listed {
        let weight = found.totals.get(total).copied().unwrap_or(0);
        found.assert_bracket(weight, exact, &format!("total {total}"));
    }
    let (rest, descending) = match &answer.outcomes {
        Outcomes::Listed {
            rest, descending, ..
        } => (rest.as_ref(), *descending),
        _ => (None, false),
    };
    for (total, weight) in found.totals.iter().filter(|(_, weight)| **weight > 0) {
        // A total missing from the list lies beyond it.
        let before = |x: &i64| if descending { x > total } else { x < total };
        let beyond = rest.is_some() && listed.keys().all(before);
        assert!(
            listed.contains_key(total) || beyond,
            "total {total}, {weight}"
        );
    }
    for row in &turn.throws.rows {
        let (throws, exact) = (&row.throws, &row.probability);
        if *throws <= i64::from(depth) {
            let weight = found.throws.get(throws).copied().unwrap_or(0);
            assert_eq!(*exact.exact().unwrap(), found.share(weight));
        }
    }
    let names: Vec<String> = turn
        .occurs
        .iter()
        .map(|occurs| occurs.outcome.to_string())
        .collect();
    assert_eq!(names.len(), found.occurs.len());
    for occurs in &turn.occurs {
        let name = occurs.outcome.to_string();
        let chance = occurs.probability.exact().unwrap();
        found.assert_bracket(found.occurs[&name], chance, &name);
        assert!(found.share(found.often[&name]) <= *occurs.mean.exact().unwrap());
    }

    let moments = answer.moments.as_ref().unwrap();
    let (mean, variance) = (
        moments.mean.exact().unwrap(),
        moments.variance.exact().unwrap(),
    );
    let lower = found.moment(&found.totals, 1);
    if found.rest.is_zero() {
        assert_eq!(*mean, lower);
        let square = found.moment(&found.totals, 2);
        assert_eq!(*variance, square - lower.clone() * lower);
        let throws = found.moment(&found.throws, 1);
        assert_eq!(*turn.throws.mean.exact().unwrap(), throws);
        for occurs in &turn.occurs {
            let weight = found.often[&occurs.outcome.to_string()];
            assert_eq!(*occurs.mean.exact().unwrap(), found.share(weight));
        }
    } else {
        // Each throw counts at most `largest`, and what goes on lasts at most 1 / (1 − a) throws more on average.
        let largest = faces.iter().map(|face| face.value().abs()).max().unwrap();
        let all: u32 = faces.iter().map(|face| face.weight).sum();
        let ends: u32 = faces
            .iter()
            .filter(|f| !f.again)
            .map(|face| face.weight)
            .sum();
        let more =
            BigRational::from_integer(depth.into()) + BigRational::new(all.into(), ends.into());
        let slack = found.share(found.rest) * more * BigRational::from_integer(largest.into());
        assert!(
            (mean - &lower).abs() <= slack,
            "mean {mean}, found {lower} ± {slack}"
        );
    }
}

/// A list that is asked for up to a total has every total to there, and the exact chance of all beyond.
fn check_cut_off(faces: &[Face], rules: TurnRules, up_to: i64) {
    let depth = if faces.iter().filter(|face| face.again).count() < 3 {
        7
    } else {
        5
    };
    let Some(answer) = ask(faces, rules, Some(up_to)) else {
        return;
    };
    let Outcomes::Listed {
        rest: Some((last, rest)),
        descending,
        ..
    } = &answer.outcomes
    else {
        panic!("only lists without end are cut off")
    };
    let found = enumerate(faces, rules, depth);
    let listed = rows(&answer);
    let sum: BigRational = listed.values().sum();
    assert_eq!(
        sum + rest.exact().unwrap(),
        BigRational::from_integer(1.into())
    );
    let up_to_last = |x: i64| if *descending { x >= *last } else { x <= *last };
    assert!(up_to_last(up_to) && listed.keys().all(|x| up_to_last(*x)));
    for (total, weight) in found
        .totals
        .iter()
        .filter(|(x, w)| **w > 0 && up_to_last(**x))
    {
        let exact = listed.get(total);
        let exact = exact.unwrap_or_else(|| panic!("{}: {total} is missing", spec(faces)));
        found.assert_bracket(*weight, exact, &format!("total {total} up to {up_to}"));
    }
}

#[test]
fn negative_scores_are_listed_downwards() {
    let faces = [number(1, -1, true), number(1, 1, false)];
    let answer = ask(&faces, free(), Some(-3)).unwrap();
    let listed: Vec<i64> = rows(&answer).into_keys().collect();
    assert_eq!(listed, [-3, -2, -1, 0, 1]);
    check_cut_off(&faces, free(), -3);
    check_cut_off(&faces, free(), 2);
}

fn free() -> TurnRules {
    TurnRules::default()
}

fn in_a_row(length: u32, same: bool, all: bool) -> TurnRules {
    let row = Some(RowRule { length, same, all });
    TurnRules {
        row,
        ..TurnRules::default()
    }
}

fn at_most(max_throws: u32, rules: TurnRules) -> TurnRules {
    TurnRules {
        max_throws: Some(max_throws),
        ..rules
    }
}

fn tables() -> Vec<Vec<Face>> {
    vec![
        // Tâb, yut, ludo, sig by both accounts, daldøs.
        vec![
            number(1, 6, true),
            number(4, 1, true),
            number(6, 2, false),
            number(4, 3, false),
            number(1, 4, true),
        ],
        vec![
            number(1, 5, true),
            number(4, 1, false),
            number(6, 2, false),
            number(4, 3, false),
            number(1, 4, true),
        ],
        vec![number(1, 6, true), number(1, 3, false)],
        vec![
            number(2, 8, false),
            label(16, "khadzh", true),
            cancel(56, true),
            number(112, 5, false),
            number(70, 4, true),
        ],
        vec![
            number(2, 8, false),
            number(16, 1, true),
            number(56, 6, false),
            number(112, 5, false),
            number(70, 4, true),
        ],
        vec![number(1, 2, true), number(15, 5, false)],
        // Zeros, negative ends, a cancel that ends the turn, the same number with and without a further throw.
        vec![number(1, 0, true), number(1, 0, false), number(2, 3, true)],
        vec![number(2, 4, true), number(3, -5, false), cancel(1, false)],
        vec![number(1, 2, true), number(1, 2, false), cancel(2, true)],
        vec![
            cancel(3, true),
            cancel(1, false),
            label(2, "a", true),
            label(1, "a", false),
        ],
    ]
}

fn rule_sets() -> Vec<TurnRules> {
    let mut rules = vec![free()];
    for length in 1..=3 {
        for (same, all) in [(false, false), (false, true), (true, false), (true, true)] {
            rules.push(in_a_row(length, same, all));
        }
    }
    rules
}

#[test]
fn turns_without_limit_lie_in_the_bracket() {
    for faces in tables() {
        for rules in rule_sets() {
            check(&faces, rules);
        }
    }
}

#[test]
fn turns_with_a_limit_agree_exactly() {
    for faces in tables() {
        for rules in rule_sets() {
            for limit in [1, 2, 4] {
                check(&faces, at_most(limit, rules));
            }
        }
    }
}

#[test]
fn the_judge_reads_the_informants_example() {
    let [khadzh, khmar, bagra, five] = [
        label(16, "khadzh", true),
        cancel(56, true),
        number(70, 4, true),
        number(112, 5, false),
    ];
    let thrown = [&khadzh, &khmar, &bagra, &khmar, &khadzh, &bagra, &five];
    let (stands, over) = judge(&thrown, free());
    assert!(over);
    assert_eq!(stands, [false, false, false, false, true, true, true]);
}

fn any_face() -> impl Strategy<Value = Face> {
    let counts = prop_oneof![
        5 => (0i64..=6).prop_map(Counts::Number),
        2 => prop_oneof![Just("a"), Just("b")].prop_map(Counts::Label),
        2 => Just(Counts::Cancel),
    ];
    (1u32..=4, counts, any::<bool>()).prop_map(|(weight, counts, again)| Face {
        weight,
        counts,
        again,
    })
}

fn any_rules() -> impl Strategy<Value = TurnRules> {
    let row = (1u32..=3, any::<bool>(), any::<bool>());
    let row =
        proptest::option::of(row.prop_map(|(length, same, all)| RowRule { length, same, all }));
    (proptest::option::of(1u32..=4), row).prop_map(|(max_throws, row)| TurnRules {
        max_throws,
        row,
        ..TurnRules::default()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn random_tables_agree(
        mut faces in proptest::collection::vec(any_face(), 1..=4),
        last in -3i64..=6,
        rules in any_rules(),
        turned in any::<bool>(),
        up_to in -14i64..=14,
    ) {
        // One face at least ends the turn.
        faces.push(number(2, last, false));
        if turned {
            for face in &mut faces {
                if let Counts::Number(value) = &mut face.counts {
                    *value = -*value;
                }
            }
        }
        check(&faces, rules);
        check_cut_off(&faces, rules, up_to);
    }

    #[test]
    fn random_signs_agree(
        faces in proptest::collection::vec((any_face(), any::<bool>()), 1..=3),
        rules in any_rules(),
        up_to in -14i64..=14,
    ) {
        let turn = |(mut face, turned): (Face, bool)| {
            if let (Counts::Number(value), true) = (&mut face.counts, turned) {
                *value = -*value;
            }
            face
        };
        let mut faces: Vec<Face> = faces.into_iter().map(turn).collect();
        faces.push(number(2, 1, false));
        check(&faces, rules);
        check_cut_off(&faces, rules, up_to);
    }
}

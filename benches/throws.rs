//! Times of throws and daldøs tables. Every answer is asserted: a fast wrong one is worth nothing.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use siga::chance::analysis::{Outcomes, Question, analyse};
use siga::chance::parse;
use siga::chance::turn::TurnRules;
use siga::exact::{Dist, Fractions};
use siga::games::daldos::odds;
use siga::games::daldos::rules::Rules;

/// The mean of a throw, as text.
fn mean(spec: &str, question: &Question) -> String {
    let throw = parse(spec).expect("a throw");
    let answer = analyse(&throw, question).expect("an answer");
    let moments = answer.moments.expect("numbers");
    moments.mean.exact().expect("one number").to_string()
}

fn throws(criterion: &mut Criterion) {
    let once = Question::default();
    for (spec, expected) in [
        ("1000d6", "3500"),
        ("10000d4", "25000"),
        ("d6!", "21/5"),
        ("20d6!", "84"),
    ] {
        assert_eq!(mean(spec, &once), expected);
        criterion.bench_function(spec, |bench| bench.iter(|| mean(black_box(spec), &once)));
    }
    let spec = "100d20kh50";
    let throw = parse(spec).expect("a throw");
    let chance_of_the_top = || {
        let answer = analyse(black_box(&throw), &once).expect("an answer");
        let Outcomes::Numbers(dist) = answer.outcomes else {
            panic!("numbers")
        };
        assert_eq!((*dist.first(), *dist.last()), (50, 1000));
        dist.len()
    };
    assert_eq!(chance_of_the_top(), 951);
    criterion.bench_function(spec, |bench| bench.iter(chance_of_the_top));
    let turn = Question {
        turn: Some(TurnRules::default()),
        ..Question::default()
    };
    let tab = "4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}";
    assert_eq!(mean(tab, &turn), "19/5");
    criterion.bench_function("tab, whole turn", |bench| {
        bench.iter(|| mean(black_box(tab), &turn))
    });
}

fn printing(criterion: &mut Criterion) {
    let die: Dist<i64> = Dist::uniform(1..=6).expect("faces");
    let sum = die.times(1000).expect("within the limits");
    let all = || {
        let mut fractions = Fractions::new(sum.total());
        let mut text = Vec::new();
        for (_, weight) in sum.iter() {
            fractions.write(weight, &mut text);
        }
        text.len()
    };
    assert!(
        all() > 5001 * 2 * 600,
        "numerators and denominators of some seven hundred digits"
    );
    criterion.bench_function("1000d6, fractions in lowest terms", |bench| bench.iter(all));
}

fn daldos(criterion: &mut Criterion) {
    let rules = Rules::daldos();
    let four = || {
        odds::table(black_box(&rules), 1, 40, odds::Elsewhere::Any).expect("a table")[3]
            .probability
            .to_string()
    };
    assert_eq!(four(), "2/3");
    criterion.bench_function("daldos table, one piece to 40", |bench| bench.iter(four));
    let pairs = || {
        odds::table(black_box(&rules), 2, 40, odds::Elsewhere::Any).expect("a table")[0]
            .probability
            .to_string()
    };
    assert_eq!(pairs(), "3/4");
    criterion.bench_function("daldos table, pairs to 40", |bench| bench.iter(pairs));
}

criterion_group!(benches, throws, printing, daldos);
criterion_main!(benches);

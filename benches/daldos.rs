//! How fast whole turns of Daldøs are analysed; each asserts its answer.
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use num_rational::BigRational;
use siga::board::notation::PositionFile;
use siga::exact::Quantity;
use siga::games::daldos::analyse::{By, Closeness, analyse, rank};
use siga::games::daldos::{Game, Position, Rules, Setup};
use siga::games::perft::{Counted, Terms};
use siga::games::throws::NothingKnown;
use siga::work::Note;

fn position(name: &str) -> Position {
    let root = env!("CARGO_MANIFEST_DIR");
    let text = std::fs::read_to_string(format!("{root}/../fixtures/positions/daldos-{name}.txt"));
    let file: PositionFile<Rules, Setup> = text.unwrap().parse().unwrap();
    let game = Arc::new(Game::new(file.rules.unwrap()).unwrap());
    file.setup.position(&game).unwrap()
}

fn lower(quantity: &Quantity) -> BigRational {
    match quantity {
        Quantity::Bounded(bounds) => bounds.lower.clone(),
        other => other.exact().unwrap().clone(),
    }
}

fn turns(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("daldos whole turns, both sides");
    group.sample_size(10);
    for (name, least) in [
        ("start", "0"),
        ("opening", "0"),
        ("middle", "159998/100000"),
        ("crowded", "1"),
    ] {
        let position = position(name);
        let least: BigRational = least.parse().unwrap();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for position in [position.clone(), position.passed()] {
                    let found = analyse(&position, &Closeness::default()).unwrap();
                    if position.side() == siga::games::daldos::Team::A {
                        assert!(lower(&found.mean) >= least);
                    }
                }
            });
        });
    }
    group.finish();
}

fn plays(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("daldos plays ranked");
    group.sample_size(10);
    let middle = position("middle");
    for numbers in [[1, 1], [1, 2], [2, 3]] {
        let cast = *middle.game().cast(numbers).unwrap();
        for by in [By::Take, By::Safe, By::Net] {
            group.bench_function(format!("{by:?} {numbers:?}"), |bencher| {
                bencher.iter(|| {
                    let (ranked, _) =
                        rank(&middle, &cast, by, &NothingKnown, &Closeness::default()).unwrap();
                    assert_eq!(ranked.len(), middle.plays(&cast).len());
                });
            });
        }
    }
    let start = position("start");
    group.bench_function("perft 4 from the start", |bencher| {
        let terms = Terms {
            depth: 4,
            bound: (),
            budget: 1_000_000,
            divide: false,
        };
        bencher.iter(|| assert!(start.count(&terms, &Note::default()).unwrap().nodes() > 65_536));
    });
    group.finish();
}

criterion_group!(benches, turns, plays);
criterion_main!(benches);

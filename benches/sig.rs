//! How fast Sig's parts are; each asserts its answer.
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, criterion_group, criterion_main};
use num_rational::BigRational;
use siga::board::notation::PositionFile;
use siga::games::perft::{Counted, Terms};
use siga::games::running_fight::position::Fight as _;
use siga::games::sig::analyse::{By, analyse, rank};
use siga::games::sig::moves::Yield;
use siga::games::sig::odds::table;
use siga::games::sig::{Effort, Position, Rules, Setup};
use siga::work::Note;

fn position(name: &str) -> Position {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/positions");
    let text = std::fs::read_to_string(format!("{folder}/sig-{name}.txt")).unwrap();
    let file: PositionFile<Rules, Setup> = text.parse().unwrap();
    file.rules.unwrap().legal(&file.setup).unwrap()
}

fn positions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sig analyse");
    group.sample_size(10);
    let millionth = BigRational::new(1.into(), 1_000_000.into());
    for name in ["opening", "middle", "end", "opening-ludii", "middle-ludii"] {
        let position = position(name);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let found = analyse(&position, &Effort::default()).unwrap();
                assert!(found.take.expected.width().unwrap() < millionth);
                assert!(found.exposure.next.expected.width().unwrap() < millionth);
            });
        });
    }
    let middle = position("middle");
    let played = Yield::parse("4,5", middle.rules()).unwrap();
    group.bench_function("rank 4,5", |bencher| {
        bencher.iter(|| {
            assert_eq!(
                rank(&middle, &played, By::Net, &Effort::default())
                    .unwrap()
                    .plays
                    .len(),
                24
            )
        });
    });
    group.finish();
}

fn distances(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sig table");
    group.sample_size(10);
    for rules in ["depaulis", "depaulis,cancel=stack", "ludii"] {
        let rules: Rules = rules.parse().unwrap();
        group.bench_function(rules.to_string(), |bencher| {
            bencher
                .iter(|| assert_eq!(table(&rules, 1, 20, &Effort::default()).unwrap().len(), 20));
        });
    }
    group.finish();
}

fn counting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sig perft");
    group.sample_size(10);
    let opening = position("opening");
    group.bench_function("opening, 2 turns of at most 2 throws", |bencher| {
        let terms = Terms {
            depth: 2,
            bound: 2,
            budget: 1 << 20,
            divide: false,
        };
        let count = || {
            Counted::count(&opening, &terms, &Note::default())
                .unwrap()
                .nodes()
        };
        bencher.iter(|| assert_eq!(count(), 1859));
    });
    group.finish();
}

criterion_group!(benches, positions, distances, counting);
criterion_main!(benches);

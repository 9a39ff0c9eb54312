//! How fast whole games are solved; each asserts its totals.
//!
//! `cargo bench --bench solve`; the last, twenty-five, takes about a minute a sample and 1.3 GB.
#![allow(missing_docs, clippy::unwrap_used)]

use std::collections::BTreeMap;

use criterion::{Criterion, criterion_group, criterion_main};
use siga::games::line_up;
use siga::games::sidja::Rules;
use siga::games::sidja::endgame::{self, Endgames};
use siga::solve::Ending;
use siga::solve::retro::{Layer, LayerTotals, Solution, Solver, plan};
use siga::work::Note;

fn movement(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("teeko");
    group.sample_size(10);
    let teeko: line_up::Rules = "teeko".parse().unwrap();
    group.bench_function("movement phase", |bencher| {
        bencher.iter(|| {
            let solver = Solver::new(&teeko).unwrap();
            let first = &plan(&teeko)[0];
            let tables = solver.solve(first, &BTreeMap::new(), &mut |_| true);
            let counts = LayerTotals::new(&tables.unwrap()[0]);
            let totals = [counts.win, counts.loss, counts.terminal, counts.draw];
            assert_eq!(totals, [25_606_338, 7_493_341, 262_332, 42_347_231]);
            assert_eq!(counts.longest, Some(39));
            assert_eq!((counts.excluded, counts.blocked), (263_340, 0));
        });
    });
    group.bench_function("whole game", |bencher| {
        bencher.iter(|| {
            let solution = Solution::new(&teeko, |_| true).unwrap();
            assert_eq!(solution.value(0, 0), Some(Ending::Draw));
        });
    });
    group.bench_function("sixteen variants", |bencher| {
        bencher.iter(|| {
            let rules: line_up::Rules = "teeko".parse().unwrap();
            let all = rules.variants();
            let all = all
                .iter()
                .map(|rules| (rules, rules.solved(None, &Note::default()).unwrap()));
            let won: Vec<(String, u32, usize)> = all
                .filter_map(|(rules, solved)| {
                    let plies = solved.line.worth.length?;
                    let first = solved.first_moves.iter();
                    let keep = first.filter(|known| known.worth == solved.line.worth);
                    Some((rules.to_string(), plies, keep.count()))
                })
                .collect();
            assert_eq!(
                won,
                [
                    ("teeko:goals=58,drop=standard".to_owned(), 13, 1),
                    ("teeko:goals=58,drop=standard-1".to_owned(), 25, 1),
                ]
            );
        });
    });
    group.finish();
}

/// Sidja's endgames by rows of bits, and position by position with turns.
fn sidja(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sidja, six stones");
    group.sample_size(10);
    let totals = |win: u64, draw: u64, loss: u64| {
        assert_eq!((win, draw, loss), (4_377_668, 2_453_320, 3_162_512));
    };
    group.bench_function("outcomes", |bencher| {
        bencher.iter(|| {
            let solved = endgame::solve(Rules::SUDAN, 6, &mut |_| true);
            let solved = solved.unwrap().unwrap();
            let layers = solved.values().map(|table| table.counts());
            let sum = layers.reduce(|a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]);
            let [win, loss, draw] = sum.unwrap();
            totals(win, draw, loss);
        });
    });
    group.bench_function("with turns", |bencher| {
        bencher.iter(|| {
            let endgames = Endgames::new(Rules::SUDAN, 6).unwrap();
            let found = endgames.totals();
            let sum = |of: fn(&LayerTotals) -> u64| found.iter().map(of).sum();
            totals(sum(|of| of.win), sum(|of| of.draw), sum(|of| of.loss));
        });
    });
    group.finish();
}

fn twenty_five(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("5x5");
    group.sample_size(10);
    let rules: line_up::Rules = "5x5".parse().unwrap();
    group.bench_function("whole game", |bencher| {
        bencher.iter(|| {
            let solution = Solution::new(&rules, |_| true).unwrap();
            assert_eq!(solution.value(0, 0), Some(Ending::Draw));
            let counts = LayerTotals::new(&solution.tables()[&Layer::new(5, 5)]);
            let totals = [counts.win, counts.loss, counts.terminal, counts.draw];
            assert_eq!(totals, [528_678_816, 192_898_420, 8_835_480, 93_219_980]);
            assert_eq!(counts.longest, Some(80));
            assert_eq!((counts.excluded, counts.blocked), (8_930_304, 0));
        });
    });
    group.finish();
}

criterion_group!(benches, movement, sidja, twenty_five);
criterion_main!(benches);

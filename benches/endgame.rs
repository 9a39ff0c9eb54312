//! How fast Daldøs endgames are; each asserts its answer.
#![allow(missing_docs, clippy::unwrap_used)]

use std::sync::Arc;

use criterion::{Criterion, criterion_group, criterion_main};
use num_rational::BigRational;
use siga::games::daldos::endgame::solve_all;
use siga::games::daldos::simulate::{Players, Policy};
use siga::games::daldos::{Game, Position};
use siga::games::playouts::simulate;
use siga::work::Note;

/// About 2^-40 in units of 2^-62.
const WIDTH: u64 = 1 << 22;

fn bounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("daldos endgame");
    group.sample_size(10);
    for (rules, pieces, positions) in [
        ("daldos:n=4", [1, 1], 237),
        ("daldos", [1, 1], 4017),
        ("daldos:n=8", [2, 1], 29_891),
        ("daldos:n=8,loses_at=1", [2, 2], 203_237),
    ] {
        let game = Arc::new(Game::new(rules.parse().unwrap()).unwrap());
        let width = BigRational::new(1.into(), 10u64.pow(12).into());
        group.bench_function(format!("{rules}, {pieces:?}"), |bencher| {
            bencher.iter(|| {
                let solved = solve_all(&game, pieces, WIDTH).unwrap();
                assert_eq!(solved.positions(), positions);
                assert!(solved.endgame().widest() < width);
            });
        });
    }
    group.finish();
}

fn fractions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("daldos endgame, exact");
    group.sample_size(10);
    for (rules, pieces, line) in [
        ("daldos", [1, 1], "a15/17/b15 A"),
        ("daldos:n=4", [2, 1], "aa2/5/1b2 A"),
    ] {
        let game = Arc::new(Game::new(rules.parse().unwrap()).unwrap());
        let mut solved = solve_all(&game, pieces, WIDTH).unwrap();
        let start = Position::parse_in(line, &game).unwrap();
        let number = solved.endgame().number(start.view()).unwrap();
        let bounds = solved.win(number);
        group.bench_function(format!("{rules}, {pieces:?}"), |bencher| {
            bencher.iter(|| {
                solved.find_fractions([number]).unwrap();
                assert!(solved.lengths(&[number]).unwrap().of(number).is_some());
                let (chance, (lower, upper)) = (solved.win(number), bounds.ends().unwrap());
                let chance = chance.exact().unwrap();
                assert!(lower <= *chance && *chance <= upper);
            });
        });
    }
    group.finish();
}

fn playing(criterion: &mut Criterion) {
    let game = Arc::new(Game::new("daldos".parse().unwrap()).unwrap());
    let (start, note) = (Position::start(game), Note::default());
    let players = Players::new(&start, [Policy::Greedy; 2], &note).unwrap();
    let mut group = criterion.benchmark_group("daldos simulation");
    group.sample_size(10);
    group.bench_function("20 whole games", |bencher| {
        bencher.iter(|| {
            let tally = simulate(&players, &start, 20, 1, &note).unwrap();
            assert_eq!(tally.finished(), 20);
        });
    });
    group.finish();
}

criterion_group!(benches, bounds, fractions, playing);
criterion_main!(benches);

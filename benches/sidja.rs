//! How fast Sidja's parts are; each asserts its answer.
#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use siga::games::perft::perft;
use siga::games::sidja::analyse::analyse;
use siga::games::sidja::endgame::Endgames;
use siga::games::sidja::first_capture::{Solution, search};
use siga::games::sidja::survey::Survey;
use siga::games::sidja::{Outcome, Position, Rules, guarantees};
use siga::rules::Options;

fn counting(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sidja perft");
    group.sample_size(10);
    for (rules, side, depth, nodes) in [
        ("sudan", 'x', 9, 72_832_555),
        ("west-africa", 'x', 10, 58_610_845),
        ("egypt", 'o', 14, 30_673_249),
    ] {
        let rules: Rules = rules.parse().unwrap();
        let text = format!("oxxoo/ooxxo/oo1xx/xooxx/xxoox {side} -");
        let position = Position::parse(&text, &rules).unwrap();
        group.throughput(Throughput::Elements(nodes));
        group.bench_function(rules.to_string(), |bencher| {
            bencher.iter(|| assert_eq!(perft(&position, depth), nodes));
        });
    }
    group.finish();
}

fn first_capture(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sidja first capture");
    group.sample_size(10);
    for (preset, mover) in Rules::rulebook()
        .presets
        .iter()
        .zip([2_562_356, 2_453_866, 2_384_930])
    {
        group.bench_function(format!("survey {}", preset.name), |bencher| {
            bencher.iter(|| {
                let solution = Solution::new(preset.rules).unwrap();
                assert_eq!(Survey::new(&solution, 3, None).first_capture.mover, mover);
            });
        });
    }
    let text = "oxxxx/ooooo/xx1oo/oxoxx/xoxox o -";
    let longest = Position::parse(text, &"sidja:egypt".parse().unwrap()).unwrap();
    group.bench_function("search, win in 27", |bencher| {
        bencher.iter(|| {
            let ranking = search(&longest, 200_000).unwrap();
            assert_eq!(ranking.worth.length, Some(27));
        });
    });
    group.bench_function("guaranteed captures", |bencher| {
        bencher.iter(|| {
            let sets = guarantees::minimal_sets(Rules::SUDAN).unwrap();
            assert_eq!(sets.len(), 31_966);
        });
    });
    group.finish();
}

fn whole_positions(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sidja whole positions");
    group.sample_size(10);
    let text = "xoxox/ox1xo/x1x1x/o2xo/xoxox o -";
    let trap = Position::parse(text, &Rules::SUDAN).unwrap();
    group.bench_function("trap, win in 7 turns", |bencher| {
        bencher.iter(|| {
            let worth = analyse(&trap, 3_000_000).worth;
            assert_eq!(worth.outcome(), Some(Outcome::Win));
        });
    });
    group.bench_function("tables of 4 stones", |bencher| {
        bencher.iter(|| {
            let tables = Endgames::new(Rules::SUDAN, 4).unwrap();
            assert_eq!(tables.positions(), 75_900);
        });
    });
    group.finish();
}

criterion_group!(benches, counting, first_capture, whole_positions);
criterion_main!(benches);

//! The time of a line of `siga batch`: one core of a batch answers as many lines a second.

#![allow(missing_docs, clippy::unwrap_used)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use siga::ask::{self, Terms};

const PLACEMENT: &str = "oxoxxox/xxooooo/xooxxxx/xoo1xxx/ooxooxo/oxoxxoo/ooxxxox x -";

fn lines(criterion: &mut Criterion) {
    let questions: [(&str, &[&str], &str); 3] = [
        (
            "daldos odds",
            &["daldos", "odds", "--behind", "4"],
            r#""exact":"2/3""#,
        ),
        ("throw", &["throw", "4d6kh3"], r#"{"exact":"15869/1296","#),
        (
            "sidja first-capture",
            &[
                "sidja",
                "first-capture",
                "--budget",
                "200",
                "--position",
                PLACEMENT,
            ],
            r#""outcome":"win""#,
        ),
    ];
    let mut group = criterion.benchmark_group("batch");
    group.throughput(Throughput::Elements(1));
    for (name, words, answer) in questions {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let found = ask::answer(words, &Terms::default()).unwrap();
                assert!(found.json.contains(answer), "{}", found.json);
            });
        });
    }
}

criterion_group!(benches, lines);
criterion_main!(benches);

//! Tables on disk: building Teeko's, and single positions looked up in its largest.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use siga::games::line_up::Rules;
use siga::games::stored_tables::{Extent, KeptGame};
use siga::solve::Ending;
use siga::solve::retro::{Code, Layer, Outcome, Scale};
use siga::solve::table::{Directory, Table};

fn tables(criterion: &mut Criterion) {
    let folder = std::env::temp_dir().join(format!("siga-bench-{}", std::process::id()));
    let directory = Directory::new(&folder);
    let rules: Rules = "teeko".parse().expect("Teeko");
    let built = rules.build(Extent::default(), &directory, &mut |_| true);
    built.expect("Teeko is solved");
    let path = directory.file(&rules.to_string(), Layer::new(4, 4));
    let table = Table::open(&path).expect("the table of four pieces each");
    let positions = table.header().positions;
    // Folded by symmetry: images of one position at several places are counted apart.
    let codes = table.check().expect("a sound table");
    assert_eq!(codes.iter().sum::<u64>(), 9_971_010);
    assert_eq!(codes[39..].iter().take(200).sum::<u64>(), codes[39]);
    let mut place = 1_u64;
    criterion.bench_function("tables/probe-anywhere", |bencher| {
        bencher.iter(|| {
            place = (place.wrapping_mul(6_364_136_223_846_793_005))
                .wrapping_add(1_442_695_040_888_963_407);
            table
                .code(black_box((place >> 20) % positions))
                .expect("a sound block")
        });
    });
    criterion.bench_function("tables/probe-again", |bencher| {
        bencher.iter(|| table.code(black_box(12_345)).expect("a sound block"));
    });
    let mut group = criterion.benchmark_group("tables");
    group.sample_size(10);
    group.bench_function("checksums", |bencher| {
        bencher.iter(|| table.check().expect("a sound table"));
    });
    group.finish();
    assert_eq!(
        Code(39).value(Scale::Plies).map(Ending::outcome),
        Some(Outcome::Win)
    );
    // A folder in the way of nobody.
    let _ = std::fs::remove_dir_all(folder);
}

criterion_group!(benches, tables);
criterion_main!(benches);

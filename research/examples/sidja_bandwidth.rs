//! How near the row solver of Sidja comes to the bandwidth of the memory.
//!
//! `cargo run --release --package siga-research --example sidja_bandwidth -- [STONES]`
//!
//! Solves `sidja:sudan` in memory and times the first whole round of its largest pair of layers, in which every row is looked at. A
//! round reads, for each row and each quiet step of its stones, two rows of the other side (won, lost), and besides its own eight
//! rows; it writes four. That is set against a copy between two long arrays, before and after, in the same run. Seconds are those of
//! processors where `/proc/self/stat` tells them (in hundredths), so that other work on the machine counts less; else of the clock.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use siga::games::custodial::engine::Engine;
use siga::games::sidja::Rules;
use siga::games::sidja::endgame::solve;
use siga::solve::Subsets;

type Failure = Box<dyn std::error::Error>;

/// Seconds of processors used by this process, or of the clock since the start.
fn seconds(start: Instant) -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // After the name in brackets the 12th and 13th fields are ticks in the program and in the system.
    let fields = stat
        .rsplit_once(')')
        .map(|(_, rest)| rest.split_whitespace());
    let ticks = fields.map(|fields| {
        fields
            .skip(11)
            .take(2)
            .flat_map(str::parse::<f64>)
            .sum::<f64>()
    });
    ticks.map_or_else(|| start.elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

/// Bytes a second, read and written, by copies of long arrays.
fn copied(start: Instant) -> f64 {
    let from = vec![1_u64; 1 << 24];
    let mut to = vec![2_u64; 1 << 24];
    let copies = 16;
    let before = seconds(start);
    for _ in 0..copies {
        to.copy_from_slice(black_box(&from));
        black_box(&to);
    }
    f64::from(copies) * (2 * 8 * from.len()) as f64 / (seconds(start) - before)
}

fn main() -> Result<(), Failure> {
    let stones = std::env::args().nth(1).map_or(Ok(8), |text| text.parse())?;
    let rules = Rules::SUDAN;
    let engine = Engine::<u32>::new(&rules).ok_or("5×5 fits into 32 bits")?;
    let start = Instant::now();
    let before = copied(start);
    let mut rounds = BTreeMap::new();
    let mut last: Option<(_, u8, f64)> = None;
    let solved = solve(rules, stones, &mut |tick| {
        let now = seconds(start);
        if let Some((layer, round, since)) = last
            && layer == tick.layer
            && now > since
        {
            rounds.insert((layer, round), now - since);
        }
        last = Some((tick.layer, tick.ply, now));
        true
    });
    solved.ok_or("sudan has tables")??;
    let after = copied(start);
    let first = rounds.iter().filter(|((_, round), _)| *round == 1);
    let longest = first.max_by(|one, two| one.1.total_cmp(two.1));
    let (&(layer, _), &seconds) = longest.ok_or("no round was timed")?;
    let sets = Subsets::new(25, layer.own.into()).ok_or("25 cells")?;
    let columns = Subsets::new(u32::from(25 - layer.own), layer.other.into()).ok_or("25 cells")?;
    let row = 8.0 * columns.len().div_ceil(64) as f64;
    // One row for each class: an eighth of the sets, but for those that are their own images.
    let rows = sets.len() as f64 / 8.0;
    let full = (1_u32 << 25) - 1;
    let steps: u32 = sets
        .masks()
        .map(|set| engine.count_steps(set, full & !set))
        .sum();
    let steps = f64::from(steps) / sets.len() as f64;
    let bytes = rows * row * (2.0 * steps + 8.0 + 4.0);
    println!(
        "{rules}, pair {layer}: {rows:.0} rows of {row:.0} bytes, {steps:.1} steps each; a round {seconds:.3} s, {:.2} GB, {:.2} GB/s",
        bytes / 1e9,
        bytes / 1e9 / seconds
    );
    println!(
        "copy: {:.2} GB/s before, {:.2} GB/s after; the round reaches {:.0} % of the better",
        before / 1e9,
        after / 1e9,
        100.0 * bytes / seconds / before.max(after)
    );
    Ok(())
}

//! How near the row solver of Sidja comes to the bandwidth of the memory.
//!
//! `cargo run --release --example sidja_bandwidth -- [STONES]`
//!
//! Solves `sidja:sudan` in memory and times the first whole round of its largest pair of layers, in which every row is looked at. A
//! round reads, for each row and each quiet step of its stones, two rows of the other side (won, lost), and besides its own eight
//! rows; it writes four. That is set against a copy between two long arrays, before and after, in the same run.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

use siga::games::sidja::Rules;
use siga::games::sidja::endgame::solve;
use siga::games::sidja::engine::Engine;
use siga::solve::Subsets;

type Failure = Box<dyn std::error::Error>;

/// Bytes a second, read and written, of the best of some copies.
fn copied() -> f64 {
    let from = vec![1_u64; 1 << 24];
    let mut to = vec![0_u64; 1 << 24];
    let bytes = (2 * 8 * from.len()) as f64;
    let rates = (0..8).map(|_| {
        let start = Instant::now();
        to.copy_from_slice(black_box(&from));
        black_box(&to);
        bytes / start.elapsed().as_secs_f64()
    });
    rates.fold(0.0, f64::max)
}

fn main() -> Result<(), Failure> {
    let stones = std::env::args().nth(1).map_or(Ok(8), |text| text.parse())?;
    let rules = Rules::SUDAN;
    let engine = Engine::<u32>::new(rules).ok_or("5×5 fits into 32 bits")?;
    let before = copied();
    let mut rounds = BTreeMap::new();
    let mut last: Option<(_, u32, Instant)> = None;
    let solved = solve(rules, stones, &mut |tick| {
        let now = Instant::now();
        if let Some((layer, round, since)) = last
            && layer == tick.layer
        {
            rounds.insert((layer, round), (now - since).as_secs_f64());
        }
        last = Some((tick.layer, tick.round, now));
        true
    });
    solved.ok_or("sudan has tables")??;
    let after = copied();
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

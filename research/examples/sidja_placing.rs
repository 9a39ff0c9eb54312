//! The placing of Sidja from the empty board of 5×5, timed, and positions of it checked by plain recursion.
//!
//! `cargo run --release --package siga-research --example sidja_placing -- [RULES [game]]`
//!
//! By the first capture, or by the whole game where that is solved. The layers; then all positions with 21
//! stones or more by plain recursion, their values counted; then a thousand random games of placing. In each, the position with four
//! stones of either side is solved from there on and compared with the solution from the empty board; a position with ten or fewer cells
//! left is compared with plain recursion. The recursion knows no rows. The first layers are compared with what is on record of
//! them. Ends with a status other than 0 if anything disagrees.
#![allow(clippy::print_stdout)]

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use siga::games::sidja::first_capture;
use siga::games::sidja::placing::{Goal, Openings, SolvedPlacing, Worth, game, known};
use siga::games::sidja::rules::Placing;
use siga::games::sidja::{Outcome, Position, Rules, Side};
use siga::work::Note;

type Failure = Box<dyn std::error::Error>;

/// Fewest stones of the positions that are all recursed from.
const LATE: u32 = 21;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let rules: Rules = arguments
        .first()
        .map_or("sidja:sudan", |text| text)
        .parse()?;
    let (goal, worth): (Goal, Arc<dyn Worth + Send>) = match arguments.get(1).map(String::as_str) {
        None => (
            Goal::FirstCapture,
            Arc::new(first_capture::Solution::new(rules)?),
        ),
        Some("game") => (Goal::Game, game::game(rules)?),
        Some(_) => return Err("give RULES, and perhaps `game`".into()),
    };
    let begun = Instant::now();
    let start = Position::start(&rules);
    let solution = SolvedPlacing::new(&start, (goal, &*worth), 9, &Note::default())?;
    println!("{rules}: solved in {:.2?}", begun.elapsed());
    for layer in solution.layers() {
        let [x, o] = layer.stones;
        let [won, lost, neither] = layer.values.counts();
        println!(
            "  {x}-{o} {:>13}: x {won}, o {lost}, neither {neither}",
            layer.positions
        );
    }
    let openings = Openings::new(&solution).ok_or("the first layers were not kept")?;
    println!("  the empty board: {}", openings.value.said().1);
    record(&solution)?;
    late_layers(&solution, &*worth)?;
    let mut random = rand_pcg::Pcg64::seed_from_u64(24);
    let mut found: HashMap<Outcome, u32> = HashMap::new();
    for _ in 0..1000 {
        let mut position = start;
        let mut plain = HashMap::new();
        let mut from_four = None;
        let stop = random.random_range(14..=16);
        for placed in 0..stop {
            if placed == 8 {
                let alone = SolvedPlacing::new(&position, (goal, &*worth), 9, &Note::default())?;
                if alone.value(&position) != solution.value(&position) {
                    return Err(format!("{position}: {:?}", alone.value(&position)).into());
                }
                from_four = Some(alone);
            }
            let plays = position.plays();
            position = plays[random.random_range(0..plays.len())].position;
        }
        let value = from_four.and_then(|alone| alone.value(&position));
        let here = recursion(&position, &*worth, &mut plain);
        if value != Some(here) {
            return Err(format!("{position}: {value:?}, by recursion {here:?}").into());
        }
        *found.entry(here).or_default() += 1;
    }
    println!("  1,000 positions agree with plain recursion: {found:?}");
    Ok(())
}

/// Compares the first layers with what is on record of them.
fn record(solution: &SolvedPlacing) -> Result<(), Failure> {
    let Some((most, value)) = known::opening(solution.rules(), solution.goal()) else {
        println!("  the first layers: not on record");
        return Ok(());
    };
    for layer in solution.layers() {
        let [x, o] = layer.stones;
        let slot = match value {
            Outcome::Win => 0,
            Outcome::Loss => 1,
            Outcome::Draw => 2,
        };
        if x + o <= most && layer.values.counts()[slot] != layer.positions {
            return Err(format!("{x}-{o}: not all as on record").into());
        }
    }
    println!("  up to {most} stones: as on record");
    Ok(())
}

/// The outcome of a position for the side to place.
fn recursion(
    position: &Position,
    worth: &dyn Worth,
    known: &mut HashMap<(u128, u128), Outcome>,
) -> Outcome {
    let side = position.side();
    let key = (position.pieces(Side::X), position.pieces(Side::O));
    if position.reserve(Side::X) + position.reserve(Side::O) == 0 {
        return worth.value(position.pieces(side) as u32);
    }
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let mut best = Outcome::Loss;
    for play in position.plays() {
        let value = recursion(&play.position, worth, known);
        best = best.max(if play.again { value } else { -value });
        if best == Outcome::Win {
            break;
        }
    }
    known.insert(key, best);
    best
}

/// The last stones of the placing, one position after the other.
struct Late<'a> {
    rules: Rules,
    worth: &'a dyn Worth,
    /// The sides that place the stones after each number of stones.
    turns: Vec<Option<Side>>,
}

impl Late<'_> {
    /// The outcome for x, given the cells of x, of o and the empty ones but the centre.
    fn value(&self, x: u32, o: u32, free: u32) -> Outcome {
        let Some(side) = self.turns[(x | o).count_ones() as usize] else {
            return match self.rules.first_mover() {
                Side::X => self.worth.value(x),
                Side::O => -self.worth.value(o),
            };
        };
        let cells = (0..25)
            .map(|cell| 1 << cell)
            .filter(|cell| free & cell != 0);
        match side {
            Side::X => cells
                .map(|cell| self.value(x | cell, o, free & !cell))
                .max(),
            Side::O => cells
                .map(|cell| self.value(x, o | cell, free & !cell))
                .min(),
        }
        .unwrap_or(Outcome::Draw)
    }

    /// How many positions with these cells of x and so many stones of o are won, lost and neither for x.
    fn counts(&self, x: u32, o: u32, left: u32, from: u32, counts: &mut [u64; 3]) {
        let full: u32 = ((1 << 25) - 1) & !(1 << 12);
        if left == 0 {
            let slot = match self.value(x, o, full & !x & !o) {
                Outcome::Win => 0,
                Outcome::Loss => 1,
                Outcome::Draw => 2,
            };
            counts[slot] += 1;
            return;
        }
        for cell in from..25 {
            if full & !x & 1 << cell != 0 {
                self.counts(x, o | 1 << cell, left - 1, cell + 1, counts);
            }
        }
    }
}

/// Compares the counts of the last layers with those of recursion from each of their positions.
fn late_layers(solution: &SolvedPlacing, worth: &dyn Worth) -> Result<(), Failure> {
    if solution.rules().placing == Placing::Cross {
        println!("  the last layers: not recursed from, since not all their arrangements arise");
        return Ok(());
    }
    let late = Late {
        rules: *solution.rules(),
        worth,
        turns: solution
            .layers()
            .iter()
            .map(|layer| layer.to_place)
            .collect(),
    };
    for layer in solution.layers() {
        let [x, o] = layer.stones;
        if x + o < LATE {
            continue;
        }
        let begun = Instant::now();
        let sets: Vec<u32> = (0..1_u32 << 24)
            .filter(|set| set.count_ones() == x)
            .map(|set| set & 0xfff | (set & !0xfff) << 1)
            .collect();
        let count = &|sets: &[u32]| {
            let mut counts = [0; 3];
            sets.iter()
                .for_each(|&set| late.counts(set, 0, o, 0, &mut counts));
            counts
        };
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let parts: Vec<[u64; 3]> = thread::scope(|scope| {
            let parts = sets.chunks(sets.len().div_ceil(threads));
            let running: Vec<_> = parts.map(|part| scope.spawn(move || count(part))).collect();
            let ended = running.into_iter().map(|thread| thread.join());
            ended.map(|part| part.unwrap_or_default()).collect()
        });
        let counts = [0, 1, 2].map(|slot| parts.iter().map(|part| part[slot]).sum::<u64>());
        if counts != layer.values.counts() {
            return Err(format!("{x}-{o}: by recursion {counts:?}").into());
        }
        println!("  {x}-{o} by recursion: the same, {:.1?}", begun.elapsed());
    }
    Ok(())
}

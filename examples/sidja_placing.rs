//! The placing of Sidja from the empty board of 5×5, timed, and positions of it checked by plain recursion.
//!
//! `cargo run --release --no-default-features --example sidja_placing -- [RULES]`
//!
//! The layers; then a thousand random games of placing. In each, the position with four stones of either side is solved from there
//! on and compared with the solution from the empty board; a position with ten or fewer cells left is compared with a
//! plain recursion over stones, which knows no rows. Ends with a status other than 0 if anything disagrees.
#![allow(clippy::print_stdout)]

use std::collections::HashMap;
use std::time::Instant;

use rand::{RngExt, SeedableRng};
use siga::games::sidja::first_capture;
use siga::games::sidja::placing::{Goal, Openings, Placements, Solution};
use siga::games::sidja::{Outcome, Position, Rules, Side};
use siga::work::Note;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let text = std::env::args().nth(1);
    let rules: Rules = text.as_deref().unwrap_or("sidja:sudan").parse()?;
    let worth = Placements::first_capture(&first_capture::Solution::new(rules)?);
    let goal = (Goal::FirstCapture, &worth);
    let begun = Instant::now();
    let start = Position::start(&rules);
    let solution = Solution::new(&start, goal, 9, &Note::default())?;
    println!("{rules}: solved in {:.2?}", begun.elapsed());
    for layer in solution.layers() {
        let [x, o] = layer.stones;
        let [won, lost, never] = layer.values;
        println!(
            "  {x}-{o} {:>13}: x {won}, o {lost}, never {never}",
            layer.positions
        );
    }
    let openings = Openings::new(&solution).ok_or("the first layers were not kept")?;
    println!("  the empty board, for x: {}", openings.value.as_str());
    let mut random = rand_pcg::Pcg64::seed_from_u64(24);
    let mut found: HashMap<Outcome, u32> = HashMap::new();
    for _ in 0..1000 {
        let mut position = start;
        let mut plain = HashMap::new();
        let mut from_four = None;
        let stop = random.random_range(14..=16);
        for placed in 0..stop {
            if placed == 8 {
                let alone = Solution::new(&position, goal, 9, &Note::default())?;
                if alone.value(&position) != solution.value(&position) {
                    return Err(format!("{position}: {:?}", alone.value(&position)).into());
                }
                from_four = Some(alone);
            }
            let plays = position.plays();
            position = plays[random.random_range(0..plays.len())].position;
        }
        let value = from_four.and_then(|alone| alone.value(&position));
        let here = recursion(&position, &worth, &mut plain);
        if value != Some(here) {
            return Err(format!("{position}: {value:?}, by recursion {here:?}").into());
        }
        *found.entry(here).or_default() += 1;
    }
    println!("  1,000 positions agree with plain recursion: {found:?}");
    Ok(())
}

/// What a position comes to for the side to place.
fn recursion(
    position: &Position,
    worth: &Placements,
    known: &mut HashMap<(u128, u128), Outcome>,
) -> Outcome {
    let side = position.side();
    let key = (position.stones(Side::X), position.stones(Side::O));
    if position.reserve(Side::X) + position.reserve(Side::O) == 0 {
        return worth.value(position.stones(side) as u32);
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

//! How many random positions of Sidja can be proved by search on top of the tables.
//!
//! `cargo run --release --package siga-research --example sidja_placements -- RULES STONES NUMBER BUDGET [TABLES]`
//!
//! Draws NUMBER positions of STONES stones on the board, half of them each side's, all equally likely (with all stones: placements,
//! the centre empty), searches each with a budget of BUDGET positions, and says which are proved to be won, drawn or lost by
//! the side to move. TABLES is the folder that `siga tables build` has written. The same positions come every time.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use siga::games::sidja::analyse::analyse_with;
use siga::games::sidja::endgame::Endgames;
use siga::games::sidja::{Outcome, Position, Rules};
use siga::solve::table::Directory;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rules, stones, number, budget, folder @ ..] = arguments.as_slice() else {
        return Err("give RULES STONES NUMBER BUDGET [TABLES]".into());
    };
    let rules: Rules = rules.parse()?;
    let (stones, number, budget) = (
        stones.parse::<u8>()?,
        number.parse::<u32>()?,
        budget.parse()?,
    );
    if stones % 2 == 1 || stones > 2 * rules.stones() {
        return Err(format!(
            "{stones} stones: give an even number up to {}",
            2 * rules.stones()
        )
        .into());
    }
    let tables = match folder.first() {
        Some(folder) => Endgames::load(&rules, 24, &Directory::new(folder))?,
        None => None,
    };
    let mut random = Pcg64::seed_from_u64(u64::from(stones));
    let mut found = [0_u32; 4];
    let start = Instant::now();
    for _ in 0..number {
        let position = draw(&rules, stones, &mut random)?;
        let one = Instant::now();
        let analysis = analyse_with(&position, budget, tables.as_ref());
        let outcome = analysis.worth.outcome();
        let kind = match outcome {
            Some(Outcome::Win) => 0,
            Some(Outcome::Draw) => 1,
            Some(Outcome::Loss) => 2,
            None => 3,
        };
        found[kind] += 1;
        let (low, high) = (analysis.worth.at_least, analysis.worth.at_most);
        println!(
            "{position}\t{low} to {high}\tdepth {}\t{:.1?}",
            analysis.depth,
            one.elapsed()
        );
    }
    if let Some(fault) = tables.as_ref().and_then(Endgames::fault) {
        return Err(fault.to_string().into());
    }
    let [won, drawn, lost, open] = found;
    let most = tables.as_ref().map_or(0, Endgames::most);
    println!(
        "{rules}: of {number} positions of {stones} stones {won} are won, {drawn} drawn, {lost} lost, {open} open; \
         {budget} positions each, tables of {most} stones, {:.1?}",
        start.elapsed()
    );
    Ok(())
}

/// A random position, `x` to move.
fn draw(rules: &Rules, stones: u8, random: &mut Pcg64) -> Result<Position, Failure> {
    let size = usize::from(rules.size());
    let mut cells: Vec<usize> = (0..size * size).collect();
    if stones == 2 * rules.stones() {
        cells.remove(size * size / 2);
    }
    let mut board = vec!['.'; size * size];
    for at in 0..usize::from(stones) {
        let other = random.random_range(at..cells.len());
        cells.swap(at, other);
        board[cells[at]] = if at % 2 == 0 { 'x' } else { 'o' };
    }
    let rows: Vec<String> = board.chunks(size).map(|row| row.iter().collect()).collect();
    Ok(Position::parse(&format!("{} x -", rows.join("/")), rules)?)
}

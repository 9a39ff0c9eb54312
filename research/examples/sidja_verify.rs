//! Everything about Sidja that takes too long for the tests, with the numbers to be recorded.
//!
//! `cargo run --release --package siga-research --example sidja_verify`
//!
//! For each preset: the sliding phase of 5×5 solved and timed, every value audited, a sample
//! compared with the forward search, the survey; then the speed of perft and the proof of the trap.
//! Ends with a status other than 0 if anything disagrees.
#![allow(clippy::print_stdout)]

use std::time::Instant;

use siga::games::perft::perft;
use siga::games::sidja::analyse::analyse;
use siga::games::sidja::endgame::Endgames;
use siga::games::sidja::first_capture::space::{Space, placement};
use siga::games::sidja::first_capture::{Solution, audit, search};
use siga::games::sidja::position::PositionFile;
use siga::games::sidja::survey::Survey;
use siga::games::sidja::{Outcome, Position, Rules};
use siga::rules::Options;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    for preset in &Rules::rulebook().presets {
        sliding_phase(preset.rules)?;
    }
    speed()?;
    endgames()?;
    trap()
}

fn sliding_phase(rules: Rules) -> Result<(), Failure> {
    let start = Instant::now();
    let solution = Solution::new(rules)?;
    println!("{rules}: solved in {:.2?}", start.elapsed());
    for (value, positions) in solution.layers() {
        println!("  {:12} {positions:>9} positions", value.to_string());
    }
    let survey = Survey::new(&solution, 3, None);
    println!("  of {} placements:", survey.positions);
    for at in &survey.by_plies {
        let end = format!("{} in {}", at.outcome, at.plies);
        println!("    {end:12} {:>9}", at.count);
    }
    let first = survey.first_capture;
    println!(
        "    first mover {}, opponent {}, nobody {}",
        first.mover, first.opponent, first.never
    );
    for row in &survey.best_single_move {
        println!("    {:>9} can take {} stones", row.count, row.captured);
    }
    for row in &survey.capturing_moves {
        println!("    {:>9} have {} moves that take", row.count, row.moves);
    }
    for fight in &survey.longest {
        println!("    longest: {} ({})", fight.position, fight.plies);
    }
    let start = Instant::now();
    let checked = audit::audit(&solution, 1)?;
    println!("  audited {checked} positions in {:.2?}", start.elapsed());
    let start = Instant::now();
    let (mut agreed, mut open) = (0, 0);
    let subsets = solution.space().subsets();
    for sample in 0..20_000_usize {
        // A multiplier prime to the number of placements walks over them evenly.
        let rank = sample * 1_618_033 % subsets.len();
        let slide = Space::spread((sample % 25) as u8, subsets.mask(rank));
        let position = placement(solution.space(), slide);
        let found = search(&position, 20_000)?.worth;
        match found.outcome() {
            Some(_) if found == solution.value(slide).into() => agreed += 1,
            Some(value) => return Err(format!("{position}: searched {value}").into()),
            None => open += 1,
        }
    }
    println!(
        "  forward search: {agreed} agree, {open} not settled within the budget, {:.2?}",
        start.elapsed()
    );
    Ok(())
}

fn speed() -> Result<(), Failure> {
    for (rules, side, depth) in [
        ("sudan", 'x', 9),
        ("west-africa", 'x', 10),
        ("west-africa,capture_run=any", 'x', 10),
        ("egypt", 'o', 14),
    ] {
        let rules: Rules = rules.parse()?;
        let text = format!("oxxoo/ooxxo/oo1xx/xooxx/xxoox {side} -");
        let position = Position::parse(&text, &rules)?;
        let start = Instant::now();
        let nodes = perft(&position, depth);
        let seconds = start.elapsed().as_secs_f64();
        println!(
            "{rules}: perft {depth} = {nodes} in {seconds:.2} s, {:.0} million a second",
            nodes as f64 / seconds / 1e6
        );
    }
    Ok(())
}

fn endgames() -> Result<(), Failure> {
    let start = Instant::now();
    let endgames = Endgames::new(Rules::SUDAN, 6)?;
    println!(
        "{}: {} endgame positions in {:.2?}",
        endgames.rules(),
        endgames.positions(),
        start.elapsed()
    );
    for of in endgames.totals() {
        let longest = of.longest.unwrap_or(0);
        println!(
            "  {}: won {}, drawn {}, lost {}, longest {longest}",
            of.layer, of.win, of.draw, of.loss
        );
    }
    Ok(())
}

fn trap() -> Result<(), Failure> {
    let file: PositionFile = include_str!("../../fixtures/positions/sidja-trap.txt").parse()?;
    let position = Position::written(&file.setup, &Rules::SUDAN)?;
    let start = Instant::now();
    let analysis = analyse(&position, 20_000_000);
    println!(
        "trap: {:?}, {} positions, {:.2?}",
        analysis.worth,
        analysis.positions.unwrap_or(0),
        start.elapsed()
    );
    if analysis.worth.outcome() == Some(Outcome::Loss) {
        Ok(())
    } else {
        Err("the trap is not proved".into())
    }
}

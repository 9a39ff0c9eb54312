//! Tutorial: positions solved, in Sidja and in a game of lining up pieces.
//!
//! `cargo run --no-default-features --example solved_position`
#![allow(clippy::print_stdout)]

use siga::prelude::*;

use sidja::analyse::analyse;
use sidja::endgame::Endgames;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A position on one line: the rows from the top, the side to move, the stones still to place.
    let rules: sidja::Rules = "sidja:sudan,size=3".parse()?;
    let position = sidja::Position::parse("xx1/3/1oo x -", &rules)?;

    // By search: proved, or open with bounds when the budget is used up.
    let found = analyse(&position, 100_000);
    println!("{position}: {:?}", found.worth);
    for choice in &found.moves {
        println!("  {}: {:?}", choice.action, choice.worth);
    }

    // By tables: every position with few stones, solved outright. Where that is not possible, the error says why.
    let endgames = Endgames::new(rules, 4)?;
    let outcome = endgames.outcome(position.state());
    assert!(outcome.is_some() && outcome == found.worth.outcome());
    if let Err(error) = Endgames::new(rules.with_size(7)?, 4) {
        println!("{error}");
    }

    // A whole game: three in a row on 3×3, pieces placed or moved.
    let rules: line_up::Rules = "5x5:size=3,men=3,row=3".parse()?;
    let solution = rules.solve()?;
    let start = line_up::Position::start(&rules);
    for choice in start.choices(&solution)? {
        println!("  {}: {:?}", choice.action, choice.worth);
    }

    // A text that is not a position is told everything that is wrong with it.
    if let Err(error) = line_up::Position::parse("xx1/3/oo1 z", &rules) {
        println!("{error}");
    }
    Ok(())
}

//! The record of what every placement of Sidja is worth in the whole game, made from complete tables.
//!
//! `cargo run --release --package siga-research --example sidja_record -- RULES TABLES FILE`
//!
//! TABLES is the folder that `siga tables build RULES --stones 24` has written. FILE is what the library keeps as
//! `engine/src/games/sidja/placing/sudan.placements` and so on.
#![allow(clippy::print_stdout)]

use siga::games::sidja::Rules;
use siga::games::sidja::endgame::Endgames;
use siga::games::sidja::placing::game;
use siga::solve::table::Directory;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [rules, tables, file] = arguments.as_slice() else {
        return Err("give RULES TABLES FILE".into());
    };
    let rules: Rules = rules.parse()?;
    let all = 2 * u32::from(rules.stones());
    let tables = Endgames::load(&rules, all, &Directory::new(tables))?;
    let tables = tables.filter(|tables| tables.most() == all);
    let tables = tables.ok_or("there are no complete tables of these rules there")?;
    let placements = game::of_tables(&tables)?;
    if let Some(fault) = tables.fault() {
        return Err(fault.to_string().into());
    }
    let [won, drawn, lost] = placements.counts();
    std::fs::write(file, placements.to_bytes()?)?;
    println!(
        "{rules}: of {} placements {won} are won, {drawn} drawn and {lost} lost for the side that moves first",
        placements.len()
    );
    Ok(())
}

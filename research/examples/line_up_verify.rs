//! Solves a game of placing and moving, and checks every value of every arrangement by a second path.
//!
//! `cargo run --release --package siga-research --example line_up_verify teeko:goals=58` (or `5x5:jumps=no`), then the plies up
//! to which a win of the first player is proved by forward search.
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;
use std::error::Error;
use std::time::Instant;

use siga::games::line_up::{Position, Rules, audit, prove};
use siga::solve::audit::orbits;
use siga::solve::retro::{LayerTotals, LayeredGame as _, Solver, plan};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let text = arguments.next().unwrap_or_else(|| "teeko".to_owned());
    let plies = arguments.next().map_or(Ok(0), |plies| plies.parse())?;
    verify(&text.parse()?, plies)
}

fn verify(rules: &Rules, plies: u32) -> Result<(), Box<dyn Error>> {
    println!("{rules}");
    if plies > 0 {
        let start = Instant::now();
        let (proof, visited) = prove::prove(&Position::start(rules), plies, 200_000_000);
        println!(
            "forward search: {proof:?}, {visited} positions, {:.1?}",
            start.elapsed()
        );
    }
    let start = Instant::now();
    let solver = Solver::new(rules)?;
    let mut tables = BTreeMap::new();
    for group in plan(rules) {
        for table in solver.solve(&group, &tables, &mut |_| true)? {
            tables.insert(table.layer(), table);
        }
    }
    println!("solved in {:.1?}", start.elapsed());
    let start = Instant::now();
    let mut all = 0;
    let mut layers = rules.layers();
    layers.sort_by_key(|layer| layer.total());
    for layer in layers {
        let begun = Instant::now();
        let by_code = audit::audit(rules, layer, &tables)?;
        let longest = (0..254).rev().find(|&code| by_code[code] > 0);
        let arrangements: u64 = by_code.iter().sum();
        let LayerTotals {
            win,
            loss,
            draw,
            excluded,
            ..
        } = LayerTotals::new(&tables[&layer]);
        all += arrangements;
        println!(
            "{layer}: {arrangements} arrangements, {} up to symmetry; win {win}, loss {loss}, draw \
             {draw}, excluded {excluded}; longest {longest:?}; {:.1?}",
            orbits(&rules.symmetries(), layer.own, layer.other),
            begun.elapsed(),
        );
    }
    println!("{all} arrangements checked in {:.1?}", start.elapsed());
    Ok(())
}

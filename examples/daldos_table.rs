//! Tutorial: the chance to take a piece in daldøs, under the usual rules and under another one.
//!
//! `cargo run --no-default-features --example daldos_table`
#![allow(clippy::print_stdout)]

use siga::prelude::*;

use daldos::odds::{Elsewhere, Odds, odds, table};

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Rules are data: what accounts differ on is an option.
    let usual: daldos::Rules = "daldos".parse()?;
    let other: daldos::Rules = "daldos:extra_throws=0".parse()?;

    // One own piece 1 to 8 holes behind an enemy piece; numbers not used here are played by other pieces.
    let rows = |rules: &daldos::Rules| table(rules, 1, 8, Elsewhere::Any);
    println!("behind  {:>8}  {other}", usual.to_string());
    for (before, after) in rows(&usual)?.iter().zip(rows(&other)?) {
        let text = |odds: &Odds| decimal_text(&odds.probability, 4);
        println!(
            "{:>6}  {:>8}  {}",
            before.behind[0],
            text(before),
            text(&after)
        );
        // Dal-dal then earns no other throw, which can only cost.
        assert!(before.probability >= after.probability);
    }

    // A throw that earns another gives a choice: from four holes behind it is best to stay.
    let four = odds(&usual, &[4], Elsewhere::Any)?;
    for rethrow in &four.on_rethrow {
        println!("after {:?}: move {:?}", rethrow.throw, rethrow.ways);
    }
    assert_eq!(four.probability, parse_fraction("2/3")?);

    // A question that makes no sense is refused with what would be right.
    if let Err(error) = odds(&usual, &[3, 3], Elsewhere::Any) {
        println!("{error}");
    }
    Ok(())
}

//! Tutorial: the distribution of a throw, a throw of sticks, and a whole turn.
//!
//! `cargo run --no-default-features --example distribution`
#![allow(clippy::print_stdout)]

use siga::prelude::*;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    // A throw is written as players write it. What is wrong is said with its place.
    let throw: Throw = "best 3 of 4d6".parse()?;
    if let Err(error) = "best 3 of".parse::<Throw>() {
        println!("{error}\n");
    }

    // Weights are whole numbers over one total; a fraction is formed when it is asked for.
    let sum = throw.distribution()?;
    println!("{throw}, out of {}:", sum.total());
    for (value, weight) in sum.iter() {
        let chance = sum.probability(value);
        println!("{value:>4}{weight:>6}  {}", decimal_text(&chance, 6));
    }
    let high = sum.chance(|&value| value >= 15);
    println!("15 and more: {high}\n");
    assert_eq!(high.to_string(), "25/108");

    // Four sticks that fall flat side up three times in five.
    let sticks: Throw = "4s".parse()?;
    let flat = sticks.distribution_with_bias(&parse_fraction("3/5")?)?;
    println!("all four flat: {}\n", flat.probability(&4));
    assert_eq!(flat.probability(&4), parse_fraction("81/625")?);

    // A whole turn of tâb, where 1, 4 and 6 earn another throw, for a bias that is not known.
    let tab: Throw = "4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}".parse()?;
    let turn = Question {
        turn: Some(TurnRules::default()),
        bias: Bias::Unknown { at: None },
        ..Question::default()
    };
    let answer = tab.analyse(&turn)?;
    let mean = answer.moments.ok_or("the total is a number")?.mean;
    println!("mean total of a turn of tâb: {}", mean.decimal(6));

    let fair = Question {
        bias: Bias::default(),
        ..turn
    };
    let mean = tab
        .analyse(&fair)?
        .moments
        .ok_or("the total is a number")?
        .mean;
    assert_eq!(mean, Quantity::Exact(parse_fraction("19/5")?));
    Ok(())
}

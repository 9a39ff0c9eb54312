//! Tutorial: the hands of Yahtzee in one throw, and in three of which any dice are kept, under best play.
//!
//! `cargo run --no-default-features --example yahtzee`
#![allow(clippy::print_stdout)]

use std::collections::BTreeMap;

use siga::exact::decision::{Action, Outcome, Sense, solve};
use siga::prelude::*;

/// How many dice show each face.
type Dice = [u8; 6];

/// All that some dice can show, with the number of orders in which they can fall so.
fn falls(count: u8) -> BTreeMap<Dice, u32> {
    let mut falls = BTreeMap::from([([0; 6], 1)]);
    for _ in 0..count {
        let mut more = BTreeMap::new();
        for (dice, ways) in falls {
            for face in 0..6 {
                let mut with_one: Dice = dice;
                with_one[face] += 1;
                *more.entry(with_one).or_insert(0) += ways;
            }
        }
        falls = more;
    }
    falls
}

/// The chance to hold a hand in the end, when after every throw but the last any of the five dice are thrown again.
fn chance(
    is_hand: fn(&Dice) -> bool,
    throws: u32,
) -> Result<BigRational, Box<dyn std::error::Error>> {
    let worth = |hand: &Dice| BigRational::from_integer(u8::from(is_hand(hand)).into());
    let mut states: Vec<Vec<Action>> = Vec::new();
    // Where a throw leads, from the last throw back to the first.
    let mut after: BTreeMap<Dice, Outcome> = (falls(5).into_keys())
        .map(|hand| (hand, Outcome::End(worth(&hand))))
        .collect();
    let mut start = 0;
    for _ in 0..throws {
        // Chance: the dice that are not kept fall.
        let mut kept = BTreeMap::new();
        for dice in (0..=5).flat_map(|count| falls(count).into_keys()) {
            let others = falls(5 - dice.iter().sum::<u8>());
            let hand = |fall: &Dice| std::array::from_fn(|face| dice[face] + fall[face]);
            let outcomes = others
                .iter()
                .map(|(fall, ways)| ((*ways).into(), after[&hand(fall)].clone()));
            kept.insert(dice, states.len());
            states.push(vec![outcomes.collect()]);
        }
        start = kept[&[0; 6]];
        // Choice: which dice are kept.
        let choice = |hand: Dice| {
            let within = |dice: &Dice| dice.iter().zip(&hand).all(|(kept, there)| kept <= there);
            let keeping = kept.iter().filter(|(dice, _)| within(dice));
            let keeping = keeping.map(|(_, state)| vec![(1.into(), Outcome::State(*state))]);
            states.push(keeping.collect());
            (hand, Outcome::State(states.len() - 1))
        };
        after = falls(5).into_keys().map(choice).collect();
    }
    let solved = solve(&states, Sense::Maximise)?;
    Ok(solved[start].0.clone())
}

fn row(dice: &Dice) -> usize {
    let rows = dice.split(|&count| count == 0);
    rows.map(<[u8]>::len).max().unwrap_or(0)
}

/// Whether the dice show a hand.
type IsHand = fn(&Dice) -> bool;

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let hands: [(&str, IsHand); 5] = [
        ("four of a kind", |dice| {
            dice.iter().any(|&count| count >= 4)
        }),
        ("full house", |dice| dice.contains(&3) && dice.contains(&2)),
        ("small straight", |dice| row(dice) >= 4),
        ("large straight", |dice| row(dice) >= 5),
        ("yahtzee", |dice| dice.contains(&5)),
    ];
    for (name, is_hand) in hands {
        let [one, three] = [chance(is_hand, 1)?, chance(is_hand, 3)?];
        println!(
            "{name:<16}{}  {}",
            decimal_text(&one, 6),
            decimal_text(&three, 6)
        );
    }

    // One throw is a question of the notation too.
    let same: Throw = "largest_set(5d6)".parse()?;
    assert_eq!(
        chance(|dice| dice.contains(&5), 1)?,
        same.distribution()?.probability(&5)
    );
    let in_a_row: Throw = "straight(5d6) >= 4".parse()?;
    assert_eq!(
        chance(|dice| row(dice) >= 4, 1)?,
        in_a_row.distribution()?.probability(&1)
    );

    // The chain of the largest set, whose dice are kept while the others are thrown again, gives the same.
    let yahtzee = chance(|dice| dice.contains(&5), 3)?;
    assert_eq!(yahtzee, parse_fraction("347897/7558272")?);
    Ok(())
}

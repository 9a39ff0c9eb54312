//! The naive player: every sequence of throws, and every play of what stands.

use std::collections::{BTreeMap, BTreeSet};

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::*;
use crate::games::sig::rules::{Cancel, Face};
use crate::games::sig::{Team, naive_rules};

/// The yields of all turns of at most `limit` throws, by listing every sequence.
pub(super) fn slow_yields(rules: &Rules, limit: u32) -> BTreeMap<Vec<Face>, BigRational> {
    fn go(
        rules: &Rules,
        left: u32,
        sequence: &mut Vec<Face>,
        chance: BigRational,
        all: &mut BTreeMap<Vec<Face>, BigRational>,
    ) {
        if left == 0 {
            return;
        }
        for found in rules.weighted() {
            sequence.push(found.throw.face);
            let chance = &chance * &found.chance;
            if found.throw.again {
                go(rules, left - 1, sequence, chance, all);
            } else {
                let stands = referee(rules.cancel, sequence);
                *all.entry(stands).or_insert_with(BigRational::zero) += chance;
            }
            sequence.pop();
        }
    }
    let mut all = BTreeMap::new();
    go(rules, limit, &mut Vec::new(), BigRational::one(), &mut all);
    all
}

/// The throws of a whole sequence that stand, as told in words.
pub(super) fn referee(cancel: Cancel, sequence: &[Face]) -> Vec<Face> {
    let mut stands = vec![true; sequence.len()];
    for (at, face) in sequence.iter().enumerate() {
        if *face != Face::Khmar {
            continue;
        }
        stands[at] = false;
        let victim = match cancel {
            Cancel::Previous => at
                .checked_sub(1)
                .filter(|&before| sequence[before] != Face::Khmar),
            Cancel::Stack => (0..at).rev().find(|&before| stands[before]),
        };
        if let Some(victim) = victim {
            stands[victim] = false;
        }
    }
    let left = sequence
        .iter()
        .zip(stands)
        .filter(|(face, stands)| *stands && **face != Face::Nothing);
    left.map(|(face, _)| *face).collect()
}

/// The pieces that a turn of a limited number of throws can take, by playing out every yield with the naive player.
pub(super) struct Slow {
    pub(super) each: BTreeMap<String, BigRational>,
    pub(super) at_least: Vec<BigRational>,
    pub(super) covered: BigRational,
    /// The same with turns of one throw, of all that end so at any time.
    pub(super) alone: Option<Box<Slow>>,
}

pub(super) fn slow(position: &Position, limit: u32) -> Slow {
    let (rules, setup) = (position.rules(), position.setup());
    let enemy = setup.side.other();
    let pieces = |rows: &[Vec<char>; 4]| -> Vec<String> {
        let symbols = match enemy {
            Team::A => ['A', 'a'],
            Team::B => ['B', 'b'],
        };
        let mut found = Vec::new();
        for (row, line) in rows.iter().enumerate() {
            for (column, symbol) in line.iter().enumerate() {
                if symbols.contains(symbol) {
                    let (row, column) = (row as u8, column as u8);
                    found.push(Cell { row, column }.to_string());
                }
            }
        }
        found
    };
    let all = pieces(&setup.rows);
    let mut slow = Slow {
        each: all
            .iter()
            .map(|cell| (cell.clone(), BigRational::zero()))
            .collect(),
        at_least: vec![BigRational::zero(); all.len()],
        covered: BigRational::zero(),
        alone: (limit > 1).then(|| Box::new(self::slow(position, 1))),
    };
    for (throws, chance) in slow_yields(rules, limit) {
        slow.covered += &chance;
        let mut cells = BTreeSet::new();
        let mut most = 0;
        for rows in naive_rules::plays(rules, &setup, &throws) {
            let left = pieces(&rows);
            most = most.max(all.len() - left.len());
            cells.extend(all.iter().filter(|cell| !left.contains(cell)).cloned());
        }
        for cell in cells {
            if let Some(sum) = slow.each.get_mut(&cell) {
                *sum += &chance;
            }
        }
        for sum in &mut slow.at_least[..most] {
            *sum += &chance;
        }
    }
    slow
}

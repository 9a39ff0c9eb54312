//! Pieces behind an enemy piece on a straight track without an end: the enemy stands on 0.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::oracles::number::Between;

use super::rules::{Rules, Throw};

/// Whether a throw can take, and what else it can lead to.
type Played = (bool, Vec<Vec<i64>>);

/// Distances behind the enemy as places, and back; in ascending order.
pub(crate) fn places(distances: &[i64]) -> Vec<i64> {
    let mut places: Vec<i64> = distances.iter().map(|distance| -distance).collect();
    places.sort_unstable();
    places
}

pub(crate) struct Track<'a> {
    rules: &'a Rules,
    elsewhere: bool,
    throws: Vec<Throw>,
    unit: i128,
    values: HashMap<(Vec<i64>, u32), (i128, i128)>,
    played: HashMap<(Vec<i64>, usize), Played>,
    left: usize,
}

impl<'a> Track<'a> {
    pub(crate) fn new(rules: &'a Rules, elsewhere: bool, positions: usize) -> Track<'a> {
        let throws = rules.throws();
        Track {
            rules,
            elsewhere,
            throws,
            unit: rules.all_weights(),
            values: HashMap::new(),
            played: HashMap::new(),
            left: positions,
        }
    }

    /// The chance of pieces at these places, at and before the enemy's, with `throws_left` of the rules' limit on further throws.
    fn bounds(&mut self, pieces: &[i64], throws_left: Option<u32>) -> Between {
        if let Some(most) = throws_left {
            let level = most + 1;
            self.left = usize::MAX;
            let (lost, _) = self.level(pieces, level).unwrap();
            return Between::parts(lost, lost, self.unit.pow(level));
        }
        let bits = (self.unit as f64).log2().max(1.0);
        let mut best = Between::parts(0, 1, 1);
        for level in 1..=(112.0 / bits) as u32 {
            let Some((lower, upper)) = self.level(pieces, level) else {
                break;
            };
            best = Between::parts(lower, upper, self.unit.pow(level));
            if lower == upper {
                break;
            }
        }
        best
    }

    pub(crate) fn chance(&mut self, behind: &[i64]) -> Between {
        self.bounds(&places(behind), self.rules.extra_throws)
    }

    /// The numbers of the throws, and whether each can take at once and earns another.
    pub(crate) fn throws(&mut self, behind: &[i64]) -> Vec<(Vec<usize>, bool, bool)> {
        let throws = 0..self.throws.len();
        let said = throws.map(|throw| {
            let takes = self.played(&places(behind), throw).0;
            let thrown = &self.throws[throw];
            (thrown.numbers.clone(), takes, thrown.again)
        });
        said.collect()
    }

    /// The chance after each play of a throw that earns another and takes nothing, by the pieces' new distances in order.
    pub(crate) fn onward(
        &mut self,
        behind: &[i64],
        numbers: &[usize],
    ) -> BTreeMap<Vec<i64>, Between> {
        let throw = self
            .throws
            .iter()
            .position(|throw| throw.numbers == numbers)
            .unwrap();
        let left = self.rules.extra_throws.map(|most| most - 1);
        let (_, plays) = self.played(&places(behind), throw);
        let chances = plays.into_iter().map(|pieces| {
            let chance = self.bounds(&pieces, left);
            (places(&pieces), chance)
        });
        chances.collect()
    }

    fn level(&mut self, pieces: &[i64], level: u32) -> Option<(i128, i128)> {
        if level == 0 {
            return Some((0, 1));
        }
        let key = (pieces.to_vec(), level);
        if let Some(value) = self.values.get(&key) {
            return Some(*value);
        }
        self.left = self.left.checked_sub(1)?;
        let all = self.unit.pow(level - 1);
        let mut sum = (0, 0);
        for throw in 0..self.throws.len() {
            let (takes, leads_to) = self.played(pieces, throw);
            let mut best = if takes { (all, all) } else { (0, 0) };
            if !takes && self.throws[throw].again {
                for pieces in &leads_to {
                    let (lower, upper) = self.level(pieces, level - 1)?;
                    best = (best.0.max(lower), best.1.max(upper));
                }
            }
            let weight = self.throws[throw].weight;
            sum = (sum.0 + weight * best.0, sum.1 + weight * best.1);
        }
        self.values.insert(key, sum);
        Some(sum)
    }

    fn played(&mut self, pieces: &[i64], throw: usize) -> Played {
        let key = (pieces.to_vec(), throw);
        if let Some(played) = self.played.get(&key) {
            return played.clone();
        }
        let mut numbers = self.throws[throw].numbers.clone();
        if self.rules.twice
            && numbers.len() > 1
            && numbers.iter().all(|&number| number == numbers[0])
        {
            numbers.extend(numbers.clone());
        }
        // A blank face is no number to be used.
        numbers.retain(|&number| number > 0);
        let mut ends = BTreeSet::new();
        self.move_on(pieces, &[], &numbers, false, &mut ends);
        let takes = ends.iter().any(|(taken, _)| *taken);
        let others = ends
            .into_iter()
            .filter(|(taken, _)| !taken)
            .map(|(_, pieces)| pieces);
        let played = (takes, others.collect());
        self.played.insert(key, played.clone());
        played
    }

    /// Every way to go on: the pieces that stand still, those that have moved, the numbers left.
    fn move_on(
        &self,
        still: &[i64],
        moved: &[i64],
        numbers: &[usize],
        taken: bool,
        ends: &mut BTreeSet<(bool, Vec<i64>)>,
    ) {
        if numbers.is_empty() || self.elsewhere {
            let mut pieces = [still, moved].concat();
            pieces.sort_unstable();
            ends.insert((taken, pieces));
        }
        for index in 0..still.len() {
            let mut rest = still.to_vec();
            let piece = rest.remove(index);
            let obstacles = [rest.as_slice(), moved].concat();
            self.carry(piece, &rest, moved, &obstacles, numbers, taken, ends);
        }
    }

    /// One piece goes on by one more of the numbers, and then stops or goes on again.
    #[allow(clippy::too_many_arguments)]
    fn carry(
        &self,
        at: i64,
        still: &[i64],
        moved: &[i64],
        obstacles: &[i64],
        numbers: &[usize],
        taken: bool,
        ends: &mut BTreeSet<(bool, Vec<i64>)>,
    ) {
        for index in 0..numbers.len() {
            let mut rest = numbers.to_vec();
            let number = rest.remove(index) as i64;
            if obstacles
                .iter()
                .any(|&hole| at < hole && hole <= at + number)
            {
                continue;
            }
            let to = at + number;
            self.move_on(
                still,
                &[moved, &[to]].concat(),
                &rest,
                taken || to == 0,
                ends,
            );
            self.carry(
                to,
                still,
                moved,
                obstacles,
                &rest,
                taken || (self.rules.intermediate == "yes" && to == 0),
                ends,
            );
        }
    }
}

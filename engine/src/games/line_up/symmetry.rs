//! The symmetries of a game: the renumberings of its points that leave all of its rules as they are.

use std::collections::BTreeSet;

use crate::board::{Bits, image};
use crate::solve::retro::{Goal, Step};

/// More symmetries than this are not looked for: those of the drawing are taken instead.
const MOST: usize = 200;

/// What a symmetry must leave as it is.
#[derive(Debug)]
pub(super) struct Invariants<'a> {
    pub(super) points: u8,
    pub(super) steps: &'a [Step],
    /// Families of patterns: goals, points where nobody may place.
    pub(super) families: Vec<&'a [Goal]>,
}

impl Invariants<'_> {
    /// All symmetries, the identity first; where there are very many, those of `drawn` alone.
    pub(super) fn symmetries(&self, drawn: &[Vec<u8>]) -> Vec<Vec<u8>> {
        let mut found = Vec::new();
        extend(&self.pairs(), &mut Vec::new(), &mut found);
        if found.len() > MOST {
            found = drawn.to_vec();
        }
        found.retain(|map| self.hold(map));
        found.sort_by_key(|map| !map.iter().zip(0..).all(|(&to, from)| to == from));
        found
    }

    /// What is kept of every pair of points: the number of steps from one to the other, and of sets of each family with both.
    fn pairs(&self) -> Vec<Vec<Vec<usize>>> {
        let steps = |a, b| {
            let between = (self.steps.iter()).filter(|step| (step.from, step.to) == (a, b));
            between.count()
        };
        let pair = |a: u8, b: u8| {
            let both = u32::bit(a) | u32::bit(b);
            let with_both = |family: &&[Goal], set: fn(&Goal) -> u32| {
                let with_both = family.iter().filter(|goal| set(goal) & both == both);
                with_both.count()
            };
            let sets = self.families.iter().flat_map(|family| {
                [
                    with_both(family, |goal| goal.held),
                    with_both(family, |goal| goal.held_by_other),
                    with_both(family, |goal| goal.empty),
                ]
            });
            [steps(a, b), steps(b, a)].into_iter().chain(sets).collect()
        };
        let points = 0..self.points;
        let row = |a| points.clone().map(|b| pair(a, b)).collect();
        points.clone().map(row).collect()
    }

    /// Whether everything stays as it is.
    fn hold(&self, map: &[u8]) -> bool {
        let key = |step: &Step| {
            (
                step.from, step.to, step.clear, step.held, step.enemy, step.last,
            )
        };
        let steps: BTreeSet<_> = self.steps.iter().map(key).collect();
        let to = |point: u8| map[usize::from(point)];
        let moved = self.steps.iter().map(|step| {
            key(&Step {
                from: to(step.from),
                to: to(step.to),
                clear: image(map, step.clear),
                held: step.held.map(to),
                ..*step
            })
        });
        let families = self.families.iter().all(|family| {
            let all: BTreeSet<&Goal> = family.iter().collect();
            family.iter().all(|goal| all.contains(&goal.image(map)))
        });
        families && moved.into_iter().all(|step| steps.contains(&step))
    }
}

/// Goes on with a map of the first points, given what is kept of every pair of points.
fn extend(pairs: &[Vec<Vec<usize>>], map: &mut Vec<u8>, found: &mut Vec<Vec<u8>>) {
    let (next, pair) = (map.len(), |a: usize, b: usize| &pairs[a][b]);
    if next == pairs.len() {
        found.push(map.clone());
        return;
    }
    for to in 0..pairs.len() {
        let mut before = map.iter().map(|&at| usize::from(at)).enumerate();
        let fits = !map.contains(&(to as u8))
            && pair(next, next) == pair(to, to)
            && before.all(|(before, at)| pair(before, next) == pair(at, to));
        if fits && found.len() <= MOST {
            map.push(to as u8);
            extend(pairs, map, found);
            map.pop();
        }
    }
}

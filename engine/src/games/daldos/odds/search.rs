//! The positions that extra throws lead to, as one decision process.

use std::collections::HashMap;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::track::{Position, Ways, sums};
use super::{
    Elsewhere, MAX_CHOICES, MAX_POSITIONS, MAX_WAYS, Odds, Rethrow, too_much_work, unproved,
};
use crate::exact::decision::{Outcome, Process, ProcessError, Sense, Solution};
use crate::exact::sparse::compare;
use crate::games::daldos::rules::{IntermediateCapture, Rules, Throw};
use crate::work::{Fault, stop};

/// A throw with what is asked of it again and again.
struct Prepared {
    throw: Throw,
    /// Which totals some of its numbers add up to.
    sums: Vec<bool>,
}

impl Prepared {
    /// Whether the throw earns another in this position.
    fn earns(&self, position: &Position) -> bool {
        self.throw.extra && position.further != Some(0)
    }
}

/// A position looked at.
struct Node {
    /// Weight of the throws that take at once.
    taking: u128,
    /// Extra throws that do not take: number of the throw, and the positions it can lead to, each once (`None` for all
    /// in which nothing can be taken any more).
    choices: Vec<(usize, Vec<Option<usize>>)>,
}

/// A growing set of positions, numbered as they are met: those asked for first.
pub(super) struct Search {
    throws: Vec<Prepared>,
    total: u128,
    /// The most holes one throw can move a piece.
    longest: u32,
    intermediate_capture: bool,
    extra_throws: Option<u8>,
    numbers: HashMap<Position, usize>,
    positions: Vec<Position>,
    nodes: Vec<Node>,
}

impl Search {
    pub(super) fn new(rules: &Rules) -> Self {
        let throws: Vec<Prepared> = rules
            .throws()
            .into_iter()
            .map(|throw| Prepared {
                sums: sums(&throw.numbers),
                throw,
            })
            .collect();
        // The sums reach from 0 to the sum of all numbers.
        let longest = throws.iter().map(|t| t.sums.len() - 1).max().unwrap_or(0);
        Self {
            throws,
            total: rules.total(),
            longest: longest as u32,
            intermediate_capture: rules.intermediate_capture() == IntermediateCapture::Yes,
            extra_throws: rules.extra_throws(),
            numbers: HashMap::new(),
            positions: Vec::new(),
            nodes: Vec::new(),
        }
    }

    /// Enters a position to begin with and returns its number.
    pub(super) fn start(&mut self, behind: &[u32], elsewhere: Elsewhere) -> Result<usize, Fault> {
        let mut holes: Vec<i32> = behind.iter().map(|&distance| distance as i32).collect();
        holes.sort_unstable();
        let further = self.extra_throws;
        self.number(Position {
            holes,
            elsewhere: elsewhere == Elsewhere::Any,
            further,
        })
    }

    fn number(&mut self, position: Position) -> Result<usize, Fault> {
        if let Some(&number) = self.numbers.get(&position) {
            return Ok(number);
        }
        let number = self.positions.len();
        if number >= MAX_POSITIONS {
            return Err(too_much_work());
        }
        self.numbers.insert(position.clone(), number);
        self.positions.push(position);
        Ok(number)
    }

    /// The ways to use a throw, or `None` if it is of no use: no piece is in reach and no other throw follows.
    fn ways(&self, position: &Position, prepared: &Prepared) -> Option<Ways> {
        (prepared.earns(position) || position.in_reach(&prepared.sums))
            .then(|| position.ways(&prepared.throw.numbers, self.intermediate_capture))
    }

    /// Looks at every position that can be come to.
    pub(super) fn explore(&mut self) -> Result<(), Fault> {
        let mut looked_at = 0;
        let mut kept = 0;
        while self.nodes.len() < self.positions.len() {
            stop::check();
            let position = self.positions[self.nodes.len()].clone();
            let mut node = Node {
                taking: 0,
                choices: Vec::new(),
            };
            for number in 0..self.throws.len() {
                let prepared = &self.throws[number];
                looked_at += 1;
                let Some(ways) = self.ways(&position, prepared) else {
                    continue;
                };
                looked_at += ways.len() as u64;
                if ways.values().any(|&takes| takes) {
                    node.taking += prepared.throw.weight;
                } else if prepared.earns(&position) {
                    let mut after = Vec::with_capacity(ways.len());
                    for moved in ways.keys() {
                        let next = position.after(moved).reduced(self.longest);
                        after.push(next.map(|next| self.number(next)).transpose()?);
                    }
                    after.sort_unstable();
                    after.dedup();
                    kept += after.len();
                    node.choices.push((number, after));
                }
                if looked_at > MAX_WAYS || kept > MAX_CHOICES {
                    return Err(too_much_work());
                }
            }
            self.nodes.push(node);
        }
        Ok(())
    }

    /// Finds the best play.
    pub(super) fn solve(self) -> Result<SolvedSearch, Fault> {
        let process = self.process().map_err(unproved)?;
        let solution = process.solve(Sense::Maximise).map_err(unproved)?;
        solution.prove(&process).map_err(unproved)?;
        Ok(SolvedSearch {
            search: self,
            solution,
        })
    }

    /// The decision process: before a throw chance decides, after an extra throw that does not take the player.
    /// Its first states are the positions, in order.
    fn process(&self) -> Result<Process, ProcessError> {
        let mut process = Process::new();
        for _ in &self.nodes {
            process.add_state();
        }
        let win = || Outcome::End(BigRational::one());
        let lose = || Outcome::End(BigRational::zero());
        for (number, node) in self.nodes.iter().enumerate() {
            let mut outcomes = Vec::with_capacity(node.choices.len() + 2);
            let mut rest = self.total - node.taking;
            for (throw, after) in &node.choices {
                let choice = process.add_state();
                for &after in after {
                    let outcome = after.map_or_else(lose, Outcome::State);
                    process.add_action(choice, [(1u32, outcome)])?;
                }
                let weight = self.throws[*throw].throw.weight;
                outcomes.push((BigUint::from(weight), Outcome::State(choice)));
                rest -= weight;
            }
            outcomes.push((node.taking.into(), win()));
            outcomes.push((rest.into(), lose()));
            process.add_action(number, outcomes)?;
        }
        Ok(process)
    }
}

/// A search with the value of every position.
pub(super) struct SolvedSearch {
    search: Search,
    solution: Solution,
}

impl SolvedSearch {
    /// The report on one start, its pieces in the order of `behind`.
    pub(super) fn report(&self, behind: Vec<u32>, start: usize) -> Odds {
        let position = &self.search.positions[start];
        // Where each piece of `behind` stands in the order from the front.
        let rank: Vec<usize> = behind
            .iter()
            .map(|distance| behind.iter().filter(|other| *other < distance).count())
            .collect();
        let mut hits = Vec::new();
        let mut on_rethrow = Vec::new();
        for prepared in &self.search.throws {
            let ways = self.search.ways(position, prepared).unwrap_or_default();
            let takes = ways.values().any(|&takes| takes);
            if takes {
                hits.push(prepared.throw.faces.clone());
            }
            if prepared.earns(position) {
                let mut ways: Vec<Vec<u32>> = self
                    .best(position, ways, takes)
                    .iter()
                    .map(|moved| rank.iter().map(|&r| moved[r]).collect())
                    .collect();
                ways.sort_unstable();
                on_rethrow.push(Rethrow {
                    throw: prepared.throw.faces.clone(),
                    takes,
                    ways,
                });
            }
        }
        Odds {
            probability: self.solution.values[start].clone(),
            behind,
            hits,
            on_rethrow,
        }
    }

    /// The best of the ways: those that take, or else those that lead to the best positions.
    fn best(&self, position: &Position, ways: Ways, takes: bool) -> Vec<Vec<u32>> {
        if takes {
            return ways
                .into_iter()
                .filter_map(|(moved, takes)| takes.then_some(moved))
                .collect();
        }
        let zero = BigRational::zero();
        let worth = |moved: &Vec<u32>| {
            let after = position.after(moved).reduced(self.search.longest);
            let number = after.and_then(|after| self.search.numbers.get(&after));
            number.map_or(&zero, |&number| &self.solution.values[number])
        };
        let worths: Vec<&BigRational> = ways.keys().map(worth).collect();
        let best = worths.iter().copied().max_by(|a, b| compare(a, b));
        ways.into_keys()
            .zip(&worths)
            .filter(|(_, worth)| Some(**worth) == best)
            .map(|(moved, _)| moved)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solutions_are_proved() {
        for text in [
            "daldos",
            "daldos:intermediate_capture=yes",
            "daldos:extra=doubles,doubles=twice",
            "daldos:count=1,extra=1|2|3|4",
        ] {
            let rules: Rules = text.parse().unwrap();
            for elsewhere in [Elsewhere::Any, Elsewhere::Never] {
                let mut search = Search::new(&rules);
                search.start(&[3, 1, 6], elsewhere).unwrap();
                search.start(&[9], elsewhere).unwrap();
                search.explore().unwrap();
                let process = search.process().unwrap();
                let solved = search.solve().unwrap();
                assert_eq!(solved.solution.prove(&process), Ok(()));
            }
        }
    }

    /// Leaving out pieces that are far beyond must change nothing: with the bounds five times as wide, pieces that
    /// small dice and frequent extra throws carry far are kept.
    #[test]
    fn what_is_left_out_of_a_position_does_not_matter() {
        let mut left_out = 0;
        for text in [
            "daldos:dice=12,extra=doubles",
            "daldos:dice=13,extra=1+3,intermediate_capture=yes",
            "daldos:dice=12,count=1,extra=1",
        ] {
            let rules: Rules = text.parse().unwrap();
            for behind in [vec![2, 3], vec![1, 2, 3], vec![2, 3, 5], vec![2, 3, 4, 5]] {
                for elsewhere in [Elsewhere::Any, Elsewhere::Never] {
                    let value = |wider: u32| {
                        let mut search = Search::new(&rules);
                        search.longest *= wider;
                        let start = search.start(&behind, elsewhere).unwrap();
                        search.explore().unwrap();
                        let size = search.positions.len();
                        let odds = search.solve().unwrap().report(behind.clone(), start);
                        (odds, size)
                    };
                    let (narrow, small) = value(1);
                    let (wide, large) = value(5);
                    assert_eq!(narrow, wide, "{text} {behind:?} {elsewhere:?}");
                    left_out += large - small;
                }
            }
        }
        assert!(left_out > 1000, "{left_out}");
    }
}

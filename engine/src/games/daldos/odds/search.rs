//! The positions that extra throws lead to, solved as a game in which one side throws and plays.

use std::cell::Cell;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::track::{Position, Ways, sums};
use super::{
    Elsewhere, MAX_CHOICES, MAX_POSITIONS, MAX_WAYS, Odds, Rethrow, too_much_work, unproved,
};
use crate::exact::sparse::compare;
use crate::games::daldos::rules::{IntermediateCapture, Rules, Throw};
use crate::solve::throws::Moves;
use crate::solve::throws::reached::{Endgame, Fractions, Payoffs, Reached};
use crate::solve::throws::{MAX_TOTAL, Next};
use crate::work::Fault;

/// The payoffs by number: something is taken, or nothing.
const TAKEN: usize = 0;
const NOTHING: usize = 1;
/// The distance between bounds from which fractions are sought, in units of 2^-62.
const WIDTH: u64 = 1 << 20;

/// The positions that extra throws lead to, and the value of each.
type Solved = (Endgame<Position>, Fractions);

/// The track with its throws.
pub(super) struct Track {
    /// Each throw, and which totals some of its numbers add up to.
    throws: Vec<(Throw, Vec<bool>)>,
    weights: Vec<u64>,
    /// The most holes one throw can move a piece.
    longest: u32,
    intermediate_capture: bool,
    extra_throws: Option<u8>,
    /// The uses of throws looked at, and the choices kept.
    looked_at: Cell<[u64; 2]>,
}

impl Track {
    pub(super) fn new(rules: &Rules) -> Result<Self, Fault> {
        if rules.total() > MAX_TOTAL.into() {
            return Err(Fault::input(format!(
                "the weights of all throws add up to {}: chances by distance are found up to {MAX_TOTAL}",
                rules.total()
            )));
        }
        let throws = rules.throws().into_iter().map(|throw| {
            let sums = sums(&throw.numbers);
            (throw, sums)
        });
        let throws: Vec<(Throw, Vec<bool>)> = throws.collect();
        // The sums reach from 0 to the sum of all numbers.
        let longest = throws.iter().map(|(_, sums)| sums.len() - 1).max();
        let longest = longest.unwrap_or(0);
        Ok(Self {
            weights: (throws.iter())
                .map(|(throw, _)| throw.weight as u64)
                .collect(),
            throws,
            longest: longest as u32,
            intermediate_capture: rules.intermediate_capture() == IntermediateCapture::Yes,
            extra_throws: rules.extra_throws(),
            looked_at: Cell::default(),
        })
    }

    /// The position to begin with.
    fn start(&self, behind: &[u32], elsewhere: Elsewhere) -> Position {
        let mut holes: Vec<i32> = behind.iter().map(|&distance| distance as i32).collect();
        holes.sort_unstable();
        Position {
            holes,
            elsewhere: elsewhere == Elsewhere::Any,
            further: self.extra_throws,
        }
    }

    /// The ways to use a throw, or `None` if it is of no use: no piece is in reach and no other throw follows.
    fn ways(&self, position: &Position, (throw, sums): &(Throw, Vec<bool>)) -> Option<Ways> {
        (earns(throw, position) || position.in_reach(sums))
            .then(|| position.ways(&throw.numbers, self.intermediate_capture))
    }

    /// Finds the best play of the rows, of which each is the distances of some pieces.
    pub(super) fn solve(&self, rows: &[Vec<u32>], elsewhere: Elsewhere) -> Result<Solved, Fault> {
        let starts: Vec<Position> = (rows.iter())
            .map(|behind| self.start(behind, elsewhere))
            .collect();
        let payoffs = Payoffs {
            payoffs: vec![BigRational::one(), BigRational::zero()],
            open: None,
        };
        let reached = Reached::new(self, payoffs, starts.iter().cloned(), MAX_POSITIONS);
        let reached = reached.map_err(unproved)?.ok_or_else(too_much_work)?;
        let positions = reached.solve(WIDTH).map_err(unproved)?;
        let numbers: Vec<usize> = (starts.iter())
            .filter_map(|start| positions.number(start))
            .collect();
        let fractions = positions.fractions(numbers, MAX_POSITIONS);
        Ok((positions, fractions.map_err(unproved)?))
    }

    /// The report on one row, its pieces in the order of `behind`.
    pub(super) fn report(&self, solved: &Solved, behind: Vec<u32>, elsewhere: Elsewhere) -> Odds {
        let position = &self.start(&behind, elsewhere);
        // Where each piece of `behind` stands in the order from the front.
        let rank: Vec<usize> = behind
            .iter()
            .map(|distance| behind.iter().filter(|other| *other < distance).count())
            .collect();
        let mut hits = Vec::new();
        let mut on_rethrow = Vec::new();
        for throw in &self.throws {
            let ways = self.ways(position, throw).unwrap_or_default();
            let (throw, _) = throw;
            let takes = ways.values().any(|&takes| takes);
            if takes {
                hits.push(throw.faces.clone());
            }
            if earns(throw, position) {
                let mut ways: Vec<Vec<u32>> = self
                    .best(solved, position, ways, takes)
                    .iter()
                    .map(|moved| rank.iter().map(|&r| moved[r]).collect())
                    .collect();
                ways.sort_unstable();
                on_rethrow.push(Rethrow {
                    throw: throw.faces.clone(),
                    takes,
                    ways,
                });
            }
        }
        Odds {
            probability: value(solved, Some(position)),
            behind,
            hits,
            on_rethrow,
        }
    }

    /// The best of the ways: those that take, or else those that lead to the best positions.
    fn best(&self, solved: &Solved, position: &Position, ways: Ways, takes: bool) -> Vec<Vec<u32>> {
        if takes {
            return ways
                .into_iter()
                .filter_map(|(moved, takes)| takes.then_some(moved))
                .collect();
        }
        let worth = |moved: &Vec<u32>| {
            let after = position.after(moved).reduced(self.longest);
            value(solved, after.as_ref())
        };
        let worths: Vec<BigRational> = ways.keys().map(worth).collect();
        let best = worths.iter().max_by(|a, b| compare(a, b));
        ways.into_keys()
            .zip(&worths)
            .filter(|(_, worth)| Some(*worth) == best)
            .map(|(moved, _)| moved)
            .collect()
    }
}

/// Whether a throw earns another in a position.
fn earns(throw: &Throw, position: &Position) -> bool {
    throw.extra && position.further != Some(0)
}

impl Moves for Track {
    type Position = Position;

    fn weights(&self) -> &[u64] {
        &self.weights
    }

    fn options(&self, position: &Position, throw: usize, next: &mut Vec<Next<Position>>) {
        let throw = &self.throws[throw];
        let [mut looked_at, mut kept] = self.looked_at.get();
        looked_at += 1;
        let ways = self.ways(position, throw);
        looked_at += ways.as_ref().map_or(0, |ways| ways.len() as u64);
        match ways {
            Some(ways) if ways.values().any(|&takes| takes) => next.push(Next::End(TAKEN)),
            Some(ways) if earns(&throw.0, position) => {
                let after = ways.keys().map(|moved| position.after(moved));
                let mut after: Vec<Option<Position>> =
                    after.map(|after| after.reduced(self.longest)).collect();
                after.sort_unstable();
                after.dedup();
                kept += after.len() as u64;
                next.extend(after.into_iter().map(|after| match after {
                    Some(after) => Next::Again(after),
                    None => Next::End(NOTHING),
                }));
            }
            _ => next.push(Next::End(NOTHING)),
        }
        self.looked_at.set([looked_at, kept]);
    }

    /// Once there was too much work, more than all positions.
    fn size(&self, _position: &Position) -> usize {
        let [looked_at, kept] = self.looked_at.get();
        match looked_at > MAX_WAYS || kept > MAX_CHOICES {
            true => MAX_POSITIONS + 1,
            false => 1,
        }
    }
}

/// The chance of a position; of none, where nothing can be taken any more, it is 0.
fn value((positions, fractions): &Solved, position: Option<&Position>) -> BigRational {
    let number = position.and_then(|position| positions.number(position));
    let value = number.and_then(|number| fractions.value(number));
    value.unwrap_or_else(BigRational::zero)
}

#[cfg(test)]
mod tests {
    use super::*;

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
                        let mut track = Track::new(&rules).unwrap();
                        track.longest *= wider;
                        let rows = std::slice::from_ref(&behind);
                        let solved = track.solve(rows, elsewhere).unwrap();
                        let size = solved.0.positions().len();
                        (track.report(&solved, behind.clone(), elsewhere), size)
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

//! How long games last, whichever of the options that may be best are taken.
//!
//! Options that may be best are those whose upper worth is at least the greatest lower worth of the throw: an option that attains the value is never left out. With c the cost of a throw (1; for
//! turns 1 where a turn ends with it) and P the mean over the throws, two counts n and m are found for each position in floating point, which
//! nearly solve n = least of c + P·n and m = greatest of c + P·m over these options, then written down as integers. Let r be the most by which
//! an n passes the least of c + P·n, or the greatest of c + P·m passes an m, of throws and of turns alike, and T = m / (1 − r) for the m of throws.
//! Then T ≥ 1 + P·T whatever is chosen, and n − r·T ≤ the expected count ≤ m + r·T. *Proof.* The count so far and n − r·T of the position that is
//! reached do not fall in the mean: n ≤ r + c + P·n and r·T ≥ r + P·(r·T). Every play ends, so the mean of what is reached tends to 0, and
//! the start has at most the expected count. Likewise for m + r·T, which do not rise.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::One as _;

use super::ONE;
use super::values::{greater, sweep, until_settled};
use super::written::{Block, Written, passes, place};
use crate::exact::Between;

/// The unit of length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Every draw by chance.
    Throws,
    /// The moves of a player until the other has the move or the game is over, further throws included.
    Turns,
}

impl Unit {
    /// What a throw costs, and what a turn costs with the throw that ends it.
    fn costs(self, one: u64) -> [u64; 2] {
        match self {
            Self::Throws => [one, 0],
            Self::Turns => [0, one],
        }
    }

    /// The counts after a throw that has ended the game, and with it a turn.
    pub(super) fn of_an_end(self, one: u64) -> [u64; 2] {
        let [_, turn] = self.costs(one);
        [turn; 2]
    }
}

/// What counts are kept in: a throw or a turn in units of which counts hold 2^62.
#[derive(Clone, Copy, Debug)]
pub(super) struct CountUnit {
    /// One throw or turn.
    pub(super) one: u64,
    /// Counts are multiples of this.
    pub(super) grain: u64,
}

/// Bounds of the expected length from one position, by its counts and the greatest count of throws. A game that is not over lasts at least one.
pub(super) fn enclosed(counts: [u64; 2], longest: u64, missed: u64, one: u64) -> Between {
    let ratio = |count: u64, under: u64| BigRational::new(count.into(), BigInt::from(under));
    let missed = ratio(missed, one) * ratio(longest, one - missed);
    let [least, most] = counts.map(|count| ratio(count, one));
    let least = (least - &missed).max(BigRational::one());
    Between::new(least, most + missed)
}

/// Counts of a game at work, those of the exits last.
pub(super) struct Counts<'a> {
    game: &'a Written,
    unit: Unit,
    scale: CountUnit,
    /// The least and the greatest count of each place, nearly.
    found: [Vec<f64>; 2],
    pub(super) pairs: Vec<[u64; 2]>,
    /// The most by which a count misses what the game makes of the counts.
    pub(super) missed: u64,
}

impl<'a> Counts<'a> {
    pub(super) fn new(game: &'a Written, unit: Unit, scale: CountUnit, exits: &[[u64; 2]]) -> Self {
        let places = std::iter::repeat_n([0; 2], game.len());
        let pairs: Vec<[u64; 2]> = places.chain(exits.iter().copied()).collect();
        let found = [0, 1].map(|end| {
            let counts = pairs.iter().map(|pair| pair[end] as f64 / scale.one as f64);
            counts.collect()
        });
        let missed = 0;
        Self {
            game,
            unit,
            scale,
            found,
            pairs,
            missed,
        }
    }

    /// Counts a block; returns whether games are short enough.
    pub(super) fn count(&mut self, block: &Block, say: &dyn Fn(&str)) -> bool {
        let CountUnit { one, grain } = self.scale;
        let [throw, turn] = self.unit.costs(1).map(|cost| cost as f64);
        let game = self.game;
        for end in [0, 1] {
            if end == 1 {
                let [least, most] = &mut self.found;
                block.places().for_each(|at| most[at] = least[at]);
            }
            let none = [f64::INFINITY, f64::NEG_INFINITY][end];
            until_settled(1.0 / one as f64, say, || {
                sweep(block, &mut self.found[end], |at, numbers| {
                    let count = |so_far: f64, code| {
                        let cost = if passes(code) { turn } else { 0.0 };
                        let count = numbers[place(code)] + cost;
                        match end {
                            0 => -greater(-so_far, -count),
                            _ => greater(so_far, count),
                        }
                    };
                    throw + game.expected(at, none, count, |count| count)
                })
            });
        }
        let grains = (one / grain) as f64;
        for at in block.places() {
            let counts = [0, 1].map(|end| (self.found[end][at] * grains).round());
            if counts[1] >= (ONE / grain) as f64 {
                return false;
            }
            self.pairs[at] = counts.map(|count| count as u64 * grain);
        }
        let missed = block.places().map(|at| self.misses(at)).max();
        self.missed = self.missed.max(missed.unwrap_or(0));
        self.missed < one
    }

    /// By how much the counts of a place miss what the game makes of those it leads to.
    fn misses(&self, at: usize) -> u64 {
        let [throw, turn] = self.unit.costs(self.scale.one);
        let (mut low, mut high) = (0, 0);
        for (weight, options) in self.game.weighted(at) {
            let (mut least, mut most) = (u64::MAX, 0);
            for &code in options {
                let cost = throw + if passes(code) { turn } else { 0 };
                let [l, h] = self.pairs[place(code)].map(|count| count + cost);
                (least, most) = (least.min(l), most.max(h));
            }
            low += u128::from(weight) * u128::from(least);
            high += u128::from(weight) * u128::from(most);
        }
        let [least, most] = self.pairs[at];
        let total = self.game.total;
        let above = least.saturating_sub(total.floor(low));
        above.max(total.ceil(high).saturating_sub(most))
    }
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    /// Counts 3/2 and 7/2 that miss by 1/2 of at most 7 throws: 7/2 more either way, but a game lasts at least one turn.
    #[test]
    fn a_game_lasts_at_least_one_turn() {
        let found = enclosed([3, 7], 7, 1, 2);
        let whole = |number: u8| BigRational::from(BigInt::from(number));
        assert_eq!(found, Between::new(whole(1), whole(7)));
    }
}

//! Bounds of the value by iteration from both sides.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;

use super::strategy::Strategy;
use super::{AGAIN, Game, KIND, PASS};
use crate::exact::Between;
use crate::work::stop;

/// One, in the units of the bounds: 2^62.
pub const ONE: u64 = 1 << 62;

/// Bounds so far apart do not meet.
const APART: u64 = ONE >> 10;

/// Passes over one component after which its bounds are left as they are.
const MAX_PASSES: u32 = 1_000_000;

/// A lower and an upper bound for the value of every state, in units of 1/[`ONE`].
///
/// Each is what the player to move in the state can make sure of at least, and cannot pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueBounds {
    pairs: Vec<[u64; 2]>,
}

/// Division by the total, rounding down or up.
#[derive(Clone, Copy)]
pub(super) struct Total {
    total: u128,
    shift: Option<u32>,
}

impl Total {
    pub(super) fn new(total: u64) -> Self {
        Self {
            total: total.into(),
            shift: total.is_power_of_two().then(|| total.trailing_zeros()),
        }
    }

    pub(super) fn floor(self, sum: u128) -> u128 {
        match self.shift {
            Some(shift) => sum >> shift,
            None => sum / self.total,
        }
    }

    pub(super) fn ceil(self, sum: u128) -> u128 {
        self.floor(sum + (self.total - 1))
    }
}

/// The payoffs in units of 1/[`ONE`], rounded down and up; from 0 to 1 where one is left open.
pub(super) fn rounded_payoffs(game: &Game) -> Vec<[u64; 2]> {
    let unit = |value: BigInt| u64::try_from(value).unwrap_or(ONE);
    let payoffs = game.payoffs.iter().enumerate();
    payoffs
        .map(|(number, payoff)| {
            if game.open == Some(number) {
                return [0, ONE];
            }
            let (floor, rest) = (payoff.numer() * ONE).div_mod_floor(payoff.denom());
            let ceil = &floor + u8::from(rest != BigInt::ZERO);
            [unit(floor), unit(ceil)]
        })
        .collect()
}

/// Bounds of what an option is worth to the player who chooses it.
#[inline]
pub(super) fn option_bounds(code: u32, pairs: &[[u64; 2]], payoffs: &[[u64; 2]]) -> [u64; 2] {
    let number = (code & !KIND) as usize;
    match code & KIND {
        AGAIN => pairs[number],
        PASS => {
            let [low, high] = pairs[number];
            [ONE - high, ONE - low]
        }
        _ => payoffs[number],
    }
}

/// One application of the game to the bounds: floor and ceiling of the expected best option.
pub(super) fn apply(
    game: &Game,
    state: usize,
    pairs: &[[u64; 2]],
    payoffs: &[[u64; 2]],
    total: Total,
) -> [u64; 2] {
    let (mut low, mut high) = (0u128, 0u128);
    for (weight, options) in game.branches(state) {
        let (mut best_low, mut best_high) = (0, 0);
        for &code in options {
            let [l, h] = option_bounds(code, pairs, payoffs);
            best_low = best_low.max(l);
            best_high = best_high.max(h);
        }
        low += u128::from(best_low) * u128::from(weight);
        high += u128::from(best_high) * u128::from(weight);
    }
    // Averages of numbers up to 2^62 are no greater.
    [total.floor(low) as u64, total.ceil(high) as u64]
}

impl Game {
    /// Encloses the value of every state, at most about `width` (in units of 1/[`ONE`]) apart where passes enough bring
    /// it there.
    ///
    /// The lower bounds begin at 0, the upper ones at 1, and each is replaced by what the game makes of the others,
    /// rounded down and up. Since the game's operator is monotone and every version of the value (whatever share of 1 a
    /// game without end may be worth to either side) is a fixed point of it between 0 and 1, every step leaves bounds of
    /// every version. Bounds that meet therefore also show that nobody gains by going on for ever.
    ///
    /// Exact: integer arithmetic with directed rounding; the same on every machine. The width is a wish, the bounds hold
    /// always; see [`ValueBounds::widest`].
    /// Cost: passes over one strongly connected component after the other, as many as the game is slow to end.
    pub fn bounds(&self, width: u64) -> ValueBounds {
        let payoffs = rounded_payoffs(self);
        let total = Total::new(self.total);
        let mut pairs = vec![[0, ONE]; self.len()];
        // Bounds that an open payoff keeps apart are left as they are when they hardly change any more.
        let still = self.open.map_or(0, |_| width >> 10);
        for component in self.components() {
            let outside = self.outside_width(&component, &pairs);
            // Where bounds do not meet, since play may go on for ever, each is followed as far as it goes.
            let aim = match outside {
                APART.. => 0,
                _ => (width / 4).max(outside + outside / 1024 + 4),
            };
            for pass in 0..MAX_PASSES {
                let (mut widest, mut change) = (0, 0);
                let mut visit = |state: usize| {
                    stop::check();
                    let new = apply(self, state, &pairs, &payoffs, total);
                    let old = pairs[state];
                    change = change.max(new[0].abs_diff(old[0]));
                    change = change.max(new[1].abs_diff(old[1]));
                    pairs[state] = new;
                    widest = widest.max(new[1] - new[0]);
                };
                if pass % 2 == 0 {
                    component.iter().for_each(|&state| visit(state));
                } else {
                    component.iter().rev().for_each(|&state| visit(state));
                }
                if change <= still || widest <= aim {
                    break;
                }
            }
        }
        ValueBounds { pairs }
    }

    /// The widest bounds among the states a component leads to outside itself.
    fn outside_width(&self, component: &[usize], pairs: &[[u64; 2]]) -> u64 {
        let mut widest = 0;
        for &state in component {
            for (_, options) in self.branches(state) {
                for &code in options {
                    let to = (code & !KIND) as usize;
                    if code & KIND <= PASS && component.binary_search(&to).is_err() {
                        widest = widest.max(pairs[to][1] - pairs[to][0]);
                    }
                }
            }
        }
        widest
    }
}

impl ValueBounds {
    /// Bounds from elsewhere, such as a file. [`ValueBounds::prove`] tells whether they hold.
    pub fn from_pairs(pairs: Vec<[u64; 2]>) -> Self {
        Self { pairs }
    }

    /// Lower and upper bound of every state in units of 1/[`ONE`].
    pub fn pairs(&self) -> &[[u64; 2]] {
        &self.pairs
    }

    /// The lower bound of a state.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn lower(&self, state: usize) -> BigRational {
        BigRational::new(self.pairs[state][0].into(), ONE.into())
    }

    /// The upper bound of a state.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn upper(&self, state: usize) -> BigRational {
        BigRational::new(self.pairs[state][1].into(), ONE.into())
    }

    /// Both bounds of a state.
    ///
    /// # Panics
    /// If there is no such state.
    pub(crate) fn both(&self, state: usize) -> Between {
        Between {
            lower: self.lower(state),
            upper: self.upper(state),
        }
    }

    /// The bounds of some of the states, in the order given.
    ///
    /// # Panics
    /// If one of them does not exist.
    pub(crate) fn part(&self, states: &[usize]) -> Self {
        Self {
            pairs: states.iter().map(|&state| self.pairs[state]).collect(),
        }
    }

    /// The greatest distance between the bounds of a state; 0 without states.
    pub fn widest(&self) -> BigRational {
        let widest = self.pairs.iter().map(|[low, high]| high - low).max();
        BigRational::new(widest.unwrap_or(0).into(), ONE.into())
    }

    /// The game from some states on, left with the options that may be best (no other's lower bound lies above such a one's upper
    /// bound), and the number each of its states has in `game`, ascending.
    ///
    /// An option that attains the value is kept: its upper bound is at least the value, every lower bound at most.
    ///
    /// # Panics
    /// If a start does not exist.
    pub(crate) fn best_part(
        &self,
        game: &Game,
        starts: impl IntoIterator<Item = usize>,
    ) -> (Game, Vec<usize>) {
        let payoffs = rounded_payoffs(game);
        let bounds = |code| option_bounds(code, &self.pairs, &payoffs);
        game.part_with(starts, |_, options, at| {
            let [_, high] = bounds(options[at]);
            options.iter().all(|&other| bounds(other)[0] <= high)
        })
    }

    /// For every branch the option with the greatest sum of both bounds, the first of equal ones.
    pub fn strategy(&self, game: &Game) -> Strategy {
        let payoffs = rounded_payoffs(game);
        Strategy::choose(game, |options| {
            let mut best = (0, 0);
            for (at, &code) in options.iter().enumerate() {
                let [low, high] = option_bounds(code, &self.pairs, &payoffs);
                if at == 0 || low + high > best.1 {
                    best = (at, low + high);
                }
            }
            best.0
        })
    }
}

//! The expected length of games, whichever of a game's options are chosen.
//!
//! With c the cost of a throw (1; for turns 0 where the same player goes on), a choice σ of options has the expected count
//! that solves N = c + P_σ·N. Two operators enclose the counts of all choices, whatever they depend on: T takes the option
//! with the least count in every branch, T' the one with the greatest.
//!
//! - **From below.** T is monotone. Numbers that begin at 0 and are replaced by what T makes of them, rounded down, never
//!   pass what any choice has: after k steps they are at most the count of the first k throws.
//! - **From above.** Numbers N begin at 0 and go by T'. Let r < 1 be the most by which T'(N) passes N. Then
//!   U = N/(1 − r) has U ≥ 1 + P_σ·U for every σ, since 1 + P_σ·N ≤ N + r. So U is at least the count of the first k throws
//!   and the mean of U after them, which is not negative: a bound for every choice, and a proof that it ends. For turns
//!   M + r·U serves, with M and r from the turns' own T': c + P_σ·M ≤ M + r, and P_σ·U ≤ U − 1.
//! - **Without bounds.** Where options can be chosen so that play goes on for ever with certainty ([`Game::endless`]), the
//!   greatest count is infinite, and so it is wherever play may lead there. Such states have no bounds.
//!
//! So bounds of a game left with the options that may be best ([`ValueBounds::best_part`](super::ValueBounds::best_part)) hold for best
//! play, whichever best option is taken: an option that attains the value is never left out.

use num_bigint::BigInt;
use num_rational::BigRational;

use super::fractions::{SolveError, StateFractions, Unknown};
use super::values::Total;
use super::{Game, Next, Strategy};
use crate::exact::Between;
use crate::work::stop;

/// One throw, in the units of the bounds.
const UNIT: u128 = 1 << 60;
/// Games that last longer have no bounds; nor have those whose counts times the total of the weights pass the numbers.
const LONGEST: u128 = UNIT << 32;
/// States visited in one component after which its numbers are left as they are, if each was visited [`MIN_PASSES`] times.
const MAX_VISITS: usize = 100_000_000;
/// Passes over each component that are always allowed.
const MIN_PASSES: usize = 1000;

/// The unit of length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Every draw by chance.
    Throws,
    /// The moves of a player until the other has the move or the game is over, further throws included.
    Turns,
}

/// Bounds of the expected length from every state.
#[derive(Clone, Debug)]
pub struct LengthBounds {
    throws: OperationCounts,
    turns: OperationCounts,
    /// Whether there are bounds of a state.
    known: Vec<bool>,
}

/// The new counts that one operation of the game makes of the old ones.
#[derive(Clone, Debug)]
struct OperationCounts {
    /// The least and the greatest count of each state, both from below.
    pairs: Vec<[u128; 2]>,
    /// The most by which one application of the game lengthens the greatest counts.
    rest: u128,
}

impl LengthBounds {
    /// Both bounds; `None` where play may go on for ever, or so long that there are no bounds.
    ///
    /// # Panics
    /// If there is no such state.
    pub(crate) fn both(&self, unit: Unit, state: usize) -> Option<Between> {
        let ratio = |count: u128, under: u128| BigRational::new(count.into(), BigInt::from(under));
        let most_throws = ratio(self.throws.pairs[state][1], UNIT - self.throws.rest);
        let (counts, upper) = match unit {
            Unit::Throws => (&self.throws, most_throws),
            Unit::Turns => {
                let rest = ratio(self.turns.rest, UNIT);
                let most = ratio(self.turns.pairs[state][1], UNIT);
                (&self.turns, most + most_throws * rest)
            }
        };
        self.known[state].then(|| Between {
            lower: ratio(counts.pairs[state][0], UNIT),
            upper,
        })
    }
}

impl Game {
    /// Encloses the expected number of throws and of turns until the game ends, whichever options are chosen; where there is
    /// nothing to choose, at most about `width` (in units of 2^-62) apart if enough passes bring it there.
    ///
    /// Exact: integer arithmetic; the bounds hold always.
    /// Cost: as [`Game::bounds`].
    pub fn length(&self, width: u64) -> LengthBounds {
        let components = self.components();
        let mut known = self.ends();
        let throws = self.count(&components, Unit::Throws, width, &mut known);
        let turns = self.count(&components, Unit::Turns, width, &mut known);
        LengthBounds {
            throws,
            turns,
            known,
        }
    }

    /// Whether the game ends from each state with probability one, whichever options are chosen.
    pub(crate) fn ends(&self) -> Vec<bool> {
        let mut ends = vec![true; self.len()];
        for state in self.endless() {
            ends[state] = false;
        }
        for component in self.components() {
            self.settle(&component, &mut ends, true);
        }
        ends
    }

    /// Marks a whole component as not known unless it `is_known` itself and all that it leads to is.
    fn settle(&self, component: &[usize], known: &mut [bool], is_known: bool) {
        let leads = |state: usize| (self.branches(state)).flat_map(|(_, options)| options);
        let all = is_known
            && component.iter().all(|&state| {
                known[state]
                    && leads(state).all(|&code| Next::of(code).state().is_none_or(|to| known[to]))
            });
        for &state in component {
            known[state] = all;
        }
    }

    /// The expected length from every state as a fraction, under a strategy.
    ///
    /// Exact: always. Cost: that of one round of [`Game::solve`].
    ///
    /// # Errors
    /// [`SolveError`].
    pub(crate) fn exact_length(
        &self,
        strategy: &Strategy,
        unit: Unit,
    ) -> Result<StateFractions, SolveError> {
        if !strategy.fits(self) {
            return Err(SolveError::Shape);
        }
        if let Some(&state) = self.endless_under(strategy).first() {
            return Err(SolveError::Endless { state });
        }
        let unknown = match unit {
            Unit::Throws => Unknown::Throws,
            Unit::Turns => Unknown::Turns,
        };
        // The lengths are not shares of anything: what the payoffs are divided by comes in and goes out again.
        Ok(StateFractions::new(self, strategy, unknown)?)
    }

    /// The least and the greatest expected count from below, and by how much at most the game lengthens the greatest. Where it
    /// lasts too long, that is no longer known.
    fn count(
        &self,
        components: &[Vec<usize>],
        unit: Unit,
        width: u64,
        known: &mut [bool],
    ) -> OperationCounts {
        let total = Total::new(self.total);
        let too_long = LONGEST.min(u128::MAX / 8 / u128::from(self.total));
        let mut pairs = vec![[0u128; 2]; self.len()];
        let sums = |state: usize, pairs: &[[u128; 2]]| self.sums(state, unit, pairs);
        let mut rest = 1;
        for component in components {
            self.settle(component, known, true);
            if component.iter().any(|&state| !known[state]) {
                continue;
            }
            let passes = (MAX_VISITS / component.len()).max(MIN_PASSES);
            let mut longest = 0;
            for pass in 0..passes {
                let mut most = 0;
                let mut visit = |state: usize| {
                    stop::check();
                    let new = sums(state, &pairs).map(|sum| total.floor(sum));
                    let steps = [0, 1].map(|end: usize| new[end] - pairs[state][end]);
                    most = most.max(steps[0]).max(steps[1]);
                    longest = longest.max(new[1]);
                    pairs[state] = new;
                };
                if pass % 2 == 0 {
                    component.iter().for_each(|&state| visit(state));
                } else {
                    component.iter().rev().for_each(|&state| visit(state));
                }
                // The bounds will lie about the rest times the length apart.
                let throws = longest / UNIT + 1;
                if longest > too_long || most <= u128::from(width) / 16 / throws || most <= 1 {
                    break;
                }
            }
            let lengthened = component.iter().map(|&state| {
                let step = total.ceil(sums(state, &pairs)[1]);
                step.saturating_sub(pairs[state][1])
            });
            let lengthened = lengthened.max().unwrap_or(0);
            if longest > too_long || lengthened >= UNIT / 2 {
                self.settle(component, known, false);
            } else {
                rest = rest.max(lengthened);
            }
        }
        OperationCounts { pairs, rest }
    }

    /// The sums over the branches of a state, the least and the greatest: the cost and the count still to come.
    fn sums(&self, state: usize, unit: Unit, pairs: &[[u128; 2]]) -> [u128; 2] {
        let (mut least, mut greatest) = (0, 0);
        for (weight, options) in self.branches(state) {
            let (mut low, mut high) = (u128::MAX, 0);
            for &code in options {
                let next = Next::of(code);
                let cost = match (unit, next) {
                    (Unit::Turns, Next::Again(_)) => 0,
                    _ => UNIT,
                };
                let [l, h] = next.state().map_or([0; 2], |to| pairs[to]);
                low = low.min(cost + l);
                high = high.max(cost + h);
            }
            least += low * u128::from(weight);
            greatest += high * u128::from(weight);
        }
        [least, greatest]
    }
}

//! How long a game lasts on average under a pair of strategies.

use num_bigint::BigInt;
use num_rational::BigRational;
use thiserror::Error;

use super::fractions::{Solved, Unknown};
use super::values::Total;
use super::{Game, Next, Strategy};
use crate::exact::bounds::Bounds;
use crate::exact::linear::LinearError;
use crate::work::stop;

/// One throw, in the units of the bounds.
const UNIT: u128 = 1 << 60;
/// Longer games are refused.
const LONGEST: u128 = UNIT << 32;
/// Passes over one component after which its numbers are left as they are.
const MAX_PASSES: u32 = 1_000_000;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Every draw by chance.
    Throws,
    /// What a player does until the other has the move or the game is over, further throws included.
    Turns,
}

/// Why there is no length.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LengthError {
    /// The strategy has another shape than the game.
    #[error("the strategy is one of another game")]
    Shape,
    /// Under the strategies the game may never end.
    #[error("under these strategies the game may never end from state {state}")]
    Endless {
        /// A state from which it never ends.
        state: usize,
    },
    /// The game lasts too long for the numbers used.
    #[error("the game lasts more than four thousand million throws on average")]
    TooLong,
    /// The linear system could not be solved.
    #[error(transparent)]
    Linear(#[from] LinearError),
}

crate::work::of_kind!(LengthError, Limit);

/// Bounds of the expected length from every state.
#[derive(Clone, Debug)]
pub struct LengthBounds {
    throws: Vec<u128>,
    turns: Vec<u128>,
    /// The most by which one application of the game lengthens the lower bounds.
    throws_rest: u128,
    turns_rest: u128,
}

impl LengthBounds {
    /// Both bounds.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn both(&self, unit: Unit, state: usize) -> Bounds {
        Bounds {
            lower: self.lower(unit, state),
            upper: self.upper(unit, state),
            lower_exact: false,
            upper_exact: false,
        }
    }

    /// The lower bound.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn lower(&self, unit: Unit, state: usize) -> BigRational {
        let values = match unit {
            Unit::Throws => &self.throws,
            Unit::Turns => &self.turns,
        };
        BigRational::new(values[state].into(), UNIT.into())
    }

    /// The upper bound.
    ///
    /// With M the lower bounds, P the game under the strategies and r the most that P·M + 1 lies above M, the numbers
    /// N = M/(1 − r) satisfy N ≥ P·N + 1, and numbers that do are bounds of the expected number of throws (and show that
    /// it is finite). For turns, with cost c ≤ 1 in place of 1, M + r·N serves.
    ///
    /// # Panics
    /// If there is no such state.
    pub fn upper(&self, unit: Unit, state: usize) -> BigRational {
        let throws = BigRational::new(
            self.throws[state].into(),
            BigInt::from(UNIT - self.throws_rest),
        );
        match unit {
            Unit::Throws => throws,
            Unit::Turns => {
                let rest = BigRational::new(self.turns_rest.into(), UNIT.into());
                self.lower(unit, state) + throws * rest
            }
        }
    }
}

impl Game {
    /// Encloses the expected number of throws and of turns until the game ends, when both sides follow the strategy, at
    /// most about `width` (in units of 2^-62) apart where passes enough bring it there.
    ///
    /// Exact: integer arithmetic; the bounds hold always.
    /// Cost: as [`Game::bounds`].
    ///
    /// # Errors
    /// [`LengthError::Endless`], [`LengthError::TooLong`], [`LengthError::Shape`].
    pub fn length(&self, strategy: &Strategy, width: u64) -> Result<LengthBounds, LengthError> {
        self.check_strategy(strategy)?;
        let components = strategy.components(self);
        let (throws, throws_rest) = self.count(strategy, &components, Unit::Throws, width)?;
        let (turns, turns_rest) = self.count(strategy, &components, Unit::Turns, width)?;
        Ok(LengthBounds {
            throws,
            turns,
            throws_rest,
            turns_rest,
        })
    }

    /// The expected length from every state as a fraction.
    ///
    /// Exact: always. Cost: that of one round of [`Game::solve`].
    ///
    /// # Errors
    /// [`LengthError`].
    pub fn exact_length(
        &self,
        strategy: &Strategy,
        unit: Unit,
    ) -> Result<impl Fn(usize) -> BigRational + use<>, LengthError> {
        self.check_strategy(strategy)?;
        let unknown = match unit {
            Unit::Throws => Unknown::Throws,
            Unit::Turns => Unknown::Turns,
        };
        // The lengths are not shares of anything: what the payoffs are divided by comes in and goes out again.
        let solved = Solved::new(self, strategy, unknown)?;
        Ok(move |state| solved.get(state))
    }

    fn check_strategy(&self, strategy: &Strategy) -> Result<(), LengthError> {
        if !strategy.fits(self) {
            return Err(LengthError::Shape);
        }
        match self.endless_under(strategy).first() {
            Some(&state) => Err(LengthError::Endless { state }),
            None => Ok(()),
        }
    }

    /// Lower bounds of the expected count, and by how much at most the game lengthens them.
    fn count(
        &self,
        strategy: &Strategy,
        components: &[Vec<usize>],
        unit: Unit,
        width: u64,
    ) -> Result<(Vec<u128>, u128), LengthError> {
        let total = Total::new(self.total);
        let mut counts = vec![0u128; self.len()];
        // The sum over branches: cost plus what is still to come.
        let sum = |state: usize, counts: &[u128]| -> u128 {
            strategy
                .follow(self, state)
                .map(|(weight, next)| {
                    let cost = match (unit, next) {
                        (Unit::Turns, Next::Again(_)) => 0,
                        _ => UNIT,
                    };
                    let rest = next.state().map_or(0, |to| counts[to]);
                    (cost + rest) * u128::from(weight)
                })
                .sum()
        };
        let mut rest = 1;
        for component in components {
            for pass in 0..MAX_PASSES {
                let (mut most, mut longest) = (0, 0);
                let mut visit = |state: usize| {
                    stop::check();
                    let new = total.floor(sum(state, &counts));
                    most = most.max(new - counts[state]);
                    longest = longest.max(new);
                    counts[state] = new;
                };
                if pass % 2 == 0 {
                    component.iter().for_each(|&state| visit(state));
                } else {
                    component.iter().rev().for_each(|&state| visit(state));
                }
                if longest > LONGEST {
                    return Err(LengthError::TooLong);
                }
                // The bounds will lie about the rest times the length apart.
                let throws = longest / UNIT + 1;
                if most <= u128::from(width) / 16 / throws || most <= 1 {
                    break;
                }
            }
        }
        for state in 0..self.len() {
            let step = total.ceil(sum(state, &counts));
            rest = rest.max(step.saturating_sub(counts[state]));
        }
        if rest >= UNIT / 2 {
            return Err(LengthError::TooLong);
        }
        Ok((counts, rest))
    }
}

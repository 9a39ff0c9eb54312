//! Absorbing Markov chains with integer weights, solved exactly.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};
use thiserror::Error;

use super::graph::{reachable, reversed};
use super::linear::LinearError;
use super::sparse::{self, Equation};

/// A Markov chain: from each state the next one is drawn by integer weights over the total of the state's own row.
///
/// States are numbered from 0 in the order they are added. A state that leads nowhere, or only to itself, is
/// *absorbing*; every other state is *transient*. States with loops through themselves or each other are fine as long
/// as an absorbing state can be reached from everywhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chain {
    rows: Vec<Vec<(usize, BigInt)>>,
}

/// Mean and variance of the number of steps until absorption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    /// Expected number of steps.
    pub(crate) mean: BigRational,
    /// Variance of the number of steps.
    pub(crate) variance: BigRational,
}

/// Why a chain could not be built or solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ChainError {
    /// A state's number is not in the chain.
    #[error("there is no state {state}: the chain has {states} states, numbered from 0")]
    NoSuchState {
        /// The number asked for.
        state: usize,
        /// The number of states.
        states: usize,
    },
    /// Absorption is not certain.
    #[error(
        "absorption is not certain: state {trapped}, which can be reached from state {start}, leads to no absorbing state"
    )]
    NotAbsorbing {
        /// The state the chain was started from.
        start: usize,
        /// The lowest-numbered state, reachable from the start, from which no absorbing state can be reached.
        trapped: usize,
    },
    /// The linear system behind the question could not be solved.
    #[error(transparent)]
    Linear(#[from] LinearError),
}

impl Chain {
    /// A chain of `states` states, each absorbing as long as nothing is added.
    pub(crate) fn with_states(states: usize) -> Self {
        Self {
            rows: vec![Vec::new(); states],
        }
    }

    /// Number of states.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds `weight` to the transition `from` → `to`; weight 0 changes nothing.
    ///
    /// The chance of the transition is its weight over the sum of the weights from `from`.
    ///
    /// # Errors
    /// [`ChainError::NoSuchState`].
    pub(crate) fn add(
        &mut self,
        from: usize,
        to: usize,
        weight: impl Into<BigUint>,
    ) -> Result<(), ChainError> {
        self.check(from)?;
        self.check(to)?;
        let weight = BigInt::from(weight.into());
        if !weight.is_zero() {
            let row = &mut self.rows[from];
            match row.iter_mut().find(|(state, _)| *state == to) {
                Some((_, present)) => *present += weight,
                None => row.push((to, weight)),
            }
        }
        Ok(())
    }

    /// Whether a state, once reached, is never left.
    ///
    /// # Errors
    /// [`ChainError::NoSuchState`].
    pub(crate) fn is_absorbing(&self, state: usize) -> Result<bool, ChainError> {
        self.check(state)?;
        Ok(self.absorbing(state))
    }

    /// The chance of ending in each absorbing state that can be reached from `start`, by ascending state.
    ///
    /// Exact: the chances sum to one.
    /// Cost: that of [`Chain::visits`].
    ///
    /// # Errors
    /// [`ChainError::NoSuchState`], [`ChainError::NotAbsorbing`] or [`ChainError::Linear`] (a loop of too many states).
    pub(crate) fn absorption(&self, start: usize) -> Result<Vec<(usize, BigRational)>, ChainError> {
        let visits = self.visits(start)?;
        Ok(visits
            .into_iter()
            .filter(|&(state, _)| self.absorbing(state))
            .collect())
    }

    /// The chance of ending in each absorbing state, from every start: `[start][k]` belongs to the `k`-th of the
    /// absorbing states, which are returned first in ascending order.
    ///
    /// Exact: every row sums to one.
    /// Cost: linear in transitions times absorbing states, plus the cube of the size of every loop.
    ///
    /// # Errors
    /// As [`Chain::absorption`], over all states.
    #[allow(clippy::type_complexity)]
    pub(crate) fn absorption_all(&self) -> Result<(Vec<usize>, Vec<Vec<BigRational>>), ChainError> {
        self.check_absorption(0..self.len())?;
        let absorbing: Vec<usize> = (0..self.len()).filter(|&s| self.absorbing(s)).collect();
        let rows = self.backward(absorbing.len(), |state, column| {
            if absorbing[column] == state {
                BigRational::one()
            } else {
                BigRational::zero()
            }
        })?;
        Ok((absorbing, rows))
    }

    /// The expected number of visits to each state that can be reached from `start` (the start counts as one), by
    /// ascending state; for an absorbing state this is the chance of ending there.
    ///
    /// Exact: always.
    /// Cost: linear in transitions, plus the cube of the size of every loop.
    ///
    /// # Errors
    /// As [`Chain::absorption`].
    pub(crate) fn visits(&self, start: usize) -> Result<Vec<(usize, BigRational)>, ChainError> {
        self.check(start)?;
        let reached = self.check_absorption([start])?;
        let states: Vec<usize> = (0..self.len()).filter(|&s| reached[s]).collect();
        let mut place = vec![usize::MAX; self.len()];
        for (p, &state) in states.iter().enumerate() {
            place[state] = p;
        }
        // Unknowns are visits divided by the row's total, so that every coefficient is an integer.
        let mut equations: Vec<Equation> = states
            .iter()
            .map(|&state| Equation {
                scale: if self.absorbing(state) {
                    BigInt::one()
                } else {
                    self.total(state)
                },
                terms: Vec::new(),
                constants: vec![if state == start {
                    BigRational::one()
                } else {
                    BigRational::zero()
                }],
            })
            .collect();
        for &state in &states {
            if !self.absorbing(state) {
                for (to, weight) in &self.rows[state] {
                    equations[place[*to]]
                        .terms
                        .push((place[state], weight.clone()));
                }
            }
        }
        let solved = sparse::solve(&equations)?;
        Ok(states
            .iter()
            .zip(solved)
            .zip(&equations)
            .filter_map(|((&state, mut row), equation)| {
                row.pop().map(|value| (state, value * &equation.scale))
            })
            .collect())
    }

    /// Mean and variance of the number of steps from `start` until an absorbing state is reached.
    ///
    /// Exact: always.
    /// Cost: as [`Chain::visits`].
    ///
    /// # Errors
    /// As [`Chain::absorption`].
    pub(crate) fn steps(&self, start: usize) -> Result<Steps, ChainError> {
        self.check(start)?;
        let reached = self.check_absorption([start])?;
        // Solve the part that can be reached only; the rest may never end.
        let mut part = Chain::with_states(self.len());
        for (state, row) in self.rows.iter().enumerate() {
            if reached[state] {
                part.rows[state].clone_from(row);
            }
        }
        let mut all = part.steps_everywhere()?;
        Ok(all.swap_remove(start))
    }

    /// [`Chain::steps`] from every state.
    ///
    /// # Errors
    /// As [`Chain::absorption`], over all states.
    pub(crate) fn steps_all(&self) -> Result<Vec<Steps>, ChainError> {
        self.check_absorption(0..self.len())?;
        self.steps_everywhere()
    }

    fn steps_everywhere(&self) -> Result<Vec<Steps>, ChainError> {
        let count = |state: usize| {
            if self.absorbing(state) {
                BigRational::zero()
            } else {
                BigRational::one()
            }
        };
        let means = self.backward(1, |state, _| count(state))?;
        // With T = 1 + T' : E T² = E T'² + 2 E T' + 1 = E T'² + 2 E T − 1.
        let squares = self.backward(1, |state, _| {
            let twice = &means[state][0] * BigInt::from(2);
            if self.absorbing(state) {
                BigRational::zero()
            } else {
                twice - BigRational::one()
            }
        })?;
        Ok(means
            .into_iter()
            .zip(squares)
            .filter_map(|(mut mean, mut square)| {
                let mean = mean.pop()?;
                let variance = square.pop()? - &mean * &mean;
                Some(Steps { mean, variance })
            })
            .collect())
    }

    /// Solves x(s) = constant(s) + mean of x over the successors, and x(s) = constant(s) where s is absorbing.
    fn backward(
        &self,
        columns: usize,
        constant: impl Fn(usize, usize) -> BigRational,
    ) -> Result<Vec<Vec<BigRational>>, ChainError> {
        let equations: Vec<Equation> = (0..self.len())
            .map(|state| {
                let (scale, terms) = if self.absorbing(state) {
                    (BigInt::one(), Vec::new())
                } else {
                    (self.total(state), self.rows[state].clone())
                };
                let constants = (0..columns)
                    .map(|column| constant(state, column) * &scale)
                    .collect();
                Equation {
                    scale,
                    terms,
                    constants,
                }
            })
            .collect();
        Ok(sparse::solve(&equations)?)
    }

    fn absorbing(&self, state: usize) -> bool {
        self.rows[state].iter().all(|&(to, _)| to == state)
    }

    fn total(&self, state: usize) -> BigInt {
        self.rows[state].iter().map(|(_, weight)| weight).sum()
    }

    fn check(&self, state: usize) -> Result<(), ChainError> {
        if state < self.len() {
            Ok(())
        } else {
            Err(ChainError::NoSuchState {
                state,
                states: self.len(),
            })
        }
    }

    /// The states that can be reached from the starts, or the fault that one of them leads to no absorbing state.
    fn check_absorption(
        &self,
        starts: impl IntoIterator<Item = usize> + Clone,
    ) -> Result<Vec<bool>, ChainError> {
        let successors: Vec<Vec<usize>> = self
            .rows
            .iter()
            .map(|row| row.iter().map(|&(to, _)| to).collect())
            .collect();
        let reached = reachable(&successors, starts.clone());
        let ends = reachable(
            &reversed(&successors),
            (0..self.len()).filter(|&s| self.absorbing(s)),
        );
        match (0..self.len()).find(|&s| reached[s] && !ends[s]) {
            None => Ok(reached),
            Some(trapped) => {
                let start = starts
                    .into_iter()
                    .find(|&s| reachable(&successors, [s])[trapped])
                    .unwrap_or(trapped);
                Err(ChainError::NotAbsorbing { start, trapped })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ratio(a: i64, b: i64) -> BigRational {
        BigRational::new(a.into(), b.into())
    }

    #[test]
    fn the_gambler_is_ruined_in_the_known_proportions() {
        // From 3 of 8 coins, winning with 2/5: the classical formulas.
        let mut chain = Chain::with_states(9);
        for coins in 1..8 {
            chain.add(coins, coins + 1, 2u32).unwrap();
            chain.add(coins, coins - 1, 3u32).unwrap();
        }
        let r = ratio(3, 2);
        let win = (r.pow(3) - ratio(1, 1)) / (r.pow(8) - ratio(1, 1));
        let ends = chain.absorption(3).unwrap();
        assert_eq!(ends, vec![(0, ratio(1, 1) - &win), (8, win.clone())]);
        // Expected length (i − n·win) / (q − p).
        let length = (ratio(3, 1) - ratio(8, 1) * win) * ratio(5, 1);
        assert_eq!(chain.steps(3).unwrap().mean, length);
    }

    #[test]
    fn the_coupon_collector_needs_the_known_time() {
        let mut chain = Chain::with_states(7);
        for have in 0..6u32 {
            chain.add(have as usize, have as usize, have).unwrap();
            chain
                .add(have as usize, have as usize + 1, 6 - have)
                .unwrap();
        }
        let steps = chain.steps(0).unwrap();
        assert_eq!(steps.mean, ratio(147, 10));
        let variance: BigRational = (1..=6).map(|k| ratio(6 * (6 - k), k * k)).sum();
        assert_eq!(steps.variance, variance);
    }

    #[test]
    fn only_states_that_can_be_reached_matter() {
        let mut chain = Chain::with_states(4);
        chain.add(0, 1, 1u32).unwrap();
        chain.add(2, 3, 1u32).unwrap();
        chain.add(3, 2, 1u32).unwrap();
        assert_eq!(chain.absorption(0).unwrap(), vec![(1, ratio(1, 1))]);
        assert_eq!(chain.steps(0).unwrap().mean, ratio(1, 1));
        let error = ChainError::NotAbsorbing {
            start: 3,
            trapped: 2,
        };
        assert_eq!(chain.absorption(3), Err(error));
        let error = ChainError::NotAbsorbing {
            start: 2,
            trapped: 2,
        };
        assert_eq!(chain.steps_all(), Err(error));
        assert_eq!(
            chain.steps(9),
            Err(ChainError::NoSuchState {
                state: 9,
                states: 4
            })
        );
    }

    #[test]
    fn a_long_track_is_back_substitution() {
        // A spinner of 0..=4 towards square 400: loops through the state itself only.
        let n = 400;
        let mut chain = Chain::with_states(n + 1);
        for square in 0..n {
            for step in 0..=4 {
                chain.add(square, (square + step).min(n), 1u32).unwrap();
            }
        }
        let mean = chain.steps(0).unwrap().mean;
        assert!(mean > ratio(200, 1) && mean < ratio(202, 1));
    }

    proptest! {
        /// Chances from one start (visits, forwards) against those from all starts (backwards), and both against
        /// repeated multiplication, which can only fall short.
        #[test]
        fn forwards_backwards_and_power_agree(
            edges in proptest::collection::vec((0usize..7, 0usize..9, 1u32..5), 5..30),
        ) {
            let mut chain = Chain::with_states(9);
            for (from, to, weight) in edges {
                chain.add(from, to, weight).unwrap();
            }
            let everywhere = chain.absorption_all();
            for start in 0..9 {
                let Ok(ends) = chain.absorption(start) else {
                    prop_assert!(everywhere.is_err());
                    continue;
                };
                let sum: BigRational = ends.iter().map(|(_, p)| p).sum();
                prop_assert_eq!(sum, ratio(1, 1));
                if let Ok((absorbing, rows)) = &everywhere {
                    for (k, state) in absorbing.iter().enumerate() {
                        let p = ends.iter().find(|(s, _)| s == state).map_or(ratio(0, 1), |e| e.1.clone());
                        prop_assert_eq!(&p, &rows[start][k]);
                    }
                }
                let visits = chain.visits(start).unwrap();
                let transient: BigRational = visits.iter().filter(|v| !chain.absorbing(v.0)).map(|v| &v.1).sum();
                prop_assert_eq!(transient, chain.steps(start).unwrap().mean);

                let mut now = vec![ratio(0, 1); 9];
                now[start] = ratio(1, 1);
                for _ in 0..12 {
                    let mut next = vec![ratio(0, 1); 9];
                    for (state, p) in now.iter().enumerate() {
                        if chain.absorbing(state) {
                            next[state] += p;
                        } else {
                            for (to, weight) in &chain.rows[state] {
                                next[*to] += p * weight / chain.total(state);
                            }
                        }
                    }
                    now = next;
                }
                let open: BigRational = (0..9).filter(|&s| !chain.absorbing(s)).map(|s| &now[s]).sum();
                for (state, p) in &ends {
                    prop_assert!(now[*state] <= *p && *p <= &now[*state] + &open);
                }
            }
        }
    }
}

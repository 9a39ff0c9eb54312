//! Decision processes with chance: the best expected reward, solved exactly.
//!
//! Ordered by strongly connected components, so that only true loops need more than one look; inside a loop, policy
//! iteration in exact arithmetic. Where a player can go round for ever, that is one more action, which ends with nothing; and every
//! policy tried comes to an end, so that a loop can never hold up a value that nothing pays for.
//!
//! [`solve::throws`](crate::solve::throws) solves games of two players, and of one, whose weights fit in a machine word and whose payoffs lie from 0
//! to 1, and what it says holds whatever a game without end is worth. Here weights and rewards are of any size and sign, and a run without
//! end is worth 0, so that staying may be the best.

mod policy;
#[cfg(test)]
mod tests;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;
use thiserror::Error;

use super::graph::strong_components;
use super::linear::LinearError;
use super::sparse::compare;

/// Where an outcome of an action leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// On to a state, by its number.
    State(usize),
    /// The end, with a reward.
    End(BigRational),
}

/// Whether the expected reward is to be as large or as small as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sense {
    /// As large as possible.
    Maximise,
    /// As small as possible.
    Minimise,
}

/// One action: outcomes with integer weights over their total. The rewards met at once are summed up in `reward`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Action {
    /// Sum of all weights, those of rewards included; positive.
    total: BigInt,
    /// Following states and their positive weights, each state once.
    moves: Vec<(usize, BigInt)>,
    /// Sum of weight times reward over the outcomes that end the process.
    reward: BigRational,
    /// Whether any outcome of positive weight ends the process.
    ends: bool,
}

/// A finite decision process: in each state one of its actions is chosen, and chance draws one of the action's
/// outcomes, which leads to a state or ends the process with a reward.
///
/// States and the actions of a state are numbered from 0 in the order they are added. A run that never ends has reward
/// 0, and so has a run that comes to a state without actions. Rewards may be negative.
///
/// # Examples
/// Throw a die of sixteen sides: ten win, five lose, on the last you throw again.
/// ```
/// use num_rational::BigRational;
/// use siga::exact::decision::{Outcome, Process, Sense};
/// let win = Outcome::End(BigRational::from_integer(1.into()));
/// let lose = Outcome::End(BigRational::from_integer(0.into()));
/// let mut process = Process::new();
/// let state = process.add_state();
/// process.add_action(state, [(10u32, win), (5, lose), (1, Outcome::State(state))])?;
/// let solution = process.solve(Sense::Maximise)?;
/// assert_eq!(solution.values[state], BigRational::new(2.into(), 3.into()));
///
/// assert!(process.add_action(7, [(1u32, Outcome::State(state))]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Process {
    states: Vec<Vec<Action>>,
}

/// Why a decision process could not be built or solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProcessError {
    /// A state's number is not in the process.
    #[error("there is no state {state}: the process has {states} states, numbered from 0")]
    NoSuchState {
        /// The number asked for.
        state: usize,
        /// The number of states.
        states: usize,
    },
    /// An action has no outcome of positive weight.
    #[error("the new action of state {state} has no outcome: give at least one a positive weight")]
    NoOutcome {
        /// The state the action was meant for.
        state: usize,
    },
    /// The linear system of a policy could not be solved.
    #[error(transparent)]
    Linear(#[from] LinearError),
}

/// The solution of a decision process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolvedProcess {
    /// The direction asked for.
    pub sense: Sense,
    /// The best expected reward from each state.
    pub values: Vec<BigRational>,
    /// For each state one action; following these together attains the values. `None` where there is no action.
    pub policy: Vec<Option<usize>>,
}

impl Process {
    /// A process without states.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a state without actions and returns its number.
    pub fn add_state(&mut self) -> usize {
        self.states.push(Vec::new());
        self.states.len() - 1
    }

    /// Number of states.
    fn len(&self) -> usize {
        self.states.len()
    }

    /// Number of actions of a state.
    ///
    /// # Errors
    /// [`ProcessError::NoSuchState`].
    #[cfg(test)]
    pub(crate) fn actions(&self, state: usize) -> Result<usize, ProcessError> {
        self.check(state)?;
        Ok(self.states[state].len())
    }

    /// Adds an action to a state and returns the action's number in that state.
    ///
    /// The chance of an outcome is its weight over the sum of the action's weights; outcomes of weight 0 are left out.
    ///
    /// # Errors
    /// [`ProcessError::NoSuchState`] for the state or one an outcome leads to, [`ProcessError::NoOutcome`].
    pub fn add_action<W: Into<BigUint>>(
        &mut self,
        state: usize,
        outcomes: impl IntoIterator<Item = (W, Outcome)>,
    ) -> Result<usize, ProcessError> {
        self.check(state)?;
        let mut action = Action {
            total: BigInt::zero(),
            moves: Vec::new(),
            reward: BigRational::zero(),
            ends: false,
        };
        for (weight, outcome) in outcomes {
            let weight = BigInt::from(weight.into());
            if let Outcome::State(to) = outcome {
                self.check(to)?;
            }
            if weight.is_zero() {
                continue;
            }
            action.total += &weight;
            match outcome {
                Outcome::End(reward) => {
                    action.ends = true;
                    if !reward.is_zero() {
                        action.reward += reward * weight;
                    }
                }
                Outcome::State(to) => {
                    match action.moves.iter_mut().find(|(present, _)| *present == to) {
                        Some((_, present)) => *present += weight,
                        None => action.moves.push((to, weight)),
                    }
                }
            }
        }
        if action.total.is_zero() {
            return Err(ProcessError::NoOutcome { state });
        }
        let actions = &mut self.states[state];
        actions.push(action);
        Ok(actions.len() - 1)
    }

    /// Finds the best expected reward from every state, and how to attain it.
    ///
    /// Exact: always; every reachable improvement is taken, none is approximated.
    /// Cost: linear in the outcomes for processes without loops; for each loop, a few solutions of a linear system
    /// in the states of the loop (the number of rounds is finite, and small in practice).
    ///
    /// # Errors
    /// [`ProcessError::Linear`] if a loop has more than 1000 states.
    pub fn solve(&self, sense: Sense) -> Result<SolvedProcess, ProcessError> {
        let mut solution = SolvedProcess {
            sense,
            values: vec![BigRational::zero(); self.len()],
            policy: vec![None; self.len()],
        };
        let mut staying = vec![Some(0); self.len()];
        for component in strong_components(&self.successors()) {
            self.keep_staying(&component, &mut staying);
            policy::solve_component(self, &component, &staying, &mut solution)?;
        }
        Ok(solution)
    }

    /// Leaves to each state of a component from which a run can surely go on for ever the first action that leads to such states alone,
    /// to the others none; of the states that the component leads to it is known.
    fn keep_staying(&self, component: &[usize], staying: &mut [Option<usize>]) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &state in component {
                let stays = |action: &Action| {
                    let mut moves = action.moves.iter();
                    !action.ends && moves.all(|(to, _)| staying[*to].is_some())
                };
                let found = self.states[state].iter().position(stays);
                changed |= found != staying[state];
                staying[state] = found;
            }
        }
    }

    fn successors(&self) -> Vec<Vec<usize>> {
        self.states
            .iter()
            .map(|actions| {
                let mut next: Vec<usize> = actions
                    .iter()
                    .flat_map(|action| action.moves.iter().map(|&(state, _)| state))
                    .collect();
                next.sort_unstable();
                next.dedup();
                next
            })
            .collect()
    }

    fn check(&self, state: usize) -> Result<(), ProcessError> {
        if state < self.len() {
            Ok(())
        } else {
            Err(ProcessError::NoSuchState {
                state,
                states: self.len(),
            })
        }
    }
}

impl Sense {
    /// Whether `a` is strictly better than `b`.
    fn prefers(self, a: &BigRational, b: &BigRational) -> bool {
        match self {
            Sense::Maximise => compare(a, b).is_gt(),
            Sense::Minimise => compare(a, b).is_lt(),
        }
    }
}

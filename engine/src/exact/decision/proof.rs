//! A solution proved without any of the solver's machinery.

use num_rational::BigRational;
use num_traits::{Signed, Zero};
use thiserror::Error;

use super::{Process, Sense, Solution};

/// A fault in a claimed solution.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProofError {
    /// The solution is of another process: the number of states or of actions differs.
    #[error("the solution does not fit the process at state {state}")]
    Shape {
        /// The first state that does not fit.
        state: usize,
    },
    /// An action is better than the value claimed.
    #[error(
        "action {action} of state {state} is worth {worth}, better than the value claimed, {claimed}"
    )]
    Improves {
        /// The state.
        state: usize,
        /// The better action.
        action: usize,
        /// Its expected value under the claimed values.
        worth: Box<BigRational>,
        /// The value claimed for the state.
        claimed: BigRational,
    },
    /// The set of optimal actions or the policy is not what the values say.
    #[error(
        "the optimal actions given for state {state} are not those that attain its value, {claimed}"
    )]
    Optimal {
        /// The state.
        state: usize,
        /// The value claimed for the state.
        claimed: BigRational,
    },
    /// The policy goes round for ever from a state that is claimed to be worth something.
    #[error(
        "following the policy from state {state} never ends, yet its value is given as {claimed}"
    )]
    NeverPaid {
        /// The state.
        state: usize,
        /// The value claimed for the state.
        claimed: BigRational,
    },
    /// Going round for ever, worth nothing, is better than the value claimed.
    #[error(
        "from state {state} play can go on for ever, which is better than the value claimed, {claimed}"
    )]
    BetterForEver {
        /// The state.
        state: usize,
        /// The value claimed for the state.
        claimed: BigRational,
    },
}

impl Solution {
    /// Proves the solution right, or says where it is wrong.
    ///
    /// Four things together prove it. No action is worth more than its state, and the policy's is worth as much, so no
    /// single choice improves. A state from which the policy never ends is worth nothing, so the values are what the
    /// policy attains. And play cannot stay for ever among states worth less than nothing, so no other policy gains by
    /// never ending. (For [`Sense::Minimise`] with more and less exchanged.)
    ///
    /// Exact: always.
    /// Cost: linear in the outcomes, times the number of states in the worst case for the last two checks.
    ///
    /// # Errors
    /// [`ProofError`]: the first fault found.
    pub fn prove(&self, process: &Process) -> Result<(), ProofError> {
        self.check_shape(process)?;
        for (state, actions) in process.states.iter().enumerate() {
            let claimed = &self.values[state];
            let mut optimal = Vec::new();
            for (number, action) in actions.iter().enumerate() {
                let worth = action.value(&self.values);
                if self.sense.prefers(&worth, claimed) {
                    return Err(ProofError::Improves {
                        state,
                        action: number,
                        worth: Box::new(worth),
                        claimed: claimed.clone(),
                    });
                }
                if action.attains(claimed, &self.values) {
                    optimal.push(number);
                }
            }
            let policy_fits = match self.policy[state] {
                None => actions.is_empty(),
                Some(action) => optimal.contains(&action),
            };
            if optimal != self.optimal[state] || !policy_fits {
                return Err(ProofError::Optimal {
                    state,
                    claimed: claimed.clone(),
                });
            }
        }
        self.check_policy_pays(process)?;
        self.check_never_ending(process)
    }

    fn check_shape(&self, process: &Process) -> Result<(), ProofError> {
        let n = process.len();
        let lengths = [self.values.len(), self.policy.len(), self.optimal.len()];
        match lengths.iter().find(|&&length| length != n) {
            Some(&length) => Err(ProofError::Shape {
                state: length.min(n),
            }),
            None => Ok(()),
        }
    }

    /// Every state worth something must, under the policy, be able to come to an end or to a state worth nothing.
    fn check_policy_pays(&self, process: &Process) -> Result<(), ProofError> {
        let mut paid: Vec<bool> = self.values.iter().map(Zero::is_zero).collect();
        let mut changed = true;
        while changed {
            changed = false;
            // Backwards, since solvers and builders tend to number what comes later higher or lower, not mixed.
            for state in (0..process.len()).chain((0..process.len()).rev()) {
                let action = self.policy[state].and_then(|a| process.states[state].get(a));
                if let (false, Some(action)) = (paid[state], action)
                    && (action.ends || action.moves.iter().any(|&(to, _)| paid[to]))
                {
                    paid[state] = true;
                    changed = true;
                }
            }
        }
        match paid.iter().position(|&p| !p) {
            None => Ok(()),
            Some(state) => Err(ProofError::NeverPaid {
                state,
                claimed: self.values[state].clone(),
            }),
        }
    }

    /// Among the states worth less than nothing, none may have an action that surely stays among those that have one.
    fn check_never_ending(&self, process: &Process) -> Result<(), ProofError> {
        let mut inside: Vec<bool> = self
            .values
            .iter()
            .map(|value| match self.sense {
                Sense::Maximise => value.is_negative(),
                Sense::Minimise => value.is_positive(),
            })
            .collect();
        let mut changed = true;
        while changed {
            changed = false;
            for state in (0..process.len()).chain((0..process.len()).rev()) {
                if inside[state] {
                    let can_stay = process.states[state].iter().any(|action| {
                        !action.ends && action.moves.iter().all(|&(to, _)| inside[to])
                    });
                    if !can_stay {
                        inside[state] = false;
                        changed = true;
                    }
                }
            }
        }
        match inside.iter().position(|&i| i) {
            None => Ok(()),
            Some(state) => Err(ProofError::BetterForEver {
                state,
                claimed: self.values[state].clone(),
            }),
        }
    }
}

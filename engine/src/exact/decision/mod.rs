//! Decision processes with chance: the best expected reward, solved exactly.
//!
//! Ordered by strongly connected components, so that only true loops need more than one look; inside a loop, policy
//! iteration in exact arithmetic. Where a player can go round for ever, that is one more action, which ends with nothing; and every
//! policy tried comes to an end, so that a loop can never hold up a value that nothing pays for.
//!
//! [`solve::throws`](crate::solve::throws) solves games of two players, and of one, whose weights fit in a machine word and whose payoffs lie from 0
//! to 1, and what it says holds whatever a game without end is worth. Here weights and rewards are of any size and sign, and a run without
//! end is worth 0, so that staying may be the best.
//!
//! Policy iteration begins with a policy under which every run leaves the component, and takes another action only where that is strictly
//! better. Then every later policy leaves it too: under one that did not, the states among which a run stays would be worth the same, since
//! they are worth at least their own mean, so that none of their actions would have been taken for a better one. So the equations of
//! each policy have one solution, and a policy that no action improves is the best.

#[cfg(test)]
mod tests;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::gcd;
use super::graph::strong_components;
use super::linear::LinearError;
use super::sparse::{self, Equation, compare, weighted, weighted_sum};
use crate::work::stop;

/// Where an outcome of an action leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// On to a state, by its number.
    State(usize),
    /// The end, with a reward.
    End(BigRational),
}

/// Outcomes with positive weights: the chance of each is its weight over the sum of all.
pub type Action = Vec<(BigInt, Outcome)>;

/// Whether the expected reward is to be as large or as small as possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sense {
    /// As large as possible.
    Maximise,
    /// As small as possible.
    Minimise,
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

/// Finds the best expected reward from every state, and for each an action; following these together attains the rewards. Each state has
/// its actions, of which one is chosen; chance draws one of the action's outcomes, which leads to a state or ends the process with a reward.
///
/// A run that never ends has reward 0, and so has a run that comes to a state without actions. Rewards may be negative.
///
/// Exact: always; every reachable improvement is taken, none is approximated.
/// Cost: linear in the outcomes for processes without loops; for each loop, a few solutions of a linear system
/// in the states of the loop (the number of rounds is finite, and small in practice).
///
/// # Errors
/// [`LinearError`] if a loop has too many states.
///
/// # Panics
/// When an outcome leads to a state that is not there, or an action has no outcome.
///
/// # Examples
/// Throw a die of sixteen sides: ten win, five lose, on the last you throw again.
/// ```
/// use num_rational::BigRational;
/// use siga::exact::decision::{Outcome, Sense, solve};
/// let win = Outcome::End(BigRational::from_integer(1.into()));
/// let lose = Outcome::End(BigRational::from_integer(0.into()));
/// let throw = vec![(10.into(), win), (5.into(), lose), (1.into(), Outcome::State(0))];
/// let solved = solve(&[vec![throw]], Sense::Maximise)?;
/// assert_eq!(solved[0], (BigRational::new(2.into(), 3.into()), Some(0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    states: &[Vec<Action>],
    sense: Sense,
) -> Result<Vec<(BigRational, Option<usize>)>, LinearError> {
    let mut values = vec![BigRational::zero(); states.len()];
    let mut policy = vec![None; states.len()];
    let mut staying = vec![Some(0); states.len()];
    for component in strong_components(&successors(states)) {
        keep_staying(states, &component, &mut staying);
        let choices = component.iter().map(|&state| {
            let actions = states[state].iter().enumerate();
            let actions =
                actions.map(|(number, action)| Choice::new(number, action, &component, &values));
            choices(actions.chain(staying[state].map(Choice::to_stay)), sense)
        });
        let choices: Vec<Vec<Choice>> = choices.collect();
        let (solved, chosen) = solve_component(&choices, sense)?;
        for (place, (&state, value)) in component.iter().zip(solved).enumerate() {
            values[state] = value;
            policy[state] = choices[place]
                .get(chosen[place])
                .map(|choice| choice.action);
        }
    }
    Ok(values.into_iter().zip(policy).collect())
}

/// The states that each leads to.
fn successors(states: &[Vec<Action>]) -> Vec<Vec<usize>> {
    let to = |(_, outcome): &(BigInt, Outcome)| match outcome {
        Outcome::State(to) => Some(*to),
        Outcome::End(_) => None,
    };
    let next = states.iter().map(|actions| {
        let mut next: Vec<usize> = actions.iter().flatten().filter_map(to).collect();
        next.sort_unstable();
        next.dedup();
        next
    });
    next.collect()
}

/// Leaves to each state of a component from which a run can surely go on for ever the first action that leads to such states alone,
/// to the others none; of the states that the component leads to it is known.
fn keep_staying(states: &[Vec<Action>], component: &[usize], staying: &mut [Option<usize>]) {
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for &state in component {
            let goes_on = |outcome: &Outcome| match outcome {
                Outcome::State(to) => staying[*to].is_some(),
                Outcome::End(_) => false,
            };
            let stays = |action: &Action| action.iter().all(|(_, outcome)| goes_on(outcome));
            let found = states[state].iter().position(stays);
            changed |= found != staying[state];
            staying[state] = found;
        }
    }
}

/// An action as it is seen within a component.
struct Choice {
    /// Its number.
    action: usize,
    total: BigInt,
    /// Following states of the same component by their places in it, and their weights.
    inside: Vec<(usize, BigInt)>,
    /// The part that is known already, times the total: rewards, and values of states outside the component.
    known: BigRational,
    /// Whether the run may leave the component with it.
    leaves: bool,
}

impl Choice {
    fn new(action: usize, outcomes: &Action, component: &[usize], values: &[BigRational]) -> Self {
        let mut inside = Vec::new();
        let mut known = Vec::new();
        for (weight, outcome) in outcomes {
            match outcome {
                Outcome::End(reward) => known.push((weight, reward)),
                Outcome::State(to) => match component.binary_search(to) {
                    Ok(place) => inside.push((place, weight.clone())),
                    Err(_) => known.push((weight, &values[*to])),
                },
            }
        }
        let leaves = !known.is_empty();
        let (total, known) = match known.as_slice() {
            // What an action surely leads to is all that it is worth.
            [(_, value)] if inside.is_empty() => (BigInt::one(), (*value).clone()),
            _ => {
                let total = outcomes.iter().map(|(weight, _)| weight).sum();
                (total, weighted_sum(known))
            }
        };
        Self {
            action,
            total,
            inside,
            known,
            leaves,
        }
    }

    /// To stay for ever, beginning with an action: worth nothing.
    fn to_stay(action: usize) -> Self {
        Self {
            action,
            total: BigInt::one(),
            inside: Vec::new(),
            known: BigRational::zero(),
            leaves: true,
        }
    }

    /// Its expected value, by the values of the states of the component.
    fn worth(&self, values: &[BigRational]) -> BigRational {
        if self.inside.is_empty() && self.total.is_one() {
            return self.known.clone();
        }
        let inside = self.inside.iter();
        let inside = inside.map(|(place, weight)| (weight, &values[*place]));
        let one = BigInt::one();
        let (over, under) = weighted(inside.chain([(&one, &self.known)]));
        gcd::ratio(over, under * &self.total)
    }
}

/// The choices of a state. Of those that surely leave the component only the best, the first of equal ones, for their worth is known.
fn choices(all: impl Iterator<Item = Choice>, sense: Sense) -> Vec<Choice> {
    let mut kept: Vec<Choice> = Vec::new();
    let mut best: Option<(usize, BigRational)> = None;
    for choice in all {
        if !choice.inside.is_empty() {
            kept.push(choice);
            continue;
        }
        let worth = choice.worth(&[]);
        match &mut best {
            None => {
                best = Some((kept.len(), worth));
                kept.push(choice);
            }
            Some((at, known)) if sense.prefers(&worth, known) => {
                *known = worth;
                kept[*at] = choice;
            }
            Some(_) => {}
        }
    }
    kept
}

/// The values of the states of a component, and the places of the choices that attain them, by policy iteration.
fn solve_component(
    choices: &[Vec<Choice>],
    sense: Sense,
) -> Result<(Vec<BigRational>, Vec<usize>), LinearError> {
    let mut chosen = leaving(choices);
    loop {
        stop::check();
        let values = evaluate(choices, &chosen)?;
        let mut improved = false;
        for (place, choices) in choices.iter().enumerate() {
            let mut best = values[place].clone();
            for (number, choice) in choices.iter().enumerate().filter(|_| choices.len() > 1) {
                let worth = choice.worth(&values);
                if sense.prefers(&worth, &best) {
                    (best, chosen[place]) = (worth, number);
                    improved = true;
                }
            }
        }
        if !improved {
            return Ok((values, chosen));
        }
    }
}

/// For each state a choice such that every run leaves the component: one that may leave it itself, or may lead to a state for which one
/// is found already. A component that no action leaves is one to stay in.
fn leaving(choices: &[Vec<Choice>]) -> Vec<usize> {
    let mut found: Vec<Option<usize>> = vec![None; choices.len()];
    loop {
        let before = found.clone();
        for (place, choices) in choices.iter().enumerate() {
            let leads = |choice: &Choice| {
                let mut inside = choice.inside.iter();
                choice.leaves || inside.any(|(to, _)| before[*to].is_some())
            };
            found[place] = before[place].or_else(|| choices.iter().position(leads));
        }
        if found == before {
            // A state without actions has nothing to choose.
            return found.into_iter().map(Option::unwrap_or_default).collect();
        }
    }
}

/// The value of every state under the chosen choices; a state without choices is worth nothing.
fn evaluate(choices: &[Vec<Choice>], chosen: &[usize]) -> Result<Vec<BigRational>, LinearError> {
    let chosen = choices.iter().zip(chosen);
    let equations: Vec<Equation> = chosen
        .map(|(choices, &chosen)| match choices.get(chosen) {
            Some(choice) => Equation {
                scale: choice.total.clone(),
                terms: choice.inside.clone(),
                constant: choice.known.clone(),
            },
            None => Equation {
                scale: BigInt::one(),
                terms: Vec::new(),
                constant: BigRational::zero(),
            },
        })
        .collect();
    sparse::solve(&equations)
}

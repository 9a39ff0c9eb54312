//! Policy iteration inside one strongly connected component.
//!
//! It begins with a policy under which every run leaves the component, and takes another action only where that is strictly better. Then
//! every later policy leaves it too: under one that did not, the states among which a run stays would be worth the same, since they are
//! worth at least their own mean, so that none of their actions would have been taken for a better one. So the equations of
//! each policy have one solution, and a policy that no action improves is the best.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{Action, Process, ProcessError, Sense, SolvedProcess};
use crate::exact::gcd;
use crate::exact::sparse::{self, Equation, weighted, weighted_sum};
use crate::work::stop;

/// An action prepared for evaluation.
struct PreparedAction {
    action: usize,
    total: BigInt,
    /// Following states of the same component by their places in it, and their weights.
    inside: Vec<(usize, BigInt)>,
    /// The part that is known already, times the total: rewards, and values of states outside the component.
    known: BigRational,
    /// Whether the run may leave the component with it.
    leaves: bool,
}

impl PreparedAction {
    fn new(
        number: usize,
        action: &Action,
        component: &[usize],
        values: &[BigRational],
    ) -> PreparedAction {
        let mut inside = Vec::new();
        let mut outside = Vec::new();
        for (to, weight) in &action.moves {
            match component.binary_search(to) {
                Ok(place) => inside.push((place, weight.clone())),
                Err(_) => outside.push((weight, &values[*to])),
            }
        }
        let leaves = action.ends || !outside.is_empty();
        let (total, known) = match (outside.as_slice(), action.ends) {
            ([], _) => (action.total.clone(), action.reward.clone()),
            // What an action surely leads to is all that it is worth.
            ([(_, value)], false) if inside.is_empty() => (BigInt::one(), (*value).clone()),
            _ => {
                let one = BigInt::one();
                let known = outside.into_iter().chain([(&one, &action.reward)]);
                (action.total.clone(), weighted_sum(known))
            }
        };
        PreparedAction {
            action: number,
            total,
            inside,
            known,
            leaves,
        }
    }

    /// To stay for ever, beginning with an action: worth nothing.
    fn to_stay(action: usize) -> PreparedAction {
        PreparedAction {
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
fn choices(all: impl Iterator<Item = PreparedAction>, sense: Sense) -> Vec<PreparedAction> {
    let mut kept: Vec<PreparedAction> = Vec::new();
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

/// Fills in values and policy of the states of `component`, ascending; everything it leads to must be filled in already. `staying` has
/// for each state an action after which the run can go on for ever, if there is one.
pub(super) fn solve_component(
    process: &Process,
    component: &[usize],
    staying: &[Option<usize>],
    solution: &mut SolvedProcess,
) -> Result<(), ProcessError> {
    let prepared = component.iter().map(|&state| {
        let actions = process.states[state].iter().enumerate();
        let values = &solution.values;
        let actions =
            actions.map(|(number, action)| PreparedAction::new(number, action, component, values));
        choices(
            actions.chain(staying[state].map(PreparedAction::to_stay)),
            solution.sense,
        )
    });
    let choices: Vec<Vec<PreparedAction>> = prepared.collect();
    let mut chosen = leaving(&choices);
    let values = loop {
        stop::check();
        let values = evaluate(&choices, &chosen)?;
        let mut improved = false;
        for (place, choices) in choices.iter().enumerate() {
            let mut best = values[place].clone();
            for (number, choice) in choices.iter().enumerate().filter(|_| choices.len() > 1) {
                let worth = choice.worth(&values);
                if solution.sense.prefers(&worth, &best) {
                    (best, chosen[place]) = (worth, number);
                    improved = true;
                }
            }
        }
        if !improved {
            break values;
        }
    };
    for (place, (&state, value)) in component.iter().zip(values).enumerate() {
        solution.values[state] = value;
        let choice = choices[place].get(chosen[place]);
        solution.policy[state] = choice.map(|choice| choice.action);
    }
    Ok(())
}

/// For each state a choice such that every run leaves the component: one that may leave it itself, or may lead to a state for which one
/// is found already. A component that no action leaves is one to stay in.
fn leaving(choices: &[Vec<PreparedAction>]) -> Vec<usize> {
    let mut found: Vec<Option<usize>> = vec![None; choices.len()];
    loop {
        let before = found.clone();
        for (place, choices) in choices.iter().enumerate() {
            let leads = |choice: &PreparedAction| {
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
fn evaluate(
    choices: &[Vec<PreparedAction>],
    chosen: &[usize],
) -> Result<Vec<BigRational>, ProcessError> {
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
    Ok(sparse::solve(&equations)?)
}

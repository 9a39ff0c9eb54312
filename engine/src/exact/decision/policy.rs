//! Policy iteration inside one strongly connected component.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::components::{EndComponent, end_components};
use super::{Action, Process, ProcessError, Sense, Solution};
use crate::exact::gcd;
use crate::exact::sparse::{self, Equation, weighted, weighted_sum};
use crate::work::stop;

/// A state, or the merged states of an end component, with the choices that lead out of it.
struct MergedState {
    members: Vec<usize>,
    /// Of the choices that lead out of the whole component only the best, for their worth is known.
    choices: Vec<Choice>,
}

impl MergedState {
    /// Adds a choice. One that leads out of the component takes the place of a worse one, or is left out.
    fn add(&mut self, choice: Choice, sense: Sense) {
        let leaving = match choice.inside.as_slice() {
            [] => self.choices.iter_mut().find(|c| c.inside.is_empty()),
            _ => None,
        };
        match leaving {
            None => self.choices.push(choice),
            Some(present) => {
                let (new, old) = (choice.worth(|_| None), present.worth(|_| None));
                if sense.prefers(&new, &old) {
                    *present = choice;
                }
            }
        }
    }
}

/// A way to leave a node, prepared for evaluation.
struct Choice {
    /// The state and action it stands for; `None` is going round inside the node for ever, worth nothing.
    action: Option<(usize, usize)>,
    total: BigInt,
    /// Following nodes of the same component, and their weights.
    inside: Vec<(usize, BigInt)>,
    /// The part that is known already, times the total: rewards, and values of states outside the component.
    known: BigRational,
}

impl Choice {
    /// Its expected value; a node whose value is not given counts as nothing.
    fn worth<'a>(&self, values: impl Fn(usize) -> Option<&'a BigRational>) -> BigRational {
        if self.inside.is_empty() && self.total.is_one() {
            return self.known.clone();
        }
        let inside = self
            .inside
            .iter()
            .filter_map(|(node, weight)| values(*node).map(|value| (weight, value)));
        let one = BigInt::one();
        let (over, under) = weighted(inside.chain([(&one, &self.known)]));
        gcd::ratio(over, under * &self.total)
    }
}

/// Fills in values and policy of the states of `component`; everything it leads to must be filled in already.
pub(super) fn solve_component(
    process: &Process,
    component: &[usize],
    solution: &mut Solution,
) -> Result<(), ProcessError> {
    let merged = end_components(process, component);
    let nodes = build_nodes(process, component, &merged, solution);

    // Without end components left, every policy ends, its equations have one solution, and a policy that no choice
    // improves is the best.
    let mut chosen: Vec<usize> = nodes
        .iter()
        .map(|node| best_choice(node, solution, |_| None, 0).0)
        .collect();
    let values = loop {
        stop::check();
        let values = evaluate(&nodes, &chosen)?;
        let mut improved = false;
        for (i, node) in nodes.iter().enumerate() {
            if node.choices.len() > 1 {
                let (choice, value) = best_choice(node, solution, |j| Some(&values[j]), chosen[i]);
                if solution.sense.prefers(&value, &values[i]) {
                    chosen[i] = choice;
                    improved = true;
                }
            }
        }
        if !improved {
            break values;
        }
    };

    for ((node, &choice), value) in nodes.iter().zip(&chosen).zip(values) {
        for &state in &node.members {
            solution.values[state] = value.clone();
        }
        if let Some((state, action)) = node.choices.get(choice).and_then(|c| c.action) {
            solution.policy[state] = Some(action);
        }
    }
    for end in &merged {
        lead_to_exit(process, end, solution);
    }
    Ok(())
}

impl MergedState {
    /// The states of an end component, with the choice to stay there for ever.
    fn of_end(end: &EndComponent) -> MergedState {
        MergedState {
            members: end.members.iter().map(|&(state, _)| state).collect(),
            choices: vec![Choice {
                action: None,
                total: BigInt::from(1),
                inside: Vec::new(),
                known: BigRational::zero(),
            }],
        }
    }
}

fn build_nodes(
    process: &Process,
    component: &[usize],
    merged: &[EndComponent],
    solution: &Solution,
) -> Vec<MergedState> {
    let mut nodes: Vec<MergedState> = merged.iter().map(MergedState::of_end).collect();
    // Which node a state belongs to, by its place in the (ascending) component.
    let mut node_of = vec![usize::MAX; component.len()];
    let place = |state: usize| component.binary_search(&state).ok();
    for (i, node) in nodes.iter().enumerate() {
        for &state in &node.members {
            if let Some(p) = place(state) {
                node_of[p] = i;
            }
        }
    }
    for (p, &state) in component.iter().enumerate() {
        if node_of[p] == usize::MAX {
            node_of[p] = nodes.len();
            nodes.push(MergedState {
                members: vec![state],
                choices: Vec::new(),
            });
        }
    }
    for (p, &state) in component.iter().enumerate() {
        let node = node_of[p];
        for (number, action) in process.states[state].iter().enumerate() {
            let choice = prepare(action, (state, number), solution, |to| {
                place(to).map(|q| node_of[q])
            });
            // An action that surely stays in the node is no way out of it.
            let stays = !action.ends
                && choice.inside.iter().all(|&(to, _)| to == node)
                && action.moves.iter().all(|&(to, _)| place(to).is_some());
            if !stays {
                nodes[node].add(choice, solution.sense);
            }
        }
    }
    nodes
}

fn prepare(
    action: &Action,
    name: (usize, usize),
    solution: &Solution,
    node_of: impl Fn(usize) -> Option<usize>,
) -> Choice {
    if let Some(to) = action.certain()
        && node_of(to).is_none()
    {
        return Choice {
            action: Some(name),
            total: BigInt::one(),
            inside: Vec::new(),
            known: solution.values[to].clone(),
        };
    }
    let mut inside: Vec<(usize, BigInt)> = Vec::new();
    let mut outside = Vec::new();
    for (to, weight) in &action.moves {
        match node_of(*to) {
            None => outside.push((weight, &solution.values[*to])),
            Some(node) => match inside.iter_mut().find(|(present, _)| *present == node) {
                Some((_, present)) => *present += weight,
                None => inside.push((node, weight.clone())),
            },
        }
    }
    Choice {
        action: Some(name),
        total: action.total.clone(),
        inside,
        known: if outside.is_empty() {
            action.reward.clone()
        } else {
            let one = BigInt::one();
            weighted_sum(outside.into_iter().chain([(&one, &action.reward)]))
        },
    }
}

/// The best choice of a node under given values (a value not given counts as nothing); `current` wins ties.
fn best_choice<'a>(
    node: &MergedState,
    solution: &Solution,
    values: impl Fn(usize) -> Option<&'a BigRational>,
    current: usize,
) -> (usize, BigRational) {
    let mut best = match node.choices.get(current) {
        Some(choice) => (current, choice.worth(&values)),
        None => return (0, BigRational::zero()),
    };
    for (i, choice) in node.choices.iter().enumerate() {
        if i != current {
            let value = choice.worth(&values);
            if solution.sense.prefers(&value, &best.1) {
                best = (i, value);
            }
        }
    }
    best
}

/// The value of every node under the chosen choices; a node without choices is worth nothing.
fn evaluate(nodes: &[MergedState], chosen: &[usize]) -> Result<Vec<BigRational>, ProcessError> {
    let equations: Vec<Equation> = nodes
        .iter()
        .zip(chosen)
        .map(|(node, &choice)| match node.choices.get(choice) {
            Some(choice) => Equation {
                scale: choice.total.clone(),
                terms: choice.inside.clone(),
                constant: choice.known.clone(),
            },
            None => Equation {
                scale: BigInt::from(1),
                terms: Vec::new(),
                constant: BigRational::zero(),
            },
        })
        .collect();
    Ok(sparse::solve(&equations)?)
}

/// Completes the policy inside an end component: towards the state that leaves it, if one was chosen to, and round
/// and round otherwise.
fn lead_to_exit(process: &Process, end: &EndComponent, solution: &mut Solution) {
    let exit = end
        .members
        .iter()
        .map(|&(state, _)| state)
        .find(|&state| solution.policy[state].is_some());
    if exit.is_none() {
        for (state, actions) in &end.members {
            solution.policy[*state] = actions.first().copied();
        }
        return;
    }
    // Each round decides the states with an action that may step to a decided one.
    let mut open: Vec<&(usize, Vec<usize>)> = end
        .members
        .iter()
        .filter(|(state, _)| Some(*state) != exit)
        .collect();
    loop {
        let before = open.len();
        let mut found = Vec::new();
        open.retain(|(state, actions)| {
            let action = actions.iter().find(|&&a| {
                let moves = &process.states[*state][a].moves;
                moves.iter().any(|(to, _)| solution.policy[*to].is_some())
            });
            match action {
                Some(&a) => {
                    found.push((*state, a));
                    false
                }
                None => true,
            }
        });
        for (state, action) in found {
            solution.policy[state] = Some(action);
        }
        if open.is_empty() || open.len() == before {
            return;
        }
    }
}

//! Sets of states among which play can go on for ever.

use super::Process;
use crate::exact::graph::strong_components;

/// A set of states with, for each, the actions that surely stay in the set; every state can be reached from every
/// other by these actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EndComponent {
    /// Each state, ascending, with its staying actions, ascending and at least one.
    pub(super) members: Vec<(usize, Vec<usize>)>,
}

/// The largest such sets inside `states` (ascending); they do not overlap.
///
/// Cost: about linear in outcomes for each round of splitting, and at most as many rounds as states; almost always one or two.
pub(super) fn end_components(process: &Process, states: &[usize]) -> Vec<EndComponent> {
    let mut found = Vec::new();
    let mut candidates = vec![states.to_vec()];
    while let Some(set) = candidates.pop() {
        let place = |state: usize| set.binary_search(&state).ok();
        let staying: Vec<Vec<usize>> = set
            .iter()
            .map(|&state| {
                let actions = process.states[state].iter().enumerate();
                actions
                    .filter(|(_, action)| {
                        !action.ends && action.moves.iter().all(|&(to, _)| place(to).is_some())
                    })
                    .map(|(number, _)| number)
                    .collect()
            })
            .collect();
        let graph: Vec<Vec<usize>> = set
            .iter()
            .zip(&staying)
            .map(|(&state, actions)| {
                actions
                    .iter()
                    .flat_map(|&a| process.states[state][a].moves.iter())
                    .filter_map(|&(to, _)| place(to))
                    .collect()
            })
            .collect();
        let parts = strong_components(&graph);
        if parts.len() == 1 && staying.iter().all(|actions| !actions.is_empty()) {
            let members = set.into_iter().zip(staying).collect();
            found.push(EndComponent { members });
            continue;
        }
        for part in parts {
            // A part without an edge inside it is one state that must leave.
            if part.len() > 1 || graph[part[0]].contains(&part[0]) {
                let mut part: Vec<usize> = part
                    .into_iter()
                    .filter(|&p| !staying[p].is_empty())
                    .map(|p| set[p])
                    .collect();
                part.sort_unstable();
                candidates.push(part);
            }
        }
    }
    found.retain(|component| !component.members.is_empty());
    found.sort_by_key(|component| component.members[0].0);
    found
}

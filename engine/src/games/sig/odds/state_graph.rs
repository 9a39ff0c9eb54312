//! The states of a turn, as many as the work allows.

use std::collections::HashMap;
use std::hash::Hash;

use crate::games::sig::budget::Work;
use crate::games::sig::throws::Throws;

/// The states of a turn with their successors, found level by level: first those after no standing throw, then those
/// after one, and so on.
pub(super) struct Machine {
    /// For each state, the state after one more standing throw of each kind; of states at the end, which were not looked
    /// beyond, nothing.
    pub(super) next: Vec<Vec<usize>>,
    /// For each state, whether it takes when nothing is left of the last throw, and with each last throw.
    pub(super) takes: Vec<Vec<bool>>,
    /// The number of standing throws that lead nowhere else than to the states here; `None` if any number does.
    pub(super) depth: Option<usize>,
    /// The steps of each level.
    pub(super) steps: Vec<u64>,
}

impl Machine {
    /// The states after at most `most` standing throws, as far as the work goes; the first, `start`, is always there.
    ///
    /// `next`: the state after one more standing throw of a kind. `takes`: whether the piece can be taken when the turn ends with this throw,
    /// numbered from 1, or with nothing (0). Both are `None` where that takes more work than allowed.
    pub(super) fn new<S: Clone + Eq + Hash>(
        throws: &Throws,
        start: S,
        next: impl Fn(&S, usize, &mut Work) -> Option<S>,
        takes: impl Fn(&S, u8, &mut Work) -> Option<bool>,
        (most, work): (Option<usize>, &mut Work),
    ) -> Machine {
        let mut machine = Machine {
            next: Vec::new(),
            takes: Vec::new(),
            depth: None,
            steps: Vec::new(),
        };
        // The states, each with the least number of standing throws that lead there.
        let mut states: Vec<(S, usize)> = Vec::new();
        let mut known: HashMap<S, usize> = HashMap::new();
        let mut add = |state: S, level: usize, states: &mut Vec<_>, work: &mut Work| {
            if let Some(&known) = known.get(&state) {
                return Some(known);
            }
            let lasts = 0..=throws.lasts.len() as u8;
            let taken = lasts.map(|last| takes(&state, last, work));
            let taken = taken.collect::<Option<Vec<bool>>>()?;
            machine.takes.push(taken);
            states.push((state.clone(), level));
            known.insert(state, states.len() - 1);
            Some(states.len() - 1)
        };
        // The last throw's own captures are always looked at.
        add(start, 0, &mut states, &mut Work::without_end());
        while let Some((state, level)) = states.get(machine.next.len()).cloned() {
            let before = work.spent();
            let row = (0..throws.kinds.len()).map(|kind| {
                let after = next(&state, kind, work)?;
                add(after, level + 1, &mut states, work)
            });
            let row: Option<Vec<usize>> = match most == Some(level) {
                true => None,
                false => row.collect(),
            };
            machine.steps.resize(level + 1, 0);
            machine.steps[level] += work.spent() - before;
            match row {
                Some(row) => machine.next.push(row),
                None => {
                    machine.depth = Some(level);
                    break;
                }
            }
        }
        machine.next.resize(states.len(), Vec::new());
        machine
    }

    /// About the budget with which one more standing throw is looked at, after this one was not enough.
    pub(super) fn budget_for_more(&self, budget: u64) -> u64 {
        let growth = match self.steps.as_slice() {
            [.., before, last] => last.div_ceil((*before).max(1)),
            _ => 2,
        };
        budget.max(1_000).saturating_mul(growth.clamp(2, 1000))
    }
}

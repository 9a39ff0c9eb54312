//! The states of a memory, as many as the work allows.

use std::collections::HashMap;

use super::turn_state::Memory;
use crate::games::sig::budget::Work;
use crate::games::sig::throws::Throws;

/// The states of a memory with their successors, found level by level: first those after no standing throw, then those
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
    /// The states after at most `most` standing throws, as far as the work goes; the first is always there.
    pub(super) fn new<M: Memory>(
        throws: &Throws,
        memory: &M,
        most: Option<usize>,
        work: &mut Work,
    ) -> Machine {
        let mut found = Finder {
            throws,
            memory,
            states: Vec::new(),
            levels: Vec::new(),
            known: HashMap::new(),
            takes: Vec::new(),
        };
        // The last throw's own captures are always looked at.
        let start = memory.start();
        found.add(start, 0, &mut Work::new(u64::MAX));
        let mut next = Vec::new();
        let mut steps = Vec::new();
        let mut depth = None;
        while next.len() < found.states.len() {
            let level = found.levels[next.len()];
            let before = work.spent();
            let row = if most == Some(level) {
                None
            } else {
                found.row(next.len(), work)
            };
            steps.resize(level + 1, 0);
            steps[level] += work.spent() - before;
            match row {
                Some(row) => next.push(row),
                None => {
                    depth = Some(level);
                    break;
                }
            }
        }
        next.resize(found.states.len(), Vec::new());
        Machine {
            next,
            takes: found.takes,
            depth,
            steps,
        }
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

struct Finder<'a, M: Memory> {
    throws: &'a Throws,
    memory: &'a M,
    states: Vec<M::State>,
    /// The least number of standing throws with which each state takes.
    levels: Vec<usize>,
    known: HashMap<M::State, usize>,
    takes: Vec<Vec<bool>>,
}

impl<M: Memory> Finder<'_, M> {
    fn add(&mut self, state: M::State, level: usize, work: &mut Work) -> Option<usize> {
        if let Some(&known) = self.known.get(&state) {
            return Some(known);
        }
        let lasts = 0..=self.throws.lasts.len() as u8;
        work.spend(lasts.len() * self.memory.steps(&state))?;
        let takes = lasts.map(|last| self.memory.takes(&state, last)).collect();
        let number = self.states.len();
        self.takes.push(takes);
        self.levels.push(level);
        self.states.push(state.clone());
        self.known.insert(state, number);
        Some(number)
    }

    fn row(&mut self, from: usize, work: &mut Work) -> Option<Vec<usize>> {
        let state = self.states[from].clone();
        let level = self.levels[from] + 1;
        let mut row = Vec::new();
        for kind in 0..self.throws.kinds.len() {
            let next = self.memory.after(&state, kind, work)?;
            row.push(self.add(next, level, work)?);
        }
        Some(row)
    }
}

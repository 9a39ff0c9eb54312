//! What has to be remembered of a turn as its throws fall, and the states of such a memory.

use std::collections::{BTreeSet, HashMap};

use super::{MAX_STATES, OddsError};
use crate::games::sig::cost::Least;
use crate::games::sig::yields::{Kind, Throws};

/// What has to be remembered of the throws that stand.
pub(super) trait Memory {
    type State: Clone + Eq + std::hash::Hash;
    fn start(&self) -> Self::State;
    /// The state after one more standing throw of a kind.
    fn after(&self, state: &Self::State, kind: usize) -> Self::State;
    /// Whether the piece can be taken when the turn ends with this throw, numbered from 1, or with nothing (0).
    fn takes(&self, state: &Self::State, last: u8) -> bool;
}

/// In any order: how many of each throw stand, up to the number that can still matter.
pub(super) struct Capped<'a> {
    least: &'a Least,
    caps: Vec<u8>,
}

impl<'a> Capped<'a> {
    pub(super) fn new(throws: &Throws, least: &'a Least) -> Self {
        let cap = |kind| least.0.iter().map(|cost| cost.count(kind)).max();
        let caps = (0..throws.kinds.len()).map(|kind| cap(kind).unwrap_or(0));
        Capped {
            least,
            caps: caps.collect(),
        }
    }
}

impl Memory for Capped<'_> {
    type State = Vec<u8>;

    fn start(&self) -> Vec<u8> {
        vec![0; self.caps.len()]
    }

    fn after(&self, state: &Vec<u8>, kind: usize) -> Vec<u8> {
        let mut next = state.clone();
        next[kind] = (next[kind] + 1).min(self.caps[kind]);
        next
    }

    fn takes(&self, state: &Vec<u8>, last: u8) -> bool {
        self.least.0.iter().any(|cost| {
            (cost.last == 0 || cost.last == last)
                && (0..state.len()).all(|kind| cost.count(kind) <= state[kind])
        })
    }
}

/// In the order thrown: every way the pieces may stand, as distances still to go, those that have passed left out.
pub(super) struct Placed {
    start: Vec<u32>,
    kinds: Vec<Kind>,
    lasts: Vec<Kind>,
}

impl Placed {
    pub(super) fn new(throws: &Throws, behind: &[u32]) -> Self {
        let mut start = behind.to_vec();
        start.sort_unstable();
        Placed {
            start,
            kinds: throws.kinds.clone(),
            lasts: throws.lasts.clone(),
        }
    }

    /// Where one throw can bring the pieces; `None` when it can take.
    fn moved(places: &BTreeSet<Vec<u32>>, kind: Kind) -> Option<BTreeSet<Vec<u32>>> {
        let mut all = places.clone();
        let Kind::Move(cells) = kind else {
            return Some(all);
        };
        let cells = u32::from(cells);
        for pieces in places {
            for (at, &distance) in pieces.iter().enumerate() {
                // The next piece ahead must stay ahead.
                if at > 0 && distance <= cells + pieces[at - 1] {
                    continue;
                }
                if distance == cells {
                    return None;
                }
                let mut next = pieces.clone();
                if distance < cells {
                    next.remove(at);
                } else {
                    next[at] -= cells;
                }
                all.insert(next);
            }
        }
        Some(all)
    }
}

impl Memory for Placed {
    /// `None` once the piece can be taken.
    type State = Option<BTreeSet<Vec<u32>>>;

    fn start(&self) -> Self::State {
        Some(BTreeSet::from([self.start.clone()]))
    }

    fn after(&self, state: &Self::State, kind: usize) -> Self::State {
        Placed::moved(state.as_ref()?, self.kinds[kind])
    }

    fn takes(&self, state: &Self::State, last: u8) -> bool {
        let Some(places) = state else {
            return true;
        };
        let last = usize::from(last).checked_sub(1);
        last.is_some_and(|last| Placed::moved(places, self.lasts[last]).is_none())
    }
}

/// All states with their successors, and whether each takes with each last throw.
pub(super) struct Machine {
    /// For each state, the state after one more standing throw of each kind.
    pub(super) next: Vec<Vec<usize>>,
    /// For each state, whether it takes when nothing is left of the last throw, and with each last throw.
    pub(super) takes: Vec<Vec<bool>>,
}

impl Machine {
    pub(super) fn new<M: Memory>(throws: &Throws, memory: &M) -> Result<Machine, OddsError> {
        let mut states = vec![memory.start()];
        let mut known = HashMap::from([(memory.start(), 0)]);
        let mut machine = Machine {
            next: Vec::new(),
            takes: Vec::new(),
        };
        while machine.next.len() < states.len() {
            let state = states[machine.next.len()].clone();
            let mut row = Vec::new();
            for kind in 0..throws.kinds.len() {
                let next = memory.after(&state, kind);
                let number = known.get(&next).copied().unwrap_or_else(|| {
                    known.insert(next.clone(), states.len());
                    states.push(next);
                    states.len() - 1
                });
                row.push(number);
            }
            if states.len() > MAX_STATES {
                return Err(OddsError::TooManyStates);
            }
            machine.next.push(row);
            let lasts = 0..=throws.lasts.len() as u8;
            let takes = lasts.map(|last| memory.takes(&state, last)).collect();
            machine.takes.push(takes);
        }
        Ok(machine)
    }

    /// States so that each comes after all it leads to but itself: throws only ever add to what can be done.
    pub(super) fn last_first(&self) -> Vec<usize> {
        let mut order = Vec::new();
        let mut entered = vec![false; self.next.len()];
        let mut open = vec![(0, 0)];
        entered[0] = true;
        while let Some((state, child)) = open.pop() {
            match self.next[state].get(child) {
                Some(&next) => {
                    open.push((state, child + 1));
                    if !entered[next] {
                        entered[next] = true;
                        open.push((next, 0));
                    }
                }
                None => order.push(state),
            }
        }
        order
    }
}

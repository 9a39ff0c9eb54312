//! Whether a side forces something within some length: a search forwards, deeper and deeper, within a budget.
//!
//! It is forced in a position where a move of the side that wants it, or every move of the other side, leads to where it is forced
//! within the length left. What is forced within a length is forced within a greater one, and what is not is not within a lesser
//! one: so the memory needs no more than a length of either kind for each position.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::work::stop;

/// What is to be forced, in a game.
pub(crate) trait Forced {
    /// A position.
    type State: Copy + Eq + Hash;

    /// Whether what is forced within some length is forced within any.
    fn for_good(&self) -> bool {
        false
    }

    /// Whether it is forced, where that is known without a look at the moves.
    fn known(&self, state: &Self::State, within: u32) -> Option<bool>;

    /// The position that is remembered for this one, the same for all that are worth the same.
    fn key(&self, state: &Self::State) -> Self::State {
        *state
    }

    /// Whether the side that wants it chooses the move.
    fn chooses(&self, state: &Self::State) -> bool;

    /// The positions after each move that has to be looked at, each with the length then left.
    fn next(&self, state: &Self::State, within: u32) -> Vec<(Self::State, u32)>;
}

/// Not within any length.
const NEVER: u32 = u32::MAX;

/// A search, with what it has found.
#[derive(Debug)]
pub(crate) struct Within<G: Forced> {
    pub(crate) game: G,
    /// For each position the least length within which it is known to be forced, and the least of which that is not known to be wrong.
    found: FxHashMap<G::State, (u32, u32)>,
    /// Positions whose moves were looked at.
    pub(crate) visited: u64,
    budget: u64,
}

impl<G: Forced> Within<G> {
    /// A search that looks at the moves of at most `budget` positions.
    pub(crate) fn new(game: G, budget: u64) -> Within<G> {
        Within {
            game,
            found: FxHashMap::default(),
            visited: 0,
            budget,
        }
    }

    /// Forgets what was found, as after a change of what is to be forced.
    pub(crate) fn forget(&mut self) {
        self.found.clear();
    }

    /// Whether it is forced within a length; `None` when the budget is used up.
    pub(crate) fn is_forced(&mut self, state: &G::State, within: u32) -> Option<bool> {
        if let Some(known) = self.game.known(state, within) {
            return Some(known);
        }
        let key = self.game.key(state);
        let (yes, no) = self.found.get(&key).copied().unwrap_or((NEVER, 0));
        if within >= yes || within < no {
            return Some(within >= yes);
        }
        if self.visited >= self.budget {
            return None;
        }
        stop::check();
        self.visited += 1;
        let chooses = self.game.chooses(state);
        let next = self.game.next(state, within);
        let mut forced = !chooses && !next.is_empty();
        for (next, left) in &next {
            if self.is_forced(next, *left)? == chooses {
                forced = chooses;
                break;
            }
        }
        let found = match forced {
            true if self.game.for_good() => (0, no),
            true => (within.min(yes), no),
            false => (yes, no.max(within + 1)),
        };
        self.found.insert(key, found);
        Some(forced)
    }
}

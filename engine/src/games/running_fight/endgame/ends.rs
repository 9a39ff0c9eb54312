//! The boards in which throws can be used, each question answered once.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::games::running_fight::plays::{Left, UsesThrows};
use crate::work::stop;

/// The bytes of what is kept, about: beyond them all of it is worked out again.
const MAX_KEPT: usize = 64_000_000;
/// The bytes that an answer takes besides its boards, about.
const EACH: usize = 100;

/// The boards in which throws that are left can be used, kept for every state of a turn.
pub(super) struct Ends<T: UsesThrows> {
    turn: T,
    known: FxHashMap<Left<T::Board>, Rc<Vec<T::Board>>>,
    /// The bytes of what is kept, about.
    kept: usize,
}

impl<T: UsesThrows> Ends<T> {
    pub(super) fn new(turn: T) -> Self {
        Self {
            turn,
            known: FxHashMap::default(),
            kept: 0,
        }
    }

    /// The boards, each once, ascending.
    pub(super) fn of(&mut self, state: Left<T::Board>) -> Rc<Vec<T::Board>> {
        if let Some(known) = self.known.get(&state) {
            return Rc::clone(known);
        }
        stop::check();
        let (next, may_end) = self.turn.next(&state);
        let mut found: Vec<T::Board> = Vec::new();
        if may_end {
            found.push(self.turn.board(&state));
        }
        for (_, next) in next {
            found.extend(self.of(next).iter());
        }
        found.sort_unstable();
        found.dedup();
        found.shrink_to_fit();
        if self.kept > MAX_KEPT {
            self.known = FxHashMap::default();
            self.kept = 0;
        }
        self.kept += (found.len() + 1) * size_of::<T::Board>() + EACH;
        let found = Rc::new(found);
        self.known.insert(state, Rc::clone(&found));
        found
    }
}

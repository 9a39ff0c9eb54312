//! Connections that have not yet shown that they know the address.
//!
//! They are closed first, so a client that opens many and stays silent cannot lock out others.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use tokio::task::AbortHandle;

/// Connections kept that have not had a request admitted.
const MAX: usize = 64;

/// The connections by their numbers, the oldest first.
#[derive(Default)]
pub(super) struct Strangers(Mutex<Waiting>);

#[derive(Default)]
struct Waiting {
    next: u64,
    connections: VecDeque<(u64, AbortHandle)>,
}

impl Strangers {
    /// Begins a connection with a number of its own; where there are too many, the oldest is closed.
    pub(super) fn add(&self, begin: impl FnOnce(u64) -> AbortHandle) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.connections.len() >= MAX
            && let Some((_, oldest)) = waiting.connections.pop_front()
        {
            oldest.abort();
        }
        let number = waiting.next;
        waiting.next += 1;
        // It does not run before this thread waits, and so is not forgotten before it is known.
        waiting.connections.push_back((number, begin(number)));
    }

    /// One that is over, or is no stranger.
    pub(super) fn forget(&self, number: u64) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.connections.retain(|(known, _)| *known != number);
    }
}

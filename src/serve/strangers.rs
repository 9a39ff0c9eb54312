//! Connections that have not yet shown that they know the address.
//!
//! They are closed first, so a client that opens many and stays silent cannot lock out others.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::task::AbortHandle;

/// Connections kept that have not had a request admitted.
const MAX: usize = 64;

/// The connections by their numbers, the oldest first.
#[derive(Default)]
pub(super) struct Strangers {
    next: AtomicU64,
    connections: Mutex<VecDeque<(u64, AbortHandle)>>,
}

impl Strangers {
    /// Begins a connection with a number of its own; where there are too many, the oldest is closed.
    pub(super) fn add(&self, begin: impl FnOnce(u64) -> AbortHandle) {
        let mut connections = self.connections();
        if connections.len() >= MAX
            && let Some((_, oldest)) = connections.pop_front()
        {
            oldest.abort();
        }
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        // It does not run before this thread waits, and so is not forgotten before it is known.
        connections.push_back((number, begin(number)));
    }

    /// One that is over, or is no stranger.
    pub(super) fn forget(&self, number: u64) {
        self.connections().retain(|(known, _)| *known != number);
    }

    fn connections(&self) -> MutexGuard<'_, VecDeque<(u64, AbortHandle)>> {
        self.connections
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

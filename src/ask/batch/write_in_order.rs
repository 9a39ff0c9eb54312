//! Answers, written in the order of their lines.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::read_lines::{BatchLine, Lines};
use crate::ask::Stop;
use crate::ask::failure::{Failure, closed_pipe_is_fine};

/// The state shared by all workers.
pub(super) struct Out {
    state: Mutex<WriterState>,
    /// Told when answers have been written.
    moved: Condvar,
    /// Answers that may wait.
    ahead: u64,
    stop: Stop,
}

struct WriterState {
    target: Box<dyn Write + Send>,
    /// Turns given out, and the turn that is written next.
    taken: u64,
    next: u64,
    waiting: BTreeMap<u64, String>,
    worst: u8,
    /// Why nothing more is written or read.
    ended: Option<Result<(), Failure>>,
}

impl Out {
    pub(super) fn new(target: Box<dyn Write + Send>, ahead: u64, worst: u8, stop: Stop) -> Out {
        let state = WriterState {
            target,
            taken: 0,
            next: 0,
            waiting: BTreeMap::new(),
            worst,
            ended: None,
        };
        Out {
            state: Mutex::new(state),
            moved: Condvar::new(),
            ahead,
            stop,
        }
    }

    /// The next line, and the turn of its answer; `None` once nothing is left to be done.
    pub(super) fn take(&self, lines: &Mutex<Lines>) -> Option<(u64, BatchLine)> {
        // Those who wait for a line wait here; who has the turn that is written next holds none.
        let mut lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
        let mut state = self.state();
        while state.ended.is_none() && state.taken - state.next >= self.ahead {
            state = self
                .moved
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        if state.ended.is_some() {
            return None;
        }
        drop(state);
        let line = lines.next();
        let mut state = self.state();
        match line {
            Ok(line) => {
                let turn = state.taken;
                state.taken += u64::from(line.is_some());
                Some((turn, line?))
            }
            Err(failure) => {
                state.ended.get_or_insert(Err(failure));
                None
            }
        }
    }

    /// Hands in the answer of a turn; gives how many are written.
    pub(super) fn put(&self, turn: u64, mut text: String, status: u8) -> u64 {
        text.push('\n');
        let mut guard = self.state();
        let state = &mut *guard;
        state.waiting.insert(turn, text);
        state.worst = state.worst.max(status);
        let mut ready = String::new();
        while let Some(text) = state.waiting.remove(&state.next) {
            state.next += 1;
            ready.push_str(&text);
        }
        if !ready.is_empty() {
            let target = &mut state.target;
            let written = target
                .write_all(ready.as_bytes())
                .and_then(|()| target.flush());
            if let Err(error) = written {
                // Nobody reads what would come.
                state.ended.get_or_insert(closed_pipe_is_fine(Err(error)));
                self.stop.stop();
            }
            self.moved.notify_all();
        }
        state.next
    }

    /// The greatest status of all lines.
    pub(super) fn end(self) -> Result<u8, Failure> {
        let state = self.state.into_inner();
        let state = state.unwrap_or_else(PoisonError::into_inner);
        match state.ended {
            None => Ok(state.worst),
            Some(Ok(())) => Ok(0),
            Some(Err(failure)) => Err(failure),
        }
    }

    fn state(&self) -> MutexGuard<'_, WriterState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

//! Saying on a terminal what takes so long.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::args::Global;

/// Whether to show on standard error that something is going on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    shown: bool,
}

/// Work that is done sooner needs no word.
const PATIENCE: Duration = Duration::from_millis(400);
/// How often the time shown moves on.
const TICK: Duration = Duration::from_millis(200);

impl Progress {
    /// Says nothing.
    pub(super) const SILENT: Self = Self { shown: false };

    /// Shown on a terminal, unless quiet.
    pub(super) fn new(global: &Global) -> Self {
        Self {
            shown: !global.quiet && io::stderr().is_terminal(),
        }
    }

    /// Does the work; while it goes on, a line says what and for how long.
    pub(super) fn during<T>(self, what: &str, work: impl FnOnce() -> T) -> T {
        if !self.shown {
            return work();
        }
        let (done, waiting) = channel::<()>();
        thread::scope(|scope| {
            scope.spawn(move || {
                let start = Instant::now();
                let mut wait = PATIENCE;
                let mut written = false;
                while waiting.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    let seconds = start.elapsed().as_secs_f64();
                    // Nothing can be said when standard error itself is gone.
                    let _ = write!(io::stderr(), "\r{what} … {seconds:.1} s\u{1b}[K");
                    (wait, written) = (TICK, true);
                }
                if written {
                    let _ = write!(io::stderr(), "\r\u{1b}[K");
                }
            });
            let result = work();
            drop(done);
            result
        })
    }
}

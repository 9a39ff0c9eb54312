//! Saying on a terminal what takes so long.

use std::cell::RefCell;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::args::Global;
use super::ask::Told;
use super::output::note;
use super::terminal;
use crate::work::Note;
use crate::work::limit::Meter;

/// Whether to show on standard error that something is going on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    shown: bool,
    quiet: bool,
}

/// Work that is done sooner needs no word.
const PATIENCE: Duration = Duration::from_millis(400);
/// How often the time shown moves on.
const TICK: Duration = Duration::from_millis(200);

thread_local! {
    /// Whom work on this thread tells.
    static TOLD: RefCell<Option<Told>> = const { RefCell::new(None) };
}

/// Does the work, and tells what it is doing.
pub(super) fn telling<T>(told: Option<Told>, work: impl FnOnce() -> T) -> T {
    /// Puts back what was there, even if the work is left early.
    struct Before(Option<Told>);
    impl Drop for Before {
        fn drop(&mut self) {
            TOLD.set(self.0.take());
        }
    }
    let _before = Before(TOLD.replace(told));
    work()
}

/// A line on standard error that is cut to the width of the terminal.
fn bar_of_one_line() -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_msg}");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::new_spinner().with_style(style)
}

impl Progress {
    /// Says nothing.
    pub(super) const SILENT: Self = Self {
        shown: false,
        quiet: true,
    };

    /// Shown on a terminal, unless quiet.
    pub(super) fn new(global: &Global) -> Self {
        Self {
            shown: !global.is_quiet() && io::stderr().is_terminal(),
            quiet: global.is_quiet(),
        }
    }

    /// The same without a line: for what is done beside other work that has one.
    pub(super) fn unseen(self) -> Self {
        Self {
            shown: false,
            ..self
        }
    }

    /// Does the work; while it goes on, a line says what and for how long.
    pub(super) fn during<T>(self, what: &str, work: impl FnOnce() -> T) -> T {
        self.noting(what, |_| work())
    }

    /// Says something the user should know though the command goes on, terminal or not, unless quiet.
    pub(super) fn remark(self, text: &str) {
        if !self.quiet {
            note(text);
        }
    }

    /// Does the work; while it goes on, a line says what, for how long, and what the work notes.
    pub(super) fn noting<T>(self, what: &str, work: impl FnOnce(&Note) -> T) -> T {
        let note = Note::telling(move |ahead| self.remark(&ahead.to_string()));
        self.saying(what, || note.text(), || work(&note))
    }

    /// Does the work; while it goes on, a line says what, for how long, and how much of the work allowed is done.
    pub(super) fn metering<T>(self, what: &str, meter: &Meter, work: impl FnOnce() -> T) -> T {
        let share = || format!(" · {} % of the work allowed", meter.percent());
        self.saying(what, share, work)
    }

    fn saying<T>(self, what: &str, say: impl Fn() -> String + Sync, work: impl FnOnce() -> T) -> T {
        let told = TOLD.with_borrow(Clone::clone);
        if !self.shown && told.is_none() {
            return work();
        }
        let say = &say;
        let (done, waiting) = channel::<()>();
        thread::scope(|scope| {
            // Without a thread for it, nothing is said.
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                let start = Instant::now();
                let mut wait = PATIENCE;
                let mut bar = None;
                while waiting.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    let seconds = start.elapsed().as_secs_f64();
                    let line = format!("{what} … {seconds:.1} s{}", say());
                    wait = TICK;
                    if let Some(told) = &told {
                        told(&line);
                        continue;
                    }
                    bar.get_or_insert_with(bar_of_one_line)
                        .set_message(terminal::line(&line).into_owned());
                }
                if let Some(bar) = bar {
                    bar.finish_and_clear();
                }
            });
            let result = work();
            drop(done);
            result
        })
    }
}

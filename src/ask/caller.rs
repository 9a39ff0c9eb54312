//! Whoever asks: what they hear while work goes on, and which files are read for them.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::work::Note;
use crate::work::limit::Meter;

/// Hears in a few words what long work is doing.
pub type ProgressListener = Arc<dyn Fn(&str) + Send + Sync>;

/// A line that says what is being done; it is gone when this is dropped.
pub(crate) trait Line {
    /// Changes what it says.
    fn set(&mut self, text: String);
}

/// The files that a question may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// Those it names, standard input and named pipes: it was typed at a terminal.
    All,
    /// Ordinary files that it names. Standard input belongs to the program that gives the questions.
    Files,
    /// None, because somebody else wrote it.
    Nothing,
}

/// Whoever asks. It is handed on with every question to all that answers it, whatever the thread.
#[derive(Clone, Copy)]
pub(crate) struct Caller<'a> {
    /// Hears it.
    pub(crate) told: Option<&'a (dyn Fn(&str) + Send + Sync)>,
    /// Begins a line that is shown while work goes on, if one is wanted.
    pub(crate) line: Option<fn() -> Box<dyn Line>>,
    /// Says what the user should know though the command goes on, if that is to be said.
    pub(crate) remark: Option<fn(&str)>,
    /// The files read for them.
    pub(crate) reads: Reads,
}

/// Work that is done sooner needs no word.
const PATIENCE: Duration = Duration::from_millis(400);
/// The interval at which the time shown moves on.
const TICK: Duration = Duration::from_millis(200);

impl<'a> Caller<'a> {
    /// Hears nothing, and no file is read for it.
    pub(crate) const NOBODY: Self = Self {
        told: None,
        line: None,
        remark: None,
        reads: Reads::Nothing,
    };

    /// Hears what is done from this one alone.
    pub(crate) fn telling(told: Option<&'a ProgressListener>, reads: Reads) -> Self {
        Self {
            told: told.map(AsRef::as_ref),
            reads,
            ..Self::NOBODY
        }
    }

    /// The same, but told nothing.
    pub(crate) fn silent(self) -> Self {
        Self {
            reads: self.reads,
            ..Self::NOBODY
        }
    }

    /// The same for questions of a file that somebody else wrote: they read files only if `allowed`, and no more than whoever asks.
    pub(crate) fn with_files(self, allowed: bool) -> Self {
        let reads = match (allowed, self.reads) {
            (false, _) | (_, Reads::Nothing) => Reads::Nothing,
            (true, Reads::All | Reads::Files) => Reads::Files,
        };
        Self { reads, ..self }
    }

    /// The same without a line: for work that goes on beside other work that has one.
    pub(crate) fn unseen(self) -> Self {
        Self {
            told: None,
            line: None,
            ..self
        }
    }

    /// Does the work; while it goes on, a line says what and for how long.
    pub(crate) fn during<T>(self, what: &str, work: impl FnOnce() -> T) -> T {
        self.noting(what, |_| work())
    }

    /// Says something the user should know though the command goes on, terminal or not, unless quiet.
    pub(crate) fn remark(self, text: &str) {
        if let Some(remark) = self.remark {
            remark(text);
        }
    }

    /// A note that remarks how long work will take.
    pub(crate) fn note(self) -> Note {
        Note::telling(self.remark.unwrap_or(|_| ()))
    }

    /// Does the work; while it goes on, a line says what, for how long, and what the work notes.
    pub(crate) fn noting<T>(self, what: &str, work: impl FnOnce(&Note) -> T) -> T {
        let note = self.note();
        self.saying(what, || note.text(), || work(&note))
    }

    /// Does the work; while it goes on, a line says what, for how long, and how much of the work allowed is done.
    pub(crate) fn metering<T>(self, what: &str, meter: &Meter, work: impl FnOnce() -> T) -> T {
        let share = || format!(" · {} % of the work allowed", meter.percent());
        self.saying(what, share, work)
    }

    fn saying<T>(self, what: &str, say: impl Fn() -> String + Sync, work: impl FnOnce() -> T) -> T {
        if self.line.is_none() && self.told.is_none() {
            return work();
        }
        let say = &say;
        let (done, waiting) = channel::<()>();
        thread::scope(|scope| {
            // Without a thread for it, nothing is said.
            let _ = thread::Builder::new().spawn_scoped(scope, move || {
                let start = Instant::now();
                let mut wait = PATIENCE;
                let mut shown = None;
                while waiting.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                    let seconds = start.elapsed().as_secs_f64();
                    let line = format!("{what} … {seconds:.1} s{}", say());
                    wait = TICK;
                    if let Some(told) = self.told {
                        told(&line);
                        continue;
                    }
                    if let Some(begin) = self.line {
                        shown.get_or_insert_with(begin).set(line);
                    }
                }
            });
            let result = work();
            drop(done);
            result
        })
    }
}

//! Whoever asks: what they hear while work goes on, what it may use, and which files are read for them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::chance::analysis::Room;
use crate::work::Note;
use crate::work::stop::{Limits, Stop, Stopped};

/// Hears in a few words what long work is doing.
pub type ProgressListener = Arc<dyn Fn(&str) + Send + Sync>;

/// Changes what a line says that is shown while work goes on; the line is gone when this is dropped.
pub(crate) type ProgressLine = Box<dyn FnMut(String)>;

/// The files that a question may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reads {
    /// All that it names, standard input and named pipes too: it was typed at a terminal.
    All,
    /// Ordinary files that it names. Standard input belongs to the program that gives the questions.
    Files,
    /// None, because somebody else wrote it.
    Nothing,
}

/// Whoever asks. It is handed on with every question to all that answers it, whatever the thread.
#[derive(Clone, Copy)]
pub(crate) struct Caller<'a> {
    /// The listener that is told what is being done.
    pub(crate) told: Option<&'a (dyn Fn(&str) + Send + Sync)>,
    /// Begins a line that is shown while work goes on, if one is wanted.
    pub(crate) line: Option<fn() -> ProgressLine>,
    /// Tells the user a remark while the command goes on; `None` where nobody wants remarks.
    pub(crate) remark: Option<fn(&str)>,
    /// The files read for them.
    pub(crate) reads: Reads,
    /// What a question may use, where they say so.
    pub(crate) limits: Limits,
    /// The room there is for tables of a throw.
    pub(crate) room: Option<Room>,
    /// The thread that says what is being done hears it from here.
    pub(crate) watch: Option<&'a Watch>,
}

/// What is done sooner is not spoken of on a terminal.
const SILENT_ON_TERMINAL: Duration = Duration::from_millis(400);
/// What is done sooner is not spoken of elsewhere.
const SILENT: Duration = Duration::from_secs(2);
/// How the work is stopped.
const ENDING: &str = " · Ctrl-C ends it; --limit-seconds S bounds it";
/// Whether this process has said that its command takes long.
static SAID: AtomicBool = AtomicBool::new(false);
/// The interval at which the time shown moves on.
const TICK: Duration = Duration::from_millis(200);

impl<'a> Caller<'a> {
    /// Hears nothing, and no file is read for it.
    pub(crate) const NOBODY: Self = Self {
        told: None,
        line: None,
        remark: None,
        reads: Reads::Nothing,
        limits: Limits::NONE,
        room: None,
        watch: None,
    };

    /// Hears what is done from this one alone.
    pub(crate) fn telling(told: Option<&'a ProgressListener>, reads: Reads) -> Self {
        Self {
            told: told.map(AsRef::as_ref),
            reads,
            ..Self::NOBODY
        }
    }

    /// This caller, told nothing.
    pub(crate) fn silent(self) -> Self {
        Self {
            reads: self.reads,
            limits: self.limits,
            ..Self::NOBODY
        }
    }

    /// This caller for questions of a file that somebody else wrote: they read files only if `allowed`, and no more than this caller.
    pub(crate) fn with_files(self, allowed: bool) -> Self {
        let reads = match (allowed, self.reads) {
            (false, _) | (_, Reads::Nothing) => Reads::Nothing,
            (true, Reads::All | Reads::Files) => Reads::Files,
        };
        Self { reads, ..self }
    }

    /// This caller without a line, for work beside other work that has one, whose tables nobody reads.
    pub(crate) fn unseen(self) -> Self {
        Self {
            told: None,
            line: None,
            room: None,
            watch: Some(&UNHEARD),
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

    /// Does the work; while it goes on, a line says what, for how long, and what the work notes.
    pub(crate) fn noting<T>(self, what: &str, work: impl FnOnce(&Note) -> T) -> T {
        self.watched(what, |caller| match caller.watch {
            Some(watch) => watch.during(what, work),
            None => work(&Note::default()),
        })
    }

    /// Does the work under the limits of a question, unless they hold already.
    pub(crate) fn limited<T>(self, name: &str, work: impl FnOnce() -> T) -> Result<T, Stopped> {
        let stop = Stop::current().unwrap_or_default();
        match stop.is_limited() {
            true => Ok(work()),
            false => stop.limited(self.limits.or(usual(name))).guard(work),
        }
    }

    /// Does the work. Whatever takes long says so, from a thread of its own: it needs not be known beforehand that it does.
    pub(crate) fn watched<T>(self, what: &str, work: impl FnOnce(Caller<'_>) -> T) -> T {
        self.watched_since(Instant::now(), what, work)
    }

    fn watched_since<T>(self, start: Instant, what: &str, work: impl FnOnce(Caller<'_>) -> T) -> T {
        let deaf = self.told.is_none() && self.line.is_none() && self.remark.is_none();
        if deaf || self.watch.is_some() {
            return work(self);
        }
        let watch = Watch::new(what);
        let (done, waiting) = channel::<()>();
        thread::scope(|scope| {
            // Without a thread for it, nothing is said.
            let _ = thread::Builder::new().spawn_scoped(scope, || self.say(start, &watch, waiting));
            let result = work(Caller {
                watch: Some(&watch),
                ..self
            });
            drop(done);
            result
        })
    }

    /// Writes the answer to a question that was asked at `asked`. No line is drawn meanwhile; where there was none before, the time of
    /// the question counts too.
    pub(crate) fn writing<T>(self, asked: Instant, work: impl FnOnce() -> T) -> T {
        let start = match self.line {
            Some(_) => Instant::now(),
            None => asked,
        };
        Self { line: None, ..self }.watched_since(start, "writing the answer", |_| work())
    }

    /// Says what is being done, and for how long since the start, until the work is over.
    fn say(self, start: Instant, watch: &Watch, over: Receiver<()>) {
        let moves = self.told.is_some() || self.line.is_some();
        let silent = if moves { SILENT_ON_TERMINAL } else { SILENT };
        let mut wait = silent.saturating_sub(start.elapsed());
        let mut shown: Option<ProgressLine> = None;
        while over.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            let line = watch.text(start.elapsed().as_secs_f64());
            wait = TICK;
            if let Some(told) = self.told {
                told(&line);
            } else if let Some(begin) = self.line {
                shown.get_or_insert_with(begin)(line + ENDING);
            } else {
                if !SAID.swap(true, Ordering::Relaxed) {
                    self.remark(&(line + ENDING));
                }
                return;
            }
        }
    }
}

/// The limits of a question that has none of its own: commands that are asked for long work have none.
pub(crate) fn usual(name: &str) -> Limits {
    // Each question of a check and of a comparison has limits of its own.
    const LONG: [&str; 7] = [
        "solve", "placing", "simulate", "advice", "batch", "check", "compare",
    ];
    let long = name.starts_with("tables ")
        || LONG
            .iter()
            .any(|last| name.split(' ').next_back() == Some(last));
    match long {
        true => Limits::NONE,
        false => Limits::QUESTION,
    }
}

/// What a command is doing, for the thread that says so.
pub(crate) struct Watch(Mutex<Option<(String, Arc<Note>)>>);

/// Nobody hears it.
static UNHEARD: Watch = Watch(Mutex::new(None));

impl Watch {
    fn new(what: &str) -> Self {
        Self(Mutex::new(Some((what.to_owned(), Arc::default()))))
    }

    /// Does a part of the work, of which this is said.
    fn during<T>(&self, what: &str, work: impl FnOnce(&Note) -> T) -> T {
        let doing = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let note = Arc::<Note>::default();
        let before = doing().replace((what.to_owned(), note.clone()));
        let result = work(&note);
        *doing() = before;
        result
    }

    /// What is said after some seconds.
    fn text(&self, seconds: f64) -> String {
        let doing = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (what, note) =
            (doing.as_ref()).map_or(("", String::new()), |(what, note)| (what, note.text()));
        format!("{what} … {seconds:.1} s{note}")
    }
}

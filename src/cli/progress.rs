//! Saying on a terminal what takes so long.

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::args::Global;
use super::ask::Told;
use crate::work::limit::Meter;

/// Whether to show on standard error that something is going on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Progress {
    shown: bool,
    quiet: bool,
}

/// What work under way says of itself: words, and where its amount is known how much of it is done.
#[derive(Debug, Default)]
pub(super) struct Note {
    words: Mutex<String>,
    done: AtomicU64,
    /// All there is to do; 0 where that is not known.
    all: AtomicU64,
    /// Since when it is counted, and what was last seen done, after how many seconds.
    pace: Mutex<Option<(Instant, Step)>>,
}

/// So much done after so many seconds: work can go in steps of which each is long.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    done: u64,
    seconds: f64,
}

impl Note {
    /// Replaces what is said.
    pub(super) fn set(&self, text: String) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = text;
    }

    /// Begins to count, to so much.
    pub(super) fn count_to(&self, all: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
        let pace = (Instant::now(), Step::default());
        *self.pace.lock().unwrap_or_else(PoisonError::into_inner) = Some(pace);
    }

    /// What is done, to be added to.
    pub(super) fn done(&self) -> &AtomicU64 {
        &self.done
    }

    fn text(&self) -> String {
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        if !words.is_empty() {
            text.push_str(&format!(" · {words}"));
        }
        let [done, all] = [&self.done, &self.all].map(|count| count.load(Ordering::Relaxed));
        let mut pace = self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((since, step)) = pace.as_mut() {
            let seconds = since.elapsed().as_secs_f64();
            if step.done != done {
                *step = Step { done, seconds };
            }
            if let Some(share) = share(*step, all, seconds) {
                text.push_str(&format!(" · {share}"));
            }
        }
        text
    }
}

/// The share that is done, and about how long the rest will take at the rate up to the last step once that can be said.
fn share(step: Step, all: u64, seconds: f64) -> Option<String> {
    if all == 0 {
        return None;
    }
    let share = (step.done as f64 / all as f64).min(1.0);
    let percent = format!("{:.0} %", (100.0 * share).floor());
    let left = step.seconds / share - seconds;
    if share < 0.01 || left <= 0.0 {
        return Some(percent);
    }
    Some(if left < 100.0 {
        format!("{percent}, about {:.0} s left", left.ceil())
    } else {
        format!("{percent}, about {:.0} min left", (left / 60.0).ceil())
    })
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

    /// Does the work; while it goes on, a line says what and for how long.
    pub(super) fn during<T>(self, what: &str, work: impl FnOnce() -> T) -> T {
        self.noting(what, |_| work())
    }

    /// Writes a line that stays.
    pub(super) fn line(self, text: &str) {
        if self.shown {
            let _ = writeln!(io::stderr(), "{text}");
        }
    }

    /// Says something the user should know though the command goes on, terminal or not, unless quiet.
    pub(super) fn remark(self, text: &str) {
        if !self.quiet {
            // Nothing can be said when standard error itself is gone.
            let _ = writeln!(io::stderr(), "note: {text}");
        }
    }

    /// Does the work; while it goes on, a line says what, for how long, and what the work notes.
    pub(super) fn noting<T>(self, what: &str, work: impl FnOnce(&Note) -> T) -> T {
        let note = Note::default();
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
                    bar.get_or_insert_with(bar_of_one_line).set_message(line);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_and_what_is_left_are_said_where_they_are_known() {
        let said = |done, at, all, now| share(Step { done, seconds: at }, all, now);
        assert_eq!(said(5, 3.0, 0, 3.0), None);
        assert_eq!(said(0, 0.0, 1000, 3.0).as_deref(), Some("0 %"));
        let quarter = |now| said(250, 3.0, 1000, now);
        assert_eq!(quarter(3.0).as_deref(), Some("25 %, about 9 s left"));
        // Nothing new for a while: the time goes by, and when it has gone by nothing is said of it.
        assert_eq!(quarter(8.0).as_deref(), Some("25 %, about 4 s left"));
        assert_eq!(quarter(13.0).as_deref(), Some("25 %"));
        assert_eq!(
            said(1, 10.0, 100, 10.0).as_deref(),
            Some("1 %, about 17 min left")
        );
        assert_eq!(said(1001, 3.0, 1000, 3.0).as_deref(), Some("100 %"));
        let note = Note::default();
        assert_eq!(note.text(), "");
        note.set("layer 2-3".to_owned());
        note.count_to(4);
        note.done().fetch_add(1, Ordering::Relaxed);
        let said = note.text();
        assert!(said.starts_with(" · layer 2-3 · 25 %, about "), "{said}");
    }
}

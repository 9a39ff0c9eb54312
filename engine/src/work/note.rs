//! Progress messages of long work.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::Ahead;
use super::ahead::time;
use super::limit::bytes;

/// The messages of running work: how long it will take, if that is long; while it goes on words, and where its amount is known how
/// much of it is done.
#[derive(Debug, Default)]
pub struct Note {
    listener: Listener,
    words: Mutex<String>,
    done: AtomicU64,
    /// The whole amount of work; 0 where that is not known.
    all: AtomicU64,
    /// Whether it has been told how long a series takes.
    told: AtomicBool,
    /// Milliseconds after which no question of a series is begun; 0 where there is no such end.
    allowed: AtomicU64,
    /// Since when it is counted, and what was last seen done, after how many seconds.
    pace: Mutex<Option<(Instant, TimedStep)>>,
}

/// Seconds after which it is known how long a series of questions takes.
const ENOUGH_TO_TELL: f64 = 0.5;

/// Called before long work begins.
#[derive(Default)]
struct Listener(Option<Box<Hears>>);

type Hears = dyn Fn(&str) + Send + Sync;

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Listener" } else { "None" })
    }
}

/// Work done, and the seconds it took. Work can go in steps of which each is long.
#[derive(Clone, Copy, Debug, Default)]
struct TimedStep {
    done: u64,
    seconds: f64,
}

impl Note {
    /// A note that tells of long work before it begins.
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use siga::work::Note;
    /// let said = Arc::new(Mutex::new(Vec::new()));
    /// let heard = said.clone();
    /// let note = Note::telling(move |text| heard.lock().unwrap().push(text.to_owned()));
    /// note.ahead(0.5, || "a moment".to_owned());
    /// note.ahead(30.0, || "30,000 positions".to_owned());
    /// assert_eq!(*said.lock().unwrap(), ["at most about 30 s: 30,000 positions"]);
    /// ```
    pub fn telling(listener: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self {
            listener: Listener(Some(Box::new(listener))),
            ..Self::default()
        }
    }

    /// Announces work that is about to begin and will take `seconds` of one core, if that is long.
    pub fn ahead(&self, seconds: f64, what: impl FnOnce() -> String) {
        if let Some(listener) = &self.listener.0
            && seconds > Ahead::UNSAID
        {
            let ahead = Ahead {
                seconds,
                what: what(),
            };
            listener(&ahead.to_string());
        }
    }

    /// Announces that work will take `taken` bytes of memory, if that is much.
    pub(crate) fn memory(&self, taken: u64, what: &str) {
        if let Some(listener) = &self.listener.0
            && taken > Ahead::UNSAID_BYTES
        {
            listener(&format!("at most about {} of memory: {what}", bytes(taken)));
        }
    }

    /// Begins to count questions, of which each may be short: how long all take is told as soon as those done make it known.
    pub fn series(&self, all: u64) {
        self.told.store(false, Ordering::Relaxed);
        self.allowed.store(0, Ordering::Relaxed);
        self.count_to(all);
    }

    /// [`series`](Note::series), of which no question is begun after this time.
    pub fn series_within(&self, all: u64, allowed: Duration) {
        self.series(all);
        let allowed = u64::try_from(allowed.as_millis()).unwrap_or(u64::MAX);
        self.allowed.store(allowed.max(1), Ordering::Relaxed);
    }

    /// One more question of a series is done.
    pub fn one_done(&self) {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        let all = self.all.load(Ordering::Relaxed);
        let pace = *self.pace.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(seconds) = pace.map(|(since, _)| since.elapsed().as_secs_f64()) else {
            return;
        };
        if seconds < ENOUGH_TO_TELL || all == 0 || self.told.swap(true, Ordering::Relaxed) {
            return;
        }
        let expected = seconds * all as f64 / done as f64;
        // One that has been begun then is ended: as the first, it may take as long again.
        let allowed = match self.allowed.load(Ordering::Relaxed) {
            0 => f64::INFINITY,
            allowed => allowed as f64 / 1000.0 + seconds / done as f64,
        };
        if let Some(listener) = &self.listener.0
            && expected.min(allowed) > Ahead::UNSAID
        {
            let took = format!("{all} questions, of which {done} took {seconds:.1} s");
            listener(&match expected <= allowed {
                true => format!("about {}: {took}", time(expected)),
                false => format!("about {}, then it ends: {took}", time(allowed)),
            });
        }
    }

    /// Replaces what is said.
    pub fn set(&self, text: impl Into<String>) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = text.into();
    }

    /// Starts a new count of work that ends at `all` units.
    pub(crate) fn count_to(&self, all: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
        let pace = (Instant::now(), TimedStep::default());
        *self.pace.lock().unwrap_or_else(PoisonError::into_inner) = Some(pace);
    }

    /// The units of work done so far, to be added to.
    pub fn done(&self) -> &AtomicU64 {
        &self.done
    }

    /// Its text: ` · WORDS · 25 %, about 9 s left`, as far as there is something to say.
    pub fn text(&self) -> String {
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
                *step = TimedStep { done, seconds };
            }
            if let Some(share) = share(*step, all, seconds) {
                text.push_str(&format!(" · {share}"));
            }
        }
        text
    }
}

/// The share that is done, and about how long the rest will take at the rate up to the last step once that can be said.
fn share(step: TimedStep, all: u64, seconds: f64) -> Option<String> {
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

/// The messages with which work begins; it is stopped once they are there.
#[cfg(test)]
pub(crate) fn said_before<T>(work: impl FnOnce(Note) -> T) -> String {
    let said = std::sync::Arc::new(Mutex::new(Vec::new()));
    let (heard, stop) = (said.clone(), super::stop::Stop::new());
    let handle = stop.clone();
    let note = Note::telling(move |text| {
        heard.lock().unwrap().push(text.to_owned());
        handle.stop();
    });
    let _ = stop.guard(|| work(note));
    let said = said.lock().unwrap();
    said.join("; ")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_share_and_what_is_left_are_said_where_they_are_known() {
        let said = |done, at, all, now| share(TimedStep { done, seconds: at }, all, now);
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
        let told = Arc::new(Mutex::new(Vec::new()));
        let heard = told.clone();
        let note = Note::telling(move |text| heard.lock().unwrap().push(text.to_owned()));
        note.series(1000);
        let begun = Instant::now() - Duration::from_millis(700);
        *note.pace.lock().unwrap() = Some((begun, TimedStep::default()));
        note.one_done();
        note.one_done();
        // Once, by the pace of the first.
        let said = told.lock().unwrap().join("");
        assert!(
            said.starts_with("about 12 min: 1000 questions, of which 1 took 0.7 s"),
            "{said}"
        );
        // No longer than it is allowed.
        note.series_within(1000, Duration::from_secs(60));
        *note.pace.lock().unwrap() = Some((begun, TimedStep::default()));
        note.one_done();
        let said = told.lock().unwrap().pop().unwrap();
        assert!(said.starts_with("about 61 s, then it ends: 1000"), "{said}");
        let note = Note::default();
        assert_eq!(note.text(), "");
        note.set("layer 2-3".to_owned());
        note.count_to(4);
        note.done().fetch_add(1, Ordering::Relaxed);
        let said = note.text();
        assert!(said.starts_with(" · layer 2-3 · 25 %, about "), "{said}");
    }
}

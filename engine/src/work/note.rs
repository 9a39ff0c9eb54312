//! Progress messages of long work.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What running work says of itself: words, and where its amount is known how much of it is done.
#[derive(Debug, Default)]
pub struct Note {
    words: Mutex<String>,
    done: AtomicU64,
    /// The whole amount of work; 0 where that is not known.
    all: AtomicU64,
    /// Since when it is counted, and what was last seen done, after how many seconds: work can go in steps of which each is long.
    pace: Mutex<Option<(Instant, (u64, f64))>>,
}

impl Note {
    /// Replaces what is said.
    pub fn set(&self, text: impl Into<String>) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = text.into();
    }

    /// Starts a new count of work that ends at `all` units.
    pub fn count_to(&self, all: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
        let pace = (Instant::now(), (0, 0.0));
        *self.pace.lock().unwrap_or_else(PoisonError::into_inner) = Some(pace);
    }

    /// The units of work done so far, to be added to.
    pub fn done(&self) -> &AtomicU64 {
        &self.done
    }

    /// One more unit is done.
    pub fn one_done(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
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
            if step.0 != done {
                *step = (done, seconds);
            }
            if let Some(share) = share(*step, all, seconds) {
                text.push_str(&format!(" · {share}"));
            }
        }
        text
    }
}

/// The share that is done, and about how long the rest will take at the rate up to the last step once that can be said.
fn share((done, after): (u64, f64), all: u64, seconds: f64) -> Option<String> {
    if all == 0 {
        return None;
    }
    let share = (done as f64 / all as f64).min(1.0);
    let percent = format!("{:.0} %", (100.0 * share).floor());
    let left = after / share - seconds;
    if share < 0.01 || left <= 0.0 {
        return Some(percent);
    }
    Some(if left < 100.0 {
        format!("{percent}, about {:.0} s left", left.ceil())
    } else {
        format!("{percent}, about {:.0} min left", (left / 60.0).ceil())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_and_what_is_left_are_said_where_they_are_known() {
        let said = |done, at, all, now| share((done, at), all, now);
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
        note.one_done();
        let said = note.text();
        assert!(said.starts_with(" · layer 2-3 · 25 %, about "), "{said}");
    }
}

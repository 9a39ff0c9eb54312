//! What long work says of itself while it goes on.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// What work under way says of itself: words, and where its amount is known how much of it is done.
#[derive(Debug, Default)]
pub struct Note {
    words: Mutex<String>,
    done: AtomicU64,
    /// All there is to do; 0 where that is not known.
    all: AtomicU64,
    /// Since when it is counted.
    since: Mutex<Option<Instant>>,
}

impl Note {
    /// Replaces what is said.
    pub fn set(&self, text: impl Into<String>) {
        *self.words.lock().unwrap_or_else(PoisonError::into_inner) = text.into();
    }

    /// Begins to count, to so much.
    pub fn count_to(&self, all: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// What is done, to be added to.
    pub fn done(&self) -> &AtomicU64 {
        &self.done
    }

    /// What it says: ` · WORDS · 25 %, about 9 s left`, as far as there is something to say.
    pub fn text(&self) -> String {
        let words = self.words.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        if !words.is_empty() {
            text.push_str(&format!(" · {words}"));
        }
        let [done, all] = [&self.done, &self.all].map(|count| count.load(Ordering::Relaxed));
        let since = *self.since.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = since.map_or(0.0, |since| since.elapsed().as_secs_f64());
        if let Some(share) = share(done, all, seconds) {
            text.push_str(&format!(" · {share}"));
        }
        text
    }
}

/// The share that is done, and about how long the rest will take at the same rate once that can be said.
fn share(done: u64, all: u64, seconds: f64) -> Option<String> {
    if all == 0 {
        return None;
    }
    let share = (done as f64 / all as f64).min(1.0);
    let percent = format!("{:.0} %", (100.0 * share).floor());
    if share < 0.01 || share >= 1.0 {
        return Some(percent);
    }
    let left = seconds * (1.0 - share) / share;
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
        assert_eq!(share(5, 0, 3.0), None);
        assert_eq!(share(0, 1000, 3.0).as_deref(), Some("0 %"));
        assert_eq!(
            share(250, 1000, 3.0).as_deref(),
            Some("25 %, about 9 s left")
        );
        assert_eq!(
            share(1, 100, 10.0).as_deref(),
            Some("1 %, about 17 min left")
        );
        assert_eq!(share(1001, 1000, 3.0).as_deref(), Some("100 %"));
        let note = Note::default();
        assert_eq!(note.text(), "");
        note.set("layer 2-3".to_owned());
        note.count_to(4);
        note.done().fetch_add(1, Ordering::Relaxed);
        let said = note.text();
        assert!(said.starts_with(" · layer 2-3 · 25 %, about "), "{said}");
    }
}

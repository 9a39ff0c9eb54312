//! Ending work early: at a word from another thread, or when its time is over.
//!
//! Work is done under a [`Stop`] ([`Stop::guard`]); long loops of the library call [`check`] every few microseconds to
//! milliseconds of work. Once the stop is given, the next `check` leaves the work by unwinding up to the guard, which
//! returns [`Stopped`]. Nothing is half done by that: analyses are pure functions, and what they have built is dropped.
//! Work that is not guarded is never stopped, and pays one look at a thread-local variable for each `check`.
//!
//! Threads that the library starts for a piece of work stand under the stop of the thread that asked for it.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// A handle by which work can be stopped; clones stop the same work.
///
/// # Examples
/// ```
/// use siga::work::stop::{Stop, Stopped, check};
/// let stop = Stop::new();
/// assert_eq!(stop.guard(|| 6 * 7), Ok(42));
/// let handle = stop.clone();
/// std::thread::spawn(move || handle.stop());
/// let work = || loop { check() };
/// assert_eq!(stop.guard(work), Err(Stopped::Asked));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop {
    asked: Arc<AtomicBool>,
    deadline: Option<Deadline>,
}

#[derive(Clone, Copy, Debug)]
struct Deadline {
    at: Instant,
    allowed: Duration,
}

/// Why work was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// Somebody asked for it.
    #[error("stopped")]
    Asked,
    /// The time it was allowed is over.
    #[error("not answered within {} s, the time allowed", .0.as_secs_f64())]
    Late(Duration),
}

thread_local! {
    /// The stop under which this thread works.
    static CURRENT: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

impl Stop {
    /// A stop that has not been given.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same stop, given too when this time from now is over.
    #[must_use]
    pub fn within(&self, allowed: Duration) -> Self {
        let deadline = Instant::now()
            .checked_add(allowed)
            .map(|at| Deadline { at, allowed });
        Self {
            asked: self.asked.clone(),
            deadline: [self.deadline, deadline]
                .into_iter()
                .flatten()
                .min_by_key(|deadline| deadline.at),
        }
    }

    /// Ends the work under this stop, and all that will be begun under it.
    pub fn stop(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Whether and why work under this stop is to end.
    pub(crate) fn given(&self) -> Option<Stopped> {
        if self.asked.load(Ordering::Relaxed) {
            return Some(Stopped::Asked);
        }
        let late = |deadline: &Deadline| Instant::now() >= deadline.at;
        (self.deadline.filter(late)).map(|deadline| Stopped::Late(deadline.allowed))
    }

    /// Does the work on this thread, until it is done or the stop is given.
    ///
    /// # Errors
    /// If the work was left early.
    ///
    /// # Panics
    /// Where the work does.
    pub fn guard<T>(&self, work: impl FnOnce() -> T) -> Result<T, Stopped> {
        let before = CURRENT.replace(Some(self.clone()));
        let done = panic::catch_unwind(AssertUnwindSafe(work));
        CURRENT.set(before);
        done.or_else(|payload| match payload.downcast::<Stopped>() {
            Ok(stopped) => Err(*stopped),
            Err(fault) => panic::resume_unwind(fault),
        })
    }

    /// The stop under which this thread works.
    pub(crate) fn current() -> Option<Self> {
        CURRENT.with_borrow(Clone::clone)
    }
}

/// Leaves the work of this thread if its stop has been given.
///
/// Cost: some nanoseconds; some tens where there is a deadline.
///
/// # Panics
/// It unwinds, up to [`Stop::guard`], without a message.
pub fn check() {
    let given = CURRENT.with_borrow(|stop| stop.as_ref().and_then(Stop::given));
    if let Some(stopped) = given {
        leave(stopped);
    }
}

/// Leaves the work of this thread: it was stopped in another.
pub(crate) fn leave(stopped: Stopped) -> ! {
    panic::resume_unwind(Box::new(stopped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_allowed_ends_work() {
        let allowed = Duration::from_millis(5);
        let begun = Instant::now();
        let ended: Result<(), _> = Stop::new().within(allowed).guard(|| {
            loop {
                check();
            }
        });
        assert_eq!(ended, Err(Stopped::Late(allowed)));
        assert!(begun.elapsed() >= allowed);
    }

    #[test]
    fn what_stands_inside_ends_alone() {
        let outer = Stop::new();
        let inner = Stop::new();
        inner.stop();
        let done = outer.guard(|| {
            let ended = inner.guard(check);
            check();
            ended
        });
        assert_eq!(done, Ok(Err(Stopped::Asked)));
        check();
    }

    #[test]
    fn a_deadline_within_another_cannot_put_it_off() {
        let stop = Stop::new().within(Duration::ZERO);
        let later = stop.within(Duration::from_secs(1000));
        assert_eq!(later.given(), Some(Stopped::Late(Duration::ZERO)));
    }
}

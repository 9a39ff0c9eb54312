//! Ending work early: at a word from another thread, or when it has used what it may.
//!
//! Work is done under a [`Stop`] ([`Stop::guard`]); long loops of the library call [`check`] every few microseconds to
//! milliseconds of work. Once the stop is given, the next `check` leaves the work by unwinding up to the guard, which
//! returns [`Stopped`]. Nothing is half done by that: analyses are pure functions, and what they have built is dropped.
//! Work that is not guarded is never stopped, and pays one look at a thread-local variable for each `check`.
//!
//! What work uses is measured, not estimated: the processor time of all threads that work under the stop, and the memory
//! by which the process has grown since the work began. Threads that the library starts for a piece of work stand under
//! the stop of the thread that asked for it.
//!
//! # Asking, and stopping
//! A question is the argument list of a command (`siga::ask`), for batch lines, the page, Python and claims alike. Reading arguments with a
//! command tree of this size would cost more than most answers; a tree that is ready is therefore kept for the next question, as are the four
//! latest solutions of whole games (`solve::solution_cache`). An answer never depends on what is kept.
//!
//! Long work ends early by unwinding (`work::stop`): a thread works under a stop, long loops look at it, and the one that finds it given
//! leaves with a private payload up to the guard that set it. An error in the type of every analysis and helper, or the stop as an argument,
//! would change some hundred signatures for something that none of them can do anything about. It is safe because nothing outlives a question
//! half made: the kept solutions are put in when they are whole, and the lock around them is never held while something is solved. Threads
//! that work is shared out to stand under the same stop (`solve::parallel` hands it on). The limits of a question are read
//! at the same looks: no thread waits for it.
//!
//! The right to read files is the opposite case: forgotten on another thread, it would give rights away. It is a value
//! (`ask::caller::Caller`, which also says who hears of the work), set where questions come in and handed on with each of them, and a reader
//! of files asks for it. A question inside another one, such as a claim of a file, has the rights of the outer one and no others.

use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::limit::bytes;
use super::{Kind, OfKind, Raise};

/// The most that work may use; `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Processor time, of all its threads together.
    pub time: Option<Duration>,
    /// Bytes by which the memory of the process may grow.
    pub memory: Option<u64>,
}

impl Limits {
    /// No limit.
    pub const NONE: Self = Self {
        time: None,
        memory: None,
    };
    /// The usual limits of a question: 60 s of processor time and 2 GB.
    pub const QUESTION: Self = Self {
        time: Some(Duration::from_secs(60)),
        memory: Some(2_000_000_000),
    };
    /// The usual limits of one question among many: 20 s of processor time and 1 GB.
    pub const LINE: Self = Self {
        time: Some(Duration::from_secs(20)),
        memory: Some(1_000_000_000),
    };
    /// The usual limits of a question of a page, whose reader can end it: 600 s of processor time and 2 GB.
    pub const PAGE: Self = Self {
        time: Some(Duration::from_secs(600)),
        memory: Self::QUESTION.memory,
    };

    /// These where there are some, else those.
    #[must_use]
    pub fn or(self, usual: Self) -> Self {
        Self {
            time: self.time.or(usual.time),
            memory: self.memory.or(usual.memory),
        }
    }

    /// The lesser of both.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            time: [self.time, other.time].into_iter().flatten().min(),
            memory: [self.memory, other.memory].into_iter().flatten().min(),
        }
    }
}

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
    used: Option<Arc<Used>>,
}

/// What the work under a stop has used, and what it may.
#[derive(Debug)]
struct Used {
    limits: Limits,
    /// Nanoseconds of processor time.
    time: AtomicU64,
    /// Bytes that the process had when the work began.
    before: u64,
}

/// Why work was ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Stopped {
    /// Somebody asked for it.
    #[error("stopped")]
    Asked,
    /// It has used the processor time it may.
    #[error("not answered within {} s of processor time; allow more", .0.as_secs_f64())]
    Time(Duration),
    /// It has taken the bytes of memory it may.
    #[error("not answered within {} of memory; allow more", bytes(*.0))]
    Memory(u64),
}

impl OfKind for Stopped {
    fn kind(&self) -> Kind {
        Kind::Stopped
    }

    fn limit_to_raise(&self) -> Option<Raise> {
        match self {
            Self::Asked => None,
            Self::Time(_) => Some(Raise::of("limit-seconds")),
            Self::Memory(_) => Some(Raise::of("limit-memory")),
        }
    }
}

/// The time between two readings of what a thread has used.
const INTERVAL: Duration = Duration::from_millis(5);
/// Looks that follow each other as closely as this need not all read the clock, and how many at most do not.
const CLOSE: Duration = Duration::from_micros(20);
const UNREAD: u32 = 7;

/// The work of this thread.
struct Work {
    stop: Stop,
    /// When the clock was read last, and the looks since then and until it is read again.
    clock: Instant,
    looks: [u32; 2],
    /// The next reading of what is used, and the processor time of the thread at the last.
    next: Instant,
    read: Duration,
}

thread_local! {
    static CURRENT: RefCell<Option<Work>> = const { RefCell::new(None) };
}

/// The processor time of this thread.
#[cfg(unix)]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// The time of this thread; where its processor time is not known, all time counts.
#[cfg(not(unix))]
fn thread_time() -> Duration {
    static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGUN.get_or_init(Instant::now).elapsed()
}

/// The bytes of memory that this process has; 0 where that is not known.
fn process_memory() -> u64 {
    memory_stats::memory_stats().map_or(0, |stats| stats.physical_mem as u64)
}

impl Stop {
    /// A stop that has not been given.
    pub fn new() -> Self {
        Self::default()
    }

    /// This stop, which is also given once the work under it has used more than `limits`, counted from now.
    #[must_use]
    pub fn limited(&self, limits: Limits) -> Self {
        let used = (limits != Limits::NONE).then(|| {
            Arc::new(Used {
                limits,
                time: AtomicU64::new(0),
                before: limits.memory.map_or(0, |_| process_memory()),
            })
        });
        Self {
            asked: self.asked.clone(),
            used,
        }
    }

    /// Whether the work under it has limits.
    pub fn is_limited(&self) -> bool {
        self.used.is_some()
    }

    /// Ends the work under this stop, and all that will be begun under it.
    pub fn stop(&self) {
        self.asked.store(true, Ordering::Relaxed);
    }

    /// Does the work on this thread, until it is done or the stop is given.
    ///
    /// # Errors
    /// If the work was left early.
    ///
    /// # Panics
    /// Where the work does.
    pub fn guard<T>(&self, work: impl FnOnce() -> T) -> Result<T, Stopped> {
        self.guard_as(false, work)
    }

    /// [`Self::guard`] on a thread that was started for this work: what it took to start it counts too.
    pub(crate) fn guard_thread<T>(&self, work: impl FnOnce() -> T) -> Result<T, Stopped> {
        self.guard_as(true, work)
    }

    fn guard_as<T>(&self, new_thread: bool, work: impl FnOnce() -> T) -> Result<T, Stopped> {
        let before = CURRENT.replace(Some(Work::of(self.clone(), new_thread)));
        let done = panic::catch_unwind(AssertUnwindSafe(work));
        if let Some(mut work) = CURRENT.replace(before) {
            work.read();
        }
        done.or_else(|payload| match payload.downcast::<Stopped>() {
            Ok(stopped) => Err(*stopped),
            Err(fault) => panic::resume_unwind(fault),
        })
    }

    /// The stop under which this thread works.
    pub fn current() -> Option<Self> {
        CURRENT.with_borrow(|work| work.as_ref().map(|work| work.stop.clone()))
    }
}

impl Work {
    fn of(stop: Stop, new_thread: bool) -> Self {
        let read = match stop.used {
            Some(_) if !(new_thread && cfg!(unix)) => thread_time(),
            _ => Duration::ZERO,
        };
        Self {
            stop,
            clock: Instant::now(),
            looks: [0, 0],
            next: Instant::now(),
            read,
        }
    }

    /// Whether and why it is to end.
    fn look(&mut self) -> Option<Stopped> {
        if self.stop.asked.load(Ordering::Relaxed) {
            return Some(Stopped::Asked);
        }
        self.stop.used.as_ref()?;
        let [looks, unread] = &mut self.looks;
        *looks += 1;
        if *looks <= *unread {
            return None;
        }
        let now = Instant::now();
        let close = now - self.clock < CLOSE * *looks;
        (*looks, *unread) = (
            0,
            if close {
                (2 * *unread + 1).min(UNREAD)
            } else {
                0
            },
        );
        self.clock = now;
        if now < self.next {
            return None;
        }
        self.next = now + INTERVAL;
        self.read()
    }

    /// Adds what this thread has used, and says whether that is too much.
    fn read(&mut self) -> Option<Stopped> {
        let used = self.stop.used.as_deref()?;
        let now = thread_time();
        let more = u64::try_from(now.saturating_sub(self.read).as_nanos()).unwrap_or(u64::MAX);
        self.read = now;
        let time = Duration::from_nanos(used.time.fetch_add(more, Ordering::Relaxed) + more);
        if let Some(most) = used.limits.time.filter(|most| time > *most) {
            return Some(Stopped::Time(most));
        }
        let grown = |most: &u64| process_memory().saturating_sub(used.before) > *most;
        used.limits.memory.filter(grown).map(Stopped::Memory)
    }
}

/// Leaves the work of this thread if its stop has been given.
///
/// Cost: some nanoseconds; some tens where there are limits.
///
/// # Panics
/// It unwinds, up to [`Stop::guard`], without a message.
pub fn check() {
    let given = CURRENT.with_borrow_mut(|work| work.as_mut().and_then(Work::look));
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

    fn endless() {
        loop {
            check();
        }
    }

    #[test]
    fn the_processor_time_allowed_ends_work() {
        let time = Duration::from_millis(5);
        let limits = Limits {
            time: Some(time),
            memory: None,
        };
        let stop = Stop::new().limited(limits);
        let begun = thread_time();
        assert_eq!(stop.guard(endless), Err(Stopped::Time(time)));
        assert!(thread_time() - begun >= time);
        // Work begun under it after that ends at once.
        assert_eq!(stop.guard(endless), Err(Stopped::Time(time)));
        assert_eq!(Stop::new().limited(Limits::NONE).guard(check), Ok(()));
    }

    #[test]
    fn the_time_of_all_threads_counts() {
        let time = Duration::from_millis(50);
        let limits = Limits {
            time: Some(time),
            memory: None,
        };
        let stop = Stop::new().limited(limits);
        let other = stop.clone();
        let ended = std::thread::spawn(move || other.guard(endless));
        assert_eq!(stop.guard(endless), Err(Stopped::Time(time)));
        assert_eq!(ended.join().unwrap(), Err(Stopped::Time(time)));
    }

    #[test]
    fn the_memory_allowed_ends_work() {
        let limits = Limits {
            time: None,
            memory: Some(30_000_000),
        };
        let grow = || {
            let mut held = Vec::new();
            loop {
                held.push(vec![1_u8; 1_000_000]);
                check();
            }
        };
        let ended: Result<(), _> = Stop::new().limited(limits).guard(grow);
        assert_eq!(ended, Err(Stopped::Memory(30_000_000)));
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
    fn limits_are_put_together() {
        let seconds = |time| Limits {
            time: Some(Duration::from_secs(time)),
            memory: None,
        };
        assert_eq!(seconds(5).or(Limits::QUESTION).time, seconds(5).time);
        assert_eq!(seconds(5).or(Limits::QUESTION).memory, Some(2_000_000_000));
        assert_eq!(seconds(5).and(seconds(4)), seconds(4));
        assert_eq!(seconds(5).and(Limits::NONE), seconds(5));
    }
}

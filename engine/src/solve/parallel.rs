//! Work shared out to threads, with results that do not depend on their number.
//!
//! The thread that asks works too. Where the system starts no other, it does all the work. All of them stand under the
//! stop of the thread that asks ([`stop`]), which is looked at before each piece of work.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;

use crate::work::stop::{self, Stop};

/// The number of processors. The system reads several files to find it, so it is asked once.
fn processors() -> usize {
    static FOUND: OnceLock<usize> = OnceLock::new();
    *FOUND.get_or_init(|| thread::available_parallelism().map_or(1, usize::from))
}

/// Runs `work` on consecutive ranges of `0..items`, at most `chunk` items each, on all processors,
/// and returns the results in the order of the ranges.
pub fn map_ranges<T, F>(items: usize, chunk: usize, work: F) -> Vec<T>
where
    T: Send,
    F: Fn(Range<usize>) -> T + Sync,
{
    let chunk = chunk.max(1);
    let chunks = items.div_ceil(chunk);
    let range = |number: usize| number * chunk..items.min((number + 1) * chunk);
    let threads = processors().min(chunks);
    if threads <= 1 {
        let work = |number| {
            stop::check();
            work(range(number))
        };
        return (0..chunks).map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(chunks));
    together(threads, || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= chunks {
                break;
            }
            stop::check();
            let result = work(range(number));
            done.lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner)
                .push((number, result));
        }
    });
    let mut done = done
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Does `work` on each item, on all processors, in no fixed order.
///
/// Items are handed out one at a time: for work on parts of one slice, make them of its
/// `chunks_mut`.
pub(crate) fn for_each<I, F>(items: I, work: F)
where
    I: IntoIterator<IntoIter: Send>,
    F: Fn(I::Item) + Sync,
{
    let mut items = items.into_iter();
    let threads = processors();
    let most = items.size_hint().1.unwrap_or(usize::MAX);
    if threads <= 1 || most <= 1 {
        return items.for_each(|item| {
            stop::check();
            work(item);
        });
    }
    let items = Mutex::new(&mut items);
    let next = || {
        let mut items = items
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        items.next()
    };
    together(threads.min(most), || {
        while let Some(item) = next() {
            stop::check();
            work(item);
        }
    });
}

/// Does the work on `threads` threads, this one among them; on fewer where no more can be started.
fn together(threads: usize, work: impl Fn() + Sync) {
    let stop = Stop::current();
    let stopped = OnceLock::new();
    let helper = || match &stop {
        None => work(),
        Some(stop) => {
            if let Err(why) = stop.guard_thread(&work) {
                // Other helpers say the same.
                let _ = stopped.set(why);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, helper).is_err() {
                break;
            }
        }
        work();
    });
    // Nobody else does the work that a helper left undone.
    if let Some(&why) = stopped.get() {
        stop::leave(why);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thread_stands_under_the_stop() {
        let stop = Stop::new();
        let ended = stop.guard(|| {
            map_ranges(1000, 1, |range| {
                if range.start == 500 {
                    stop.stop();
                }
            })
        });
        assert_eq!(ended, Err(stop::Stopped::Asked));
        let ended = stop.guard(|| for_each(0..1000, |_| ()));
        assert_eq!(ended, Err(stop::Stopped::Asked));
    }

    #[test]
    fn ranges_cover_everything_in_order() {
        for (items, chunk) in [(0, 3), (1, 3), (3, 3), (1000, 7), (5, 0)] {
            let parts = map_ranges(items, chunk, |range| range.collect::<Vec<_>>());
            assert_eq!(parts.concat(), (0..items).collect::<Vec<_>>());
        }
    }
}

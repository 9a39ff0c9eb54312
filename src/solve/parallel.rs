//! Work shared out to threads, with results that do not depend on their number.
//!
//! The thread that asks works too. Where the system starts no other, it does all the work.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Runs `work` on consecutive ranges of `0..items`, at most `chunk` items each, on all processors,
/// and returns the results in the order of the ranges.
///
/// # Examples
/// ```
/// let sums = siga::solve::parallel::map_ranges(10, 4, |range| range.sum::<usize>());
/// assert_eq!(sums, [6, 22, 17]);
/// ```
pub fn map_ranges<T, F>(items: usize, chunk: usize, work: F) -> Vec<T>
where
    T: Send,
    F: Fn(Range<usize>) -> T + Sync,
{
    let chunk = chunk.max(1);
    let chunks = items.div_ceil(chunk);
    let range = |number: usize| number * chunk..items.min((number + 1) * chunk);
    let threads = thread::available_parallelism()
        .map_or(1, usize::from)
        .min(chunks);
    if threads <= 1 {
        return (0..chunks).map(|number| work(range(number))).collect();
    }
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(chunks));
    together(threads, || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= chunks {
                break;
            }
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
///
/// # Examples
/// ```
/// let mut squares: Vec<u64> = (0..1000).collect();
/// siga::solve::parallel::for_each(squares.chunks_mut(64), |part| {
///     part.iter_mut().for_each(|number| *number *= *number);
/// });
/// assert_eq!(squares[999], 998_001);
/// ```
pub fn for_each<I, F>(items: I, work: F)
where
    I: IntoIterator<IntoIter: Send>,
    F: Fn(I::Item) + Sync,
{
    let mut items = items.into_iter();
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let most = items.size_hint().1.unwrap_or(usize::MAX);
    if threads <= 1 || most <= 1 {
        return items.for_each(work);
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
            work(item);
        }
    });
}

/// Does the work on this thread and on as many more as make so many, or as can be started.
fn together(threads: usize, work: impl Fn() + Sync) {
    thread::scope(|scope| {
        for _ in 1..threads {
            if thread::Builder::new().spawn_scoped(scope, &work).is_err() {
                break;
            }
        }
        work();
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_cover_everything_in_order() {
        for (items, chunk) in [(0, 3), (1, 3), (3, 3), (1000, 7), (5, 0)] {
            let parts = map_ranges(items, chunk, |range| range.collect::<Vec<_>>());
            assert_eq!(parts.concat(), (0..items).collect::<Vec<_>>());
        }
    }
}

//! Solutions kept for the next question of the same process.

use std::any::{Any, TypeId};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::work::stop;

/// Solutions kept: the most recent ones. The largest that are made unasked take some 100 MB.
const MOST: usize = 4;
/// The interval at which a thread that waits for a solution looks whether it must stop.
const LOOK: Duration = Duration::from_millis(20);

/// The type of a solution and its key.
type Name = (TypeId, String);
/// A solution; `None` while somebody is making it.
type Made = Option<Arc<dyn Any + Send + Sync>>;

/// The least recently used first.
static KEPT: Mutex<Vec<(Name, Made)>> = Mutex::new(Vec::new());
static MADE: Condvar = Condvar::new();

fn kept_list() -> MutexGuard<'static, Vec<(Name, Made)>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the cached value for `key`, or computes and caches it. The key must name everything the value depends on.
///
/// A second caller waits for the first one's result.
///
/// # Errors
/// Those of `make`; nothing is kept then.
pub(crate) fn solution<T, E>(key: String, make: impl FnOnce() -> Result<T, E>) -> Result<Arc<T>, E>
where
    T: Send + Sync + 'static,
{
    let name = (TypeId::of::<T>(), key);
    let mut all = kept_list();
    while let Some(at) = place_of(&all, &name) {
        let found = all.remove(at);
        let made = found.1.clone();
        all.push(found);
        if let Some(made) = made.and_then(|made| made.downcast().ok()) {
            return Ok(made);
        }
        (all, _) = MADE
            .wait_timeout(all, LOOK)
            .unwrap_or_else(PoisonError::into_inner);
        drop(all);
        stop::check();
        all = kept_list();
    }
    all.push((name.clone(), None));
    drop(all);
    let mut promised = Promise(name, None);
    let made = Arc::new(make()?);
    promised.1 = Some(made.clone());
    Ok(made)
}

fn place_of(all: &[(Name, Made)], name: &Name) -> Option<usize> {
    all.iter().position(|(kept, _)| kept == name)
}

/// A solution being made. In the end its place in the list is filled, or taken away if nothing was made, even if the work is left
/// early.
struct Promise(Name, Made);

impl Drop for Promise {
    fn drop(&mut self) {
        let mut all = kept_list();
        if let Some(at) = place_of(&all, &self.0) {
            let (name, _) = all.remove(at);
            if let Some(made) = self.1.take() {
                all.push((name, Some(made)));
            }
        }
        while all.iter().filter(|(_, made)| made.is_some()).count() > MOST {
            let oldest = all.iter().position(|(_, made)| made.is_some());
            all.remove(oldest.unwrap_or(0));
        }
        drop(all);
        MADE.notify_all();
    }
}

/// The cached value of this type for `key`, if there is one.
pub(crate) fn kept<T: Send + Sync + 'static>(key: &str) -> Option<Arc<T>> {
    let all = kept_list();
    let at = place_of(&all, &(TypeId::of::<T>(), key.to_owned()))?;
    all[at].1.clone()?.downcast().ok()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[derive(Debug, PartialEq)]
    struct Number(usize);

    #[test]
    fn is_made_once_however_many_ask() {
        let times = AtomicUsize::new(0);
        let ask = || {
            let made = solution("one".to_owned(), || {
                thread::sleep(Duration::from_millis(30));
                times.fetch_add(1, Ordering::Relaxed);
                Ok::<_, ()>(Number(7))
            });
            assert_eq!(made.as_deref(), Ok(&Number(7)));
        };
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(ask);
            }
        });
        assert_eq!(times.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn what_fails_or_is_stopped_is_not_kept() {
        let fails = solution("two".to_owned(), || Err::<Number, _>("no"));
        assert_eq!(fails, Err("no"));
        let stop = stop::Stop::new();
        let stopped = stop.guard(|| {
            solution("two".to_owned(), || {
                stop.stop();
                stop::check();
                Ok::<_, ()>(Number(1))
            })
        });
        assert!(stopped.is_err());
        let made = solution("two".to_owned(), || Ok::<_, ()>(Number(2)));
        assert_eq!(made.as_deref(), Ok(&Number(2)));
    }
}

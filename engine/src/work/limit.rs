//! Limits of size, met before the work: what is certain, and free to know.
//!
//! # Limits
//! siga measures what a question uses and does not foretell it (`work::stop::Limits`). Estimates were tried for long: some thirty functions foretold steps
//! and words, and each was one more thing to be wrong. Now the looks at the stop read two meters, every 5 ms at most. Time is the processor
//! time of the threads that work under the stop, which each of them adds up by its own clock. Memory is what the operating system says that the
//! process has grown by since the question began. An allocator that counts would say it of Rust's memory only, would cost two atomic additions
//! for each of many short allocations, on one cache line for all threads, and would be there in siga's own program but not for users of the
//! library; the system's count is right for all of them, and costs a few microseconds at a look. It cannot tell the lines of a batch from each
//! other: a line that ends for its memory is asked again while no other is answered.
//!
//! The thread that watches the work says that it is long (`ask::caller::Caller::watched`): after two seconds, by the clock.
//!
//! Only what is certain and free to know is refused beforehand (`work::limit`), such as the number of outcomes. The notation has limits of its
//! own (length, parts, depth, list), met while reading; the status is 2. Functions called `…_steps` choose between two ways to the same
//! number, and bound nothing. The endgames of daldøs count their positions beforehand: where they are many, an option allows them.
//!
//! Sums that pass the range of their numbers end the program in tests and in the fuzzer, which run with overflow checks and debug assertions.
//! The release binary has no such checks, so what a user can make large has one of its own: outcomes stay within ±2⁶⁰, so that the sum of two
//! is an `i64`, and whatever makes outcomes of others asks so first (`exact::numeric`).
//! Checks everywhere would cost up to half of the processor time.

/// Outcomes one distribution may have.
pub const MAX_OUTCOMES: u128 = 2_000_000;

/// A computation refused because it would pass a stated limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this needs about {} {what}; the limit is {}", grouped(*.needed), grouped(*.limit))]
#[non_exhaustive]
pub struct TooLarge {
    /// The things counted, as a plural noun.
    pub what: &'static str,
    /// About how much was asked for.
    pub needed: u128,
    /// The amount allowed.
    pub limit: u128,
}

crate::work::of_kind!(TooLarge, Limit);

/// Fails when `needed` passes `limit`.
///
/// # Errors
/// [`TooLarge`], which names both numbers.
pub fn allow(what: &'static str, needed: u128, limit: u128) -> Result<(), TooLarge> {
    if needed > limit {
        return Err(TooLarge {
            what,
            needed,
            limit,
        });
    }
    Ok(())
}

/// A number with its digits in groups of three.
pub fn grouped(number: u128) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Bytes for people.
pub fn bytes(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        1_000_000..1_000_000_000 => format!("{} MB", bytes.div_ceil(1_000_000)),
        _ => format!("{}.{} GB", bytes / 1_000_000_000, bytes / 100_000_000 % 10),
    }
}

/// A time for people: `6 s`, `3 min`, `2 h`.
pub fn time(seconds: f64) -> String {
    match seconds {
        ..100.0 => format!("{:.0} s", seconds.ceil()),
        100.0..6000.0 => format!("{:.0} min", (seconds / 60.0).ceil()),
        _ => format!("{:.0} h", (seconds / 3600.0).ceil()),
    }
}

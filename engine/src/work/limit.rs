//! Limits of size, met before the work: what is certain, and free to know.

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_both_numbers() {
        let error = allow("outcomes", 5_000_000_001, 2_000_000).unwrap_err();
        assert_eq!(
            error.to_string(),
            "this needs about 5,000,000,001 outcomes; the limit is 2,000,000"
        );
        assert_eq!(allow("outcomes", 2, 2), Ok(()));
        assert_eq!([0, 999, 1000].map(grouped), ["0", "999", "1,000"]);
    }
}

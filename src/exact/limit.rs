//! Limits on work, met before memory is taken.

/// Outcomes one distribution may have.
pub const MAX_OUTCOMES: u128 = 2_000_000;
/// Machine words the weights of one distribution may take together.
pub const MAX_WORDS: u128 = 60_000_000;
/// Elementary steps (a machine word added or scaled) one operation may take.
pub const MAX_STEPS: u128 = 3_000_000_000;

/// A computation refused because it would pass a stated limit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this needs about {} {what}; the limit is {}", grouped(*.needed), grouped(*.limit))]
pub struct TooLarge {
    /// What there would be too much of, as a plural noun.
    pub what: &'static str,
    /// About how much was asked for.
    pub needed: u128,
    /// How much is allowed.
    pub limit: u128,
}

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
pub(crate) fn grouped(number: u128) -> String {
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

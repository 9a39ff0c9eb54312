//! The throws of a turn in the notation of throws.

use super::rules::{Rules, STICKS, THROWS};
use crate::chance::expr::{Expr, Score};
use crate::games::running_fight::sticks;

/// The throw of these rules in the notation of throws.
///
/// # Examples
/// ```
/// use siga::games::tab::{Rules, turn::spec};
/// assert_eq!(spec(&Rules::lane()).to_string(), "4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}");
/// ```
pub fn spec(rules: &Rules) -> Expr {
    let case = |(flats, (fields, again)): (usize, (u8, bool))| {
        let value = Score::Value(Expr::Number(fields.into()));
        (vec![flats], value, again)
    };
    let cases = THROWS.into_iter().enumerate().map(case);
    sticks::scored(rules.bias(), STICKS, cases)
}

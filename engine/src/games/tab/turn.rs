//! The yield of a whole turn: its throws as a throw of the notation, and everything about them.

use super::rules::{Rules, STICKS, TAB, THROWS, Weighted};
use crate::chance::analysis::AnalysisError;
use crate::chance::eval::Outcome;
use crate::chance::expr::{Expr, Score};
use crate::chance::turn::TurnRules;
use crate::games::running_fight::{sticks, turn};

pub use crate::games::running_fight::turn::MAX_VALUES;

/// The yield of a whole turn.
pub type WholeTurn = turn::WholeTurn<Weighted>;

/// Everything about a whole turn: values in the order thrown and without it up to `length` of them, their total, the number of
/// throws and of tâbs.
///
/// Exact: everything.
/// Rules: `bias` matters, no other option does.
///
/// # Errors
/// [`AnalysisError`] when the lists grow too long.
///
/// # Examples
/// ```
/// use siga::games::tab::{Rules, turn::turn};
/// let whole = turn(&Rules::lane(), 2, None)?;
/// let tabs = whole.named.unwrap();
/// assert_eq!([tabs.at_least_one.exact(), tabs.mean.exact()], [Some(&"2/7".parse()?), Some(&"2/5".parse()?)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn turn(rules: &Rules, length: usize, up_to: Option<i64>) -> Result<WholeTurn, AnalysisError> {
    let turns = (spec(rules), TurnRules::default());
    let tab = Outcome::Number(TAB.into());
    let mut whole = WholeTurn::new(turns, (length, up_to), rules.falling(), &tab)?;
    if let Some(tabs) = &mut whole.named {
        tabs.each = None;
    }
    Ok(whole)
}

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

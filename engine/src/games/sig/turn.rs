//! The throws of a turn in the notation of throws.

use super::rules::{Cancel, Face, Rules, Weighted};
use crate::chance::expr::{Expr, Score};
use crate::chance::turn::{self as turns, TurnRules};
use crate::games::running_fight::sticks;

/// The name of a khadzh among the outcomes.
pub(super) const KHADZH: &str = "khadzh";
const KHMAR: &str = "khmar";

/// The rules of turns of throws: how many there are, and what a khmar voids.
pub fn turn_rules(rules: &Rules) -> TurnRules {
    TurnRules {
        cancel: match rules.cancel {
            Cancel::Previous => turns::Cancel::Previous,
            Cancel::Stack => turns::Cancel::Stack,
        },
        ..TurnRules::default()
    }
}

/// The throw of these rules in the notation of throws: sticks, and what each number of red sides counts.
///
/// # Examples
/// ```
/// use siga::games::sig::{Rules, turn::spec};
/// assert_eq!(
///     spec(&Rules::depaulis()).to_string(),
///     "8s -> {0|8: 8, 1|7: \"khadzh\"*, 2|6: \"khmar\" cancel*, 3|5: 5, 4: 4*}"
/// );
/// ```
pub fn spec(rules: &Rules) -> Expr {
    let case = |throw: Weighted| {
        let value = match throw.throw.face {
            Face::Nothing => Score::Value(Expr::Number(0)),
            Face::Move(cells) => Score::Value(Expr::Number(cells.into())),
            Face::Khadzh => Score::Label(KHADZH.to_owned()),
            Face::Khmar => Score::Cancel(Some(KHMAR.to_owned())),
        };
        (throw.reds, value, throw.throw.again)
    };
    let cases = rules.weighted().into_iter().map(case);
    sticks::scored(rules.bias(), rules.sticks(), cases)
}

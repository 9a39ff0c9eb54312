//! The yield of a whole turn: its throws as a throw of the notation, and everything about those that stand.

use num_traits::Zero;

use super::rules::{Cancel, Face, Rules, Weighted};
use crate::chance::analysis::AnalysisError;
use crate::chance::eval::Outcome;
use crate::chance::expr::{Expr, Score};
use crate::chance::turn::{self as turns, TurnRules};
use crate::games::running_fight::{sticks, turn};

pub use crate::games::running_fight::turn::MAX_VALUES;

/// The name of a khadzh among the outcomes.
const KHADZH: &str = "khadzh";
const KHMAR: &str = "khmar";

/// The yield of a whole turn.
pub type WholeTurn = turn::WholeTurn<Weighted>;

/// Everything about a whole turn: values in the order thrown and without it up to `length` of them, their total, the
/// number of throws, the khadzhs that stand.
///
/// Exact: everything; with [`Cancel::Stack`] the chances are quadratic surds.
/// Cost: milliseconds; the lists grow as a power of the length.
/// Rules: `throws`, `bias` and `cancel` matter, no other option does.
///
/// # Errors
/// [`AnalysisError`] when the lists grow too long.
///
/// # Examples
/// ```
/// use siga::games::sig::{Rules, turn::turn};
/// let rules: Rules = "sig:depaulis,cancel=stack".parse().unwrap();
/// let khadzh = turn(&rules, 2, None).unwrap().named.unwrap();
/// let chance = khadzh.at_least_one.surd().unwrap();
/// assert_eq!((chance.root().to_string(), chance.decimal(5)), ("723".to_owned(), "0.09664".to_owned()));
/// ```
pub fn turn(rules: &Rules, length: usize, up_to: Option<i64>) -> Result<WholeTurn, AnalysisError> {
    let throws = rules.weighted().into_iter();
    let throws = throws.filter(|throw| !throw.chance.is_zero()).collect();
    let turns = (spec(rules), turn_rules(rules));
    let khadzh = Outcome::Label(KHADZH.to_owned());
    WholeTurn::new(turns, (length, up_to), throws, &khadzh)
}

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

//! The yield of a whole turn: its throws as a throw of the notation, and everything about them.

use super::position::Fight;
use crate::chance::analysis::{self, AnalysisError, Answer, Question, Times};
use crate::chance::eval::Outcome;
use crate::chance::expr::Expr;
use crate::exact::Quantity;

/// The longest list of values that can be asked for.
pub const MAX_VALUES: usize = 10;

/// The yield of a whole turn.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WholeTurn {
    /// The throw, with what it counts.
    pub spec: Expr,
    /// The question about it.
    pub question: Question,
    /// The answer; its `turn` and the `values` in it are there.
    pub answer: Answer,
    /// The throws of a name: the khadzhs that stand, the tâbs; `None` if none can fall.
    pub named: Option<Named>,
}

/// The throws of a name in a whole turn.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Named {
    /// The chance of each number of them.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub each: Option<Times>,
    /// Chance that there is one.
    pub at_least_one: Quantity,
    /// Their expected number.
    pub mean: Quantity,
}

impl Named {
    /// The throws of the outcome that is written so.
    fn of(answer: &Answer, name: &str) -> Option<Self> {
        let turn = answer.turn.as_ref()?;
        let is_named = |outcome: &Outcome| outcome.to_string() == name;
        let occurs = (turn.occurs.iter()).find(|occurs| is_named(&occurs.outcome))?;
        let mut counts = turn.values.as_ref()?.counts.iter();
        Some(Self {
            each: (counts.find(|count| is_named(&count.outcome))).map(|count| count.times.clone()),
            at_least_one: occurs.probability.clone(),
            mean: occurs.mean.clone(),
        })
    }
}

/// Everything about a whole turn: values in the order thrown and without it up to `length` of them, totals up to `up_to`, the number of
/// throws, and of the khadzhs that stand, or of tâbs.
///
/// Exact: everything; in Sig under `cancel=stack` the chances are quadratic surds.
/// Cost: milliseconds; the lists grow as a power of the length.
/// Rules: of Sig `throws`, `bias` and `cancel` matter, of tâb `bias` alone.
///
/// # Errors
/// [`AnalysisError`] when the lists grow too long.
///
/// # Examples
/// ```
/// use siga::games::running_fight::turn::whole_turn;
/// use siga::games::{sig, tab};
/// let rules: sig::Rules = "sig:depaulis,cancel=stack".parse()?;
/// let khadzh = whole_turn(&rules, 2, None)?.named.unwrap();
/// let chance = khadzh.at_least_one.surd().unwrap();
/// assert_eq!((chance.root().to_string(), chance.decimal(5)), ("723".to_owned(), "0.09664".to_owned()));
///
/// let tabs = whole_turn(&tab::Rules::lane(), 2, None)?.named.unwrap();
/// assert_eq!([tabs.at_least_one.exact(), tabs.mean.exact()], [Some(&"2/7".parse()?), Some(&"2/5".parse()?)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn whole_turn<R: Fight>(
    rules: &R,
    length: usize,
    up_to: Option<i64>,
) -> Result<WholeTurn, AnalysisError> {
    let (spec, turn) = rules.as_throw();
    let question = Question {
        turn: Some(turn),
        values: Some(length.min(MAX_VALUES)),
        up_to,
        ..Question::default()
    };
    let answer = analysis::analyse(&spec, &question)?;
    Ok(WholeTurn {
        named: Named::of(&answer, R::NAMED),
        spec,
        question,
        answer,
    })
}

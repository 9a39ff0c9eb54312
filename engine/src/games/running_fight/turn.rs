//! The yield of a whole turn: its throws as a throw of the notation, and everything about them.

use crate::chance::analysis::{self, AnalysisError, Answer, Question, Times};
use crate::chance::eval::Outcome;
use crate::chance::expr::Expr;
use crate::chance::turn::TurnRules;
use crate::exact::Quantity;

/// The longest list of values that can be asked for.
pub const MAX_VALUES: usize = 10;

/// The yield of a whole turn, with the throws `T` that can fall.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WholeTurn<T> {
    /// The throw, with what it counts.
    pub spec: Expr,
    /// The question about it.
    pub question: Question,
    /// The answer; its `turn` and the `values` in it are there.
    pub answer: Answer,
    /// The throws that can fall, each with its chance.
    pub throws: Vec<T>,
    /// The throws of a name: the khadzhs that stand, the tâbs; `None` if none can fall.
    pub named: Option<Named>,
}

/// The throws of a name in a whole turn.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Named {
    /// In Sig: the chance of each number of them.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub each: Option<Times>,
    /// Chance that there is one.
    pub at_least_one: Quantity,
    /// Their expected number.
    pub mean: Quantity,
}

impl Named {
    /// The throws of this outcome.
    fn of(answer: &Answer, name: &Outcome) -> Option<Self> {
        let turn = answer.turn.as_ref()?;
        let occurs = (turn.occurs.iter()).find(|occurs| occurs.outcome == *name)?;
        let mut counts = turn.values.as_ref()?.counts.iter();
        Some(Self {
            each: (counts.find(|count| count.outcome == *name)).map(|count| count.times.clone()),
            at_least_one: occurs.probability.clone(),
            mean: occurs.mean.clone(),
        })
    }
}

impl<T> WholeTurn<T> {
    /// The turns of a throw: values up to `length` of them, totals up to `up_to`, and the throws of this name.
    ///
    /// # Errors
    /// [`AnalysisError`] when the lists grow too long.
    pub(in crate::games) fn new(
        (spec, turn): (Expr, TurnRules),
        (length, up_to): (usize, Option<i64>),
        throws: Vec<T>,
        name: &Outcome,
    ) -> Result<Self, AnalysisError> {
        let question = Question {
            turn: Some(turn),
            values: Some(length.min(MAX_VALUES)),
            up_to,
            ..Question::default()
        };
        let answer = analysis::analyse(&spec, &question)?;
        Ok(Self {
            named: Named::of(&answer, name),
            spec,
            question,
            answer,
            throws,
        })
    }
}

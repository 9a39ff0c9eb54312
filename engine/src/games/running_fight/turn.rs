//! The yield of a whole turn: its throws as a throw of the notation, and everything about them.

use crate::chance::analysis::{self, AnalysisError, Answer, Question};
use crate::chance::expr::Expr;
use crate::chance::turn::TurnRules;

/// The longest list of values that can be asked for.
pub const MAX_VALUES: usize = 10;

/// The yield of a whole turn, with the throws `T` that can fall.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WholeTurn<T, N> {
    /// The throw, with what it counts.
    pub spec: Expr,
    /// The question about it.
    pub question: Question,
    /// The answer; its `turn` and the `values` in it are there.
    pub answer: Answer,
    /// The throws that can fall, each with its chance.
    pub throws: Vec<T>,
    /// The throws of a name: the khadzhs that stand, the tâbs; `None` if none can fall.
    pub named: Option<N>,
}

impl<T, N> WholeTurn<T, N> {
    /// The turns of a throw: values up to `length` of them, totals up to `up_to`.
    ///
    /// # Errors
    /// [`AnalysisError`] when the lists grow too long.
    pub(in crate::games) fn new(
        (spec, turn): (Expr, TurnRules),
        (length, up_to): (usize, Option<i64>),
        throws: Vec<T>,
        named: impl FnOnce(&Answer) -> Option<N>,
    ) -> Result<Self, AnalysisError> {
        let question = Question {
            turn: Some(turn),
            values: Some(length.min(MAX_VALUES)),
            up_to,
            ..Question::default()
        };
        let answer = analysis::analyse(&spec, &question)?;
        Ok(Self {
            named: named(&answer),
            spec,
            question,
            answer,
            throws,
        })
    }
}

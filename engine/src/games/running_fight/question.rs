//! The yield of a whole turn of a running fight.

use std::fmt::Debug;

use super::review::RunningFight;
use super::turn::WholeTurn;
use crate::chance::analysis::AnalysisError;

/// A running fight with what only its own questions know.
pub trait Questions: RunningFight {
    /// A throw with its chance.
    type Weighted: Debug;
    /// What is counted of throws of a name in a whole turn.
    type Named: Debug;

    /// Everything about a whole turn: values up to `length` of them, totals up to `up_to`.
    ///
    /// # Errors
    /// Lists that grow too long.
    fn whole_turn(
        rules: &Self::Rules,
        length: usize,
        up_to: Option<i64>,
    ) -> Result<WholeTurn<Self::Weighted, Self::Named>, AnalysisError>;
}

//! The yield of a whole turn, for questions of every running fight.

use super::rules::Weighted;
use super::turn::{Tabs, WholeTurn, turn};
use super::{Position, Rules};
use crate::chance::analysis::AnalysisError;
use crate::games::running_fight::question::Questions;

impl Questions for Position {
    type Weighted = Weighted;
    type Named = Tabs;

    fn whole_turn(
        rules: &Rules,
        length: usize,
        up_to: Option<i64>,
    ) -> Result<WholeTurn, AnalysisError> {
        turn(rules, length, up_to)
    }
}

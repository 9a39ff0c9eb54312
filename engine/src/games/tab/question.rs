//! Every question about tâb, and its answer.

use super::odds::{self, Odds};
use super::rules::Weighted;
use super::turn::{Tabs, WholeTurn, turn};
use super::{Position, Rules};
use crate::chance::analysis::AnalysisError;
use crate::games::distances::Placements;
use crate::games::running_fight::question::{self, Questions};
use crate::work::Fault;

/// A question about tâb.
pub type Question = question::Question<Position>;

/// The answer to a [`Question`].
pub type Answer = question::Answer<Position>;

impl Placements for Rules {
    type Row = Odds;

    fn one(&self, behind: &[u32]) -> Result<Odds, Fault> {
        odds::odds(self, behind)
    }

    fn all(&self, pieces: usize, max: u32) -> Result<Vec<Odds>, Fault> {
        odds::table(self, pieces, max)
    }
}

impl Questions for Position {
    type CaptureTerms = Rules;
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

//! Every question about Sig, and its answer.

use super::odds::{self, Odds};
use super::rules::Weighted;
use super::turn::{Khadzh, WholeTurn, turn};
use super::{Effort, Position, Rules};
use crate::chance::analysis::AnalysisError;
use crate::games::distances::Placements;
use crate::games::running_fight::question::{self, Questions};
use crate::work::Fault;

/// A question about Sig.
pub type Question = question::Question<Position>;

/// The answer to a [`Question`].
pub type Answer = question::Answer<Position>;

/// The terms under which capture chances are asked.
#[derive(Clone, Debug, PartialEq)]
pub struct CaptureTerms {
    /// The rules.
    pub rules: Rules,
    /// The depth of the search.
    pub effort: Effort,
}

impl Placements for CaptureTerms {
    type Row = Odds;

    fn one(&self, behind: &[u32]) -> Result<Odds, Fault> {
        odds::odds(&self.rules, behind, &self.effort)
    }

    fn all(&self, pieces: usize, max: u32) -> Result<Vec<Odds>, Fault> {
        odds::table(&self.rules, pieces, max, &self.effort)
    }
}

impl Questions for Position {
    type CaptureTerms = CaptureTerms;
    type Weighted = Weighted;
    type Named = Khadzh;

    fn whole_turn(
        rules: &Rules,
        length: usize,
        up_to: Option<i64>,
    ) -> Result<WholeTurn, AnalysisError> {
        turn(rules, length, up_to)
    }
}

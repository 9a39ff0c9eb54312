//! The solution of a whole game.

use super::solve::Summary;
use super::{History, Model, Play, Position, Rules};
use crate::games::legal_moves::Listed;
use crate::solve::meter::Meter;
use crate::solve::retro::Solution;
use crate::work::{Fault, Note};

impl Listed for Position {
    type Throw = ();
    type Play = Play;

    fn list(&self, (): &()) -> Result<Vec<Self::Play>, Fault> {
        Ok(self.plays())
    }
}

/// A whole game solved.
#[derive(Clone, Debug)]
pub struct Solved {
    /// The totals of the solution.
    pub summary: Summary,
    /// What holds where the same move made three times loses, if the game has that rule.
    pub history: Option<History>,
}

impl Solved {
    /// Solves a game. `note` hears how far the work is.
    ///
    /// # Errors
    /// Of kind limit: the memory is not there, or a line is too long for a table.
    pub fn of(rules: &Rules, note: &Note) -> Result<Solved, Fault> {
        let model = Model::new(rules.clone());
        let mut meter = Meter::new(&model);
        let solution = Solution::new(&model, |tick| {
            note.set(format!("solving {rules}: {}", meter.tick(tick)));
            true
        })?;
        note.set("counting");
        Ok(Solved {
            summary: model.summary(&solution)?,
            history: model.history(&solution)?,
        })
    }
}

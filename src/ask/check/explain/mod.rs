//! `siga check … --explain`: the fewest assumptions under which the most figures of a table hold.

mod asker;
mod report;
#[cfg(test)]
mod tests;

use itertools::Itertools;

use crate::ask::caller::Caller;
use crate::ask::failure::Failure;
use crate::ask::one_command::AnyCommand;
use crate::figures::explain::{self as search, Limits, explain};
use crate::figures::matching::MatchedTable;
use crate::render::printed::Printed;
use asker::Asker;
pub(super) use report::{Explained, sheet};

/// A table read against the answer to a command.
pub(super) struct TableRead {
    pub(super) words: Vec<String>,
    pub(super) asked: Option<Box<dyn AnyCommand>>,
    /// Which table of the answer it is compared with, and that table.
    pub(super) of: &'static str,
    pub(super) printed: Printed,
    /// Which of the printed tables it is, counted from 0.
    pub(super) nth: usize,
    pub(super) table: MatchedTable,
}

impl TableRead {
    /// What explains its figures, of which some differ; `names`: of each of them.
    pub(super) fn explained(
        &self,
        names: &[String],
        limits: Limits,
        caller: Caller,
    ) -> Result<Explained, Failure> {
        let mut asker = Asker::new(self, caller);
        let assumptions = asker.points.iter().map(|point| point.assumption.clone());
        let assumptions = assumptions.collect_vec();
        let found = caller.noting("looking for what explains the figures", |note| {
            note.count_to(asker.questions().min(limits.questions) as u64);
            let mut ask = |asked: &[Vec<usize>]| asker.answers(asked, note);
            explain(&self.table, &assumptions, &mut ask, limits)
        });
        let found = found.map_err(|error| Failure::input(format!("--explain: {error}")))?;
        Ok(Explained::of(&asker, &found, names, limits))
    }
}

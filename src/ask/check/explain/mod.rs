//! `siga check … --explain`: the fewest assumptions under which the most figures of a table hold.

mod asker;
mod report;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use itertools::Itertools;

use crate::ask::caller::Caller;
use crate::ask::failure::Failure;
use crate::ask::one_command::AnyCommand;
use crate::figures::explain::{self as search, Limits, Print, explain};
use crate::figures::matching::Numbers;
use asker::Asker;
pub(super) use report::{Explained, sheet};

/// A printed table that was checked against an answer.
pub(super) struct PrintedTable<'a> {
    pub(super) print: Print<'a>,
    /// The question that it is checked against, if anything about it can be asked otherwise, and its words.
    pub(super) asked: Option<&'a dyn AnyCommand>,
    pub(super) words: &'a [String],
    /// Which table of the answer it is compared with, and its numbers.
    pub(super) of: &'static str,
    pub(super) base: Arc<Numbers>,
    /// Its greatest key that is a number.
    pub(super) greatest: Option<u32>,
    /// The name of each figure, in the order in which they were compared.
    pub(super) names: Vec<String>,
}

impl PrintedTable<'_> {
    /// What explains its figures, of which some differ.
    pub(super) fn explained(&self, limits: Limits, caller: Caller) -> Result<Explained, Failure> {
        // A list without keys is as long as the answer, and no longer answer will do.
        let greatest = self.greatest.filter(|_| !self.print.table.in_order);
        let mut asker = Asker::new(self, greatest, caller);
        let assumptions = asker.points.iter().map(|point| point.assumption.clone());
        let assumptions = assumptions.collect_vec();
        let found = caller.noting("looking for what explains the figures", |note| {
            note.count_to(asker.questions().min(limits.questions) as u64);
            let mut ask = |asked: &[Vec<usize>]| asker.answers(asked, note);
            explain(self.print, &assumptions, &mut ask, limits)
        });
        let found = found.map_err(|error| Failure::input(format!("--explain: {error}")))?;
        Ok(Explained::of(&asker, &found, &self.names, limits))
    }
}

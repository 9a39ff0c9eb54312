//! Answers to the questions of a search: each asked once, several at a time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use itertools::Itertools;

use super::vary::Varied;
use crate::ask::caller::Caller;
use crate::ask::one_command::AnyCommand;
use crate::figures::matching::Numbers;
use crate::render::report::Report;
use crate::solve::parallel::map_ranges;
use crate::work::Note;

/// No further question is begun after so long, however many tables or claims are explained.
pub(in crate::ask::check) const PATIENCE: Duration = Duration::from_secs(60);

/// The questions that were answered, each given by the points that it assumes.
pub(super) type Known = BTreeMap<Vec<usize>, Option<Arc<Numbers>>>;

/// How questions are asked and answers read.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    /// The numbers of an answer.
    pub(super) numbers: &'a (dyn Fn(&dyn Report) -> Option<Numbers> + Sync),
    /// The answer to the question as it is asked.
    pub(super) base: &'a Arc<Numbers>,
    /// Whoever asks: hears nothing, and reads the files that questions may read.
    pub(super) caller: Caller<'a>,
    /// The greatest key of the table.
    pub(super) greatest: Option<u32>,
    /// When no further question is begun.
    pub(super) until: Instant,
}

/// Asks for a search.
pub(super) struct Asker<'a> {
    varied: &'a Varied,
    reading: Reading<'a>,
    known: &'a mut Known,
    late: bool,
}

impl<'a> Asker<'a> {
    pub(super) fn new(varied: &'a Varied, reading: Reading<'a>, known: &'a mut Known) -> Self {
        Self {
            varied,
            reading,
            known,
            late: false,
        }
    }

    /// Whether questions were left unasked for want of time.
    pub(super) fn late(&self) -> bool {
        self.late
    }

    /// The answers to some questions, each given by the points that it assumes.
    pub(super) fn answers(
        &mut self,
        asked: &[Vec<usize>],
        note: &Note,
    ) -> Vec<Option<Arc<Numbers>>> {
        let new = asked.iter().unique();
        let new = new.filter(|assumed| !self.known.contains_key(*assumed));
        let new = new.cloned().collect_vec();
        if Instant::now() <= self.reading.until {
            let (varied, reading) = (self.varied, self.reading);
            let answers = map_ranges(new.len(), 1, |range| {
                let answers = range.map(|i| {
                    let answer = answer(varied, &new[i], reading);
                    note.one_done();
                    answer
                });
                answers.collect_vec()
            });
            self.known
                .extend(new.into_iter().zip(answers.into_iter().flatten()));
            note.set(format!("questions answered: {}", self.known.len()));
        } else {
            self.late |= !new.is_empty();
        }
        (asked.iter())
            .map(|assumed| self.known.get(assumed).cloned().flatten())
            .collect()
    }
}

/// The numbers that answer a question, one row beyond the table's greatest key if there can be one.
pub(super) fn answer(
    varied: &Varied,
    assumed: &[usize],
    reading: Reading<'_>,
) -> Option<Arc<Numbers>> {
    let numbers = |greatest| {
        let other = varied.asked(assumed, greatest)?;
        let mut numbers = numbers(other.asked.as_ref(), reading)?;
        if let Some(series) = other.series {
            numbers.series.retain(|(name, _)| name == series);
        }
        Some(Arc::new(numbers))
    };
    let beyond = reading
        .greatest
        .and_then(|greatest| numbers(Some(greatest)));
    beyond.or_else(|| match assumed {
        [] => Some(reading.base.clone()),
        _ => numbers(None),
    })
}

/// The numbers of the answer to a question.
fn numbers(asked: &dyn AnyCommand, reading: Reading<'_>) -> Option<Numbers> {
    let report = asked.answer("", reading.caller).ok()?;
    (reading.numbers)(report.as_ref())
}

/// The numbers of the table of this name in an answer.
pub(super) fn printed(report: &dyn Report, name: &str) -> Option<Numbers> {
    let mut tables = report.all_printed().into_iter();
    tables
        .find(|(own, _)| *own == name)
        .map(|(_, printed)| printed.numbers)
}

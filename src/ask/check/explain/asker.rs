//! Answers to the questions of a search: each asked once, several at a time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use itertools::Itertools;

use super::vary::{Asked, Varied, farther};
use crate::ask::command::Cli;
use crate::ask::dispatch;
use crate::ask::input;
use crate::ask::progress::Progress;
use crate::ask::words;
use crate::figures::matching::Numbers;
use crate::solve::parallel::map_ranges;
use crate::work::Note;

/// No further question is begun after so long.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// Questions answered, each with the greatest key that was asked for.
pub(super) type Known = BTreeMap<(Asked, Option<u32>), Option<Arc<Numbers>>>;

/// How answers are read.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    /// The numbers of an answer.
    pub(super) numbers: &'a (dyn Fn(&Cli) -> Option<Numbers> + Sync),
    /// Whether commands may read files.
    pub(super) may_read: bool,
    /// The greatest key of the table.
    pub(super) greatest: Option<u32>,
}

/// Asks for a search.
pub(super) struct Asker<'a> {
    varied: &'a Varied,
    reading: Reading<'a>,
    known: &'a mut Known,
    begun: Instant,
    late: bool,
}

impl<'a> Asker<'a> {
    pub(super) fn new(varied: &'a Varied, reading: Reading<'a>, known: &'a mut Known) -> Self {
        Self {
            varied,
            reading,
            known,
            begun: Instant::now(),
            late: false,
        }
    }

    /// Whether questions were left unasked for want of time.
    pub(super) fn late(&self) -> bool {
        self.late
    }

    /// The answers to some questions, each given by the edits that it assumes.
    pub(super) fn answers(
        &mut self,
        asked: &[Vec<usize>],
        note: &Note,
    ) -> Vec<Option<Arc<Numbers>>> {
        let asked: Vec<Option<(Asked, Option<u32>)>> = (asked.iter())
            .map(|assumed| Some((self.varied.asked(assumed)?, self.reading.greatest)))
            .collect();
        let new = asked.iter().flatten().unique();
        let new = new.filter(|asked| !self.known.contains_key(asked));
        let new = new.cloned().collect_vec();
        if self.begun.elapsed() <= PATIENCE {
            let reading = self.reading;
            let answers = map_ranges(new.len(), 1, |range| {
                let answers = range.map(|i| answer(&new[i].0, reading));
                answers.collect_vec()
            });
            self.known
                .extend(new.into_iter().zip(answers.into_iter().flatten()));
            note.set(format!("questions answered: {}", self.known.len()));
        } else {
            self.late |= !new.is_empty();
        }
        (asked.iter())
            .map(|asked| self.known.get(asked.as_ref()?).cloned().flatten())
            .collect()
    }
}

/// The numbers that answer a question, one row beyond the table's greatest key if it can be had.
pub(super) fn answer(asked: &Asked, reading: Reading<'_>) -> Option<Arc<Numbers>> {
    let beyond = reading
        .greatest
        .and_then(|greatest| greatest.checked_add(1));
    let words = beyond.and_then(|beyond| farther(&asked.words, beyond));
    let mut numbers = words
        .and_then(|words| numbers(&words, reading))
        .or_else(|| numbers(&asked.words, reading))?;
    if let Some(series) = asked.series {
        numbers.series.retain(|(name, _)| name == series);
    }
    Some(Arc::new(numbers))
}

fn numbers(words: &[String], reading: Reading<'_>) -> Option<Numbers> {
    let cli = words::parse(words).ok()?;
    let numbers = || (reading.numbers)(&cli);
    match reading.may_read {
        true => numbers(),
        false => input::without_reading(numbers),
    }
}

/// What printed tables can give of an answer.
pub(super) fn main(cli: &Cli) -> Option<Numbers> {
    let answered = dispatch::answer(cli, Progress::SILENT).ok()?;
    Some(answered.report.printed()?.numbers)
}

/// The greatest whole number among the keys of the main table of an answer.
pub(super) fn greatest(words: &[String], reading: Reading<'_>) -> Option<u32> {
    let numbers = numbers(words, reading)?;
    let keys = numbers.rows.iter().flatten();
    keys.filter_map(|key| key.parse().ok()).max()
}

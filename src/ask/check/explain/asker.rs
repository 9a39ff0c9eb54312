//! A question, what is in dispute about it, and the answers to it under some of these points: each asked once, several at a time.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use itertools::Itertools;
use num_rational::BigRational;

use crate::ask::caller::Caller;
use crate::ask::check::explain::TableRead;
use crate::ask::disputes::{Change, Point};
use crate::ask::one_command::AnyCommand;
use crate::figures::matching::Numbers;
use crate::solve::parallel::map_ranges;
use crate::work::Note;

/// No further question is begun after so long.
pub(super) const PATIENCE: Duration = Duration::from_secs(60);

/// Asks for a search.
pub(super) struct Asker<'a> {
    checked: &'a TableRead,
    /// The numbers that it is checked against.
    base: Arc<Numbers>,
    /// `None` where nothing about it is in dispute.
    asked: Option<Box<dyn AnyCommand>>,
    pub(super) points: Vec<Point>,
    /// The greatest key of the table, which an answer is to pass by one.
    greatest: Option<u32>,
    caller: Caller<'a>,
    /// When no further question is begun.
    until: Instant,
    /// The questions that were answered, each given by the points that it assumes.
    known: BTreeMap<Vec<usize>, Option<Arc<Numbers>>>,
    /// Whether questions were left unasked for want of time.
    pub(super) late: bool,
}

impl<'a> Asker<'a> {
    pub(super) fn new(checked: &'a TableRead, caller: Caller<'a>) -> Self {
        let numbers = &checked.printed.numbers;
        let greatest = |keys: &mut dyn Iterator<Item = &String>| {
            keys.filter_map(|key| key.parse::<u32>().ok()).max()
        };
        let last = greatest(&mut numbers.rows.iter().flatten());
        let table = &checked.table;
        let greatest = greatest(&mut table.figures.iter().flat_map(|figure| &figure.key));
        // A list without keys is as long as the answer, and no longer answer will do.
        let greatest = greatest.filter(|_| !table.in_order);
        // A table that goes farther than the answer is compared with a longer one.
        let farther = greatest.filter(|&greatest| Some(greatest) > last);
        let asked = checked.asked.as_deref().map(|asked| {
            let longer = farther.and_then(|key| asked.under(&[&Change::Reaching(key)]));
            longer.unwrap_or_else(|| asked.copy())
        });
        Self {
            checked,
            base: Arc::new(numbers.clone()),
            points: asked
                .as_deref()
                .map(<dyn AnyCommand>::points)
                .unwrap_or_default(),
            asked,
            greatest,
            caller: caller.silent(),
            until: Instant::now() + PATIENCE,
            known: BTreeMap::new(),
            late: false,
        }
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
        if Instant::now() <= self.until {
            let own = &*self;
            let answers = map_ranges(new.len(), 1, |range| {
                let answers = range.map(|i| {
                    let answer = own.answer(&new[i]);
                    note.one_done();
                    answer
                });
                answers.collect_vec()
            });
            let answers = answers.into_iter().flatten();
            self.known.extend(new.into_iter().zip(answers));
            note.set(format!("questions answered: {}", self.known.len()));
        } else {
            self.late |= !new.is_empty();
        }
        (asked.iter())
            .map(|assumed| self.known.get(assumed).cloned().flatten())
            .collect()
    }

    /// The numbers that answer a question, one row beyond the table's greatest key if there can be one.
    fn answer(&self, assumed: &[usize]) -> Option<Arc<Numbers>> {
        let beyond = self.greatest.and_then(|greatest| greatest.checked_add(1));
        let beyond = beyond.map(Change::Reaching);
        let longer = beyond
            .as_ref()
            .and_then(|beyond| self.numbers(assumed, Some(beyond)));
        longer.or_else(|| match assumed {
            [] => Some(self.base.clone()),
            _ => self.numbers(assumed, None),
        })
    }

    /// The numbers of the question under some of the points, and of no other series than it then asks for.
    fn numbers(&self, assumed: &[usize], beyond: Option<&Change>) -> Option<Arc<Numbers>> {
        let changes = self.changes(assumed).chain(beyond).collect_vec();
        let series = changes.iter().rev().find_map(|change| change.series());
        let asked = self.asked.as_ref()?.under(&changes)?;
        let report = asked.answer("", self.caller).ok()?;
        let mut tables = report.all_printed().into_iter();
        let (_, printed) = tables.find(|(name, _)| *name == self.checked.of)?;
        let mut numbers = printed.numbers;
        if let Some(series) = series {
            numbers.series.retain(|(name, _)| name == series);
        }
        Some(Arc::new(numbers))
    }

    /// The command under some of the points, the fitted bias being this.
    pub(super) fn command(
        &self,
        assumed: &[usize],
        bias: Option<&BigRational>,
    ) -> Option<Vec<String>> {
        let Some(asked) = &self.asked else {
            return Some(self.checked.words.to_vec());
        };
        let fitted = bias.map(|bias| Change::Bias(Some(bias.clone())));
        let changes = self.changes(assumed).map(|change| match (change, &fitted) {
            (Change::Bias(_), Some(fitted)) => fitted,
            (change, _) => change,
        });
        Some(asked.under(&changes.collect_vec())?.words())
    }

    /// The most questions a search asks: the question unchanged, with each disputed point changed, and with each pair changed.
    pub(super) fn questions(&self) -> usize {
        let points = self.points.len();
        1 + points * (points + 1) / 2
    }

    fn changes(&self, assumed: &[usize]) -> impl Iterator<Item = &Change> {
        assumed.iter().map(|&i| &self.points[i].change)
    }
}

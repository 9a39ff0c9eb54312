//! A question, what is in dispute about it, and the same question under some of these points.

use num_rational::BigRational;

use crate::ask::disputes::throw_change::ThrowChange;
use crate::ask::disputes::{Change, Point};
use crate::ask::one_command::AnyCommand;

/// A question and what is in dispute about it.
pub(super) struct Varied {
    /// The words in which it is asked.
    words: Vec<String>,
    /// `None` where nothing about it is in dispute.
    asked: Option<Box<dyn AnyCommand>>,
    pub(super) points: Vec<Point>,
}

/// A question to be asked, and the series its figures are of, if not the main one.
pub(super) struct Other {
    pub(super) asked: Box<dyn AnyCommand>,
    pub(super) series: Option<&'static str>,
}

impl Varied {
    /// All that siga knows to be in dispute about a question.
    pub(super) fn of(words: &[String], asked: Option<&dyn AnyCommand>) -> Self {
        Self {
            words: words.to_vec(),
            asked: asked.map(AnyCommand::copy),
            points: asked.map(<dyn AnyCommand>::points).unwrap_or_default(),
        }
    }

    /// The same question about a table that goes as far as this key, where there is such a table.
    pub(super) fn reaching(asked: &dyn AnyCommand, key: u32) -> Option<Self> {
        let changes = [&Change::Reaching(key)];
        let other = asked.under(&changes)?;
        Some(Self::of(&other.words(), Some(other.as_ref())))
    }

    /// The question under some of the points, one row beyond `greatest` where the command makes tables.
    pub(super) fn asked(&self, assumed: &[usize], greatest: Option<u32>) -> Option<Other> {
        let mut changes = self.changes(assumed);
        let beyond = greatest.and_then(|greatest| greatest.checked_add(1));
        let beyond = beyond.map(Change::Reaching);
        changes.extend(&beyond);
        let series = changes.iter().rev().find_map(|change| match change {
            Change::Thrown(thrown) => thrown.series(),
            _ => None,
        });
        let asked = self.asked.as_ref()?.under(&changes)?;
        Some(Other { asked, series })
    }

    /// The command under some of the points, the fitted bias being this.
    pub(super) fn command(
        &self,
        assumed: &[usize],
        bias: Option<&BigRational>,
    ) -> Option<Vec<String>> {
        let fitted = bias.map(|bias| Change::Thrown(ThrowChange::Bias(Some(bias.clone()))));
        let changes = self.changes(assumed).into_iter();
        let changes = changes.map(|change| match (change, &fitted) {
            (Change::Thrown(ThrowChange::Bias(_)), Some(fitted)) => fitted,
            (change, _) => change,
        });
        match &self.asked {
            Some(asked) => Some(asked.under(&changes.collect::<Vec<_>>())?.words()),
            None => Some(self.words.clone()),
        }
    }

    /// The most questions a search asks: the question unchanged, with each disputed point changed, and with each pair changed.
    pub(super) fn questions(&self) -> usize {
        let points = self.points.len();
        1 + points * (points + 1) / 2
    }

    fn changes(&self, assumed: &[usize]) -> Vec<&Change> {
        assumed.iter().map(|&i| &self.points[i].change).collect()
    }
}

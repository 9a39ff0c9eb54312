//! The numbers of a table, ready to be drawn.

use itertools::Itertools;

use super::series::{Point, Series};

/// The numbers of a table that are drawn.
pub(super) struct ChartTable {
    /// The name of the key that labels the rows.
    pub(super) key: String,
    pub(super) labels: Vec<String>,
    pub(super) series: Vec<Series>,
    /// Whether they are probabilities.
    pub(super) chances: bool,
    /// Said under the chart.
    pub(super) note: String,
}

impl ChartTable {
    /// The text about a number when it is pointed at.
    pub(super) fn title(&self, row: usize, series: &Series, point: &Point) -> String {
        let names = [self.labels[row].as_str(), &series.name];
        let names = names.into_iter().filter(|name| !name.is_empty());
        format!("{}: {}", names.format(" · "), point.words)
    }

    /// The chart in a sentence.
    pub(super) fn told(&self, kind: &str) -> String {
        let names = self.series.iter().map(|series| &series.name).join(", ");
        let mut told = format!("{kind}: {names} by {}", self.key);
        if let [first, .., last] = self.labels.as_slice() {
            told.push_str(&format!(
                ", {} rows from {first} to {last}",
                self.labels.len()
            ));
        }
        if let [only] = self.series.as_slice() {
            let points = only.points.iter().enumerate();
            let points = points.filter_map(|(row, point)| Some((row, point.as_ref()?)));
            if let Some((row, most)) = points.max_by(|(_, a), (_, b)| a.upper.total_cmp(&b.upper)) {
                told.push_str(&format!(
                    "; greatest at {}: {}",
                    self.labels[row], most.words
                ));
            }
        }
        told + "."
    }
}

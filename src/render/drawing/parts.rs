//! Counts that make up a whole, row by row: each row is divided into its parts, whatever it counts.

use maud::html;

use super::series::{Key, Series, colour, legend};
use super::table::ChartTable;
use super::{Drawn, WIDTH, horizontal_bars, r};

/// The parts of a row: the number of the series, where it begins, its share of the whole, and its title.
fn parts(table: &ChartTable, row: usize) -> Vec<(usize, f64, f64, String)> {
    let number = |series: &Series| series.points[row].as_ref().map_or(0.0, |point| point.lower);
    let all: f64 = table.series.iter().map(number).sum();
    let mut from = 0.0;
    let mut parts = Vec::new();
    for (nth, series) in table.series.iter().enumerate() {
        let share = if all > 0.0 { number(series) / all } else { 0.0 };
        if let Some(point) = series.points[row].as_ref().filter(|_| share > 0.0) {
            let title = format!(
                "{}, {:.1} %",
                table.title(row, series, point),
                100.0 * share
            );
            parts.push((nth, from, share, title));
            from += share;
        }
    }
    parts
}

pub(super) fn draw(table: &ChartTable) -> Drawn {
    const HEIGHT: f64 = 27.0;
    let count = table.labels.len().min(horizontal_bars::MOST);
    let more = table.labels.len() - count;
    let (left, labels) = horizontal_bars::labels(&table.labels[..count]);
    let width = WIDTH - left - 16.0;
    let names = (table.series.iter()).map(|one| (one.name.as_str(), Key::Bar));
    let (head, top) = legend(names, 16.0, WIDTH - 16.0);
    let content = html! {
        (head)
        @for (row, label) in labels.iter().enumerate() {
            @let y = top + HEIGHT * row as f64;
            text class="v e" x=(r(left - 10.0)) y=(r(y + 17.0)) { (label) }
            @for (nth, from, share, title) in parts(table, row) {
                rect class="y" x=(r(left + width * from)) y=(r(y + 3.0)) width=(r(width * share))
                    height="20" fill=(colour(nth)) { title { (title) } }
            }
        }
        text class="f" x=(r(left)) y=(r(top + HEIGHT * count as f64 + 16.0)) {
            "shares of all positions" @if more > 0 { " · " (more) " more rows" }
        }
    };
    Drawn::wide(
        top + HEIGHT * count as f64 + 24.0,
        content,
        table.told("Divided bars"),
    )
}

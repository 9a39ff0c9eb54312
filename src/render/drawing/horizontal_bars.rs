//! A line of text for each row, with its bars.

use maud::{Markup, html};

use super::axis::{self, Scale};
use super::series::{Key, Point, colour, legend};
use super::table::ChartTable;
use super::{Drawn, LETTER, WIDTH, r};

/// Rows drawn.
pub(super) const MOST: usize = 60;

/// Room for labels at the left, and the labels as they fit there.
pub(super) fn labels(labels: &[String]) -> (f64, Vec<String>) {
    const WIDEST: usize = 34;
    let cut = |label: &String| {
        if label.chars().count() <= WIDEST {
            return label.clone();
        }
        let start: String = label.chars().take(WIDEST - 1).collect();
        format!("{start}…")
    };
    let labels: Vec<String> = labels.iter().map(cut).collect();
    let longest = labels.iter().map(|label| label.chars().count()).max();
    let left = longest.unwrap_or(0) as f64 * LETTER + 24.0;
    (left.min(WIDTH * 0.56), labels)
}

pub(super) fn draw(table: &ChartTable) -> Drawn {
    let series = &table.series;
    let count = table.labels.len().min(MOST);
    let more = table.labels.len() - count;
    // Few chances are drawn as parts of 1.
    let is_whole = table.chances && count <= 2;
    let (left, labels) = labels(&table.labels[..count]);
    let written = super::bars::longest_number(series);
    let width = WIDTH - left - 14.0 - LETTER * written as f64;
    let mut scale = super::bars::scale(series);
    if is_whole {
        scale = Scale::to(1.0);
    }
    let names = (series.iter()).map(|series| (series.name.as_str(), Key::Bar));
    let (head, top) = match series.as_slice() {
        [_] => (html! {}, 4.0),
        _ => legend(names, 16.0, WIDTH - 16.0),
    };
    let height = 10.0 + 20.0 * series.len() as f64;
    let content = html! {
        (head)
        @for (i, label) in labels.iter().enumerate() {
            @let y = top + height * i as f64;
            text class="v e" x=(r(left - 10.0)) y=(r(y + height / 2.0 + 4.5)) {
                @if *label != table.labels[i] { title { (table.labels[i]) } }
                (label)
            }
            @for (nth, one) in series.iter().enumerate() {
                @if let Some(point) = &one.points[i] {
                    @let (title, y) = (table.title(i, one, point), y + 5.0 + 20.0 * nth as f64);
                    (bar((nth, point, &title), [left, y, width], &scale, is_whole))
                }
            }
        }
        line class="x" x1=(r(left)) x2=(r(left)) y1=(r(top)) y2=(r(top + height * count as f64)) {}
        @let y = r(top + height * count as f64 + 16.0);
        @if more > 0 { text class="f" x=(r(left)) y=(y) { (more) " more rows" } }
        @else if scale.logarithmic { text class="f" x=(r(left)) y=(y) { "logarithmic scale" } }
        @else if let [only] = series.as_slice() { text class="f" x=(r(left)) y=(y) {
            (only.name) @if !table.note.is_empty() { " · " (table.note) }
        } }
    };
    Drawn::wide(
        top + height * count as f64 + axis::FOOT / 2.0,
        content,
        table.told("Bars"),
    )
}

/// A bar with its number, the part between bounds in a lighter colour; `is_whole`: the whole width, which is 1, is drawn behind it.
fn bar(
    (nth, point, title): (usize, &Point, &str),
    [left, y, width]: [f64; 3],
    scale: &Scale,
    is_whole: bool,
) -> Markup {
    let lower = width * scale.share(point.lower);
    let upper = width * scale.share(point.upper);
    let end = if is_whole { width } else { upper };
    html! {
        g fill=(colour(nth)) {
            title { (title) }
            @if is_whole {
                rect x=(r(left)) y=(r(y)) width=(r(width)) height="16" fill="var(--line)" fill-opacity="0.5" {}
            }
            rect x=(r(left)) y=(r(y)) width=(r(lower)) height="16" {}
            @if upper - lower > 0.2 {
                rect x=(r(left + lower)) y=(r(y)) width=(r(upper - lower)) height="16" fill-opacity="0.4" {}
            }
        }
        text class="f" x=(r(left + end + 6.0)) y=(r(y + 12.5)) { (point.short) }
    }
}

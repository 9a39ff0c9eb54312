//! Upright bars for each row, steps for what adds up along them.

use maud::{Markup, html};

use super::axis::{self, Frame, Scale};
use super::series::{Key, Point, Series, colour, legend, path};
use super::table::ChartTable;
use super::{Drawn, LETTER, WIDTH, r};

/// Bars are no wider.
const WIDEST: f64 = 56.0;
/// From this share of the largest to the smallest a count is drawn on a logarithmic scale.
const STEEP: f64 = 500.0;

/// The scale for all of the numbers: logarithmic for counts that differ much.
pub(super) fn scale(series: &[Series]) -> Scale {
    let points = || {
        series
            .iter()
            .flat_map(|series| series.points.iter().flatten())
    };
    let most = points().map(|point| point.upper).fold(0.0, f64::max);
    let least = points()
        .map(|point| point.upper)
        .filter(|&value| value > 0.0)
        .fold(f64::INFINITY, f64::min);
    if most > 1.0 && most / least > STEEP {
        return Scale::logarithmic(most);
    }
    Scale::to(most)
}

pub(super) fn draw(table: &ChartTable) -> Drawn {
    let series = &table.series;
    let labels = &table.labels;
    let (head, top) = head(series);
    let scale = scale(series);
    let frame = Frame::of(scale, top, 250.0);
    let slot = frame.width / labels.len() as f64;
    let bars: Vec<(usize, &Series)> = (series.iter().enumerate())
        .filter(|(_, series)| !series.adds_up())
        .collect();
    let gap = if slot > 6.0 { 0.18 } else { 0.04 };
    let together = together(&bars, labels.len());
    let group = (slot * (1.0 - gap)).min(WIDEST * together as f64);
    let wide = group / together as f64;
    let steps_too = bars.len() < series.len() || together > 1;
    let written = !steps_too && slot >= longest_number(series) as f64 * LETTER;
    let note = note(table, &scale);
    let content = html! {
        (head)
        (axis::across(&frame))
        @for (nth, &(which, series)) in bars.iter().enumerate() {
            @for (i, point) in series.points.iter().enumerate() {
                @if let Some(point) = point {
                    @let x = frame.left + slot * (i as f64 + 0.5) - group / 2.0 + if together > 1 { wide * nth as f64 } else { 0.0 };
                    (bar(point, &table.title(i, series, point), [x, wide], &frame, which))
                    @if written {
                        text class="v m" x=(r(x + wide / 2.0)) y=(r(frame.y(point.upper) - 5.0)) { (point.short) }
                    }
                }
            }
        }
        @for (which, series) in series.iter().enumerate().filter(|(_, series)| series.adds_up()) {
            (steps(table, series, slot, &frame, which))
        }
        (axis::along(&frame, labels))
        (axis::below(&frame, &table.key, &note))
    };
    Drawn::wide(frame.bottom() + axis::FOOT, content, table.told("Bars"))
}

/// The name of the only series, or the names of several; and how high it is.
fn head(series: &[Series]) -> (Markup, f64) {
    if let [only] = series {
        return (html! { text class="f" x="12" y="12" { (only.name) } }, 34.0);
    }
    let key = |series: &Series| match series.adds_up() {
        true => Key::Line,
        false => Key::Bar,
    };
    let names = (series.iter()).map(|series| (series.name.as_str(), key(series)));
    legend(names, axis::LEFT, WIDTH - 16.0)
}

/// The number of bars that share the room of a row: where no row has two numbers, one.
fn together(bars: &[(usize, &Series)], rows: usize) -> usize {
    let in_row = |row: usize| {
        bars.iter()
            .filter(move |(_, bar)| bar.points[row].is_some())
    };
    let most = (0..rows).map(|row| in_row(row).count()).max();
    most.unwrap_or(1).max(1)
}

/// The letters of the longest number that may be written at a bar.
pub(super) fn longest_number(series: &[Series]) -> usize {
    let points = series
        .iter()
        .flat_map(|series| series.points.iter().flatten());
    let letters = points.map(|point| point.short.chars().count());
    letters.max().unwrap_or(0)
}

/// The note below the bars.
fn note(table: &ChartTable, scale: &Scale) -> String {
    match (scale.logarithmic, table.note.as_str()) {
        (true, "") => "logarithmic scale".to_owned(),
        (true, note) => format!("logarithmic scale · {note}"),
        (false, note) => note.to_owned(),
    }
}

/// A bar up to the lower bound, and paler between the bounds.
fn bar(point: &Point, title: &str, [x, wide]: [f64; 2], frame: &Frame, which: usize) -> Markup {
    let [lower, upper] =
        [point.lower, point.upper].map(|value| frame.height * frame.scale.share(value));
    let bottom = frame.bottom();
    html! {
        g fill=(colour(which)) {
            title { (title) }
            rect x=(r(x)) y=(r(bottom - lower)) width=(r(wide)) height=(r(lower)) {}
            @if upper - lower > 0.2 {
                rect x=(r(x)) y=(r(bottom - upper)) width=(r(wide)) height=(r(upper - lower)) fill-opacity="0.4" {}
            }
        }
    }
}

fn steps(table: &ChartTable, series: &Series, slot: f64, frame: &Frame, which: usize) -> Markup {
    let ends = (series.points.iter().enumerate()).filter_map(|(i, point)| {
        let (x, y) = (frame.left + slot * i as f64, frame.y(point.as_ref()?.lower));
        Some([Some([x, y]), Some([x + slot, y])])
    });
    html! {
        path class="p" stroke=(colour(which)) stroke-dasharray=(super::series::dashes(which)) d=(path(ends.flatten())) {}
        @for (i, point) in series.points.iter().enumerate() {
            @if let Some(point) = point {
                @let title = html! { title { (table.title(i, series, point)) } };
                (super::series::dot(which, frame.left + slot * (i as f64 + 0.5), frame.y(point.lower), title))
            }
        }
    }
}

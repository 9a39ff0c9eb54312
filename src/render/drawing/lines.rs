//! Several columns of numbers laid over each other: a line with points of its own shape for each, a band where a number is
//! known between bounds only. Distributions compared, and what changes in the course of a game.

use maud::{Markup, html};

use super::axis::{self, Frame, Scale};
use super::series::{Key, Point, Series, colour, dashes, dot, legend, path};
use super::table::ChartTable;
use super::{Drawn, WIDTH, r};

/// Points of a line that are marked.
const MOST_DOTS: usize = 60;

/// `whole`: probabilities are drawn up to 1, so that two pictures can be held side by side.
pub(super) fn draw(table: &ChartTable, whole: bool) -> Drawn {
    let dotted = table.labels.len() <= MOST_DOTS;
    let key = if dotted { Key::Dots } else { Key::Line };
    let names = (table.series.iter()).map(|series| (series.name.as_str(), key));
    let (head, top) = legend(names, axis::LEFT, WIDTH - 16.0);
    let points = || (table.series.iter()).flat_map(|series| series.points.iter().flatten());
    let scale = if whole && table.chances {
        Scale::to(1.0)
    } else {
        Scale::between(
            points().map(|point| point.lower).fold(0.0, f64::min),
            points().map(|point| point.upper).fold(0.0, f64::max),
        )
    };
    let frame = Frame::of(scale, top, 270.0);
    let slot = frame.width / table.labels.len() as f64;
    let x = |at: usize| frame.left + slot * (at as f64 + 0.5);
    let content = html! {
        (head)
        (axis::across(&frame))
        @for (which, series) in table.series.iter().enumerate() {
            (band(series, which, &x, &frame))
        }
        @for (which, series) in table.series.iter().enumerate() {
            @let middle = |(i, point): (usize, &Option<Point>)| Some([x(i), frame.y(point.as_ref()?.middle())]);
            @let path = path(series.points.iter().enumerate().map(middle));
            path class="p" stroke=(colour(which)) stroke-dasharray=(dashes(which)) d=(path) {}
        }
        @for (which, series) in table.series.iter().enumerate() {
            @for (i, point) in series.points.iter().enumerate() {
                @if let Some(point) = point {
                    @let title = html! { title { (table.title(i, series, point)) } };
                    @let y = frame.y(point.middle());
                    @if dotted { (dot(which, x(i), y, title)) }
                    @else { circle cx=(r(x(i))) cy=(r(y)) r="4" fill="transparent" { (title) } }
                }
            }
        }
        (axis::along(&frame, &table.labels))
        (axis::below(&frame, &table.key, &table.note))
    };
    Drawn::wide(frame.bottom() + axis::FOOT, content, table.told("Lines"))
}

/// From the lower bounds to the upper, where they differ.
fn band(series: &Series, which: usize, x: &impl Fn(usize) -> f64, frame: &Frame) -> Markup {
    let known = |(i, point): (usize, &Option<Point>)| Some((i, point.clone()?));
    let points: Vec<_> = (series.points.iter().enumerate())
        .filter_map(known)
        .collect();
    let place = |i: usize, value: f64| format!("{} {}", r(x(i)), r(frame.y(value)));
    let ends = (points.iter())
        .map(|(i, point)| place(*i, point.upper))
        .chain(points.iter().rev().map(|(i, point)| place(*i, point.lower)));
    let ends: Vec<String> = ends.collect();
    html! {
        @if points.iter().any(|(_, point)| point.is_span()) {
            path fill=(colour(which)) fill-opacity="0.22" d=(format!("M{}Z", ends.join("L"))) {}
        }
    }
}

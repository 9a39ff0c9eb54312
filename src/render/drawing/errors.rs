//! The distance of printed figures from the exact numbers, in units of the last place printed: within half a unit a figure is
//! rounded well.

use maud::html;

use super::axis::{self, Frame, Scale};
use super::series::{Point, dot};
use super::table::ChartTable;
use super::{Drawn, r};

/// Errors beyond this many units are drawn at the edge.
const EDGE: f64 = 12.0;

/// `verdicts`: what is said of each row.
pub(super) fn draw(table: &ChartTable, verdicts: &[String]) -> Option<Drawn> {
    let errors = &table.series.first()?.points;
    let value = |point: &Option<Point>| point.as_ref().map_or(0.0, Point::middle);
    let values: Vec<f64> = errors.iter().map(value).collect();
    let least = values.iter().copied().fold(-1.0, f64::min);
    let most = values.iter().copied().fold(1.0, f64::max);
    let scale = Scale::between(least.max(-EDGE), most.min(EDGE));
    let frame = Frame::of(scale, 30.0, 220.0);
    let slot = frame.width / table.labels.len() as f64;
    let (upper, lower) = (frame.y(0.5), frame.y(-0.5));
    let right = errors.len() - verdicts.iter().filter(|verdict| is_wrong(verdict)).count();
    let content = html! {
        text class="f" x="12" y="13" { "printed less exact, in units of the last place" }
        (axis::across(&frame))
        rect x=(r(frame.left)) y=(r(upper)) width=(r(frame.width)) height=(r(lower - upper)) fill="var(--c2)" fill-opacity="0.18" {
            title { "rounded well: within half a unit of the last place" }
        }
        @for (row, verdict) in verdicts.iter().enumerate() {
            @let x = frame.left + slot * (row as f64 + 0.5);
            @let y = frame.y(values[row]);
            @let which = usize::from(is_wrong(verdict));
            line class="p" x1=(r(x)) x2=(r(x)) y1=(r(frame.y(0.0))) y2=(r(y)) stroke=(super::series::colour(which)) {}
            @let words = errors[row].as_ref().map_or("0", |point| point.words.as_str());
            (dot(which, x, y, html! { title { (table.labels[row]) " · " (verdict) " · error " (words) } }))
        }
        (axis::along(&frame, &table.labels))
        (axis::below(&frame, &table.key, if most.max(-least) > EDGE { "green: rounded well · the farthest stand at the edge" } else { "green: rounded well" }))
    };
    Some(Drawn::wide(
        frame.bottom() + axis::FOOT,
        content,
        format!(
            "Errors of {} printed figures in units of the last place; {right} are not wrong.",
            errors.len()
        ),
    ))
}

fn is_wrong(verdict: &str) -> bool {
    verdict.starts_with("wrong")
}

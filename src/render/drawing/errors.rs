//! The distance of printed figures from the exact numbers, in units of the last place printed: within half a unit a figure is
//! rounded well.

use maud::html;

use super::axis::{self, Frame, Scale};
use super::series::dot;
use super::table::ChartTable;
use super::{Drawn, WIDTH, r};

/// Errors beyond this many units are drawn at the edge.
const EDGE: f64 = 12.0;

/// `verdicts`: what is said of each row.
pub(super) fn draw(table: &ChartTable, verdicts: &[String]) -> Option<Drawn> {
    let errors = &table.series.first()?.points;
    let value = |row: usize| {
        errors[row]
            .as_ref()
            .map_or(0.0, super::series::Point::middle)
    };
    let far = (0..errors.len())
        .map(value)
        .fold(1.0, |a: f64, b| a.max(b.abs()));
    let scale = Scale::between(
        (0..errors.len()).map(value).fold(-1.0, f64::min).max(-EDGE),
        (0..errors.len()).map(value).fold(1.0, f64::max).min(EDGE),
    );
    let frame = Frame::of(&scale, 30.0, 220.0);
    let slot = frame.width / table.labels.len() as f64;
    let (upper, lower) = (frame.y(&scale, 0.5), frame.y(&scale, -0.5));
    let right = errors.len() - verdicts.iter().filter(|verdict| is_wrong(verdict)).count();
    let content = html! {
        text class="f" x="12" y="13" { "printed less exact, in units of the last place" }
        (axis::across(&frame, &scale))
        rect x=(r(frame.left)) y=(r(upper)) width=(r(frame.width)) height=(r(lower - upper)) fill="var(--c2)" fill-opacity="0.18" {
            title { "rounded well: within half a unit of the last place" }
        }
        @for (row, verdict) in verdicts.iter().enumerate() {
            @let x = frame.left + slot * (row as f64 + 0.5);
            @let y = frame.y(&scale, value(row));
            @let which = usize::from(is_wrong(verdict));
            line class="p" x1=(r(x)) x2=(r(x)) y1=(r(frame.y(&scale, 0.0))) y2=(r(y)) stroke=(super::series::colour(which)) {}
            @let words = errors[row].as_ref().map_or("0", |point| point.words.as_str());
            (dot(which, x, y, html! { title { (table.labels[row]) " · " (verdict) " · error " (words) } }))
        }
        (axis::along(&frame, &table.labels))
        (axis::below(&frame, &table.key, if far > EDGE { "green: rounded well · the farthest stand at the edge" } else { "green: rounded well" }))
    };
    Some(Drawn {
        width: WIDTH,
        height: frame.bottom() + axis::FOOT,
        content,
        told: format!(
            "Errors of {} printed figures in units of the last place; {right} are not wrong.",
            errors.len()
        ),
    })
}

fn is_wrong(verdict: &str) -> bool {
    verdict.starts_with("wrong")
}

//! A chance for each pair of numbers: a square of shaded cells.

use maud::html;

use super::chart::Point;
use super::{Drawn, r};

/// The side of a cell.
const CELL: f64 = 52.0;
/// Cells along a side.
const MOST: i64 = 30;

/// The map, where every label is a pair of whole numbers `a, b` and there are enough of them.
pub(super) fn draw(labels: &[String], points: &[Option<Point>]) -> Option<Drawn> {
    let pair = |label: &String| -> Option<(i64, i64)> {
        let (a, b) = label.split_once(", ")?;
        Some((a.parse().ok()?, b.parse().ok()?))
    };
    let pairs: Option<Vec<(i64, i64)>> = labels.iter().map(pair).collect();
    let pairs = pairs.filter(|pairs| pairs.len() > 2)?;
    let least = (
        pairs.iter().map(|p| p.0).min()?,
        pairs.iter().map(|p| p.1).min()?,
    );
    let most = (
        pairs.iter().map(|p| p.0).max()?,
        pairs.iter().map(|p| p.1).max()?,
    );
    let [wide, high] = [most.1 - least.1 + 1, most.0 - least.0 + 1];
    if wide > MOST || high > MOST {
        return None;
    }
    let size = CELL.min(660.0 / wide as f64);
    let largest = points
        .iter()
        .flatten()
        .map(|point| point.upper)
        .fold(0.0, f64::max)
        .max(1e-9);
    let left = 40.0;
    let place = |(a, b): (i64, i64)| {
        (
            left + (b - least.1) as f64 * size,
            20.0 + (a - least.0) as f64 * size,
        )
    };
    let content = html! {
        @for b in least.1..=most.1 {
            text class="f m" x=(r(place((least.0, b)).0 + size / 2.0)) y="14" { (b) }
        }
        @for a in least.0..=most.0 {
            text class="f e" x=(r(left - 6.0)) y=(r(place((a, least.1)).1 + size / 2.0 + 4.0)) { (a) }
        }
        @for (at, (&pair, point)) in pairs.iter().zip(points).enumerate() {
            @if let Some(point) = point {
                @let (x, y) = place(pair);
                @let share = point.upper / largest;
                g {
                    title { (labels[at]) ": " (point.words) }
                    rect x=(r(x)) y=(r(y)) width=(r(size - 2.0)) height=(r(size - 2.0)) fill="var(--c0)"
                        fill-opacity=(r(0.06 + 0.62 * share)) stroke="var(--line)" {}
                    @if size >= 34.0 {
                        text class="m" x=(r(x + size / 2.0 - 1.0)) y=(r(y + size / 2.0 + 4.0)) {
                            (format!("{:.3}", point.upper).trim_start_matches('0'))
                        }
                    }
                }
            }
        }
    };
    Some(Drawn {
        width: left + size * wide as f64 + 8.0,
        height: 24.0 + size * high as f64,
        content,
    })
}

//! A number for each pair of whole numbers: a square of shaded cells.

use itertools::Itertools;
use maud::{Markup, html};

use super::series::Point;
use super::{Drawn, WIDTH, r};

/// The side of a cell.
const CELL: f64 = 56.0;
/// Cells along a side.
const MOST: usize = 30;
/// The least side of a cell in which its number is written.
const WRITTEN: f64 = 40.0;

/// The strength with which a cell is filled, so that the ink on it can be read.
fn shade(share: f64) -> f64 {
    0.05 + 0.6 * share
}

/// The map, where every label is a pair of numbers `a, b` or `(a, b)` and there are enough of them. Numbers that no label has
/// take no room.
pub(super) fn draw(key: &str, labels: &[String], points: &[Option<Point>]) -> Option<Drawn> {
    let pairs: Option<Vec<(&str, &str)>> = labels.iter().map(|label| pair(label)).collect();
    let pairs = pairs.filter(|pairs| pairs.len() > 2)?;
    let rows = numbers(pairs.iter().map(|pair| pair.0));
    let columns = numbers(pairs.iter().map(|pair| pair.1));
    if rows.len() > MOST || columns.len() > MOST {
        return None;
    }
    let left = 52.0;
    let top = 46.0;
    let size = CELL.min((WIDTH - left - 16.0) / columns.len() as f64);
    let greatest = points
        .iter()
        .flatten()
        .map(|point| point.upper)
        .fold(0.0, f64::max);
    let x = |at: usize| left + at as f64 * size;
    let y = |at: usize| top + at as f64 * size;
    let at = |all: &[&str], number| all.iter().position(|other| *other == number).unwrap_or(0);
    let foot = y(rows.len()) + 12.0;
    let content = html! {
        text class="f" x=(r(left)) y="13" { (key) ": the first number down, the second across" }
        @for (at, column) in columns.iter().enumerate() {
            text class="f m" x=(r(x(at) + size / 2.0)) y="38" { (column) }
        }
        @for (at, row) in rows.iter().enumerate() {
            text class="f e" x=(r(left - 8.0)) y=(r(y(at) + size / 2.0 + 4.0)) { (row) }
        }
        @for (nth, (&(row, column), point)) in pairs.iter().zip(points).enumerate() {
            @if let Some(point) = point {
                @let share = if greatest > 0.0 { point.upper / greatest } else { 0.0 };
                (cell(&labels[nth], point, share, [x(at(&columns, column)), y(at(&rows, row)), size]))
            }
        }
        (key_of_shades(left, foot, greatest))
    };
    Some(Drawn {
        width: (left + size * columns.len() as f64 + 16.0).max(420.0),
        height: foot + 22.0,
        content,
        told: format!("A map of {} pairs, shaded by their numbers.", pairs.len()),
    })
}

/// A cell of the map with its number, if there is room.
fn cell(label: &str, point: &Point, share: f64, [x, y, size]: [f64; 3]) -> Markup {
    html! {
        g {
            title { (label) ": " (point.words) }
            rect x=(r(x + 1.0)) y=(r(y + 1.0)) width=(r(size - 2.0)) height=(r(size - 2.0)) fill="var(--c0)"
                fill-opacity=(r(shade(share))) stroke="var(--line)" {}
            @if size >= WRITTEN {
                text class="v m" x=(r(x + size / 2.0)) y=(r(y + size / 2.0 + 4.5)) { (written(point)) }
            }
        }
    }
}

/// The numbers of a label `a, b` or `(a, b)`.
fn pair(label: &str) -> Option<(&str, &str)> {
    let bare = label.trim_start_matches('(').trim_end_matches(')');
    let number = |text: &str| text.parse::<f64>().is_ok_and(f64::is_finite);
    bare.split_once(", ")
        .filter(|(a, b)| number(a) && number(b))
}

/// The different numbers, in their order.
fn numbers<'a>(all: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let value = |text: &str| text.parse::<f64>().unwrap_or_default();
    all.unique()
        .sorted_by(|a, b| value(a).total_cmp(&value(b)))
        .collect()
}

/// The shades from 0 to the greatest number.
fn key_of_shades(left: f64, foot: f64, greatest: f64) -> Markup {
    html! {
        text class="f" x=(r(left)) y=(r(foot + 12.0)) { "0" }
        @for step in 0..10 {
            rect x=(r(left + 16.0 + 16.0 * f64::from(step))) y=(r(foot)) width="16" height="14" fill="var(--c0)"
                fill-opacity=(r(shade((f64::from(step) + 0.5) / 10.0))) {}
        }
        text class="f" x=(r(left + 184.0)) y=(r(foot + 12.0)) { (super::axis::named((greatest * 1e3).ceil() / 1e3)) }
    }
}

/// The number in a cell: three digits without the nought before them.
fn written(point: &Point) -> String {
    if point.upper == 0.0 || point.lower == 1.0 {
        return point.short.clone();
    }
    let text = format!("{:.3}", point.middle());
    match text.strip_prefix('0') {
        Some(".000") => "≈ 0".to_owned(),
        Some(digits) => digits.to_owned(),
        None => text,
    }
}

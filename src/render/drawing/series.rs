//! The differences between several columns of numbers: colour, the kind of line, the shape of its points, and a legend.

use maud::{Markup, html};

use super::{LETTER, LINE, r};

/// A number of a chart: where it lies, and its words.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) words: String,
    /// The label beside it.
    pub(super) short: String,
}

impl Point {
    /// Whether it is drawn as a span.
    pub(super) fn is_span(&self) -> bool {
        self.upper > self.lower
    }

    pub(super) fn middle(&self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }
}

/// A column of numbers.
#[derive(Debug)]
pub(super) struct Series {
    pub(super) name: String,
    pub(super) points: Vec<Option<Point>>,
}

impl Series {
    /// Whether its numbers add up along the rows, so that steps show them.
    pub(super) fn adds_up(&self) -> bool {
        ["at least", "at most", "so far"].contains(&self.name.as_str())
    }
}

/// Colours there are.
pub(super) const COLOURS: usize = 6;
/// Lines that can be told apart, by colour and dashes.
pub(super) const MOST_LINES: usize = 24;

pub(super) fn colour(nth: usize) -> String {
    format!("var(--c{})", nth % COLOURS)
}

/// The path through some points; it is broken where one is missing.
pub(super) fn path(points: impl Iterator<Item = Option<[f64; 2]>>) -> String {
    let mut path = String::new();
    let mut drawing = false;
    for point in points {
        if let Some([x, y]) = point {
            path.push(if drawing { 'L' } else { 'M' });
            path.push_str(&format!("{} {}", r(x), r(y)));
        }
        drawing = point.is_some();
    }
    path
}

/// The dashes of a line; no two of the first six are alike, so that a copy in grey can be read.
pub(super) fn dashes(nth: usize) -> &'static str {
    let turn = nth / COLOURS;
    ["", "8 4", "2 4", "10 3 2 3", "14 4 4 4", "5 2"][(nth + turn) % 6]
}

/// The point of a line: a circle, a square, a triangle, a diamond, a triangle on its tip, a cross.
pub(super) fn dot(nth: usize, x: f64, y: f64, title: Markup) -> Markup {
    let colour = colour(nth);
    let corners = |corners: &[(f64, f64)]| -> String {
        let corners = corners.iter();
        let corners: Vec<String> = corners
            .map(|&(dx, dy)| format!("{} {}", r(x + dx), r(y + dy)))
            .collect();
        format!("M{}Z", corners.join("L"))
    };
    let path = match (nth + nth / COLOURS) % 6 {
        0 => {
            return html! { circle class="y" cx=(r(x)) cy=(r(y)) r="4" fill=(colour) { (title) } };
        }
        1 => corners(&[(-3.6, -3.6), (3.6, -3.6), (3.6, 3.6), (-3.6, 3.6)]),
        2 => corners(&[(0.0, -5.0), (4.6, 3.6), (-4.6, 3.6)]),
        3 => corners(&[(0.0, -5.2), (5.2, 0.0), (0.0, 5.2), (-5.2, 0.0)]),
        4 => corners(&[(0.0, 5.0), (4.6, -3.6), (-4.6, -3.6)]),
        _ => corners(&[
            (-1.5, -5.0),
            (1.5, -5.0),
            (1.5, -1.5),
            (5.0, -1.5),
            (5.0, 1.5),
            (1.5, 1.5),
            (1.5, 5.0),
            (-1.5, 5.0),
            (-1.5, 1.5),
            (-5.0, 1.5),
            (-5.0, -1.5),
            (-1.5, -1.5),
        ]),
    };
    html! { path class="y" fill=(colour) d=(path) { (title) } }
}

/// The mark beside a name in a legend.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Key {
    Bar,
    /// A line with its points.
    Dots,
    Line,
}

/// Names beside their colours, in as many lines as they need, from `left` to `right`; and its height.
pub(super) fn legend<'a>(
    names: impl Iterator<Item = (&'a str, Key)>,
    left: f64,
    right: f64,
) -> (Markup, f64) {
    let (mut x, mut y) = (left, 0.0);
    let mut places = Vec::new();
    for (nth, (name, key)) in names.enumerate() {
        let sign = if key == Key::Bar { 18.0 } else { 34.0 };
        let wide = sign + LETTER * name.chars().count() as f64 + 14.0;
        if x > left && x + wide > right {
            (x, y) = (left, y + LINE);
        }
        places.push((nth, name, key, x, y, sign));
        x += wide;
    }
    let drawn = html! {
        @for (nth, name, key, x, y, sign) in places {
            @if key == Key::Bar {
                rect x=(r(x)) y=(r(y + 3.0)) width="12" height="12" fill=(colour(nth)) {}
            } @else {
                line class="p" x1=(r(x)) x2=(r(x + 28.0)) y1=(r(y + 9.0)) y2=(r(y + 9.0)) stroke=(colour(nth))
                    stroke-dasharray=(dashes(nth)) {}
                @if key == Key::Dots { (dot(nth, x + 14.0, y + 9.0, html! {})) }
            }
            text class="f" x=(r(x + sign)) y=(r(y + 13.5)) { (name) }
        }
    };
    (drawn, y + LINE + 5.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_lines_look_alike() {
        let mut looks: Vec<String> = (0..MOST_LINES)
            .map(|nth| format!("{} {}", colour(nth), dashes(nth)))
            .collect();
        looks.sort();
        looks.dedup();
        assert_eq!(looks.len(), MOST_LINES);
    }

    #[test]
    fn a_legend_breaks_its_lines() {
        let names = || [("a", Key::Bar), ("a rather long name", Key::Dots)].into_iter();
        assert_eq!(legend(names(), 0.0, 600.0).1, LINE + 5.0);
        assert_eq!(legend(names(), 0.0, 100.0).1, 2.0 * LINE + 5.0);
    }
}

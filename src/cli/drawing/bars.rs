//! Bars for each row, steps for what adds up along them.

use maud::{Markup, html};

use super::axis::{self, Frame, Scale};
use super::chart::{COLOURS, Point, Series};
use super::{Drawn, WIDTH, r};
use crate::cli::sheet::Column;

/// Rows drawn as lines of text, each with its bar.
const MOST_LINES: usize = 60;
/// From this share of the largest to the smallest a count is drawn on a logarithmic scale.
const STEEP: f64 = 500.0;

pub(super) fn draw(key: &Column, labels: &[String], series: &[Series]) -> Drawn {
    let short = labels.iter().all(|label| label.chars().count() <= 8);
    if short {
        upright(key, labels, series)
    } else {
        lying(labels, series)
    }
}

/// Whether the numbers of a column add up along the rows, so that steps show them.
fn adds_up(series: &Series) -> bool {
    ["at least", "at most", "so far"].contains(&series.name.as_str())
}

fn scale(series: &[Series]) -> Scale {
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
    let mut scale = Scale::to(most);
    scale.logarithmic = most > 1.0 && most / least > STEEP;
    scale
}

fn colour(at: usize) -> String {
    format!("var(--c{})", at % COLOURS)
}

fn legend(series: &[Series], x: f64) -> Markup {
    let mut at = x;
    let mut places = Vec::new();
    for (i, one) in series.iter().enumerate() {
        places.push((at, i, one.name.as_str()));
        at += 26.0 + 7.0 * one.name.chars().count() as f64;
    }
    html! {
        @for (x, i, name) in places {
            rect x=(r(x)) y="2" width="12" height="12" fill=(colour(i)) {}
            text class="f" x=(r(x + 16.0)) y="12" { (name) }
        }
    }
}

fn upright(key: &Column, labels: &[String], series: &[Series]) -> Drawn {
    let frame = Frame {
        left: 66.0,
        top: 24.0,
        width: WIDTH - 90.0,
        height: 260.0,
    };
    let scale = scale(series);
    let slot = frame.width / labels.len() as f64;
    let bars: Vec<(usize, &Series)> = (series.iter().enumerate())
        .filter(|(_, series)| !adds_up(series))
        .collect();
    let gap = if slot > 6.0 { 0.18 } else { 0.04 };
    let wide = slot * (1.0 - gap) / bars.len().max(1) as f64;
    let every = (labels.len() as f64 * 26.0 / frame.width).ceil().max(1.0) as usize;
    let bottom = frame.top + frame.height;
    let content = html! {
        @if series.len() > 1 { (legend(series, frame.left)) }
        (axis::across(&frame, &scale))
        @for (nth, &(colour_at, series)) in bars.iter().enumerate() {
            @for (i, point) in series.points.iter().enumerate() {
                @if let Some(point) = point {
                    @let x = frame.left + slot * (i as f64 + gap / 2.0) + wide * nth as f64;
                    (bar(point, &labels[i], &series.name, [x, wide], &frame, &scale, colour_at))
                }
            }
        }
        @for (colour_at, series) in series.iter().enumerate().filter(|(_, series)| adds_up(series)) {
            (steps(series, labels, slot, &frame, &scale, colour_at))
        }
        @for (i, label) in labels.iter().enumerate().filter(|(i, _)| i % every == 0) {
            text class="f m" x=(r(frame.left + slot * (i as f64 + 0.5))) y=(r(bottom + 15.0)) { (label) }
        }
        text class="f e" x=(r(frame.left + frame.width)) y=(r(bottom + 31.0)) { (key.name()) }
        @if scale.logarithmic {
            text class="f" x=(r(frame.left)) y=(r(bottom + 31.0)) { "logarithmic scale" }
        }
    };
    Drawn {
        width: WIDTH,
        height: bottom + 36.0,
        content,
    }
}

/// A bar up to the lower bound, and paler between the bounds.
fn bar(
    point: &Point,
    label: &str,
    name: &str,
    [x, wide]: [f64; 2],
    frame: &Frame,
    scale: &Scale,
    colour_at: usize,
) -> Markup {
    let [lower, upper] = [point.lower, point.upper].map(|value| frame.height * scale.share(value));
    let bottom = frame.top + frame.height;
    html! {
        g fill=(colour(colour_at)) {
            title { (label) " · " (name) ": " (point.words) }
            rect x=(r(x)) y=(r(bottom - lower)) width=(r(wide)) height=(r(lower)) {}
            @if upper - lower > 0.2 {
                rect x=(r(x)) y=(r(bottom - upper)) width=(r(wide)) height=(r(upper - lower)) fill-opacity="0.4" {}
            }
        }
    }
}

fn steps(
    series: &Series,
    labels: &[String],
    slot: f64,
    frame: &Frame,
    scale: &Scale,
    colour_at: usize,
) -> Markup {
    let height = |point: &Point| frame.top + frame.height * (1.0 - scale.share(point.lower));
    let mut path = String::new();
    for (i, point) in series.points.iter().enumerate() {
        if let Some(point) = point {
            let x = frame.left + slot * i as f64;
            let (y, start) = (height(point), if path.is_empty() { "M" } else { "L" });
            path.push_str(&format!(
                "{start}{} {}L{} {}",
                r(x),
                r(y),
                r(x + slot),
                r(y)
            ));
        }
    }
    html! {
        path class="p" stroke=(colour(colour_at)) d=(path) {}
        @for (i, point) in series.points.iter().enumerate() {
            @if let Some(point) = point {
                circle cx=(r(frame.left + slot * (i as f64 + 0.5))) cy=(r(height(point))) r="3" fill=(colour(colour_at)) {
                    title { (labels[i]) " · " (series.name) ": " (point.words) }
                }
            }
        }
    }
}

/// A line of text for each row, with its bar.
fn lying(labels: &[String], series: &[Series]) -> Drawn {
    let count = labels.len().min(MOST_LINES);
    let longest = labels[..count]
        .iter()
        .map(|label| label.chars().count())
        .max();
    let left = (longest.unwrap_or(0) as f64 * 7.2 + 16.0).min(WIDTH * 0.55);
    let width = WIDTH - left - 130.0;
    let scale = scale(series);
    let height = 8.0 + 18.0 * series.len() as f64;
    let top = if series.len() > 1 { 24.0 } else { 4.0 };
    let more = labels.len() - count;
    let content = html! {
        @if series.len() > 1 { (legend(series, left)) }
        @for (i, label) in labels[..count].iter().enumerate() {
            @let y = top + height * i as f64;
            text class="e" x=(r(left - 8.0)) y=(r(y + height / 2.0 + 4.0)) { (label) }
            @for (nth, one) in series.iter().enumerate() {
                @if let Some(point) = &one.points[i] {
                    @let y = y + 4.0 + 18.0 * nth as f64;
                    @let (lower, upper) = (width * scale.share(point.lower), width * scale.share(point.upper));
                    g fill=(colour(nth)) {
                        title { (label) " · " (one.name) ": " (point.words) }
                        rect x=(r(left)) y=(r(y)) width=(r(lower)) height="14" {}
                        @if upper - lower > 0.2 {
                            rect x=(r(left + lower)) y=(r(y)) width=(r(upper - lower)) height="14" fill-opacity="0.4" {}
                        }
                    }
                    text class="f" x=(r(left + upper + 5.0)) y=(r(y + 11.0)) { (axis::named((point.upper * 1e4).round() / 1e4)) }
                }
            }
        }
        @if more > 0 {
            text class="f" x=(r(left)) y=(r(top + height * count as f64 + 12.0)) { (more) " more rows" }
        }
    };
    Drawn {
        width: WIDTH,
        height: top + height * count as f64 + 18.0,
        content,
    }
}

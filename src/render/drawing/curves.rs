//! Functions of a bias, drawn over it.

use maud::{Markup, html};
use num_rational::BigRational;

use super::axis::{self, Frame, Scale};
use super::series::{Key, MOST_LINES, colour, dashes, dot, legend, path};
use super::{Drawn, WIDTH, r};
use crate::exact::{Quantity, approx, decimal_text};
use crate::render::words::with_decimal;

/// Steps from bias 0 to 1.
const STEPS: i64 = 100;

/// A curve for each function; numbers among them are level lines. `at`: a bias that is marked. Functions beyond those that
/// can be told apart are not drawn.
pub(super) fn draw(functions: &[(String, &Quantity)], at: Option<&BigRational>) -> Drawn {
    let count = functions.len();
    let names = (functions.iter().take(MOST_LINES)).map(|(name, _)| (name.as_str(), Key::Line));
    let (head, top) = legend(names, axis::LEFT, WIDTH - 16.0);
    let biases = (0..=STEPS).map(|step| BigRational::new(step.into(), STEPS.into()));
    let biases: Vec<BigRational> = biases.collect();
    let curves: Vec<(&String, Vec<Option<f64>>, String, &Quantity)> = (functions.iter())
        .take(MOST_LINES)
        .map(|(name, value)| (name, points(value, &biases), in_words(value), *value))
        .collect();
    let most = curves
        .iter()
        .flat_map(|(_, points, ..)| points.iter().flatten())
        .fold(0.0, |a: f64, &b| a.max(b));
    let scale = Scale::to(most.min(1e9));
    let frame = Frame::of(scale, top, 290.0);
    let place = |(at, value): (usize, &Option<f64>)| {
        let x = frame.left + frame.width * at as f64 / STEPS as f64;
        Some([x, frame.y((*value)?)])
    };
    let bottom = frame.bottom();
    let note = match count.saturating_sub(MOST_LINES) {
        0 => String::new(),
        more => format!("{more} more are not drawn"),
    };
    let marked = at.map(|bias| (frame.left + frame.width * approx(bias), bias));
    let content = html! {
        // Where a page may mark a bias.
        g data-curves=(format!("{} {} {} {}", r(frame.left), r(frame.top), r(frame.width), r(frame.height))) {}
        (head)
        (axis::across(&frame))
        (tenths(&frame))
        @if let Some((x, bias)) = marked {
            line class="x" x1=(r(x)) x2=(r(x)) y1=(r(frame.top)) y2=(r(bottom)) { title { "p = " (bias) } }
        }
        (axis::below(&frame, "bias p of each stick or cowrie", &note))
        @for (i, (name, points, words, _)) in curves.iter().enumerate() {
            // It is broken at poles.
            path class="p" stroke=(colour(i)) stroke-dasharray=(dashes(i)) d=(path(points.iter().enumerate().map(place))) { title { (name) ": " (words) } }
        }
        @if let Some((x, bias)) = marked {
            @for (i, (name, .., value)) in curves.iter().enumerate() {
                (value_at((i, name), value, (x, bias), &frame))
            }
        }
    };
    Drawn::wide(
        bottom + axis::FOOT,
        content,
        format!("Curves over the bias p from 0 to 1, of {count} functions."),
    )
}

/// The values of a function at some biases, where it has one.
fn points(value: &Quantity, biases: &[BigRational]) -> Vec<Option<f64>> {
    let at = |bias: &BigRational| match value {
        Quantity::Function { function, .. } => function.eval(bias).map(|value| approx(&value)),
        value => value.ends().map(|(lower, _)| approx(&lower)),
    };
    biases.iter().map(at).collect()
}

fn in_words(value: &Quantity) -> String {
    match value {
        Quantity::Function { function, .. } => function.to_string(),
        value => value.decimal(6),
    }
}

/// Lines and numbers along the biases.
fn tenths(frame: &Frame) -> Markup {
    let bottom = frame.bottom();
    html! {
        @for tenth in 0..=10 {
            @let x = frame.left + frame.width * f64::from(tenth) / 10.0;
            line class="g" x1=(r(x)) x2=(r(x)) y1=(r(frame.top)) y2=(r(bottom)) {}
            text class=(if tenth % 2 == 0 { "f m" } else { "f m o" }) x=(r(x)) y=(r(bottom + 18.0)) {
                (axis::named(f64::from(tenth) / 10.0))
            }
        }
    }
}

/// A dot on a curve at the bias that is marked.
fn value_at(
    (i, name): (usize, &str),
    value: &Quantity,
    (x, bias): (f64, &BigRational),
    frame: &Frame,
) -> Markup {
    let Quantity::Function {
        at: Some(there), ..
    } = value
    else {
        return html! {};
    };
    let title = html! { title {
        (name) " at p = " (bias) ": " (with_decimal(&there.value.to_string(), &decimal_text(&there.value, 6)))
    } };
    dot(i, x, frame.y(approx(&there.value)), title)
}

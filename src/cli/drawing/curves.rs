//! Functions of a bias, drawn over it.

use maud::html;
use num_rational::BigRational;

use super::axis::{self, Frame, Scale};
use super::chart::COLOURS;
use super::{Drawn, WIDTH, r};
use crate::exact::{Quantity, approx};

/// Steps from bias 0 to 1.
const STEPS: i64 = 100;
/// Curves that can be told apart; those beyond are not drawn.
const MOST_CURVES: usize = 24;

/// A curve for each function; numbers among them are level lines.
pub(super) fn draw(functions: Vec<(String, &Quantity)>) -> Option<Drawn> {
    let frame = Frame {
        left: 66.0,
        top: 10.0,
        width: WIDTH - 190.0,
        height: 300.0,
    };
    let biases: Vec<BigRational> = (0..=STEPS)
        .map(|step| BigRational::new(step.into(), STEPS.into()))
        .collect();
    let curves: Vec<(String, Vec<Option<f64>>, String)> = (functions.into_iter())
        .take(MOST_CURVES)
        .map(|(name, value)| {
            let points = biases.iter().map(|bias| match value {
                Quantity::Function { function, .. } => {
                    function.eval(bias).map(|value| approx(&value))
                }
                value => value.ends().map(|(lower, _)| approx(&lower)),
            });
            let words = match value {
                Quantity::Function { function, .. } => function.to_string(),
                value => value.decimal(6),
            };
            (name, points.collect(), words)
        })
        .collect();
    let most = curves
        .iter()
        .flat_map(|(_, points, _)| points.iter().flatten())
        .fold(0.0, |a: f64, &b| a.max(b));
    let scale = Scale::to(most.min(1e9));
    let place = |at: usize, value: f64| {
        let x = frame.left + frame.width * at as f64 / STEPS as f64;
        format!(
            "{} {}",
            r(x),
            r(frame.top + frame.height * (1.0 - scale.share(value)))
        )
    };
    let bottom = frame.top + frame.height;
    let content = html! {
        (axis::across(&frame, &scale))
        @for tenth in 0..=10 {
            @let x = frame.left + frame.width * f64::from(tenth) / 10.0;
            line class="g" x1=(r(x)) x2=(r(x)) y1=(r(frame.top)) y2=(r(bottom)) {}
            text class="f m" x=(r(x)) y=(r(bottom + 15.0)) { (axis::named(f64::from(tenth) / 10.0)) }
        }
        text class="f e" x=(r(frame.left + frame.width)) y=(r(bottom + 31.0)) { "bias p: the chance that a stick falls flat side up" }
        @for (i, (name, points, words)) in curves.iter().enumerate() {
            @let colour = format!("var(--c{})", i % COLOURS);
            @let dash = ["", "6 3", "2 3", "8 3 2 3"][i / COLOURS % 4];
            path class="p" stroke=(colour) stroke-dasharray=(dash) d=(path(points, &place)) {
                title { (name) ": " (words) }
            }
            @let y = frame.top + 14.0 * i as f64 + 6.0;
            line class="p" x1=(r(frame.left + frame.width + 12.0)) x2=(r(frame.left + frame.width + 34.0)) y1=(r(y)) y2=(r(y))
                stroke=(colour) stroke-dasharray=(dash) {}
            text class="f" x=(r(frame.left + frame.width + 40.0)) y=(r(y + 4.0)) { (name) }
        }
    };
    Some(Drawn {
        width: WIDTH,
        height: bottom + 36.0,
        content,
    })
}

/// The line through the points; it is broken at poles.
fn path(points: &[Option<f64>], place: &impl Fn(usize, f64) -> String) -> String {
    let mut path = String::new();
    let mut drawing = false;
    for (at, value) in points.iter().enumerate() {
        match value {
            Some(value) => {
                path.push_str(if drawing { "L" } else { "M" });
                path.push_str(&place(at, *value));
                drawing = true;
            }
            None => drawing = false,
        }
    }
    path
}

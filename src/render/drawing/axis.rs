//! The scales of a chart: up its side, and along its foot.

use maud::{Markup, html};

use super::{LETTER, WIDTH, r};

/// Where the drawing of numbers stands.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) scale: Scale,
}

impl Frame {
    /// As wide as a picture, with room at the left for the values of the scale.
    pub(super) fn of(scale: Scale, top: f64, height: f64) -> Self {
        let ticks = scale.ticks().into_iter().map(named);
        let longest = ticks.map(|tick| tick.chars().count()).max();
        let left = (longest.unwrap_or(0) as f64 * LETTER + 12.0).max(LEFT);
        Self {
            left,
            top,
            width: WIDTH - 16.0 - left,
            height,
            scale,
        }
    }

    pub(super) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub(super) fn right(&self) -> f64 {
        self.left + self.width
    }

    /// Where a value stands.
    pub(super) fn y(&self, value: f64) -> f64 {
        self.top + self.height * (1.0 - self.scale.share(value))
    }
}

/// Room at the left of a chart, if its values need no more.
pub(super) const LEFT: f64 = 60.0;

/// A scale from `least` to `most`, straight or, from nothing, logarithmic.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) logarithmic: bool,
}

/// Steps that a scale has about.
const STEPS: f64 = 5.0;

impl Scale {
    /// From nothing to a round number not below.
    pub(super) fn to(most: f64) -> Self {
        Self::between(0.0, most)
    }

    /// From a round number not above `least`, or nothing, to one not below `most`.
    pub(super) fn between(least: f64, most: f64) -> Self {
        let (least, most) = (least.min(0.0), most.max(0.0));
        let most = if most > least { most } else { least + 1.0 };
        let step = nice((most - least) / STEPS);
        Self {
            least: (least / step + 1e-6).floor() * step,
            most: (most / step - 1e-6).ceil() * step,
            logarithmic: false,
        }
    }

    pub(super) fn logarithmic(most: f64) -> Self {
        Self {
            least: 0.0,
            most,
            logarithmic: true,
        }
    }

    /// The share of the height.
    pub(super) fn share(&self, value: f64) -> f64 {
        if self.logarithmic {
            return (value + 1.0).ln() / (self.most + 1.0).ln();
        }
        ((value - self.least) / (self.most - self.least)).clamp(0.0, 1.0)
    }

    /// Values to be marked.
    pub(super) fn ticks(&self) -> Vec<f64> {
        if self.logarithmic {
            let tens = (0..=18).map(|exponent| 10_f64.powi(exponent));
            let mut ticks: Vec<f64> = tens.take_while(|&ten| ten <= self.most).collect();
            if ticks.len() > 6 {
                ticks = ticks.into_iter().step_by(2).collect();
            }
            return ticks;
        }
        let step = nice((self.most - self.least) / STEPS);
        let first = (self.least / step).round() as i32;
        (first..)
            .map(|i| f64::from(i) * step)
            .take_while(|&tick| tick <= self.most + step * 1e-3)
            .collect()
    }
}

/// A step of 1, 2 or 5 and a power of ten, not below.
pub(super) fn nice(step: f64) -> f64 {
    let power = 10_f64.powf(step.max(1e-300).log10().floor());
    let factor = step / power;
    let round = [1.0, 2.0, 5.0]
        .into_iter()
        .find(|&round| factor <= round * 1.0001);
    round.unwrap_or(10.0) * power
}

/// The value at a tick.
pub(super) fn named(value: f64) -> String {
    if value >= 1000.0 && value.fract() == 0.0 {
        return crate::work::limit::grouped(value as u128);
    }
    if value != 0.0 && value.abs() < 1e-4 {
        return format!("{value:.0e}");
    }
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.replace('-', "−")
}

/// The lines across, with their values.
pub(super) fn across(frame: &Frame) -> Markup {
    let foot = frame.y(0.0);
    html! {
        @for tick in frame.scale.ticks() {
            @let y = frame.y(tick);
            line class="g" x1=(r(frame.left)) x2=(r(frame.right())) y1=(r(y)) y2=(r(y)) {}
            text class="f e" x=(r(frame.left - 6.0)) y=(r(y + 4.0)) { (named(tick)) }
        }
        line class="x" x1=(r(frame.left)) x2=(r(frame.right())) y1=(r(foot)) y2=(r(foot)) {}
    }
}

/// The name of what goes along the foot, and what else is to be said there; below the labels.
pub(super) fn below(frame: &Frame, name: &str, note: &str) -> Markup {
    let y = r(frame.bottom() + 39.0);
    html! {
        text class="f e" x=(r(frame.right())) y=(y) { (name) }
        @if !note.is_empty() { text class="f" x=(r(frame.left)) y=(y) { (note) } }
    }
}

/// Room under a frame for labels and what stands [`below`] them.
pub(super) const FOOT: f64 = 44.0;

/// The classes of the labels along the foot, each being `slot` wide; none for one that has no room even on wide screens. Labels that are
/// whole numbers in order are shown at round ones.
fn roomy(labels: &[String], slot: f64) -> Vec<&'static str> {
    let longest = labels.iter().map(|label| label.chars().count()).max();
    let longest = longest.unwrap_or(0) as f64;
    let every = |letter: f64| ((longest * letter + 8.0) / slot).ceil().max(1.0);
    let (wide, narrow) = (every(6.8), every(LETTER));
    let numbers = consecutive(labels);
    let wide = match numbers {
        Some(_) => nice(wide) as usize,
        None => wide as usize,
    };
    let narrow = (narrow as usize).div_ceil(wide) * wide;
    (0..labels.len())
        .map(|at| {
            let number = numbers.map_or(at, |first| {
                (first + at as i64).unsigned_abs().try_into().unwrap_or(at)
            });
            match (number % wide, number % narrow) {
                (_, 0) => "f m",
                (0, _) => "f m o",
                _ => "",
            }
        })
        .collect()
}

/// The first of labels that are whole numbers one after the other; the last may be another, such as `> 29`.
pub(super) fn consecutive(labels: &[String]) -> Option<i64> {
    let first: i64 = labels.first()?.parse().ok()?;
    let last = labels.len() - 1;
    let follow = (labels.iter().zip(first..).enumerate()).all(|(at, (label, number))| {
        let read = label.parse::<i64>();
        read == Ok(number) || at == last && read.is_err()
    });
    follow.then_some(first)
}

/// The labels along the foot, in the middle of their slots.
pub(super) fn along(frame: &Frame, labels: &[String]) -> Markup {
    let slot = frame.width / labels.len() as f64;
    html! {
        @for ((i, label), class) in labels.iter().enumerate().zip(roomy(labels, slot)) {
            @if !class.is_empty() {
                text class=(class) x=(r(frame.left + slot * (i as f64 + 0.5))) y=(r(frame.bottom() + 18.0)) { (label) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(scale: Scale) -> Vec<String> {
        scale.ticks().into_iter().map(named).collect()
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(nice(0.03), 0.05);
        assert_eq!(nice(1.0), 1.0);
        assert_eq!(nice(7.0), 10.0);
        assert_eq!(
            names(Scale::to(0.23)),
            ["0", "0.05", "0.1", "0.15", "0.2", "0.25"]
        );
        assert_eq!(
            names(Scale::to(1.0)),
            ["0", "0.2", "0.4", "0.6", "0.8", "1"]
        );
        assert_eq!(
            names(Scale::between(-2.8, 0.5)),
            ["−3", "−2", "−1", "0", "1"]
        );
        assert_eq!(
            names(Scale::to(0.0)),
            ["0", "0.2", "0.4", "0.6", "0.8", "1"]
        );
    }

    #[test]
    fn numbers_are_named_where_they_are_round() {
        let labels: Vec<String> = (97..300).map(|n: i64| n.to_string()).collect();
        let shown: Vec<&String> = (labels.iter().zip(roomy(&labels, 2.0)))
            .filter(|(_, class)| !class.is_empty())
            .map(|(label, _)| label)
            .collect();
        assert_eq!(shown[..3], ["100", "120", "140"]);
        assert_eq!(consecutive(&["1".into(), "> 1".into()]), Some(1));
        assert_eq!(consecutive(&["1".into(), "3".into(), "4".into()]), None);
    }
}

//! The scale at the side of a chart.

use maud::{Markup, html};

use super::r;

/// Where the drawing of numbers stands.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// A scale from nothing to `most`, straight or logarithmic.
#[derive(Clone, Copy)]
pub(super) struct Scale {
    pub(super) most: f64,
    pub(super) logarithmic: bool,
}

impl Scale {
    /// From nothing to a round number not below.
    pub(super) fn to(most: f64) -> Self {
        Self {
            most: if most > 0.0 { most } else { 1.0 },
            logarithmic: false,
        }
    }

    /// The share of the height.
    pub(super) fn share(&self, value: f64) -> f64 {
        if self.logarithmic {
            return (value + 1.0).ln() / (self.most + 1.0).ln();
        }
        (value / self.most).clamp(0.0, 1.0)
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
        let step = nice(self.most / 5.0);
        (0..)
            .map(|i| f64::from(i) * step)
            .take_while(|&tick| tick <= self.most * 1.0001)
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
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The lines across, with their values.
pub(super) fn across(frame: &Frame, scale: &Scale) -> Markup {
    html! {
        @for tick in scale.ticks() {
            @let y = frame.top + frame.height * (1.0 - scale.share(tick));
            line class="g" x1=(r(frame.left)) x2=(r(frame.left + frame.width)) y1=(r(y)) y2=(r(y)) {}
            text class="f e" x=(r(frame.left - 6.0)) y=(r(y + 4.0)) { (named(tick)) }
        }
        line class="x" x1=(r(frame.left)) x2=(r(frame.left + frame.width)) y1=(r(frame.top + frame.height))
            y2=(r(frame.top + frame.height)) {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!(nice(0.03), 0.05);
        assert_eq!(nice(1.0), 1.0);
        assert_eq!(nice(7.0), 10.0);
        let ticks = Scale::to(0.23).ticks();
        assert_eq!(
            ticks.iter().map(|&tick| named(tick)).collect::<Vec<_>>(),
            ["0", "0.05", "0.1", "0.15", "0.2"]
        );
    }
}

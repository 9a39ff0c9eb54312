//! Which numbers a figure can have been printed for.

use std::ops::Bound::{self, Excluded, Included, Unbounded};

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::figure::{Figure, Form, Scale, Sense};
use crate::exact::Quantity;

/// The way figures were made from numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rounding {
    /// To the nearest, ties either way.
    #[default]
    Half,
    /// Cut off.
    Down,
    /// Away from zero.
    Up,
    /// Not at all: the figure is the number.
    None,
}

/// An interval of numbers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Range {
    /// Where it begins.
    pub(crate) low: Bound<BigRational>,
    /// Where it ends.
    pub(crate) high: Bound<BigRational>,
}

impl Range {
    /// The numbers of which this is the figure.
    pub(crate) fn of(figure: &Figure, rounding: Rounding) -> Self {
        if let Some(range) = Self::of_bound(figure) {
            return range;
        }
        let slack = match rounding {
            Rounding::None => BigRational::zero(),
            _ => figure.slack(),
        };
        let (number, unit) = (&figure.number, figure.unit());
        // Of about 1/N it is N that was rounded.
        let is_cut = !slack.is_zero() && !figure.is_rough() && figure.about_one_in().is_none();
        let last = match &figure.form {
            Form::Rough { to, .. } => to,
            _ => number,
        };
        let outwards = match rounding {
            Rounding::Half | Rounding::None => None,
            Rounding::Down => Some(true),
            Rounding::Up => Some(false),
        };
        let (low, high) = match outwards.filter(|_| is_cut) {
            None => ((number - &slack, true), (last + &slack, true)),
            // Seen from zero, a part that was cut off lies beyond the figure, and one that was added lies before it.
            Some(beyond) if beyond != number.is_negative() => {
                ((number.clone(), true), (number + unit, false))
            }
            Some(_) => ((number - unit, false), (number.clone(), true)),
        };
        let meant = |(at, included): (BigRational, bool)| {
            // Beyond the last number that the scale has, such as 1 in less than none, there is no end.
            let beyond = figure.scale == Scale::OneIn || at <= -BigRational::one();
            let passes = figure.scale.falls() && !at.is_positive() && beyond;
            match figure.scale.meant(&at).filter(|_| !passes) {
                None => Unbounded,
                Some(at) if included => Included(at),
                Some(at) => Excluded(at),
            }
        };
        let (low, high) = (meant(low), meant(high));
        if figure.scale.falls() {
            Self {
                low: high,
                high: low,
            }
        } else {
            Self { low, high }
        }
    }

    /// The numbers for which a figure such as `< 1 %` holds.
    fn of_bound(figure: &Figure) -> Option<Self> {
        let end = |bound: fn(_) -> _| figure.value().map_or(Unbounded, bound);
        let (low, high) = match figure.sense {
            Sense::Is | Sense::About => return None,
            Sense::Less => (Unbounded, end(Excluded)),
            Sense::AtMost => (Unbounded, end(Included)),
            Sense::More => (end(Excluded), Unbounded),
            Sense::AtLeast => (end(Included), Unbounded),
        };
        Some(Self { low, high })
    }

    /// The numbers that are as far below one as these are above zero.
    pub(crate) fn complement(&self) -> Self {
        let turned = |end: &Bound<BigRational>| end.as_ref().map(|at| BigRational::one() - at);
        Self {
            low: turned(&self.high),
            high: turned(&self.low),
        }
    }

    /// Whether a number is one of them.
    pub(crate) fn contains(&self, number: &BigRational) -> bool {
        self.meets(number, number)
    }

    /// Whether a number between two, both included, is one of them.
    pub(crate) fn meets(&self, from: &BigRational, to: &BigRational) -> bool {
        let above = match &self.low {
            Included(low) => to >= low,
            Excluded(low) => to > low,
            Unbounded => true,
        };
        let below = match &self.high {
            Included(high) => from <= high,
            Excluded(high) => from < high,
            Unbounded => true,
        };
        above && below
    }

    /// Its two ends, whether or not they are included.
    pub(crate) fn ends(&self) -> [Option<&BigRational>; 2] {
        [&self.low, &self.high].map(|end| match end {
            Included(at) | Excluded(at) => Some(at),
            Unbounded => None,
        })
    }

    /// Whether a number is surely one of them; of a number between bounds every value must be.
    pub(crate) fn holds(&self, number: &Quantity) -> bool {
        (number.ends()).is_some_and(|(low, high)| self.contains(&low) && self.contains(&high))
    }
}

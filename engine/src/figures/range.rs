//! Which numbers a figure can have been printed for.

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
    /// Where it begins; `None` without end.
    pub(crate) low: Option<End>,
    /// Where it ends.
    pub(crate) high: Option<End>,
}

/// An end of an interval.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct End {
    pub(crate) at: BigRational,
    pub(crate) included: bool,
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
        let is_cut = !slack.is_zero() && !figure.is_rough();
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
            (figure.scale.meant(&at))
                .filter(|_| !passes)
                .map(|at| End { at, included })
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
        let included = matches!(figure.sense, Sense::AtMost | Sense::AtLeast);
        let end = figure.value().map(|at| End { at, included });
        match figure.sense {
            Sense::Is | Sense::About => None,
            Sense::Less | Sense::AtMost => Some(Self {
                low: None,
                high: end,
            }),
            Sense::More | Sense::AtLeast => Some(Self {
                low: end,
                high: None,
            }),
        }
    }

    /// The numbers that are as far below one as these are above zero.
    pub(crate) fn complement(&self) -> Self {
        let turned = |end: &Option<End>| {
            end.as_ref().map(|end| End {
                at: BigRational::one() - &end.at,
                included: end.included,
            })
        };
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
        let reaches = |end: &End, number: &BigRational| end.included && *number == end.at;
        let above = |end: &End| *to > end.at || reaches(end, to);
        let below = |end: &End| *from < end.at || reaches(end, from);
        self.low.as_ref().is_none_or(above) && self.high.as_ref().is_none_or(below)
    }

    /// Whether a number is surely one of them; of a number between bounds every value must be.
    pub(crate) fn holds(&self, number: &Quantity) -> bool {
        (number.ends()).is_some_and(|(low, high)| self.contains(&low) && self.contains(&high))
    }
}

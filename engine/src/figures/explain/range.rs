//! Which numbers a figure can have been printed for.

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::exact::Quantity;
use crate::figures::figure::{Figure, Form, Sense};

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
}

/// An interval of numbers.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Range {
    /// Where it begins; `None` without end.
    pub(super) low: Option<End>,
    /// Where it ends.
    pub(super) high: Option<End>,
}

/// An end of an interval.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct End {
    pub(super) at: BigRational,
    pub(super) included: bool,
}

impl Range {
    /// The numbers of which this is the figure.
    pub(super) fn of(figure: &Figure, rounding: Rounding) -> Self {
        if let Some(range) = Self::of_bound(figure) {
            return range;
        }
        let (number, slack, unit) = (&figure.number, figure.slack(), figure.unit());
        if let Form::Range { to, .. } = &figure.form {
            let end =
                |at: BigRational| figure.scale.meant(&at).map(|at| End { at, included: true });
            return Self {
                low: end(number - &slack),
                high: end(to + slack),
            };
        }
        let is_cut = !slack.is_zero() && !matches!(figure.form, Form::Sum { .. });
        let end = |at: BigRational, included: bool| (at, included);
        let outwards = match rounding {
            Rounding::Half => None,
            Rounding::Down => Some(true),
            Rounding::Up => Some(false),
        };
        let (low, high) = match outwards.filter(|_| is_cut) {
            None => (end(number - &slack, true), end(number + &slack, true)),
            // Seen from zero, a part that was cut off lies beyond the figure, and one that was added lies before it.
            Some(beyond) if beyond != number.is_negative() => {
                (end(number.clone(), true), end(number + unit, false))
            }
            Some(_) => (end(number - unit, false), end(number.clone(), true)),
        };
        let meant = |(at, included): (BigRational, bool)| {
            // Beyond the last number that the scale has, such as 1 in less than none, there is no end.
            let passes =
                figure.scale.falls() && !at.is_positive() && !low_end_is_meant(figure, &at);
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
    pub(super) fn complement(&self) -> Self {
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
    pub(super) fn contains(&self, number: &BigRational) -> bool {
        let above = |end: &End| match end.included {
            true => *number >= end.at,
            false => *number > end.at,
        };
        let below = |end: &End| match end.included {
            true => *number <= end.at,
            false => *number < end.at,
        };
        self.low.as_ref().is_none_or(above) && self.high.as_ref().is_none_or(below)
    }

    /// Whether a number is surely one of them; of a number between bounds every value must be.
    pub(super) fn holds(&self, number: &Quantity) -> bool {
        (number.ends()).is_some_and(|(low, high)| self.contains(&low) && self.contains(&high))
    }
}

/// Whether a falling scale has a number for this end: odds against may come near 0, and N of `1 in N` may not.
fn low_end_is_meant(figure: &Figure, at: &BigRational) -> bool {
    figure.scale != crate::figures::Scale::OneIn && *at > -BigRational::one()
}

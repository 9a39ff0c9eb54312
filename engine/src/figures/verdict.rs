//! Whether a printed figure is what was computed.

use std::fmt;

use num_rational::BigRational;
use num_traits::{Signed, ToPrimitive, Zero};

use super::figure::{Figure, Sense};
use super::range::{Range, Rounding};
use crate::exact::Quantity;

/// The result of comparing a printed figure with the exact number, the best first.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize, serde::Serialize,
)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum Status {
    /// Equal; or a bound that holds.
    Exact,
    /// The number correctly rounded; a tie may have gone either way.
    Rounded,
    /// Not rounded: the digits are right, and the rest was cut off.
    Truncated,
    /// The number is known between bounds only, and they are too far apart to tell.
    Undecided,
    /// The number is another.
    Differs,
    /// The text cannot be read as a figure.
    Unreadable,
}

impl Status {
    /// Whether the figure is right as printed: equal, or correctly rounded.
    pub fn holds(self) -> bool {
        matches!(self, Self::Exact | Self::Rounded)
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Rounded => "rounded",
            Self::Truncated => "truncated",
            Self::Undecided => "undecided",
            Self::Differs => "differs",
            Self::Unreadable => "unreadable",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// The verdict on one figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The reading that was taken: of those that can be, the first that comes out best.
    pub figure: Figure,
    /// The result of the comparison.
    pub status: Status,
    /// The right figure at the printed precision; `None` where no figure is right, as for `1 in …` of what never happens, and
    /// where the bounds leave it open.
    pub right: Option<Figure>,
    /// The printed number less the right one, unrounded, in units of the last place printed; `None` for bounds such as
    /// `< 1 %`, and where there is no number.
    pub error: Option<Quantity>,
    /// The readings that come out otherwise.
    pub disagree: Vec<(Figure, Status)>,
}

impl Verdict {
    /// Whether the figure is wrong in its last place only: one off a right one. At a tie both neighbours are right, and one
    /// off either is near enough.
    pub fn wrong_in_last_place(&self) -> bool {
        let printed = &self.figure;
        let reach = printed.unit() + printed.slack();
        let units = |error: &Quantity| {
            let (low, high) = error.ends()?;
            Some(low.abs().max(high.abs()) * printed.unit())
        };
        self.status == Status::Differs
            && !printed.slack().is_zero()
            && (self.error.as_ref().and_then(units)).is_some_and(|error| error <= reach)
    }
}

/// Compares one meaning of a figure with the number it speaks of.
///
/// `Truncated` excludes what is also a correct rounding: 0.333 for 1/3 is rounded, 0.666 for 2/3 truncated. Bounds
/// decide when every number between them gives the same answer.
///
/// `None` where the number is a function of an unknown bias, with which no figure can be compared.
///
/// # Examples
/// ```
/// use siga::exact::{Quantity, parse_fraction};
/// use siga::figures::{Reader, Status, judge};
/// let two_thirds = Quantity::Exact(parse_fraction("2/3").unwrap());
/// let status = |text: &str| judge(&Reader::default().read(text).unwrap()[0], &two_thirds).unwrap().status;
/// assert_eq!(status("66.7 %"), Status::Rounded);
/// assert_eq!(status("0.666"), Status::Truncated);
/// assert_eq!(status("0.668"), Status::Differs);
/// ```
pub fn judge(figure: &Figure, number: &Quantity) -> Option<Verdict> {
    let (lower, upper) = number.ends()?;
    let status = status(figure, &lower, &upper);
    let mut verdict = Verdict {
        figure: figure.clone(),
        status,
        right: None,
        error: None,
        disagree: Vec::new(),
    };
    let ends = (figure.scale.printed(&lower)).zip(figure.scale.printed(&upper));
    let plain = matches!(figure.sense, Sense::Is | Sense::About) && !figure.is_range();
    let Some((mut low, mut high)) = ends.filter(|_| plain) else {
        return Some(verdict);
    };
    if figure.scale.falls() {
        (low, high) = (high, low);
    }
    verdict.right = if status.holds() {
        Some(figure.clone())
    } else {
        let (below, above) = (figure.with(&low), figure.with(&high));
        (below == above).then_some(below)
    };
    let unit = figure.unit();
    verdict.error = Some(Quantity::between(
        (&figure.number - &high) / &unit,
        (&figure.number - &low) / &unit,
    ));
    Some(verdict)
}

/// The status of a figure against a number between two bounds: it is of a class if all between them are.
fn status(figure: &Figure, low: &BigRational, high: &BigRational) -> Status {
    if figure.value().is_none() {
        return Status::Differs;
    }
    let classes = [
        (Rounding::None, Status::Exact),
        (Rounding::Half, Status::Rounded),
        (Rounding::Down, Status::Truncated),
    ];
    for (rounding, status) in classes {
        let range = Range::of(figure, rounding);
        if range.contains(low) && range.contains(high) {
            return status;
        }
        if rounding != Rounding::None && range.meets(low, high) {
            return Status::Undecided;
        }
    }
    Status::Differs
}

/// Whether one of several readings is right: equal, or correctly rounded.
pub(crate) fn some_hold(readings: &[Figure], number: &Quantity) -> bool {
    let near = |figure: &&Figure| may_hold(figure, number);
    let holds = |figure: &Figure| Range::of(figure, Rounding::Half).holds(number);
    readings.iter().filter(near).any(holds)
}

/// Whether a figure is near enough to a number to be worth an exact comparison.
fn may_hold(figure: &Figure, number: &Quantity) -> bool {
    let plain = matches!(figure.sense, Sense::Is | Sense::About) && !figure.is_rough();
    let (true, Some(exact)) = (plain, number.exact()) else {
        return true;
    };
    let (printed, slack) = (figure.number.to_f64(), figure.slack().to_f64());
    let (Some(x), Some(printed), Some(slack)) = (exact.to_f64(), printed, slack) else {
        return true;
    };
    let Some(right) = figure.scale.near(x) else {
        return true;
    };
    let off = (printed - right).abs();
    !off.is_finite() || off <= slack * 1.001 + right.abs() * 1e-9 + 1e-300
}

/// Compares every reading of a text, and says where they disagree; of readings that are all wrong it takes the nearest. `None` where there is
/// none, or as for [`judge`].
pub fn judge_readings(readings: &[Figure], number: &Quantity) -> Option<Verdict> {
    let judged = readings.iter().map(|figure| judge(figure, number));
    let judged: Vec<Verdict> = judged.collect::<Option<_>>()?;
    let best = judged.iter().map(|verdict| verdict.status).min()?;
    let (agree, others): (Vec<_>, Vec<_>) =
        (judged.into_iter()).partition(|verdict| verdict.status == best);
    let others = others.into_iter();
    let number = number.ends()?.0;
    // Of several that are wrong the one that is meant lies nearest.
    let off = |verdict: &Verdict| Some((verdict.figure.value()? - &number).abs());
    let (off, agree) = (&off, agree.into_iter());
    let nearest = match best {
        Status::Differs => agree.min_by_key(|verdict| (off(verdict).is_none(), off(verdict))),
        _ => agree.into_iter().next(),
    };
    Some(Verdict {
        disagree: (others.map(|other| (other.figure, other.status))).collect(),
        ..nearest?
    })
}

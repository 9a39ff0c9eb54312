//! The meaning of a printed figure.

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Pow, Signed, ToPrimitive, Zero};

use crate::exact::gcd;

/// A figure as printed: its number, what the number counts, and how precisely it is meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Figure {
    /// Whether it stands for the number itself or bounds it.
    pub sense: Sense,
    /// The number as printed: 38 for `38 %`, 4 for `1 in 4`, 3 for `3:1`.
    pub number: BigRational,
    /// The scale of the number.
    pub scale: Scale,
    /// The way it is written, and with it its precision.
    pub form: Form,
    /// The style of the text.
    pub style: Style,
}

/// Whether a figure stands for a number or bounds it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sense {
    /// The number, to the precision printed.
    #[default]
    Is,
    /// About the number: even a whole number or a fraction is meant as rounded.
    About,
    /// The number is less.
    Less,
    /// The number is not more.
    AtMost,
    /// The number is more.
    More,
    /// The number is not less.
    AtLeast,
}

/// The scale of a printed number; `x` is the number meant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// `x` itself.
    #[default]
    One,
    /// `100 x`.
    Percent,
    /// `1000 x`.
    PerMille,
    /// `n x`, as in a column of ways out of 36.
    OutOf(BigInt),
    /// `1/x`, as in `1 in 4`.
    OneIn,
    /// `x/(1 − x)`: odds for, or on.
    OddsFor,
    /// `(1 − x)/x`: odds against.
    OddsAgainst,
}

/// The way a number is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A whole number.
    #[default]
    Whole,
    /// Decimal places, perhaps times a power of ten.
    Decimal {
        /// Digits after the decimal sign.
        places: u32,
        /// The power of ten.
        exponent: Option<i32>,
    },
    /// `7/36`, `5 1/2`, `5½`, `7 of 36`.
    Fraction {
        /// The number below the bar, not in lowest terms.
        denominator: BigInt,
        /// Whether a whole number stands before it.
        mixed: bool,
    },
    /// `3:1` or `2.5:1`; where it is the number itself, of favourable cases to possible ones, as 3:36.
    Ratio {
        /// The second number.
        second: BigInt,
        /// Digits after the decimal sign of the first.
        places: u32,
        /// Whether the two are printed the other way round, as in `1:2.5`.
        flipped: bool,
    },
    /// From the number to another, as in `25–30 %`: the number meant lies between them; or terms added, as in `1/16 + 7/16`.
    Rough {
        /// The greater one; the number itself, of a sum.
        to: BigRational,
        /// One in the last place of the coarsest end or term.
        unit: BigRational,
        /// The sum of the possible rounding errors.
        slack: BigRational,
    },
}

/// The decimal sign, as far as it is known.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    serde::Deserialize,
    serde::Serialize,
)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum Decimal {
    /// A point; commas stand between thousands.
    Point,
    /// A comma; points stand between thousands.
    Comma,
    /// Whatever the text allows: a text with a comma is read both ways.
    #[default]
    Auto,
}

/// The style of a figure, so that the right one can be written alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The decimal sign.
    pub decimal: char,
    /// Whether the zero before the decimal sign is left out.
    pub bare: bool,
    /// The sign between thousands.
    pub group: Option<char>,
    /// The text before it, such as `≈ `.
    pub before: String,
    /// The text after it, such as ` %`.
    pub after: String,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            decimal: '.',
            bare: false,
            group: None,
            before: String::new(),
            after: String::new(),
        }
    }
}

/// `10^exponent`.
pub(super) fn power_of_ten(exponent: i64) -> BigRational {
    let power = BigInt::from(10).pow(exponent.unsigned_abs());
    if exponent < 0 {
        BigRational::new(BigInt::one(), power)
    } else {
        BigRational::from_integer(power)
    }
}

impl Scale {
    /// The number as this scale prints it; `None` where it has no such number, as for `1 in …` of what never happens.
    ///
    /// # Examples
    /// ```
    /// use siga::exact::parse_fraction;
    /// use siga::figures::Scale;
    /// let quarter = parse_fraction("1/4")?;
    /// assert_eq!(Scale::OddsAgainst.printed(&quarter), Some(parse_fraction("3")?));
    /// assert_eq!(Scale::OneIn.printed(&parse_fraction("0")?), None);
    /// # Ok::<(), siga::exact::ParseFractionError>(())
    /// ```
    pub fn printed(&self, x: &BigRational) -> Option<BigRational> {
        self.moved(x, self.factors())
    }

    /// The number meant by a printed one.
    pub fn meant(&self, y: &BigRational) -> Option<BigRational> {
        let [a, b, c, d] = self.factors();
        self.moved(y, [d, -b, -c, a])
    }

    /// `(a x + b) / (c x + d)`, which is `x` itself without a scale; made as one fraction, since what costs is its lowest terms.
    fn moved(&self, x: &BigRational, [a, b, c, d]: [BigInt; 4]) -> Option<BigRational> {
        if *self == Self::One {
            return Some(x.clone());
        }
        let (over, under) = (x.numer(), x.denom());
        let below = over * c + under * d;
        (!below.is_zero()).then(|| gcd::ratio(over * a + under * b, below))
    }

    /// About the number that this scale prints, to be compared roughly.
    pub(crate) fn near(&self, x: f64) -> Option<f64> {
        let [a, b, c, d] = self.factors().map(|factor| factor.to_f64());
        Some((x * a? + b?) / (x * c? + d?))
    }

    /// Whether a greater number is printed as a smaller one.
    pub(crate) fn falls(&self) -> bool {
        matches!(self, Self::OneIn | Self::OddsAgainst)
    }

    /// `a`, `b`, `c`, `d`: what is printed is `(a x + b) / (c x + d)`.
    fn factors(&self) -> [BigInt; 4] {
        let factors = match self {
            Self::OutOf(n) => return [n.clone(), BigInt::ZERO, BigInt::ZERO, BigInt::one()],
            Self::One => [1, 0, 0, 1],
            Self::Percent => [100, 0, 0, 1],
            Self::PerMille => [1000, 0, 0, 1],
            Self::OneIn => [0, 1, 1, 0],
            Self::OddsFor => [1, 0, -1, 1],
            Self::OddsAgainst => [-1, 1, 1, 0],
        };
        factors.map(BigInt::from)
    }
}

impl Figure {
    /// Its scale for the numbers in the order in which they are printed: `1:2.5` against is 2.5 to one for, and says against.
    pub(crate) fn printed_scale(&self) -> Scale {
        match (&self.scale, &self.form) {
            (Scale::OddsFor, Form::Ratio { flipped: true, .. }) => Scale::OddsAgainst,
            (Scale::OddsAgainst, Form::Ratio { flipped: true, .. }) => Scale::OddsFor,
            (scale, _) => scale.clone(),
        }
    }

    /// Odds that do not say which they are, as the favourable cases out of the possible ones: `5:36` as 5/36.
    pub(crate) fn share(readings: &[Self]) -> Option<Self> {
        let is_share = |figure: &&Self| {
            let ratio = matches!(
                figure.form,
                Form::Ratio {
                    flipped: false,
                    places: 0,
                    ..
                }
            );
            ratio && figure.scale == Scale::OddsFor && figure.number <= BigRational::one()
        };
        let figure = readings
            .iter()
            .find(is_share)
            .filter(|_| readings.len() > 1)?;
        Some(Self {
            scale: Scale::One,
            ..figure.clone()
        })
    }

    /// The number meant, not rounded back; `None` where the figure means no number, as for `1 in 0`.
    pub fn value(&self) -> Option<BigRational> {
        self.scale.meant(&self.number)
    }

    /// Whether it is a sum or a range.
    pub(crate) fn is_rough(&self) -> bool {
        matches!(self.form, Form::Rough { .. })
    }

    /// Whether it says between which numbers the number lies.
    pub(crate) fn is_range(&self) -> bool {
        matches!(&self.form, Form::Rough { to, .. } if *to != self.number)
    }

    /// One in the last place printed; of about 1/N what one more or less makes of N, nearly: 1/N².
    pub(crate) fn unit(&self) -> BigRational {
        match self.about_one_in() {
            Some(n) => BigRational::new(BigInt::one(), n * n),
            None => self.step(),
        }
    }

    /// The distance between the numbers that are written so, with as many places or the same denominator.
    fn step(&self) -> BigRational {
        match &self.form {
            Form::Whole => BigRational::one(),
            Form::Decimal { places, exponent } => {
                power_of_ten(i64::from(exponent.unwrap_or(0)) - i64::from(*places))
            }
            Form::Fraction { denominator, .. } => {
                BigRational::new(BigInt::one(), denominator.clone())
            }
            Form::Ratio { second, places, .. } => {
                power_of_ten(-i64::from(*places)) / BigRational::from_integer(second.clone())
            }
            Form::Rough { unit, .. } => unit.clone(),
        }
    }

    /// The distance that a correctly rounded figure may have from the number: half a unit of the last place. Nothing for whole
    /// numbers, fractions and odds, which are meant exactly unless they are said to be about right; a whole number of
    /// hundredths or thousandths, and the N of `1 in N`, are rounded like decimals. Decimals of 15 to 17 digits come from floating-point
    /// numbers, which keep 52 binary places.
    pub fn slack(&self) -> BigRational {
        let half = || self.unit() / BigRational::from_integer(2.into());
        let places = || {
            let units = self.number.abs() / self.unit();
            match power_of_ten(14) <= units && units < power_of_ten(17) {
                true => {
                    half().max(self.number.abs() / BigRational::from_integer(BigInt::one() << 52))
                }
                false => half(),
            }
        };
        let rounded_scale = matches!(self.scale, Scale::Percent | Scale::PerMille | Scale::OneIn);
        match &self.form {
            Form::Rough { slack, .. } => slack.clone(),
            _ if self.sense == Sense::About => half(),
            Form::Decimal { .. } => places(),
            Form::Ratio { places, .. } if *places > 0 => half(),
            Form::Whole if rounded_scale => half(),
            _ => BigRational::zero(),
        }
    }

    /// N, where the figure says that the number is about 1/N.
    pub(super) fn about_one_in(&self) -> Option<&BigInt> {
        match &self.form {
            Form::Fraction { denominator, .. }
                if self.sense == Sense::About && self.number == self.step() =>
            {
                Some(denominator)
            }
            _ => None,
        }
    }

    /// The same figure with another number, rounded to the last place printed, ties away from zero. A number that
    /// fractions with this denominator cannot give is written in lowest terms.
    pub(crate) fn with(&self, number: &BigRational) -> Self {
        let mut figure = self.clone();
        let unit = self.step();
        let half = BigRational::new(1.into(), 2.into());
        if self.about_one_in().is_some() && number.is_positive() && *number <= half {
            let denominator = number.recip().round().to_integer();
            figure.number = BigRational::new(BigInt::one(), denominator.clone());
            figure.form = Form::Fraction {
                denominator,
                mixed: false,
            };
            return figure;
        }
        let rounds = !self.slack().is_zero() && !self.is_rough();
        let units = number / &unit;
        if rounds {
            figure.number = units.round() * unit;
            return figure;
        }
        figure.number = number.clone();
        if units.is_integer() && !self.is_rough() {
            return figure;
        }
        figure.form = match &self.form {
            Form::Ratio { flipped, .. } => Form::Ratio {
                second: number.denom().clone(),
                places: 0,
                flipped: *flipped,
            },
            _ => Form::Fraction {
                denominator: number.denom().clone(),
                mixed: false,
            },
        };
        figure
    }

    /// The figure as text, in its own notation.
    ///
    /// # Examples
    /// ```
    /// use siga::figures::{Decimal, Reader};
    /// let reader = Reader { decimal: Decimal::Auto, ..Reader::default() };
    /// let figure = &reader.read("37,5 %")?[0];
    /// assert_eq!(figure.text(), "37,5 %");
    /// # Ok::<(), siga::figures::FigureError>(())
    /// ```
    pub fn text(&self) -> String {
        let Style { before, after, .. } = &self.style;
        let mut sign = if self.number.is_negative() { "-" } else { "" };
        let size = self.number.abs();
        let body = match &self.form {
            Form::Whole => self.digits(&size, 0),
            Form::Decimal { places, exponent } => {
                let power = exponent.unwrap_or(0);
                let scaled = &size / power_of_ten(power.into());
                let digits = self.digits(&scaled, *places);
                exponent.map_or(digits.clone(), |power| format!("{digits}e{power}"))
            }
            Form::Fraction { denominator, mixed } => fraction_text(&size, denominator, *mixed),
            Form::Ratio {
                second,
                places,
                flipped,
            } => {
                let first = &size * BigRational::from_integer(second.clone());
                let first = self.digits(&first, *places);
                if *flipped {
                    format!("{second}:{first}")
                } else {
                    format!("{first}:{second}")
                }
            }
            Form::Rough { to, .. } => {
                sign = "";
                match self.is_range() {
                    true => format!("{}–{to}", self.number),
                    false => to.to_string(),
                }
            }
        };
        let in_words = if self.scale == Scale::OneIn {
            "1 in "
        } else {
            ""
        };
        format!("{before}{sign}{in_words}{body}{after}")
    }

    /// The figure as it was printed, with what its column said of it: `38 %` for 38 under a percent sign.
    pub fn in_full(&self, printed: &str) -> String {
        let plain = self.style.after.is_empty();
        let is_number = matches!(self.form, Form::Whole | Form::Decimal { .. });
        match &self.scale {
            Scale::Percent if plain => format!("{printed} %"),
            Scale::PerMille if plain => format!("{printed} ‰"),
            Scale::OutOf(n) if is_number => format!("{printed}/{n}"),
            Scale::OneIn => self.text(),
            Scale::OddsFor if is_number => format!("{printed}:1 for"),
            Scale::OddsAgainst if is_number => format!("{printed}:1 against"),
            Scale::OddsFor if plain => format!("{printed} for"),
            Scale::OddsAgainst if plain => format!("{printed} against"),
            _ => printed.to_owned(),
        }
    }

    /// The decimal sign that it has, or that its sign between thousands tells.
    pub fn decimal(&self) -> Decimal {
        let has_decimals = !matches!(
            self.form,
            Form::Whole | Form::Fraction { .. } | Form::Rough { .. }
        );
        match (self.style.decimal, self.style.group) {
            (_, Some(',')) => Decimal::Point,
            (_, Some('.')) => Decimal::Comma,
            ('.', _) if has_decimals => Decimal::Point,
            (',', _) if has_decimals => Decimal::Comma,
            _ => Decimal::Auto,
        }
    }

    /// A number with a given number of decimal places.
    fn digits(&self, size: &BigRational, places: u32) -> String {
        let Style {
            decimal,
            bare,
            group,
            ..
        } = &self.style;
        let power = BigInt::from(10).pow(places);
        let units = (size * BigRational::from_integer(power.clone())).to_integer();
        let (whole, part) = units.div_rem(&power);
        let mut text = String::new();
        let digits = whole.to_string();
        for (i, digit) in digits.chars().enumerate() {
            if let Some(group) = group
                && i > 0
                && (digits.len() - i).is_multiple_of(3)
            {
                text.push(*group);
            }
            text.push(digit);
        }
        if places > 0 {
            if *bare && whole.is_zero() {
                text.clear();
            }
            let width = places as usize;
            text.push(*decimal);
            text.push_str(&format!("{part:0>width$}", part = part.to_string()));
        }
        text
    }
}

/// A fraction over a denominator, as a mixed number if asked.
fn fraction_text(size: &BigRational, denominator: &BigInt, mixed: bool) -> String {
    let below = BigRational::from_integer(denominator.clone());
    let above = (size * &below).to_integer();
    let (whole, rest) = above.div_rem(denominator);
    if mixed && !whole.is_zero() {
        format!("{whole} {rest}/{denominator}")
    } else if denominator.is_one() {
        above.to_string()
    } else {
        format!("{above}/{denominator}")
    }
}

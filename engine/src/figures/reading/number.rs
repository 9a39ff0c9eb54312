//! Numbers: digits, decimal signs, signs between thousands, powers of ten, fractions of one character.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Zero};

use super::scanner::{Scanner, places};
use super::signs::{digit, is_apostrophe, is_bar, is_middle_dot, is_minus, is_thin, vulgar};
use super::{ANY, FigureError};
use crate::figures::figure::{Decimal, Figure, Form};

/// Digits of a number of which only the first are printed.
const MAX_DIGITS: usize = 10_000;
/// The greatest power of ten.
const MAX_POWER: i32 = 400;

impl Scanner<'_> {
    /// A whole number above 0, after the bar of a fraction.
    pub(super) fn denominator(&mut self) -> Result<BigInt, FigureError> {
        self.blanks();
        let start = self.at;
        let number = self.number()?;
        if places(&number) > 0 || number.number.is_zero() {
            self.at = start;
            return Err(self.error("the denominator is a whole number above 0"));
        }
        Ok(number.number.to_integer())
    }

    /// `e-9`, `×10^-9`, `× 10⁻⁹`.
    pub(super) fn power(&mut self) -> Result<Option<i32>, FigureError> {
        let start = self.at;
        let raised = if self.peek().is_some_and(|c| matches!(c, 'e' | 'E')) {
            self.at += 1;
            false
        } else {
            self.blanks();
            let times = self
                .peek()
                .is_some_and(|c| matches!(c, '×' | '*' | '·' | '⋅' | 'x'));
            self.at += usize::from(times);
            self.blanks();
            if !(times && self.word("10")) {
                self.at = start;
                return Ok(None);
            }
            !self.word("^")
        };
        let negative = self.peek().is_some_and(|c| is_minus(c) || c == '⁻');
        if negative || self.peek() == Some('+') {
            self.at += 1;
        }
        let mut power: i32 = 0;
        let first = self.at;
        while let Some(digit) = self
            .peek()
            .filter(|c| raised != c.is_ascii_digit())
            .and_then(digit)
        {
            power = power.saturating_mul(10).saturating_add(digit.into());
            self.at += 1;
        }
        if self.at == first || power > MAX_POWER {
            self.at = first;
            return Err(self.error("the power of ten is a whole number, at most 400"));
        }
        Ok(Some(if negative { -power } else { power }))
    }

    /// `½`, `⅟7`; nothing else is taken.
    pub(super) fn vulgar(&mut self) -> Result<Option<(BigInt, BigInt)>, FigureError> {
        let Some((above, below)) = self.peek().and_then(vulgar) else {
            return Ok(None);
        };
        self.at += 1;
        let below = if below == 0 {
            self.denominator()?
        } else {
            below.into()
        };
        Ok(Some((above.into(), below)))
    }

    /// A fraction too long to be printed: of its numbers only the first digits are known, as of `653318…0736 (78 digits)`; nothing else
    /// is taken.
    pub(super) fn shortened(&mut self) -> Option<(BigRational, BigRational)> {
        let start = self.at;
        let (above, is_short) = self.first_digits();
        let is_fraction = self.peek().is_some_and(is_bar);
        self.at += usize::from(is_fraction);
        let (below, is_short_below) = match is_fraction {
            true => self.first_digits(),
            false => ([BigInt::one(), BigInt::one()], false),
        };
        if !(is_short || is_short_below) || below[0].is_zero() {
            self.at = start;
            return None;
        }
        let ([least, most], [from, to]) = (above, below);
        Some((BigRational::new(least, to), BigRational::new(most, from)))
    }

    /// The least and the greatest number with these digits, and whether the middle of it is left out.
    fn first_digits(&mut self) -> ([BigInt; 2], bool) {
        let first = self.digits();
        let number: BigInt = first.parse().unwrap_or_default();
        let end = self.at;
        let left_out = self.peek() == Some('…');
        self.at += usize::from(left_out);
        let last = self.digits();
        let has_count = left_out && !last.is_empty() && self.word(" (");
        let count = self.digits().parse::<usize>().ok();
        let count = count.filter(|count| *count <= MAX_DIGITS);
        let count = count.filter(|_| has_count && self.word(" digits)"));
        match count.and_then(|count| count.checked_sub(first.len())) {
            Some(missing) => {
                let power = BigInt::from(10).pow(missing);
                ([&number * &power, (&number + 1_u32) * power], true)
            }
            None => {
                self.at = end;
                ([number.clone(), number], false)
            }
        }
    }

    /// Digits in groups of three, and the sign between these.
    fn groups(&mut self, comma: char) -> (Vec<String>, Option<char>) {
        let mut groups: Vec<String> = vec![self.digits()];
        let mut group = None;
        // Between thousands: one sign, and after it exactly three digits.
        while let Some(sign) = self.peek() {
            let fits = sign == comma
                || is_thin(sign)
                || is_apostrophe(sign)
                || (sign == ' ' && self.group_ends_plainly());
            if !fits || group.is_some_and(|group| group != sign) || self.run(self.at + 1) != 3 {
                break;
            }
            if groups.len() == 1
                && (groups[0].len() > 3 || groups[0].is_empty() || groups[0].starts_with('0'))
            {
                break;
            }
            self.at += 1;
            groups.push(self.digits());
            group = Some(sign);
        }
        (groups, group)
    }

    /// Digits with signs between thousands and a decimal sign, by the one that is asked for.
    pub(super) fn number(&mut self) -> Result<Figure, FigureError> {
        let start = self.at;
        let (point, comma) = match self.decimal {
            Decimal::Comma => (',', '.'),
            _ => ('.', ','),
        };
        let (groups, group) = self.groups(comma);
        let mut digits = groups.concat();
        let mut figure = self.whole_number(BigRational::zero());
        figure.style.group = group;
        let bare = digits.is_empty();
        let mut places = 0;
        if let Some(sign) = self.peek().filter(|&c| c == point || is_middle_dot(c))
            && self.run(self.at + 1) > 0
        {
            self.at += 1;
            let part = self.digits();
            places = part.len();
            digits.push_str(&part);
            (figure.style.decimal, figure.style.bare) = (sign, bare);
            figure.form = Form::Decimal {
                places: u32::try_from(places).unwrap_or(0),
                exponent: None,
            };
        }
        if digits.is_empty() {
            self.at = start;
            let why = if self.peek() == Some(comma) || self.peek() == Some(point) {
                self.unexpected()
            } else {
                ANY
            };
            return Err(self.error(why));
        }
        let units: BigInt = digits.parse().map_err(|_| self.error(ANY))?;
        let power = BigInt::from(10).pow(places);
        figure.number = BigRational::new(units, power);
        Ok(figure)
    }

    /// The digits from here on, as plain ones.
    fn digits(&mut self) -> String {
        let mut digits = String::new();
        let raised = self.peek().map(|c| c.is_ascii_digit());
        while let Some((c, digit)) = self.peek().and_then(|c| Some((c, digit(c)?))) {
            // `5¹⁄₂`: raised digits after plain ones begin another number.
            if Some(c.is_ascii_digit()) != raised {
                break;
            }
            digits.push(char::from(b'0' + digit));
            self.at += 1;
        }
        digits
    }

    /// The number of plain digits from a place on.
    fn run(&self, from: usize) -> usize {
        let rest = self.chars.get(from..).unwrap_or_default();
        rest.iter().take_while(|c| c.is_ascii_digit()).count()
    }

    /// Whether a plain blank here stands between thousands: no fraction begins after it, as in `1 234/567`.
    fn group_ends_plainly(&self) -> bool {
        let end = self.at + 1 + self.run(self.at + 1);
        !self.chars.get(end).is_some_and(|&c| is_bar(c))
    }
}

//! Reading a figure from left to right.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::signs::{MARKS, SENSES, SUPERSCRIPTS, UNITS, bracketed, digit, is_bar, is_minus};
use super::{FigureError, Odds, Reader};
use crate::figures::figure::{Convention, Figure, Form, Scale, Sense, Style, power_of_ten};
use crate::figures::lexicon;

/// Characters a figure may have.
const MAX_TEXT: usize = 200;
/// A number and how it was written.
#[derive(Clone)]
pub(super) struct Number {
    pub(super) value: BigRational,
    pub(super) places: u32,
    pub(super) decimal: Option<char>,
    pub(super) group: Option<char>,
    pub(super) bare: bool,
}

pub(super) struct Scanner<'a> {
    text: &'a str,
    pub(super) chars: Vec<char>,
    pub(super) at: usize,
    pub(super) convention: Convention,
    reader: &'a Reader,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(
        text: &'a str,
        convention: Convention,
        reader: &'a Reader,
    ) -> Result<Self, FigureError> {
        let chars: Vec<char> = text.chars().take(MAX_TEXT + 1).collect();
        let scanner = Self {
            text,
            chars,
            at: 0,
            convention,
            reader,
        };
        if scanner.chars.len() > MAX_TEXT {
            return Err(scanner.error("it is longer than 200 characters"));
        }
        Ok(scanner)
    }

    pub(super) fn error(&self, why: &'static str) -> FigureError {
        let mut text: String = self.text.chars().take(60).collect();
        if text.len() < self.text.len() {
            text.push('…');
        }
        FigureError {
            text,
            column: self.at + 1,
            why,
        }
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    pub(super) fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// Takes a word or a sign, whatever its case.
    pub(super) fn word(&mut self, word: &str) -> bool {
        let length = word.chars().count();
        let Some(there) = self.chars.get(self.at..self.at + length) else {
            return false;
        };
        let same = |(a, b): (&char, char)| a.to_lowercase().eq(b.to_lowercase());
        let found = there.iter().zip(word.chars()).all(same);
        // A word ends where it ends.
        let next = self.chars.get(self.at + length);
        let cut = word.ends_with(char::is_alphabetic) && next.is_some_and(|c| c.is_alphabetic());
        if found && !cut {
            self.at += length;
        }
        found && !cut
    }

    /// Takes one of the words for something.
    fn any(&mut self, name: &str) -> bool {
        lexicon::written(name).iter().any(|word| self.word(word))
    }

    pub(super) fn whole(mut self) -> Result<Vec<Figure>, FigureError> {
        self.blanks();
        let start = self.at;
        let sense = SENSES.iter().find(|(name, _)| self.any(name));
        let sense = sense.map_or(Sense::Is, |(_, sense)| *sense);
        self.blanks();
        let before: String = self.chars[start..self.at].iter().collect();
        let mut terms = vec![self.term()?];
        if let Some(range) = self.range(&terms[0])? {
            terms = vec![vec![range]];
        }
        loop {
            let blank = self.peek().is_some_and(char::is_whitespace);
            self.blanks();
            if self.at == self.chars.len() || self.footnote() {
                break;
            }
            if !(blank && self.word("+")) {
                return Err(self.error(self.unexpected()));
            }
            self.blanks();
            terms.push(self.term()?);
        }
        let mut figures = match terms.len() {
            1 => terms.remove(0),
            _ => vec![self.sum(terms)?],
        };
        for figure in &mut figures {
            figure.sense = sense;
            figure.style.before.clone_from(&before);
        }
        Ok(figures)
    }

    /// `25–30 %`: from the term before to another.
    fn range(&mut self, from: &[Figure]) -> Result<Option<Figure>, FigureError> {
        let start = self.at;
        self.blanks();
        let dash = self.peek().is_some_and(|c| is_minus(c) || c == '…');
        let [from] = from else {
            self.at = start;
            return Ok(None);
        };
        if !dash {
            self.at = start;
            return Ok(None);
        }
        self.at += 1;
        let to = self.term()?;
        let [to] = to.as_slice() else {
            return Err(self.error("odds have no range"));
        };
        let linear = |scale: &Scale| matches!(scale, Scale::One | Scale::Percent | Scale::PerMille);
        let same = from.scale == to.scale || from.scale == Scale::One;
        if !same || !linear(&to.scale) || from.number >= to.number {
            self.at = start;
            return Err(self.error("a range has the smaller number first, and one unit"));
        }
        let has_power = |figure: &Figure| {
            matches!(
                figure.form,
                Form::Decimal {
                    exponent: Some(_),
                    ..
                }
            )
        };
        if has_power(from) || has_power(to) {
            self.at = start;
            return Err(self.error("a range is written without powers of ten"));
        }
        let slack = from.slack().max(to.slack());
        let unit = from.unit().max(to.unit());
        Ok(Some(Figure {
            number: from.number.clone(),
            form: Form::Range {
                to: to.number.clone(),
                unit,
                slack,
            },
            ..to.clone()
        }))
    }

    /// Takes marks of footnotes up to the end: `*`, `¹`, `a)`, `[2]`; otherwise nothing.
    fn footnote(&mut self) -> bool {
        let start = self.at;
        // `10²` may be a hundred.
        let power = self.chars[..start].ends_with(&['1', '0'])
            && !(start > 2 && digit(self.chars[start - 3]).is_some());
        while let Some(c) = self.peek() {
            let rest: String = self.chars[self.at..].iter().take(6).collect();
            let is_mark = MARKS.contains(c) || (SUPERSCRIPTS.contains(c) && !power);
            let is_between = c.is_whitespace() || (c == ',' && self.at > start);
            let length = match is_mark || is_between {
                true => 1,
                false => bracketed(&rest),
            };
            if length == 0 {
                self.at = start;
                return false;
            }
            self.at += length;
        }
        true
    }

    /// Why the rest of the text is not understood.
    pub(super) fn unexpected(&self) -> &'static str {
        match (self.peek(), self.convention) {
            (Some(','), Convention::Point) => {
                "a comma stands between thousands, in groups of three digits, or is a decimal comma: say so"
            }
            (Some('.'), Convention::Comma) => {
                "a point stands between thousands, in groups of three digits, where decimals have a comma"
            }
            _ => "nothing more is expected here",
        }
    }

    /// Terms that are added; each has one reading.
    fn sum(&self, terms: Vec<Vec<Figure>>) -> Result<Figure, FigureError> {
        let mut sum = BigRational::zero();
        let mut slack = BigRational::zero();
        let mut unit: Option<BigRational> = None;
        for readings in terms {
            let [figure] = readings.as_slice() else {
                return Err(self.error("odds cannot be added"));
            };
            let linear = figure.scale.meant(&BigRational::one()).filter(|_| {
                matches!(
                    figure.scale,
                    Scale::One | Scale::Percent | Scale::PerMille | Scale::OutOf(_)
                )
            });
            let (Some(one), Some(value)) = (linear, figure.value()) else {
                return Err(self.error("odds cannot be added"));
            };
            sum += value;
            let half = figure.slack();
            if !half.is_zero() {
                let place = figure.unit() * &one;
                unit = Some(unit.map_or_else(|| place.clone(), |unit| unit.max(place.clone())));
                slack += half * one;
            }
        }
        let unit = unit.unwrap_or_else(|| BigRational::new(BigInt::one(), sum.denom().clone()));
        Ok(Figure {
            sense: Sense::Is,
            number: sum,
            scale: Scale::One,
            form: Form::Sum { unit, slack },
            style: Style::default(),
        })
    }

    fn term(&mut self) -> Result<Vec<Figure>, FigureError> {
        let mut negative = false;
        if let Some(sign) = self.peek().filter(|&c| is_minus(c) || c == '+') {
            negative = is_minus(sign);
            self.at += 1;
            self.blanks();
        }
        let mut figures = self.unsigned()?;
        if negative {
            for figure in &mut figures {
                if figure.scale != Scale::One
                    && matches!(
                        figure.scale,
                        Scale::OneIn | Scale::OddsFor | Scale::OddsAgainst
                    )
                {
                    return Err(self.error("odds have no sign"));
                }
                figure.number = -figure.number.clone();
            }
        }
        Ok(figures)
    }

    fn unsigned(&mut self) -> Result<Vec<Figure>, FigureError> {
        let start = self.at;
        if let Some((above, below)) = self.vulgar()? {
            let figure = Self::fraction(BigInt::ZERO, above, below, false);
            return Ok(vec![self.with_unit(figure)]);
        }
        let number = self.number()?;
        if self.peek().is_some_and(is_bar) {
            self.at += 1;
            let figure = self.over(start, &number)?;
            return Ok(vec![self.with_unit(figure)]);
        }
        if let Some(mixed) = self.mixed(&number)? {
            return Ok(vec![mixed]);
        }
        let here = self.at;
        self.blanks();
        if self.word("in") {
            return self.share(&number, true).map(|figure| vec![figure]);
        }
        if self.any("out of") {
            return self.share(&number, false).map(|figure| vec![figure]);
        }
        if self.peek() == Some(':') || self.any("to") {
            if self.peek() == Some(':') {
                self.at += 1;
            }
            return self.odds(&number);
        }
        self.at = here;
        let exponent = self.power()?;
        let figure = Figure {
            sense: Sense::Is,
            number: match exponent {
                Some(power) => &number.value * power_of_ten(power.into()),
                None => number.value.clone(),
            },
            scale: Scale::One,
            form: if number.places == 0 && exponent.is_none() {
                Form::Whole
            } else {
                Form::Decimal {
                    places: number.places,
                    exponent,
                }
            },
            style: self.style(&number),
        };
        Ok(vec![self.with_unit(figure)])
    }

    /// A fraction after a whole number, as in `5½` and `5 1/2`.
    fn mixed(&mut self, number: &Number) -> Result<Option<Figure>, FigureError> {
        if number.places > 0 || number.decimal.is_some() {
            return Ok(None);
        }
        let here = self.at;
        self.blanks();
        let whole = number.value.to_integer();
        if let Some((above, below)) = self.vulgar()? {
            let figure = Self::fraction(whole, above, below, true);
            return Ok(Some(self.with_unit(figure)));
        }
        let raised = |c: char| SUPERSCRIPTS.contains(c);
        if (self.at > here || self.peek().is_some_and(raised))
            && self.peek().is_some_and(|c| digit(c).is_some())
            && let Ok(above) = self.number()
            && above.places == 0
            && self.peek().is_some_and(is_bar)
        {
            self.at += 1;
            let below = self.denominator()?;
            let above = above.value.to_integer();
            if above >= below {
                return Err(self.error("the fraction after a whole number is less than one"));
            }
            let figure = Self::fraction(whole, above, below, true);
            return Ok(Some(self.with_unit(figure)));
        }
        self.at = here;
        Ok(None)
    }

    fn style(&self, number: &Number) -> Style {
        Style {
            decimal: number.decimal.unwrap_or(match self.convention {
                Convention::Point => '.',
                Convention::Comma => ',',
            }),
            bare: number.bare,
            group: number.group,
            ..Style::default()
        }
    }

    fn fraction(whole: BigInt, above: BigInt, below: BigInt, mixed: bool) -> Figure {
        let whole = BigRational::from_integer(whole);
        Figure {
            sense: Sense::Is,
            number: whole + BigRational::new(above, below.clone()),
            scale: Scale::One,
            form: Form::Fraction {
                denominator: below,
                mixed,
            },
            style: Style::default(),
        }
    }

    /// The part of a fraction after the bar.
    fn over(&mut self, start: usize, above: &Number) -> Result<Figure, FigureError> {
        if above.places > 0 {
            self.at = start;
            return Err(self.error("the numbers of a fraction are whole"));
        }
        let below = self.denominator()?;
        Ok(Self::fraction(
            BigInt::ZERO,
            above.value.to_integer(),
            below,
            false,
        ))
    }

    /// `1 in 4`, `1 in 2.29`, `17 in 36`, and `1 of 4`, which is a fraction.
    fn share(&mut self, first: &Number, one_in: bool) -> Result<Figure, FigureError> {
        self.blanks();
        let start = self.at;
        let second = self.number()?;
        if second.value.is_zero() || first.places > 0 {
            self.at = start;
            return Err(self.error("`a in b` has a whole a, and b above 0"));
        }
        if one_in && first.value.is_one() {
            return Ok(Figure {
                sense: Sense::Is,
                number: second.value.clone(),
                scale: Scale::OneIn,
                form: if second.places == 0 {
                    Form::Whole
                } else {
                    Form::Decimal {
                        places: second.places,
                        exponent: None,
                    }
                },
                style: self.style(&second),
            });
        }
        if second.places > 0 {
            self.at = start;
            return Err(
                self.error("`a in b` has a whole b unless a is 1, and `a of b` has one always")
            );
        }
        let (above, below) = (first.value.to_integer(), second.value.to_integer());
        Ok(Self::fraction(BigInt::ZERO, above, below, false))
    }

    /// `3:1`, `2.5 to 1 against`.
    fn odds(&mut self, first: &Number) -> Result<Vec<Figure>, FigureError> {
        self.blanks();
        let start = self.at;
        let second = self.number()?;
        let end = self.at;
        self.blanks();
        let said = if self.word("against") {
            Some(Odds::Against)
        } else if self.word("for") || self.word("on") {
            Some(Odds::For)
        } else {
            self.at = end;
            None
        };
        let flipped = second.places > 0;
        let (above, below) = if flipped {
            (&second, first)
        } else {
            (first, &second)
        };
        if below.places > 0 || below.value.is_zero() || above.value.is_zero() {
            self.at = start;
            return Err(self.error("odds are two numbers above 0, one of them whole"));
        }
        let after: String = self.chars[end..self.at].iter().collect();
        let figure = |odds: Odds| Figure {
            sense: Sense::Is,
            number: &above.value / &below.value,
            scale: if (odds == Odds::For) != flipped {
                Scale::OddsFor
            } else {
                Scale::OddsAgainst
            },
            form: Form::Ratio {
                second: below.value.to_integer(),
                places: above.places,
                flipped,
            },
            style: Style {
                after: after.clone(),
                ..self.style(above)
            },
        };
        Ok(match said.or(self.reader.odds) {
            Some(odds) => vec![figure(odds)],
            None if above.value == below.value => vec![figure(Odds::Against)],
            None => vec![figure(Odds::Against), figure(Odds::For)],
        })
    }

    /// Puts what follows a number to it: a sign such as `%`, or else what the place says.
    fn with_unit(&mut self, mut figure: Figure) -> Figure {
        let start = self.at;
        self.blanks();
        if let Some((_, scale)) = UNITS.iter().find(|(name, _)| self.any(name)) {
            figure.scale = scale.clone();
            figure.style.after = self.chars[start..self.at].iter().collect();
            return figure;
        }
        self.at = start;
        figure.scale = match (&self.reader.plain, &figure.form) {
            // A fraction in a column of ways is the chance itself.
            (Scale::OutOf(_), Form::Fraction { .. }) => Scale::One,
            (plain, _) => plain.clone(),
        };
        figure
    }
}

//! Reading a figure from left to right.

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::signs::{MARKS, SENSES, SUPERSCRIPTS, UNITS, bracketed, digit, is_bar, is_minus};
use super::{ANY, FigureError, OddsMeaning, Reader};
use crate::figures::figure::{Decimal, Figure, Form, Scale, Sense, Style, power_of_ten};
use crate::figures::lexicon;

/// Characters a figure may have.
const MAX_TEXT: usize = 600;

/// Digits after the decimal sign of a plain number.
pub(super) fn places(number: &Figure) -> u32 {
    match number.form {
        Form::Decimal { places, .. } => places,
        _ => 0,
    }
}

pub(super) struct Scanner<'a> {
    text: &'a str,
    pub(super) chars: Vec<char>,
    pub(super) at: usize,
    /// The decimal sign: a point or a comma.
    pub(super) decimal: Decimal,
    reader: &'a Reader,
}

impl<'a> Scanner<'a> {
    pub(super) fn new(
        text: &'a str,
        decimal: Decimal,
        reader: &'a Reader,
    ) -> Result<Self, FigureError> {
        let chars: Vec<char> = text.chars().take(MAX_TEXT + 1).collect();
        let scanner = Self {
            text,
            chars,
            at: 0,
            decimal,
            reader,
        };
        if scanner.chars.len() > MAX_TEXT {
            return Err(scanner.error("it is longer than 600 characters"));
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
        let first = self.bracketed()?;
        let mut terms = vec![self.range(first)?];
        loop {
            let blank = self.peek().is_some_and(char::is_whitespace);
            self.blanks();
            // A sentence ends behind a fraction, but `1.` counts something.
            let rest = &self.chars[self.at..];
            let counts = |one: &Figure| one.form == Form::Whole && one.scale == Scale::One;
            let is_stop = rest == ['.'] && !terms[0].iter().all(counts);
            if is_stop || rest.is_empty() || self.footnote() {
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

    /// A term, a fraction perhaps in brackets.
    fn bracketed(&mut self) -> Result<Vec<Figure>, FigureError> {
        let start = self.at;
        if !self.word("(") {
            return self.term();
        }
        let figures = self.term()?;
        let is_fraction = |figure: &Figure| matches!(figure.form, Form::Fraction { .. });
        match figures.iter().all(is_fraction) && self.word(")") {
            true => Ok(figures),
            false => {
                self.at = start;
                Err(self.error("a fraction in brackets is expected, such as (1/4)"))
            }
        }
    }

    /// `25–30 %`: from the term before to another; `35-1`, where the greater number stands first, are odds.
    fn range(&mut self, terms: Vec<Figure>) -> Result<Vec<Figure>, FigureError> {
        let start = self.at;
        self.blanks();
        let dash = self.peek().is_some_and(|c| is_minus(c) || c == '…');
        let ([from], true) = (terms.as_slice(), dash) else {
            self.at = start;
            return Ok(terms);
        };
        self.at += 1;
        let second = self.at;
        let to = self.term()?;
        let is_number = |figure: &Figure| {
            figure.scale == Scale::One
                && matches!(
                    figure.form,
                    Form::Whole | Form::Decimal { exponent: None, .. }
                )
        };
        let falls = |to: &Figure| is_number(from) && is_number(to) && from.number > to.number;
        if to.iter().any(falls) {
            self.at = second;
            return self.odds(from);
        }
        let same = |to: &&Figure| {
            let unit = from.scale == to.scale || from.scale == Scale::One;
            unit && from.number < to.number && [from, *to].iter().all(|end| is_linear(end))
        };
        let Some(to) = to.iter().exactly_one().ok().filter(same) else {
            self.at = start;
            let why = "a range has the smaller number first, one unit, and no powers of ten";
            return Err(self.error(why));
        };
        Ok(vec![Figure {
            number: from.number.clone(),
            form: Form::Rough {
                to: to.number.clone(),
                unit: from.unit().max(to.unit()),
                slack: from.slack().max(to.slack()),
            },
            ..to.clone()
        }])
    }

    /// Takes marks of footnotes up to the end: `*`, `¹`, `a)`, `[2]`; otherwise nothing.
    fn footnote(&mut self) -> bool {
        let start = self.at;
        // `10²` may be a hundred.
        let power = self.chars[..start].ends_with(&['1', '0'])
            && !(start > 2 && digit(self.chars[start - 3]).is_some());
        while let Some(c) = self.peek() {
            let rest: String = self.chars[self.at..].iter().take(6).collect();
            let is_power = power && rest != "¹";
            let is_mark = MARKS.contains(c) || (SUPERSCRIPTS.contains(c) && !is_power);
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
        match (self.peek(), self.decimal) {
            (Some(','), Decimal::Point) => {
                "a comma stands between thousands, in groups of three digits, or is a decimal comma: say so"
            }
            (Some('.'), Decimal::Comma) => {
                "a point stands between thousands, in groups of three digits, where decimals have a comma"
            }
            _ => "nothing more is expected here",
        }
    }

    /// Terms that are added; each has one reading.
    fn sum(&self, terms: Vec<Vec<Figure>>) -> Result<Figure, FigureError> {
        let (mut sum, mut slack) = (BigRational::zero(), BigRational::zero());
        let mut units = Vec::new();
        for readings in terms {
            let figure = readings.iter().exactly_one().ok();
            let figure = figure.filter(|figure| is_linear(figure));
            let one = figure.and_then(|figure| figure.scale.meant(&BigRational::one()));
            let (Some(figure), Some(one)) = (figure, one) else {
                return Err(self.error("odds and powers of ten cannot be added"));
            };
            sum += &figure.number * &one;
            slack += figure.slack() * &one;
            if !figure.slack().is_zero() {
                units.push(figure.unit() * one);
            }
        }
        let exact = || BigRational::new(BigInt::one(), sum.denom().clone());
        let unit = units.into_iter().max().unwrap_or_else(exact);
        Ok(Figure {
            form: Form::Rough {
                to: sum.clone(),
                unit,
                slack,
            },
            number: sum,
            ..Figure::default()
        })
    }

    fn term(&mut self) -> Result<Vec<Figure>, FigureError> {
        let sign = self.peek().filter(|&c| is_minus(c) || c == '+');
        if sign.is_some() {
            self.at += 1;
            self.blanks();
        }
        let mut figures = self.unsigned()?;
        if sign.is_some_and(is_minus) {
            for figure in &mut figures {
                let scale = &figure.scale;
                if matches!(scale, Scale::OneIn | Scale::OddsFor | Scale::OddsAgainst) {
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
            return Ok(vec![self.fraction(BigInt::ZERO, above, below, false)]);
        }
        if let Some((number, to)) = self.shortened() {
            let form = Form::Rough {
                unit: &to - &number,
                slack: BigRational::zero(),
                to,
            };
            return Ok(vec![Figure {
                number,
                form,
                ..Figure::default()
            }]);
        }
        let mut number = self.number_or_one()?;
        let here = self.at;
        self.blanks();
        if self.peek().is_some_and(is_bar) {
            self.at += 1;
            if places(&number) > 0 {
                self.at = start;
                return Err(self.error("the numbers of a fraction are whole"));
            }
            return Ok(vec![self.quotient(&number)?]);
        }
        self.at = here;
        let in_words = self.chars[here - 1].is_alphabetic();
        if let Some(mixed) = self.mixed(&number)?.filter(|_| !in_words) {
            return Ok(vec![mixed]);
        }
        if let Some(figures) = self.of_two(&number)? {
            return Ok(figures);
        }
        if in_words {
            self.at = start;
            return Err(self.error(ANY));
        }
        self.at = here;
        let exponent = self.power()?;
        if let Some(power) = exponent {
            let places = places(&number);
            number.number *= power_of_ten(power.into());
            number.form = Form::Decimal { places, exponent };
        }
        Ok(vec![self.with_unit(number)])
    }

    /// What a number and a word or sign behind it are with another number: `1 in 36`, `35 to 1`, `3:1`; `None` without such a word.
    fn of_two(&mut self, number: &Figure) -> Result<Option<Vec<Figure>>, FigureError> {
        let here = self.at;
        self.blanks();
        // `1 chance in 36`, `1 chance sur 36`.
        let after = self.at;
        if self.any("chance") {
            self.blanks();
        }
        if self.any("in") {
            return self.share(number, true).map(|figure| Some(vec![figure]));
        }
        if self.any("out of") {
            return self.share(number, false).map(|figure| Some(vec![figure]));
        }
        self.at = after;
        if self.peek() == Some(':') || self.any("to") {
            self.at += usize::from(self.peek() == Some(':'));
            return self.odds(number).map(Some);
        }
        if self.any("to or in") {
            let start = self.at;
            let mut figures = self.odds(number)?;
            // The odds, or one of so many.
            if number.number.is_one() {
                let end = std::mem::replace(&mut self.at, start);
                figures.insert(0, self.share(number, true)?);
                self.at = end;
            }
            return Ok(Some(figures));
        }
        self.at = here;
        Ok(None)
    }

    /// A number, or 1 in words before what it is one of: `one in 36`, `35 to one`.
    fn number_or_one(&mut self) -> Result<Figure, FigureError> {
        match self.any("1") {
            true => Ok(self.whole_number(BigRational::one())),
            false => self.number(),
        }
    }

    /// A whole number, written as numbers are under this decimal sign.
    pub(super) fn whole_number(&self, number: BigRational) -> Figure {
        let decimal = match self.decimal {
            Decimal::Comma => ',',
            _ => '.',
        };
        Figure {
            number,
            style: Style {
                decimal,
                ..Style::default()
            },
            ..Figure::default()
        }
    }

    /// What a bar divides: a fraction; `1/7.2` is one in 7.2.
    fn quotient(&mut self, above: &Figure) -> Result<Figure, FigureError> {
        self.blanks();
        let start = self.at;
        // `1/1,296` has no decimals.
        let has_decimals = |below: Figure| !matches!(places(&below), 0 | 3);
        if above.number.is_one() && self.number().is_ok_and(has_decimals) {
            self.at = start;
            return self.share(above, true);
        }
        self.at = start;
        let below = self.denominator()?;
        Ok(self.fraction(BigInt::ZERO, above.number.to_integer(), below, false))
    }

    /// A fraction after a whole number, as in `5½` and `5 1/2`.
    fn mixed(&mut self, number: &Figure) -> Result<Option<Figure>, FigureError> {
        if places(number) > 0 {
            return Ok(None);
        }
        let here = self.at;
        self.blanks();
        let whole = number.number.to_integer();
        if let Some((above, below)) = self.vulgar()? {
            return Ok(Some(self.fraction(whole, above, below, true)));
        }
        let raised = |c: char| SUPERSCRIPTS.contains(c);
        if (self.at > here || self.peek().is_some_and(raised))
            && self.peek().is_some_and(|c| digit(c).is_some())
            && let Ok(above) = self.number()
            && places(&above) == 0
            && self.peek().is_some_and(is_bar)
        {
            self.at += 1;
            let below = self.denominator()?;
            let above = above.number.to_integer();
            if above >= below {
                return Err(self.error("the fraction after a whole number is less than one"));
            }
            return Ok(Some(self.fraction(whole, above, below, true)));
        }
        self.at = here;
        Ok(None)
    }

    /// A fraction, with what follows it.
    fn fraction(&mut self, whole: BigInt, above: BigInt, below: BigInt, mixed: bool) -> Figure {
        let number = BigRational::from_integer(whole) + BigRational::new(above, below.clone());
        let form = Form::Fraction {
            denominator: below,
            mixed,
        };
        self.with_unit(Figure {
            number,
            form,
            ..Figure::default()
        })
    }

    /// `1 in 4`, `1 in 2.29`, `17 in 36`, and `1 of 4`, which is a fraction.
    fn share(&mut self, first: &Figure, one_in: bool) -> Result<Figure, FigureError> {
        self.blanks();
        let start = self.at;
        let second = self.number()?;
        let has_decimals = places(&second) > 0;
        let one_in = (one_in || has_decimals) && first.number.is_one();
        if second.number.is_zero() || places(first) > 0 || has_decimals && !one_in {
            self.at = start;
            let why = "`a in b` has whole numbers, b above 0; b may have decimals where a is 1";
            return Err(self.error(why));
        }
        let (above, below) = (first.number.to_integer(), second.number.to_integer());
        Ok(match one_in {
            true => Figure {
                scale: Scale::OneIn,
                ..second
            },
            false => Figure {
                number: BigRational::new(above, below.clone()),
                form: Form::Fraction {
                    denominator: below,
                    mixed: false,
                },
                ..Figure::default()
            },
        })
    }

    /// `3:1`, `2.5 to 1 against`.
    fn odds(&mut self, first: &Figure) -> Result<Vec<Figure>, FigureError> {
        self.blanks();
        let start = self.at;
        let second = self.number_or_one()?;
        let end = self.at;
        self.blanks();
        let said = if self.word("against") {
            Some(OddsMeaning::Against)
        } else if self.word("for") || self.word("on") {
            Some(OddsMeaning::For)
        } else {
            self.at = end;
            None
        };
        let flipped = places(&second) > 0;
        let (above, below) = if flipped {
            (&second, first)
        } else {
            (first, &second)
        };
        if places(below) > 0 || below.number.is_zero() || above.number.is_zero() {
            self.at = start;
            return Err(self.error("odds are two numbers above 0, one of them whole"));
        }
        let after: String = self.chars[end..self.at].iter().collect();
        let figure = |odds: OddsMeaning| Figure {
            number: &above.number / &below.number,
            scale: if (odds == OddsMeaning::For) != flipped {
                Scale::OddsFor
            } else {
                Scale::OddsAgainst
            },
            form: Form::Ratio {
                second: below.number.to_integer(),
                places: places(above),
                flipped,
            },
            style: Style {
                after: after.clone(),
                ..above.style.clone()
            },
            ..Figure::default()
        };
        Ok(match said.or(self.reader.odds) {
            Some(odds) => vec![figure(odds)],
            None if above.number == below.number => vec![figure(OddsMeaning::Against)],
            None => vec![figure(OddsMeaning::Against), figure(OddsMeaning::For)],
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

/// Whether a figure can be added and be the end of a range.
fn is_linear(figure: &Figure) -> bool {
    let has_power = matches!(
        figure.form,
        Form::Decimal {
            exponent: Some(_),
            ..
        }
    );
    let inverse = matches!(
        figure.scale,
        Scale::OneIn | Scale::OddsFor | Scale::OddsAgainst
    );
    !has_power && !inverse
}

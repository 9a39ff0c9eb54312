//! Reading a printed figure.
//!
//! ```text
//! figure   = [sense] term {" + " term}
//! sense    = "≈" | "~" | "ca." | "about" | "<" | ">" | "≤" | "≥" | …
//! term     = [sign] (amount [unit] | number "in" number | number (":" | "to") number ["for" | "on" | "against"])
//! amount   = number | number "/" number | [number] vulgar | number number "/" number | number power
//! unit     = "%" | "per cent" | "‰" | "per mille" | …
//! power    = "e" [sign] digits | "×10^" [sign] digits
//! ```
//! A number is read by one [`Convention`]; where the text allows both, there are two readings. A middle dot is a decimal
//! sign under either. Signs between thousands stand before every group of three digits, and the first group does not
//! begin with 0.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Zero};

use super::figure::{Convention, Figure, Form, Scale, Sense, Style, power_of_ten};

/// Characters a figure may have.
const MAX_TEXT: usize = 200;
/// Digits one number may have.
const MAX_DIGITS: usize = 60;
/// The greatest power of ten.
const MAX_POWER: i32 = 400;

/// What is known of the decimal sign.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Decimal {
    /// A point; commas stand between thousands.
    Point,
    /// A comma; points stand between thousands.
    Comma,
    /// Whatever the text allows: a text with a comma is read both ways.
    #[default]
    Auto,
}

/// What odds `a:b` say of the chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Odds {
    /// `a` ways for it, `b` against.
    For,
    /// `a` ways against it, `b` for it.
    Against,
}

/// How to read figures: what the place they stand in says of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    /// The decimal sign.
    pub decimal: Decimal,
    /// Odds without a word; `None` reads them both ways.
    pub odds: Option<Odds>,
    /// What a number without a sign of its own counts.
    pub plain: Scale,
}

impl Default for Reader {
    fn default() -> Self {
        Self {
            decimal: Decimal::Auto,
            odds: None,
            plain: Scale::One,
        }
    }
}

/// The text is no figure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not understood at character {column}: {why}")]
pub struct FigureError {
    /// The text, cut if it is long.
    pub text: String,
    /// The character, counted from 1.
    pub column: usize,
    /// What is wrong, or what would be right.
    pub why: &'static str,
}

const ANY: &str = "a number is expected, such as 0.25, 25 %, 1/4, 1 in 4 or 3:1";

/// Signs and words for a sense, the longer before the shorter.
const SENSES: [(&str, Sense); 19] = [
    ("approximately", Sense::About),
    ("approx.", Sense::About),
    ("about", Sense::About),
    ("circa", Sense::About),
    ("ca.", Sense::About),
    ("ca ", Sense::About),
    ("c.", Sense::About),
    ("≈", Sense::About),
    ("≃", Sense::About),
    ("~", Sense::About),
    ("∼", Sense::About),
    ("less than", Sense::Less),
    ("more than", Sense::More),
    ("<=", Sense::AtMost),
    (">=", Sense::AtLeast),
    ("≤", Sense::AtMost),
    ("≥", Sense::AtLeast),
    ("<", Sense::Less),
    (">", Sense::More),
];

/// Signs and words for what a number counts, the longer before the shorter.
const UNITS: [(&str, Scale); 11] = [
    ("per cent", Scale::Percent),
    ("percent", Scale::Percent),
    ("p. c.", Scale::Percent),
    ("p.c.", Scale::Percent),
    ("pct", Scale::Percent),
    ("%", Scale::Percent),
    ("per mille", Scale::PerMille),
    ("per mill", Scale::PerMille),
    ("permille", Scale::PerMille),
    ("promille", Scale::PerMille),
    ("‰", Scale::PerMille),
];

/// Fractions of one character.
const VULGAR: [(char, u8, u8); 20] = [
    ('¼', 1, 4),
    ('½', 1, 2),
    ('¾', 3, 4),
    ('⅐', 1, 7),
    ('⅑', 1, 9),
    ('⅒', 1, 10),
    ('⅓', 1, 3),
    ('⅔', 2, 3),
    ('⅕', 1, 5),
    ('⅖', 2, 5),
    ('⅗', 3, 5),
    ('⅘', 4, 5),
    ('⅙', 1, 6),
    ('⅚', 5, 6),
    ('⅛', 1, 8),
    ('⅜', 3, 8),
    ('⅝', 5, 8),
    ('⅞', 7, 8),
    ('↉', 0, 3),
    ('⅟', 1, 0), // A numerator; the denominator follows.
];

const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const SUBSCRIPTS: &str = "₀₁₂₃₄₅₆₇₈₉";

fn is_minus(c: char) -> bool {
    matches!(c, '-' | '−' | '–')
}

fn is_middle_dot(c: char) -> bool {
    matches!(c, '·' | '∙' | '⋅' | '‧')
}

/// Blanks that may stand within a number.
fn is_thin(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2009}' | '\u{202f}' | '\u{2007}')
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

fn is_bar(c: char) -> bool {
    matches!(c, '/' | '⁄' | '∕')
}

/// A digit; raised and lowered ones, as in `¹⁄₃`, are digits too.
fn digit(c: char) -> Option<u8> {
    if let Some(digit) = c.to_digit(10) {
        return u8::try_from(digit).ok();
    }
    let at = |digits: &str| digits.chars().position(|other| other == c);
    at(SUPERSCRIPTS)
        .or_else(|| at(SUBSCRIPTS))
        .and_then(|digit| u8::try_from(digit).ok())
}

impl Reader {
    /// All that the text can mean, the likeliest first: one figure where there is no doubt.
    ///
    /// # Errors
    /// [`FigureError`], when it cannot be read at all.
    ///
    /// # Examples
    /// ```
    /// use siga::figures::Reader;
    /// let values = |text: &str| -> Vec<String> {
    ///     let read = Reader::default().read(text).unwrap();
    ///     read.iter().map(|figure| figure.value().unwrap().to_string()).collect()
    /// };
    /// assert_eq!(values("37,5 %"), ["3/8"]);
    /// assert_eq!(values("5 1/2"), ["11/2"]);
    /// assert_eq!(values("1,234"), ["1234", "617/500"]);
    /// assert_eq!(values("3:1"), ["1/4", "3/4"]);
    /// assert!(Reader::default().read("often").is_err());
    /// ```
    pub fn read(&self, text: &str) -> Result<Vec<Figure>, FigureError> {
        let under = |convention| Scanner::new(text, convention, self)?.whole();
        let point = || under(Convention::Point);
        let comma = || under(Convention::Comma);
        match self.decimal {
            Decimal::Point => point(),
            Decimal::Comma => comma(),
            Decimal::Auto => match point() {
                Ok(mut figures) => {
                    if text.contains(',')
                        && let Ok(others) = comma()
                    {
                        let value = |figure: &Figure| (figure.number.clone(), figure.slack());
                        for other in others {
                            if !figures.iter().any(|known| value(known) == value(&other)) {
                                figures.push(other);
                            }
                        }
                    }
                    Ok(figures)
                }
                Err(error) if text.contains([',', '.']) => comma().map_err(|_| error),
                Err(error) => Err(error),
            },
        }
    }
}

/// A number and how it was written.
#[derive(Clone)]
struct Number {
    value: BigRational,
    places: u32,
    decimal: Option<char>,
    group: Option<char>,
    bare: bool,
}

struct Scanner<'a> {
    text: &'a str,
    chars: Vec<char>,
    at: usize,
    convention: Convention,
    reader: &'a Reader,
}

impl<'a> Scanner<'a> {
    fn new(text: &'a str, convention: Convention, reader: &'a Reader) -> Result<Self, FigureError> {
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

    fn error(&self, why: &'static str) -> FigureError {
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

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.at += 1;
        }
    }

    /// Takes a word or a sign, whatever its case.
    fn word(&mut self, word: &str) -> bool {
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

    fn whole(mut self) -> Result<Vec<Figure>, FigureError> {
        self.blanks();
        let start = self.at;
        let sense =
            (SENSES.iter().find(|(word, _)| self.word(word))).map_or(Sense::Is, |(_, s)| *s);
        self.blanks();
        let before: String = self.chars[start..self.at].iter().collect();
        let mut terms = vec![self.term()?];
        loop {
            let blank = self.peek().is_some_and(char::is_whitespace);
            self.blanks();
            if self.at == self.chars.len() {
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

    /// Why the rest of the text is not understood.
    fn unexpected(&self) -> &'static str {
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
            return self
                .over(start, &number)
                .map(|figure| vec![self.with_unit(figure)]);
        }
        // `5½`, `5 1/2`
        if number.places == 0 && number.decimal.is_none() {
            let here = self.at;
            self.blanks();
            if let Some((above, below)) = self.vulgar()? {
                let whole = number.value.to_integer();
                return Ok(vec![
                    self.with_unit(Self::fraction(whole, above, below, true)),
                ]);
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
                let whole = number.value.to_integer();
                return Ok(vec![
                    self.with_unit(Self::fraction(whole, above, below, true)),
                ]);
            }
            self.at = here;
        }
        let here = self.at;
        self.blanks();
        if self.word("in") || self.word("out of") || self.word("of") {
            return self.share(&number).map(|figure| vec![figure]);
        }
        if self.peek() == Some(':') || self.word("to") {
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

    /// What stands after the bar of a fraction.
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

    fn denominator(&mut self) -> Result<BigInt, FigureError> {
        self.blanks();
        let start = self.at;
        let number = self.number()?;
        if number.places > 0 || number.value.is_zero() {
            self.at = start;
            return Err(self.error("the denominator is a whole number above 0"));
        }
        Ok(number.value.to_integer())
    }

    /// `1 in 4`, `1 in 2.29`, `17 in 36`.
    fn share(&mut self, first: &Number) -> Result<Figure, FigureError> {
        self.blanks();
        let start = self.at;
        let second = self.number()?;
        if second.value.is_zero() || first.places > 0 {
            self.at = start;
            return Err(self.error("`a in b` has a whole a, and b above 0"));
        }
        if first.value.is_one() {
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
            return Err(self.error("`a in b` has a whole b unless a is 1"));
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

    /// `e-9`, `×10^-9`, `× 10⁻⁹`.
    fn power(&mut self) -> Result<Option<i32>, FigureError> {
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
    fn vulgar(&mut self) -> Result<Option<(BigInt, BigInt)>, FigureError> {
        let found = self
            .peek()
            .and_then(|c| VULGAR.iter().find(|(sign, ..)| *sign == c));
        let Some(&(_, above, below)) = found else {
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

    /// Puts what follows a number to it: a sign such as `%`, or else what the place says.
    fn with_unit(&mut self, mut figure: Figure) -> Figure {
        let start = self.at;
        self.blanks();
        if let Some((_, scale)) = UNITS.iter().find(|(word, _)| self.word(word)) {
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

    /// Digits with signs between thousands and a decimal sign, by the convention.
    fn number(&mut self) -> Result<Number, FigureError> {
        let start = self.at;
        let (point, comma) = match self.convention {
            Convention::Point => ('.', ','),
            Convention::Comma => (',', '.'),
        };
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
        let mut digits = groups.concat();
        let bare = digits.is_empty();
        let mut decimal = None;
        let mut places = 0;
        if let Some(sign) = self.peek().filter(|&c| c == point || is_middle_dot(c))
            && self.run(self.at + 1) > 0
        {
            self.at += 1;
            let part = self.digits();
            places = part.len();
            digits.push_str(&part);
            decimal = Some(sign);
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
        if digits.len() > MAX_DIGITS {
            self.at = start;
            return Err(self.error("a number has at most 60 digits"));
        }
        let units: BigInt = digits.parse().map_err(|_| self.error(ANY))?;
        let power = BigInt::from(10).pow(places);
        Ok(Number {
            value: BigRational::new(units, power),
            places: u32::try_from(places).unwrap_or(0),
            decimal,
            group,
            bare: bare && decimal.is_some(),
        })
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

    /// How many plain digits stand from a place on.
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

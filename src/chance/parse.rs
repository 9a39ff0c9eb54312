//! From text to [`Expr`]: the grammar, by recursive descent.
//!
//! ```text
//! throw     = either ["->" cases]
//! either    = both {"or" both}            both = negation {"and" negation}
//! negation  = ["not"] comparison
//! comparison= sum [relation sum | "in" set]
//! relation  = "<" "<=" "=" "!=" ">=" ">"  or  lt le eq ne ge gt
//! sum       = product {("+" | "-") product}
//! product   = unary {"*" unary}           unary = ["-"] modified
//! modified  = primary {modifier}
//! modifier  = "!" [N] | ("r" | "ro" | "ru") set | ("kh" | "kl" | "dh" | "dl") N
//! primary   = N | [N] die | [N] stick | [N] "(" throw {"," throw} ")" | function | "x" [N]
//! die       = "d" (N | "%" | "{" face {"," face} "}")      face = number [".." number] [":" count]
//! stick     = "s" ["(" bias ")"]
//! set       = "{" range {"," range} "}"                     range = number [".." number]
//! cases     = "{" case {"," case} "}"
//! case      = ("else" | key {("|" | "or") key}) ":" score ["*" | "again"]
//! key       = range | label | "(" number {"," number} ")"
//! score     = [label] "cancel" | label | sum
//! ```

use num_rational::BigRational;

use super::error::SpecError;
use super::expr::{Case, Expr, Faces, Keep, Key, Range, Relation, Reroll, Score};
use crate::exact::parse_fraction;

/// Characters a throw may be written with.
pub const MAX_LENGTH: usize = 10_000;
/// Parts (numbers, dice, operators) a throw may have.
const MAX_PARTS: usize = 1000;
/// How deep parentheses may nest.
const MAX_DEPTH: usize = 60;
/// Different faces or numbers one list may name.
const MAX_LIST: usize = 10_000;
/// Numbers written down stay within ± this.
const MAX_NUMBER: i64 = 1_000_000_000_000;

/// Reads a throw.
///
/// # Errors
/// [`SpecError`] with the place and what would be right.
///
/// # Examples
/// ```
/// use siga::chance::parse;
/// assert_eq!(parse("3D6+ 2").unwrap().to_string(), "3d6 + 2");
/// assert_eq!(parse("explode(2d6)").unwrap().to_string(), "2d6!");
/// assert_eq!(parse("2d").unwrap_err().position(), (1, 3));
/// ```
pub fn parse(text: &str) -> Result<Expr, SpecError> {
    Parser::new(text, false)?.whole()
}

/// Reads a condition on an outcome `x`, such as `x >= 8`, `>= 8` or `x1 = 6 or x2 = 6`.
///
/// # Errors
/// [`SpecError`] with the place and what would be right.
pub fn parse_condition(text: &str) -> Result<Expr, SpecError> {
    Parser::new(text, true)?.whole()
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
    parts: usize,
    condition: bool,
}

type Parsed<T> = Result<T, SpecError>;

/// An expression and whether it stood in parentheses of its own.
struct Operand {
    expr: Expr,
    enclosed: bool,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str, condition: bool) -> Parsed<Self> {
        let parser = Self {
            text,
            at: 0,
            depth: 0,
            parts: 0,
            condition,
        };
        if text.len() > MAX_LENGTH {
            return Err(SpecError {
                text: text.chars().take(60).collect(),
                span: 0..1,
                message: format!("the throw is {} characters long", text.len()),
                help: Some(format!("at most {MAX_LENGTH} characters are read")),
            });
        }
        Ok(parser)
    }

    fn whole(mut self) -> Parsed<Expr> {
        let expr = self.throw()?;
        self.blanks();
        if self.at < self.text.len() {
            return self.fail_here(
                format!("`{}` does not continue a throw", self.rest_word()),
                "an operator (+ - * -> >=), a modifier (! kh r ro) or the end",
            );
        }
        Ok(expr)
    }

    // Reading characters.

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn blanks(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    /// Takes one character, brackets counting as braces.
    fn take(&mut self, wanted: char) -> bool {
        self.blanks();
        let found = match (self.peek(), wanted) {
            (Some('['), '{') | (Some(']'), '}') => true,
            (found, wanted) => found == Some(wanted),
        };
        if found {
            self.at += wanted.len_utf8();
        }
        found
    }

    fn take_text(&mut self, wanted: &str) -> bool {
        self.blanks();
        let found = self.rest().starts_with(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    /// The letters, digits and underscores ahead, and hyphens between them when asked.
    fn word_ahead(&self, hyphens: bool) -> &'a str {
        let rest = self.rest();
        let inside = |c: char| c.is_alphanumeric() || c == '_' || (hyphens && c == '-');
        let word = &rest[..rest.find(|c| !inside(c)).unwrap_or(rest.len())];
        word.trim_end_matches('-')
    }

    fn take_word(&mut self, wanted: &str) -> bool {
        self.blanks();
        let found = self.word_ahead(false).eq_ignore_ascii_case(wanted);
        if found {
            self.at += wanted.len();
        }
        found
    }

    fn rest_word(&self) -> String {
        match self.word_ahead(false) {
            "" => self.peek().map_or("the end".to_owned(), |c| c.to_string()),
            word => word.chars().take(30).collect(),
        }
    }

    // Faults.

    fn fail<T>(
        &self,
        span: std::ops::Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Parsed<T> {
        Err(SpecError {
            text: self.text.to_owned(),
            span,
            message: message.into(),
            help: Some(help.into()),
        })
    }

    fn fail_here<T>(&self, message: impl Into<String>, help: impl Into<String>) -> Parsed<T> {
        let length = self
            .word_ahead(false)
            .len()
            .max(self.peek().map_or(0, char::len_utf8));
        self.fail(self.at..self.at + length, message, help)
    }

    fn expect(&mut self, wanted: char, after: &str) -> Parsed<()> {
        if self.take(wanted) {
            return Ok(());
        }
        self.fail_here(
            format!("`{wanted}` is missing"),
            format!("`{wanted}` {after}"),
        )
    }

    fn part(&mut self, expr: Expr) -> Parsed<Expr> {
        self.count_part()?;
        Ok(expr)
    }

    fn count_part(&mut self) -> Parsed<()> {
        self.parts += 1;
        if self.parts > MAX_PARTS {
            return self.fail_here(
                "the throw has too many parts",
                format!("at most {MAX_PARTS}"),
            );
        }
        Ok(())
    }

    fn nested<T>(&mut self, inner: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return self.fail_here(
                "the throw is nested too deeply",
                format!("at most {MAX_DEPTH} levels of parentheses and signs"),
            );
        }
        let result = inner(self);
        self.depth -= 1;
        result
    }

    // Expressions, loosest first.

    fn throw(&mut self) -> Parsed<Expr> {
        let of = self.either()?;
        if self.take_text("->") {
            let cases = self.cases()?;
            return self.part(Expr::Score(Box::new(of), cases));
        }
        Ok(of)
    }

    fn either(&mut self) -> Parsed<Expr> {
        let mut left = self.both()?;
        while self.take_word("or") {
            let right = self.both()?;
            left = self.part(Expr::Or(Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    fn both(&mut self) -> Parsed<Expr> {
        let mut left = self.negation()?;
        while self.take_word("and") {
            let right = self.negation()?;
            left = self.part(Expr::And(Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    fn negation(&mut self) -> Parsed<Expr> {
        if self.take_word("not") {
            let inner = self.nested(Self::negation)?;
            return self.part(Expr::Not(Box::new(inner)));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Parsed<Expr> {
        self.blanks();
        let ahead = self.rest();
        let left = if self.condition
            && (ahead.starts_with(['<', '>', '='])
                || ahead.starts_with("!=")
                || self.word_ahead(false).eq_ignore_ascii_case("in")
                || relation_word(self.word_ahead(false)).is_some_and(|_| !ahead.contains('(')))
        {
            Expr::Outcome
        } else {
            self.sum()?
        };
        if self.take_word("in") {
            let set = self.set()?;
            return self.part(Expr::In(Box::new(left), set));
        }
        let Some(relation) = self.relation() else {
            return Ok(left);
        };
        let right = self.sum()?;
        self.part(Expr::Compare(relation, Box::new(left), Box::new(right)))
    }

    fn relation(&mut self) -> Option<Relation> {
        self.blanks();
        let signs = [
            ("<=", Relation::LessOrEqual),
            (">=", Relation::GreaterOrEqual),
            ("!=", Relation::NotEqual),
            ("==", Relation::Equal),
            ("<", Relation::Less),
            (">", Relation::Greater),
            ("=", Relation::Equal),
        ];
        if let Some((_, relation)) = signs.into_iter().find(|(sign, _)| self.take_text(sign)) {
            return Some(relation);
        }
        let word = self.word_ahead(false);
        let relation = relation_word(word)?;
        self.at += word.len();
        Some(relation)
    }

    fn sum(&mut self) -> Parsed<Expr> {
        let mut left = self.product()?;
        loop {
            self.blanks();
            if self.take('+') {
                let right = self.product()?;
                left = self.part(Expr::Sum(Box::new(left), Box::new(right)))?;
            } else if !self.rest().starts_with("->") && self.take('-') {
                let right = self.product()?;
                left = self.part(Expr::Difference(Box::new(left), Box::new(right)))?;
            } else {
                return Ok(left);
            }
        }
    }

    fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.unary()?;
        loop {
            self.blanks();
            // A star before the end of a case marks a further throw.
            let after = self.rest().strip_prefix('*').map(str::trim_start);
            if after.is_none_or(|after| after.is_empty() || after.starts_with([',', '}', ']'])) {
                return Ok(left);
            }
            self.at += 1;
            let right = self.unary()?;
            left = self.part(Expr::Product(Box::new(left), Box::new(right)))?;
        }
    }

    fn unary(&mut self) -> Parsed<Expr> {
        if !self.take('-') {
            return self.modified();
        }
        let inner = self.nested(Self::unary)?;
        self.part(match inner {
            Expr::Number(n) if n > 0 => Expr::Number(-n),
            inner => Expr::Negative(Box::new(inner)),
        })
    }

    fn modified(&mut self) -> Parsed<Expr> {
        let mut operand = self.primary()?;
        loop {
            let start = self.at;
            self.blanks();
            if self.rest().starts_with('!') && !self.rest().starts_with("!=") {
                self.at += 1;
                let limit = self.number_ahead()?;
                operand = self.each(operand, |of| Expr::Explode(limit, of))?;
                continue;
            }
            let word: String = self
                .word_ahead(false)
                .chars()
                .take_while(char::is_ascii_alphabetic)
                .collect();
            let word = word.to_ascii_lowercase();
            if let Some(reroll) = reroll_word(&word) {
                self.at += word.len();
                let set = self.set()?;
                operand = self.each(operand, |of| Expr::Reroll(reroll, set, of))?;
            } else if let Some(keep) = keep_word(&word) {
                self.at += word.len();
                let Some(k) = self.number_ahead()? else {
                    return self.fail_here(
                        format!("`{word}` needs a number"),
                        format!("how many, as in `4d6{word}3`"),
                    );
                };
                operand = Operand {
                    expr: self.keep(start, keep, k, operand.expr)?,
                    enclosed: false,
                };
            } else {
                self.at = start;
                return Ok(operand.expr);
            }
        }
    }

    /// Applies a modifier to each copy of a repeated throw, or to the throw as a whole.
    fn each(
        &mut self,
        operand: Operand,
        modify: impl FnOnce(Box<Expr>) -> Expr,
    ) -> Parsed<Operand> {
        let expr = match operand.expr {
            Expr::Repeat(n, of) if !operand.enclosed => {
                let modified = self.part(modify(of))?;
                Expr::Repeat(n, Box::new(modified))
            }
            of => self.part(modify(Box::new(of)))?,
        };
        Ok(Operand {
            expr,
            enclosed: operand.enclosed,
        })
    }

    fn keep(&mut self, start: usize, keep: Keep, k: u32, pool: Expr) -> Parsed<Expr> {
        match pool {
            Expr::Repeat(..) | Expr::Tuple(_) => self.part(Expr::Keep(keep, k, Box::new(pool))),
            pool if matches!(
                pool,
                Expr::Die(_) | Expr::Stick(_) | Expr::Explode(..) | Expr::Reroll(..)
            ) =>
            {
                // One die is a pool of one.
                self.part(Expr::Keep(keep, k, Box::new(Expr::Tuple(vec![pool]))))
            }
            _ => self.fail(
                start..self.at,
                format!("`{keep}` needs several throws to choose from"),
                format!("a pool such as `4d6{keep}3`, `4(2d6){keep}3` or `(d6, d8){keep}1`"),
            ),
        }
    }

    // Primaries.

    fn primary(&mut self) -> Parsed<Operand> {
        self.blanks();
        let start = self.at;
        let count = self.number_ahead()?;
        if let Some(count) = count {
            let pool = match self.peek() {
                Some('d' | 'D' | 's' | 'S' | '(') => self.element()?,
                _ => None,
            };
            let Some(of) = pool else {
                self.at = start;
                let value = self.signed()?;
                let expr = self.part(Expr::Number(value))?;
                return Ok(Operand {
                    expr,
                    enclosed: false,
                });
            };
            if count == 0 {
                return self.fail(start..self.at, "no throw at all", "a count of at least one");
            }
            let expr = if count == 1 {
                of
            } else {
                self.part(Expr::Repeat(count, Box::new(of)))?
            };
            return Ok(Operand {
                expr,
                enclosed: false,
            });
        }
        if self.peek() == Some('(') {
            return self.enclosed();
        }
        if let Some(expr) = self.element()? {
            return Ok(Operand {
                expr,
                enclosed: false,
            });
        }
        self.word().map(|expr| Operand {
            expr,
            enclosed: false,
        })
    }

    /// A die, a stick or something in parentheses: what can follow a count.
    fn element(&mut self) -> Parsed<Option<Expr>> {
        let mut ahead = self.rest().chars();
        match (ahead.next(), ahead.next()) {
            (Some('('), _) => self.enclosed().map(|operand| Some(operand.expr)),
            (Some('d' | 'D'), Some('0'..='9' | '%' | '{' | '[')) => {
                self.at += 1;
                let faces = self.faces()?;
                self.part(Expr::Die(faces)).map(Some)
            }
            (Some('d' | 'D'), next) if !next.is_some_and(|c| c.is_alphanumeric() || c == '_') => {
                self.at += 1;
                self.fail_here(
                    "a die needs its faces",
                    "a number (d6), a percent sign (d%) or a list (d{1,2,5})",
                )
            }
            (Some('s' | 'S'), next)
                if !next.is_some_and(|c| c.is_alphabetic() || c == '_')
                    || ["kh", "kl", "dh", "dl"].iter().any(|k| {
                        self.rest()[1..].starts_with(k)
                            && self.rest()[3..].starts_with(|c: char| c.is_ascii_digit())
                    }) =>
            {
                self.at += 1;
                let bias = if self.peek() == Some('(') {
                    Some(self.bias()?)
                } else {
                    None
                };
                self.part(Expr::Stick(bias)).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn enclosed(&mut self) -> Parsed<Operand> {
        self.expect('(', "opens a group")?;
        let mut parts = vec![self.nested(Self::throw)?];
        while self.take(',') {
            parts.push(self.nested(Self::throw)?);
        }
        self.expect(')', "closes the group")?;
        let expr = if parts.len() == 1 {
            parts.swap_remove(0)
        } else {
            self.part(Expr::Tuple(parts))?
        };
        Ok(Operand {
            expr,
            enclosed: true,
        })
    }

    fn bias(&mut self) -> Parsed<BigRational> {
        let start = self.at + 1;
        let Some(length) = self.rest().find(')') else {
            return self.fail_here("`)` is missing", "`)` closes the bias of a stick");
        };
        let end = self.at + length;
        let text = &self.text[start..end];
        let bias = match parse_fraction(text) {
            Ok(bias) => bias,
            Err(error) => return self.fail(start..end, error.to_string(), "a bias such as s(3/5)"),
        };
        if !is_probability(&bias) {
            return self.fail(
                start..end,
                format!("a bias of {text} is not a probability"),
                "a number from 0 to 1",
            );
        }
        self.at = end + 1;
        Ok(bias)
    }

    fn faces(&mut self) -> Parsed<Faces> {
        let start = self.at;
        if self.take('%') {
            return Ok(Faces::Upto(100));
        }
        if let Some(n) = self.number_ahead()? {
            if n == 0 {
                return self.fail(start..self.at, "a die without faces", "at least one face");
            }
            return Ok(Faces::Upto(n));
        }
        self.expect('{', "opens the list of faces")?;
        let mut faces = std::collections::BTreeMap::new();
        loop {
            let range = self.range()?;
            let count_at = self.at;
            let count = if self.take(':') {
                self.blanks();
                match self.number_ahead()? {
                    Some(count @ 1..) => u64::from(count),
                    _ => {
                        return self.fail(
                            count_at..self.at.max(count_at + 1),
                            "a face needs a count of at least one",
                            "how many faces show it, as in d{1:3,2:1}",
                        );
                    }
                }
            } else {
                1
            };
            for value in range.from..=range.to {
                *faces.entry(value).or_insert(0) += count;
                if faces.len() > MAX_LIST {
                    return self.fail(
                        start..self.at,
                        "the list of faces is too long",
                        format!("at most {MAX_LIST} faces"),
                    );
                }
            }
            if !self.take(',') {
                break;
            }
        }
        self.expect('}', "closes the list of faces")?;
        let plain = faces
            .iter()
            .zip(1..)
            .all(|((&face, &count), n)| face == n && count == 1);
        Ok(if plain {
            Faces::Upto(faces.len() as u32)
        } else {
            Faces::List(faces.into_iter().collect())
        })
    }

    fn set(&mut self) -> Parsed<Vec<Range>> {
        self.expect('{', "opens a set of outcomes, as in r{1}")?;
        let mut ranges = vec![self.range()?];
        while self.take(',') {
            ranges.push(self.range()?);
        }
        self.expect('}', "closes the set")?;
        Ok(ranges)
    }

    fn range(&mut self) -> Parsed<Range> {
        self.blanks();
        let start = self.at;
        let from = self.signed()?;
        if !self.take_text("..") {
            return Ok(Range { from, to: from });
        }
        let to = self.signed()?;
        if from > to {
            return self.fail(
                start..self.at,
                "the range runs backwards",
                format!("{to}..{from}"),
            );
        }
        Ok(Range { from, to })
    }

    fn signed(&mut self) -> Parsed<i64> {
        self.blanks();
        let start = self.at;
        let negative = self.take('-');
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return self.fail_here(
                format!("a number is expected, not `{}`", self.rest_word()),
                "a whole number",
            );
        }
        let value = self.rest()[..digits]
            .parse()
            .ok()
            .filter(|value: &i64| *value <= MAX_NUMBER);
        self.at += digits;
        match value {
            Some(value) => Ok(if negative { -value } else { value }),
            None => self.fail(
                start..self.at,
                "the number is too large",
                format!("at most {MAX_NUMBER}"),
            ),
        }
    }

    /// The digits directly ahead as a count, if there are any.
    fn number_ahead(&mut self) -> Parsed<Option<u32>> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        let start = self.at;
        let text = &self.rest()[..digits];
        self.at += digits;
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            // A plain number may be larger than a count; whoever reads one looks again.
            Err(_) if !self.rest().starts_with(['d', 'D', 's', 'S', '(']) && digits <= 13 => {
                Ok(Some(u32::MAX))
            }
            Err(_) => self.fail(
                start..self.at,
                "the number is too large",
                "a count below 4,294,967,296",
            ),
        }
    }

    /// Functions, `best 3 of …`, and the outcome a condition speaks of.
    fn word(&mut self) -> Parsed<Expr> {
        let start = self.at;
        let word = self.word_ahead(false).to_ascii_lowercase();
        if let Some(part) = word.strip_prefix('x') {
            if part.is_empty() {
                self.at += 1;
                return self.part(Expr::Outcome);
            }
            if let Ok(part @ 1..=1000) = part.parse() {
                self.at += word.len();
                return self.part(Expr::Part(part));
            }
        }
        self.at += self.word_ahead(false).len();
        match word.as_str() {
            "best" => self.some_of(start, Keep::Highest),
            "worst" => self.some_of(start, Keep::Lowest),
            _ if self.take('(') => {
                let call = self.nested(|parser| parser.call(&word, start))?;
                self.expect(')', "closes the function")?;
                Ok(call)
            }
            _ => {
                self.at = start;
                self.fail_here(
                    match word.as_str() {
                        "" => format!("a throw is expected, not {}", self.peek().map_or("the end".to_owned(), |c| format!("`{c}`"))),
                        _ => format!("`{word}` is not a throw"),
                    },
                    "dice (2d6), sticks (4s), a number, a group in parentheses or a function such as explode(2d6)",
                )
            }
        }
    }

    fn some_of(&mut self, start: usize, keep: Keep) -> Parsed<Expr> {
        self.blanks();
        let Some(k) = self.number_ahead()? else {
            return self.fail_here("how many are kept?", "as in `best 3 of 4d6`");
        };
        if !self.take_word("of") {
            return self.fail_here("`of` is missing", "as in `best 3 of 4d6`");
        }
        let pool = self.nested(Self::modified)?;
        self.keep(start, keep, k, pool)
    }

    fn call(&mut self, name: &str, start: usize) -> Parsed<Expr> {
        if let Some(relation) = relation_word(name) {
            let (a, b) = self.two()?;
            return self.part(Expr::Compare(relation, Box::new(a), Box::new(b)));
        }
        let keep = match name {
            "keep_highest" => Some(Keep::Highest),
            "keep_lowest" => Some(Keep::Lowest),
            "drop_highest" => Some(Keep::DropHighest),
            "drop_lowest" => Some(Keep::DropLowest),
            _ => None,
        };
        if let Some(keep) = keep {
            let pool = self.throw()?;
            self.expect(',', "comes before how many")?;
            self.blanks();
            let Some(k) = self.number_ahead()? else {
                return self.fail_here("how many?", format!("as in {name}(4d6, 3)"));
            };
            return self.keep(start, keep, k, pool);
        }
        match name {
            "explode" => {
                let of = self.operand()?;
                let limit = if self.take(',') {
                    self.blanks();
                    self.number_ahead()?
                } else {
                    None
                };
                Ok(self.each(of, |of| Expr::Explode(limit, of))?.expr)
            }
            "reroll" | "reroll_once" | "until" => {
                let of = self.operand()?;
                self.expect(',', "comes before the set")?;
                let set = self.set()?;
                let kind = match name {
                    "reroll" => Reroll::UntilNot,
                    "reroll_once" => Reroll::Once,
                    _ => Reroll::Until,
                };
                Ok(self.each(of, |of| Expr::Reroll(kind, set, of))?.expr)
            }
            "score" => {
                let of = self.either()?;
                self.expect(',', "comes before the table")?;
                let cases = self.cases()?;
                self.part(Expr::Score(Box::new(of), cases))
            }
            "plus" => self.two().and_then(|(a, b)| self.part(Expr::Sum(Box::new(a), Box::new(b)))),
            "minus" => self.two().and_then(|(a, b)| self.part(Expr::Difference(Box::new(a), Box::new(b)))),
            "times" => self.two().and_then(|(a, b)| self.part(Expr::Product(Box::new(a), Box::new(b)))),
            "max" | "min" => {
                let mut parts = vec![self.throw()?];
                while self.take(',') {
                    parts.push(self.throw()?);
                }
                let keep = if name == "max" { Keep::Highest } else { Keep::Lowest };
                self.part(Expr::Keep(keep, 1, Box::new(Expr::Tuple(parts))))
            }
            _ => self.fail(
                start..start + name.len(),
                format!("there is no function `{name}`"),
                "explode, reroll, reroll_once, until, keep_highest, keep_lowest, drop_highest, drop_lowest, score, max, min, plus, minus, times, ge, gt, le, lt, eq, ne",
            ),
        }
    }

    /// A function's argument: parentheses of its own make it one throw.
    fn operand(&mut self) -> Parsed<Operand> {
        self.blanks();
        let start = self.at;
        let expr = self.throw()?;
        let text = self.text[start..self.at].trim();
        let enclosed =
            text.starts_with('(') && text.ends_with(')') || !matches!(expr, Expr::Repeat(..));
        Ok(Operand { expr, enclosed })
    }

    fn two(&mut self) -> Parsed<(Expr, Expr)> {
        let a = self.throw()?;
        self.expect(',', "comes between the two")?;
        Ok((a, self.throw()?))
    }

    // Score tables.

    fn cases(&mut self) -> Parsed<Vec<Case>> {
        self.expect('{', "opens a score table, as in 4s -> {0: 6*, else: 2}")?;
        let mut cases: Vec<Case> = Vec::new();
        loop {
            cases.push(self.nested(Self::case)?);
            if !self.take(',') {
                break;
            }
            self.blanks();
            // A comma may end the table.
            if self.rest().starts_with(['}', ']']) {
                break;
            }
        }
        self.expect(
            '}',
            "closes the score table, and a comma comes between cases",
        )?;
        Ok(cases)
    }

    fn case(&mut self) -> Parsed<Case> {
        let mut keys = Vec::new();
        if !self.take_word("else") {
            keys.push(self.key()?);
            while self.take('|') || self.take_word("or") {
                keys.push(self.key()?);
            }
        }
        self.expect(':', "comes between what is thrown and what it counts")?;
        let value = self.score()?;
        let again = self.take('*') || self.take_word("again");
        self.count_part()?;
        Ok(Case { keys, value, again })
    }

    fn key(&mut self) -> Parsed<Key> {
        self.blanks();
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let mut parts = vec![self.signed()?];
                while self.take(',') {
                    parts.push(self.signed()?);
                }
                self.expect(')', "closes the tuple")?;
                Ok(Key::Tuple(parts))
            }
            Some('"') => self.quoted().map(Key::Label),
            Some(c) if c.is_alphabetic() => {
                let word = self.word_ahead(true);
                self.at += word.len();
                Ok(Key::Label(word.to_owned()))
            }
            _ => self.range().map(Key::Range),
        }
    }

    fn score(&mut self) -> Parsed<Score> {
        self.blanks();
        let label = if self.peek() == Some('"') {
            Some(self.quoted()?)
        } else {
            self.label_ahead()
        };
        if self.take_word("cancel") {
            return Ok(Score::Cancel(label));
        }
        match label {
            Some(label) => Ok(Score::Label(label)),
            None => self.sum().map(Score::Value),
        }
    }

    /// A word that ends the case, or stands before `cancel`, and is neither a die nor `x`.
    fn label_ahead(&mut self) -> Option<String> {
        let word = self.word_ahead(true);
        let lower = word.to_ascii_lowercase();
        let is_throw = lower == "s"
            || lower == "x"
            || lower == "cancel"
            || lower
                .strip_prefix(['d', 'x'])
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if is_throw || !word.starts_with(char::is_alphabetic) {
            return None;
        }
        let after = self.rest()[word.len()..].trim_start();
        let next = after
            .split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default();
        let ends = after.is_empty()
            || after.starts_with(['*', ',', '}', ']'])
            || matches!(next, "again" | "cancel");
        ends.then(|| {
            self.at += word.len();
            word.to_owned()
        })
    }

    fn quoted(&mut self) -> Parsed<String> {
        let start = self.at;
        self.at += 1;
        let Some(length) = self.rest().find('"') else {
            return self.fail(start..self.at, "the label has no end", "a closing `\"`");
        };
        let label = self.rest()[..length].to_owned();
        self.at += length + 1;
        if label.is_empty() {
            return self.fail(
                start..self.at,
                "the label is empty",
                "a name between the quotes",
            );
        }
        Ok(label)
    }
}

/// Whether a number lies between 0 and 1.
pub(super) fn is_probability(value: &BigRational) -> bool {
    use num_traits::{One, Zero};
    *value >= BigRational::zero() && *value <= BigRational::one()
}

fn relation_word(word: &str) -> Option<Relation> {
    Some(match word.to_ascii_lowercase().as_str() {
        "lt" => Relation::Less,
        "le" => Relation::LessOrEqual,
        "eq" => Relation::Equal,
        "ne" => Relation::NotEqual,
        "ge" => Relation::GreaterOrEqual,
        "gt" => Relation::Greater,
        _ => return None,
    })
}

fn reroll_word(word: &str) -> Option<Reroll> {
    Some(match word {
        "r" => Reroll::UntilNot,
        "ro" => Reroll::Once,
        "ru" => Reroll::Until,
        _ => return None,
    })
}

fn keep_word(word: &str) -> Option<Keep> {
    Some(match word {
        "kh" => Keep::Highest,
        "kl" => Keep::Lowest,
        "dh" => Keep::DropHighest,
        "dl" => Keep::DropLowest,
        _ => return None,
    })
}

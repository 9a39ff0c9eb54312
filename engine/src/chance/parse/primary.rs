//! Dice, sticks, numbers and groups.

use num_rational::BigRational;

use super::{MAX_NUMBER, Operand, Parsed, Parser, is_probability, keep_word, reroll_word};
use crate::chance::expr::{Expr, Faces, Range};
use crate::exact::parse_fraction;

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> Parsed<Operand> {
        self.blanks();
        if let Some(name) = self.name_ahead() {
            let expr = self.part(Expr::Name(name))?;
            return Ok(Operand {
                expr,
                enclosed: true,
            });
        }
        let start = self.at;
        let after_digits = self.rest().trim_start_matches(|c: char| c.is_ascii_digit());
        if after_digits.len() < self.rest().len() {
            let pool = if after_digits.starts_with(['d', 'D', 's', 'S', '(']) {
                let count = self.number_ahead()?;
                count.zip(self.element()?)
            } else {
                None
            };
            let Some((count, of)) = pool else {
                self.at = start;
                let value = self.signed()?;
                let expr = self.part(Expr::Number(value))?;
                return Ok(Operand::open(expr));
            };
            if count == 0 {
                return self.fail(start..self.at, "no throw at all", "a count of at least one");
            }
            // One pool is not the pool itself: what follows is about the one sum.
            let expr = if count == 1 && !matches!(of, Expr::Repeat(..)) {
                of
            } else {
                self.part(Expr::Repeat(count, Box::new(of)))?
            };
            return Ok(Operand::open(expr));
        }
        if self.peek() == Some('(') {
            let group = self.enclosed()?;
            return match self.element()? {
                Some(of) => {
                    let copies = Expr::Copies(Box::new(group.expr), Box::new(of));
                    Ok(Operand::open(self.part(copies)?))
                }
                None => Ok(group),
            };
        }
        if let Some(expr) = self.element()? {
            return Ok(Operand::open(expr));
        }
        self.word().map(Operand::open)
    }

    /// A die, a stick or something in parentheses: what can follow a count.
    pub(super) fn element(&mut self) -> Parsed<Option<Expr>> {
        let mut ahead = self.rest().chars();
        match (ahead.next(), ahead.next()) {
            (Some('('), _) => self.enclosed().map(|operand| Some(operand.expr)),
            (Some('d' | 'D'), Some('0'..='9' | '%' | '{' | '[')) => {
                self.at += 1;
                let faces = self.faces()?;
                self.part(Expr::Die(faces)).map(Some)
            }
            (Some('d' | 'D'), Some('(')) => {
                self.at += 1;
                let faces = self.enclosed()?.expr;
                self.part(Expr::DieOf(Box::new(faces))).map(Some)
            }
            (Some('d' | 'D'), next) if !next.is_some_and(|c| c.is_alphanumeric() || c == '_') => {
                let meant = self.dice_meant();
                self.at += 1;
                self.fail_here(
                    format!("a die needs its faces{meant}"),
                    "a number (d6), a percent sign (d%) or a list (d{1,2,5})",
                )
            }
            (Some('s' | 'S'), next)
                if !next.is_some_and(|c| c.is_alphabetic() || c == '_')
                    || modifier_follows(&self.rest()[1..]) =>
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

    pub(super) fn enclosed(&mut self) -> Parsed<Operand> {
        self.expect('(', "opens a group")?;
        let mut parts = vec![self.nested(Self::program)?];
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

    pub(super) fn bias(&mut self) -> Parsed<BigRational> {
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

    pub(super) fn faces(&mut self) -> Parsed<Faces> {
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
        let faces = self.face_list()?;
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

    pub(super) fn set(&mut self) -> Parsed<Vec<Range>> {
        self.expect('{', "opens a set of outcomes, as in r{1}")?;
        let mut ranges = vec![self.range()?];
        while self.take(',') {
            ranges.push(self.range()?);
        }
        self.expect('}', "closes the set")?;
        Ok(ranges)
    }

    pub(super) fn range(&mut self) -> Parsed<Range> {
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

    pub(super) fn signed(&mut self) -> Parsed<i64> {
        self.blanks();
        if let Some(card) = self.card() {
            return Ok(card);
        }
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
    pub(super) fn number_ahead(&mut self) -> Parsed<Option<u32>> {
        let digits = self.rest().bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Ok(None);
        }
        let start = self.at;
        let text = &self.rest()[..digits];
        self.at += digits;
        match text.parse() {
            Ok(number) => Ok(Some(number)),
            Err(_) => self.fail(
                start..self.at,
                "the number is too large",
                "a count below 4,294,967,296",
            ),
        }
    }
}

/// Whether the text begins with a modifier such as `kh2` or `r{0}`.
pub(super) fn modifier_follows(text: &str) -> bool {
    let letters = text
        .find(|c: char| !c.is_ascii_alphabetic())
        .unwrap_or(text.len());
    let (word, rest) = text.split_at(letters);
    let word = word.to_ascii_lowercase();
    (keep_word(&word).is_some() && rest.starts_with(|c: char| c.is_ascii_digit()))
        || (reroll_word(&word).is_some() && rest.starts_with(['{', '[']))
}

//! Operators and modifiers, from the loosest to the tightest.

use super::{Operand, Parsed, Parser, keep_word, relation_word, reroll_word};
use crate::chance::expr::{Expr, Places, Relation, Reroll, Rounding};

impl Parser<'_> {
    pub(super) fn throw(&mut self) -> Parsed<Expr> {
        if self.take_word("if") {
            return self.nested(Self::choice);
        }
        self.blanks();
        let start = self.at;
        if self.take_word("repeat") {
            let repeated = self.nested(Self::repeated)?;
            self.marked.push((start..self.at, repeated.to_string()));
            return Ok(repeated);
        }
        let of = self.either()?;
        if self.take_text("->") {
            let cases = self.cases()?;
            return self.part(Expr::Score(Box::new(of), cases));
        }
        Ok(of)
    }

    pub(super) fn either(&mut self) -> Parsed<Expr> {
        let mut left = self.both()?;
        while self.take_word("or") {
            let right = self.both()?;
            left = self.part(Expr::Or(Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    pub(super) fn both(&mut self) -> Parsed<Expr> {
        let mut left = self.negation()?;
        while self.take_word("and") {
            let right = self.negation()?;
            left = self.part(Expr::And(Box::new(left), Box::new(right)))?;
        }
        Ok(left)
    }

    pub(super) fn negation(&mut self) -> Parsed<Expr> {
        if self.take_word("not") {
            let inner = self.nested(Self::negation)?;
            return self.part(Expr::Not(Box::new(inner)));
        }
        self.comparison()
    }

    pub(super) fn comparison(&mut self) -> Parsed<Expr> {
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

    pub(super) fn relation(&mut self) -> Option<Relation> {
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

    pub(super) fn sum(&mut self) -> Parsed<Expr> {
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

    pub(super) fn product(&mut self) -> Parsed<Expr> {
        let mut left = self.unary()?;
        loop {
            if self.take('/') {
                let right = self.divisor(Self::unary)?;
                left = self.part(quotient(left, right))?;
                continue;
            }
            if self.take_word("mod") {
                let right = self.divisor(Self::unary)?;
                left = self.part(Expr::Remainder(Box::new(left), Box::new(right)))?;
                continue;
            }
            // A star before the end of a case marks a further throw.
            let after = self.rest().strip_prefix('*').map(str::trim_start);
            if after.is_none_or(ends_a_case) {
                return Ok(left);
            }
            self.at += 1;
            let right = self.unary()?;
            left = self.part(Expr::Product(Box::new(left), Box::new(right)))?;
        }
    }

    /// Reads a divisor, and keeps its place.
    pub(super) fn divisor(&mut self, read: impl FnOnce(&mut Self) -> Parsed<Expr>) -> Parsed<Expr> {
        self.blanks();
        let start = self.at;
        let divisor = read(self)?;
        self.marked.push((start..self.at, divisor.to_string()));
        Ok(divisor)
    }

    pub(super) fn unary(&mut self) -> Parsed<Expr> {
        if !self.take('-') {
            return self.modified();
        }
        let inner = self.nested(Self::unary)?;
        self.part(match inner {
            Expr::Number(n) if n > 0 => Expr::Number(-n),
            inner => Expr::Negative(Box::new(inner)),
        })
    }

    pub(super) fn modified(&mut self) -> Parsed<Expr> {
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
                let reroll = match reroll {
                    Reroll::AtMost(once) => Reroll::AtMost(self.number_ahead()?.unwrap_or(once)),
                    reroll => reroll,
                };
                operand = self.each(operand, |of| Expr::Reroll(reroll, set, of))?;
            } else if let Some(keep) = keep_word(&word) {
                self.at += word.len();
                // A single one when no number follows, as in other tools.
                let k = self.number_ahead()?.unwrap_or(1);
                operand = Operand {
                    expr: self.keep(start, (&word, keep(k)), operand.expr)?,
                    enclosed: false,
                };
            } else if self.at == start && self.rest().starts_with('[') {
                let places = self.places(&operand.expr)?;
                let slice = Expr::Slice(places, Box::new(operand.expr));
                operand = Operand {
                    expr: self.part(slice)?,
                    enclosed: true,
                };
            } else {
                self.at = start;
                return Ok(operand.expr);
            }
        }
    }

    /// Applies a modifier to each copy of a repeated throw, or to the throw as a whole.
    pub(super) fn each(
        &mut self,
        operand: Operand,
        modify: impl FnOnce(Box<Expr>) -> Expr,
    ) -> Parsed<Operand> {
        let expr = match operand.expr {
            Expr::Repeat(n, of) if !operand.enclosed => {
                let modified = self.part(modify(of))?;
                Expr::Repeat(n, Box::new(modified))
            }
            Expr::Copies(count, of) if !operand.enclosed => {
                let modified = self.part(modify(of))?;
                Expr::Copies(count, Box::new(modified))
            }
            of => self.part(modify(Box::new(of)))?,
        };
        Ok(Operand {
            expr,
            enclosed: operand.enclosed,
        })
    }

    /// The outcomes in some places of a pool, as a word such as `kh` names them.
    pub(super) fn keep(
        &mut self,
        start: usize,
        (word, places): (&str, Places),
        pool: Expr,
    ) -> Parsed<Expr> {
        let pool = match pool {
            Expr::Repeat(..)
            | Expr::Copies(..)
            | Expr::Tuple(_)
            | Expr::Deal(..)
            | Expr::Slice(..)
            | Expr::Both(..)
            | Expr::Name(_) => pool,
            // One die is a pool of one.
            Expr::Die(_)
            | Expr::DieOf(_)
            | Expr::Stick(_)
            | Expr::Explode(..)
            | Expr::Reroll(..) => Expr::Tuple(vec![pool]),
            _ => {
                return self.fail(
                    start..self.at,
                    format!("`{word}` needs several throws to choose from"),
                    format!("a pool such as `4d6{word}3`, `4(2d6){word}3` or `(d6, d8){word}1`"),
                );
            }
        };
        self.part(Expr::Slice(places, Box::new(pool)))
    }
}

/// Whether a star before this text marks a further throw.
pub(super) fn ends_a_case(after: &str) -> bool {
    let word = after.split(|c: char| !c.is_alphanumeric()).next();
    after.is_empty()
        || after.starts_with([',', '}', ']', ')', ';'])
        || word.is_some_and(|word| word.eq_ignore_ascii_case("else"))
}

/// `a / b`.
pub(super) fn quotient(a: Expr, b: Expr) -> Expr {
    Expr::Quotient(Rounding::Down, Box::new(a), Box::new(b))
}

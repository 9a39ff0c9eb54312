//! Operators and modifiers, from the loosest to the tightest.

use super::functions::relation_word;
use super::{Operand, Parsed, Parser, keep_word, reroll_word};
use crate::chance::expr::{Expr, Operator, Places, Relation, Reroll};
use crate::chance::text::{Level, SIGNS};

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
        self.chain(Level::Or, Self::both)
    }

    fn both(&mut self) -> Parsed<Expr> {
        self.chain(Level::And, Self::negation)
    }

    pub(super) fn sum(&mut self) -> Parsed<Expr> {
        self.chain(Level::Sum, Self::product)
    }

    fn product(&mut self) -> Parsed<Expr> {
        self.chain(Level::Product, Self::unary)
    }

    /// Operands with operators of one level between them.
    fn chain(&mut self, level: Level, operand: fn(&mut Self) -> Parsed<Expr>) -> Parsed<Expr> {
        let mut left = operand(self)?;
        while let Some(operator) = self.operator(level) {
            left = self.operation(operator, left, operand)?;
        }
        Ok(left)
    }

    /// The operator of a level that comes next.
    fn operator(&mut self, level: Level) -> Option<Operator> {
        let mut signs = SIGNS.iter();
        let found = signs.find(|(operator, sign)| {
            self.blanks();
            operator.level() == level
                && match *sign {
                    // A star before the end of a case marks a further throw.
                    "*" if self.rest().strip_prefix('*').is_some_and(ends_a_case) => false,
                    "-" if self.rest().starts_with("->") => false,
                    "-" => self.take('-'),
                    sign if sign.starts_with(char::is_alphabetic) => self.take_word(sign),
                    sign => self.take_text(sign),
                }
        });
        found.map(|(operator, _)| *operator)
    }

    /// An operation with its second operand; the place of a divisor is kept.
    pub(super) fn operation(
        &mut self,
        operator: Operator,
        left: Expr,
        right: impl FnOnce(&mut Self) -> Parsed<Expr>,
    ) -> Parsed<Expr> {
        self.blanks();
        let start = self.at;
        let right = right(self)?;
        if let Operator::Quotient | Operator::Remainder = operator {
            self.marked.push((start..self.at, right.to_string()));
        }
        self.part(Expr::binary(operator, left, right))
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
        match self.relation() {
            Some(relation) => self.operation(relation, left, Self::sum),
            None => Ok(left),
        }
    }

    fn relation(&mut self) -> Option<Operator> {
        if let Some(relation) = self.operator(Level::Compare) {
            let is_doubled = relation == Operator::Compare(Relation::Equal);
            self.at += usize::from(is_doubled && self.rest().starts_with('='));
            return Some(relation);
        }
        let word = self.word_ahead(false);
        let relation = relation_word(word)?;
        self.at += word.len();
        Some(relation)
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
            } else if let Some(places) = keep_word(&word) {
                self.at += word.len();
                // A single one when no number follows, as in other tools.
                let k = self.number_ahead()?.unwrap_or(1);
                operand = Operand {
                    expr: self.keep(start, &word, places(k), operand.expr)?,
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
        word: &str,
        places: Places,
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
            die if die.is_one_die() => Expr::Tuple(vec![die]),
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
    let after = after.trim_start();
    let word = after.split(|c: char| !c.is_alphanumeric()).next();
    after.is_empty()
        || after.starts_with([',', '}', ']', ')', ';'])
        || word.is_some_and(|word| word.eq_ignore_ascii_case("else"))
}

//! The spelled forms: functions and `best 3 of …`.

use itertools::Itertools;

use super::primary::modifier_follows;
use super::{Operand, Parsed, Parser};
use crate::chance::expr::{Both, Expr, Held, Operator, Places, Range, Relation, Reroll, Sense};
use crate::chance::presets;
use crate::names::{self, near};

/// What a function does with its arguments.
#[derive(Clone, Copy)]
enum Function {
    Operator(Operator),
    /// Some of a pool are kept: the short word for them.
    Keep(&'static str, fn(u32) -> Places),
    Reroll(Reroll),
    /// The highest or the lowest of several throws.
    One(fn(u32) -> Places),
    Both(Both),
    /// A question about pools that nothing more is told.
    Held(fn() -> Held),
    /// A question about pools and some values.
    HeldIn(fn(Vec<Range>) -> Held),
    Own(fn(&mut Parser<'_>) -> Parsed<Expr>),
}

/// The functions there are.
const FUNCTIONS: [(&str, Function); 38] = [
    ("deal", Function::Own(|parser| parser.deal())),
    ("explode", Function::Own(|parser| parser.exploded())),
    ("reroll", Function::Reroll(Reroll::UntilNot)),
    ("reroll_once", Function::Reroll(Reroll::AtMost(1))),
    ("until", Function::Reroll(Reroll::Until)),
    ("keep_highest", Function::Keep("kh", Places::highest)),
    ("keep_lowest", Function::Keep("kl", Places::lowest)),
    ("drop_highest", Function::Keep("dh", Places::but_highest)),
    ("drop_lowest", Function::Keep("dl", Places::but_lowest)),
    ("score", Function::Own(|parser| parser.scored())),
    ("max", Function::One(Places::highest)),
    ("min", Function::One(Places::lowest)),
    ("plus", Function::Operator(Operator::Sum)),
    ("minus", Function::Operator(Operator::Difference)),
    ("times", Function::Operator(Operator::Product)),
    ("div", Function::Operator(Operator::Quotient)),
    ("mod", Function::Operator(Operator::Remainder)),
    ("ceil", Function::Own(|parser| parser.rounded_up())),
    ("abs", Function::Own(|parser| parser.absolute())),
    (
        "ge",
        Function::Operator(Operator::Compare(Relation::GreaterOrEqual)),
    ),
    (
        "gt",
        Function::Operator(Operator::Compare(Relation::Greater)),
    ),
    (
        "le",
        Function::Operator(Operator::Compare(Relation::LessOrEqual)),
    ),
    ("lt", Function::Operator(Operator::Compare(Relation::Less))),
    ("eq", Function::Operator(Operator::Compare(Relation::Equal))),
    (
        "ne",
        Function::Operator(Operator::Compare(Relation::NotEqual)),
    ),
    ("count", Function::HeldIn(Held::Count)),
    ("sum", Function::HeldIn(Held::Sum)),
    ("largest_set", Function::Held(|| Held::LargestSet)),
    ("sets", Function::Own(|parser| parser.sets())),
    (
        "distinct",
        Function::Held(|| Held::Sets(vec![Range::from(1)])),
    ),
    ("straight", Function::Held(|| Held::Straight)),
    ("contains", Function::HeldIn(Held::Contains)),
    ("matched", Function::Own(|parser| parser.matched())),
    ("difference", Function::Both(Both::Difference)),
    ("common", Function::Both(Both::Common)),
    ("without", Function::Both(Both::Without)),
    ("sizes", Function::Held(|| Held::Sizes)),
    ("sorted", Function::Held(|| Held::Sorted)),
];

/// All functions.
pub(super) fn functions() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.into_iter().map(|(name, _)| name)
}

fn function(name: &str) -> Option<Function> {
    let found = FUNCTIONS.into_iter().find(|(known, _)| *known == name);
    found.map(|(_, function)| function)
}

/// A throw in which the function stands.
fn example(name: &str) -> String {
    let arguments = match function(name) {
        Some(Function::Operator(_)) => "d20, 5",
        Some(Function::Keep(..)) => "4d6, 3",
        Some(Function::Reroll(_)) => "d6, {1}",
        Some(Function::One(_)) => "d6, d8",
        Some(Function::Both(_)) => "3d6, 2d6",
        Some(Function::HeldIn(_)) => "4d6, {6}",
        _ => match name {
            "deal" => "5, 4{1..13}",
            "score" => "4s, {0: 6, else: x}",
            "ceil" => "d20 / 2",
            "abs" => "d6 - d6",
            "sets" => "5d6, 2",
            "matched" => "3d6, 2d6",
            _ => "4d6",
        },
    };
    let added = match name {
        "sum" => ", which adds the sixes; 2d6 is the sum of two dice already",
        _ => "",
    };
    format!("{name}({arguments}){added}")
}

/// The relation that a word between two throws stands for.
pub(super) fn relation_word(word: &str) -> Option<Operator> {
    match function(&word.to_ascii_lowercase())? {
        Function::Operator(relation @ Operator::Compare(_)) => Some(relation),
        _ => None,
    }
}

/// ` (did you mean …?)`, where a name is written much like this.
fn meant<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    // `highest` is nearer to `keep_highest` than to `drop_highest`.
    let kept = functions().find(|name| name.strip_prefix("keep_") == Some(text));
    names::meant(kept.or_else(|| near(text, names)))
}

impl Parser<'_> {
    /// Functions, `best 3 of …`, and the outcome a condition speaks of.
    pub(super) fn word(&mut self) -> Parsed<Expr> {
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
            "best" | "least" if self.take('(') => {
                let sense = match word.as_str() {
                    "best" => Sense::Maximise,
                    _ => Sense::Minimise,
                };
                let chosen = self.nested(|parser| parser.chosen(sense))?;
                self.expect(')', "closes what is chosen from")?;
                Ok(chosen)
            }
            "best" => self.some_of(start, "kh", Places::highest),
            "worst" => self.some_of(start, "kl", Places::lowest),
            _ if self.take('(') => {
                let call = self.nested(|parser| parser.call(&word, start))?;
                self.expect(')', "closes the function")?;
                Ok(call)
            }
            _ => {
                self.at = start;
                match self.preset()? {
                    Some(preset) => Ok(preset),
                    None => self.no_throw(&word),
                }
            }
        }
    }

    /// What is ahead is no throw.
    fn no_throw<T>(&self, word: &str) -> Parsed<T> {
        let message = match word {
            "" => {
                let sign = self.peek().map(|c| format!("`{c}`"));
                let sign = sign.unwrap_or_else(|| "the end".to_owned());
                format!("a throw is expected, not {sign}")
            }
            _ if functions().any(|name| name == word) => {
                return self.fail_here(
                    format!("`{word}` takes what stands in parentheses"),
                    format!("as in {}", example(word)),
                );
            }
            _ => match self.later_name(word) {
                Some(why) => why,
                None => {
                    let presets = presets::PRESETS.iter().map(|preset| preset.name);
                    let known: Vec<&str> = presets.chain(functions()).collect();
                    let names = self.names.iter().map(|(word, _)| word.as_str());
                    let meant = match self.blank_meant().unwrap_or_else(|| self.dice_meant()) {
                        dice if dice.is_empty() => meant(word, names.chain(known)),
                        dice => dice,
                    };
                    format!("`{word}` is not a throw{meant}")
                }
            },
        };
        self.fail_here(
            message,
            "dice (2d6), sticks (4s), a number, a group in parentheses or a function such as explode(2d6)",
        )
    }

    /// ` (did you mean `roll kh2`?)`, where a modifier directly follows a name.
    fn blank_meant(&self) -> Option<String> {
        let rest = self.rest();
        self.names.iter().find_map(|(name, _)| {
            let (first, after) = rest.split_at_checked(name.len())?;
            let follows = first.eq_ignore_ascii_case(name) && modifier_follows(after);
            let modifier = self.word_ahead(false).get(name.len()..);
            let modifier = modifier.filter(|modifier| follows && !modifier.is_empty())?;
            Some(names::meant(Some(format!("{name} {modifier}"))))
        })
    }

    /// The throw of a preset whose name comes next: of two such names the longer.
    fn preset(&mut self) -> Parsed<Option<Expr>> {
        let rest = self.rest();
        let named = |name: &str| {
            let ahead = rest.get(..name.len());
            ahead.is_some_and(|ahead| ahead.eq_ignore_ascii_case(name))
                && !rest[name.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
        };
        let found = presets::PRESETS.iter().filter(|preset| named(preset.name));
        let Some(preset) = found.max_by_key(|preset| preset.name.len()) else {
            return Ok(None);
        };
        let mut inner = Parser::new(preset.spec, false)?;
        (inner.parts, inner.depth) = (self.parts, self.depth);
        let start = self.at;
        self.at += preset.name.len();
        match inner.throw() {
            Ok(expr) => {
                self.parts = inner.parts;
                Ok(Some(expr))
            }
            Err(error) => self.fail(
                start..self.at,
                error.message,
                error.help.unwrap_or_default(),
            ),
        }
    }

    fn some_of(&mut self, start: usize, word: &str, places: fn(u32) -> Places) -> Parsed<Expr> {
        self.blanks();
        let Some(k) = self.number_ahead()? else {
            return self.fail_here("how many are kept?", "as in `best 3 of 4d6`");
        };
        if !self.take_word("of") {
            return self.fail_here("`of` is missing", "as in `best 3 of 4d6`");
        }
        let pool = self.nested(Self::modified)?;
        self.keep(start, word, places(k), pool)
    }

    fn call(&mut self, name: &str, start: usize) -> Parsed<Expr> {
        match function(name) {
            Some(Function::Operator(operator)) => {
                let a = self.throw()?;
                self.expect(',', "comes between the two")?;
                self.operation(operator, a, Self::throw)
            }
            Some(Function::Keep(word, places)) => {
                let pool = self.throw()?;
                self.expect(',', "comes before how many")?;
                self.blanks();
                let Some(k) = self.number_ahead()? else {
                    return self.fail_here("how many?", format!("as in {name}(4d6, 3)"));
                };
                self.keep(start, word, places(k), pool)
            }
            Some(Function::Reroll(kind)) => self.rerolled(kind),
            Some(Function::One(places)) => self.one_of(start, places(1)),
            Some(Function::Both(both)) => {
                let (a, b) = self.two()?;
                self.part(Expr::Both(both, Box::new(a), Box::new(b)))
            }
            Some(Function::Held(held)) => {
                let (pools, _) = self.pools(|_| Ok(None::<Held>))?;
                self.part(Expr::Held(held(), pools))
            }
            Some(Function::HeldIn(held)) => {
                let (pools, set) = self.pools(Self::values)?;
                let Some(set) = set else {
                    let help = format!("as in {name}(10d6, [5, 6])");
                    return self.fail_here("which values?", help);
                };
                self.part(Expr::Held(held(set), pools))
            }
            Some(Function::Own(read)) => read(self),
            None => self.fail(
                start..start + name.len(),
                format!("there is no function `{name}`{}", meant(name, functions())),
                functions().join(", "),
            ),
        }
    }

    fn scored(&mut self) -> Parsed<Expr> {
        let of = self.either()?;
        self.expect(',', "comes before the table")?;
        let cases = self.cases()?;
        self.part(Expr::Score(Box::new(of), cases))
    }

    fn absolute(&mut self) -> Parsed<Expr> {
        let of = self.throw()?;
        self.part(Expr::Absolute(Box::new(of)))
    }

    fn exploded(&mut self) -> Parsed<Expr> {
        let of = self.operand()?;
        let limit = if self.take(',') {
            self.blanks();
            self.number_ahead()?
        } else {
            None
        };
        Ok(self.each(of, |of| Expr::Explode(limit, of))?.expr)
    }

    fn rerolled(&mut self, kind: Reroll) -> Parsed<Expr> {
        let of = self.operand()?;
        self.expect(',', "comes before the set")?;
        let set = self.set()?;
        let kind = match kind {
            Reroll::AtMost(_) if self.take(',') => {
                self.blanks();
                let Some(times) = self.number_ahead()? else {
                    return self.fail_here("how often?", "as in reroll_once(d6, [1], 2)");
                };
                Reroll::AtMost(times)
            }
            kind => kind,
        };
        Ok(self.each(of, |of| Expr::Reroll(kind, set, of))?.expr)
    }

    /// The highest or the lowest of several throws, or of the dice of one pool.
    fn one_of(&mut self, start: usize, places: Places) -> Parsed<Expr> {
        let mut parts = vec![self.throw()?];
        while self.take(',') {
            parts.push(self.throw()?);
        }
        // Of one pool, its highest die.
        let of = match <[Expr; 1]>::try_from(parts) {
            Ok(
                [
                    Expr::Number(_)
                    | Expr::Binary(Operator::Sum | Operator::Difference | Operator::Product, ..),
                ],
            ) => {
                return self.fail(
                    start..self.at,
                    "this takes several throws, or the dice of one pool",
                    "as in max(d6, d8) or max(2d20)",
                );
            }
            Ok([die]) if die.is_one_die() => Expr::Tuple(vec![die]),
            Ok([pool]) => pool,
            Err(parts) => Expr::Tuple(parts),
        };
        self.part(Expr::Slice(places, Box::new(of)))
    }

    /// The argument of `ceil`, a quotient, rounded up.
    fn rounded_up(&mut self) -> Parsed<Expr> {
        self.blanks();
        let inside = self.at;
        match self.throw()? {
            Expr::Binary(Operator::Quotient, a, b) => Ok(Expr::Binary(Operator::QuotientUp, a, b)),
            _ => self.fail(
                inside..self.at,
                "`ceil` rounds a quotient up, and this is none",
                "as in ceil(d20 / 2)",
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

    pub(super) fn two(&mut self) -> Parsed<(Expr, Expr)> {
        let a = self.throw()?;
        self.expect(',', "comes between the two")?;
        Ok((a, self.throw()?))
    }
}

//! The throw notation as a tree, and its canonical text.

use std::fmt::{self, Display, Formatter};

use itertools::Itertools;
use num_rational::BigRational;

pub use crate::exact::Relation;

/// A throw: what is thrown and what is made of it. `Display` gives the canonical text, which parses back to an
/// equal tree.
///
/// # Examples
/// ```
/// use siga::prelude::*;
/// let throw: Throw = "best 3 of 4d6".parse()?;
/// assert_eq!(throw.to_string(), "4d6kh3");
///
/// let error = "2d".parse::<Throw>().unwrap_err();
/// assert_eq!(error.position(), (1, 3)); // line and column of what is missing
/// # Ok::<(), siga::chance::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Expr {
    /// A whole number.
    Number(i64),
    /// `x`: the outcome a case of a score table or a condition speaks of.
    Outcome,
    /// `x1`, `x2`, …: a part of that outcome when it is a tuple, counted from one.
    Part(usize),
    /// `d6`, `d{1,2:3}`.
    Die(Faces),
    /// `s`, `s(3/5)`: a stick, 1 when it falls flat side up and 0 otherwise.
    Stick(Option<BigRational>),
    /// `3d6`, `4(2d6)`: so many independent copies, added.
    Repeat(u32, Box<Expr>),
    /// `-a`.
    Negative(Box<Expr>),
    /// `a + b`.
    Sum(Box<Expr>, Box<Expr>),
    /// `a - b`.
    Difference(Box<Expr>, Box<Expr>),
    /// `a * b`.
    Product(Box<Expr>, Box<Expr>),
    /// `4d6kh3`: the sum of some of several throws.
    Keep(Keep, u32, Box<Expr>),
    /// `d6!`, `d6!2`: thrown again on the top face and added, without limit or at most so often.
    Explode(Option<u32>, Box<Expr>),
    /// `d6r{1}`, `d6ro{1}`: thrown again on these outcomes.
    Reroll(Reroll, Vec<Range>, Box<Expr>),
    /// `a >= b`: 1 when it holds, 0 otherwise.
    Compare(Relation, Box<Expr>, Box<Expr>),
    /// `(d6, d8)`: all outcomes side by side.
    Tuple(Vec<Expr>),
    /// `4s -> {0: 6*, …}`.
    Score(Box<Expr>, Vec<Case>),
    /// `a and b`, in conditions.
    And(Box<Expr>, Box<Expr>),
    /// `a or b`, in conditions.
    Or(Box<Expr>, Box<Expr>),
    /// `not a`, in conditions.
    Not(Box<Expr>),
    /// `a in {2, 4..6}`, in conditions.
    In(Box<Expr>, Vec<Range>),
}

/// The faces of a die.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Faces {
    /// 1 to this number, each once.
    Upto(u32),
    /// Values with the number of faces that show them, ascending and distinct.
    List(Vec<(i64, u64)>),
}

/// Which of several throws are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// `kh`
    Highest,
    /// `kl`
    Lowest,
    /// `dh`: all but the highest.
    DropHighest,
    /// `dl`: all but the lowest.
    DropLowest,
}

/// How a die is thrown again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reroll {
    /// `r`: until it shows something else.
    UntilNot,
    /// `ro`: once, the second throw stands.
    Once,
    /// `ru`: until it shows one of these.
    Until,
}

/// Whole numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The smallest.
    pub from: i64,
    /// The largest.
    pub to: i64,
}

impl Range {
    /// Whether the number lies in the range.
    pub fn contains(&self, value: i64) -> bool {
        (self.from..=self.to).contains(&value)
    }
}

/// One line of a score table.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// What is thrown; nothing stands for `else`.
    pub keys: Vec<Key>,
    /// What it counts.
    pub value: Score,
    /// `*`: it earns another throw.
    pub again: bool,
}

/// What a case of a score table is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    /// Numbers.
    Range(Range),
    /// A label of an inner score table.
    Label(String),
    /// A tuple of numbers.
    Tuple(Vec<i64>),
}

/// What a throw counts.
#[derive(Clone, Debug, PartialEq)]
pub enum Score {
    /// A number, which may depend on the throw (`x`) or be thrown for.
    Value(Expr),
    /// A name without a number.
    Label(String),
    /// It voids the throw before it; it may have a name.
    Cancel(Option<String>),
}

/// How tightly an expression binds, for parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Score,
    Or,
    And,
    Not,
    Compare,
    Sum,
    Product,
    Unary,
    Atom,
}

impl Expr {
    fn level(&self) -> Level {
        match self {
            Self::Score(..) => Level::Score,
            Self::Or(..) => Level::Or,
            Self::And(..) => Level::And,
            Self::Not(_) => Level::Not,
            Self::Compare(..) | Self::In(..) => Level::Compare,
            Self::Sum(..) | Self::Difference(..) => Level::Sum,
            Self::Product(..) => Level::Product,
            Self::Negative(_) => Level::Unary,
            Self::Number(n) if *n < 0 => Level::Unary,
            _ => Level::Atom,
        }
    }

    /// The throws it is made of.
    pub fn parts(&self) -> Vec<&Self> {
        match self {
            Self::Number(_) | Self::Outcome | Self::Part(_) | Self::Die(_) | Self::Stick(_) => {
                Vec::new()
            }
            Self::Repeat(_, a)
            | Self::Negative(a)
            | Self::Keep(_, _, a)
            | Self::Explode(_, a)
            | Self::Reroll(_, _, a)
            | Self::Not(a)
            | Self::In(a, _) => vec![a],
            Self::Sum(a, b)
            | Self::Difference(a, b)
            | Self::Product(a, b)
            | Self::Compare(_, a, b)
            | Self::And(a, b)
            | Self::Or(a, b) => vec![a, b],
            Self::Tuple(parts) => parts.iter().collect(),
            Self::Score(a, cases) => {
                let values = cases.iter().filter_map(|case| match &case.value {
                    Score::Value(value) => Some(value),
                    _ => None,
                });
                std::iter::once(&**a).chain(values).collect()
            }
        }
    }

    /// Whether something holds for the throw or for any it is made of.
    pub fn any(&self, holds: impl Fn(&Self) -> bool) -> bool {
        let mut left = vec![self];
        while let Some(expr) = left.pop() {
            if holds(expr) {
                return true;
            }
            left.extend(expr.parts());
        }
        false
    }

    /// How many throws it is made of, itself among them.
    pub(super) fn count(&self) -> usize {
        let mut count = 0;
        let mut left = vec![self];
        while let Some(expr) = left.pop() {
            count += 1;
            left.extend(expr.parts());
        }
        count
    }

    /// A chain of operators that bind alike, such as `a + b - c`: its first operand, and each operation with its right one.
    ///
    /// Chains are as long as a throw; what goes along them does not go deeper with each operand.
    pub(super) fn chain(&self) -> (&Self, Vec<(&Self, &Self)>) {
        let mut operations = Vec::new();
        let mut first = self;
        while let Self::Sum(a, b)
        | Self::Difference(a, b)
        | Self::Product(a, b)
        | Self::And(a, b)
        | Self::Or(a, b) = first
        {
            if first.level() != self.level() {
                break;
            }
            operations.push((first, &**b));
            first = a;
        }
        operations.reverse();
        (first, operations)
    }

    /// How deep throws within throws go, a chain of operators counting once.
    pub(super) fn height(&self) -> usize {
        let mut height = 0;
        let mut left = vec![(self, 1)];
        while let Some((expr, depth)) = left.pop() {
            height = height.max(depth);
            let (first, operations) = expr.chain();
            if operations.is_empty() {
                left.extend(expr.parts().into_iter().map(|part| (part, depth + 1)));
            } else {
                left.push((first, depth + 1));
                left.extend(operations.into_iter().map(|(_, right)| (right, depth + 1)));
            }
        }
        height
    }

    fn at(&self, level: Level) -> AtLevel<'_> {
        AtLevel(self, level)
    }

    /// A die, a stick, or either with its own further throws: what a count or a modifier can follow directly.
    fn is_die_like(&self) -> bool {
        match self {
            Self::Die(_) | Self::Stick(_) => true,
            Self::Explode(_, of) | Self::Reroll(_, _, of) => of.is_die_like(),
            _ => false,
        }
    }

    fn write_chain(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (first, operations) = self.chain();
        write!(f, "{}", first.at(self.level()))?;
        for (operation, right) in operations {
            let (sign, level) = match operation {
                Self::Sum(..) => ("+", Level::Product),
                Self::Difference(..) => ("-", Level::Product),
                Self::Product(..) => ("*", Level::Unary),
                Self::And(..) => ("and", Level::Not),
                _ => ("or", Level::And),
            };
            write!(f, " {sign} {}", right.at(level))?;
        }
        Ok(())
    }

    fn write_modified(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Explode(..) | Self::Reroll(..) => write!(f, "{self}"),
            _ if self.is_die_like() => write!(f, "{self}"),
            _ => write!(f, "({self})"),
        }
    }
}

/// An expression in parentheses where it binds less tightly than asked.
struct AtLevel<'a>(&'a Expr, Level);

impl Display for AtLevel<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.0.level() < self.1 {
            write!(f, "({})", self.0)
        } else {
            write!(f, "{}", self.0)
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(n) => write!(f, "{n}"),
            Self::Outcome => f.write_str("x"),
            Self::Part(part) => write!(f, "x{part}"),
            Self::Die(faces) => write!(f, "d{faces}"),
            Self::Stick(None) => f.write_str("s"),
            Self::Stick(Some(bias)) => write!(f, "s({bias})"),
            Self::Repeat(n, of) => {
                write!(f, "{n}")?;
                of.write_modified(f)
            }
            Self::Negative(a) => write!(f, "-{}", a.at(Level::Unary)),
            Self::Sum(..)
            | Self::Difference(..)
            | Self::Product(..)
            | Self::And(..)
            | Self::Or(..) => self.write_chain(f),
            Self::Keep(keep, k, pool) => match (keep, k, &**pool) {
                // In parentheses alone, dice would be the pool that is chosen from.
                (Keep::Highest, 1, Self::Tuple(one)) if one.len() == 1 => {
                    write!(f, "max({})", one[0])
                }
                (Keep::Lowest, 1, Self::Tuple(one)) if one.len() == 1 => {
                    write!(f, "min({})", one[0])
                }
                _ => write!(f, "{}{keep}{k}", pool.at(Level::Atom)),
            },
            Self::Explode(limit, of) => {
                of.write_modified(f)?;
                f.write_str("!")?;
                limit.map_or(Ok(()), |limit| write!(f, "{limit}"))
            }
            Self::Reroll(kind, on, of) => {
                of.write_modified(f)?;
                write!(f, "{kind}{{{}}}", on.iter().join(", "))
            }
            Self::Compare(relation, a, b) => {
                write!(
                    f,
                    "{} {} {}",
                    a.at(Level::Sum),
                    symbol(*relation),
                    b.at(Level::Sum)
                )
            }
            Self::Tuple(parts) => write!(f, "({})", parts.iter().join(", ")),
            Self::Score(of, cases) => {
                write!(
                    f,
                    "{} -> {{{}}}",
                    of.at(Level::Compare),
                    cases.iter().join(", ")
                )
            }
            Self::Not(a) => write!(f, "not {}", a.at(Level::Not)),
            Self::In(a, set) => write!(f, "{} in {{{}}}", a.at(Level::Sum), set.iter().join(", ")),
        }
    }
}

/// The sign of a relation.
pub fn symbol(relation: Relation) -> &'static str {
    match relation {
        Relation::Less => "<",
        Relation::LessOrEqual => "<=",
        Relation::Equal => "=",
        Relation::NotEqual => "!=",
        Relation::GreaterOrEqual => ">=",
        Relation::Greater => ">",
    }
}

/// Faces in a row that are printed as a range; fewer are printed one by one.
const LONG_RUN: usize = 10;

impl Display for Faces {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Upto(n) => write!(f, "{n}"),
            Self::List(faces) => {
                let follows = |one: &(i64, u64), next: &(i64, u64)| (one.0 + 1, one.1) == *next;
                let face = |&(value, count): &(i64, u64)| (value.to_string(), count);
                let texts = faces.chunk_by(follows).flat_map(|run| match run {
                    [(from, count), .., (to, _)] if run.len() >= LONG_RUN => {
                        vec![(format!("{from}..{to}"), *count)]
                    }
                    short => short.iter().map(face).collect(),
                });
                let mut texts = texts.map(|(text, count)| match count {
                    1 => text,
                    _ => format!("{text}:{count}"),
                });
                write!(f, "{{{}}}", texts.join(", "))
            }
        }
    }
}

impl Display for Keep {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Highest => "kh",
            Self::Lowest => "kl",
            Self::DropHighest => "dh",
            Self::DropLowest => "dl",
        })
    }
}

impl Display for Reroll {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UntilNot => "r",
            Self::Once => "ro",
            Self::Until => "ru",
        })
    }
}

impl Display for Range {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.from == self.to {
            write!(f, "{}", self.from)
        } else {
            write!(f, "{}..{}", self.from, self.to)
        }
    }
}

impl Display for Case {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.keys.is_empty() {
            f.write_str("else")?;
        }
        let star = if self.again { "*" } else { "" };
        write!(f, "{}: {}{star}", self.keys.iter().join("|"), self.value)
    }
}

impl Display for Key {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range(range) => write!(f, "{range}"),
            Self::Label(label) => write!(f, "\"{label}\""),
            Self::Tuple(parts) => write!(f, "({})", parts.iter().join(", ")),
        }
    }
}

impl Display for Score {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            // A comparison as the value of a case stands in parentheses.
            Self::Value(value) => write!(f, "{}", value.at(Level::Sum)),
            Self::Label(label) => write!(f, "\"{label}\""),
            Self::Cancel(None) => f.write_str("cancel"),
            Self::Cancel(Some(label)) => write!(f, "\"{label}\" cancel"),
        }
    }
}

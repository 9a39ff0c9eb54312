//! The canonical text of a throw, which reads back as the same throw.

use std::fmt::{self, Display, Formatter};

use itertools::Itertools;

use super::expr::{
    Case, Expr, Faces, Held, Keep, Key, Range, Relation, Reroll, Rounding, Score, Ties,
};

/// The precedence of an expression, for parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
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
    pub(super) fn level(&self) -> Level {
        match self {
            Self::Score(..) => Level::Score,
            Self::Or(..) => Level::Or,
            Self::And(..) => Level::And,
            Self::Not(_) => Level::Not,
            Self::Compare(..) | Self::In(..) => Level::Compare,
            Self::Sum(..) | Self::Difference(..) => Level::Sum,
            Self::Product(..) | Self::Quotient(Rounding::Down, ..) | Self::Remainder(..) => {
                Level::Product
            }
            Self::Negative(_) => Level::Unary,
            Self::Number(n) if *n < 0 => Level::Unary,
            _ => Level::Atom,
        }
    }

    fn at(&self, level: Level) -> AtLevel<'_> {
        AtLevel(self, level)
    }

    /// A die, a stick, or either with its own further throws: what a count or a modifier can follow directly.
    fn is_die_like(&self) -> bool {
        match self {
            Self::Die(_) | Self::DieOf(_) | Self::Stick(_) => true,
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
                Self::Quotient(..) => ("/", Level::Unary),
                Self::Remainder(..) => ("mod", Level::Unary),
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

/// Writes a question about what pools hold.
fn write_held(f: &mut Formatter<'_>, held: &Held, pools: &str) -> fmt::Result {
    let set = |set: &[Range]| set.iter().join(", ");
    match held {
        Held::Count(values) => write!(f, "count({pools}, {{{}}})", set(values)),
        Held::Sum(values) => write!(f, "sum({pools}, {{{}}})", set(values)),
        Held::Contains(values) => write!(f, "contains({pools}, {{{}}})", set(values)),
        Held::LargestSet => write!(f, "largest_set({pools})"),
        Held::Straight => write!(f, "straight({pools})"),
        Held::Sets(sizes) => match sizes.as_slice() {
            [
                Range {
                    from: 1,
                    to: i64::MAX,
                },
            ] => write!(f, "distinct({pools})"),
            [Range { from, to: i64::MAX }] => write!(f, "sets({pools}, {from})"),
            sizes => write!(f, "sets({pools}, {{{}}})", set(sizes)),
        },
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(n) => write!(f, "{n}"),
            Self::Outcome => f.write_str("x"),
            Self::Part(part) => write!(f, "x{part}"),
            Self::Die(faces) => write!(f, "d{faces}"),
            Self::DieOf(faces) => write!(f, "d({faces})"),
            Self::Stick(None) => f.write_str("s"),
            Self::Stick(Some(bias)) => write!(f, "s({bias})"),
            Self::Repeat(n, of) => {
                write!(f, "{n}")?;
                of.write_modified(f)
            }
            Self::Copies(count, of) => {
                write!(f, "({count})")?;
                of.write_modified(f)
            }
            Self::Absolute(a) => write!(f, "abs({a})"),
            Self::Quotient(Rounding::Up, a, b) => {
                write!(f, "ceil({} / {})", a.at(Level::Product), b.at(Level::Unary))
            }
            Self::Negative(a) => write!(f, "-{}", a.at(Level::Unary)),
            Self::Sum(..)
            | Self::Difference(..)
            | Self::Product(..)
            | Self::Quotient(..)
            | Self::Remainder(..)
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
            Self::Held(held, pools) => write_held(f, held, &pools.iter().join(", ")),
            Self::Matched(a, b, ties) => match ties {
                Ties::Neither => write!(f, "matched({a}, {b})"),
                Ties::First => write!(f, "matched({a}, {b}, first)"),
                Ties::Second => write!(f, "matched({a}, {b}, second)"),
            },
            Self::Deal(hand, cards) => {
                write!(f, "deal({hand}, {})", Faces::List(cards.clone()))
            }
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
fn symbol(relation: Relation) -> &'static str {
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

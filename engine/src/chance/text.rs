//! The canonical text of a throw, which reads back as the same throw.

use std::fmt::{self, Display, Formatter};

use itertools::Itertools;

use super::expr::{
    Binding, Both, Case, ChosenPart, Expr, Faces, Held, Key, Loop, Name, Operator, Places, Range,
    Relation, Reroll, Score, Sense, Ties,
};

/// The precedence of an expression, for parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Level {
    Program,
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

/// The operators and their signs; those that begin with another come before it.
pub(super) const SIGNS: [(Operator, &str); 13] = [
    (Operator::Sum, "+"),
    (Operator::Difference, "-"),
    (Operator::Product, "*"),
    (Operator::Quotient, "/"),
    (Operator::Remainder, "mod"),
    (Operator::Compare(Relation::LessOrEqual), "<="),
    (Operator::Compare(Relation::GreaterOrEqual), ">="),
    (Operator::Compare(Relation::NotEqual), "!="),
    (Operator::Compare(Relation::Less), "<"),
    (Operator::Compare(Relation::Greater), ">"),
    (Operator::Compare(Relation::Equal), "="),
    (Operator::And, "and"),
    (Operator::Or, "or"),
];

impl Operator {
    pub(super) fn level(self) -> Level {
        match self {
            Self::Or => Level::Or,
            Self::And => Level::And,
            Self::Compare(_) => Level::Compare,
            Self::Sum | Self::Difference => Level::Sum,
            Self::Product | Self::Quotient | Self::Remainder => Level::Product,
            Self::QuotientUp => Level::Atom,
        }
    }

    /// Whether several operations of its level stand one after the other without parentheses.
    pub(super) fn chains(self) -> bool {
        !matches!(self, Self::Compare(_) | Self::QuotientUp)
    }

    fn sign(self) -> &'static str {
        let found = SIGNS.iter().find(|(own, _)| *own == self);
        found.expect("`ceil` is written as a function").1
    }
}

impl Expr {
    pub(super) fn level(&self) -> Level {
        match self {
            Self::Let(..) => Level::Program,
            Self::Score(..) | Self::If(..) | Self::Loop(_) => Level::Score,
            Self::Binary(operator, ..) => operator.level(),
            Self::Not(_) => Level::Not,
            Self::In(..) => Level::Compare,
            Self::Negative(_) => Level::Unary,
            Self::Number(n) if *n < 0 => Level::Unary,
            _ => Level::Atom,
        }
    }

    /// The text, in parentheses where the expression binds less tightly than asked.
    fn at(&self, level: Level) -> String {
        match self.level() < level {
            true => format!("({self})"),
            false => self.to_string(),
        }
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
        let level = match self.level() {
            Level::Or => Level::And,
            Level::And => Level::Not,
            Level::Sum => Level::Product,
            _ => Level::Unary,
        };
        for (_, operator, right) in operations {
            write!(f, " {} {}", operator.sign(), right.at(level))?;
        }
        Ok(())
    }

    /// Writes throws of one kind, and dice that are thrown again or on.
    fn write_thrown(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repeat(n, of) => {
                write!(f, "{n}")?;
                of.write_modified(f)
            }
            Self::Copies(count, of) => {
                write!(f, "({count})")?;
                of.write_modified(f)
            }
            Self::Explode(limit, of) => {
                of.write_modified(f)?;
                f.write_str("!")?;
                limit.map_or(Ok(()), |limit| write!(f, "{limit}"))
            }
            Self::Reroll(kind, on, of) => {
                of.write_modified(f)?;
                write!(f, "{kind}{{{}}}", on.iter().join(", "))?;
                match kind {
                    Reroll::AtMost(times) if *times != 1 => write!(f, "{times}"),
                    _ => Ok(()),
                }
            }
            other => write!(f, "{other}"),
        }
    }

    fn write_modified(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Explode(..) | Self::Reroll(..) => write!(f, "{self}"),
            _ if self.is_die_like() => write!(f, "{self}"),
            _ => write!(f, "({self})"),
        }
    }
}

/// One of several parts between commas, where names need parentheses.
fn part(part: &Expr) -> String {
    part.at(Level::Score)
}

/// Parts with commas between them.
fn list(parts: &[Expr]) -> String {
    parts.iter().map(part).join(", ")
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
        Held::Sizes => write!(f, "sizes({pools})"),
        Held::Sorted => write!(f, "sorted({pools})"),
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

/// Writes places in brackets: `[2]`, `[2..4]`.
fn write_places(f: &mut Formatter<'_>, places: Places) -> fmt::Result {
    match places {
        Places { from, .. } if places.is_one() => write!(f, "[{from}]"),
        Places { from, to } => write!(f, "[{from}..{to}]"),
    }
}

/// Writes what is kept of a pool: the short forms for dice as they are thrown, places for all else.
fn write_slice(f: &mut Formatter<'_>, places: Places, pool: &Expr) -> fmt::Result {
    let Places { from, to } = places;
    let thrown = matches!(
        pool,
        Expr::Repeat(..) | Expr::Copies(..) | Expr::Tuple(_) | Expr::Deal(..)
    );
    match pool {
        // In parentheses alone, dice would be the pool that is chosen from.
        Expr::Tuple(one) if one.len() == 1 && places == Places::highest(1) => {
            return write!(f, "max({})", one[0]);
        }
        Expr::Tuple(one) if one.len() == 1 && places == Places::lowest(1) => {
            return write!(f, "min({})", one[0]);
        }
        _ => write!(f, "{}", pool.at(Level::Atom))?,
    }
    // A place of a name must be there; so many of it are kept as there are.
    let space = match pool {
        Expr::Name(_) if !places.is_one() => " ",
        _ if thrown => "",
        _ => return write_places(f, places),
    };
    match (from, to) {
        (1, 0..) => write!(f, "{space}kl{to}"),
        (..=-1, -1) => write!(f, "{space}kh{}", -from),
        (1, ..=-1) => write!(f, "{space}dh{}", -1 - to),
        (2.., -1) => write!(f, "{space}dl{}", from - 1),
        _ => write_places(f, places),
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
            Self::Name(name) => write!(f, "{name}"),
            Self::Let(bindings, body) => write_let(f, bindings, body),
            Self::Loop(of) => write_loop(f, of),
            Self::If(condition, cases) => write_if(f, condition, cases),
            Self::Score(of, cases) => {
                let cases = cases.iter().join(", ");
                write!(f, "{} -> {{{cases}}}", of.at(Level::Compare))
            }
            Self::Repeat(..) | Self::Copies(..) | Self::Explode(..) | Self::Reroll(..) => {
                self.write_thrown(f)
            }
            Self::Tuple(parts) => write!(f, "({})", list(parts)),
            Self::Slice(places, pool) => write_slice(f, *places, pool),
            Self::Held(held, pools) => write_held(f, held, &list(pools)),
            Self::ChosenPart(keep) => write_keep(f, keep),
            Self::Both(both, a, b) => write!(f, "{both}({}, {})", part(a), part(b)),
            Self::Matched(a, b, ties) => {
                let ties = match ties {
                    Ties::Neither => "",
                    Ties::First => ", first",
                    Ties::Second => ", second",
                };
                write!(f, "matched({}, {}{ties})", part(a), part(b))
            }
            Self::Deal(hands, cards) => {
                let hands = hands.iter().join(", ");
                write!(f, "deal({hands}, {})", Faces::List(cards.clone()))
            }
            Self::Choice(sense, options) => {
                write!(f, "{}({})", sense_word(*sense), list(options))
            }
            Self::Absolute(a) => write!(f, "abs({})", a.at(Level::Score)),
            Self::Binary(Operator::QuotientUp, a, b) => {
                write!(f, "ceil({} / {})", a.at(Level::Product), b.at(Level::Unary))
            }
            Self::Negative(a) => write!(f, "-{}", a.at(Level::Unary)),
            Self::Not(a) => write!(f, "not {}", a.at(Level::Not)),
            Self::Binary(operator @ Operator::Compare(_), a, b) => {
                let (a, b) = (a.at(Level::Sum), b.at(Level::Sum));
                write!(f, "{a} {} {b}", operator.sign())
            }
            Self::In(a, set) => write!(f, "{} in {{{}}}", a.at(Level::Sum), set.iter().join(", ")),
            Self::Binary(..) => self.write_chain(f),
        }
    }
}

/// Writes names and what they are used in.
fn write_let(f: &mut Formatter<'_>, bindings: &[Binding], body: &Expr) -> fmt::Result {
    for Binding { name, value } in bindings {
        write!(f, "let {name} = {}; ", value.at(Level::Score))?;
    }
    write!(f, "{}", body.at(Level::Score))
}

/// Writes a throw that is repeated until something is so.
fn write_loop(f: &mut Formatter<'_>, of: &Loop) -> fmt::Result {
    let names = of.names.iter().join(", ");
    match of.names.len() {
        1 => write!(f, "repeat {names}")?,
        _ => write!(f, "repeat ({names})")?,
    }
    let (start, ends) = (of.start.at(Level::Sum), of.ends.at(Level::Or));
    write!(f, " = {start} until {ends}: ")?;
    match &of.next {
        Expr::Tuple(_) => write!(f, "{}", of.next),
        next => write!(f, "({next})"),
    }
}

/// Writes a condition with its two branches.
fn write_if(f: &mut Formatter<'_>, condition: &Expr, cases: &[Case]) -> fmt::Result {
    write!(f, "if {} then ", condition.at(Level::Or))?;
    let branch = |case: &Case| match &case.value {
        // As far as the end, so that all of a branch may stand in it.
        Score::Value(value) => value.at(Level::Score),
        label => label.to_string(),
    };
    let star = |case: &Case| if case.again { "*" } else { "" };
    let branches = cases.iter();
    let branches = branches.map(|case| format!("{}{}", branch(case), star(case)));
    write!(f, "{}", branches.format(" else "))
}

/// The function that chooses so.
fn sense_word(sense: Sense) -> &'static str {
    match sense {
        Sense::Maximise => "best",
        Sense::Minimise => "least",
    }
}

/// Writes what is made of a part of a pool that is chosen.
fn write_keep(f: &mut Formatter<'_>, keep: &ChosenPart) -> fmt::Result {
    let pools = keep.pool.parts().into_iter().join(", ");
    write!(f, "{}({} in {pools}", sense_word(keep.sense), keep.name)?;
    match keep.sizes.as_slice() {
        [
            Range {
                from: 0,
                to: i64::MAX,
            },
        ] => {}
        [Range { from, to: i64::MAX }] => write!(f, ", {from}")?,
        sizes => write!(f, ", {{{}}}", sizes.iter().join(", "))?,
    }
    write!(f, ": {})", keep.next)
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

impl Display for Name {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Display for Both {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Difference => "difference",
            Self::Common => "common",
            Self::Without => "without",
        })
    }
}

impl Display for Reroll {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UntilNot => "r",
            Self::AtMost(_) => "ro",
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

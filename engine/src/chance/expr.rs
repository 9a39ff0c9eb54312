//! The throw notation as a tree.

use num_rational::BigRational;

pub use crate::exact::Relation;
pub use crate::exact::decision::Sense;

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
    /// `d(2d6)`: a die with as many faces as the throw shows.
    DieOf(Box<Expr>),
    /// `s`, `s(3/5)`: a stick, 1 when it falls flat side up and 0 otherwise.
    Stick(Option<BigRational>),
    /// `3d6`, `4(2d6)`: a number of independent copies, added.
    Repeat(u32, Box<Expr>),
    /// `(d4)d6`: as many independent copies as the first throw shows, added.
    Copies(Box<Expr>, Box<Expr>),
    /// `-a`.
    Negative(Box<Expr>),
    /// `a + b`, `a >= b`: two throws with an operator between them.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `abs(a)`.
    Absolute(Box<Expr>),
    /// `let roll = 12d6; …`: throws that have a name, and what is made of them.
    Let(Vec<Binding>, Box<Expr>),
    /// `repeat (a, b) = (3, 2) until a = 0 or b = 0: (…)`: again and again until something holds.
    Loop(Box<Loop>),
    /// A name: every use of it is the same throw.
    Name(Name),
    /// `roll[2..4]`, `4d6kh3`: the outcomes of a pool in these places, again a pool; of a tuple, those parts.
    Slice(Places, Box<Expr>),
    /// `difference(a, b)`: two pools compared face by face, again a pool.
    Both(Both, Box<Expr>, Box<Expr>),
    /// `if a > b then win else loss`: what counts when it holds, and when not.
    If(Box<Expr>, Vec<Case>),
    /// `best(die, d6)`, `least(a, b)`: of several throws the one that is greatest or least on average, by what has a name.
    Choice(Sense, Vec<Expr>),
    /// `best(kept in roll: …)`: the part of a pool with which what follows is greatest or least on average.
    ChosenPart(Box<ChosenPart>),
    /// `count(10d6, {6})`: what one or several pools hold together.
    Held(Held, Vec<Expr>),
    /// `matched(3d6, 2d6)`: the highest of one pool against that of another and so on down: who is higher how often.
    Matched(Box<Expr>, Box<Expr>, Ties),
    /// `deal(5, {1..13:4})`, `deal(2, 2, {1..13:4})`: hands of cards of one deck, with how many of each value it has, drawn
    /// without putting back and added.
    Deal(Vec<u32>, Vec<(i64, u64)>),
    /// `d6!`, `d6!2`: thrown again on the top face and added, without limit or at most this number of times.
    Explode(Option<u32>, Box<Expr>),
    /// `d6r{1}`, `d6ro{1}`: thrown again on these outcomes.
    Reroll(Reroll, Vec<Range>, Box<Expr>),
    /// `(d6, d8)`: all outcomes side by side.
    Tuple(Vec<Expr>),
    /// `4s -> {0: 6*, …}`.
    Score(Box<Expr>, Vec<Case>),
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

/// A name that a throw is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Its number among the names of the text, by which it is known.
    pub number: usize,
    /// The name as it is written where it is given.
    pub text: String,
}

/// A name, and the throw that has it.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The name.
    pub name: Name,
    /// The throw.
    pub value: Expr,
}

/// What is made again and again of some numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Loop {
    /// The names of the numbers.
    pub names: Vec<Name>,
    /// The numbers at first, side by side where there are several.
    pub start: Expr,
    /// What holds at the end.
    pub ends: Expr,
    /// The numbers after one more round.
    pub next: Expr,
}

/// A part of a pool that is chosen, and what is made of it.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenPart {
    /// Whether what is made of it is to be great or small.
    pub sense: Sense,
    /// The name of the part.
    pub name: Name,
    /// All that it is chosen from, in ascending order: a [`Held::Sorted`].
    pub pool: Expr,
    /// How many may be chosen.
    pub sizes: Vec<Range>,
    /// What is made of it.
    pub next: Expr,
}

/// Places of a pool in ascending order, both ends included: 1 is the lowest outcome, −1 the highest, −2 the second highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places {
    /// The first place.
    pub from: i64,
    /// The last place.
    pub to: i64,
}

impl Places {
    /// The highest `count`.
    pub fn highest(count: u32) -> Self {
        match i64::from(count) {
            0 => Self::lowest(0),
            count => Self {
                from: -count,
                to: -1,
            },
        }
    }

    /// The lowest `count`.
    pub fn lowest(count: u32) -> Self {
        let to = count.into();
        Self { from: 1, to }
    }

    /// All but the highest `count`.
    pub fn but_highest(count: u32) -> Self {
        let to = -1 - i64::from(count);
        Self { from: 1, to }
    }

    /// All but the lowest `count`.
    pub fn but_lowest(count: u32) -> Self {
        let from = 1 + i64::from(count);
        Self { from, to: -1 }
    }

    /// The same places counted from the other end.
    pub fn mirrored(self) -> Self {
        if self.to == 0 {
            return self;
        }
        Self {
            from: -self.to,
            to: -self.from,
        }
    }

    /// Whether it is one place.
    pub(crate) fn is_one(self) -> bool {
        self.from == self.to
    }

    /// The numbers of the places from the lowest, counted from 0, among `size`: from the first to before the last.
    pub(crate) fn among(self, size: usize) -> std::ops::Range<usize> {
        let size = size as i64;
        let from = if self.from < 0 {
            size + self.from
        } else {
            self.from - 1
        };
        let to = if self.to < 0 {
            size + self.to + 1
        } else {
            self.to
        };
        let from = from.clamp(0, size);
        from as usize..to.clamp(from, size) as usize
    }
}

/// What is made of two pools, face by face.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Both {
    /// `difference`: each of the second takes one of the same face off the first.
    Difference,
    /// `common`: those that both have.
    Common,
    /// `without`: those of the first whose face the second does not show.
    Without,
}

/// A question about pools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Held {
    /// `count`: how many show one of these values.
    Count(Vec<Range>),
    /// `sum`: those that show one of these values, added.
    Sum(Vec<Range>),
    /// `largest_set`: how many show the value that most show.
    LargestSet,
    /// `sets`: the number of values that a given number of dice show; `distinct` is any number of them.
    Sets(Vec<Range>),
    /// `straight`: how many values follow each other in the longest row without a gap.
    Straight,
    /// `contains`: how often these values, each as often as it is listed, are there, no throw used twice.
    Contains(Vec<Range>),
    /// `sizes`: how many show each value that is shown, the most first; a tuple.
    Sizes,
    /// `sorted`: all of them in ascending order; a tuple.
    Sorted,
}

/// The side that a tie counts for, where two pools are matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// Neither.
    #[default]
    Neither,
    /// `first`: the side written first.
    First,
    /// `second`: the side written second.
    Second,
}

/// An operator between two throws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `a + b`.
    Sum,
    /// `a - b`.
    Difference,
    /// `a * b`.
    Product,
    /// `a / b`: rounded to the next whole number below, also of negative ones, so that `-1 / 2` is −1.
    Quotient,
    /// `ceil(a / b)`: rounded to the next above.
    QuotientUp,
    /// `a mod b`: what is left of a beyond the largest multiple of b that is not above it.
    Remainder,
    /// `a >= b`: 1 when it holds, 0 otherwise.
    Compare(Relation),
    /// `a and b`, in conditions.
    And,
    /// `a or b`, in conditions.
    Or,
}

/// The rule for throwing a die again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reroll {
    /// `r`: until it shows something else.
    UntilNot,
    /// `ro`, `ro{1}2`: at most this number of times.
    AtMost(u32),
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
    /// This number and all above it.
    pub(crate) fn from(from: i64) -> Self {
        let to = i64::MAX;
        Self { from, to }
    }

    /// Whether the number lies in the range.
    pub fn contains(&self, value: i64) -> bool {
        (self.from..=self.to).contains(&value)
    }
}

/// One line of a score table.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The outcomes it is for; empty for `else`.
    pub keys: Vec<Key>,
    /// The value counted.
    pub value: Score,
    /// `*`: it earns another throw.
    pub again: bool,
}

/// A key of a case of a score table.
#[derive(Clone, Debug, PartialEq)]
pub enum Key {
    /// Numbers.
    Range(Range),
    /// A label of an inner score table.
    Label(String),
    /// A tuple of numbers.
    Tuple(Vec<i64>),
}

/// The value that a throw counts.
#[derive(Clone, Debug, PartialEq)]
pub enum Score {
    /// A number, which may depend on the throw (`x`) or be thrown for.
    Value(Expr),
    /// A name without a number.
    Label(String),
    /// It voids the throw before it; it may have a name.
    Cancel(Option<String>),
}

/// The parts of an expression, borrowed or borrowed mutably.
macro_rules! parts {
    ($expr:expr, $iter:ident $(, $mut:tt)?) => {
        match $expr {
            Self::Number(_)
            | Self::Name(_)
            | Self::Outcome
            | Self::Part(_)
            | Self::Die(_)
            | Self::Stick(_)
            | Self::Deal(..) => Vec::new(),
            Self::Repeat(_, a)
            | Self::DieOf(a)
            | Self::Negative(a)
            | Self::Absolute(a)
            | Self::Slice(_, a)
            | Self::Explode(_, a)
            | Self::Reroll(_, _, a)
            | Self::Not(a)
            | Self::In(a, _) => vec![a],
            Self::Binary(_, a, b)
            | Self::Copies(a, b)
            | Self::Matched(a, b, _)
            | Self::Both(_, a, b) => vec![a, b],
            Self::Tuple(parts) | Self::Held(_, parts) | Self::Choice(_, parts) => {
                parts.$iter().collect()
            }
            Self::ChosenPart(keep) => vec![&$($mut)? keep.pool, &$($mut)? keep.next],
            Self::Loop(of) => vec![&$($mut)? of.start, &$($mut)? of.ends, &$($mut)? of.next],
            Self::Let(bindings, body) => {
                let values = bindings.$iter().map(|binding| &$($mut)? binding.value);
                values.chain([&$($mut)? **body]).collect()
            }
            Self::Score(a, cases) | Self::If(a, cases) => {
                let values = cases.$iter().filter_map(|case| match &$($mut)? case.value {
                    Score::Value(value) => Some(value),
                    _ => None,
                });
                std::iter::once(&$($mut)? **a).chain(values).collect()
            }
        }
    };
}

impl Expr {
    /// Two throws with an operator between them.
    pub fn binary(operator: Operator, a: Self, b: Self) -> Self {
        Self::Binary(operator, Box::new(a), Box::new(b))
    }

    /// The throws it is made of.
    pub fn parts(&self) -> Vec<&Self> {
        parts!(self, iter)
    }

    /// The same throw with other parts, in the order of [`parts`](Self::parts); `None` as soon as there is none for one.
    pub(super) fn with_parts(&self, mut other: impl FnMut(&Self) -> Option<Self>) -> Option<Self> {
        let mut copy = self.clone();
        for part in copy.parts_mut() {
            *part = other(part)?;
        }
        Some(copy)
    }

    /// As [`parts`](Self::parts), to be changed.
    fn parts_mut(&mut self) -> Vec<&mut Self> {
        parts!(self, iter_mut, mut)
    }

    /// The throw and all that it is made of, whatever is written last coming first.
    pub(super) fn all(&self) -> impl Iterator<Item = &Self> {
        let mut left = vec![self];
        std::iter::from_fn(move || {
            let expr = left.pop()?;
            left.extend(expr.parts());
            Some(expr)
        })
    }

    /// Whether something holds for the throw or for any it is made of.
    pub fn any(&self, holds: impl Fn(&Self) -> bool) -> bool {
        self.all().any(holds)
    }

    /// Whether its value depends on the outcome that a score table or condition around it looks at: `x` in a score table
    /// within it stands for an outcome of that one.
    pub(super) fn looks_at_outcome(&self) -> bool {
        let mut left = vec![self];
        while let Some(expr) = left.pop() {
            match expr {
                Self::Outcome | Self::Part(_) => return true,
                Self::Score(of, _) => left.push(of),
                expr => left.extend(expr.parts()),
            }
        }
        false
    }

    /// Whether it is one die or stick, thrown again or on perhaps: a pool of one.
    pub(super) fn is_one_die(&self) -> bool {
        matches!(
            self,
            Self::Die(_) | Self::DieOf(_) | Self::Stick(_) | Self::Explode(..) | Self::Reroll(..)
        )
    }

    /// Whether it has names in it.
    pub(super) fn has_names(&self) -> bool {
        self.any(|part| matches!(part, Self::Name(_)))
    }

    /// Whether anything is thrown for it beside what has a name.
    pub(super) fn throws(&self) -> bool {
        self.any(|part| {
            matches!(
                part,
                Self::Die(_) | Self::DieOf(_) | Self::Stick(_) | Self::Deal(..)
            )
        })
    }

    /// Whether each of its parts is thrown at most once for it, and nobody chooses before it is thrown. Every kind of
    /// expression stands here by name, so that a new one cannot be forgotten.
    pub(super) fn throws_parts_once(&self) -> bool {
        match self {
            Self::Repeat(..)
            | Self::Copies(..)
            | Self::Explode(..)
            | Self::Reroll(..)
            | Self::Loop(_)
            | Self::Choice(..)
            | Self::ChosenPart(_) => false,
            // All of it is thrown again, and added, where an outcome earns that.
            Self::Score(..) | Self::If(..) => !self.any(|part| match part {
                Self::Score(_, cases) | Self::If(_, cases) => cases.iter().any(|case| case.again),
                _ => false,
            }),
            Self::Number(_)
            | Self::Outcome
            | Self::Part(_)
            | Self::Die(_)
            | Self::DieOf(_)
            | Self::Stick(_)
            | Self::Negative(_)
            | Self::Binary(..)
            | Self::Absolute(_)
            | Self::Let(..)
            | Self::Name(_)
            | Self::Slice(..)
            | Self::Both(..)
            | Self::Held(..)
            | Self::Matched(..)
            | Self::Deal(..)
            | Self::Tuple(_)
            | Self::Not(_)
            | Self::In(..) => true,
        }
    }

    /// What it repeats until something holds, where it does so once in any case, by itself.
    pub(super) fn repeated_once(&self) -> Option<&Self> {
        let mut found = Vec::new();
        let mut left = vec![self];
        while let Some(expr) = left.pop() {
            match expr {
                Self::Loop(_) => found.push(expr),
                Self::Score(of, _) | Self::If(of, _) => left.push(of),
                Self::Repeat(..)
                | Self::Copies(..)
                | Self::Explode(..)
                | Self::Reroll(..)
                | Self::Choice(..)
                | Self::ChosenPart(_) => {}
                expr => left.extend(expr.parts()),
            }
        }
        let [Self::Loop(of)] = found.as_slice() else {
            return None;
        };
        let first = of.names.first()?.number;
        let outer = |part: &Self| matches!(part, Self::Name(name) if name.number < first);
        let alone = !found[0].any(outer) && !found[0].looks_at_outcome();
        alone.then_some(found[0])
    }

    /// The pools of more than one that are thrown in it.
    pub(super) fn pools(&self) -> Vec<&Self> {
        let mut pools = Vec::new();
        let mut left = vec![self];
        while let Some(expr) = left.pop() {
            match expr {
                Self::Repeat(..) | Self::Deal(..) => pools.push(expr),
                expr => left.extend(expr.parts()),
            }
        }
        pools
    }

    /// A chain of operators that bind alike, such as `a + b - c`: its first operand, and each operation with its operator
    /// and its right operand.
    ///
    /// Chains are as long as a throw; what goes along them does not go deeper with each operand.
    pub(super) fn chain(&self) -> (&Self, Vec<(&Self, Operator, &Self)>) {
        let mut operations = Vec::new();
        let mut first = self;
        while let Self::Binary(operator, a, b) = first
            && operator.chains()
            && first.level() == self.level()
        {
            operations.push((first, *operator, &**b));
            first = a;
        }
        operations.reverse();
        (first, operations)
    }

    /// The depth of throws within throws, a chain of operators counting once.
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
                left.extend(operations.into_iter().map(|(.., right)| (right, depth + 1)));
            }
        }
        height
    }
}

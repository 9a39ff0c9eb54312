//! What is known of the names in a throw.

use super::Outcome;
use crate::chance::expr::{Binding, Expr, Held, Name};

/// What is known where a throw is evaluated, the latest first.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    frame: Frame<'a>,
    outer: Option<&'a Names<'a>>,
}

#[derive(Clone, Copy)]
pub(super) enum Frame<'a> {
    Nothing,
    /// Names of pools, and of what is made of other names without a throw of its own: they are looked up where they are used.
    Open(&'a [&'a Binding]),
    /// Names that are used once only: each is its throw in that place.
    Once(&'a [&'a Binding]),
    /// What the throws of these names show, and which throw that is where it is one.
    Known(&'a [&'a Name], &'a [Outcome], Option<&'a Expr>),
    /// What has been read of pools, by the place of each question in the tree.
    Read(&'a [Answered], &'a [Outcome]),
}

/// A part of a throw that is known: the number of its answer; none of a pool of which nothing more is asked.
pub(super) type Answered = (*const Expr, Option<usize>);

/// What a name stands for.
pub(super) enum Named<'a> {
    Known(&'a Outcome),
    Open(&'a Expr),
    Once(&'a Expr),
    /// Not known yet.
    Later,
}

impl<'a> Names<'a> {
    pub(super) const NONE: Names<'static> = Names {
        frame: Frame::Nothing,
        outer: None,
    };

    /// With these names besides, which are looked up where they are used.
    pub(super) fn opening(&'a self, bindings: &'a [&'a Binding]) -> Self {
        self.with(Frame::Open(bindings))
    }

    pub(super) fn with(&'a self, frame: Frame<'a>) -> Self {
        let outer = Some(self);
        Self { frame, outer }
    }

    fn frames(&self) -> impl Iterator<Item = Frame<'a>> {
        let mut next = Some(*self);
        std::iter::from_fn(move || {
            let names = next?;
            next = names.outer.copied();
            Some(names.frame)
        })
    }

    pub(super) fn any(&self) -> bool {
        self.outer.is_some()
    }

    pub(super) fn named(&self, name: &Name) -> Named<'a> {
        let found = self.frames().find_map(|frame| match frame {
            Frame::Known(names, outcomes, _) => {
                let at = names.iter().position(|known| known.number == name.number)?;
                Some(Named::Known(&outcomes[at]))
            }
            Frame::Open(bindings) => {
                let mut bindings = bindings.iter();
                let binding = bindings.find(|binding| binding.name.number == name.number);
                binding.map(|binding| Named::Open(&binding.value))
            }
            Frame::Once(bindings) => {
                let mut bindings = bindings.iter();
                let binding = bindings.find(|binding| binding.name.number == name.number);
                binding.map(|binding| Named::Once(&binding.value))
            }
            _ => None,
        });
        found.unwrap_or(Named::Later)
    }

    /// The answer to this part of the throw; nothing inside where it is a pool that has been read without being listed.
    pub(super) fn answered(&self, part: &Expr) -> Option<Option<&'a Outcome>> {
        let part = std::ptr::from_ref(part);
        self.frames().find_map(|frame| match frame {
            Frame::Read(answered, outcomes) => {
                let mut answered = answered.iter();
                let (_, answer) = answered.find(|(known, _)| std::ptr::eq(*known, part))?;
                Some(answer.map(|answer| &outcomes[answer]))
            }
            _ => None,
        })
    }

    pub(super) fn answer(&self, part: &Expr) -> Option<&'a Outcome> {
        self.answered(part).flatten()
    }

    /// Whether a pool has been read without being listed, so that nothing more can be asked of it.
    pub(super) fn is_read(&self, pool: &Expr) -> bool {
        matches!(self.answered(pool), Some(None))
    }

    /// What a name or a pool that has been listed shows.
    pub(super) fn shown(&self, expr: &Expr) -> Option<&'a Outcome> {
        let known = match expr {
            Expr::Name(name) => match self.named(name) {
                Named::Known(outcome) => Some(outcome),
                _ => None,
            },
            _ => None,
        };
        known.or_else(|| self.answer(expr))
    }

    /// A deal of several hands, and how many, where that is what a throw or a name is.
    pub(super) fn hands<'x>(&'x self, expr: &'x Expr) -> Option<(&'x Expr, usize)> {
        match expr {
            Expr::Name(name) => match self.named(name) {
                Named::Open(of) => self.hands(of),
                _ => None,
            },
            Expr::Deal(hands, _) if hands.len() > 1 => Some((expr, hands.len())),
            _ => None,
        }
    }

    /// Whether there is always a next place, of none: of how many show each value.
    pub(super) fn has_next(&self, expr: &Expr) -> bool {
        let Expr::Name(name) = expr else {
            return matches!(expr, Expr::Held(Held::Sizes, _));
        };
        let value = self.frames().find_map(|frame| match frame {
            Frame::Known(names, _, value) => value.filter(|_| names.contains(&name)),
            Frame::Open(bindings) => {
                let mut bindings = bindings.iter();
                let binding = bindings.find(|binding| binding.name == *name);
                binding.map(|binding| &binding.value)
            }
            _ => None,
        });
        value.is_some_and(|value| self.has_next(value))
    }

    /// Whether the throw is several outcomes of which places can be asked for.
    pub(super) fn is_pool(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Name(name) => match self.named(name) {
                Named::Open(Expr::Tuple(parts)) => !parts.iter().any(Expr::has_names),
                Named::Open(of) => self.is_pool(of),
                _ => false,
            },
            Expr::Slice(_, of) => self.is_pool(of),
            expr => is_thrown(expr) || matches!(expr, Expr::Tuple(_) | Expr::Both(..)),
        }
    }
}

/// Whether an expression throws dice, sticks or cards, and nothing is made of them.
pub(super) fn is_thrown(expr: &Expr) -> bool {
    expr.is_one_die() || matches!(expr, Expr::Repeat(..) | Expr::Copies(..) | Expr::Deal(..))
}

/// Whether a name for this is looked up where it is used: a pool, or what is made of other names without a throw of its own.
pub(super) fn is_open(expr: &Expr) -> bool {
    match expr {
        Expr::Slice(_, of) => is_open(of),
        Expr::Both(_, a, b) => is_open(a) && is_open(b),
        Expr::Tuple(parts) if !parts.iter().any(Expr::has_names) => true,
        expr => is_thrown(expr) || !expr.throws() && !matches!(expr, Expr::Let(..) | Expr::Loop(_)),
    }
}

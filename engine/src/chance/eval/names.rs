//! What is known of the names in a throw, and the order in which it becomes known.

use super::readers::{Reader, Readers};
use super::{Alike, Evaluated, Evaluation, Outcome, Scored, Value, other};
use crate::chance::expr::{Binding, Expr, Name};
use crate::exact::{Dist, Weight};
use crate::work::stop;

/// What is known where a throw is evaluated, the latest first.
#[derive(Clone, Copy)]
pub(super) struct Names<'a> {
    frame: Frame<'a>,
    outer: Option<&'a Names<'a>>,
}

#[derive(Clone, Copy)]
enum Frame<'a> {
    Nothing,
    /// Names of pools, and of what is made of other names without a throw of its own: they are looked up where they are used.
    Open(&'a [&'a Binding]),
    /// What the throws of these names show.
    Known(&'a [&'a Name], &'a [Outcome]),
    /// What has been read of pools, by the place of each question in the tree.
    Read(&'a [Answered], &'a [Outcome]),
}

/// A part of a throw that is known: the answer with this number, or a pool of which nothing more is asked.
pub(super) struct Answered {
    part: *const Expr,
    answer: Option<usize>,
}

/// What a name stands for.
pub(super) enum Named<'a> {
    Known(&'a Outcome),
    Open(&'a Expr),
    /// Not known yet.
    Later,
}

impl<'a> Names<'a> {
    pub(super) const NONE: Names<'static> = Names {
        frame: Frame::Nothing,
        outer: None,
    };

    /// With these names known besides.
    pub(super) fn knowing(&'a self, names: &'a [&'a Name], outcomes: &'a [Outcome]) -> Self {
        self.with(Frame::Known(names, outcomes))
    }

    /// With these names besides, which are looked up where they are used.
    pub(super) fn opening(&'a self, bindings: &'a [&'a Binding]) -> Self {
        self.with(Frame::Open(bindings))
    }

    fn with(&'a self, frame: Frame<'a>) -> Self {
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
            Frame::Known(names, outcomes) => {
                let at = names.iter().position(|known| known.number == name.number)?;
                Some(Named::Known(&outcomes[at]))
            }
            Frame::Open(bindings) => {
                let mut bindings = bindings.iter();
                let binding = bindings.find(|binding| binding.name.number == name.number);
                binding.map(|binding| Named::Open(&binding.value))
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
                let known = answered
                    .iter()
                    .find(|known| std::ptr::eq(known.part, part))?;
                Some(known.answer.map(|answer| &outcomes[answer]))
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
fn is_thrown(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Repeat(..)
            | Expr::Copies(..)
            | Expr::Deal(..)
            | Expr::Die(_)
            | Expr::DieOf(_)
            | Expr::Stick(_)
            | Expr::Explode(..)
            | Expr::Reroll(..)
    )
}

/// Whether a name for this is looked up where it is used: a pool, or what is made of other names without a throw of its own.
fn is_open(expr: &Expr) -> bool {
    match expr {
        Expr::Slice(_, of) => is_open(of),
        Expr::Both(_, a, b) => is_open(a) && is_open(b),
        Expr::Tuple(parts) if !parts.iter().any(Expr::has_names) => true,
        expr => is_thrown(expr) || !expr.throws() && !matches!(expr, Expr::Let(..) | Expr::Loop(_)),
    }
}

impl<W: Weight> Evaluation<'_, W> {
    /// What is made of throws with names.
    pub(super) fn program(&self, bindings: &[Binding], body: &Expr) -> Evaluated<Value<W>> {
        let (open, thrown): (Vec<&Binding>, Vec<&Binding>) =
            (bindings.iter()).partition(|binding| is_open(&binding.value));
        let names = self.names.with(Frame::Open(&open));
        Evaluation {
            names: &names,
            alike: &Alike::default(),
            ..*self
        }
        .settle(&thrown, body)
    }

    /// The value of the body, after the throws that are still to be made: whatever a throw needs of the pools that have a name
    /// is read before, together with all that is still asked of them.
    pub(super) fn settle(&self, thrown: &[&Binding], body: &Expr) -> Evaluated<Value<W>> {
        let next = thrown.first().map_or(body, |binding| &binding.value);
        if let Some(pool) = self
            .open_pools(next)
            .into_iter()
            .find(|pool| self.is_ready(pool))
        {
            let rest = thrown.iter().map(|binding| &binding.value);
            let rest: Vec<&Expr> = rest.chain([body]).collect();
            let (readers, answered) = self.together(pool, &rest);
            let joint = self.read(next, &readers)?;
            return self.each(next, &joint, |outcomes| {
                let names = self.names.with(Frame::Read(&answered, outcomes));
                let names = &names;
                Evaluation { names, ..*self }.settle(thrown, body)
            });
        }
        if !self.open_pools(next).is_empty() {
            return Err(other(
                next,
                "how many dice there are depends on what is named later",
            ));
        }
        let Some((binding, rest)) = thrown.split_first() else {
            return self.value(body);
        };
        let shown = self.scores(next, self.value(next)?)?;
        self.each(next, &shown, |shown| {
            let (name, shown) = ([&binding.name], std::slice::from_ref(&shown.outcome));
            let names = self.names.knowing(&name, shown);
            let names = &names;
            Evaluation { names, ..*self }.settle(rest, body)
        })
    }

    /// The value that each outcome of something leads to.
    pub(super) fn each<T: Ord + Clone>(
        &self,
        expr: &Expr,
        of: &Dist<T, W>,
        value: impl Fn(&T) -> Evaluated<Value<W>>,
    ) -> Evaluated<Value<W>> {
        let all = of.and_then(|outcome| {
            stop::check();
            self.scores(expr, value(outcome)?)
        })?;
        Ok(Value::of(all))
    }

    /// Any finite value as outcomes that may earn another throw.
    pub(super) fn scores(&self, expr: &Expr, value: Value<W>) -> Evaluated<Dist<Scored, W>> {
        value.scores().ok_or_else(|| {
            other(
                expr,
                "a throw without end can only be added up; limit it, as in d6!9",
            )
        })
    }

    /// The pools that have a name and are needed for this, of which it is not known what they show.
    fn open_pools<'x>(&'x self, expr: &'x Expr) -> Vec<&'x Expr> {
        let mut open = Vec::new();
        self.add_open(expr, false, &mut open);
        open
    }

    fn add_open<'x>(&'x self, expr: &'x Expr, has_name: bool, open: &mut Vec<&'x Expr>) {
        if self.names.answered(expr).is_some() || open.iter().any(|pool| std::ptr::eq(*pool, expr))
        {
            return;
        }
        if let Expr::Name(name) = expr {
            if let Named::Open(of) = self.names.named(name) {
                self.add_open(of, true, open);
            }
            return;
        }
        let parts = expr.parts();
        let is_leaf = has_name && is_leaf(expr);
        if is_leaf {
            open.push(expr);
        }
        for part in parts {
            self.add_open(part, has_name && !is_leaf, open);
        }
    }

    /// Whether a pool can be thrown: how many there are is known.
    fn is_ready(&self, pool: &Expr) -> bool {
        let parts = pool.parts();
        parts.iter().all(|part| self.is_settled(part))
    }

    /// Whether it uses a name of which nothing is known yet.
    fn has_later(&self, expr: &Expr) -> bool {
        self.has_later_but(expr, &mut Vec::new())
    }

    /// The same of a part within which these names are given.
    fn has_later_but(&self, expr: &Expr, given: &mut Vec<usize>) -> bool {
        if self.names.answered(expr).is_some() {
            return false;
        }
        match expr {
            Expr::Name(name) => match self.names.named(name) {
                Named::Known(_) => return false,
                Named::Open(of) => return self.has_later_but(of, given),
                Named::Later => return !given.contains(&name.number),
            },
            Expr::Let(bindings, _) => {
                given.extend(bindings.iter().map(|binding| binding.name.number));
            }
            Expr::Loop(of) => given.extend(of.names.iter().map(|name| name.number)),
            Expr::ChosenPart(keep) => given.push(keep.name.number),
            _ => {}
        }
        let mut parts = expr.parts().into_iter();
        parts.any(|part| self.has_later_but(part, given))
    }

    /// Whether all that it needs of names is known.
    pub(super) fn is_settled(&self, expr: &Expr) -> bool {
        self.open_pools(expr).is_empty() && !self.has_later(expr)
    }

    /// A pool with all that is asked of it, and the others that are asked about together with it.
    fn together<'x>(&'x self, pool: &'x Expr, rest: &[&'x Expr]) -> (Readers<'x>, Vec<Answered>) {
        let mut asked = Asked::default();
        for expr in rest {
            self.add_asked(expr, &mut asked);
        }
        let mut pools = vec![pool];
        let mut at = 0;
        while at < pools.len() {
            for (_, _, of) in &asked.questions {
                if of.iter().any(|of| std::ptr::eq(*of, pools[at])) {
                    for of in of {
                        if !pools.iter().any(|pool| std::ptr::eq(*pool, *of)) {
                            pools.push(of);
                        }
                    }
                }
            }
            at += 1;
        }
        let within = |of: &&Expr| pools.iter().any(|pool| std::ptr::eq(*pool, *of));
        let mut readers = Readers::default();
        let mut answered: Vec<Answered> = Vec::new();
        let mut written: Vec<(&Expr, usize)> = Vec::new();
        for (part, reader, of) in asked.questions {
            if !of.iter().any(within) {
                continue;
            }
            let same = written
                .iter()
                .find(|(other, _)| *other == part && !part.throws());
            let answer = match same {
                Some((_, answer)) => *answer,
                None => readers.add(reader),
            };
            written.push((part, answer));
            answered.push(Answered {
                part: std::ptr::from_ref(part),
                answer: Some(answer),
            });
        }
        for pool in &pools {
            let listed = asked.listed.iter().any(|of| std::ptr::eq(*of, *pool));
            answered.push(Answered {
                part: std::ptr::from_ref(*pool),
                answer: listed.then(|| readers.add(Reader::listing(pool))),
            });
        }
        (readers, answered)
    }

    /// The questions about pools whose outcomes are not known, in a throw and in what its names stand for.
    fn add_asked<'x>(&'x self, expr: &'x Expr, asked: &mut Asked<'x>) {
        if self.names.answered(expr).is_some() {
            return;
        }
        let open = self.open_pools(expr);
        if open.is_empty() {
            return;
        }
        let mut questions = asked.questions.iter();
        if questions.any(|(part, ..)| std::ptr::eq(*part, expr)) {
            return;
        }
        let reader = self.reader(expr);
        // Of pools that are looked at together with one named later everything is needed.
        let looks_at_pools = matches!(expr, Expr::Held(..) | Expr::Matched(..) | Expr::Both(..));
        if reader.is_some() || looks_at_pools {
            let ready: Vec<&Expr> = open
                .into_iter()
                .filter(|pool| self.is_ready(pool))
                .collect();
            if let Some(reader) = reader
                && reader.pools().all(|pool| self.is_ready(pool))
                && !self.has_later(expr)
            {
                asked.questions.push((expr, reader, ready));
                return;
            }
            asked.listed.extend(ready);
            // What the other pools wait for; of the pools themselves everything will be known.
            let waiting = self.open_pools(expr).into_iter();
            for pool in waiting.filter(|pool| !self.is_ready(pool)) {
                self.add_all_asked(pool.parts(), asked);
            }
            return;
        }
        if let Expr::Let(bindings, _) = expr {
            // A part of these pools may have a name of its own, of which anything may be asked.
            for Binding { value, .. } in bindings {
                if self.names.is_pool(value) {
                    let open = self.open_pools(value).into_iter();
                    asked.listed.extend(open.filter(|pool| self.is_ready(pool)));
                }
            }
        }
        let within = match expr {
            Expr::Name(name) => match self.names.named(name) {
                Named::Open(of) => vec![of],
                _ => Vec::new(),
            },
            expr => expr.parts(),
        };
        self.add_all_asked(within, asked);
    }

    fn add_all_asked<'x>(&'x self, parts: Vec<&'x Expr>, asked: &mut Asked<'x>) {
        for part in parts {
            self.add_asked(part, asked);
        }
    }
}

/// A part of a named pool that is thrown by itself.
fn is_leaf(expr: &Expr) -> bool {
    match expr {
        Expr::Tuple(parts) => !parts.iter().any(Expr::has_names),
        expr => is_thrown(expr),
    }
}

/// What is asked of pools.
#[derive(Default)]
struct Asked<'x> {
    /// The part of the throw that asks, what reads the answer, and the pools with a name that it reads.
    questions: Vec<(&'x Expr, Reader<'x>, Vec<&'x Expr>)>,
    /// Pools that are asked about together with something not known yet, so that all their outcomes are needed.
    listed: Vec<&'x Expr>,
}

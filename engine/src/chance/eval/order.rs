//! The order in which the names in a throw become known.

use std::collections::HashMap;

use super::names::{Answered, Frame, Named, is_open, is_thrown};
use super::readers::Reader;
use super::{Alike, Evaluated, Evaluation, Scored, Value, alone, other};
use crate::chance::expr::{Binding, Expr};
use crate::exact::{Dist, Weight};
use crate::work::stop;

impl<W: Weight> Evaluation<'_, W> {
    /// What is made of throws with names.
    pub(super) fn program(&self, bindings: &[Binding], body: &Expr) -> Evaluated<Value<W>> {
        let numbers = used_once(bindings, body);
        let (once, others): (Vec<&Binding>, Vec<&Binding>) =
            (bindings.iter()).partition(|binding| numbers.contains(&binding.name.number));
        let (open, thrown): (Vec<&Binding>, Vec<&Binding>) =
            (others.into_iter()).partition(|binding| is_open(&binding.value));
        let names = self.names.with(Frame::Once(&once));
        let names = names.with(Frame::Open(&open));
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
        let shown = self.once(next, self.value(next)?)?;
        self.each(next, &shown, |shown| {
            let (name, shown) = ([&binding.name], std::slice::from_ref(&shown.outcome));
            let names = self.names.with(Frame::Known(&name, shown, Some(next)));
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

    /// Any finite value as outcomes of which none earns another throw.
    pub(super) fn once(&self, expr: &Expr, value: Value<W>) -> Evaluated<Dist<Scored, W>> {
        let scores = self.scores(expr, value)?;
        alone(expr, &scores)?;
        Ok(scores)
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
                Named::Once(_) => return false,
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
    fn together<'x>(
        &'x self,
        pool: &'x Expr,
        rest: &[&'x Expr],
    ) -> (Vec<Reader<'x>>, Vec<Answered>) {
        let mut asked = Vec::new();
        for expr in rest {
            self.add_asked(expr, true, &mut asked);
        }
        let (questions, listed): (Vec<_>, Vec<_>) =
            (asked.into_iter()).partition(|(_, reader, _)| reader.is_some());
        let mut pools = vec![pool];
        let mut at = 0;
        while at < pools.len() {
            for (_, _, of) in &questions {
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
        let mut readers = Vec::new();
        let mut add = |reader| {
            readers.push(reader);
            readers.len() - 1
        };
        let mut answered: Vec<Answered> = Vec::new();
        let mut written: Vec<(&Expr, usize)> = Vec::new();
        for (part, reader, of) in questions {
            let Some(reader) = reader.filter(|_| of.iter().any(within)) else {
                continue;
            };
            let same = written
                .iter()
                .find(|(other, _)| *other == part && !part.throws());
            let answer = match same {
                Some((_, answer)) => *answer,
                None => add(reader),
            };
            written.push((part, answer));
            answered.push((std::ptr::from_ref(part), Some(answer)));
        }
        for pool in &pools {
            let mut listed = listed.iter().flat_map(|(.., of)| of);
            let listed = listed.any(|of| std::ptr::eq(*of, *pool));
            let answer = listed.then(|| add(Reader::listing(pool)));
            answered.push((std::ptr::from_ref(*pool), answer));
        }
        (readers, answered)
    }

    /// The questions about pools whose outcomes are not known, in a throw and in what its names stand for. A question that
    /// throws something itself has one answer only where it is thrown once, with all the names known.
    fn add_asked<'x>(&'x self, expr: &'x Expr, once: bool, asked: &mut Vec<Asked<'x>>) {
        if self.names.answered(expr).is_some() {
            return;
        }
        let open = self.open_pools(expr);
        if open.is_empty() {
            return;
        }
        let is_this = |(part, reader, _): &Asked<'_>| reader.is_some() && std::ptr::eq(*part, expr);
        if asked.iter().any(is_this) {
            return;
        }
        let reader = self.reader(expr);
        // Of pools that are looked at together with one named later everything is needed.
        let looks_at_pools = matches!(expr, Expr::Held(..) | Expr::Matched(..) | Expr::Both(..));
        if reader.is_some() || looks_at_pools {
            let is_ready = |pool: &&Expr| self.is_ready(pool);
            let ready: Vec<&Expr> = open.iter().copied().filter(is_ready).collect();
            if let Some(reader) = reader
                && reader.pools().all(|pool| self.is_ready(pool))
                && !self.has_later(expr)
                && (once
                    || reader
                        .pools()
                        .all(|pool| open.iter().any(|of| std::ptr::eq(*of, pool))))
            {
                asked.push((expr, Some(reader), ready));
                return;
            }
            asked.push((expr, None, ready));
            // What the other pools wait for; of the pools themselves everything will be known.
            let waiting = self.open_pools(expr).into_iter();
            for pool in waiting.filter(|pool| !self.is_ready(pool)) {
                self.add_all_asked(pool.parts(), once && pool.throws_parts_once(), asked);
            }
            return;
        }
        if let Expr::Let(bindings, _) = expr {
            // A part of these pools may have a name of its own, of which anything may be asked.
            for Binding { value, .. } in bindings {
                if self.names.is_pool(value) {
                    let open = self.open_pools(value).into_iter();
                    let open = open.filter(|pool| self.is_ready(pool));
                    asked.push((value, None, open.collect()));
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
        self.add_all_asked(within, once && expr.throws_parts_once(), asked);
    }

    fn add_all_asked<'x>(&'x self, parts: Vec<&'x Expr>, once: bool, asked: &mut Vec<Asked<'x>>) {
        for part in parts {
            self.add_asked(part, once, asked);
        }
    }
}

/// The names of plain throws that are used once, and there thrown once, as in a sum: to know first what each shows would take a
/// case for all that they can show together.
fn used_once(bindings: &[Binding], body: &Expr) -> Vec<usize> {
    let mut uses: HashMap<usize, usize> = HashMap::new();
    let values = bindings.iter().map(|binding| &binding.value);
    for part in values.chain([body]).flat_map(Expr::all) {
        if let Expr::Name(name) = part {
            *uses.entry(name.number).or_default() += 1;
        }
    }
    let mut once = Vec::new();
    let mut left = vec![body];
    while let Some(expr) = left.pop() {
        match expr {
            Expr::Name(name) if uses[&name.number] == 1 => once.push(name.number),
            Expr::Binary(..) | Expr::Negative(_) => left.extend(expr.parts()),
            _ => {}
        }
    }
    let plain = bindings.iter().filter(|binding| is_plain(&binding.value));
    let plain = plain.map(|binding| binding.name.number);
    plain.filter(|number| once.contains(number)).collect()
}

/// Whether it is a number that is made of dice alone.
fn is_plain(expr: &Expr) -> bool {
    let is_made_of_dice = |part: &Expr| {
        matches!(part, Expr::Number(_) | Expr::Binary(..) | Expr::Negative(_))
            || matches!(part, Expr::Tuple(_) | Expr::Slice(..) | Expr::Stick(_))
            || is_thrown(part) && !matches!(part, Expr::Explode(None, _))
    };
    !matches!(expr, Expr::Tuple(_)) && expr.all().all(is_made_of_dice)
}

/// A part of a named pool that is thrown by itself.
fn is_leaf(expr: &Expr) -> bool {
    match expr {
        Expr::Tuple(_) => expr.throws() && !expr.has_names(),
        expr => is_thrown(expr),
    }
}

/// What is asked of pools: the part of the throw that asks, what reads the answer, and the pools with a name that it reads; nothing reads
/// pools that are asked about together with something not known yet, so that all their outcomes are needed.
type Asked<'x> = (&'x Expr, Option<Reader<'x>>, Vec<&'x Expr>);

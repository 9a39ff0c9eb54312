//! What is chosen: of several throws, or as a part of a pool, what is greatest or least on average.
//!
//! What has a name is known to the one who chooses; what is thrown in the options is not. In what is repeated a choice is open
//! until all that can be reached is known, and is then made for what it ends in; elsewhere it is made at once.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;

use super::names::Named;
use super::pool::deck_of;
use super::{
    Alike, Evaluated, Evaluation, NumberOfRounds, Outcome, Scored, Value, other, shortened,
    too_large,
};
use crate::chance::expr::{Binding, ChosenPart, Expr, Score, Sense};
use crate::exact::{Dist, Quantity, Weight};
use crate::work::limit::allow;
use crate::work::stop;

/// Choices that a throw may come to.
const MAX_CHOICES: u128 = 200_000;
/// Options that all choices together may have.
const MAX_OPTIONS: u128 = 2_000_000;

/// Something that is known where something is chosen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Known {
    /// A name, or a question about a pool.
    pub of: String,
    /// What it shows.
    pub shows: Outcome,
}

/// A choice that has been met.
pub(super) struct Choice<W: Weight> {
    pub(super) sense: Sense,
    known: Vec<Known>,
    names: Vec<String>,
    pub(super) options: Vec<Dist<Scored, W>>,
    /// What is chosen, and what it is worth.
    pub(super) made: Option<(usize, BigRational)>,
}

/// A line of a policy: what is chosen where this is known.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Decision {
    /// What is known when it is chosen.
    pub known: Vec<Known>,
    /// What is chosen.
    pub choice: String,
    /// The mean of what that leads to.
    pub value: Quantity,
}

/// An option, by where it stands, what is kept and what is known.
type Place = (*const Expr, Vec<i64>, Vec<Known>);

/// What is noted while a throw is evaluated: all choices, the number of rounds of what it repeats, and what occurs of what it asks about.
pub(in crate::chance) struct Notes<W: Weight> {
    numbers: RefCell<HashMap<(*const Expr, Vec<Known>), usize>>,
    pub(super) choices: RefCell<Vec<Choice<W>>>,
    kept: RefCell<HashMap<Place, Rc<Dist<Scored, W>>>>,
    options: Cell<u128>,
    /// What is repeated and of which the rounds are counted.
    counted: Option<*const Expr>,
    rounds: RefCell<Option<NumberOfRounds>>,
    /// Whether the keys and ranges that have been asked about have occurred, by where they stand.
    pub(super) occurred: RefCell<HashMap<usize, bool>>,
}

impl<W: Weight> Notes<W> {
    /// Nothing yet; the rounds of what is repeated are counted.
    pub(super) fn new(counted: Option<&Expr>) -> Self {
        Self {
            numbers: RefCell::default(),
            choices: RefCell::default(),
            kept: RefCell::default(),
            options: Cell::default(),
            counted: counted.map(std::ptr::from_ref),
            rounds: RefCell::default(),
            occurred: RefCell::default(),
        }
    }

    /// Keeps the number of rounds of what is repeated, where it is asked for.
    pub(super) fn count(
        &self,
        expr: &Expr,
        rounds: impl FnOnce() -> Evaluated<NumberOfRounds>,
    ) -> Evaluated<()> {
        if self.counted == Some(std::ptr::from_ref(expr)) {
            *self.rounds.borrow_mut() = Some(rounds()?);
        }
        Ok(())
    }

    /// What is chosen where, by what is known, and the number of rounds.
    pub(in crate::chance) fn ended(self) -> (Vec<Decision>, Option<NumberOfRounds>) {
        let decided = self.choices.into_inner().into_iter().filter_map(|choice| {
            let (at, value) = choice.made?;
            Some(Decision {
                known: choice.known,
                choice: choice.names.into_iter().nth(at)?,
                value: Quantity::Exact(value),
            })
        });
        let mut decisions: Vec<Decision> = decided.collect();
        decisions.sort_by(|a, b| {
            let names = a.known.iter().map(|known| &known.of);
            let shown = a.known.iter().map(|known| &known.shows);
            let by_name = names.cmp(b.known.iter().map(|known| &known.of));
            by_name.then_with(|| shown.cmp(b.known.iter().map(|known| &known.shows)))
        });
        (decisions, self.rounds.into_inner())
    }

    /// The outcome of a choice.
    fn outcome(&self, number: usize) -> Value<W> {
        let choice = &self.choices.borrow()[number];
        match &choice.made {
            Some((at, _)) => Value::of(choice.options[*at].clone()),
            None => Value::Scores(Dist::certain(Scored {
                open: Some(number),
                ..Scored::plain(Outcome::Number(0))
            })),
        }
    }
}

/// The choices of what is repeated that stand for all the numbers of the next round; a fault where one stands elsewhere.
pub(super) fn last_choices(next: &Expr) -> Evaluated<Vec<*const Expr>> {
    let mut last = Vec::new();
    let mut left = vec![next];
    while let Some(expr) = left.pop() {
        match expr {
            Expr::Choice(_, options) => {
                last.push(std::ptr::from_ref(expr));
                left.extend(options);
            }
            Expr::ChosenPart(keep) => {
                last.push(std::ptr::from_ref(expr));
                left.push(&keep.next);
            }
            Expr::Let(_, body) => left.push(body),
            Expr::Score(_, cases) | Expr::If(_, cases) => {
                left.extend(cases.iter().filter_map(|case| match &case.value {
                    Score::Value(value) => Some(value),
                    _ => None,
                }));
            }
            _ => {}
        }
    }
    let mut left = vec![next];
    while let Some(expr) = left.pop() {
        let chooses = matches!(expr, Expr::Choice(..) | Expr::ChosenPart(_));
        if chooses && !last.contains(&std::ptr::from_ref(expr)) {
            return Err(other(
                expr,
                "in what is repeated a choice is of all the numbers of the next round, as in best((a, 0), (a + d6, 1))",
            ));
        }
        if !matches!(expr, Expr::Loop(_)) {
            left.extend(expr.parts());
        }
    }
    Ok(last)
}

impl<W: Weight> Evaluation<'_, W> {
    /// One of several throws.
    pub(super) fn choice(
        &self,
        expr: &Expr,
        sense: Sense,
        options: &[Expr],
    ) -> Evaluated<Value<W>> {
        let known = self.known_in(options.iter());
        self.chosen(expr, sense, known, || {
            let options = options.iter().map(|option| {
                let dist = self.once(option, self.value(option)?)?;
                Ok((option.to_string(), dist))
            });
            options.collect()
        })
    }

    /// What is made of one of the parts of a pool.
    pub(super) fn keep(&self, expr: &Expr, keep: &ChosenPart) -> Evaluated<Value<W>> {
        let shown = self.scores(&keep.pool, self.value(&keep.pool)?)?;
        let known = self.known_in([&keep.next].into_iter());
        let pools = keep.pool.parts().into_iter().join(", ");
        self.each(expr, &shown, |shown| {
            let Outcome::Tuple(all) = &shown.outcome else {
                return Err(other(expr, "a part is that of a pool"));
            };
            let mut here = known.clone();
            here.push(Known {
                of: pools.clone(),
                shows: shown.outcome.clone(),
            });
            self.chosen(expr, keep.sense, here, || {
                let parts = parts_of(all).into_iter();
                let parts = parts.filter(|part| super::within(&keep.sizes, part.len() as i64));
                let options = parts.map(|part| {
                    stop::check();
                    let next = self.kept(expr, keep, &part, &known)?;
                    Ok((Outcome::Tuple(part).to_string(), (*next).clone()))
                });
                options.collect()
            })
        })
    }

    /// What is made of a part of a pool: found once for all pools that have such a part.
    fn kept(
        &self,
        expr: &Expr,
        keep: &ChosenPart,
        part: &[i64],
        known: &[Known],
    ) -> Evaluated<Rc<Dist<Scored, W>>> {
        let place = (std::ptr::from_ref(expr), part.to_vec(), known.to_vec());
        if let Some(found) = self.notes.kept.borrow().get(&place) {
            return Ok(found.clone());
        }
        // All cards of a deck of just these.
        let binding = Binding {
            name: keep.name.clone(),
            value: Expr::Deal(vec![part.len() as u32], deck_of(part)),
        };
        let bindings = [&binding];
        let names = self.names.opening(&bindings);
        let here = Evaluation {
            names: &names,
            alike: &Alike::default(),
            ..*self
        };
        let found = Rc::new(self.once(&keep.next, here.settle(&[], &keep.next)?)?);
        self.notes.kept.borrow_mut().insert(place, found.clone());
        Ok(found)
    }

    /// The outcome of a choice, which is made at once where nothing that comes later depends on it.
    fn chosen(
        &self,
        expr: &Expr,
        sense: Sense,
        known: Vec<Known>,
        options: impl FnOnce() -> Evaluated<Vec<(String, Dist<Scored, W>)>>,
    ) -> Evaluated<Value<W>> {
        let notes = self.notes;
        let place = (std::ptr::from_ref(expr), known);
        if let Some(number) = notes.numbers.borrow().get(&place) {
            return Ok(notes.outcome(*number));
        }
        let (names, options): (Vec<String>, Vec<_>) = options()?.into_iter().unzip();
        if options.is_empty() {
            let pool = place
                .1
                .last()
                .map_or_else(String::new, |known| known.shows.to_string());
            return Err(other(
                expr,
                format!("of {pool} there is no such part to choose"),
            ));
        }
        let number = notes.choices.borrow().len();
        allow("choices", number as u128 + 1, MAX_CHOICES).map_err(too_large(expr))?;
        let all = notes.options.get() + options.len() as u128;
        notes.options.set(all);
        allow("options", all, MAX_OPTIONS).map_err(too_large(expr))?;
        let made = match self.last.contains(&place.0) {
            true => None,
            false => Some(best(expr, sense, &options)?),
        };
        notes.choices.borrow_mut().push(Choice {
            sense,
            known: place.1.clone(),
            names,
            options,
            made,
        });
        notes.numbers.borrow_mut().insert(place, number);
        Ok(notes.outcome(number))
    }

    /// What is known of all that some throws mention.
    fn known_in<'x>(&'x self, exprs: impl Iterator<Item = &'x Expr>) -> Vec<Known> {
        let mut known = Vec::new();
        exprs.for_each(|expr| self.add_known(expr, None, &mut known));
        known
    }

    fn add_known<'x>(&'x self, expr: &'x Expr, name: Option<&str>, known: &mut Vec<Known>) {
        let mut add = |of: String, outcome: &Outcome| {
            let shows = outcome.clone();
            match known.iter_mut().find(|other| other.of == of) {
                None => known.push(Known { of, shows }),
                // Of a pool all that it shows is known, not its sum alone.
                Some(other) if matches!(shows, Outcome::Tuple(_)) => other.shows = shows,
                Some(_) => {}
            }
        };
        let text = || name.map_or_else(|| expr.to_string(), str::to_owned);
        match self.names.answered(expr) {
            Some(Some(outcome)) => return add(text(), outcome),
            Some(None) => return,
            None => {}
        }
        match expr {
            Expr::Name(name) => match self.names.named(name) {
                Named::Known(outcome) => add(name.text.clone(), outcome),
                Named::Open(of) => self.add_known(of, Some(&name.text), known),
                Named::Once(_) | Named::Later => {}
            },
            Expr::Outcome | Expr::Part(_) => {
                if let Some(outcome) = self.outcome {
                    add("x".to_owned(), outcome);
                }
            }
            expr => {
                let parts = expr.parts().into_iter();
                parts.for_each(|part| self.add_known(part, None, known));
            }
        }
    }
}

/// The option with the greatest or least mean, the first of those that are equal, and the mean.
fn best<W: Weight>(
    expr: &Expr,
    sense: Sense,
    options: &[Dist<Scored, W>],
) -> Evaluated<(usize, BigRational)> {
    let mut best: Option<(usize, BigRational)> = None;
    for (at, option) in options.iter().enumerate() {
        let mean = mean(expr, option)?;
        let better = best.as_ref().is_none_or(|(_, least)| match sense {
            Sense::Maximise => mean > *least,
            Sense::Minimise => mean < *least,
        });
        if better {
            best = Some((at, mean));
        }
    }
    best.ok_or_else(|| other(expr, "there are no throws to choose from"))
}

/// The mean of numbers, of numbers side by side that of the first.
fn mean<W: Weight>(expr: &Expr, of: &Dist<Scored, W>) -> Evaluated<BigRational> {
    let mut sum = BigInt::default();
    for (scored, weight) in of.iter() {
        let number = worth(expr, &scored.outcome)?;
        sum += BigInt::from(whole(expr, weight)?) * number;
    }
    Ok(BigRational::new(sum, whole(expr, of.total())?.into()))
}

/// The number that counts where something is chosen.
fn worth(expr: &Expr, outcome: &Outcome) -> Evaluated<i64> {
    match outcome {
        Outcome::Number(number) => Ok(*number),
        Outcome::Tuple(parts) if !parts.is_empty() => Ok(parts[0]),
        outcome => Err(other(
            expr,
            format!(
                "{} has no mean to choose by; write a number for it",
                shortened(outcome)
            ),
        )),
    }
}

/// A weight as a whole number.
pub(super) fn whole<W: Weight>(expr: &Expr, weight: &W) -> Evaluated<num_bigint::BigUint> {
    weight.whole().ok_or_else(|| {
        other(
            expr,
            "what is repeated or chosen needs a bias that is one number",
        )
    })
}

/// All parts of some numbers in ascending order, those with fewer first.
fn parts_of(all: &[i64]) -> Vec<Vec<i64>> {
    let mut parts: Vec<Vec<i64>> = vec![Vec::new()];
    for run in all.chunk_by(|a, b| a == b) {
        let with = |part: &Vec<i64>| {
            let part = part.clone();
            (0..=run.len()).map(move |n| [part.as_slice(), &run[..n]].concat())
        };
        parts = parts.iter().flat_map(with).collect();
    }
    parts.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
    parts
}

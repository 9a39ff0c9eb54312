//! What is repeated until something holds: a walk over the numbers it is made of, an absorbing chain.

use std::collections::HashMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{EvalError, Evaluated, Evaluation, Outcome, Value, other, too_large};
use crate::chance::expr::{Expr, Loop};
use crate::exact::graph::{reachable, reversed};
use crate::exact::sparse::{self, Equation};
use crate::exact::{Dist, Natural, Weight, gcd};
use crate::work::limit::allow;
use crate::work::stop;

/// Lists of numbers that what is repeated may come to.
const MAX_STATES: u128 = 100_000;
/// Numbers of rounds that are listed.
const MAX_ROUNDS: usize = 200;

/// The lists of numbers that can be reached, and where a round leads from each.
pub(super) struct Walk<W> {
    states: Vec<Vec<i64>>,
    start: Dist<usize, W>,
    /// `None` at the end.
    rows: Vec<Option<Dist<usize, W>>>,
}

/// The number of rounds of what is repeated.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// Its mean.
    pub mean: BigRational,
    /// The chance of 0, 1, 2, … rounds.
    pub chances: Vec<BigRational>,
    /// The chance of more.
    pub more: BigRational,
}

impl<W: Weight> Evaluation<'_, W> {
    /// All that can be reached, state by state.
    pub(super) fn walk(&self, expr: &Expr, of: &Loop) -> Evaluated<Walk<W>> {
        let mut states: Vec<Vec<i64>> = Vec::new();
        let mut numbers: HashMap<Vec<i64>, usize> = HashMap::new();
        let mut number = |states: &mut Vec<Vec<i64>>, state: Vec<i64>| {
            *numbers.entry(state).or_insert_with_key(|state| {
                states.push(state.clone());
                states.len() - 1
            })
        };
        let start = self.lists(&of.start, of)?;
        let start = start.into_mapped(|state| number(&mut states, state));
        let names: Vec<_> = of.names.iter().collect();
        let mut rows = Vec::new();
        while let Some(state) = states.get(rows.len()) {
            stop::check();
            allow("lists of numbers", states.len() as u128, MAX_STATES).map_err(too_large(expr))?;
            let known: Vec<Outcome> = state.iter().map(|x| Outcome::Number(*x)).collect();
            let names = self.names.knowing(&names, &known);
            let here = Evaluation {
                names: &names,
                ..*self
            };
            let ends = here.truth(&of.ends)?;
            if ends.len() > 1 {
                return Err(other(
                    &of.ends,
                    "what ends it throws nothing; throw in what is repeated",
                ));
            }
            rows.push(match ends.first() {
                0 => {
                    let next = here.lists(&of.next, of)?;
                    Some(next.into_mapped(|state| number(&mut states, state)))
                }
                _ => None,
            });
        }
        let walk = Walk {
            states,
            start,
            rows,
        };
        match walk.trapped() {
            Some(state) => Err(EvalError::Endless {
                part: expr.to_string(),
                from: Outcome::Tuple(walk.states[state].clone()).to_string(),
            }),
            None => Ok(walk),
        }
    }

    /// A value as a number for each name.
    fn lists(&self, expr: &Expr, of: &Loop) -> Evaluated<Dist<Vec<i64>, W>> {
        let lists = match self.value(expr)? {
            Value::Tuples(dist) => dist,
            value => super::finite(expr, value)?.into_mapped(|x| vec![x]),
        };
        let names = of.names.len();
        let unlike = lists.iter().find(|(list, _)| list.len() != names);
        if let Some((list, _)) = unlike {
            let message = format!(
                "{} for {names} names; there must be a number for each",
                list.len()
            );
            return Err(other(expr, message));
        }
        Ok(lists)
    }
}

impl<W: Weight> Walk<W> {
    /// A state from which no end can be reached.
    fn trapped(&self) -> Option<usize> {
        let next = |row: &Option<Dist<usize, W>>| match row {
            Some(row) => row.iter().map(|(to, _)| *to).collect(),
            None => Vec::new(),
        };
        let next: Vec<Vec<usize>> = self.rows.iter().map(next).collect();
        let ends = (0..self.rows.len()).filter(|state| self.rows[*state].is_none());
        let ending = reachable(&reversed(&next), ends);
        ending.iter().position(|ends| !ends)
    }

    /// How often each state is come to, on average; of an end, the chance to end there.
    fn visits(&self, expr: &Expr) -> Evaluated<Vec<BigRational>> {
        let unknown = || other(expr, "what is repeated needs a bias that is one number");
        let whole = |weight: &W| weight.whole().ok_or_else(unknown);
        // Unknowns are visits divided by the total of the row, so that all coefficients are whole.
        let total = |row: &Option<Dist<usize, W>>| match row {
            Some(row) => whole(row.total()),
            None => Ok(BigUint::one()),
        };
        let totals: Vec<BigInt> = (self.rows.iter())
            .map(|row| total(row).map(BigInt::from))
            .collect::<Evaluated<_>>()?;
        let equation = |scale: &BigInt| Equation {
            scale: scale.clone(),
            terms: Vec::new(),
            constants: vec![BigRational::zero()],
        };
        let mut equations: Vec<Equation> = totals.iter().map(equation).collect();
        let all = BigInt::from(whole(self.start.total())?);
        for (state, weight) in self.start.iter() {
            let weight = BigInt::from(whole(weight)?);
            equations[*state].constants = vec![BigRational::new(weight, all.clone())];
        }
        for (from, row) in self.rows.iter().enumerate() {
            for (to, weight) in row.iter().flat_map(Dist::iter) {
                equations[*to].terms.push((from, whole(weight)?.into()));
            }
        }
        let solved = sparse::solve(&equations).map_err(|error| other(expr, error.to_string()))?;
        let visits = solved.into_iter().zip(totals);
        Ok(visits
            .map(|(mut row, total)| row.swap_remove(0) * total)
            .collect())
    }

    /// What it ends in.
    pub(super) fn ended(&self, expr: &Expr) -> Evaluated<Value<W>> {
        let visits = self.visits(expr)?;
        let ends = || (0..self.rows.len()).filter(|state| self.rows[*state].is_none());
        let common = ends().fold(BigInt::one(), |common, end| {
            gcd::lcm(&common, visits[end].denom())
        });
        let weighted = ends().map(|end| {
            let weight = visits[end].numer() * (&common / visits[end].denom());
            (
                &self.states[end],
                W::from_count(&Natural::from(weight.magnitude())),
            )
        });
        let never = || other(expr, "it never ends");
        if self.states[0].len() > 1 {
            let ended = weighted.map(|(state, weight)| (state.clone(), weight));
            return Dist::new(ended).map(Value::Tuples).ok_or_else(never);
        }
        let ended = weighted.map(|(state, weight)| (state[0], weight));
        Dist::new(ended).map(Value::Numbers).ok_or_else(never)
    }

    /// How many rounds it takes.
    pub(super) fn rounds(&self, expr: &Expr) -> Evaluated<Rounds> {
        let mean = self.visits(expr)?.into_iter().zip(&self.rows);
        let mean = mean
            .filter(|(_, row)| row.is_some())
            .map(|(visits, _)| visits)
            .sum();
        let unknown = || other(expr, "what is repeated needs a bias that is one number");
        // Weights over a common total, which each round multiplies.
        let totals: Vec<&W> = self.rows.iter().flatten().map(Dist::total).collect();
        let (common, factors) = W::common_total(&totals);
        let mut factors = factors.into_iter();
        let factors: Vec<Option<W>> = (self.rows.iter())
            .map(|row| row.as_ref().and_then(|_| factors.next()))
            .collect();
        let mut here: HashMap<usize, W> = self.start.iter().map(|(s, w)| (*s, w.clone())).collect();
        let mut total = self.start.total().clone();
        let mut chances = Vec::new();
        let mut more = BigRational::one();
        let little = BigRational::new(1.into(), 10_000.into());
        while more >= little && chances.len() < MAX_ROUNDS {
            stop::check();
            let mut ended = W::zero();
            let mut next: HashMap<usize, W> = HashMap::new();
            for (state, weight) in here {
                let (Some(row), Some(factor)) = (&self.rows[state], &factors[state]) else {
                    ended += &weight;
                    continue;
                };
                let weight = weight.times(factor);
                for (to, step) in row.iter() {
                    next.entry(*to)
                        .or_insert_with(W::zero)
                        .add_product(step, &weight);
                }
            }
            let [numer, denom] =
                [ended.whole(), total.whole()].map(|whole| whole.map(BigInt::from));
            let chance = numer
                .zip(denom)
                .map(|(numer, denom)| BigRational::new(numer, denom));
            let chance = chance.ok_or_else(unknown)?;
            more -= &chance;
            chances.push(chance);
            here = next;
            total = total.times(&common);
        }
        Ok(Rounds {
            mean,
            chances,
            more,
        })
    }
}

//! What is repeated until something holds: a walk over the numbers it is made of, an absorbing chain; where something is chosen,
//! the chain of the best decisions.

use std::collections::{BTreeMap, HashMap};

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::choice::{last_choices, whole};
use super::names::Frame;
use super::{EvalError, Evaluated, Evaluation, Outcome, Scored, Value, other, too_large};
use crate::chance::expr::{Expr, Loop};
use crate::exact::decision;
use crate::exact::graph::{reachable, reaching};
use crate::exact::sparse;
use crate::exact::{Dist, Natural, Quantity, Weight, gcd};
use crate::work::limit::allow;
use crate::work::stop;

/// Lists of numbers that what is repeated may come to.
const MAX_STATES: u128 = 100_000;
/// They are counted, and most often too many where the end is missed.
const WHAT_IS_REPEATED: &str =
    "different values from round to round (do they pass over what `until` waits for?)";
/// Numbers of rounds that are listed.
const MAX_ROUNDS: usize = 200;

/// The lists of numbers that can be reached, and where a round leads from each.
pub(super) struct Walk<W> {
    states: Vec<Vec<i64>>,
    start: Dist<usize, W>,
    /// `None` at the end.
    rows: Vec<Option<Dist<usize, W>>>,
}

/// All that can be reached, whatever is chosen.
struct Reached<W> {
    states: Vec<Vec<i64>>,
    numbers: HashMap<Vec<i64>, usize>,
    rows: Vec<Option<Dist<Next, W>>>,
    /// The options of choices, by the number of the choice.
    choices: BTreeMap<usize, Vec<Dist<Next, W>>>,
}

/// What a round leads to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Next {
    /// A list of numbers.
    State(usize),
    /// A choice.
    Choice(usize),
}

/// The number of rounds of what is repeated until something holds.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct NumberOfRounds {
    /// Its mean.
    pub mean: Quantity,
    /// The numbers in order; of an endless list the first ones.
    pub rows: Vec<RoundsRow>,
    /// The probability of more rounds than listed, or `null`.
    pub rest: Option<Quantity>,
}

/// The chance of a number of rounds.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct RoundsRow {
    /// The number.
    pub rounds: usize,
    /// That it takes exactly this number of rounds.
    pub probability: Quantity,
}

impl<W: Weight> Evaluation<'_, W> {
    /// What something repeated ends in.
    pub(super) fn repeated(&self, expr: &Expr, of: &Loop) -> Evaluated<Value<W>> {
        let last = last_choices(&of.next)?;
        let walk = Evaluation {
            last: &last,
            ..*self
        }
        .walk(expr, of)?;
        self.notes.count(expr, || walk.rounds(expr))?;
        walk.ended(expr)
    }

    /// All that can be reached, state by state.
    fn walk(&self, expr: &Expr, of: &Loop) -> Evaluated<Walk<W>> {
        let mut reached = Reached {
            states: Vec::new(),
            numbers: HashMap::new(),
            rows: Vec::new(),
            choices: BTreeMap::new(),
        };
        let start = self.value(&of.start)?;
        let start = self.lists(&of.start, of, start, &mut reached)?;
        let names: Vec<_> = of.names.iter().collect();
        while let Some(state) = reached.states.get(reached.rows.len()) {
            stop::check();
            allow(WHAT_IS_REPEATED, reached.states.len() as u128, MAX_STATES)
                .map_err(too_large(expr))?;
            let known: Vec<Outcome> = state.iter().map(|x| Outcome::Number(*x)).collect();
            let names = self.names.with(Frame::Known(&names, &known, None));
            let here = Evaluation {
                names: &names,
                ..*self
            };
            let ends = here.truth(&of.ends)?;
            if ends.len() > 1 {
                return Err(other(
                    &of.ends,
                    "the condition that ends it cannot throw dice: throw them in the part that is repeated",
                ));
            }
            let row = match ends.first() {
                0 => Some(self.lists(&of.next, of, here.value(&of.next)?, &mut reached)?),
                _ => None,
            };
            reached.rows.push(row);
        }
        let walk = match reached.choices.is_empty() {
            true => reached.followed(start, |_| None)?,
            false => {
                let made = self.best_choices(expr, &reached)?;
                reached.followed(start, |choice| made.get(&choice).copied())?
            }
        };
        match walk.trapped() {
            Some(state) => Err(EvalError::Endless {
                part: expr.to_string(),
                from: Outcome::Tuple(walk.states[state].clone()).to_string(),
            }),
            None => Ok(walk),
        }
    }

    /// What a value leads to: a number for each name, or a choice.
    fn lists(
        &self,
        expr: &Expr,
        of: &Loop,
        value: Value<W>,
        reached: &mut Reached<W>,
    ) -> Evaluated<Dist<Next, W>> {
        let scores = self.scores(expr, value)?;
        let mut fault = None;
        let mut open = Vec::new();
        let names = of.names.len();
        let lists = scores.into_mapped(|scored| {
            if let Some(choice) = scored.open {
                open.push(choice);
                return Next::Choice(choice);
            }
            match next_numbers(scored, names) {
                Ok(list) => Next::State(reached.state(list)),
                Err(message) => {
                    fault.get_or_insert(message);
                    Next::State(0)
                }
            }
        });
        if let Some(message) = fault {
            return Err(other(expr, message));
        }
        for choice in open {
            if !reached.choices.contains_key(&choice) {
                let options = self.notes.choices.borrow()[choice].options.clone();
                let options = options
                    .into_iter()
                    .map(|option| self.lists(expr, of, Value::Scores(option), reached));
                let options = options.collect::<Evaluated<_>>()?;
                reached.choices.insert(choice, options);
            }
        }
        Ok(lists)
    }

    /// Makes all choices so that the first number at the end is the greatest or least on average.
    fn best_choices(&self, expr: &Expr, reached: &Reached<W>) -> Evaluated<HashMap<usize, usize>> {
        let mut met = self.notes.choices.borrow_mut();
        let sense = reached.choices.keys().map(|choice| met[*choice].sense);
        let Ok(sense) = sense.dedup().exactly_one() else {
            return Err(other(
                expr,
                "who chooses best and who chooses least are two players, and only one chooses here: write best throughout, or least",
            ));
        };
        let solved = decision::solve(&reached.decisions(expr)?, sense);
        let solved = solved.map_err(|error| other(expr, error.to_string()))?;
        let mut made = HashMap::new();
        for (place, choice) in reached.choices.keys().enumerate() {
            let state = reached.states.len() + place;
            let (value, at) = &solved[state];
            let at = at.unwrap_or(0);
            met[*choice].made = Some((at, value.clone()));
            made.insert(*choice, at);
        }
        Ok(made)
    }
}

impl<W: Weight> Reached<W> {
    /// The number of a list of numbers.
    fn state(&mut self, list: Vec<i64>) -> usize {
        *self.numbers.entry(list).or_insert_with_key(|list| {
            self.states.push(list.clone());
            self.states.len() - 1
        })
    }

    /// The decisions that are to be made: of the lists of numbers, and then of the choices. The reward is the first number at the end.
    fn decisions(&self, expr: &Expr) -> Evaluated<Vec<Vec<decision::Action>>> {
        let choices = self.choices.keys().copied();
        let places: HashMap<usize, usize> = choices.zip(self.states.len()..).collect();
        let action = |leads: &Dist<Next, W>| {
            stop::check();
            let outcomes = leads.iter().map(|(next, weight)| {
                let to = match next {
                    Next::State(to) if self.rows[*to].is_none() => {
                        decision::Outcome::End(BigInt::from(self.states[*to][0]).into())
                    }
                    Next::State(to) => decision::Outcome::State(*to),
                    Next::Choice(choice) => decision::Outcome::State(places[choice]),
                };
                Ok((whole(expr, weight)?.into(), to))
            });
            outcomes.collect::<Evaluated<_>>()
        };
        let rows = self.rows.iter().map(|row| row.iter().map(action).collect());
        let choices = self.choices.values();
        let choices = choices.map(|options| options.iter().map(action).collect());
        rows.chain(choices).collect()
    }

    /// What is reached where these choices are made.
    fn followed(
        self,
        start: Dist<Next, W>,
        made: impl Fn(usize) -> Option<usize>,
    ) -> Evaluated<Walk<W>> {
        let mut after: HashMap<usize, Dist<usize, W>> = HashMap::new();
        let follow = |of: &Dist<Next, W>, after: &HashMap<usize, Dist<usize, W>>| {
            of.and_then(|next| {
                Ok::<_, EvalError>(match next {
                    Next::State(state) => Dist::certain(*state),
                    Next::Choice(choice) => after[choice].clone(),
                })
            })
        };
        // A choice within another was met before it.
        for (choice, options) in &self.choices {
            let next = follow(&options[made(*choice).unwrap_or(0)], &after)?;
            after.insert(*choice, next);
        }
        let start = follow(&start, &after)?;
        let mut rows = Vec::with_capacity(self.rows.len());
        for row in &self.rows {
            rows.push(row.as_ref().map(|row| follow(row, &after)).transpose()?);
        }
        let here = reachable(&next_states(&rows), start.iter().map(|(state, _)| *state));
        let mut kept = 0..;
        let new: Vec<usize> = here
            .iter()
            .map(|here| if *here { kept.next().unwrap_or(0) } else { 0 })
            .collect();
        let renumbered = |of: Dist<usize, W>| of.into_mapped(|state| new[state]);
        let states = self
            .states
            .into_iter()
            .zip(rows)
            .zip(&here)
            .filter(|(_, here)| **here);
        let (states, rows) = states
            .map(|((state, row), _)| (state, row.map(renumbered)))
            .unzip();
        Ok(Walk {
            states,
            start: renumbered(start),
            rows,
        })
    }
}

impl<W: Weight> Walk<W> {
    /// A state from which no end can be reached.
    fn trapped(&self) -> Option<usize> {
        let ends = (0..self.rows.len()).filter(|state| self.rows[*state].is_none());
        let ending = reaching(&next_states(&self.rows), ends);
        ending.iter().position(|ends| !ends)
    }

    /// How often each state is come to, on average; of an end, the chance to end there.
    fn visits(&self, expr: &Expr) -> Evaluated<Vec<BigRational>> {
        let whole = |weight: &W| whole(expr, weight).map(BigInt::from);
        let ways = |of: &Dist<usize, W>| -> Evaluated<Vec<(usize, BigInt)>> {
            let ways = of.iter().map(|(to, weight)| Ok((*to, whole(weight)?)));
            ways.collect()
        };
        let rows = self.rows.iter().map(|row| match row {
            Some(row) => Ok((whole(row.total())?, ways(row)?)),
            None => Ok((BigInt::one(), Vec::new())),
        });
        let all = whole(self.start.total())?;
        let start = ways(&self.start)?.into_iter();
        let start = start.map(|(state, weight)| (state, BigRational::new(weight, all.clone())));
        let visits = sparse::visits(rows.collect::<Evaluated<_>>()?, start);
        visits.map_err(|error| other(expr, error.to_string()))
    }

    /// What it ends in.
    fn ended(&self, expr: &Expr) -> Evaluated<Value<W>> {
        let visits = self.visits(expr)?;
        let ends = (0..self.rows.len()).filter(|state| self.rows[*state].is_none());
        let (weights, _) = gcd::in_common(ends.clone().map(|end| &visits[end]));
        let weighted = ends.zip(weights).map(|(end, weight)| {
            let weight = Natural::from(weight.magnitude());
            (&self.states[end], W::from_count(&weight))
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
    fn rounds(&self, expr: &Expr) -> Evaluated<NumberOfRounds> {
        let mean = self.visits(expr)?.into_iter().zip(&self.rows);
        let mean: BigRational = mean
            .filter(|(_, row)| row.is_some())
            .map(|(visits, _)| visits)
            .sum();
        // Weights over a common total, which each round multiplies.
        let totals: Vec<&W> = self.rows.iter().flatten().map(Dist::total).collect();
        let (common, factors) = W::common_total(&totals);
        let mut factors = factors.into_iter();
        let factors: Vec<Option<W>> = (self.rows.iter())
            .map(|row| row.as_ref().and_then(|_| factors.next()))
            .collect();
        let mut here: HashMap<usize, W> = self.start.iter().map(|(s, w)| (*s, w.clone())).collect();
        let mut total = self.start.total().clone();
        let mut rows = Vec::new();
        let mut more = BigRational::one();
        let little = BigRational::new(1.into(), 10_000.into());
        for rounds in 0..MAX_ROUNDS {
            if more < little {
                break;
            }
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
            let [numer, denom] = [&ended, &total].map(|weight| whole(expr, weight));
            let chance = BigRational::new(numer?.into(), denom?.into());
            more -= &chance;
            if !chance.is_zero() {
                rows.push(RoundsRow {
                    rounds,
                    probability: Quantity::Exact(chance),
                });
            }
            here = next;
            total = total.times(&common);
        }
        Ok(NumberOfRounds {
            mean: Quantity::Exact(mean),
            rows,
            rest: (!more.is_zero()).then_some(Quantity::Exact(more)),
        })
    }
}

/// The states that each leads to.
fn next_states<W: Weight>(rows: &[Option<Dist<usize, W>>]) -> Vec<Vec<usize>> {
    let next =
        |row: &Option<Dist<usize, W>>| row.iter().flat_map(Dist::iter).map(|(to, _)| *to).collect();
    rows.iter().map(next).collect()
}

/// The numbers that a round gives the next one, as many as there are names.
fn next_numbers(scored: Scored, names: usize) -> Result<Vec<i64>, String> {
    if scored.again || scored.cancels {
        let message = "a further throw is a round of its own here: begin it with other numbers";
        return Err(message.to_owned());
    }
    let list = match scored.outcome {
        Outcome::Tuple(list) => list,
        Outcome::Number(x) => vec![x],
        Outcome::Label(label) => return Err(format!("the label {label} is not a number")),
    };
    match list.len() {
        found if found == names => Ok(list),
        found => Err(format!(
            "{found} for {names} names; there must be a number for each"
        )),
    }
}

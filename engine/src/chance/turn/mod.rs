//! Whole turns: a throw and the further throws it earns, without limit, in closed form.
//!
//! A turn is a walk over a few states: what is still pending (a throw that the next may void) and how many
//! throws in a row have earned another. Every question about it is the solution `h` of `h = b + A·h`, `A` the
//! chances to go from state to state: solved outright, or applied `n` times when at most `n` throws are
//! allowed. Numbers may be rational or rational functions of an unknown bias.
//!
//! Where a throw can void others far back, no finite number of states remembers enough. What stands in the end
//! is a walk over a few states all the same, whose chances are the root of one polynomial; see [`Cancel::Stack`] and
//! the module `stack`. Its numbers are surds up to the second degree, and lie between proved bounds beyond.
//!
//! # Without end, in closed form
//! An exploding die has the generating function `S(x)/(1 − q·x^m)`; sums multiply. A turn is a walk over a few states (what a cancelling
//! throw could still void, how many throws in a row earned another), and every question about it is a linear system over those states. The
//! same code runs over rational numbers and over rational functions of an unknown bias: that is why `--bias p --turn` costs no code of its
//! own. Bounds on an interval of biases come from the isolated critical points of the function, with the mean value theorem for the
//! irrational ones; nothing is sampled.

mod rules;
mod stack;
mod standing;
mod totals;
mod walk;

use std::collections::HashMap;

use num_rational::BigRational;

use super::eval::{Outcome, Scored};
use crate::exact::bounds::BoundsError;
use crate::exact::{Dist, Field, Real, Weight};
use crate::work::limit::{TooLarge, allow};
use crate::work::stop;
use rules::{TurnState, throw};
use walk::{Arc, Walk};

pub use rules::{Cancel, RowRule, TurnRules};
use standing::MAX_LISTS;
pub(super) use standing::multisets;

/// Why a turn cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TurnError {
    /// Every throw earns another.
    #[error("every throw earns another, so the turn never ends; set a limit with --max-throws")]
    NeverEnds,
    /// Totals go up and down without end.
    #[error(
        "throws that earn another count both more and less than zero: the totals have no closed form; \
         set a limit with --max-throws"
    )]
    BothWays,
    /// Too many different things can be pending.
    #[error("the turn has more than {0} states; fewer scores or a shorter row would do")]
    TooManyStates(usize),
    /// It would take too long, or too much memory.
    #[error(
        "the turn takes too much to sum up; fewer throws, fewer scores or a shorter row would do"
    )]
    TooLarge(#[from] TooLarge),
    /// A limit of zero.
    #[error("a turn has at least one throw")]
    NoThrow,
    /// A limit too high to count up to.
    #[error(
        "at most {MAX_THROWS} throws can be counted; leave the limit out for a turn without one"
    )]
    TooManyThrows,
    /// A row of extra throws of length 0.
    #[error("a row that is void has at least one throw")]
    NoRow,
    /// Too many lists of what stands.
    #[error("there are more than {MAX_LISTS} lists of up to {0} values; ask for shorter ones")]
    TooManyLists(usize),
    /// A stack of throws with another rule that voids them.
    #[error("--cancel stack does not go with {0}")]
    StackWith(&'static str),
    /// A stack of throws with an unknown bias.
    #[error(
        "with --cancel stack the chances contain square roots of polynomials in the bias, which are not \
         given; give the bias as one number"
    )]
    StackBias,
    /// The equations of the stack have no answer.
    #[error("the chances that throws are cancelled are not found")]
    Stack(#[from] BoundsError),
}

const MAX_STATES: usize = 300;
/// States a turn whose throws are stacked may have.
const MAX_STACK_STATES: usize = 40;
const MAX_THROWS: u32 = 100;
/// The greatest number of arcs of all states together.
const MAX_ARCS: u128 = 1_000_000;
/// The greatest number a throw can count, either way: sums of as many as are ever added stay in range.
const MAX_COUNT: u128 = 1 << 49;

/// A turn as a walk over states.
#[derive(Clone, Debug)]
pub struct Turn<F> {
    /// The values that a throw can count, with their chances.
    faces: Vec<(Scored, F)>,
    rules: TurnRules,
    /// The throws, in each state an arc for each face.
    thrown: Walk<F>,
    /// The walk over throws that stand in the end, where that is another walk.
    standing: Option<Walk<F>>,
}

/// Mean and variance.
#[derive(Clone, Debug, PartialEq)]
pub struct Moments<F> {
    /// The expected value.
    pub mean: F,
    /// The expected squared distance from it.
    pub variance: F,
}

/// The chances of whole numbers from the first listed on.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ChanceTable<F> {
    /// Outcomes with their chances, ascending (or descending, when `descending`).
    pub rows: Vec<(i64, F)>,
    /// The last number looked at.
    pub last: i64,
    /// The chance that the value lies beyond the last row; `None` when nothing does.
    pub rest: Option<F>,
    /// Whether the rows go down.
    pub descending: bool,
}

impl Turn<Real> {
    /// The turn with what cancelling throws void, [`Cancel::Stack`] included.
    ///
    /// Exact: chances are rational or quadratic surds; only with rows of four and more, which make the equations
    /// cubic and higher, are they enclosed by proved bounds.
    ///
    /// # Errors
    /// [`TurnError`] when it cannot end or would not fit.
    pub(crate) fn stacked<W: Weight<Field = BigRational>>(
        scores: &Dist<Scored, W>,
        rules: TurnRules,
    ) -> Result<Self, TurnError> {
        let previous = Turn::new(
            scores,
            TurnRules {
                cancel: Cancel::Previous,
                ..rules
            },
        )?;
        let standing = match rules.cancel {
            Cancel::Stack if previous.can_cancel() => Some(stack::standing(&previous)?),
            _ => None,
        };
        Ok(Self {
            faces: (previous.faces.into_iter())
                .map(|(face, chance)| (face, Real::from(chance)))
                .collect(),
            rules,
            thrown: previous.thrown.map(|chance| Real::from(chance.clone())),
            standing,
        })
    }
}

impl<F: Field> Turn<F> {
    /// The turn made of throws of a score table under the given rules.
    ///
    /// # Errors
    /// [`TurnError`] when it cannot end or would not fit, or when throws are stacked: that is [`Turn::stacked`].
    pub(crate) fn new<W: Weight<Field = F>>(
        scores: &Dist<Scored, W>,
        rules: TurnRules,
    ) -> Result<Self, TurnError> {
        rules.check()?;
        for (face, _) in scores.iter() {
            let number = face.outcome.number().unwrap_or_default();
            allow("units in a score", number.unsigned_abs().into(), MAX_COUNT)?;
        }
        allow("cases", scores.len() as u128, MAX_ARCS)?;
        let faces: Vec<(Scored, F)> = scores
            .iter()
            .inspect(|_| stop::check())
            .map(|(face, weight)| (face.clone(), weight.over(scores.total())))
            .collect();
        let thrown = walk_of(&faces, rules)?;
        let turn = Self {
            faces,
            thrown,
            standing: None,
            rules,
        };
        if rules.cancel == Cancel::Stack && turn.can_cancel() {
            return Err(TurnError::StackBias);
        }
        if rules.max_throws.is_none() && !turn.thrown.can_always_end() {
            return Err(TurnError::NeverEnds);
        }
        Ok(turn)
    }

    /// Whether some throw voids another.
    fn can_cancel(&self) -> bool {
        self.faces.iter().any(|(face, _)| face.cancels)
    }

    /// The walk that tells what stands.
    fn standing(&self) -> &Walk<F> {
        self.standing.as_ref().unwrap_or(&self.thrown)
    }

    /// The chance that a throw earns another.
    pub(crate) fn again(&self) -> F {
        let one = F::one();
        let again = self.faces.iter().filter(|(face, _)| face.again);
        F::sum_of_products(again.map(|(_, chance)| (chance, &one)))
    }

    /// The sum of some faces: their numbers; labels add nothing.
    fn numbers(&self, faces: &[usize]) -> i64 {
        let number = |&face: &usize| self.faces[face].0.outcome.number().unwrap_or(0);
        faces.iter().map(number).sum()
    }

    /// Mean and variance of the total of the numbers that stand.
    pub(crate) fn total(&self) -> Moments<F> {
        (self.standing()).moments(0, |faces| self.numbers(faces))
    }

    /// Mean and variance of the number of throws.
    pub(crate) fn throws(&self) -> Moments<F> {
        self.thrown.moments(1, |_| 0)
    }

    /// The chance of each number of throws from one on: `enough` is asked after each, with the chance of more,
    /// whether to stop. Where there cannot be more than some number all are listed.
    pub(crate) fn throws_table(&self, mut enough: impl FnMut(i64, &F) -> bool) -> ChanceTable<F> {
        let matrix = self.thrown.matrix(|_| true);
        let is_bounded = self.thrown.is_bounded();
        let mut alive = vec![F::zero(); self.thrown.len()];
        alive[0] = F::one();
        let mut rest = F::one();
        let mut rows = Vec::new();
        let mut last = 0;
        for throws in 1.. {
            last = i64::from(throws);
            let ends = if Some(throws) == self.rules.max_throws {
                rest.clone()
            } else {
                walk::step(&matrix, &mut alive)
            };
            rest = rest - ends.clone();
            rows.push((last, ends));
            if rest.is_zero() || !is_bounded && enough(last, &rest) {
                break;
            }
        }
        ChanceTable {
            rows,
            last,
            rest: (!rest.is_zero()).then_some(rest),
            descending: false,
        }
    }

    /// Which throws of a sequence stand, each throw named by what it counts.
    ///
    /// # Errors
    /// A message when a name is unknown, or the turn ends before or goes on after the sequence.
    pub(crate) fn replay(&self, names: &[String]) -> Result<(Vec<Outcome>, Vec<Outcome>), String> {
        let outcome = |face: &usize| self.faces[*face].0.outcome.clone();
        let stacked = self.standing.is_some();
        let mut state = Some(0);
        let (mut thrown, mut stands) = (Vec::new(), Vec::new());
        for (i, name) in names.iter().enumerate() {
            let named = |(face, _): &(Scored, F)| face.outcome.to_string() == name.trim();
            let Some(face) = self.faces.iter().position(named) else {
                let known = self.faces.iter().map(|(face, _)| face.outcome.to_string());
                let known: Vec<String> = known.collect();
                return Err(format!(
                    "no throw counts `{}`; they count {}",
                    name.trim(),
                    known.join(", ")
                ));
            };
            let may_go_on = (self.rules.max_throws).is_none_or(|most| i < most as usize);
            let Some(here) = state.filter(|_| may_go_on) else {
                return Err(format!(
                    "the turn is over after throw {i}, before `{}`",
                    name.trim()
                ));
            };
            let scored = &self.faces[face].0;
            let arc = &self.thrown.arcs[here][face];
            thrown.push(face);
            if !stacked {
                stands.extend(&arc.stands);
            } else if scored.cancels {
                stands.pop();
            } else if arc.next.is_some() || !scored.again {
                // A throw that earns another and yet ends the turn is the last of a row, and void.
                stands.push(face);
            }
            state = arc.next;
        }
        if let Some(state) = state.filter(|_| !stacked) {
            // The sequence stops while another throw is due: what is pending still stands.
            stands.extend(&self.thrown.pending[state]);
        }
        Ok((
            thrown.iter().map(outcome).collect(),
            stands.iter().map(outcome).collect(),
        ))
    }
}

impl<F: Field> Moments<F> {
    /// Those of numbers with their chances.
    pub(super) fn of<'a>(rows: impl Iterator<Item = (i64, &'a F)>) -> Self
    where
        F: 'a,
    {
        let (mut mean, mut square) = (F::zero(), F::zero());
        for (x, chance) in rows {
            stop::check();
            let x = F::from_integer(x);
            let weighed = chance.clone() * x.clone();
            square = square.plus_product(&weighed, &x);
            mean = mean.plus(&weighed);
        }
        Self::from_raw(&mean, &square)
    }

    fn from_raw(first: &F, second: &F) -> Self {
        Self {
            mean: first.clone(),
            variance: second.clone().plus_product(&-first.clone(), first),
        }
    }
}

/// The walk over all states of a turn that throws lead to.
fn walk_of<F: Field>(faces: &[(Scored, F)], rules: TurnRules) -> Result<Walk<F>, TurnError> {
    let can_cancel = faces.iter().any(|(face, _)| face.cancels);
    let mut states = vec![TurnState::default()];
    let mut known = HashMap::from([(TurnState::default(), 0)]);
    let mut arcs = Vec::new();
    while arcs.len() < states.len() {
        let state = states[arcs.len()].clone();
        let arcs_made = (arcs.len() as u128 + 1) * faces.len() as u128;
        allow("cases in all states", arcs_made, MAX_ARCS)?;
        stop::check();
        let mut from_here = Vec::with_capacity(faces.len());
        for (face, (scored, chance)) in faces.iter().enumerate() {
            let (stands, next) = throw((face, scored), &state, (rules.row, can_cancel));
            let next = next.map(|next| {
                *known.entry(next).or_insert_with_key(|next| {
                    states.push(next.clone());
                    states.len() - 1
                })
            });
            from_here.push(Arc {
                chance: chance.clone(),
                stands,
                next,
            });
        }
        if states.len() > MAX_STATES {
            return Err(TurnError::TooManyStates(MAX_STATES));
        }
        arcs.push(from_here);
    }
    Ok(Walk {
        pending: states.into_iter().map(|state| state.pending).collect(),
        arcs,
        max_throws: rules.max_throws,
    })
}

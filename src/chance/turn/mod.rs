//! Whole turns: a throw and the further throws it earns, without limit, in closed form.
//!
//! A turn is a walk over a few states: what is still pending (a throw that the next may void) and how many
//! throws in a row have earned another. Every question about it is the solution `h` of `h = b + A·h`, `A` the
//! chances to go from state to state: solved outright, or applied `n` times when at most `n` throws are
//! allowed. Numbers may be rational or rational functions of an unknown bias.

mod rules;
mod totals;

use std::collections::HashMap;

use super::eval::{Outcome, Scored};
use crate::exact::limit::{TooLarge, allow};
use crate::exact::{Dist, Field, Weight};
use rules::{State, throw};

pub use rules::{Row, TurnRules};

/// Why a turn cannot be analysed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
    #[error("the turn has more than {MAX_STATES} states; fewer scores or a shorter row would do")]
    TooManyStates,
    /// The system over the states would take too long.
    #[error(
        "the turn takes too long to sum up; fewer throws, fewer scores or a shorter row would do"
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
}

const MAX_STATES: usize = 300;
const MAX_THROWS: u32 = 100;
/// Elementary steps, each on a fraction, that a turn may take.
const MAX_STEPS: u128 = 600_000;

/// A turn as a walk over states.
#[derive(Clone, Debug)]
pub struct Turn<F> {
    /// What a throw can count, with its chance.
    faces: Vec<(Scored, F)>,
    states: Vec<State>,
    /// From each state, in the order of the faces.
    arcs: Vec<Vec<Arc>>,
    max_throws: Option<u32>,
}

/// What one throw does in one state.
#[derive(Clone, Debug)]
struct Arc {
    /// Faces that now stand for good.
    stands: Vec<usize>,
    /// The next state, or nothing when the turn is over.
    next: Option<usize>,
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
pub struct Table<F> {
    /// Outcomes with their chances, ascending (or descending, when `descending`).
    pub rows: Vec<(i64, F)>,
    /// The chance that the value lies beyond the last row; `None` when nothing does.
    pub rest: Option<F>,
    /// Whether the rows go down.
    pub descending: bool,
}

impl<F: Field> Turn<F> {
    /// The turn made of throws of a score table under the given rules.
    ///
    /// # Errors
    /// [`TurnError`] when it cannot end or would not fit.
    pub fn new<W: Weight<Field = F>>(
        scores: &Dist<Scored, W>,
        rules: TurnRules,
    ) -> Result<Self, TurnError> {
        match rules.max_throws {
            Some(0) => return Err(TurnError::NoThrow),
            Some(limit) if limit > MAX_THROWS => return Err(TurnError::TooManyThrows),
            _ => {}
        }
        let faces: Vec<(Scored, F)> = scores
            .iter()
            .map(|(face, _)| (face.clone(), scores.probability(face)))
            .collect();
        let mut states = vec![State::default()];
        let mut known = HashMap::from([(State::default(), 0)]);
        let mut arcs = Vec::new();
        while arcs.len() < states.len() {
            let state = states[arcs.len()].clone();
            let mut from_here = Vec::with_capacity(faces.len());
            for face in 0..faces.len() {
                let (stands, next) = throw(&faces, &state, face, rules.row);
                let next = next.map(|next| {
                    *known.entry(next).or_insert_with_key(|next| {
                        states.push(next.clone());
                        states.len() - 1
                    })
                });
                from_here.push(Arc { stands, next });
            }
            if states.len() > MAX_STATES {
                return Err(TurnError::TooManyStates);
            }
            arcs.push(from_here);
        }
        let turn = Self {
            faces,
            states,
            arcs,
            max_throws: rules.max_throws,
        };
        if turn.max_throws.is_none() && !turn.can_always_end() {
            return Err(TurnError::NeverEnds);
        }
        turn.allow_work()?;
        Ok(turn)
    }

    /// Refuses a turn whose questions would take more than about a second.
    fn allow_work(&self) -> Result<(), TooLarge> {
        let (states, faces) = (self.states.len() as u128, self.faces.len() as u128);
        let questions = match self.max_throws {
            // Fractions grow with the throws made.
            Some(limit) => states * faces * faces * u128::from(limit) * u128::from(limit),
            // Elimination, for each face that may occur and a few more times.
            None => states * states * states * (faces + 4),
        };
        allow("steps", questions * F::COST, MAX_STEPS)
    }

    fn can_always_end(&self) -> bool {
        let mut ends = vec![false; self.states.len()];
        loop {
            let before = ends.iter().filter(|&&end| end).count();
            for (state, arcs) in self.arcs.iter().enumerate() {
                ends[state] |= arcs
                    .iter()
                    .any(|arc| arc.next.is_none_or(|next| ends[next]));
            }
            let after = ends.iter().filter(|&&end| end).count();
            if after == before {
                return after == ends.len();
            }
        }
    }

    /// The chance that a throw earns another.
    pub fn again(&self) -> F {
        let again = self.faces.iter().filter(|(face, _)| face.again);
        again.fold(F::zero(), |sum, (_, chance)| sum + chance.clone())
    }

    /// What a face adds to the total: its number; labels add nothing.
    fn number(&self, face: usize) -> i64 {
        self.faces[face].0.outcome.number().unwrap_or(0)
    }

    fn numbers(&self, faces: &[usize]) -> i64 {
        faces.iter().map(|&face| self.number(face)).sum()
    }

    /// Arcs of a state with their chances.
    fn arcs_from(&self, state: usize) -> impl Iterator<Item = (&Arc, &F)> {
        self.arcs[state]
            .iter()
            .zip(self.faces.iter().map(|(_, chance)| chance))
    }

    /// Solves `h = constant + A·h` over the states, or applies it as often as throws are allowed, from `at_limit`
    /// on: the value when no throw is left. The answer is for the start of the turn.
    fn solve(
        &self,
        constant: impl Fn(usize) -> F,
        at_limit: impl Fn(&State) -> F,
        through: impl Fn(&Arc) -> bool,
    ) -> Vec<F> {
        let count = self.states.len();
        let constants: Vec<F> = (0..count).map(constant).collect();
        if let Some(limit) = self.max_throws {
            let mut values: Vec<F> = self.states.iter().map(at_limit).collect();
            for _ in 0..limit {
                values = (0..count)
                    .map(|state| self.step(state, &constants, &values, &through))
                    .collect();
            }
            return values;
        }
        let mut rows: Vec<Vec<F>> = (constants.into_iter().enumerate())
            .map(|(state, constant)| {
                let mut row = vec![F::zero(); count + 1];
                row[state] = F::one();
                row[count] = constant;
                for (arc, chance) in self.arcs_from(state).filter(|(arc, _)| through(arc)) {
                    if let Some(next) = arc.next {
                        row[next] = row[next].clone() - chance.clone();
                    }
                }
                row
            })
            .collect();
        eliminate(&mut rows)
    }

    fn step(
        &self,
        state: usize,
        constants: &[F],
        values: &[F],
        through: impl Fn(&Arc) -> bool,
    ) -> F {
        let arcs = self.arcs_from(state).filter(|(arc, _)| through(arc));
        arcs.fold(constants[state].clone(), |sum, (arc, chance)| {
            match arc.next {
                Some(next) => sum + chance.clone() * values[next].clone(),
                None => sum,
            }
        })
    }

    /// Mean and variance of a quantity that each face standing, and each throw made, adds to.
    fn moments(&self, of_throw: i64, of_faces: impl Fn(&[usize]) -> i64) -> Moments<F> {
        let number = F::from_integer;
        let adds = |arc: &Arc| of_throw + of_faces(&arc.stands);
        let expect = |state: usize, f: &dyn Fn(&Arc) -> F| {
            self.arcs_from(state).fold(F::zero(), |sum, (arc, chance)| {
                sum + chance.clone() * f(arc)
            })
        };
        let all = |_: &Arc| true;
        // With a limit the first moments of every remaining number of throws are needed for the second.
        let Some(limit) = self.max_throws else {
            let first = self.solve(
                |state| expect(state, &|arc| number(adds(arc))),
                |_| F::zero(),
                all,
            );
            let squares = |arc: &Arc| {
                let own = number(adds(arc));
                let later = arc.next.map_or_else(F::zero, |next| first[next].clone());
                own.clone() * own.clone() + number(2) * own * later
            };
            let second = self.solve(|state| expect(state, &squares), |_| F::zero(), all);
            return Moments::from_raw(&first[0], &second[0]);
        };
        let pending = |state: &State| number(of_faces(&state.pending));
        let mut first: Vec<F> = self.states.iter().map(pending).collect();
        let mut second: Vec<F> = first.iter().map(|x| x.clone() * x.clone()).collect();
        for _ in 0..limit {
            let after = |values: &[F], arc: &Arc| {
                arc.next.map_or_else(F::zero, |next| values[next].clone())
            };
            let squares = |arc: &Arc| {
                let own = number(adds(arc));
                own.clone() * own.clone()
                    + number(2) * own * after(&first, arc)
                    + after(&second, arc)
            };
            let seconds = (0..self.states.len())
                .map(|state| expect(state, &squares))
                .collect();
            let firsts = (0..self.states.len())
                .map(|state| expect(state, &|arc| number(adds(arc)) + after(&first, arc)))
                .collect();
            (first, second) = (firsts, seconds);
        }
        Moments::from_raw(&first[0], &second[0])
    }

    /// Mean and variance of the total of the numbers that stand.
    pub fn total(&self) -> Moments<F> {
        self.moments(0, |faces| self.numbers(faces))
    }

    /// Mean and variance of the number of throws.
    pub fn throws(&self) -> Moments<F> {
        self.moments(1, |_| 0)
    }

    /// The chance of each number of throws from one on: `enough` is asked after each, with the chance of more,
    /// whether to stop.
    pub fn throws_table(&self, mut enough: impl FnMut(i64, &F) -> bool) -> Table<F> {
        let mut alive = vec![F::zero(); self.states.len()];
        alive[0] = F::one();
        let mut rest = F::one();
        let mut rows = Vec::new();
        for throws in 1.. {
            let mut next_alive = vec![F::zero(); self.states.len()];
            let mut ends = F::zero();
            for (state, weight) in alive
                .iter()
                .enumerate()
                .filter(|(_, weight)| !weight.is_zero())
            {
                for (arc, chance) in self.arcs_from(state) {
                    let chance = weight.clone() * chance.clone();
                    match arc.next {
                        Some(next) if Some(throws) != self.max_throws => {
                            next_alive[next] = next_alive[next].clone() + chance;
                        }
                        _ => ends = ends + chance,
                    }
                }
            }
            alive = next_alive;
            rest = rest - ends.clone();
            rows.push((i64::from(throws), ends));
            if rest.is_zero() || enough(i64::from(throws), &rest) {
                break;
            }
        }
        Table {
            rows,
            rest: (!rest.is_zero()).then_some(rest),
            descending: false,
        }
    }

    /// The chance that each outcome stands at least once in the turn, and how often it does on average.
    pub fn occurrences(&self) -> Vec<(Outcome, F, F)> {
        let mut outcomes: Vec<&Outcome> = self
            .faces
            .iter()
            .filter(|(face, _)| !face.cancels)
            .map(|(face, _)| &face.outcome)
            .collect();
        outcomes.sort();
        outcomes.dedup();
        let of = |outcome: &Outcome, faces: &[usize]| {
            faces
                .iter()
                .filter(|&&face| self.faces[face].0.outcome == *outcome)
                .count() as i64
        };
        outcomes
            .into_iter()
            .map(|outcome| {
                let lacks = |faces: &[usize]| of(outcome, faces) == 0;
                let ends_without = |state: usize| {
                    let ends = self
                        .arcs_from(state)
                        .filter(|(arc, _)| arc.next.is_none() && lacks(&arc.stands));
                    ends.fold(F::zero(), |sum, (_, chance)| sum + chance.clone())
                };
                let at_limit = |state: &State| {
                    if lacks(&state.pending) {
                        F::one()
                    } else {
                        F::zero()
                    }
                };
                let never = self.solve(ends_without, at_limit, |arc| lacks(&arc.stands))[0].clone();
                let mean = self.moments(0, |faces| of(outcome, faces)).mean;
                (outcome.clone(), F::one() - never, mean)
            })
            .collect()
    }
}

impl<F: Field> Moments<F> {
    fn from_raw(first: &F, second: &F) -> Self {
        let variance = second.clone() - first.clone() * first.clone();
        Self {
            mean: first.clone(),
            variance,
        }
    }
}

/// Gauss-Jordan elimination of a square system with its right-hand side in the last column.
///
/// The matrix is the identity less a substochastic one from which the end can be reached, so it is regular.
fn eliminate<F: Field>(rows: &mut [Vec<F>]) -> Vec<F> {
    let count = rows.len();
    for column in 0..count {
        let pivot = (column..count).find(|&row| !rows[row][column].is_zero());
        rows.swap(column, pivot.expect("the system is regular"));
        let scale = F::one().divided_by(&rows[column][column]);
        for value in &mut rows[column][column..] {
            *value = value.clone() * scale.clone();
        }
        let (above, rest) = rows.split_at_mut(column);
        let (pivot_row, below) = rest
            .split_first_mut()
            .expect("the column is within the rows");
        for row in above
            .iter_mut()
            .chain(below)
            .filter(|row| !row[column].is_zero())
        {
            let factor = row[column].clone();
            for (value, pivot) in row[column..]
                .iter_mut()
                .zip(&pivot_row[column..])
                .filter(|(_, pivot)| !pivot.is_zero())
            {
                *value = value.clone() - factor.clone() * pivot.clone();
            }
        }
    }
    rows.iter().map(|row| row[count].clone()).collect()
}

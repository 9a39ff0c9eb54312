//! A walk over a few states, and what is expected of it. Each step fixes some faces that can no longer be cancelled.

use super::Moments;
use crate::exact::Field;
use crate::exact::graph::{reaching, strong_components};
use crate::exact::linear::eliminate;
use crate::work::stop;

/// A walk that begins in state 0 and ends with an arc that leads nowhere.
#[derive(Clone, Debug)]
pub(super) struct Walk<F> {
    /// For each state the faces that would stand if the walk were stopped there.
    pub(super) pending: Vec<Vec<usize>>,
    /// The arcs from each state; their chances sum to 1.
    pub(super) arcs: Vec<Vec<Arc<F>>>,
    /// The number of steps after which the walk is stopped.
    pub(super) max_throws: Option<u32>,
}

/// The effect of one step.
#[derive(Clone, Debug)]
pub(super) struct Arc<F> {
    pub(super) chance: F,
    /// Faces that now stand for good.
    pub(super) stands: Vec<usize>,
    /// The next state, or nothing when the walk is over.
    pub(super) next: Option<usize>,
}

impl<F: Field> Walk<F> {
    /// Number of states.
    pub(super) fn len(&self) -> usize {
        self.arcs.len()
    }

    /// The same walk with other numbers.
    pub(super) fn map<G>(self, mut number: impl FnMut(&F) -> G) -> Walk<G> {
        let mut arc = |arc: Arc<F>| Arc {
            chance: number(&arc.chance),
            stands: arc.stands,
            next: arc.next,
        };
        let arcs = self.arcs.into_iter();
        Walk {
            pending: self.pending,
            arcs: arcs
                .map(|arcs| arcs.into_iter().map(&mut arc).collect())
                .collect(),
            max_throws: self.max_throws,
        }
    }

    /// The states that each leads to.
    fn next(&self) -> Vec<Vec<usize>> {
        let next = |arcs: &Vec<Arc<F>>| arcs.iter().filter_map(|arc| arc.next).collect();
        self.arcs.iter().map(next).collect()
    }

    pub(super) fn can_always_end(&self) -> bool {
        let ends = |state: &usize| self.arcs[*state].iter().any(|arc| arc.next.is_none());
        let ending = reaching(&self.next(), (0..self.len()).filter(ends));
        ending.into_iter().all(|ends| ends)
    }

    /// Whether no walk goes on without end: some number of steps is never passed.
    pub(super) fn is_bounded(&self) -> bool {
        if self.max_throws.is_some() {
            return true;
        }
        let next = self.next();
        let loops = |at: usize| next[at].contains(&at);
        let components = strong_components(&next);
        components
            .iter()
            .all(|states| states.len() == 1 && !loops(states[0]))
    }

    /// The chances to go from each state to each, and at last to the end, by the arcs that `through` lets pass.
    pub(super) fn matrix(&self, through: impl Fn(&Arc<F>) -> bool) -> Vec<Vec<F>> {
        let row = |arcs: &Vec<Arc<F>>| {
            let mut row = vec![F::zero(); self.len() + 1];
            for arc in arcs.iter().filter(|arc| through(arc)) {
                stop::check();
                let to = arc.next.unwrap_or(self.len());
                row[to] = row[to].plus(&arc.chance);
            }
            row
        };
        self.arcs.iter().map(row).collect()
    }

    /// The expected number of times that a walk begun in one state (the first index) is in another, on the arcs that
    /// `through` lets pass: the inverse of 1 − A.
    pub(super) fn visits(&self, through: impl Fn(&Arc<F>) -> bool) -> Vec<Vec<F>> {
        let matrix = self.matrix(through);
        let unit = (0..self.len()).map(|state| {
            let mut row = vec![F::zero(); self.len()];
            row[state] = F::one();
            row
        });
        solved(matrix, unit.collect())
    }

    /// Solves `h = constant + A·h` over the states, or applies it as often as steps are allowed, from `at_limit`
    /// on: the value, with what is pending, when no step is left. The answer is for the start in each state.
    fn solve(
        &self,
        constants: Vec<F>,
        at_limit: impl Fn(&[usize]) -> F,
        matrix: Vec<Vec<F>>,
    ) -> Vec<F> {
        let Some(limit) = self.max_throws else {
            let constants = constants.into_iter().map(|constant| vec![constant]);
            let solved = solved(matrix, constants.collect());
            return solved.into_iter().flatten().collect();
        };
        let mut values: Vec<F> = self.pending.iter().map(|faces| at_limit(faces)).collect();
        for _ in 0..limit {
            let step = |(constant, row): (&F, &Vec<F>)| {
                let mut sum = constant.clone();
                for (chance, value) in row.iter().zip(&values) {
                    add_product(&mut sum, chance, value);
                }
                sum
            };
            values = constants.iter().zip(&matrix).map(step).collect();
        }
        values
    }

    /// Mean and variance of a quantity that each face standing, and each step made, adds to.
    pub(super) fn moments(&self, of_step: i64, of_faces: impl Fn(&[usize]) -> i64) -> Moments<F> {
        let number = F::from_integer;
        let adds = |arc: &Arc<F>| number(of_step + of_faces(&arc.stands));
        // The expected square of what an arc adds and of what is still to come.
        let square = |own: F, later: &F, later_square: F| {
            let twice = own.clone().plus_product(&number(2), later);
            later_square.plus_product(&own, &twice)
        };
        // The expectation over the arcs from each state of a function of what an arc adds and what is still to come.
        let expect = |f: &dyn Fn(F, Option<usize>) -> F| -> Vec<F> {
            let state = |arcs: &Vec<Arc<F>>| {
                let mut sum = F::zero();
                for arc in arcs {
                    add_product(&mut sum, &arc.chance, &f(adds(arc), arc.next));
                }
                sum
            };
            self.arcs.iter().map(state).collect()
        };
        // With a limit the first moments of every remaining number of steps are needed for the second.
        let Some(limit) = self.max_throws else {
            let matrix = self.matrix(|_| true);
            let firsts = expect(&|own, _| own);
            let first = self.solve(firsts, |_| F::zero(), matrix.clone());
            let squares = expect(&|own, next| {
                let later = next.map_or_else(F::zero, |next| first[next].clone());
                square(own, &later, F::zero())
            });
            let second = self.solve(squares, |_| F::zero(), matrix);
            return Moments::from_raw(&first[0], &second[0]);
        };
        let pending = |faces: &Vec<usize>| number(of_faces(faces));
        let mut first: Vec<F> = self.pending.iter().map(pending).collect();
        let mut second: Vec<F> = first.iter().map(|x| F::zero().plus_product(x, x)).collect();
        let after = |values: &[F], next: Option<usize>| {
            next.map_or_else(F::zero, |next| values[next].clone())
        };
        for _ in 0..limit {
            let seconds =
                expect(&|own, next| square(own, &after(&first, next), after(&second, next)));
            let firsts = expect(&|own, next| own.plus(&after(&first, next)));
            (first, second) = (firsts, seconds);
        }
        Moments::from_raw(&first[0], &second[0])
    }

    /// The chance that the walk goes to its end without some arcs, given as state and place there, and without anything
    /// pending at the limit for which `lacks` does not hold; `matrix` is that of all arcs.
    pub(super) fn without(
        &self,
        matrix: &[Vec<F>],
        arcs: &[(usize, usize)],
        lacks: impl Fn(&[usize]) -> bool,
    ) -> F {
        stop::check();
        let mut matrix = matrix.to_vec();
        for &(state, arc) in arcs {
            let arc = &self.arcs[state][arc];
            let from = &mut matrix[state][arc.next.unwrap_or(self.len())];
            stop::check();
            *from = from.clone() - arc.chance.clone();
        }
        let ends = matrix.iter().map(|row| row[self.len()].clone());
        let ends = ends.collect();
        let at_limit = |pending: &[usize]| if lacks(pending) { F::one() } else { F::zero() };
        self.solve(ends, at_limit, matrix).swap_remove(0)
    }

    /// The expected number of times that the walk is in each state, and the chance of each that it is stopped there; `matrix` is that of
    /// all arcs.
    pub(super) fn stays(&self, matrix: &[Vec<F>]) -> (Vec<F>, Vec<F>) {
        let mut start = vec![F::zero(); self.len()];
        start[0] = F::one();
        let Some(limit) = self.max_throws else {
            let constants = start.into_iter().map(|x| vec![x]).collect();
            let visits = solved(transposed(matrix), constants);
            let nowhere = vec![F::zero(); self.len()];
            return (visits.into_iter().flatten().collect(), nowhere);
        };
        let (mut visits, mut here) = (vec![F::zero(); self.len()], start);
        for _ in 0..limit {
            for (visits, here) in visits.iter_mut().zip(&here) {
                stop::check();
                *visits = visits.clone() + here.clone();
            }
            step(matrix, &mut here);
        }
        (visits, here)
    }
}

/// Goes one step on from where a walk is with some chance, and gives the chance that it ends with that step.
pub(super) fn step<F: Field>(matrix: &[Vec<F>], alive: &mut Vec<F>) -> F {
    let mut next = vec![F::zero(); alive.len() + 1];
    for (here, row) in alive.iter().zip(matrix) {
        for (sum, chance) in next.iter_mut().zip(row) {
            add_product(sum, chance, here);
        }
    }
    let ends = next.pop().unwrap_or_else(F::zero);
    *alive = next;
    ends
}

/// Solves `h = b + A·h` for the columns of b.
fn solved<F: Field>(matrix: Vec<Vec<F>>, constants: Vec<Vec<F>>) -> Vec<Vec<F>> {
    let states = matrix.len();
    let row = |(state, (row, constants)): (usize, (Vec<F>, Vec<F>))| {
        let row = row.into_iter().take(states);
        let mut row: Vec<F> = row.map(|chance| -chance).collect();
        row[state] = F::one() + row[state].clone();
        row.extend(constants);
        row
    };
    let rows = matrix.into_iter().zip(constants).enumerate().map(row);
    // The identity less a substochastic matrix from which the end can be reached is regular.
    eliminate(rows.collect()).expect("the walk ends, so the system is regular")
}

/// The columns of a matrix, one for each state.
pub(super) fn transposed<F: Clone>(matrix: &[Vec<F>]) -> Vec<Vec<F>> {
    let column = |at: usize| matrix.iter().map(|row| row[at].clone()).collect();
    (0..matrix.len()).map(column).collect()
}

/// The sum of the products of two rows.
pub(super) fn dot<F: Field>(a: &[F], b: &[F]) -> F {
    let mut sum = F::zero();
    for (a, b) in a.iter().zip(b) {
        add_product(&mut sum, a, b);
    }
    sum
}

/// Adds a product to a sum.
pub(super) fn add_product<F: Field>(sum: &mut F, a: &F, b: &F) {
    stop::check();
    if !a.is_zero() && !b.is_zero() {
        *sum = std::mem::replace(sum, F::zero()).plus_product(a, b);
    }
}

//! A walk over a few states, each step making faces stand for good, and what is expected of it.

use super::Moments;
use crate::exact::Field;
use crate::exact::linear::eliminate;

/// A walk that begins in state 0 and ends with an arc that leads nowhere.
#[derive(Clone, Debug)]
pub(super) struct Walk<F> {
    /// For each state the faces that would stand if the walk were stopped there.
    pub(super) pending: Vec<Vec<usize>>,
    /// The arcs from each state; their chances sum to 1.
    pub(super) arcs: Vec<Vec<Arc<F>>>,
    /// The walk is stopped after so many steps.
    pub(super) max_throws: Option<u32>,
}

/// What one step does.
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

    pub(super) fn can_always_end(&self) -> bool {
        let mut ends = vec![false; self.len()];
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

    /// Solves `h = constant + A·h` over the states, or applies it as often as steps are allowed, from `at_limit`
    /// on: the value, with what is pending, when no step is left. The answer is for the start in each state.
    pub(super) fn solve(
        &self,
        constant: impl Fn(usize) -> F,
        at_limit: impl Fn(&[usize]) -> F,
        through: impl Fn(&Arc<F>) -> bool,
    ) -> Vec<F> {
        let count = self.len();
        let constants: Vec<F> = (0..count).map(constant).collect();
        if let Some(limit) = self.max_throws {
            let mut values: Vec<F> = self.pending.iter().map(|faces| at_limit(faces)).collect();
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
                for arc in self.arcs[state].iter().filter(|arc| through(arc)) {
                    if let Some(next) = arc.next {
                        row[next] = row[next].clone() - arc.chance.clone();
                    }
                }
                row
            })
            .collect();
        // The identity less a substochastic matrix from which the end can be reached is regular.
        eliminate(&mut rows).expect("the walk ends, so the system is regular")
    }

    fn step(
        &self,
        state: usize,
        constants: &[F],
        values: &[F],
        through: impl Fn(&Arc<F>) -> bool,
    ) -> F {
        let arcs = self.arcs[state].iter().filter(|arc| through(arc));
        arcs.fold(constants[state].clone(), |sum, arc| match arc.next {
            Some(next) => sum + arc.chance.clone() * values[next].clone(),
            None => sum,
        })
    }

    /// Mean and variance of a quantity that each face standing, and each step made, adds to.
    pub(super) fn moments(&self, of_step: i64, of_faces: impl Fn(&[usize]) -> i64) -> Moments<F> {
        let number = F::from_integer;
        let adds = |arc: &Arc<F>| of_step + of_faces(&arc.stands);
        let expect = |state: usize, f: &dyn Fn(&Arc<F>) -> F| {
            let arcs = self.arcs[state].iter();
            arcs.fold(F::zero(), |sum, arc| sum + arc.chance.clone() * f(arc))
        };
        let all = |_: &Arc<F>| true;
        // With a limit the first moments of every remaining number of steps are needed for the second.
        let Some(limit) = self.max_throws else {
            let first = self.solve(
                |state| expect(state, &|arc| number(adds(arc))),
                |_| F::zero(),
                all,
            );
            let squares = |arc: &Arc<F>| {
                let own = number(adds(arc));
                let later = arc.next.map_or_else(F::zero, |next| first[next].clone());
                own.clone() * own.clone() + number(2) * own * later
            };
            let second = self.solve(|state| expect(state, &squares), |_| F::zero(), all);
            return Moments::from_raw(&first[0], &second[0]);
        };
        let pending = |faces: &Vec<usize>| number(of_faces(faces));
        let mut first: Vec<F> = self.pending.iter().map(pending).collect();
        let mut second: Vec<F> = first.iter().map(|x| x.clone() * x.clone()).collect();
        for _ in 0..limit {
            let after = |values: &[F], arc: &Arc<F>| {
                arc.next.map_or_else(F::zero, |next| values[next].clone())
            };
            let squares = |arc: &Arc<F>| {
                let own = number(adds(arc));
                own.clone() * own.clone()
                    + number(2) * own * after(&first, arc)
                    + after(&second, arc)
            };
            let seconds = (0..self.len())
                .map(|state| expect(state, &squares))
                .collect();
            let firsts = (0..self.len())
                .map(|state| expect(state, &|arc| number(adds(arc)) + after(&first, arc)))
                .collect();
            (first, second) = (firsts, seconds);
        }
        Moments::from_raw(&first[0], &second[0])
    }

    /// The chance that no faces stand but those for which `lacks` holds.
    pub(super) fn only(&self, lacks: impl Fn(&[usize]) -> bool) -> F {
        let ends = |state: usize| {
            let ends = self.arcs[state].iter();
            let ends = ends.filter(|arc| arc.next.is_none() && lacks(&arc.stands));
            ends.fold(F::zero(), |sum, arc| sum + arc.chance.clone())
        };
        let at_limit = |pending: &[usize]| if lacks(pending) { F::one() } else { F::zero() };
        self.solve(ends, at_limit, |arc| lacks(&arc.stands))[0].clone()
    }
}

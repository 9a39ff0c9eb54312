//! Least solutions of polynomial systems x = P(x) whose coefficients are not negative.
//!
//! Such systems describe what a process that stacks things up does in the end: the chance that a thing laid on the
//! stack is ever taken off again is the least solution of equations in which it occurs with itself multiplied. The least
//! solution exists whenever any does (P is monotone), and lies below every vector u with P(u) ≤ u.
//!
//! # Surds, and why they are exact
//! Where a throw voids the latest one still standing, no number of states remembers enough: the turn is a pushdown process. The chance Q that
//! a throw is ever taken off again satisfies Q = c + a·Q², and what is wanted is its least solution that is not negative. `exact::pushdown`
//! writes such equations down for any process, `exact::fixpoint` solves them component by component: linear ones by elimination; those that
//! substitution reduces to one quadratic equation by its root; the rest by bounds. With c > 0 both roots of x = c₀ + c₁x + c₂x² have the
//! product c₀/c₂ > 0, so the smaller one is the answer, and it is not negative just when c₁ < 1. Kleene's iteration from 0 stays below every
//! solution, so the least is the one meant.
//!
//! Bounds come from Newton's method with rounding in one direction, of which `fixpoint::newton` proves that no step goes too far. From above,
//! any u with P(u) ≤ u will do, and one is sought near the last x. Neither needs an estimate of convergence.
//!
//! The throws that stand at the end of the turn are then again a walk over a few states (`chance::turn::stack`), so every question about a turn is
//! answered by the same code in rational numbers, in functions of the bias and in surds; `exact::Real` is the field for the last: a surd as
//! long as one root is enough, an interval otherwise.
//!
//! A surd is kept as a + b·√c. Signs are decided by comparing a² with b²c, floors by integer square roots, so decimals are right to the last
//! digit however many are asked for. Square factors of c are removed by trial division up to 2^17 and a test for squares, which settles every
//! c below 2^51; a larger one may keep the square of a large prime, and stays right all the same.

mod newton;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::graph::strong_components;
use super::linear::eliminate;
use super::real::Real;
use super::surd::Surd;
use crate::work::limit::{TooLarge, allow};

/// Unknowns of one system.
const MAX_UNKNOWNS: u128 = 2000;
/// Terms of one system, and of one equation in the course of substitution.
const MAX_TERMS: u128 = 50_000;
/// Factors of one term.
const MAX_DEGREE: u128 = 64;
/// Unknowns that depend on each other.
const MAX_LOOP: u128 = 24;

/// A system x = P(x); unknowns are numbered from 0.
#[derive(Clone, Debug, Default)]
pub struct System {
    /// For each unknown, what its terms multiply (ascending, with repetition) and by what.
    equations: Vec<Terms<BigRational>>,
}

type Terms<T> = BTreeMap<Vec<usize>, T>;

/// Why a system has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FixpointError {
    /// A term refers to an unknown outside the system.
    #[error(
        "a term of equation {equation} refers to unknown {unknown}, but there are only {unknowns}"
    )]
    NoSuchUnknown {
        /// Index (from 0) of the equation.
        equation: usize,
        /// The index that does not exist.
        unknown: usize,
        /// Number of unknowns.
        unknowns: usize,
    },
    /// A coefficient below zero.
    #[error("equation {equation} has the negative coefficient {coefficient}")]
    Negative {
        /// Index (from 0) of the equation.
        equation: usize,
        /// The coefficient.
        coefficient: Box<BigRational>,
    },
    /// No solution that is not negative, or none that could be shown.
    #[error("no finite solution that is not negative was found for unknown {unknown}")]
    Diverges {
        /// Index (from 0) of an unknown without a value.
        unknown: usize,
    },
    /// It would run away.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
}

impl System {
    /// A system of `unknowns` unknowns, each equal to 0 until terms are added.
    pub fn new(unknowns: usize) -> Self {
        Self {
            equations: vec![Terms::new(); unknowns],
        }
    }

    /// Number of unknowns.
    pub fn len(&self) -> usize {
        self.equations.len()
    }

    /// Whether there is no unknown.
    pub fn is_empty(&self) -> bool {
        self.equations.is_empty()
    }

    /// Adds `coefficient` times the product of `factors` to the right-hand side of an equation; without factors, a
    /// constant.
    ///
    /// # Errors
    /// [`FixpointError::NoSuchUnknown`], [`FixpointError::Negative`].
    pub fn add(
        &mut self,
        equation: usize,
        coefficient: BigRational,
        factors: &[usize],
    ) -> Result<(), FixpointError> {
        let unknowns = self.len();
        let outside = |&&unknown: &&usize| unknown >= unknowns;
        if let Some(&unknown) = factors.iter().chain([&equation]).find(outside) {
            return Err(FixpointError::NoSuchUnknown {
                equation,
                unknown,
                unknowns,
            });
        }
        if coefficient.is_negative() {
            let coefficient = Box::new(coefficient);
            return Err(FixpointError::Negative {
                equation,
                coefficient,
            });
        }
        if coefficient.is_positive() {
            let mut factors = factors.to_vec();
            factors.sort_unstable();
            let sum = self.equations[equation].entry(factors).or_default();
            *sum += coefficient;
        }
        Ok(())
    }

    /// The least solution that is not negative.
    ///
    /// Exact: unknowns that depend on each other linearly are rational in those before them; where substitution leaves
    /// one unknown in a quadratic equation, it is a surd, the smaller of the two roots; anything else is enclosed by
    /// proved bounds (the source of `newton` has the proof), which close to some hundred digits unless the solution is
    /// a multiple root.
    ///
    /// Cost: the cube of the largest number of unknowns that depend on each other.
    ///
    /// # Errors
    /// [`FixpointError::Diverges`] when there is no solution, or none that is not critical could be shown;
    /// [`FixpointError::TooLarge`].
    ///
    /// # Examples
    /// ```
    /// use siga::exact::fixpoint::{FixpointError, System};
    /// use siga::exact::parse_fraction;
    /// // Each step goes one down with 1/4, or one up with 1/2: x = 1/4 + x²/2 is the chance ever to be one lower.
    /// let number = |text: &str| parse_fraction(text).unwrap();
    /// let mut system = System::new(1);
    /// system.add(0, number("1/4"), &[])?;
    /// system.add(0, number("1/2"), &[0, 0])?;
    /// let solution = system.least_solution()?;
    /// assert_eq!(solution[0].exact().unwrap().to_string(), "1 - 1/2*sqrt(2)");
    ///
    /// system.add(0, number("1/2"), &[0])?;
    /// assert_eq!(system.least_solution(), Err(FixpointError::Diverges { unknown: 0 }));
    /// # Ok::<(), FixpointError>(())
    /// ```
    pub fn least_solution(&self) -> Result<Vec<Real>, FixpointError> {
        allow("unknowns", self.len() as u128, MAX_UNKNOWNS)?;
        let terms = self.equations.iter().map(Terms::len).sum::<usize>();
        allow("terms", terms as u128, MAX_TERMS)?;
        let degree = self
            .equations
            .iter()
            .flat_map(Terms::keys)
            .map(Vec::len)
            .max();
        allow(
            "factors in one term",
            degree.unwrap_or(0) as u128,
            MAX_DEGREE,
        )?;
        let alive = self.not_zero();
        let live: Vec<Terms<BigRational>> = (self.equations.iter().enumerate())
            .map(|(i, terms)| {
                let kept = terms
                    .iter()
                    .filter(|(factors, _)| alive[i] && factors.iter().all(|&factor| alive[factor]));
                kept.map(|(factors, c)| (factors.clone(), c.clone()))
                    .collect()
            })
            .collect();
        let leads_to: Vec<Vec<usize>> = live
            .iter()
            .map(|terms| terms.keys().flatten().copied().collect())
            .collect();
        let mut values = vec![Real::zero(); self.len()];
        for component in strong_components(&leads_to) {
            allow("unknowns in one loop", component.len() as u128, MAX_LOOP)?;
            let equations = component
                .iter()
                .map(|&i| known_put_in(&live[i], &component, &values))
                .collect();
            let solved = solve_component(equations).map_err(|error| match error {
                FixpointError::Diverges { unknown } => FixpointError::Diverges {
                    unknown: component[unknown],
                },
                error => error,
            })?;
            for (&i, value) in component.iter().zip(solved) {
                values[i] = value;
            }
        }
        Ok(values)
    }

    /// Unknowns above zero in the least solution: those with a term all of whose factors are.
    fn not_zero(&self) -> Vec<bool> {
        let mut alive = vec![false; self.len()];
        loop {
            let mut changed = false;
            for (i, terms) in self.equations.iter().enumerate() {
                if !alive[i]
                    && terms
                        .keys()
                        .any(|factors| factors.iter().all(|&f| alive[f]))
                {
                    alive[i] = true;
                    changed = true;
                }
            }
            if !changed {
                return alive;
            }
        }
    }
}

/// An equation in the unknowns of one component alone, numbered within it.
fn known_put_in(terms: &Terms<BigRational>, component: &[usize], values: &[Real]) -> Terms<Real> {
    let mut result = Terms::new();
    for (factors, coefficient) in terms {
        let mut coefficient = Real::from(coefficient.clone());
        let mut own = Vec::new();
        for &factor in factors {
            match component.binary_search(&factor) {
                Ok(place) => own.push(place),
                Err(_) => coefficient = coefficient * values[factor].clone(),
            }
        }
        add_term(&mut result, own, coefficient);
    }
    result
}

fn add_term(terms: &mut Terms<Real>, factors: Vec<usize>, coefficient: Real) {
    let sum = terms.entry(factors).or_insert_with(Real::zero);
    *sum = sum.clone() + coefficient;
}

/// Unknowns that all depend on each other, or a single one.
fn solve_component(equations: Vec<Terms<Real>>) -> Result<Vec<Real>, FixpointError> {
    let degree = |terms: &Terms<Real>| terms.keys().map(Vec::len).max().unwrap_or(0);
    if equations.iter().all(|terms| degree(terms) <= 1) {
        return linear(&equations);
    }
    let exact = |terms: &Terms<Real>| terms.values().all(|c| c.exact().is_some());
    if equations.iter().all(exact)
        && let Some(solved) = by_substitution(&equations)?
    {
        return Ok(solved);
    }
    newton::enclose(&equations)
}

/// x = b + A·x with non-negative A and b > 0 that reaches every unknown: it has a solution that is not negative just
/// when the only solution is one.
fn linear(equations: &[Terms<Real>]) -> Result<Vec<Real>, FixpointError> {
    let count = equations.len();
    let mut rows: Vec<Vec<Real>> = Vec::with_capacity(count);
    for (i, terms) in equations.iter().enumerate() {
        let mut row = vec![Real::zero(); count + 1];
        row[i] = Real::one();
        for (factors, coefficient) in terms {
            match factors.first() {
                Some(&j) => row[j] = row[j].clone() - coefficient.clone(),
                None => row[count] = coefficient.clone(),
            }
        }
        rows.push(row);
    }
    let solved = eliminate(rows).ok_or(FixpointError::Diverges { unknown: 0 })?;
    let solved: Vec<Real> = solved.into_iter().flatten().collect();
    let below = |value: &Real| match value.enclosure() {
        Some(enclosure) => enclosure.upper.is_negative(),
        None => true,
    };
    match solved.iter().position(below) {
        Some(unknown) => Err(FixpointError::Diverges { unknown }),
        None => Ok(solved),
    }
}

/// Puts unknowns into each other until one is left, if that can be, and solves for it: exactly when its equation is
/// quadratic at most. Putting in keeps the least solution (Bekić).
fn by_substitution(equations: &[Terms<Real>]) -> Result<Option<Vec<Real>>, FixpointError> {
    let mut equations = equations.to_vec();
    let mut open: Vec<usize> = (0..equations.len()).collect();
    let mut put_in = Vec::new();
    while open.len() > 1 {
        // An unknown that its own equation does not mention, the one with the fewest terms first.
        let free = open
            .iter()
            .filter(|&&i| !equations[i].keys().any(|factors| factors.contains(&i)));
        let Some(&unknown) = free.min_by_key(|&&i| equations[i].len()) else {
            return Ok(None);
        };
        open.retain(|&i| i != unknown);
        let by = equations[unknown].clone();
        for &i in &open {
            let Some(terms) = substituted(&equations[i], unknown, &by) else {
                return Ok(None);
            };
            equations[i] = terms;
        }
        put_in.push(unknown);
    }
    let last = open[0];
    let coefficients: Terms<Real> = equations[last]
        .iter()
        .map(|(factors, c)| (vec![0; factors.len()], c.clone()))
        .collect();
    let diverges = || FixpointError::Diverges { unknown: last };
    let value = match quadratic(&coefficients).map_err(|()| diverges())? {
        Some(value) => Real::Exact(value),
        None => newton::enclose(&[coefficients])
            .map_err(|_| diverges())?
            .remove(0),
    };
    let mut values = vec![Real::zero(); equations.len()];
    values[last] = value;
    for unknown in put_in.into_iter().rev() {
        values[unknown] = value_of(&equations[unknown], &values);
    }
    Ok(Some(values))
}

fn value_of(terms: &Terms<Real>, values: &[Real]) -> Real {
    terms
        .iter()
        .fold(Real::zero(), |sum, (factors, coefficient)| {
            let product = factors
                .iter()
                .fold(coefficient.clone(), |product, &factor| {
                    product * values[factor].clone()
                });
            sum + product
        })
}

/// The equation with `by` in place of an unknown; `None` when it grows too long.
fn substituted(terms: &Terms<Real>, unknown: usize, by: &Terms<Real>) -> Option<Terms<Real>> {
    let mut result = Terms::new();
    for (factors, coefficient) in terms {
        let rest: Vec<usize> = factors.iter().copied().filter(|&f| f != unknown).collect();
        let mut product = Terms::from([(rest.clone(), coefficient.clone())]);
        for _ in rest.len()..factors.len() {
            let mut next = Terms::new();
            for (left, a) in &product {
                for (right, b) in by {
                    let mut both = [left.as_slice(), right].concat();
                    both.sort_unstable();
                    add_term(&mut next, both, a.clone() * b.clone());
                }
            }
            product = next;
            if product.len() > 500 {
                return None;
            }
        }
        for (factors, coefficient) in product {
            if factors.len() as u128 > MAX_DEGREE {
                return None;
            }
            add_term(&mut result, factors, coefficient);
        }
    }
    Some(result)
}

/// The least x ≥ 0 with x = c₀ + c₁x + c₂x², c₀ > 0: a fault when there is none, `None` when it is not a surd that can be
/// written down.
///
/// Both roots have the product c₀/c₂ > 0 and the sum (1 − c₁)/c₂, so they are positive just when c₁ < 1 (and real when
/// the discriminant is not negative); the least is then the one with the root subtracted.
fn quadratic(terms: &Terms<Real>) -> Result<Option<Surd>, ()> {
    let mut exact = [0, 0, 0].map(Surd::from);
    for (factors, coefficient) in terms {
        match (exact.get_mut(factors.len()), coefficient.exact()) {
            (Some(slot), Some(value)) => *slot = value.clone(),
            _ => return Ok(None),
        }
    }
    let [c0, c1, c2] = exact;
    let Some(down) = Surd::one().checked_sub(&c1) else {
        return Ok(None);
    };
    if !down.sign().is_gt() {
        return Err(());
    }
    if c2.is_zero() {
        return Ok(c0.checked_div(&down));
    }
    let Some(square) = c0.checked_mul(&c2) else {
        return Ok(None);
    };
    let discriminant =
        (down.checked_mul(&down)).and_then(|d| d.checked_sub(&square.checked_mul(&Surd::from(4))?));
    let Some(discriminant) = discriminant else {
        return Ok(None);
    };
    if discriminant.sign().is_lt() {
        return Err(());
    }
    let root = discriminant.as_rational().and_then(Surd::sqrt);
    Ok(root.and_then(|root| {
        down.checked_sub(&root)?
            .checked_div(&c2.checked_mul(&Surd::from(2))?)
    }))
}

//! Sparse linear systems solved in the order of their dependences, eliminating only inside true loops.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::gcd;
use super::graph::strong_components;
use super::lifting;
use super::linear::LinearError;

/// One equation, `scale · x = Σ coefficient · x_j + constant`, for one unknown x.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Equation {
    /// The coefficient of the unknown itself.
    pub scale: BigInt,
    /// Index of another unknown (or of this one) and its coefficient; an index may be repeated.
    pub terms: Vec<(usize, BigInt)>,
    /// What is known.
    pub constant: BigRational,
}

/// Solves one equation an unknown.
///
/// Unknowns are taken in the order of their dependences: one that depends only on solved ones (and on itself) is a
/// division, and only those that depend on each other go through [`lifting::solve`].
///
/// Exact: always.
/// Cost: linear in the number of terms, plus that of [`lifting::solve`] for every loop.
///
/// # Errors
/// [`LinearError`]: no single solution, or a loop of too many unknowns.
///
/// # Panics
/// For an index that does not exist.
pub(crate) fn solve(equations: &[Equation]) -> Result<Vec<BigRational>, LinearError> {
    let unknowns = equations.len();
    let dependences = equations.iter();
    let dependences = dependences.map(|equation| equation.terms.iter().map(|(j, _)| *j).collect());
    let dependences: Vec<Vec<usize>> = dependences.collect();
    let mut values = vec![BigRational::zero(); unknowns];
    // Position of an unknown inside the loop being solved.
    let mut place = vec![usize::MAX; unknowns];
    for component in strong_components(&dependences) {
        for (p, &i) in component.iter().enumerate() {
            place[i] = p;
        }
        let solved = solve_component(equations, &component, &place, &values)?;
        for (&i, value) in component.iter().zip(solved) {
            place[i] = usize::MAX;
            values[i] = value;
        }
    }
    Ok(values)
}

/// How often each state of a chain that ends is come to, on average; of an end, the chance to end there. It begins in each state with a
/// chance; `rows` has for each state the total of the weights of all ways from it, positive, and where those lead that go on.
///
/// Exact: always.
///
/// # Errors
/// [`LinearError`]: it may never end, or too many states lead to each other.
pub(crate) fn visits(
    rows: Vec<(BigInt, Vec<(usize, BigInt)>)>,
    start: impl IntoIterator<Item = (usize, BigRational)>,
) -> Result<Vec<BigRational>, LinearError> {
    // Unknowns are visits divided by the total, so that all coefficients are whole.
    let equation = |(total, _): &(BigInt, _)| Equation {
        scale: total.clone(),
        terms: Vec::new(),
        constant: BigRational::zero(),
    };
    let mut equations: Vec<Equation> = rows.iter().map(equation).collect();
    for (state, chance) in start {
        equations[state].constant = chance;
    }
    for (from, (_, ways)) in rows.into_iter().enumerate() {
        for (to, weight) in ways {
            equations[to].terms.push((from, weight));
        }
    }
    let solved = solve(&equations)?.into_iter().zip(equations);
    Ok(solved
        .map(|(part, equation)| part * equation.scale)
        .collect())
}

/// Solves the unknowns of one component, everything it leads to being in `values`.
fn solve_component(
    equations: &[Equation],
    component: &[usize],
    place: &[usize],
    values: &[BigRational],
) -> Result<Vec<BigRational>, LinearError> {
    let mut rows: Vec<BTreeMap<usize, BigInt>> = Vec::with_capacity(component.len());
    let mut known = Vec::with_capacity(component.len());
    for (p, &i) in component.iter().enumerate() {
        let equation = &equations[i];
        let mut row = BTreeMap::from([(p, equation.scale.clone())]);
        let mut outside = Vec::new();
        for (j, coefficient) in &equation.terms {
            match place[*j] {
                usize::MAX => outside.push((coefficient, &values[*j])),
                inside => *row.entry(inside).or_default() -= coefficient,
            }
        }
        row.retain(|_, coefficient| !coefficient.is_zero());
        rows.push(row);
        known.push(gcd::sum(&weighted_sum(outside), &equation.constant));
    }
    if let ([row], [value]) = (rows.as_slice(), known.as_slice()) {
        let unknown = component[0];
        let pivot = row.get(&0).ok_or(LinearError::Singular { unknown })?;
        return Ok(vec![gcd::quotient(value, pivot)]);
    }
    // In integers, over the denominators of what is known.
    let (known, scale) = gcd::in_common(known.iter());
    let rows = rows.into_iter().map(|row| row.into_iter().collect());
    let (numerators, denominator) = lifting::solve(rows.collect::<Vec<Vec<_>>>(), &known)
        .map_err(|error| error.among(component))?;
    let denominator = denominator * scale;
    let values = numerators.into_iter();
    Ok(values
        .map(|value| gcd::ratio(value, denominator.clone()))
        .collect())
}

/// The sum of weight times value, reduced once at the end.
///
/// Exact: always.
pub(crate) fn weighted_sum<'a>(
    terms: impl IntoIterator<Item = (&'a BigInt, &'a BigRational)>,
) -> BigRational {
    let (numerator, denominator) = weighted(terms);
    if denominator.is_one() {
        BigRational::from_integer(numerator)
    } else {
        gcd::ratio(numerator, denominator)
    }
}

/// The same as numerator and positive denominator, not in lowest terms.
pub(crate) fn weighted<'a>(
    terms: impl IntoIterator<Item = (&'a BigInt, &'a BigRational)>,
) -> (BigInt, BigInt) {
    let terms = terms.into_iter();
    let terms = terms.filter(|(weight, value)| !weight.is_zero() && !value.is_zero());
    gcd::summed(terms.map(|(weight, value)| (weight * value.numer(), Cow::Borrowed(value.denom()))))
}

/// Compares two numbers by multiplying crosswise, which for numbers of a few words is much quicker than the general
/// comparison.
///
/// Exact: always; both must be in lowest terms with positive denominators, as all results here are.
pub(crate) fn compare(a: &BigRational, b: &BigRational) -> Ordering {
    if a.denom() == b.denom() {
        a.numer().cmp(b.numer())
    } else {
        (a.numer() * b.denom()).cmp(&(b.numer() * a.denom()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::linear;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn agrees_with_dense_elimination(
            terms in proptest::collection::vec((0usize..6, 0usize..6, -3i64..=3), 0..16),
            scales in proptest::collection::vec(1i64..9, 6),
            constants in proptest::collection::vec((-5i64..=5, 1i64..4), 6),
        ) {
            let mut equations: Vec<Equation> = scales.iter().zip(&constants).map(|(&s, &(a, b))| Equation {
                scale: s.into(),
                terms: Vec::new(),
                constant: BigRational::new(a.into(), b.into()),
            }).collect();
            let mut dense = vec![vec![BigRational::zero(); 7]; 6];
            for (i, j, c) in terms {
                equations[i].terms.push((j, c.into()));
                dense[i][j] -= BigRational::from_integer(c.into());
            }
            for (i, equation) in equations.iter().enumerate() {
                dense[i][i] += &equation.scale;
                dense[i][6] = equation.constant.clone();
            }
            match (solve(&equations), linear::eliminate(dense)) {
                (Ok(sparse), Some(dense)) => {
                    let dense: Vec<BigRational> = dense.into_iter().flatten().collect();
                    prop_assert_eq!(sparse, dense);
                }
                (sparse, dense) => prop_assert!(sparse.is_err() && dense.is_none()),
            }
        }
    }

    #[test]
    fn faults_are_named() {
        let equation = |scale: i64, j: usize, c: i64| Equation {
            scale: scale.into(),
            terms: vec![(j, c.into())],
            constant: BigRational::one(),
        };
        assert!(matches!(
            solve(&[equation(2, 1, 1), equation(1, 1, 1)]),
            Err(LinearError::Singular { unknown: 1 })
        ));
    }
}

//! Sparse linear systems solved in the order of their dependences, eliminating only inside true loops.

use std::cmp::Ordering;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::gcd;
use super::graph::strong_components;
use super::linear::{self, LinearError};

/// The most unknowns that may depend on each other in one loop.
pub(crate) const MAX_LOOP: usize = 1_000;

/// One equation, `scale · x = Σ coefficient · x_j + constant`, for one unknown x and every right-hand side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Equation {
    /// The coefficient of the unknown itself.
    pub scale: BigInt,
    /// Index of another unknown (or of this one) and its coefficient; an index may be repeated.
    pub terms: Vec<(usize, BigInt)>,
    /// One constant a right-hand side; the same number in every equation.
    pub constants: Vec<BigRational>,
}

/// Solves one equation an unknown; the answer's `[i][r]` is unknown `i` for right-hand side `r`.
///
/// Unknowns are taken in the order of their dependences: one that depends only on solved ones (and on itself) is a
/// division, and only those that depend on each other go through [`linear::solve`].
///
/// Exact: always.
/// Cost: linear in the number of terms, plus the cube of the size of every loop.
///
/// # Errors
/// [`LinearError`]: no single solution, constants of different lengths, an index that does not exist, or a loop of more
/// than [`MAX_LOOP`] unknowns.
pub(crate) fn solve(equations: &[Equation]) -> Result<Vec<Vec<BigRational>>, LinearError> {
    let n = equations.len();
    let columns = equations.first().map_or(0, |e| e.constants.len());
    let mut dependences = Vec::with_capacity(n);
    for (i, equation) in equations.iter().enumerate() {
        if equation.constants.len() != columns {
            return Err(LinearError::Shape {
                row: i,
                unknowns: n,
            });
        }
        if let Some(&(unknown, _)) = equation.terms.iter().find(|(j, _)| *j >= n) {
            return Err(LinearError::UnknownUnknown {
                equation: i,
                unknown,
                unknowns: n,
            });
        }
        dependences.push(equation.terms.iter().map(|&(j, _)| j).collect::<Vec<_>>());
    }

    let mut values: Vec<Vec<BigRational>> = vec![Vec::new(); n];
    // Position of an unknown inside the loop being solved.
    let mut place = vec![usize::MAX; n];
    for component in strong_components(&dependences) {
        if component.len() > MAX_LOOP {
            return Err(LinearError::TooLarge {
                unknowns: component.len(),
                limit: MAX_LOOP,
            });
        }
        for (p, &i) in component.iter().enumerate() {
            place[i] = p;
        }
        let solved = solve_component(equations, &component, &place, &values, columns)?;
        for (&i, row) in component.iter().zip(solved) {
            place[i] = usize::MAX;
            values[i] = row;
        }
    }
    Ok(values)
}

/// Solves the unknowns of one component, everything it leads to being in `values`.
fn solve_component(
    equations: &[Equation],
    component: &[usize],
    place: &[usize],
    values: &[Vec<BigRational>],
    columns: usize,
) -> Result<Vec<Vec<BigRational>>, LinearError> {
    let (matrix, mut known) = dense(equations, component, place, values);
    if component.len() == 1 {
        let pivot = &matrix[0][0];
        if pivot.is_zero() {
            return Err(LinearError::Singular {
                unknown: component[0],
            });
        }
        let row = known.pop().unwrap_or_default();
        return Ok(vec![row.into_iter().map(|b| b / pivot).collect()]);
    }

    // Clear the denominators of each right-hand side, solve in integers, put them back.
    let mut scales = vec![BigInt::one(); columns];
    for row in &known {
        for (scale, value) in scales.iter_mut().zip(row) {
            *scale = gcd::lcm(scale, value.denom());
        }
    }
    let whole = |row: &Vec<BigRational>| -> Vec<BigInt> {
        let scaled = row.iter().zip(&scales);
        let scaled = scaled.map(|(value, scale)| value.numer() * (scale / value.denom()));
        scaled.collect()
    };
    let rhs = known.iter().map(whole).collect();
    let solution = linear::solve(matrix, rhs).map_err(|error| match error {
        LinearError::Singular { unknown } => LinearError::Singular {
            unknown: component[unknown],
        },
        other => other,
    })?;
    Ok(solution
        .numerators
        .into_iter()
        .map(|row| {
            row.into_iter()
                .zip(&scales)
                .map(|(numerator, scale)| gcd::ratio(numerator, &solution.determinant * scale))
                .collect()
        })
        .collect())
}

/// The equations of a component as a matrix, what lies outside being part of the right-hand sides.
fn dense(
    equations: &[Equation],
    component: &[usize],
    place: &[usize],
    values: &[Vec<BigRational>],
) -> (Vec<Vec<BigInt>>, Vec<Vec<BigRational>>) {
    let size = component.len();
    let mut matrix = vec![vec![BigInt::zero(); size]; size];
    let mut known = vec![Vec::new(); size];
    for (p, &i) in component.iter().enumerate() {
        let equation = &equations[i];
        matrix[p][p] += &equation.scale;
        for (j, coefficient) in &equation.terms {
            if place[*j] != usize::MAX {
                matrix[p][place[*j]] -= coefficient;
            }
        }
        let outside = || {
            equation
                .terms
                .iter()
                .filter(|(j, _)| place[*j] == usize::MAX)
        };
        for (r, constant) in equation.constants.iter().enumerate() {
            let sum = weighted_sum(outside().map(|(j, c)| (c, &values[*j][r])));
            known[p].push(if sum.is_zero() {
                constant.clone()
            } else {
                sum + constant
            });
        }
    }
    (matrix, known)
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
    let mut numerator = BigInt::zero();
    let mut denominator = BigInt::one();
    for (weight, value) in terms {
        if weight.is_zero() || value.is_zero() {
            continue;
        }
        if *value.denom() == denominator {
            numerator += weight * value.numer();
            continue;
        }
        let common = gcd::lcm(&denominator, value.denom());
        if common != denominator {
            numerator *= &common / &denominator;
            denominator = common;
        }
        numerator += weight * value.numer() * (&denominator / value.denom());
    }
    (numerator, denominator)
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
                constants: vec![BigRational::new(a.into(), b.into())],
            }).collect();
            for (i, j, c) in terms {
                equations[i].terms.push((j, c.into()));
            }
            let mut matrix = vec![vec![BigInt::zero(); 6]; 6];
            let mut rhs = Vec::new();
            for (i, equation) in equations.iter().enumerate() {
                matrix[i][i] += &equation.scale;
                for (j, c) in &equation.terms {
                    matrix[i][*j] -= c;
                }
                rhs.push(vec![(&equation.constants[0] * BigInt::from(6)).to_integer()]);
            }
            match (solve(&equations), linear::solve(matrix, rhs)) {
                (Ok(sparse), Ok(dense)) => for (row, numerators) in sparse.iter().zip(dense.numerators) {
                    let expected = BigRational::new(
                        numerators[0].clone(),
                        &dense.determinant * BigInt::from(6),
                    );
                    prop_assert_eq!(&row[0], &expected);
                },
                (sparse, dense) => prop_assert!(sparse.is_err() && dense.is_err()),
            }
        }
    }

    #[test]
    fn faults_are_named() {
        let equation = |scale: i64, j: usize, c: i64| Equation {
            scale: scale.into(),
            terms: vec![(j, c.into())],
            constants: vec![],
        };
        assert_eq!(
            solve(&[equation(2, 1, 1), equation(1, 1, 1)]),
            Err(LinearError::Singular { unknown: 1 })
        );
        assert_eq!(
            solve(&[equation(2, 7, 1)]),
            Err(LinearError::UnknownUnknown {
                equation: 0,
                unknown: 7,
                unknowns: 1
            })
        );
        let ring: Vec<Equation> = (0..=MAX_LOOP)
            .map(|i| equation(2, (i + 1) % (MAX_LOOP + 1), 1))
            .collect();
        assert_eq!(
            solve(&ring),
            Err(LinearError::TooLarge {
                unknowns: MAX_LOOP + 1,
                limit: MAX_LOOP
            })
        );
    }
}

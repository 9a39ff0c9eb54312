//! Linear systems without fractions: Bareiss elimination over any integral domain with exact division.

use num_bigint::BigInt;
use num_traits::{One, Zero};
use thiserror::Error;

use super::weight::Field;
use crate::work::limit::TooLarge;
use crate::work::stop;

/// An integral domain in which a division known to leave no remainder can be carried out.
///
/// Implemented for [`BigInt`]; a ring of polynomials can join by implementing it. Only exact arithmetic qualifies:
/// with rounded numbers the divisions of the elimination would not come out even.
pub trait Domain: Clone {
    /// The neutral element of addition.
    fn zero() -> Self;
    /// The neutral element of multiplication.
    fn one() -> Self;
    /// Whether this is [`Domain::zero`].
    fn is_zero(&self) -> bool;
    /// `self + other`.
    fn add(&self, other: &Self) -> Self;
    /// `self - other`.
    fn sub(&self, other: &Self) -> Self;
    /// `self * other`.
    fn mul(&self, other: &Self) -> Self;
    /// `self / divisor`, where the caller knows that the division leaves no remainder and that `divisor` is not zero.
    fn exact_div(&self, divisor: &Self) -> Self;
    /// The length of the element when written (bits, terms): among possible pivots the shortest is taken.
    fn size(&self) -> u64;
}

impl Domain for BigInt {
    fn zero() -> Self {
        Zero::zero()
    }
    fn one() -> Self {
        One::one()
    }
    fn is_zero(&self) -> bool {
        Zero::is_zero(self)
    }
    fn add(&self, other: &Self) -> Self {
        self + other
    }
    fn sub(&self, other: &Self) -> Self {
        self - other
    }
    fn mul(&self, other: &Self) -> Self {
        self * other
    }
    fn exact_div(&self, divisor: &Self) -> Self {
        self / divisor
    }
    fn size(&self) -> u64 {
        self.bits()
    }
}

/// The answer of a linear system A·X = B, every entry over one common denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<T> {
    /// `numerators[i][r]` is unknown `i` for right-hand side `r`, times [`Solution::determinant`].
    pub numerators: Vec<Vec<T>>,
    /// The determinant of A, never zero.
    pub determinant: T,
}

/// Why a linear system was not solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LinearError {
    /// The matrix has no inverse.
    #[error("the equations have no single solution: unknown {unknown} is not determined by them")]
    Singular {
        /// Index (from 0) of an unknown that the equations leave open.
        unknown: usize,
    },
    /// The matrix is not square, or a row of it or of the right-hand sides is missing or of another length.
    #[error(
        "row {row} does not fit: a system of {unknowns} unknowns needs as many rows of as many coefficients, and one row of right-hand sides, all of one length, for each"
    )]
    Shape {
        /// Index (from 0) of the first row that does not fit.
        row: usize,
        /// Number of unknowns, taken from the number of rows of the matrix.
        unknowns: usize,
    },
    /// A coefficient refers to an unknown outside the system.
    #[error("equation {equation} refers to unknown {unknown}, but there are only {unknowns}")]
    UnknownUnknown {
        /// Index (from 0) of the equation.
        equation: usize,
        /// The index that does not exist.
        unknown: usize,
        /// Number of unknowns.
        unknowns: usize,
    },
    /// More unknowns depend on each other than the elimination takes on.
    #[error(
        "{unknowns} unknowns depend on each other in one loop; at most {limit} are solved together"
    )]
    TooLarge {
        /// Size of the loop.
        unknowns: usize,
        /// The largest size taken on.
        limit: usize,
    },
}

/// Solves A·X = B for all columns of B at once.
///
/// `matrix[i][j]` is the coefficient of unknown `j` in equation `i`, `rhs[i][r]` the right-hand side of equation `i` in
/// column `r`.
///
/// Exact: always; no fraction appears on the way, and every intermediate entry is a minor of [A|B], so that numbers
/// stay as short as the answer's.
/// Cost: about n²·(n/3 + r) multiplications and divisions for n unknowns and r columns.
///
/// # Errors
/// [`LinearError::Singular`] if A has no inverse, [`LinearError::Shape`] if the rows do not fit together.
///
/// # Examples
/// ```
/// use num_bigint::BigInt;
/// use siga::exact::linear::{LinearError, solve};
/// let rows = |r: &[&[i64]]| -> Vec<Vec<BigInt>> {
///     r.iter().map(|row| row.iter().map(|&x| x.into()).collect()).collect()
/// };
/// // 2x + y = 5, x - y = 1
/// let solution = solve(rows(&[&[2, 1], &[1, -1]]), rows(&[&[5], &[1]]))?;
/// assert_eq!(solution.determinant, BigInt::from(-3));
/// assert_eq!(solution.numerators, rows(&[&[-6], &[-3]]));
///
/// let twice = solve(rows(&[&[1, 2], &[2, 4]]), rows(&[&[1], &[1]]));
/// assert_eq!(twice, Err(LinearError::Singular { unknown: 1 }));
/// # Ok::<(), LinearError>(())
/// ```
pub fn solve<T: Domain>(
    mut matrix: Vec<Vec<T>>,
    mut rhs: Vec<Vec<T>>,
) -> Result<Solution<T>, LinearError> {
    let n = matrix.len();
    let columns = rhs.first().map_or(0, Vec::len);
    for row in 0..n.max(rhs.len()) {
        let fits = matrix.get(row).is_some_and(|r| r.len() == n)
            && rhs.get(row).is_some_and(|r| r.len() == columns);
        if !fits {
            return Err(LinearError::Shape { row, unknowns: n });
        }
    }

    let (determinant, negated) = make_triangular(&mut matrix, &mut rhs)?;
    let numerators = substitute_back(&matrix, &rhs, &determinant, columns);
    if negated {
        let negate = |x: &T| T::zero().sub(x);
        return Ok(Solution {
            numerators: numerators
                .iter()
                .map(|row| row.iter().map(negate).collect())
                .collect(),
            determinant: negate(&determinant),
        });
    }
    Ok(Solution {
        numerators,
        determinant,
    })
}

/// Makes the matrix triangular; returns the last pivot, which is the determinant up to sign, and whether the sign is the other.
fn make_triangular<T: Domain>(
    matrix: &mut [Vec<T>],
    rhs: &mut [Vec<T>],
) -> Result<(T, bool), LinearError> {
    let n = matrix.len();
    let mut negated = false;
    let mut previous = T::one();
    for k in 0..n {
        stop::check();
        let pivot_row = (k..n)
            .filter(|&i| !matrix[i][k].is_zero())
            .min_by_key(|&i| matrix[i][k].size())
            .ok_or(LinearError::Singular { unknown: k })?;
        if pivot_row != k {
            matrix.swap(pivot_row, k);
            rhs.swap(pivot_row, k);
            negated = !negated;
        }
        let (upper, lower) = matrix.split_at_mut(k + 1);
        let (upper_rhs, lower_rhs) = rhs.split_at_mut(k + 1);
        let pivots = &upper[k];
        let pivot = &pivots[k];
        for (row, row_rhs) in lower.iter_mut().zip(lower_rhs) {
            let factor = std::mem::replace(&mut row[k], T::zero());
            for (entry, above) in row[k + 1..].iter_mut().zip(&pivots[k + 1..]) {
                *entry = reduced(entry, pivot, &factor, above, &previous);
            }
            for (entry, above) in row_rhs.iter_mut().zip(&upper_rhs[k]) {
                *entry = reduced(entry, pivot, &factor, above, &previous);
            }
        }
        previous = pivot.clone();
    }
    Ok((previous, negated))
}

/// The solution of a triangular system: numerators over the last pivot.
fn substitute_back<T: Domain>(
    matrix: &[Vec<T>],
    rhs: &[Vec<T>],
    determinant: &T,
    columns: usize,
) -> Vec<Vec<T>> {
    let n = matrix.len();
    let mut numerators: Vec<Vec<T>> = vec![Vec::new(); n];
    for i in (0..n).rev() {
        numerators[i] = (0..columns)
            .map(|r| {
                let mut sum = rhs[i][r].mul(determinant);
                for j in i + 1..n {
                    if !matrix[i][j].is_zero() {
                        sum = sum.sub(&matrix[i][j].mul(&numerators[j][r]));
                    }
                }
                sum.exact_div(&matrix[i][i])
            })
            .collect();
    }
    numerators
}

/// Solves a square system over a field, right-hand sides in the columns of each row after the matrix, by Gauss-Jordan
/// elimination; these columns are returned, `None` when the system is singular. For rational numbers alone [`solve`] is
/// quicker.
///
/// Exact: always, in an exact field.
/// Cost: the square of the number of unknowns times the number of columns.
///
/// # Errors
/// [`TooLarge`].
///
/// # Examples
/// ```
/// use siga::exact::{Field, Surd, linear};
/// use num_traits::Zero;
/// let root = Surd::new(&num_rational::BigRational::zero(), &num_rational::BigRational::from_integer(1.into()), &2.into());
/// // √2·x = 1
/// let solved = linear::eliminate(vec![vec![root.unwrap(), Surd::from(1)]])?.unwrap();
/// assert_eq!(solved[0][0].to_string(), "1/2*sqrt(2)");
/// assert_eq!(linear::eliminate(vec![vec![Surd::zero(), Surd::from(1)]])?, None);
/// # Ok::<(), siga::work::limit::TooLarge>(())
/// ```
pub fn eliminate<F: Field>(mut rows: Vec<Vec<F>>) -> Result<Option<Vec<Vec<F>>>, TooLarge> {
    let count = rows.len();
    for column in 0..count {
        let Some(pivot) = (column..count).find(|&row| !rows[row][column].is_zero()) else {
            return Ok(None);
        };
        rows.swap(column, pivot);
        let scale = F::one().divided_by(&rows[column][column]);
        for value in rows[column][column..].iter_mut().filter(|x| !x.is_zero()) {
            stop::check();
            *value = value.clone() * scale.clone();
        }
        let pivot_row = std::mem::take(&mut rows[column]);
        let pivots = || (pivot_row[column..].iter().enumerate()).filter(|(_, x)| !x.is_zero());
        for row in rows.iter_mut().filter(|row| !row.is_empty()) {
            if row[column].is_zero() {
                continue;
            }
            let factor = -row[column].clone();
            for (i, pivot) in pivots() {
                let value = &mut row[column + i];
                stop::check();
                *value = std::mem::replace(value, F::zero()).plus_product(&factor, pivot);
            }
        }
        rows[column] = pivot_row;
    }
    for row in &mut rows {
        row.drain(..count);
    }
    Ok(Some(rows))
}

/// One step of the elimination: (entry·pivot − factor·above) / previous, skipping what is zero.
fn reduced<T: Domain>(entry: &T, pivot: &T, factor: &T, above: &T, previous: &T) -> T {
    let mut value = if entry.is_zero() {
        T::zero()
    } else {
        entry.mul(pivot)
    };
    if !factor.is_zero() && !above.is_zero() {
        value = value.sub(&factor.mul(above));
    }
    if value.is_zero() {
        value
    } else {
        value.exact_div(previous)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn big(rows: &[Vec<i64>]) -> Vec<Vec<BigInt>> {
        rows.iter()
            .map(|row| row.iter().map(|&x| BigInt::from(x)).collect())
            .collect()
    }

    /// Determinant by expansion along the first row.
    fn expansion(matrix: &[Vec<BigInt>]) -> BigInt {
        if matrix.is_empty() {
            return BigInt::from(1);
        }
        let mut sum = BigInt::from(0);
        for (j, entry) in matrix[0].iter().enumerate() {
            let minor: Vec<Vec<BigInt>> = matrix[1..]
                .iter()
                .map(|row| {
                    let mut row = row.clone();
                    row.remove(j);
                    row
                })
                .collect();
            let term = entry * expansion(&minor);
            if j % 2 == 0 {
                sum += term;
            } else {
                sum -= term;
            }
        }
        sum
    }

    proptest! {
        #[test]
        fn agrees_with_cramer(
            n in 0usize..5,
            entries in proptest::collection::vec(-4i64..=4, 40),
        ) {
            let matrix = big(&(0..n).map(|i| entries[i * n..(i + 1) * n].to_vec()).collect::<Vec<_>>());
            let rhs = big(&(0..n).map(|i| entries[25 + 2 * i..27 + 2 * i].to_vec()).collect::<Vec<_>>());
            let determinant = expansion(&matrix);
            match solve(matrix.clone(), rhs.clone()) {
                Err(error) => {
                    let singular = matches!(error, LinearError::Singular { .. });
                    prop_assert!(singular);
                    prop_assert_eq!(determinant, BigInt::from(0));
                }
                Ok(solution) => {
                    prop_assert_eq!(&solution.determinant, &determinant);
                    for i in 0..n {
                        for r in 0..2 {
                            let mut replaced = matrix.clone();
                            for (row, b) in replaced.iter_mut().zip(&rhs) {
                                row[i] = b[r].clone();
                            }
                            prop_assert_eq!(&solution.numerators[i][r], &expansion(&replaced));
                        }
                    }
                }
            }
        }
    }

    /// The Gaussian integers: a domain that is not an ordered ring.
    #[derive(Clone, Debug, PartialEq)]
    struct Gauss(i64, i64);

    impl Domain for Gauss {
        fn zero() -> Self {
            Gauss(0, 0)
        }
        fn one() -> Self {
            Gauss(1, 0)
        }
        fn is_zero(&self) -> bool {
            *self == Gauss(0, 0)
        }
        fn add(&self, o: &Self) -> Self {
            Gauss(self.0 + o.0, self.1 + o.1)
        }
        fn sub(&self, o: &Self) -> Self {
            Gauss(self.0 - o.0, self.1 - o.1)
        }
        fn mul(&self, o: &Self) -> Self {
            Gauss(self.0 * o.0 - self.1 * o.1, self.0 * o.1 + self.1 * o.0)
        }
        fn exact_div(&self, o: &Self) -> Self {
            let norm = o.0 * o.0 + o.1 * o.1;
            let p = self.mul(&Gauss(o.0, -o.1));
            assert_eq!(
                (p.0 % norm, p.1 % norm),
                (0, 0),
                "the division must be exact"
            );
            Gauss(p.0 / norm, p.1 / norm)
        }
        fn size(&self) -> u64 {
            (self.0 * self.0 + self.1 * self.1).unsigned_abs()
        }
    }

    #[test]
    fn works_over_another_domain() {
        let a = vec![
            vec![Gauss(0, 0), Gauss(1, 1), Gauss(2, 0)],
            vec![Gauss(3, -1), Gauss(0, 2), Gauss(1, 0)],
            vec![Gauss(1, 0), Gauss(-1, 0), Gauss(0, 1)],
        ];
        let b = vec![vec![Gauss(1, 0)], vec![Gauss(0, 1)], vec![Gauss(2, 2)]];
        let solution = solve(a.clone(), b.clone()).unwrap();
        for (row, right) in a.iter().zip(&b) {
            let left = row
                .iter()
                .zip(&solution.numerators)
                .fold(Gauss::zero(), |sum, (x, y)| sum.add(&x.mul(&y[0])));
            assert_eq!(left, right[0].mul(&solution.determinant));
        }
    }

    #[test]
    fn rows_that_do_not_fit_are_named() {
        let error = solve(big(&[vec![1, 2], vec![3]]), big(&[vec![1], vec![1]]));
        assert_eq!(
            error,
            Err(LinearError::Shape {
                row: 1,
                unknowns: 2
            })
        );
        let error = solve(big(&[vec![1]]), big(&[vec![1], vec![2]]));
        assert_eq!(
            error,
            Err(LinearError::Shape {
                row: 1,
                unknowns: 1
            })
        );
    }
}

//! Linear systems over a field.

use thiserror::Error;

use super::weight::Field;
use crate::work::stop;

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
    /// More unknowns depend on each other than are solved together.
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

impl LinearError {
    /// The error as one of the whole system, of which these unknowns were solved together.
    pub(crate) fn among(self, unknowns: &[usize]) -> Self {
        match self {
            Self::Singular { unknown } => Self::Singular {
                unknown: unknowns[unknown],
            },
            other => other,
        }
    }
}

/// Solves a square system over a field, right-hand sides in the columns of each row after the matrix, by Gauss-Jordan
/// elimination; these columns are returned, `None` when the system is singular.
///
/// Exact: always, in an exact field.
/// Cost: the square of the number of unknowns times the number of columns.
///
/// # Examples
/// ```
/// use siga::exact::{Field, Surd, linear};
/// use num_traits::Zero;
/// let root = Surd::new(&num_rational::BigRational::zero(), &num_rational::BigRational::from_integer(1.into()), &2.into());
/// // √2·x = 1
/// let solved = linear::eliminate(vec![vec![root.unwrap(), Surd::from(1)]]).unwrap();
/// assert_eq!(solved[0][0].to_string(), "1/2*sqrt(2)");
/// assert_eq!(linear::eliminate(vec![vec![Surd::zero(), Surd::from(1)]]), None);
/// ```
pub fn eliminate<F: Field>(mut rows: Vec<Vec<F>>) -> Option<Vec<Vec<F>>> {
    let count = rows.len();
    for column in 0..count {
        let pivot = (column..count).find(|&row| !rows[row][column].is_zero())?;
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
    Some(rows)
}

//! Large sparse linear systems over the integers, solved exactly by lifting (Dixon 1982).
//!
//! The matrix is factored once modulo a prime of one machine word. The solution modulo higher and higher powers of that
//! prime follows from the factors, one digit at a time; when the power passes a bound that the sizes of the entries
//! prove (Hadamard's), the fractions are read off. The result is put into the equations before it is handed out, so that
//! nothing has to be trusted.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::linear::LinearError;
use super::prime::{Montgomery, primes, residue};
use crate::work::stop;

/// The most unknowns taken on.
const MAX_UNKNOWNS: usize = 20_000;

/// Primes tried before a matrix counts as singular.
const PRIMES: usize = 3;

/// A row of the matrix: columns and their coefficients.
type Row = Vec<(usize, Coefficient)>;

/// A coefficient: nearly all are short.
#[derive(Clone, Debug)]
pub(crate) enum Coefficient {
    /// One of a machine word.
    Short(i64),
    /// A longer one.
    Long(BigInt),
}

impl From<i64> for Coefficient {
    fn from(value: i64) -> Self {
        Self::Short(value)
    }
}

impl From<BigInt> for Coefficient {
    fn from(value: BigInt) -> Self {
        value.to_i64().map_or(Self::Long(value), Self::Short)
    }
}

impl Coefficient {
    /// Its product with a number.
    fn times(&self, number: &BigInt) -> BigInt {
        match self {
            Self::Short(short) => number * short,
            Self::Long(long) => number * long,
        }
    }

    fn long(&self) -> BigInt {
        match self {
            Self::Short(short) => BigInt::from(*short),
            Self::Long(long) => long.clone(),
        }
    }
}

/// One step of the elimination, all residues in Montgomery's form.
#[derive(Clone, Debug)]
struct EliminationStep {
    row: usize,
    column: usize,
    /// Inverse of the pivot.
    inverse: u64,
    /// The rest of the pivot's row: columns not yet eliminated.
    upper: Vec<(u32, u64)>,
    /// Rows from which the pivot's row was taken away, and how many times.
    lower: Vec<(u32, u64)>,
}

/// Solves a square system whose row `i` lists columns, each at most once, with coefficients: a numerator for each unknown, and their positive
/// common denominator.
///
/// Exact: always; the answer has been put into every equation.
/// Cost: that of a sparse elimination in machine words, in which fill is kept low by taking the shortest row first, and one pass over
/// the factors for each 62 bits of twice the answer's length.
///
/// # Errors
/// [`LinearError::TooLarge`] past [`MAX_UNKNOWNS`], [`LinearError::Singular`] if the matrix has no inverse (strictly: none modulo three
/// primes near 2^62).
///
/// # Panics
/// For a column that does not exist, or a right-hand side of another length than the matrix.
pub(crate) fn solve<C: Into<Coefficient>>(
    rows: Vec<Vec<(usize, C)>>,
    rhs: &[BigInt],
) -> Result<(Vec<BigInt>, BigInt), LinearError> {
    let row = |row: Vec<(usize, C)>| row.into_iter().map(|(at, a)| (at, a.into())).collect();
    let rows: Vec<Row> = rows.into_iter().map(row).collect();
    let unknowns = rows.len();
    assert_eq!(unknowns, rhs.len(), "a right-hand side for each equation");
    if unknowns > MAX_UNKNOWNS {
        return Err(LinearError::TooLarge {
            unknowns,
            limit: MAX_UNKNOWNS,
        });
    }
    let mut fault = LinearError::Singular { unknown: 0 };
    for prime in primes().take(PRIMES) {
        let field = Montgomery::new(prime);
        match factor(&rows, field) {
            Ok(steps) => {
                let solution = lifted(&rows, field, &steps, rhs);
                check(&rows, &solution, rhs)?;
                return Ok(solution);
            }
            Err(unknown) => fault = LinearError::Singular { unknown },
        }
    }
    Err(fault)
}

/// The solution for one right-hand side, from the factors modulo a prime.
fn lifted(
    rows: &[Row],
    field: Montgomery,
    steps: &[EliminationStep],
    rhs: &[BigInt],
) -> (Vec<BigInt>, BigInt) {
    let unknowns = rows.len();
    let longest = rhs.iter().map(BigInt::bits).max().unwrap_or(0);
    // Cramer's rule: denominators divide the determinant, numerators are determinants with the right-hand side, of
    // norm at most √n times its largest entry, for one column. Hadamard by rows bounds both; a row's norm with one
    // entry replaced is at most the norm of the row times (1 + the new entry), so the column is expanded instead:
    // n times the largest entry times the product of the norms.
    let denominator_bits = hadamard_bits(rows);
    let numerator_bits = denominator_bits + longest + u64::from(unknowns.max(1).ilog2()) + 1;
    let prime = BigInt::from(field.prime());
    let digits = (denominator_bits + numerator_bits + 4).div_ceil(61) as usize;

    let mut remainders = rhs.to_vec();
    let mut lifted: Vec<Vec<u64>> = Vec::with_capacity(digits);
    for _ in 0..digits {
        stop::check();
        let digit = solve_modulo(steps, field, &remainders);
        for (remainder, row) in remainders.iter_mut().zip(rows) {
            subtract_product(remainder, row, &digit);
            *remainder /= &prime;
        }
        lifted.push(digit);
    }
    let modulus = prime.pow(digits as u32);
    let powers: Vec<BigInt> = std::iter::successors(Some(prime), |power| Some(power * power))
        .take(digits.max(1).ilog2() as usize + 1)
        .collect();
    let images = (0..unknowns).map(|i| {
        let digits: Vec<u64> = lifted.iter().map(|digits| digits[i]).collect();
        number(&digits, &powers)
    });
    let limit = BigInt::from(BigUint::one() << numerator_bits);
    common(images.collect(), &modulus, &limit)
}

/// The bits of a bound on every minor of the matrix: the product of the rows' norms, none below one.
fn hadamard_bits(rows: &[Row]) -> u64 {
    // Sixteenths of a bit, rounded up row by row.
    let sixteenths: u64 = (rows.iter())
        .map(|row| {
            let square: BigUint = (row.iter()).map(|(_, a)| a.long().magnitude().pow(2)).sum();
            // 2^(bits of square^8) bounds norm^16.
            square.pow(8).bits()
        })
        .sum();
    sixteenths.div_ceil(16)
}

/// The solution modulo the prime, as residues.
fn solve_modulo(steps: &[EliminationStep], field: Montgomery, rhs: &[BigInt]) -> Vec<u64> {
    let mut values: Vec<u64> = rhs
        .iter()
        .map(|value| field.of(residue(value, field.prime())))
        .collect();
    for step in steps {
        let pivot = values[step.row];
        if pivot != 0 {
            for &(row, factor) in &step.lower {
                let row = row as usize;
                values[row] = field.sub(values[row], field.mul(factor, pivot));
            }
        }
    }
    let mut solution = vec![0; rhs.len()];
    for step in steps.iter().rev() {
        let mut value = values[step.row];
        for &(column, a) in &step.upper {
            value = field.sub(value, field.mul(a, solution[column as usize]));
        }
        solution[step.column] = field.mul(value, step.inverse);
    }
    for value in &mut solution {
        *value = field.residue(*value);
    }
    solution
}

/// Puts the solution into every equation.
fn check(
    rows: &[Row],
    (numerators, denominator): &(Vec<BigInt>, BigInt),
    rhs: &[BigInt],
) -> Result<(), LinearError> {
    for (unknown, (row, right)) in rows.iter().zip(rhs).enumerate() {
        stop::check();
        let left: BigInt = (row.iter())
            .map(|(column, a)| a.times(&numerators[*column]))
            .sum();
        if left != right * denominator {
            return Err(LinearError::Singular { unknown });
        }
    }
    Ok(())
}

/// The columns in which a row has an entry modulo the prime, ascending, and the entries.
fn residues(row: &[(usize, Coefficient)], field: Montgomery) -> Vec<(u32, u64)> {
    let forms = row.iter().map(|(column, a)| {
        let form = field.of(residue(&a.long(), field.prime()));
        (*column as u32, form)
    });
    let mut entries: Vec<(u32, u64)> = forms.filter(|&(_, form)| form != 0).collect();
    entries.sort_unstable();
    entries
}

/// Takes the product of a row and a vector off a number.
fn subtract_product(from: &mut BigInt, row: &[(usize, Coefficient)], vector: &[u64]) {
    let small = row.iter().try_fold(0_i128, |sum, (column, a)| match a {
        Coefficient::Short(a) => {
            sum.checked_add(i128::from(*a).checked_mul(i128::from(vector[*column]))?)
        }
        Coefficient::Long(_) => None,
    });
    match small {
        Some(sum) => *from -= sum,
        None => {
            let products = row
                .iter()
                .map(|(column, a)| a.times(&vector[*column].into()));
            *from -= products.sum::<BigInt>();
        }
    }
}

/// Eliminates modulo the prime; fails with a row that has nothing left.
fn factor(rows: &[Row], field: Montgomery) -> Result<Vec<EliminationStep>, usize> {
    let n = rows.len();
    let mut active: Vec<_> = rows.iter().map(|row| residues(row, field)).collect();
    // By column, the rows that have, or once had, an entry there, and how many have one now.
    let mut holders: Vec<Vec<u32>> = vec![Vec::new(); n];
    for (row, entries) in (0..).zip(&active) {
        for &(column, _) in entries {
            holders[column as usize].push(row);
        }
    }
    let mut counts: Vec<usize> = holders.iter().map(Vec::len).collect();
    let mut left: Vec<usize> = (0..n).collect();
    let mut steps = Vec::with_capacity(n);
    while !left.is_empty() {
        stop::check();
        let shortest = (0..left.len())
            .min_by_key(|&at| active[left[at]].len())
            .unwrap_or(0);
        let row = left.swap_remove(shortest);
        let mut upper = std::mem::take(&mut active[row]);
        let at = (0..upper.len())
            .min_by_key(|&at| counts[upper[at].0 as usize])
            .ok_or(row)?;
        for &(column, _) in &upper {
            counts[column as usize] -= 1;
        }
        let (column, pivot) = upper.remove(at);
        let inverse = field.inverse(pivot);
        let mut lower = Vec::new();
        for other in std::mem::take(&mut holders[column as usize]) {
            let entries = &mut active[other as usize];
            let Ok(place) = entries.binary_search_by_key(&column, |&(c, _)| c) else {
                continue;
            };
            let factor = field.mul(entries[place].1, inverse);
            lower.push((other, factor));
            let old = std::mem::take(entries);
            *entries = subtract(&old, &upper, column, factor, field, |entered, gone| {
                if gone {
                    counts[entered as usize] -= 1;
                } else {
                    counts[entered as usize] += 1;
                    holders[entered as usize].push(other);
                }
            });
        }
        steps.push(EliminationStep {
            row,
            column: column as usize,
            inverse,
            upper,
            lower,
        });
    }
    Ok(steps)
}

/// `row` − factor · `pivot`, without the pivot's column; tells of every column that enters (`false`) or goes (`true`).
fn subtract(
    row: &[(u32, u64)],
    pivot: &[(u32, u64)],
    column: u32,
    factor: u64,
    field: Montgomery,
    mut changed: impl FnMut(u32, bool),
) -> Vec<(u32, u64)> {
    let mut result = Vec::with_capacity(row.len() + pivot.len());
    let mut above = pivot.iter().peekable();
    for &(at, a) in row {
        while let Some(&(entering, b)) = above.next_if(|&&(c, _)| c < at) {
            changed(entering, false);
            result.push((entering, field.sub(0, field.mul(factor, b))));
        }
        if at == column {
            continue;
        }
        match above.next_if(|&&(c, _)| c == at) {
            None => result.push((at, a)),
            Some(&(_, b)) => match field.sub(a, field.mul(factor, b)) {
                0 => changed(at, true),
                rest => result.push((at, rest)),
            },
        }
    }
    for &(entering, b) in above {
        changed(entering, false);
        result.push((entering, field.sub(0, field.mul(factor, b))));
    }
    result
}

/// The number with these digits, the lowest first; `powers` of the base are its first, second, fourth and so on. Halving keeps both
/// parts of equal size, where the library multiplies fastest.
fn number(digits: &[u64], powers: &[BigInt]) -> BigInt {
    stop::check();
    match digits {
        [] => BigInt::zero(),
        [digit] => BigInt::from(*digit),
        _ => {
            let half = (digits.len() - 1).ilog2();
            let (low, high) = digits.split_at(1 << half);
            number(high, powers) * &powers[half as usize] + number(low, powers)
        }
    }
}

/// The fractions with the given images, every numerator within the limit, over a common denominator.
///
/// With |a|, |c| ≤ limit and both denominators b, d within what twice the limit leaves of the modulus, a/b ≡ c/d makes
/// a·d − c·b a multiple of the modulus smaller than it, that is zero: what is found is the only answer.
fn common(images: Vec<BigInt>, modulus: &BigInt, limit: &BigInt) -> (Vec<BigInt>, BigInt) {
    let mut denominator = BigInt::one();
    let mut numerators: Vec<BigInt> = Vec::with_capacity(images.len());
    for image in images {
        stop::check();
        let mut numerator = balanced(&image * &denominator, modulus);
        if numerator.magnitude() > limit.magnitude() {
            let further = reconstruct(&numerator, modulus, limit);
            for earlier in &mut numerators {
                *earlier *= &further;
            }
            denominator *= further;
            numerator = balanced(image * &denominator, modulus);
        }
        numerators.push(numerator);
    }
    (numerators, denominator)
}

/// The residue of least magnitude.
fn balanced(value: BigInt, modulus: &BigInt) -> BigInt {
    let value = value.mod_floor(modulus);
    if &value + &value > *modulus {
        value - modulus
    } else {
        value
    }
}

/// The least positive denominator that brings the fraction with this image within the limit: Euclid's algorithm, stopped
/// half-way.
fn reconstruct(image: &BigInt, modulus: &BigInt, limit: &BigInt) -> BigInt {
    let (mut previous, mut current) = (modulus.clone(), image.mod_floor(modulus));
    let (mut before, mut factor) = (BigInt::zero(), BigInt::one());
    while current > *limit {
        stop::check();
        let (quotient, rest) = previous.div_rem(&current);
        previous = std::mem::replace(&mut current, rest);
        let next = before - quotient * &factor;
        before = std::mem::replace(&mut factor, next);
    }
    factor.abs()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::linear;
    use num_rational::BigRational;
    use proptest::prelude::*;

    proptest! {
        /// With short coefficients, and with long ones.
        #[test]
        fn agrees_with_elimination(
            n in 1usize..8,
            entries in proptest::collection::vec(-5i64..=5, 64),
            right in proptest::collection::vec(any::<i64>(), 8),
            scale in 0u32..40,
            long in 0u32..3,
        ) {
            let power = |exponent: u32| BigInt::from(7).pow(exponent);
            let entry = |i: usize, j: usize| BigInt::from(entries[i * n + j]) * power(20 * long);
            let rhs: Vec<BigInt> = right[..n].iter().map(|&b| BigInt::from(b) * power(scale)).collect();
            let rows = (0..n)
                .map(|i| (0..n).map(|j| (j, entry(i, j))).filter(|(_, a)| !a.is_zero()).collect());
            let dense = (0..n).map(|i| {
                let row = (0..n).map(|j| entry(i, j)).chain([rhs[i].clone()]);
                row.map(BigRational::from_integer).collect()
            });
            match (solve(rows.collect::<Vec<Vec<_>>>(), &rhs), linear::eliminate(dense.collect())) {
                (Ok((numerators, denominator)), Some(expected)) => {
                    for (x, y) in numerators.iter().zip(&expected) {
                        prop_assert_eq!(&BigRational::new(x.clone(), denominator.clone()), &y[0]);
                    }
                }
                (Err(LinearError::Singular { .. }), None) => {}
                (one, other) => prop_assert!(false, "{:?} but {:?}", one, other),
            }
        }
    }

    #[test]
    fn large_coefficients_are_no_danger() {
        let big = i64::MAX;
        let rows = vec![vec![(0, big), (1, i64::MIN)], vec![(0, 1), (1, big)]];
        let (numerators, denominator) = solve(rows, &[1.into(), 2.into()]).unwrap();
        // x = (M + 2·2^63) / (M² + 2^63), y = (2·M − 1) / the same.
        let m = BigInt::from(big);
        let determinant = &m * &m - BigInt::from(i64::MIN);
        let y = BigRational::new(&m * 2 - 1, determinant);
        assert_eq!(BigRational::new(numerators[1].clone(), denominator), y);
    }

    #[test]
    fn no_equations_have_no_unknowns() {
        assert_eq!(solve::<i64>(Vec::new(), &[]).unwrap().0, []);
    }
}

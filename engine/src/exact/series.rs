//! Distributions without end whose generating function is a quotient of polynomials.
//!
//! A throw that is made again on some outcomes has the generating function `S(x) / (1 − A(x))`, `A` listing these outcomes with
//! their chances and `S` the others; sums of independent throws multiply. Every probability, the mean and the variance
//! follow from the quotient, so nothing is cut off.

use super::dist::Dist;
use super::numeric::outcome_in_range;
use super::weight::{Field, Weight};
use crate::work::limit::{TooLarge, allow};

/// Coefficients a numerator or denominator may have.
const MAX_DEGREE: u128 = 400;
/// Coefficients those of a single throw may have.
const MAX_WIDTH: u128 = 2_000_000;

/// A distribution on infinitely many whole numbers: outcome `low + i` (or `low − i` when descending) has as its
/// probability the coefficient of `x^i` in `numerator / denominator`.
///
/// Exact: all of it, the mean and the variance in closed form.
///
/// # Examples
/// ```
/// use siga::exact::{Dist, Series};
/// let die: Dist<i64> = Dist::uniform(1..=6).unwrap();
/// let again = die.map(|&x| (x, x == 6));
/// let exploding = Series::exploding(&again).unwrap();
/// assert_eq!(exploding.mean().to_string(), "21/5");
/// let prefix = exploding.prefix(8);
/// assert_eq!(prefix[6].to_string(), "1/36"); // 7, that is 6 and then 1
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Series<F> {
    low: i64,
    descending: bool,
    numerator: Vec<F>,
    denominator: Vec<F>,
}

impl<F: Field> Series<F> {
    /// A throw that is made again, without limit, on the outcomes for which this is said, all outcomes added.
    ///
    /// # Errors
    /// [`TooLarge`] when outcomes lie too far apart.
    ///
    /// # Panics
    /// When the throw is made again on all outcomes.
    pub fn exploding<W: Weight<Field = F>>(dist: &Dist<(i64, bool), W>) -> Result<Self, TooLarge> {
        // What counts nothing and is made again might as well not have come.
        let counted = dist.given(|&(x, again)| !again || x != 0);
        let counted = counted.as_ref().unwrap_or(dist);
        let ends = counted.given(|(_, again)| !again);
        let ends = ends.expect("it ends").into_mapped(|(x, _)| x);
        let again = || {
            counted
                .iter()
                .filter(|((_, again), _)| *again)
                .map(|((x, _), _)| *x)
        };
        let descending = again().any(|x| x < 0);
        let farthest = again().map(i64::unsigned_abs).max().unwrap_or(0);
        allow(
            "coefficients",
            ends.span().max(farthest.into()) + 1,
            MAX_WIDTH,
        )?;
        let (low, high) = match descending {
            true => (*ends.last(), *ends.first()),
            false => (*ends.first(), *ends.last()),
        };
        let mut numerator = vec![F::zero(); high.abs_diff(low) as usize + 1];
        for (&x, _) in ends.iter() {
            numerator[x.abs_diff(low) as usize] = counted.probability(&(x, false));
        }
        let mut denominator = vec![F::zero(); farthest as usize + 1];
        denominator[0] = F::one();
        for x in again() {
            denominator[x.unsigned_abs() as usize] = -counted.probability(&(x, true));
        }
        Ok(Self {
            low,
            descending,
            numerator,
            denominator,
        })
    }

    /// The sum with an independent finite throw.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub(crate) fn sum_with<W: Weight<Field = F>>(
        &self,
        dist: &Dist<i64, W>,
    ) -> Result<Self, TooLarge> {
        if dist.len() == 1 {
            // One more for certain: the same, further on.
            let low = outcome_in_range(i128::from(self.low) + i128::from(*dist.first()))?;
            return Ok(Self {
                low,
                ..self.clone()
            });
        }
        let degree = dist.span() + self.numerator.len() as u128 - 1;
        allow("coefficients", degree + 1, MAX_DEGREE)?;
        let start = if self.descending {
            *dist.last()
        } else {
            *dist.first()
        };
        let mut factor = vec![F::zero(); dist.span() as usize + 1];
        for (&x, _) in dist.iter() {
            factor[x.abs_diff(start) as usize] = dist.probability(&x);
        }
        Ok(Self {
            low: outcome_in_range(i128::from(self.low) + i128::from(start))?,
            numerator: product(&self.numerator, &factor)?,
            ..self.clone()
        })
    }

    /// The sum of two independent throws, or `None` when one has no largest and the other no smallest outcome.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn sum(&self, other: &Self) -> Result<Option<Self>, TooLarge> {
        if self.descending != other.descending {
            return Ok(None);
        }
        Ok(Some(Self {
            low: outcome_in_range(i128::from(self.low) + i128::from(other.low))?,
            descending: self.descending,
            numerator: product(&self.numerator, &other.numerator)?,
            denominator: product(&self.denominator, &other.denominator)?,
        }))
    }

    /// The sum of `n` independent throws.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn times(&self, n: u32) -> Result<Self, TooLarge> {
        let power = |poly: &[F]| -> Result<Vec<F>, TooLarge> {
            let degree = (poly.len() as u128 - 1) * u128::from(n);
            allow("coefficients", degree + 1, MAX_DEGREE)?;
            let below = F::common_denominator(poly.iter());
            let whole: Vec<F> = poly.iter().map(|c| c.clone() * below.clone()).collect();
            let power = (0..n).try_fold(vec![F::one()], |power, _| product(&power, &whole))?;
            let below = num_traits::pow(below, n as usize);
            Ok(power.iter().map(|c| c.divided_by(&below)).collect())
        };
        Ok(Self {
            low: outcome_in_range(i128::from(self.low) * i128::from(n))?,
            descending: self.descending,
            numerator: power(&self.numerator)?,
            denominator: power(&self.denominator)?,
        })
    }

    /// Every outcome multiplied by a whole number other than 0.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub(crate) fn scaled(&self, factor: i64) -> Result<Self, TooLarge> {
        let stride = u128::from(factor.unsigned_abs());
        let spread = |poly: &[F]| -> Result<Vec<F>, TooLarge> {
            let degree = (poly.len() as u128 - 1).saturating_mul(stride);
            if stride > 1 {
                allow("coefficients", degree + 1, MAX_DEGREE)?;
            }
            let mut wide = vec![F::zero(); (poly.len() - 1) * stride as usize + 1];
            for (i, c) in poly.iter().enumerate() {
                wide[i * stride as usize] = c.clone();
            }
            Ok(wide)
        };
        Ok(Self {
            numerator: spread(&self.numerator)?,
            denominator: spread(&self.denominator)?,
            low: outcome_in_range(i128::from(self.low) * i128::from(factor))?,
            descending: self.descending != (factor < 0),
        })
    }

    /// The outcome nearest to zero's side at which the distribution begins: the smallest, or the largest when
    /// [`descending`](Series::descending).
    pub fn start(&self) -> i64 {
        self.low
    }

    /// Whether the outcomes go down without end rather than up.
    pub fn descending(&self) -> bool {
        self.descending
    }

    /// Probabilities of the first `count` outcomes from the [`start`](Series::start) on.
    pub fn prefix(&self, count: usize) -> Vec<F> {
        let terms: Vec<(usize, F)> = (self.denominator.iter().enumerate().skip(1))
            .filter(|(_, c)| !c.is_zero())
            .map(|(lag, c)| (lag, -c.clone()))
            .collect();
        let one = F::one();
        let mut prefix: Vec<F> = Vec::with_capacity(count);
        for i in 0..count {
            let own = self.numerator.get(i).map(|own| (own, &one));
            let earlier = terms.iter().take_while(|(lag, _)| *lag <= i);
            let earlier = earlier.map(|(lag, c)| (c, &prefix[i - lag]));
            prefix.push(F::sum_of_products(own.into_iter().chain(earlier)));
        }
        prefix
    }

    /// The expected outcome.
    pub fn mean(&self) -> F {
        let steps = log_derivative(&self.numerator).0 - log_derivative(&self.denominator).0;
        let low = F::from_integer(self.low);
        if self.descending {
            low - steps
        } else {
            low + steps
        }
    }

    /// The expected squared distance from the mean.
    pub fn variance(&self) -> F {
        let (n1, n2) = log_derivative(&self.numerator);
        let (d1, d2) = log_derivative(&self.denominator);
        (n2 + n1) - (d2 + d1)
    }
}

/// First and second derivative of the logarithm of a polynomial, at 1.
fn log_derivative<F: Field>(poly: &[F]) -> (F, F) {
    let weighed = |weight: fn(i64) -> i64| {
        let weights: Vec<F> = (0..)
            .take(poly.len())
            .map(|i| F::from_integer(weight(i)))
            .collect();
        F::sum_of_products(poly.iter().zip(&weights))
    };
    let (value, first) = (weighed(|_| 1), weighed(|i| i));
    let second = weighed(|i| i * (i - 1));
    let first = first.divided_by(&value);
    (
        first.clone(),
        second.divided_by(&value) - first.clone() * first,
    )
}

fn product<F: Field>(a: &[F], b: &[F]) -> Result<Vec<F>, TooLarge> {
    let degree = a.len() + b.len() - 2;
    allow("coefficients", degree as u128 + 1, MAX_DEGREE)?;
    let coefficient = |i: usize| {
        let pairs = (i.saturating_sub(b.len() - 1)..a.len().min(i + 1)).map(|j| (&a[j], &b[i - j]));
        F::sum_of_products(pairs.filter(|(a, b)| !a.is_zero() && !b.is_zero()))
    };
    Ok((0..=degree).map(coefficient).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_rational::BigRational;
    use proptest::prelude::*;

    fn exploding(dist: &Dist<i64>) -> Series<BigRational> {
        let top = *dist.last();
        Series::exploding(&dist.map(|&x| (x, x == top))).unwrap()
    }

    /// The same throw with at most `more` further throws, by plain convolution.
    fn cut_off(dist: &Dist<i64>, more: u32) -> Dist<i64> {
        let top = *dist.last();
        if more == 0 {
            return dist.clone();
        }
        let next = cut_off(dist, more - 1);
        dist.and_then(|&x| {
            let here = Dist::certain(x);
            if x == top { here.sum(&next) } else { Ok(here) }
        })
        .unwrap()
    }

    proptest! {
        /// Up to where a limit is felt, the series and the limited throw agree.
        #[test]
        fn agrees_with_a_limited_throw(
            faces in prop::collection::btree_set(-3i64..9, 2..5), n in 1u32..3,
        ) {
            let top = *faces.last().unwrap();
            prop_assume!(top > 0);
            let die: Dist<i64> = Dist::uniform(faces).unwrap();
            let series = exploding(&die).times(n).unwrap();
            let limited = cut_off(&die, 8).times(n).unwrap();
            let felt = i64::from(n) * die.first().min(&0) + 8 * top;
            for (i, probability) in series.prefix(60).iter().enumerate() {
                let outcome = series.start() + i as i64;
                if outcome < felt {
                    prop_assert_eq!(probability, &limited.probability(&outcome));
                }
            }
            // Wald: as many throws as are made on average, each worth a throw's mean.
            let throws = BigRational::from_integer(n.into())
                / (BigRational::from_integer(1.into()) - die.probability(&top));
            prop_assert_eq!(series.mean(), throws * super::super::summary(&die).mean);
        }
    }

    #[test]
    fn descending_and_scaled_series_mirror() {
        let die: Dist<i64> = Dist::uniform(1..=4).unwrap();
        let up = exploding(&die);
        let down = up.scaled(-2).unwrap();
        assert!(down.descending() && down.start() == -2);
        assert_eq!(
            down.mean(),
            up.mean() * BigRational::from_integer((-2).into())
        );
        assert_eq!(
            down.variance(),
            up.variance() * BigRational::from_integer(4.into())
        );
        assert_eq!(up.sum(&down), Ok(None));
        let wide: Dist<i64> = Dist::uniform([1, 1 << 40]).unwrap();
        assert!(Series::exploding(&wide.map(|&x| (x, x == *wide.last()))).is_err());
    }
}

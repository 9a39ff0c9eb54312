//! The bias that makes counts likeliest, and the biases that are not much less likely.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Pow, Zero};

use super::clopper::clopper_pearson;
use super::grid::{GRID, last_step, on_grid};
use super::{not_one, total};
use crate::exact::bounds::real_roots_in;
use crate::exact::{Between, Poly, Quantity, RatFunc, serial};
use crate::work::limit::allow;
use crate::work::{Fault, Kind};

/// The estimate of an unknown bias from counts.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Bias")]
#[non_exhaustive]
pub struct BiasAnswer {
    /// The bias that makes them likeliest.
    pub likeliest: Quantity,
    /// The lower end of an interval around it, rounded outwards to a millionth.
    #[serde(with = "serial::Number")]
    pub lower: BigRational,
    /// The upper end of the interval, rounded outwards to a millionth.
    #[serde(with = "serial::Number")]
    pub upper: BigRational,
    /// The kind of the interval.
    #[serde(flatten)]
    pub interval: Interval,
}

/// A kind of interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(tag = "interval", rename_all = "kebab-case")]
pub enum Interval {
    /// Clopper and Pearson's with 95 %: for a coin that fell heads `successes` times in `trials` throws.
    ClopperPearson {
        /// The number of throws that fell as the bias says.
        #[serde(with = "serial::Count")]
        successes: u64,
        /// The number of throws.
        #[serde(with = "serial::Count")]
        throws: u64,
    },
    /// The biases whose likelihood is at least 3/20 of the greatest: about 95 % where there are many trials.
    Likelihood,
}

/// Machine words of a likelihood that is looked at some forty times.
const MAX_WORDS: u128 = 60_000;

/// The bias at which the likelihood of the counts is greatest, their chances being functions of it.
///
/// Exact: a rational bias is the number itself, another lies between proved bounds 10^−15 apart at most. The ends of the
/// interval are rounded outwards to a millionth.
///
/// # Errors
/// Of kind input: among others, the likelihood has no maximum inside, or several. Of kind limit: too much work.
///
/// # Examples
/// ```
/// use siga::chance::trials::likeliest_bias;
/// use siga::exact::{RatFunc, parse_fraction};
/// let p = RatFunc::x();
/// let q = RatFunc::from(1) - &p;
/// let answer = likeliest_bias(&[p, q], &[60, 40])?;
/// assert_eq!(answer.likeliest.exact(), Some(&parse_fraction("3/5")?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn likeliest_bias(chances: &[RatFunc], counts: &[u64]) -> Result<BiasAnswer, Fault> {
    total(counts)?;
    if chances.len() != counts.len() {
        return Err(not_one());
    }
    let pairs = (chances.iter().zip(counts)).map(|(chance, &count)| (chance, count));
    let seen: Vec<(&RatFunc, u64)> = pairs.clone().filter(|(_, count)| *count > 0).collect();
    if let Some((successes, throws)) = one_coin(pairs) {
        let likeliest = BigRational::new(successes.into(), throws.into());
        let (lower, upper) = clopper_pearson(successes, throws);
        return Ok(BiasAnswer {
            likeliest: Quantity::Exact(likeliest),
            lower,
            upper,
            interval: Interval::ClopperPearson { successes, throws },
        });
    }
    // At a bias on the grid the digits of a chance grow with its degree, and those of its power with the count too.
    let words = seen.iter().map(|(chance, count)| {
        let degree = |poly: &Poly| poly.degree().unwrap_or(0) as u128;
        let longest = degree(chance.numer()).max(degree(chance.denom())) + 1;
        longest * u128::from(*count) * u128::from(GRID.ilog2() + 1) / 64
    });
    allow("words in a likelihood", words.sum(), MAX_WORDS)?;
    let likeliest = stationary(&seen)?;
    let (lower, upper) = likelihood_interval(&seen, &likeliest);
    Ok(BiasAnswer {
        likeliest: likeliest.quantity(),
        lower,
        upper,
        interval: Interval::Likelihood,
    })
}

/// Where every outcome tells how many of the same number of sticks fell flat: all of them as one coin. Outcomes that were not
/// seen matter as well: an interval chosen by what was seen would not hold in 95 % of all samples.
fn one_coin<'a>(outcomes: impl Iterator<Item = (&'a RatFunc, u64)>) -> Option<(u64, u64)> {
    let (mut successes, mut throws) = (0, 0);
    let mut each = None;
    for (chance, count) in outcomes.filter(|(chance, _)| !chance.is_zero()) {
        let poly = chance.as_poly()?;
        // c·p^a·(1−p)^b
        let a = (0..).find(|&i| !poly.coeff(i).is_zero())?;
        let b = poly.degree()? - a;
        let shape = Poly::monomial(BigRational::one(), a)
            * (Poly::from(1) - Poly::x()).pow(u32::try_from(b).ok()?);
        if shape.scale(&poly.coeff(a)) != *poly || *each.get_or_insert(a + b) != a + b {
            return None;
        }
        successes += count * a as u64;
        throws += count * (a + b) as u64;
    }
    (throws > 0).then_some((successes, throws))
}

/// The likelihood has no greatest value inside.
fn no_bias(why: &str) -> Fault {
    Fault::input(format!(
        "no single bias between 0 and 1 makes these counts most likely: {why}"
    ))
}

/// The one bias inside at which the likelihood is stationary and greatest.
///
/// The logarithm of the likelihood has the derivative Σ n·f'/f. Multiplied by all f and their denominators it is a
/// polynomial, whose roots are isolated; a root of one of the f is no maximum, the likelihood being 0 there.
fn stationary(seen: &[(&RatFunc, u64)]) -> Result<Between, Fault> {
    let sum = slope(seen);
    if sum.degree().is_none() {
        return Err(no_bias("every bias is as likely"));
    }
    let (zero, one) = (BigRational::zero(), BigRational::one());
    let tolerance = BigRational::new(BigInt::one(), BigInt::from(10).pow(15u32));
    let at_end = |root: &Between| (root.number()).is_some_and(|at| *at == zero || *at == one);
    let inside = |root: &Between| {
        let at = &root.lower;
        let vanishes = |chance: &RatFunc| {
            root.number()
                .is_some_and(|at| chance.eval(at).is_none_or(|value| value.is_zero()))
        };
        *at >= zero && !at_end(root) && !seen.iter().any(|(chance, _)| vanishes(chance))
    };
    let roots = real_roots_in(&sum, &zero, &one, &tolerance)
        .map_err(|error| Fault::new(Kind::Limit, error.to_string()))?;
    if roots.iter().all(at_end) {
        // It rises or falls all the way.
        let falls = is_less(&likelihood(seen, &one), &likelihood(seen, &zero));
        return Ok(Between::exact(if falls { zero } else { one }));
    }
    let mut roots: Vec<Between> = roots.into_iter().filter(inside).collect();
    match roots.len() {
        1 => {}
        0 => {
            return Err(no_bias("the likelihood is greatest at 0 or at 1"));
        }
        _ => {
            return Err(no_bias("the likelihood rises and falls more than once"));
        }
    }
    let root = roots.remove(0);
    // One stationary point: the greatest if the likelihood is less at both ends.
    let there = likelihood(seen, &root.lower);
    let less = |end: &BigRational| is_less(&likelihood(seen, end), &there);
    if less(&zero) && less(&one) {
        Ok(root)
    } else {
        Err(no_bias("the likelihood is greatest at 0 or at 1"))
    }
}

/// The derivative of the logarithm of the likelihood, times all chances and their denominators.
fn slope(seen: &[(&RatFunc, u64)]) -> Poly {
    let mut sum = Poly::from(0);
    for (i, (chance, count)) in seen.iter().enumerate() {
        let (f, g) = (chance.numer(), chance.denom());
        let slope = f.derivative() * g - f * &g.derivative();
        let others = (seen.iter().enumerate()).filter(|(j, _)| *j != i);
        let others = others.fold(Poly::from(1), |product, (_, (other, _))| {
            product * other.numer() * other.denom()
        });
        sum += (slope * others).scale(&BigRational::from_integer((*count).into()));
    }
    sum
}

/// The chance of the counts in this order, at a bias: numerator and denominator, not in lowest terms, since finding those takes far
/// longer than the fraction.
fn likelihood(seen: &[(&RatFunc, u64)], bias: &BigRational) -> (BigInt, BigInt) {
    let (mut over, mut under) = (BigInt::one(), BigInt::one());
    for (chance, count) in seen {
        let chance = chance.eval(bias).unwrap_or_default();
        over *= Pow::pow(chance.numer(), *count);
        under *= Pow::pow(chance.denom(), *count);
    }
    (over, under)
}

/// Whether a fraction is less than another.
fn is_less(a: &(BigInt, BigInt), b: &(BigInt, BigInt)) -> bool {
    &a.0 * &b.1 < &b.0 * &a.1
}

/// The likelihood rises to its one maximum and falls from there, so each end is found by halving.
fn likelihood_interval(
    seen: &[(&RatFunc, u64)],
    likeliest: &Between,
) -> (BigRational, BigRational) {
    let (over, under) = likelihood(seen, &likeliest.lower);
    let least = (over * 3, under * 20);
    let below = |step: u64| is_less(&likelihood(seen, &on_grid(step)), &least);
    let middle = (&likeliest.lower * BigRational::from_integer(GRID.into())).to_integer();
    let middle = u64::try_from(middle).unwrap_or(0);
    let lower = last_step(0, middle, below);
    let upper = GRID - last_step(0, GRID - middle.min(GRID), |step| below(GRID - step));
    (on_grid(lower), on_grid(upper))
}

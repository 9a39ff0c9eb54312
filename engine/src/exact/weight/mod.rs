//! The weights that a distribution can have: numbers, or polynomials in an unknown bias.

pub(crate) mod power;
mod recurrence;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use itertools::Itertools;
use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use super::natural::Natural;
use super::poly::Poly;
use super::ratfunc::RatFunc;
use super::{Dist, Fractions, gcd};
use crate::work::limit::TooLarge;
use crate::work::stop;
use power::{Shape, Term};

/// A commutative ring element a distribution can count with.
///
/// Two kinds exist: [`Natural`] (weights are numbers) and [`Poly`](super::Poly) (weights are polynomials in an
/// unknown bias). Dividing a weight by the total gives a probability in [`Weight::Field`].
pub trait Weight:
    Clone + PartialEq + Debug + Zero + One + Mul<Output = Self> + for<'a> AddAssign<&'a Self>
{
    /// The type of its probabilities: rational numbers, or rational functions of the bias.
    type Field: Field;

    /// The weight of a number of equal cases.
    fn from_count(count: &Natural) -> Self;

    /// The whole number it is, if it is one.
    fn whole(&self) -> Option<BigUint> {
        None
    }

    /// `self · other`.
    fn times(&self, other: &Self) -> Self;

    /// The approximate number of elementary steps to multiply two weights of these lengths in words and add the product to a third.
    fn product_steps(words: u128, other: u128) -> u128;

    /// `self` to the power `exponent`.
    fn power(&self, exponent: u32) -> Self {
        num_traits::pow(self.clone(), exponent as usize)
    }

    /// `self / total`, in lowest terms.
    fn over(&self, total: &Self) -> Self::Field;

    /// Many weights over one total, each in lowest terms.
    fn all_over<'a>(weights: impl Iterator<Item = &'a Self>, total: &Self) -> Vec<Self::Field>
    where
        Self: 'a,
    {
        weights.map(|weight| weight.over(total)).collect()
    }

    /// A common multiple of several totals, and what each has to be multiplied by to reach it.
    fn common_total(totals: &[&Self]) -> (Self, Vec<Self>) {
        let mut distinct: Vec<&Self> = Vec::new();
        for total in totals {
            if !distinct.contains(total) {
                distinct.push(total);
            }
        }
        let product = |skip: Option<&Self>| {
            let kept = distinct.iter().filter(|&&total| Some(total) != skip);
            kept.fold(Self::one(), |product, total| product.times(total))
        };
        let factors = totals.iter().map(|total| product(Some(total))).collect();
        (product(None), factors)
    }

    /// `self − other`, which must not be less than nothing.
    fn minus(&self, other: &Self) -> Self;

    /// Adds `other · factor` in place.
    fn add_product(&mut self, other: &Self, factor: &Self) {
        *self += &other.times(factor);
    }

    /// Memory the weight takes, in machine words: the unit of budgets.
    fn size(&self) -> usize;

    /// The `n`-fold power of a polynomial whose coefficients are weights (lowest first, first and last not
    /// zero), and so the weights of the sum of `n` independent throws.
    fn poly_power(base: &[Self], n: u32) -> Vec<Self> {
        power::by_squaring(base, n)
    }

    /// The product of a polynomial with a short one given by its terms (exponent, coefficient), in ascending order.
    fn poly_times(poly: &[Self], factor: &[Term<'_, Self>]) -> Vec<Self> {
        power::product(poly, factor)
    }

    /// About the elementary steps [`poly_times`](Weight::poly_times) takes.
    fn poly_times_steps(poly: Shape, factor: Shape) -> u128 {
        power::product_steps::<Self>(poly, factor)
    }
}

/// A field in which linear systems are solved: rational numbers or rational functions.
pub trait Field:
    Clone
    + PartialEq
    + Debug
    + Zero
    + One
    + Neg<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
{
    /// About how many times longer an operation takes than on rational numbers.
    const COST: u128;

    /// Machine words it is written with.
    fn words(&self) -> u64;

    /// The field element of a whole number.
    fn from_integer(value: i64) -> Self;

    /// `self / divisor`.
    ///
    /// # Panics
    /// When the divisor is zero.
    fn divided_by(&self, divisor: &Self) -> Self;

    /// The sum.
    fn plus(&self, other: &Self) -> Self {
        self.clone() + other.clone()
    }

    /// `self + a · b`.
    fn plus_product(self, a: &Self, b: &Self) -> Self {
        self + a.clone() * b.clone()
    }

    /// The sum of the products of pairs.
    fn sum_of_products<'a>(pairs: impl Iterator<Item = (&'a Self, &'a Self)>) -> Self
    where
        Self: 'a,
    {
        pairs.fold(Self::zero(), |sum, (a, b)| {
            stop::check();
            sum.plus_product(a, b)
        })
    }

    /// A number whose products with all of these are whole, or as near to it as such numbers come.
    fn common_denominator<'a>(_: impl Iterator<Item = &'a Self> + Clone) -> Self
    where
        Self: 'a,
    {
        Self::one()
    }

    /// The sums of two independent numbers with their chances, which need not add up to 1.
    ///
    /// # Errors
    /// [`TooLarge`].
    fn sums(
        a: &BTreeMap<i64, Self>,
        b: &BTreeMap<i64, Self>,
    ) -> Result<BTreeMap<i64, Self>, TooLarge> {
        let mut sums = BTreeMap::new();
        for ((x, a), (y, b)) in a.iter().cartesian_product(b) {
            stop::check();
            let sum: &mut Self = sums.entry(x + y).or_insert_with(Self::zero);
            *sum = std::mem::replace(sum, Self::zero()).plus_product(a, b);
        }
        Ok(sums)
    }
}

impl Field for BigRational {
    const COST: u128 = 1;

    fn words(&self) -> u64 {
        (self.numer().bits() + self.denom().bits()) / 64 + 2
    }

    fn from_integer(value: i64) -> Self {
        BigRational::from_integer(BigInt::from(value))
    }

    fn divided_by(&self, divisor: &Self) -> Self {
        gcd::product(self, &divisor.recip())
    }

    fn plus(&self, other: &Self) -> Self {
        gcd::sum(self, other)
    }

    fn plus_product(self, a: &Self, b: &Self) -> Self {
        gcd::sum(&self, &gcd::product(a, b))
    }

    /// In integers over a common denominator, which is divided out once.
    fn sum_of_products<'a>(pairs: impl Iterator<Item = (&'a Self, &'a Self)>) -> Self {
        let (over, under) = gcd::summed(pairs.map(|(a, b)| {
            let under = Cow::Owned(a.denom() * b.denom());
            (a.numer() * b.numer(), under)
        }));
        gcd::ratio(over, under)
    }

    fn common_denominator<'a>(numbers: impl Iterator<Item = &'a Self> + Clone) -> Self {
        gcd::in_common(numbers).1.into()
    }

    /// As throws, in integers.
    fn sums(
        a: &BTreeMap<i64, Self>,
        b: &BTreeMap<i64, Self>,
    ) -> Result<BTreeMap<i64, Self>, TooLarge> {
        let [a, b] = [a, b].map(|chances| {
            let (weights, total) = gcd::in_common(chances.values());
            let weights = weights
                .iter()
                .map(|weight| Natural::from(weight.magnitude()));
            let dist = Dist::new(chances.keys().copied().zip(weights));
            dist.map(|dist| (dist, Natural::from(total.magnitude())))
        });
        let (Some((a, a_total)), Some((b, b_total))) = (a, b) else {
            return Ok(BTreeMap::new());
        };
        let sum = a.plus(b)?;
        let chances =
            Natural::all_over(sum.iter().map(|(_, weight)| weight), &(&a_total * &b_total));
        Ok(sum.iter().map(|(x, _)| *x).zip(chances).collect())
    }
}

impl Field for RatFunc {
    const COST: u128 = 100;

    fn words(&self) -> u64 {
        let of = |poly: &Poly| Weight::size(poly) as u64;
        of(self.numer()) + of(self.denom())
    }

    fn from_integer(value: i64) -> Self {
        RatFunc::from(value)
    }

    fn divided_by(&self, divisor: &Self) -> Self {
        self.checked_div(divisor).expect("the divisor is not zero")
    }
}

impl Weight for Poly {
    type Field = RatFunc;

    fn from_count(count: &Natural) -> Self {
        Poly::from(count.to_bigint())
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn power(&self, exponent: u32) -> Self {
        self.pow(exponent)
    }

    fn over(&self, total: &Self) -> RatFunc {
        RatFunc::new(self.clone(), total.clone()).expect("a total is not zero")
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn size(&self) -> usize {
        self.numers().len().max(1) * (self.max_bits() as usize / 64 + 1)
    }

    fn poly_power(base: &[Self], n: u32) -> Vec<Self> {
        match base {
            [a, b] => power::binomial(a, b, n),
            base => power::by_squaring(base, n),
        }
    }

    fn product_steps(words: u128, other: u128) -> u128 {
        1000 + 20 * words.saturating_mul(other)
    }
}

impl Weight for Natural {
    type Field = BigRational;

    fn whole(&self) -> Option<BigUint> {
        Some(self.to_biguint())
    }

    fn from_count(count: &Natural) -> Self {
        count.clone()
    }

    fn times(&self, other: &Self) -> Self {
        self * other
    }

    fn power(&self, exponent: u32) -> Self {
        self.pow(exponent)
    }

    fn over(&self, total: &Self) -> BigRational {
        gcd::ratio(self.to_bigint(), total.to_bigint())
    }

    fn all_over<'a>(weights: impl Iterator<Item = &'a Self>, total: &Self) -> Vec<BigRational> {
        let mut fractions = Fractions::new(total);
        weights.map(|weight| fractions.ratio(weight)).collect()
    }

    fn minus(&self, other: &Self) -> Self {
        self.checked_sub(other)
            .expect("what is taken away is not larger")
    }

    fn common_total(totals: &[&Self]) -> (Self, Vec<Self>) {
        let binary: Vec<BigUint> = totals.iter().map(|total| total.to_biguint()).collect();
        // Many totals are few different ones.
        let different: FxHashSet<&BigUint> = binary.iter().collect();
        let common = different.iter().fold(BigUint::one(), |lcm, total| {
            stop::check();
            gcd::lcm_of_naturals(&lcm, total)
        });
        let factor = |total| (total, Self::from(&(&common / total)));
        let factors: FxHashMap<&BigUint, Self> = different.into_iter().map(factor).collect();
        let factors = binary.iter().map(|total| {
            stop::check();
            factors[total].clone()
        });
        (Self::from(&common), factors.collect())
    }

    fn add_product(&mut self, other: &Self, factor: &Self) {
        match factor.to_u64() {
            Some(1) => *self += other,
            Some(small) => self.add_scaled(other, small),
            None => self.add_times(other, factor),
        }
    }

    fn size(&self) -> usize {
        Natural::size(self).max(1)
    }

    fn poly_power(base: &[Self], n: u32) -> Vec<Self> {
        let recurred = power::recurs(base, n).then(|| power::by_recurrence(base, n));
        recurred.flatten().unwrap_or_else(|| match base {
            [a, b] => power::binomial(a, b, n),
            base => power::by_squaring(base, n),
        })
    }

    fn poly_times(poly: &[Self], factor: &[Term<'_, Self>]) -> Vec<Self> {
        power::product_of_numbers(poly, factor)
    }

    fn poly_times_steps(poly: Shape, factor: Shape) -> u128 {
        power::product_of_numbers_steps(poly, factor)
    }

    fn product_steps(words: u128, other: u128) -> u128 {
        60 + 2 * words.saturating_mul(other) + words + other
    }
}

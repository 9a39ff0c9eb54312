//! Arithmetic on distributions of whole numbers.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use itertools::Itertools;
use num_integer::Integer;

use super::dist::{Dist, steps_of_a_place};
use super::weight::Weight;
use super::weight::power::{self, Shape};
use crate::work::limit::{MAX_OUTCOMES, TooLarge, allow};
use crate::work::stop;

/// Outcomes stay within ± this, so that sums of two never overflow.
const MAX_VALUE: u128 = 1 << 60;

/// About the elementary steps it takes to name an outcome of a grid.
const STEPS_OF_AN_OUTCOME: u128 = 80;

/// The distribution with these weights on an evenly spaced grid: weight `i` belongs to `low + i · step`.
pub(crate) fn on_grid<W: Weight>(low: i64, step: i64, weights: Vec<W>) -> Dist<i64, W> {
    let outcomes = (0..).map(|i: i64| low + i * step);
    Dist::from_sorted(outcomes.zip(weights).collect()).expect("some weight is not zero")
}

/// The largest step that reaches every outcome of all the distributions from their smallest; 1 if each has one.
pub(crate) fn common_step<'a, W: Weight + 'a>(
    dists: impl IntoIterator<Item = &'a Dist<i64, W>>,
) -> i64 {
    let gaps = dists.into_iter().flat_map(|dist| {
        let first = *dist.first();
        dist.iter().map(move |(&outcome, _)| outcome - first)
    });
    gaps.fold(0, |step, gap| step.gcd(&gap)).max(1)
}

impl<W: Weight> Dist<i64, W> {
    /// Distance from the smallest to the largest outcome.
    pub(crate) fn span(&self) -> u128 {
        u128::from(self.last().abs_diff(*self.first()))
    }

    /// The weights of the outcomes on a grid of the given step, which must reach them all.
    pub(crate) fn into_grid(self, step: i64) -> Result<Vec<W>, TooLarge> {
        allow("outcomes", self.span() / step as u128 + 1, MAX_OUTCOMES)?;
        let low = *self.first();
        let mut weights = vec![W::zero(); (self.span() / step as u128 + 1) as usize];
        for (outcome, weight) in self.into_items() {
            weights[((outcome - low) / step) as usize] = weight;
        }
        Ok(weights)
    }

    /// The measures that the cost of a product with its generating function depends on, on a grid of a step.
    fn shape(&self, step: i64) -> Shape {
        Shape {
            length: self.span() / step as u128 + 1,
            terms: self.len() as u128,
            words: self.total().size() as u128,
        }
    }

    /// The sum of two independent throws: the convolution.
    ///
    /// Cost: at most the product of the numbers of outcomes; about that of their grid where it is short.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn sum(&self, other: &Self) -> Result<Self, TooLarge> {
        self.clone().plus(other.clone())
    }

    /// [`sum`](Dist::sum), no throw being held longer than it is needed: on a common grid, as polynomials, if it is short enough for one,
    /// or pair by pair, whichever takes fewer elementary steps.
    pub(crate) fn plus(self, other: Self) -> Result<Self, TooLarge> {
        stop::check();
        in_range(self.largest() + other.largest())?;
        if other.len() == 1 {
            return Ok(self.shifted(*other.first(), other.total()));
        }
        if self.len() == 1 {
            return Ok(other.shifted(*self.first(), self.total()));
        }
        let step = common_step([&self, &other]);
        let outcomes = (self.span() + other.span()) / step as u128 + 1;
        let steps = |one: &Self, other: &Self| {
            let (a, b) = (one.shape(step), other.shape(step));
            // Each sum is gone through to be named, compared with its neighbour and added to the total.
            let placing = (STEPS_OF_AN_OUTCOME + 3 * (a.words + b.words)) * outcomes;
            W::poly_times_steps(a, b) + placing
        };
        let steps =
            (outcomes <= MAX_OUTCOMES).then(|| [steps(&self, &other), steps(&other, &self)]);
        let pair_steps = self.pair_steps(&other);
        let is_quicker = |steps: &[u128; 2]| steps.iter().any(|steps| *steps <= pair_steps);
        let Some([steps, exchanged]) = steps.filter(is_quicker) else {
            let pairs = self.len() as u128 * other.len() as u128;
            allow("outcomes", pairs.min(outcomes), MAX_OUTCOMES)?;
            return self.combine(&other, i64::checked_add);
        };
        let low = self.first() + other.first();
        let (long, short) = match exchanged < steps {
            true => (other, self),
            false => (self, other),
        };
        let (long, short) = (long.into_grid(step)?, short.into_grid(step)?);
        let weights = W::poly_times(&long, &power::terms(&short));
        Ok(on_grid(low, step, weights))
    }

    /// All pairs of outcomes with their weights.
    fn pairs<'a>(
        &'a self,
        other: &'a Self,
    ) -> impl Iterator<Item = ((&'a i64, &'a W), (&'a i64, &'a W))> {
        let pairs = self.iter().cartesian_product(other.iter());
        pairs.inspect(|_| stop::check())
    }

    /// The sum with an outcome that is certain and has this weight.
    fn shifted(self, by: i64, weight: &W) -> Self {
        let is_one = *weight == W::one();
        let scaled = |w: W| if is_one { w } else { w.times(weight) };
        let items = self.into_items().map(|(x, w)| (x + by, scaled(w)));
        Dist::from_sorted(items.collect()).expect("weights are not zero")
    }

    /// About the elementary steps it takes to go through all pairs with another throw, and to put each in its place.
    fn pair_steps(&self, other: &Self) -> u128 {
        let pairs = self.len() as u128 * other.len() as u128;
        let (a, b) = (self.total().size() as u128, other.total().size() as u128);
        pairs * (steps_of_a_place(pairs) + W::product_steps(a, b))
    }

    /// Whether the outcomes of `n` throws are few and far apart.
    fn is_sparse(&self, n: u32, step: i64) -> bool {
        let terms = self.span() / step as u128 + 1;
        terms > 16 * self.len() as u128 && n <= 64
    }

    /// The sum of `n` independent throws; 0 for certain when `n` is zero.
    ///
    /// Cost: by a recurrence, linear in the outcomes times the length of a weight, when the weights of one throw
    /// are machine words; by repeated squaring otherwise.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub fn times(&self, n: u32) -> Result<Self, TooLarge> {
        if n == 0 {
            return Ok(Dist::certain(0));
        }
        self.stays_in_range(n.into())?;
        let step = common_step([self]);
        let terms = self.span() / step as u128 + 1;
        if self.is_sparse(n, step) {
            return self.times_sparse(n);
        }
        let outcomes = (terms - 1) * u128::from(n) + 1;
        allow("outcomes", outcomes, MAX_OUTCOMES)?;
        let weights = self.clone().into_grid(step)?;
        let low = self.first() * i64::from(n);
        Ok(on_grid(low, step, W::poly_power(&weights, n)))
    }

    /// Few outcomes far apart: repeated squaring keeps to those that occur. Only what is found on the way tells how many outcomes
    /// there will be.
    fn times_sparse(&self, mut n: u32) -> Result<Self, TooLarge> {
        let mut result = Dist::certain(0);
        let mut square = self.clone();
        while n > 0 {
            if n & 1 == 1 {
                result = result.plus(square.clone())?;
            }
            n >>= 1;
            if n > 0 {
                square = square.clone().plus(square)?;
            }
        }
        Ok(result)
    }

    /// Every outcome with its sign changed; they must be [in range](in_range).
    pub(crate) fn negated(self) -> Self {
        self.into_mapped(|x| -x)
    }

    /// A function of two independent throws.
    ///
    /// # Errors
    /// [`TooLarge`], also when a result leaves ± 2^60.
    pub(crate) fn combine(
        &self,
        other: &Self,
        f: impl Fn(i64, i64) -> Option<i64>,
    ) -> Result<Self, TooLarge> {
        let mut results: BTreeMap<i64, W> = BTreeMap::new();
        for ((&a, wa), (&b, wb)) in self.pairs(other) {
            let value = f(a, b).ok_or(TooLarge {
                what: "units in an outcome",
                needed: u128::from(a.unsigned_abs()) * u128::from(b.unsigned_abs()),
                limit: MAX_VALUE,
            })?;
            in_range(u128::from(value.unsigned_abs()))?;
            results
                .entry(value)
                .or_insert_with(W::zero)
                .add_product(wa, wb);
            allow("outcomes", results.len() as u128, MAX_OUTCOMES)?;
        }
        Ok(Dist::from_sorted(results.into_iter().collect()).expect("weights are not zero"))
    }

    /// The product of two independent throws.
    ///
    /// # Errors
    /// [`TooLarge`], also when a product leaves ± 2^60.
    #[cfg(test)]
    pub(crate) fn product(&self, other: &Self) -> Result<Self, TooLarge> {
        self.combine(other, i64::checked_mul)
    }

    /// The chance that a relation holds between two independent throws, as the distribution of 1 (it does) and
    /// 0 (it does not).
    ///
    /// Cost: linear in both numbers of outcomes.
    pub(crate) fn compare(&self, relation: Relation, other: &Self) -> Self {
        let (mut holds, mut fails) = (W::zero(), W::zero());
        for (order, weight) in [
            (Ordering::Less, other.beats(self)),
            (Ordering::Equal, self.ties(other)),
            (Ordering::Greater, self.beats(other)),
        ] {
            *(if relation.holds(order) {
                &mut holds
            } else {
                &mut fails
            }) += &weight;
        }
        Dist::from_sorted(vec![(0, fails), (1, holds)]).expect("one of the two has weight")
    }

    /// Joint weight of the cases in which this throw is the greater.
    fn beats(&self, other: &Self) -> W {
        let mut lower = other.iter().peekable();
        let (mut sum, mut below) = (W::zero(), W::zero());
        for (x, weight) in self.iter() {
            stop::check();
            while let Some((_, w)) = lower.next_if(|(y, _)| *y < x) {
                below += w;
            }
            sum.add_product(&below, weight);
        }
        sum
    }

    /// Joint weight of the cases in which both throws are the same.
    fn ties(&self, other: &Self) -> W {
        let mut sum = W::zero();
        for (x, weight) in self.iter() {
            if let Some(same) = other.weight(x) {
                sum.add_product(same, weight);
            }
        }
        sum
    }

    /// The largest absolute value of an outcome.
    fn largest(&self) -> u128 {
        u128::from(self.first().unsigned_abs().max(self.last().unsigned_abs()))
    }

    /// Fails when a sum of `summands` outcomes could leave the range.
    pub(crate) fn stays_in_range(&self, summands: u128) -> Result<(), TooLarge> {
        in_range(self.largest().saturating_mul(summands))
    }
}

/// The outcome, when sums of two such are safe.
pub(crate) fn outcome_in_range(value: i128) -> Result<i64, TooLarge> {
    in_range(value.unsigned_abs())?;
    Ok(value as i64)
}

/// Fails when an outcome could leave ± 2^60, the range in which sums of two are safe. Whatever makes outcomes of others
/// asks this first: a sum that passed the range of its integers would be a wrong number without a word.
fn in_range(value: u128) -> Result<(), TooLarge> {
    allow("units in an outcome", value, MAX_VALUE)
}

/// A relation between two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `>=`
    GreaterOrEqual,
    /// `>`
    Greater,
}

impl Relation {
    /// Whether two numbers in this order satisfy the relation.
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Less => order.is_lt(),
            Self::LessOrEqual => order.is_le(),
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::GreaterOrEqual => order.is_ge(),
            Self::Greater => order.is_gt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::Natural;
    use proptest::prelude::*;

    fn dist(weights: &[(i64, u64)]) -> Dist<i64> {
        Dist::new(weights.iter().map(|&(x, w)| (x, Natural::from(w)))).unwrap()
    }

    fn small() -> impl Strategy<Value = Dist<i64>> {
        prop::collection::vec((-30i64..30, 1u64..9), 1..6).prop_map(|weights| dist(&weights))
    }

    proptest! {
        /// Sums, powers and comparisons agree with going through every case.
        #[test]
        fn agree_with_enumeration(a in small(), b in small(), scale in 1i64..4) {
            let (a, b) = (a.map(|x| x * scale), b.map(|x| x * scale));
            let pairs = a.joint(&b).unwrap();
            prop_assert_eq!(a.sum(&b).unwrap(), pairs.map(|(x, y)| x + y));
            prop_assert_eq!(a.product(&b).unwrap(), pairs.map(|(x, y)| x * y));
            let cubed = pairs.joint(&b).unwrap().map(|((_, y), z)| y + z);
            let twice = b.times(2).unwrap();
            prop_assert_eq!(twice.total(), &b.total().times(b.total()));
            prop_assert_eq!(cubed.chance(|&x| x > 3), twice.chance(|&x| x > 3));
            for relation in [Relation::Less, Relation::LessOrEqual, Relation::Equal,
                Relation::NotEqual, Relation::GreaterOrEqual, Relation::Greater] {
                let expected = pairs.map(|(x, y)| i64::from(relation.holds(x.cmp(y))));
                prop_assert_eq!(a.compare(relation, &b), expected);
            }
        }

        #[test]
        fn powers_agree_with_repeated_sums(a in small(), n in 0u32..7) {
            let mut expected = Dist::certain(0);
            for _ in 0..n {
                expected = expected.sum(&a).unwrap();
            }
            prop_assert_eq!(a.times(n).unwrap(), expected.clone());
            prop_assert_eq!(a.times_sparse(n).unwrap(), expected);
        }
    }

    #[test]
    fn what_would_run_away_is_refused() {
        let die: Dist<i64> = Dist::uniform(1..=6).unwrap();
        assert!(die.times(1_000_000_000).is_err());
        assert!(dist(&[(0, 1), (1 << 59, 1)]).times(1000).is_err());
        let wide: Dist<i64> = Dist::uniform(0..1_000_000).unwrap();
        assert!(wide.product(&wide).is_err());
    }
}

//! Throws that say how many: of copies of another throw, or of the faces of a die.

use num_bigint::BigUint;
use num_traits::One;

use super::dist::{Dist, WORDS_OF_AN_OUTCOME, steps_of_a_place};
use super::weight::Weight;
use super::{Natural, gcd};
use crate::work::limit::{MAX_OUTCOMES, Meter, TooLarge, allow};

impl<W: Weight> Dist<i64, W> {
    /// The sum of as many independent throws as another throw shows, which is never negative.
    ///
    /// With `w_n` the weight of the count n, at most N, and P the generating function of one throw with total T, the answer is
    /// the sum of `w_n · T^(N − n) · P^n`: by Horner's scheme, a throw added for each count from N down.
    ///
    /// # Errors
    /// [`TooLarge`], also when the meter ends it.
    pub(crate) fn times_thrown(&self, count: &Self, meter: &Meter) -> Result<Self, TooLarge> {
        let most = *count.last();
        self.stays_in_range(most.unsigned_abs().into())?;
        let mut sums = weighted(
            count.weight(&most).cloned().unwrap_or_else(W::zero),
            &Dist::certain(0),
        );
        let mut before = most;
        let mut scale = W::one();
        let mut add = |sums: Self, n: i64, weight: &W| -> Result<Self, TooLarge> {
            let more = (before - n) as u32;
            before = n;
            let more = self.times_within(more, meter)?;
            scale = scale.times(more.total());
            Ok(sums.plus(more, meter)?.with(0, weight.times(&scale)))
        };
        for (&n, weight) in count.iter().rev().skip(1) {
            sums = add(sums, n, weight)?;
        }
        if *count.first() > 0 {
            sums = add(sums, 0, &W::zero())?;
        }
        Ok(sums)
    }

    /// A die with as many faces, 1 and so on, as this throw shows, which is at least 1.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub(crate) fn faces_thrown(&self, meter: &Meter) -> Result<Self, TooLarge> {
        let most = self.last().unsigned_abs();
        allow("faces", most.into(), MAX_OUTCOMES)?;
        // Over the least common multiple of the numbers of faces.
        let mut common = BigUint::one();
        for (&faces, _) in self.iter() {
            common = gcd::lcm_of_naturals(&common, &faces.unsigned_abs().into());
            let words = u128::from(common.bits() / 64 + 1) + self.total().size() as u128;
            meter.hold(u128::from(most) * (words + WORDS_OF_AN_OUTCOME))?;
            meter.take(1000 + 100 * words as u64)?;
        }
        let common = Natural::from(&common);
        let words = common.size() as u128;
        let weight = W::product_steps(words, self.total().size() as u128) + 4 * words;
        // A sum for each face, and a quotient and a product for each number of faces.
        meter.expect(u128::from(most) * (40 + 2 * words) + self.len() as u128 * weight)?;
        let mut above = W::zero();
        let mut items = Vec::with_capacity(most as usize);
        let mut counts = self.iter().rev().peekable();
        for face in (1..=most as i64).rev() {
            while let Some((&faces, weight)) = counts.next_if(|(faces, _)| **faces >= face) {
                let each = W::from_count(&common.div_rem_small(faces.unsigned_abs()).0);
                above.add_product(weight, &each);
            }
            items.push((face, above.clone()));
        }
        items.reverse();
        Ok(Dist::from_sorted(items).expect("some face has weight"))
    }
}

/// The distribution with every weight multiplied.
fn weighted<W: Weight>(weight: W, dist: &Dist<i64, W>) -> Dist<i64, W> {
    let items = dist.iter().map(|(x, w)| (*x, w.times(&weight)));
    Dist::from_sorted(items.collect()).expect("the weight is not zero")
}

/// The mixture of distributions, each with the weight of the case that leads to it. The weight times the total of the
/// distribution must be in the same proportion to the chance of the case for all of them, and there must be a case. The meter
/// counts the distributions as values that wait.
///
/// # Errors
/// [`TooLarge`].
pub(crate) fn mixed<T: Ord + Clone, W: Weight>(
    mut cases: Vec<(W, Dist<T, W>)>,
    meter: &Meter,
) -> Result<Dist<T, W>, TooLarge> {
    if let [(weight, _)] = cases.as_slice()
        && weight.is_one()
    {
        return Ok(cases.remove(0).1);
    }
    let (mut steps, mut words) = (0, 0);
    let outcomes: u128 = cases.iter().map(|(_, dist)| dist.len() as u128).sum();
    for (weight, dist) in &cases {
        let each = [weight.size(), dist.total().size()].map(|size| size as u128);
        words = words.max(each[0] + each[1] + WORDS_OF_AN_OUTCOME);
        let product = W::product_steps(each[0], each[1]) + steps_of_a_place(outcomes);
        steps += dist.len() as u128 * product;
    }
    meter.hold(outcomes.min(MAX_OUTCOMES) * words)?;
    meter.expect(steps)?;
    let items = cases.into_iter().flat_map(|(weight, dist)| {
        let items = dist.into_items();
        items.map(move |(x, w)| (x, w.times(&weight)))
    });
    Ok(Dist::new(items).expect("weights are not zero"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn small(low: i64) -> impl Strategy<Value = Dist<i64>> {
        prop::collection::vec((low..5, 1u64..5), 1..4).prop_map(|items| {
            Dist::new(items.into_iter().map(|(x, w)| (x, Natural::from(w)))).unwrap()
        })
    }

    proptest! {
        /// As mixtures of as many throws, and of dice with as many faces.
        #[test]
        fn agree_with_mixtures(count in small(0), each in small(-3), faces in small(1)) {
            let thrown = each.times_thrown(&count, &Meter::default()).unwrap();
            let mixed = count.and_then(&Meter::default(), |&n| each.times(n as u32)).unwrap();
            prop_assert_eq!(thrown.len(), mixed.len());
            for (x, _) in mixed.iter() {
                prop_assert_eq!(thrown.probability(x), mixed.probability(x));
            }
            let die = faces.faces_thrown(&Meter::default()).unwrap();
            for x in 1..=4 {
                let chance = faces.and_then(&Meter::default(), |&n| {
                    Ok::<_, TooLarge>(Dist::<i64>::uniform(1..=n).unwrap())
                });
                prop_assert_eq!(die.probability(&x), chance.unwrap().probability(&x));
            }
        }
    }
}

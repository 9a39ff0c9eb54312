//! Throws that say how many: of copies of another throw, or of the faces of a die.

use num_bigint::BigUint;
use num_traits::One;

use super::dist::Dist;
use super::weight::Weight;
use super::{Natural, gcd};
use crate::work::limit::{MAX_OUTCOMES, TooLarge, allow};
use crate::work::stop;

impl<W: Weight> Dist<i64, W> {
    /// The sum of as many independent throws as another throw shows, which is never negative.
    ///
    /// With `w_n` the weight of the count n, at most N, and P the generating function of one throw with total T, the answer is
    /// the sum of `w_n · T^(N − n) · P^n`: by Horner's scheme, a throw added for each count from N down.
    ///
    /// # Errors
    /// [`TooLarge`].
    pub(crate) fn times_thrown(&self, count: &Self) -> Result<Self, TooLarge> {
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
            let more = self.times(more)?;
            scale = scale.times(more.total());
            Ok(sums.plus(more)?.with(0, weight.times(&scale)))
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
    pub(crate) fn faces_thrown(&self) -> Result<Self, TooLarge> {
        let most = self.last().unsigned_abs();
        allow("faces", most.into(), MAX_OUTCOMES)?;
        // Over the least common multiple of the numbers of faces.
        let mut common = BigUint::one();
        for (&faces, _) in self.iter() {
            common = gcd::lcm_of_naturals(&common, &faces.unsigned_abs().into());
            stop::check();
        }
        let common = Natural::from(&common);
        let mut above = W::zero();
        let mut items = Vec::with_capacity(most as usize);
        let mut counts = self.iter().rev().peekable();
        for face in (1..=most as i64).rev() {
            stop::check();
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
            let thrown = each.times_thrown(&count).unwrap();
            let mixed = count.and_then(|&n| each.times(n as u32)).unwrap();
            prop_assert_eq!(thrown.len(), mixed.len());
            for (x, _) in mixed.iter() {
                prop_assert_eq!(thrown.probability(x), mixed.probability(x));
            }
            let die = faces.faces_thrown().unwrap();
            for x in 1..=4 {
                let chance = faces.and_then(|&n| {
                    Ok::<_, TooLarge>(Dist::<i64>::uniform(1..=n).unwrap())
                });
                prop_assert_eq!(die.probability(&x), chance.unwrap().probability(&x));
            }
        }
    }
}

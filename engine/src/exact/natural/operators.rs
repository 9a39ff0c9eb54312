//! Sums and products of natural numbers.

use std::ops::{Add, AddAssign, Mul};

use num_traits::Zero;

use super::{BASE, FEW_LIMBS, Natural, transform};
use crate::work::stop;

impl AddAssign<&Natural> for Natural {
    fn add_assign(&mut self, other: &Natural) {
        #[cfg(test)]
        super::tests::count_work(other.limbs.len());
        self.extend(other.limbs.len());
        let mut carry = 0;
        let (low, high) = self.limbs.split_at_mut(other.limbs.len());
        for (limb, &digit) in low.iter_mut().zip(&other.limbs) {
            let sum = *limb + digit + carry;
            carry = u64::from(sum >= BASE);
            *limb = sum - carry * BASE;
        }
        for limb in high {
            if carry == 0 {
                return;
            }
            let sum = *limb + carry;
            carry = u64::from(sum >= BASE);
            *limb = sum - carry * BASE;
        }
        if carry > 0 {
            self.append(carry);
        }
    }
}

impl Add for Natural {
    type Output = Natural;

    fn add(mut self, other: Natural) -> Natural {
        self += &other;
        self
    }
}

impl Mul<&Natural> for &Natural {
    type Output = Natural;

    fn mul(self, other: &Natural) -> Natural {
        let (a, b) = (&self.limbs, &other.limbs);
        if a.is_empty() || b.is_empty() {
            return Natural::zero();
        }
        if a.len().min(b.len()) <= FEW_LIMBS {
            let mut product = Natural {
                limbs: Vec::with_capacity(a.len() + b.len()),
            };
            product.add_times(self, other);
            return product;
        }
        if let Some(product) = transform::product(a, b) {
            return product;
        }
        let mut limbs = Vec::with_capacity(a.len() + b.len());
        let mut carry: u128 = 0;
        for k in 0..a.len() + b.len() - 1 {
            if k % 64 == 63 {
                stop::check();
            }
            // A column of the product: its terms are below 10^36, so some three hundred fit before a fold.
            let mut low = carry % u128::from(BASE);
            let mut high = carry / u128::from(BASE);
            let from = k.saturating_sub(b.len() - 1);
            let to = k.min(a.len() - 1);
            for start in (from..=to).step_by(256) {
                low += (start..=to.min(start + 255))
                    .map(|i| u128::from(a[i]) * u128::from(b[k - i]))
                    .sum::<u128>();
                high += low / u128::from(BASE);
                low %= u128::from(BASE);
            }
            limbs.push(low as u64);
            carry = high;
        }
        while carry > 0 {
            limbs.push((carry % u128::from(BASE)) as u64);
            carry /= u128::from(BASE);
        }
        Natural::from_limbs(limbs)
    }
}

impl Mul for Natural {
    type Output = Natural;

    fn mul(self, other: Natural) -> Natural {
        &self * &other
    }
}

//! The number of throws that whole turns leave to be played, with integer weights.
//!
//! Which throws survive their turn depends only on where khmars fall among them, not on what they are. So the number of
//! standing throws is counted by a walk over heights, and what they are is drawn independently for each.

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::throw_multiset::{Limit, MOST};
use super::throws::Throws;

/// The most throws of a turn that are looked at.
pub(super) const MAX_THROWS: u32 = 300;
/// The most different yields that are looked at.
const MAX_ROWS: usize = 60_000;
/// The most bits that their weights may have together.
const MAX_BITS: u64 = 400_000_000;
/// Up to this many throws, all that stand are looked at.
const ALL_STANDING: u32 = 10;

/// All turns up to a number of throws, by how many of them stand.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    pub(super) throws: Throws,
    /// The weight of all turns.
    pub(super) total: BigUint,
    /// Turns of more throws are left out.
    pub(super) max_throws: u32,
    /// Yields of more standing throws before the last are left out.
    pub(super) max_standing: u8,
    /// Fewer throws of each kind, if no limit was asked for: those left out are less than a quarter of the tolerance for each kind.
    pub(super) likely: Limit,
    /// For each number of standing throws, what the weight of a sequence of them is to be multiplied by: before a
    /// last throw that counts, before one that is a khmar.
    scales: [Vec<BigUint>; 2],
}

impl Turns {
    /// Turns of at most as many throws as asked, or enough for the chance left out to be less than about the tolerance.
    pub(super) fn new(throws: Throws, asked: Option<u32>, tolerance: f64) -> Turns {
        let again = throws.again();
        let wanted = if again <= 0.0 {
            1.0
        } else {
            (tolerance.ln() / again.ln()).ceil() + 1.0
        };
        let wanted = if wanted.is_finite() {
            wanted.clamp(1.0, f64::from(MAX_THROWS))
        } else {
            f64::from(MAX_THROWS)
        };
        let max_throws = throws.affordable(asked.unwrap_or(wanted as u32).clamp(1, MAX_THROWS));
        let heights = throws.heights(max_throws);
        let last = max_throws as usize - 1;
        // Sequences of standing throws count over pushed^last; their own weights are over pushed each.
        let pushed = throws.pushed().max(BigUint::one());
        let mut powers = vec![BigUint::one()];
        for at in 0..last {
            powers.push(&powers[at] * &pushed);
        }
        // The weight of all throws that end a turn is a factor, so that all turns with one of them weigh a whole number.
        let ends = throws.ends();
        let total = throws.total.pow(max_throws) * &powers[last] * &ends;
        let scales = heights.map(|heights| {
            let mut scales = thinned(&heights[..=last], &powers, &throws.idle);
            scales.iter_mut().for_each(|scale| *scale *= &ends);
            scales
        });
        // As many standing throws as needed for what is left out to be much less than the longer turns.
        let left_out = match asked {
            Some(throws) if throws <= ALL_STANDING => 0.0,
            Some(throws) => again.powi(throws as i32) * 1e-3,
            None => tolerance * 0.5,
        };
        let useful: BigUint = throws.weights.iter().sum();
        let of_last = throws.last_weights.iter().sum::<BigUint>() + &throws.idle_last;
        let mut kept = BigRational::zero();
        let whole = BigInt::from(total.clone());
        let ended = {
            let sum = |scales: &[BigUint]| -> BigUint {
                let mut power = BigUint::one();
                scales.iter().fold(BigUint::ZERO, |sum, scale| {
                    let part = scale * &power;
                    power *= &useful;
                    sum + part
                })
            };
            sum(&scales[0]) * &of_last + sum(&scales[1]) * &throws.khmar_last
        };
        let ended = BigRational::new(ended.into(), whole.clone());
        let mut power = BigUint::one();
        let mut max_standing = 0;
        for (standing, (scale, khmar)) in scales[0].iter().zip(&scales[1]).enumerate() {
            let here = (scale * &of_last + khmar * &throws.khmar_last) * &power;
            kept += BigRational::new(here.into(), whole.clone());
            power *= &useful;
            max_standing = standing;
            let left = (&ended - &kept).to_f64().unwrap_or(0.0);
            let rows = count_rows(standing + 1, throws.kinds.len()) * (throws.lasts.len() + 1);
            let too_many = rows > MAX_ROWS || rows as u64 * total.bits() > MAX_BITS;
            if left <= left_out || too_many || standing + 1 >= usize::from(MOST) {
                break;
            }
        }
        let mut turns = Turns {
            throws,
            total,
            max_throws,
            max_standing: max_standing as u8,
            likely: Limit::NONE,
            scales,
        };
        if asked.is_none() {
            turns.likely.caps = turns.caps(tolerance * 0.25);
        }
        turns
    }

    /// For each kind a number of throws that is passed with less than about this chance, a byte each.
    fn caps(&self, little: f64) -> u128 {
        let useful: BigUint = self.throws.weights.iter().sum();
        let mut caps = Limit::NONE.caps;
        for (kind, weight) in self.throws.weights.iter().enumerate() {
            let share = self.throws.chance(weight) / self.throws.chance(&useful);
            let share = share.to_f64().unwrap_or(1.0);
            // The chance of each number of throws of the kind, by how many throws stand.
            let mut counts = vec![0.0; usize::from(self.max_standing) + 1];
            let mut exactly = vec![1.0];
            for standing in 0..=self.max_standing {
                let all = self.standing(standing.into()).iter().sum();
                let all = self.ratio(all).to_f64().unwrap_or(1.0);
                for (count, chance) in counts.iter_mut().zip(&exactly) {
                    *count += all * chance;
                }
                exactly.push(0.0);
                for count in (0..exactly.len()).rev() {
                    let fewer = count.checked_sub(1).map_or(0.0, |fewer| exactly[fewer]);
                    exactly[count] = exactly[count] * (1.0 - share) + fewer * share;
                }
            }
            let mut tail = 0.0;
            let mut cap = self.max_standing;
            while cap > 0 {
                tail += counts[usize::from(cap)];
                if tail > little {
                    break;
                }
                cap -= 1;
            }
            let byte = 8 * kind;
            caps = (caps & !(0xff << byte)) | (u128::from(cap) << byte);
        }
        caps
    }

    /// The factor for the weight of a sequence of `standing` throws when it is a whole yield before each
    /// last throw, numbered from 1; under 0 before one that leaves nothing.
    pub(super) fn ended(&self, standing: usize) -> Vec<BigUint> {
        let zero = BigUint::ZERO;
        let [scale, khmar] =
            [&self.scales[0], &self.scales[1]].map(|scales| scales.get(standing).unwrap_or(&zero));
        let throws = &self.throws;
        let nothing = scale * &throws.idle_last + khmar * &throws.khmar_last;
        let lasts = throws.last_weights.iter().map(|last| scale * last);
        std::iter::once(nothing).chain(lasts).collect()
    }

    /// The same for all turns of at most `max_throws` throws in which more stand, beginning with the sequence.
    pub(super) fn longer(&self, standing: usize) -> Vec<BigUint> {
        let useful: BigUint = self.throws.weights.iter().sum();
        let mut product = BigUint::one();
        let mut sums = vec![BigUint::ZERO; self.throws.lasts.len() + 1];
        for more in standing + 1..self.max_throws as usize {
            product *= &useful;
            for (sum, ended) in sums.iter_mut().zip(self.ended(more)) {
                *sum += ended * &product;
            }
        }
        sums
    }

    /// The weight of all yields of a number of standing throws, by the last throw, numbered from 1; under 0 those of which nothing is
    /// left.
    pub(super) fn standing(&self, standing: usize) -> Vec<BigUint> {
        let useful: BigUint = self.throws.weights.iter().sum();
        let power = useful.pow(standing as u32);
        let ended = self.ended(standing).into_iter();
        ended.map(|ended| ended * &power).collect()
    }

    /// The chance of the turns of which more throws stand, and of those longer than are looked at.
    pub(super) fn rest(&self, standing: u8) -> BigRational {
        let each = (0..=usize::from(standing)).flat_map(|standing| self.standing(standing));
        self.ratio(&self.total - each.sum::<BigUint>())
    }

    /// The weight of all turns of any length by the last throw, numbered from 1; under 0 those of which nothing is left.
    pub(super) fn by_last(&self) -> Vec<BigUint> {
        let one = &self.total / self.throws.ends();
        let lasts = self.throws.ends_by_last().into_iter();
        lasts.map(|last| last * &one).collect()
    }

    pub(super) fn ratio(&self, weight: BigUint) -> BigRational {
        BigRational::new(weight.into(), self.total.clone().into())
    }
}

/// Of the standing throws only those that are not idle: sums over how many idle ones stand between them.
fn thinned(heights: &[BigUint], powers: &[BigUint], idle: &BigUint) -> Vec<BigUint> {
    let last = heights.len() - 1;
    let scaled: Vec<BigUint> = heights
        .iter()
        .enumerate()
        .map(|(height, weight)| weight * &powers[last - height])
        .collect();
    if idle.is_zero() {
        return scaled;
    }
    (0..=last)
        .map(|kept| {
            let mut ways = BigUint::one();
            let mut sum = BigUint::ZERO;
            for (height, weight) in scaled.iter().enumerate().skip(kept) {
                sum += weight * &ways;
                // Binomial(height, kept) · idle^(height − kept), from one height to the next.
                ways = ways * idle * (height + 1) / (height + 1 - kept);
            }
            sum
        })
        .collect()
}

/// The number of multisets of at most `standing` throws.
fn count_rows(standing: usize, kinds: usize) -> usize {
    (1..=kinds).fold(1usize, |rows, kind| {
        rows.saturating_mul(standing + kind) / kind
    })
}

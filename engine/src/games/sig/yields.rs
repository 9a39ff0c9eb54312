//! The throws that whole turns leave to be played, as multisets with integer weights.
//!
//! Which throws survive their turn depends only on where khmars fall among them, not on what they are. So the number of
//! standing throws is counted by a walk over heights, and what they are is drawn independently for each: one
//! multinomial coefficient for each multiset, in place of all sequences.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::throw_multiset::{Cost, Limit, MOST};
use super::throws::Throws;

/// The most throws of a turn that are looked at.
pub(super) const MAX_THROWS: u32 = 300;
/// The most different yields that are looked at.
const MAX_ROWS: usize = 60_000;
/// The most bits that their weights may have together.
const MAX_BITS: u64 = 400_000_000;
/// Up to this many throws, all that stand are looked at.
const ALL_STANDING: u32 = 10;

/// The yields of all turns up to a number of throws, with the weight of what is left out.
#[derive(Debug, Clone)]
pub(super) struct Turns {
    pub(super) throws: Throws,
    pub(super) rows: Vec<(Cost, BigUint)>,
    /// The weight of all turns.
    pub(super) total: BigUint,
    /// The weight of the turns not among the rows.
    pub(super) rest: BigUint,
    /// The same by the last throw, numbered from 1; under 0 those of which nothing is left.
    pub(super) rest_by_last: Vec<BigUint>,
    /// Turns of more throws are left out.
    pub(super) max_throws: u32,
    /// Yields of more standing throws before the last are left out.
    pub(super) max_standing: u8,
    /// Fewer throws that are looked at where every one costs much.
    pub(super) likely: Limit,
    /// For each number of standing throws, what the weight of a sequence of them is to be multiplied by: before a
    /// last throw that counts, before one that is a khmar.
    scales: [Vec<BigUint>; 2],
}

/// The number of throws that a turn hardly ever goes beyond.
fn as_many(again: f64, tolerance: f64) -> u32 {
    let wanted = match again <= 0.0 {
        true => 1.0,
        false => (tolerance.ln() / again.ln()).ceil() + 1.0,
    };
    match wanted.is_finite() {
        true => wanted.clamp(1.0, f64::from(MAX_THROWS)) as u32,
        false => MAX_THROWS,
    }
}

/// How many throws are looked at that stand, for turns of more to have at most the chance `left_out`.
fn standing(throws: &Throws, scales: &[Vec<BigUint>; 2], total: &BigUint, left_out: f64) -> u8 {
    let useful: BigUint = throws.weights.iter().sum();
    let of_last = throws.last_weights.iter().sum::<BigUint>() + &throws.idle_last;
    let mut power = BigUint::one();
    let weights = scales[0].iter().zip(&scales[1]).map(|(scale, khmar)| {
        let here = (scale * &of_last + khmar * &throws.khmar_last) * &power;
        power *= &useful;
        here
    });
    let weights: Vec<BigUint> = weights.collect();
    let mut left: BigUint = weights.iter().sum();
    for (standing, weight) in weights.iter().enumerate() {
        left -= weight;
        let chance = BigRational::new(left.clone().into(), total.clone().into());
        let rows = count_rows(standing + 1, throws.kinds.len()) * (throws.lasts.len() + 1);
        let too_many = rows > MAX_ROWS || rows as u64 * total.bits() > MAX_BITS;
        let enough = chance.to_f64().unwrap_or(0.0) <= left_out;
        if enough || too_many || standing + 1 >= usize::from(MOST) {
            return standing as u8;
        }
    }
    weights.len().saturating_sub(1) as u8
}

impl Turns {
    /// The yields of turns of at most `max_throws` throws, or enough for the chance left out to be less than about the
    /// tolerance.
    pub(super) fn new(throws: Throws, max_throws: Option<u32>, tolerance: f64) -> Turns {
        let mut turns = Turns::lengths(throws, max_throws, tolerance);
        turns.fill();
        turns.likely = turns.likely(max_throws, tolerance);
        turns
    }

    /// The same without the rows: only how many throws stand.
    pub(super) fn lengths(throws: Throws, asked: Option<u32>, tolerance: f64) -> Turns {
        let again = throws.again();
        let wanted = asked.unwrap_or_else(|| as_many(again, tolerance));
        let max_throws = throws.affordable(wanted.clamp(1, MAX_THROWS));
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
        let max_standing = standing(&throws, &scales, &total, left_out);
        Turns {
            throws,
            rows: Vec::new(),
            rest: total.clone(),
            rest_by_last: Vec::new(),
            total,
            max_throws,
            max_standing,
            likely: Limit::NONE,
            scales,
        }
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

    fn fill(&mut self) {
        let mut rows = Vec::new();
        let mut counts = vec![0u8; self.throws.kinds.len()];
        for standing in 0..=self.max_standing {
            self.multisets(
                standing,
                0,
                Cost::ZERO,
                BigUint::one(),
                &mut counts,
                &mut rows,
            );
        }
        self.rest_by_last = self.by_last();
        for (cost, weight) in &rows {
            self.rest_by_last[usize::from(cost.last)] -= weight;
        }
        self.rest = self.rest_by_last.iter().sum();
        self.rows = rows;
    }

    /// Adds the rows with `left` more throws of kinds from `kind` on; `product` counts the orders of all so far.
    fn multisets(
        &self,
        left: u8,
        kind: usize,
        cost: Cost,
        product: BigUint,
        counts: &mut [u8],
        rows: &mut Vec<(Cost, BigUint)>,
    ) {
        if left == 0 {
            for (last, ended) in (0..).zip(self.ended(usize::from(cost.throws))) {
                let weight = ended * &product;
                if !weight.is_zero() {
                    rows.push((Cost { last, ..cost }, weight));
                }
            }
            return;
        }
        if kind == counts.len() {
            return;
        }
        let mut product = product;
        let mut cost = cost;
        for many in 0..=left {
            counts[kind] = many;
            self.multisets(left - many, kind + 1, cost, product.clone(), counts, rows);
            // One more of this kind, in any place among all.
            cost.counts += 1 << (8 * kind);
            cost.throws += 1;
            product =
                product * &self.throws.weights[kind] * u32::from(cost.throws) / u32::from(many + 1);
        }
        counts[kind] = 0;
    }

    /// All throws of the rows.
    pub(super) fn limit(&self) -> Limit {
        Limit {
            throws: self.max_standing,
            ..Limit::NONE
        }
    }

    /// Fewer throws of each kind, if no limit was asked for: those left out are less than a quarter of the tolerance
    /// for each kind.
    pub(super) fn likely(&self, asked: Option<u32>, tolerance: f64) -> Limit {
        let mut limit = self.limit();
        if asked.is_some() {
            return limit;
        }
        for kind in 0..self.throws.kinds.len() {
            let mut tails = vec![BigUint::ZERO; usize::from(self.max_standing) + 1];
            for (cost, weight) in &self.rows {
                tails[usize::from(cost.count(kind))] += weight;
            }
            let mut tail = BigUint::ZERO;
            let mut cap = self.max_standing;
            while cap > 0 {
                tail += &tails[usize::from(cap)];
                if self.ratio(tail.clone()).to_f64().unwrap_or(1.0) > tolerance * 0.25 {
                    break;
                }
                cap -= 1;
            }
            let byte = 8 * kind;
            limit.caps = (limit.caps & !(0xff << byte)) | (u128::from(cap) << byte);
        }
        limit
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

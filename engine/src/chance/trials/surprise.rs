//! Bounds of the chance of a sample at most as likely as one of them, where the likelier samples are too many to visit.
//!
//! The surprise of something with the chance P is −log₂ P. A sample's chance is a product over the categories, of the
//! chance of each count given how many trials were left; so its surprise is a sum of terms, none of them negative. Each term is
//! enclosed by two neighbouring multiples of a unit, u and u + 1, and samples are grouped by the sum of their u and by what is left.
//! After t terms the surprise of a whole group lies between s and s + t units. A group whose s has come up to the surprise of the
//! sample seen is at most as likely, however it goes on; one that ends with s + t below it is likelier. What lies between
//! stands in the bounds: they are the chance of the first and one less the chance of the second.
//!
//! Chances are whole numbers over 2^62, always rounded down, so that both sums are too small rather than too great. A term that
//! no two neighbouring units are proved to enclose is counted nowhere. The counts of one category rise and then fall, by ratios that
//! fall all the way; so the chances of counts far out are bounded by a geometric series.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

use super::grid::last_step;
use super::tail::Model;
use crate::work::stop;

/// Places of chances from which units are found.
const PLACES: u64 = 160;
/// Places of the chances of groups.
const MASS: u32 = 62;
/// The greatest surprise looked at, in bits.
const MOST_BITS: u64 = 100;
/// The most groups moved on; other work counts as that many groups as would take as long.
const MAX_STEPS: u64 = 50_000_000;
/// The cost of the chance of one count, in groups.
const TERM: u64 = 50;
/// Groups held at once for each category.
const MAX_GROUPS: usize = 10_000_000;
/// Units are not made finer than two to the minus this many bits.
const FINEST: u32 = 8;

/// Bounds of the chance of a sample that is at most as likely as one with this chance; `None` where too much work would be
/// needed to learn anything.
pub(super) fn bounds(model: &Model, chance: &BigRational) -> Option<(BigRational, BigRational)> {
    let (coarse, steps) = enclosed(model, chance, 0)?;
    // The work grows with the number of units in a bit.
    let finer = (1..=FINEST)
        .rev()
        .filter(|fineness| steps << fineness <= MAX_STEPS);
    let mut finer = finer.filter_map(|fineness| enclosed(model, chance, fineness));
    Some(finer.next().map_or(coarse, |(ends, _)| ends))
}

/// The bounds with units of 2^-fineness bits, and the work it was.
fn enclosed(
    model: &Model,
    chance: &BigRational,
    fineness: u32,
) -> Option<((BigRational, BigRational), u64)> {
    let scale = Scale::new(fineness);
    let (over, under) = (chance.numer().magnitude(), chance.denom().magnitude());
    let floor = (over << PLACES) / under;
    // Where the sample seen is too rare, it is enough to know what is rarer than the rarest looked at.
    let rarest = (MOST_BITS as usize) << fineness;
    let low = scale.below(&(&floor + 1u32)).min(rarest);
    let known = scale.above(&floor);
    let high = known.unwrap_or(rarest);
    let trials = model.trials() as usize;
    let mut groups: Vec<Option<Vec<u64>>> = vec![None; trials + 1];
    let mut first = vec![0; high];
    *first.first_mut()? = 1 << MASS;
    groups[trials] = Some(first);
    let (mut rare, mut steps) = (0, 0);
    let terms = model.categories() - 1;
    for category in 0..terms {
        let mut next: Vec<Option<Vec<u64>>> = vec![None; trials + 1];
        let mut held = 0;
        for (left, group) in groups.iter().enumerate() {
            let Some(group) = group else { continue };
            stop::check();
            let (row, beyond) = counts_of(model, (category, left as u64), &scale, high)?;
            let here: u64 = group.iter().sum();
            rare += times(here, beyond);
            for &(count, chance, units) in &row {
                steps += TERM + high.saturating_sub(units) as u64;
                let after = left - count as usize;
                let to = next[after].get_or_insert_with(|| {
                    held += high;
                    vec![0; high]
                });
                if steps > MAX_STEPS || held > MAX_GROUPS {
                    return None;
                }
                rare += move_on(group, (chance, units), to);
            }
        }
        groups = next;
    }
    let ends = groups.iter().flatten();
    let likelier = low.saturating_sub(terms);
    let likelier: u64 = ends.flat_map(|group| &group[..likelier]).sum();
    let whole = 1u64 << MASS;
    let ratio = |mass: u64| BigRational::new(mass.into(), whole.into());
    let rare = known.map_or(0, |_| rare);
    Some(((ratio(rare), ratio(whole - likelier)), steps))
}

/// Moves a group on by one term; returns the chance of what is then too rare to be looked at.
fn move_on(group: &[u64], (chance, more): (u64, usize), to: &mut [u64]) -> u64 {
    let mut rare = 0;
    for (units, &mass) in group.iter().enumerate().filter(|(_, mass)| **mass > 0) {
        let mass = times(mass, chance);
        match to.get_mut(units + more) {
            Some(there) => *there += mass,
            None => rare += mass,
        }
    }
    rare
}

/// A product of chances, rounded down.
fn times(one: u64, other: u64) -> u64 {
    ((u128::from(one) * u128::from(other)) >> MASS) as u64
}

/// Powers of two to the unit, enclosed.
struct Scale {
    fineness: u32,
    /// 2^(−i units) for the units of one bit, from below and above.
    within: Vec<(BigUint, BigUint)>,
}

impl Scale {
    fn new(fineness: u32) -> Self {
        let one = BigUint::one() << PLACES;
        let mut unit = (&one >> 1u32, &one >> 1u32);
        for _ in 0..fineness {
            unit = ((unit.0 << PLACES).sqrt(), (unit.1 << PLACES).sqrt() + 1u32);
        }
        let mut within = vec![(one.clone(), one)];
        for _ in 1..1u32 << fineness {
            let (low, high) = &within[within.len() - 1];
            within.push((
                (low * &unit.0) >> PLACES,
                ((high * &unit.1) >> PLACES) + 1u32,
            ));
        }
        Self { fineness, within }
    }

    /// 2^−`units`, from below and above.
    fn power(&self, units: usize) -> (BigUint, BigUint) {
        let (bits, rest) = (units >> self.fineness, units % self.within.len());
        let (low, high) = &self.within[rest];
        (low >> bits, (high >> bits) + u32::from(rest + bits > 0))
    }

    /// A proved lower bound, in units, on the surprise of anything of at most this chance.
    fn below(&self, chance: &BigUint) -> usize {
        let most = (MOST_BITS as usize + 8) << self.fineness;
        let below = |units: u64| *chance <= self.power(units as usize).0;
        last_step(0, most as u64, below) as usize
    }

    /// A proved upper bound, in units, on the surprise of anything of at least this chance, up to the greatest looked at.
    fn above(&self, chance: &BigUint) -> Option<usize> {
        let most = (MOST_BITS as usize) << self.fineness;
        let sure = |units: usize| *chance >= self.power(units).1;
        let first = self.below(chance);
        (first..(first + 4).min(most)).find(|&units| sure(units))
    }
}

/// A count that a category can have, its chance, from below, and its surprise, rounded down to whole units.
type Term = (u64, u64, usize);

/// The counts that one category can have, given the number of trials left, and the chance of all others, each of them rarer than the sample
/// seen.
fn counts_of(
    model: &Model,
    (category, left): (usize, u64),
    scale: &Scale,
    high: usize,
) -> Option<(Vec<Term>, u64)> {
    let (least, most) = model.counts(category, left);
    let rises = |count: u64| {
        let (over, under) = model.ratio(category, left, count);
        over >= under
    };
    let top = last_step(least, most, |count| rises(count - 1));
    // Chances in parts of the greatest: whatever is below the least kept is rarer than the sample seen.
    let one = BigUint::one() << PLACES;
    let kept = &one >> ((high >> scale.fineness) + 16);
    let mut parts = vec![(top, one.clone(), one.clone())];
    let mut rest = BigUint::zero();
    for end in [most, least] {
        rest += add_parts(model, (category, left), (top, end), &kept, &mut parts);
    }
    let least_sum: BigUint = parts.iter().map(|(_, low, _)| low).sum();
    let most_sum: BigUint = parts.iter().map(|(.., high)| high).sum::<BigUint>() + rest;
    let mut terms = Vec::new();
    let mut inside = 0u64;
    for (count, low, high) in parts {
        let low = (low << PLACES) / &most_sum;
        let high = ((high << PLACES) / &least_sum + 1u32).min(one.clone());
        inside += (&high >> (PLACES - u64::from(MASS))).to_u64()? + 1;
        let units = scale.below(&high);
        if low >= scale.power(units + 1).1 {
            let chance = (low >> (PLACES - u64::from(MASS))).to_u64()?;
            terms.push((count, chance, units));
        }
    }
    Some((terms, (1u64 << MASS).saturating_sub(inside)))
}

/// Adds the counts from the likeliest one on towards `end`, each with bounds of its chance in parts of the greatest, down to those
/// that are less than `kept`. Returns a bound of all that is left out.
fn add_parts(
    model: &Model,
    (category, left): (usize, u64),
    (top, end): (u64, u64),
    kept: &BigUint,
    parts: &mut Vec<(u64, BigUint, BigUint)>,
) -> BigUint {
    let one = BigUint::one() << PLACES;
    let is_up = end > top;
    let (mut count, mut low, mut high) = (top, one.clone(), one);
    while count != end {
        let (over, under) = match is_up {
            true => model.ratio(category, left, count),
            false => {
                let (over, under) = model.ratio(category, left, count - 1);
                (under, over)
            }
        };
        if high < *kept && over < under {
            // The terms that follow fall at least as fast.
            return &high * &over / (&under - &over) + 1u32;
        }
        low = low * &over / &under;
        high = high * &over / &under + 1u32;
        count = if is_up { count + 1 } else { count - 1 };
        parts.push((count, low.clone(), high.clone()));
    }
    BigUint::zero()
}

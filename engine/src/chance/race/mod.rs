//! Races on a track: how many throws (or turns) it takes to pass a cell, or to stand on it exactly.

pub mod track;

use std::convert::Infallible;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::exact::{Dist, Field, Natural, Quantity, RatFunc, Weight, gcd, serial};
use crate::work::limit::TooLarge;
use crate::work::stop;
use track::{Listing, TrackRace};

/// The farthest cell that can be asked about.
pub const MAX_TARGET: u32 = 2000;
/// Rows of the table of arrivals.
const MAX_ROWS: usize = 60;
/// The same where they are functions of a bias.
pub(super) const MAX_ROWS_OF_BIAS: usize = 25;

/// A race to a cell of a track, counted from the start at 0, on which every throw (or turn) moves forward by its outcome.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Race {
    /// The cell.
    pub target: u32,
    /// The expected number of throws or turns until it is reached or passed; `null` when it may never be.
    pub to_reach: Option<Quantity>,
    /// The same until it is hit exactly, a throw that would pass it being forfeited; `null` too when a forfeited throw would be
    /// moved on without end.
    pub to_hit: Option<Quantity>,
    /// The probability to stand on the cell at some time.
    pub hit: Quantity,
    /// None on a track with jumps, which has its rows in `length`.
    pub arrivals: Vec<Arrival>,
    /// Of arriving with more throws than are listed.
    pub later: Quantity,
    /// On a track with jumps: the race under the rules asked for.
    #[serde(rename = "length", skip_serializing_if = "Option::is_none")]
    pub track: Option<TrackRace>,
}

/// The chance to arrive with a number of throws.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Arrival {
    /// The number.
    pub throws: u32,
    /// Of arriving with exactly this number of throws.
    pub probability: Quantity,
    /// The same given that it arrives at all; `null` where the bias is not known.
    #[serde(serialize_with = "serial::some_number")]
    #[schemars(with = "Option<serial::Number>")]
    pub given_hit: Option<BigRational>,
}

/// The numbers of a race, before they are presented.
struct RaceNumbers<F> {
    to_reach: Option<F>,
    to_hit: Option<F>,
    hit: F,
    arrivals: Vec<F>,
}

impl<F: Field> RaceNumbers<F> {
    fn presented<E>(
        self,
        target: u32,
        present: &dyn Fn(&F) -> Result<Quantity, E>,
    ) -> Result<Race, E> {
        let less = F::from_integer(-1);
        let later = (self.arrivals.iter()).fold(self.hit.clone(), |later, chance| {
            later.plus_product(chance, &less)
        });
        let hit = present(&self.hit)?;
        let ever = hit.exact().filter(|hit| !hit.is_zero());
        let arrivals = self.arrivals.iter().zip(1..).map(|(chance, throws)| {
            let probability = present(chance)?;
            let given_hit = ever.zip(probability.exact());
            Ok(Arrival {
                throws,
                given_hit: given_hit.map(|(ever, chance)| chance.divided_by(ever)),
                probability,
            })
        });
        Ok(Race {
            target,
            to_reach: self.to_reach.as_ref().map(present).transpose()?,
            to_hit: self.to_hit.as_ref().map(present).transpose()?,
            arrivals: arrivals.collect::<Result<_, E>>()?,
            hit,
            later: present(&later)?,
            track: None,
        })
    }
}

/// Why a race cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RaceError {
    /// The target is out of range.
    #[error("the target {0} is not between 1 and {MAX_TARGET}")]
    Target(u32),
    /// The fractions would grow too long.
    #[error("the race takes too long to run; a nearer target would do")]
    TooLarge(#[from] TooLarge),
    /// Steps go backwards.
    #[error("a throw can be {0}; a race needs throws that never go backwards")]
    Backwards(i64),
    /// The track cannot be run on.
    #[error("{0}")]
    Track(String),
    /// A throw that is moved on from a cell to the next never comes to rest.
    #[error("a throw of {step} from {from} is moved on for ever")]
    MovedOn {
        /// The outcome of the throw.
        step: u64,
        /// The cell from which it was thrown.
        from: u32,
    },
    /// Steps go backwards without end.
    #[error("totals go down without end; a race needs turns that never go backwards")]
    Falls,
}

/// Runs the race with throws that move by the outcome of a distribution.
///
/// Exact: everything. Cost: the square of the target times the largest step, in whole numbers that grow with each cell.
///
/// # Errors
/// [`RaceError`].
pub(crate) fn race_of(dist: &Dist<i64>, target: u32, rows: usize) -> Result<Race, RaceError> {
    let n = checked(target)?;
    if *dist.first() < 0 {
        return Err(RaceError::Backwards(*dist.first()));
    }
    let mut weights = vec![BigUint::ZERO; n + 1];
    for (&step, weight) in dist.iter().take_while(|(step, _)| **step <= n as i64) {
        weights[step as usize] = weight.to_biguint();
    }
    Ok(weighted(&weights, &dist.total().to_biguint(), rows))
}

/// The race in which a step has each of these weights of a total; what is missing goes past the target, the last of them.
fn weighted(weights: &[BigUint], total: &BigUint, rows: usize) -> Race {
    let exact = |number: &BigRational| Ok::<_, Infallible>(Quantity::Exact(number.clone()));
    let target = weights.len() as u32 - 1;
    let Ok(race) = numbers(weights, total, rows).presented(target, &exact);
    race
}

fn numbers(weights: &[BigUint], total: &BigUint, rows: usize) -> RaceNumbers<BigRational> {
    let widest = weights.iter().rposition(|weight| !weight.is_zero());
    let widest = widest.unwrap_or(0);
    if widest == 0 {
        // Whoever moves at all goes past the target at once.
        let moves = total - &weights[0];
        let fraction = || gcd::ratio(total.clone().into(), moves.clone().into());
        let to_reach = (!moves.is_zero()).then(fraction);
        return RaceNumbers {
            to_reach,
            to_hit: None,
            hit: BigRational::zero(),
            arrivals: Vec::new(),
        };
    }
    let means = means_in_numbers(weights, total, widest);
    let arrivals = arrivals(weights, total, &means.hit, rows);
    RaceNumbers { arrivals, ..means }
}

/// The expected numbers of throws and the chance to hit the target, from cell to cell in whole numbers; `weights` are those of the steps up to
/// the target, `widest` the longest of them.
fn means_in_numbers(
    weights: &[BigUint],
    total: &BigUint,
    widest: usize,
) -> RaceNumbers<BigRational> {
    let n = weights.len() - 1;
    // Over moves^k for the k-th cell: throws to reach or pass it, and the chance to hit it.
    let moves = total - &weights[0];
    let mut reach = vec![BigUint::ZERO];
    let mut hit = vec![BigUint::one()];
    // Over the product of the progress at each cell up to the k-th, the weight of the throws that do not pass it.
    let mut to_hit = vec![Some(BigUint::ZERO)];
    let mut progress = vec![BigUint::ZERO];
    let (mut all_moves, mut all_progress) = (BigUint::one(), BigUint::one());
    for cell in 1..=n {
        let widest = widest.min(cell);
        let (mut reached, mut hits) = (BigUint::ZERO, BigUint::ZERO);
        let mut later = Some(BigUint::ZERO);
        // Horner's scheme in the common denominators, from the widest step on.
        for step in (1..=widest).rev() {
            stop::check();
            let (left, weight) = (cell - step, &weights[step]);
            reached *= &moves;
            hits *= &moves;
            later = later.map(|later| later * &progress[left]);
            if !weight.is_zero() {
                reached += weight * &reach[left];
                hits += weight * &hit[left];
                later = later
                    .zip(to_hit[left].as_ref())
                    .map(|(later, value)| later + weight * value);
            }
        }
        let here = &progress[cell - 1] + &weights[cell];
        let certain = total * &all_progress;
        let later = later.filter(|_| !here.is_zero());
        to_hit.push(later.map(|later| later + certain));
        reach.push(reached + total * &all_moves);
        hit.push(hits);
        all_moves *= &moves;
        if !here.is_zero() {
            all_progress *= &here;
        }
        progress.push(here);
    }
    let over = |value: BigUint, under: &BigUint| gcd::ratio(value.into(), under.clone().into());
    let stuck = moves.is_zero();
    let to_hit = to_hit.swap_remove(n);
    RaceNumbers {
        to_reach: (!stuck).then(|| over(reach.swap_remove(n), &all_moves)),
        to_hit: to_hit.map(|value| over(value, &all_progress)),
        hit: match stuck {
            true => BigRational::zero(),
            false => over(hit.swap_remove(n), &all_moves),
        },
        arrivals: Vec::new(),
    }
}

fn checked(target: u32) -> Result<usize, RaceError> {
    if !(1..=MAX_TARGET).contains(&target) {
        return Err(RaceError::Target(target));
    }
    Ok(target as usize)
}

/// Runs the race: `chances[s]` is the chance of moving `s` cells, listed at least up to the target.
///
/// Exact: everything. Cost: the target times the number of different steps, each time with fractions that grow.
///
/// # Errors
/// [`RaceError::Target`], [`RaceError::TooLarge`].
pub(crate) fn race(chances: &[BigRational], target: u32, rows: usize) -> Result<Race, RaceError> {
    let n = checked(target)?;
    let chances = &chances[..chances.len().min(n + 1)];
    let (weights, unit) = gcd::in_common(chances.iter());
    let mut weights: Vec<BigUint> = weights.into_iter().map(|w| w.into_parts().1).collect();
    weights.resize(n + 1, BigUint::ZERO);
    Ok(weighted(&weights, unit.magnitude(), rows))
}

/// [`race`], the chances being functions of an unknown bias.
///
/// # Errors
/// As there.
pub(super) fn race_of_bias<E: From<RaceError>>(
    chances: &[RatFunc],
    target: u32,
    listing: &Listing<'_, E>,
) -> Result<Race, E> {
    let n = checked(target)?;
    let means = means(chances, n);
    let mut arrivals = Vec::new();
    let mut later = means.hit.clone();
    let mut at = vec![RatFunc::zero(); n];
    at[0] = RatFunc::one();
    while arrivals.len() < MAX_ROWS_OF_BIAS && !(listing.is_little)(&later) {
        let mut after = vec![RatFunc::zero(); n + 1];
        for (from, here) in at.iter().enumerate().filter(|(_, here)| !here.is_zero()) {
            for (to, chance) in (from..=n).zip(chances).filter(|(_, p)| !p.is_zero()) {
                stop::check();
                let sum = std::mem::replace(&mut after[to], RatFunc::zero());
                after[to] = sum.plus_product(here, chance);
            }
        }
        let arrived = after.pop().unwrap_or_else(RatFunc::zero);
        stop::check();
        later -= arrived.clone();
        arrivals.push(arrived);
        at = after;
    }
    let numbers = RaceNumbers { arrivals, ..means };
    numbers.presented(target, listing.present)
}

/// The expected numbers of throws and the chance to hit the target, as functions of a bias.
fn means(chances: &[RatFunc], n: usize) -> RaceNumbers<RatFunc> {
    let chance = |step: usize| chances.get(step).cloned().unwrap_or_else(RatFunc::zero);
    let moves = RatFunc::one() - chance(0);
    let steps: Vec<(usize, RatFunc)> = (1..=n)
        .map(|step| (step, chance(step)))
        .filter(|(_, p)| !p.is_zero())
        .collect();
    // For each distance left: throws to reach it, throws to hit it, chance to hit it.
    let mut reach = vec![RatFunc::zero()];
    let mut hit_after: Vec<Option<RatFunc>> = vec![Some(RatFunc::zero())];
    let mut hit = vec![RatFunc::one()];
    for left in 1..=n {
        let usable: Vec<_> = steps.iter().filter(|(step, _)| *step <= left).collect();
        let sum = |start: RatFunc, values: &[RatFunc]| -> RatFunc {
            let mut sum = start;
            for (step, p) in &usable {
                let value = &values[left - step];
                stop::check();
                sum = sum.plus_product(p, value);
            }
            sum
        };
        if !moves.is_zero() {
            reach.push(sum(RatFunc::one(), &reach).divided_by(&moves));
            hit.push(sum(RatFunc::zero(), &hit).divided_by(&moves));
        }
        let mut progress = RatFunc::zero();
        let mut later = Some(RatFunc::one());
        for (step, p) in &usable {
            let value = hit_after[left - step].as_ref();
            stop::check();
            later = later
                .zip(value)
                .map(|(sum, value)| sum.plus_product(p, value));
            progress += p.clone();
        }
        let later = later.filter(|_| !progress.is_zero());
        hit_after.push(later.map(|later| later.divided_by(&progress)));
    }
    let hit = if moves.is_zero() {
        RatFunc::zero()
    } else {
        hit.swap_remove(n)
    };
    let to_reach = (!moves.is_zero()).then(|| reach.swap_remove(n));
    RaceNumbers {
        to_reach,
        to_hit: hit_after.swap_remove(n),
        hit,
        arrivals: Vec::new(),
    }
}

/// Chance of arriving with exactly 1, 2, … throws, until all but a ten-thousandth of the arrivals are listed, and at least `least`
/// numbers unless no more can arrive.
///
/// After n throws the weights of the cells are the n-th power of the polynomial of the steps.
fn arrivals(
    weights: &[BigUint],
    unit: &BigUint,
    hit: &BigRational,
    least: usize,
) -> Vec<BigRational> {
    let n = weights.len() - 1;
    let weights: Vec<Natural> = weights.iter().map(Natural::from).collect();
    let steps: Vec<(usize, &Natural)> = (weights.iter().enumerate())
        .filter(|(_, weight)| !weight.is_zero())
        .collect();
    let mut rows = Vec::new();
    if hit.is_zero() {
        return rows;
    }
    let mut at = vec![Natural::one()];
    let mut total = BigUint::one();
    let mut listed = BigRational::zero();
    let enough = gcd::product(hit, &BigRational::new(9999.into(), 10_000.into()));
    while listed < enough && rows.len() < MAX_ROWS || listed < *hit && rows.len() < least {
        total *= unit;
        // A piece that has arrived does not go on.
        at.truncate(n);
        at = Natural::poly_times(&at, &steps);
        at.truncate(n + 1);
        let arrived = at.get(n).map_or(BigUint::ZERO, Natural::to_biguint);
        stop::check();
        let chance = gcd::ratio(arrived.into(), total.clone().into());
        listed = gcd::sum(&listed, &chance);
        rows.push(chance);
    }
    rows
}

#[cfg(test)]
mod tests;

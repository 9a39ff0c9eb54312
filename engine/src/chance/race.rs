//! Races on a track: how many throws (or turns) it takes to pass a cell, or to stand on it exactly.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::track::TrackRace;
use crate::exact::{Dist, Field, Natural, Weight};
use crate::work::limit::{MAX_WORDS, Meter, TooLarge, allow};

/// The farthest cell that can be asked about.
pub const MAX_TARGET: u32 = 2000;
/// Rows of the table of arrivals.
const MAX_ROWS: usize = 60;

/// Steps to a cell of a track on which every throw (or turn) moves forward by its outcome.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Race {
    /// The cell, counted from the start at 0.
    pub target: u32,
    /// Expected number of throws until the cell is reached or passed; `None` when it never is.
    pub to_reach: Option<BigRational>,
    /// Expected number of throws until the cell is hit exactly, a throw that would pass it being forfeited;
    /// `None` when some position on the way cannot hit it any more.
    pub to_hit: Option<BigRational>,
    /// Chance that a piece moving freely stands on the cell at some time.
    pub hit: BigRational,
    /// Chance of arriving on the cell with exactly this many throws, for 1, 2, …; none with a track, which has its own.
    pub arrivals: Vec<BigRational>,
    /// What is known besides where the track has jumps, or an end of its own.
    pub track: Option<TrackRace>,
}

impl Race {
    /// Chance of arriving on the cell with more throws than [`arrivals`](Race::arrivals) has rows.
    pub fn later(&self) -> BigRational {
        self.arrivals
            .iter()
            .fold(self.hit.clone(), |rest, chance| rest - chance)
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
pub fn race_of(dist: &Dist<i64>, target: u32, meter: &Meter) -> Result<Race, RaceError> {
    let n = checked(target)?;
    if *dist.first() < 0 {
        return Err(RaceError::Backwards(*dist.first()));
    }
    let mut weights = vec![BigUint::ZERO; n + 1];
    for (&step, weight) in dist.iter().take_while(|(step, _)| **step <= n as i64) {
        weights[step as usize] = weight.to_biguint();
    }
    let total = dist.total().to_biguint();
    let widest = weights.iter().rposition(|weight| !weight.is_zero());
    let widest = widest.unwrap_or(0);
    if widest == 0 {
        // Whoever moves at all goes past the target at once.
        let moves = &total - &weights[0];
        let fraction = || BigRational::new(total.clone().into(), moves.clone().into());
        return Ok(Race {
            target,
            to_reach: (!moves.is_zero()).then(fraction),
            to_hit: None,
            hit: BigRational::zero(),
            arrivals: Vec::new(),
            track: None,
        });
    }
    let (bits, cells) = (u128::from(total.bits()), n as u128);
    // Numbers of the k-th cell have k times the bits of the total; three are kept of each cell.
    let words = cells * (cells * bits / 64 + 8) * 3 / 2;
    allow("words of memory", words, MAX_WORDS)?;
    meter.expect(5 * words * widest as u128 * (bits / 64 + 1))?;

    // Over moves^k for the k-th cell: throws to reach or pass it, and the chance to hit it.
    let moves = &total - &weights[0];
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
        let certain = &total * &all_progress;
        to_hit.push(
            later
                .filter(|_| !here.is_zero())
                .map(|later| later + certain),
        );
        reach.push(reached + &total * &all_moves);
        hit.push(hits);
        all_moves *= &moves;
        if !here.is_zero() {
            all_progress *= &here;
        }
        progress.push(here);
    }
    let over =
        |value: BigUint, under: &BigUint| BigRational::new(value.into(), under.clone().into());
    let stuck = moves.is_zero();
    let hit = if stuck {
        BigRational::zero()
    } else {
        over(hit.swap_remove(n), &all_moves)
    };
    let arrivals = arrivals(&weights, &total, &hit, meter)?;
    Ok(Race {
        target,
        to_reach: (!stuck).then(|| over(reach.swap_remove(n), &all_moves)),
        to_hit: to_hit
            .swap_remove(n)
            .map(|value| over(value, &all_progress)),
        hit,
        arrivals,
        track: None,
    })
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
pub fn race(chances: &[BigRational], target: u32, meter: &Meter) -> Result<Race, RaceError> {
    let n = checked(target)?;
    let chance = |step: usize| chances.get(step).cloned().unwrap_or_else(BigRational::zero);
    let stay = chance(0);
    let moves = BigRational::one() - &stay;
    let steps: Vec<(usize, BigRational)> = (1..=n)
        .map(|step| (step, chance(step)))
        .filter(|(_, p)| p.is_positive())
        .collect();
    // For each distance left: throws to reach it, throws to hit it, chance to hit it.
    let mut reach = vec![BigRational::zero()];
    let mut hit_after: Vec<Option<BigRational>> = vec![Some(BigRational::zero())];
    let mut hit = vec![BigRational::one()];
    for left in 1..=n {
        let usable: Vec<_> = steps.iter().filter(|(step, _)| *step <= left).collect();
        let sum = |values: &[BigRational]| -> Result<BigRational, TooLarge> {
            let mut sum = BigRational::zero();
            for (step, p) in &usable {
                let value = &values[left - step];
                meter.take(sum.steps().max(value.steps()).max(p.steps()))?;
                sum += p * value;
            }
            Ok(sum)
        };
        if !moves.is_zero() {
            reach.push((BigRational::one() + sum(&reach)?) / &moves);
            hit.push(sum(&hit)? / &moves);
        }
        let mut progress = BigRational::zero();
        let mut later = Some(BigRational::one());
        for (step, p) in &usable {
            let value = hit_after[left - step].as_ref();
            if let Some((sum, value)) = later.as_ref().zip(value) {
                meter.take(sum.steps().max(value.steps()).max(p.steps()))?;
            }
            meter.take(progress.steps())?;
            later = later.zip(value).map(|(sum, value)| sum + p * value);
            progress += p;
        }
        let later = later.filter(|_| progress.is_positive());
        hit_after.push(later.map(|later| later / progress));
    }
    let hit = if moves.is_zero() {
        BigRational::zero()
    } else {
        hit.swap_remove(n)
    };
    let mut unit = BigInt::one();
    for p in steps.iter().map(|(_, p)| p).chain([&stay]) {
        meter.take(BigRational::from_integer(unit.clone()).words() * 300)?;
        unit = num_integer::lcm(unit, p.denom().clone());
    }
    let weight = |step| (chance(step) * &unit).to_integer().magnitude().clone();
    let weights: Vec<BigUint> = (0..=n).map(weight).collect();
    Ok(Race {
        target,
        to_reach: (!moves.is_zero()).then(|| reach.swap_remove(n)),
        to_hit: hit_after.swap_remove(n),
        arrivals: arrivals(&weights, unit.magnitude(), &hit, meter)?,
        hit,
        track: None,
    })
}

/// Chance of arriving with exactly 1, 2, … throws, until all but a ten-thousandth of the arrivals are listed.
///
/// After so many throws the weights of the cells are a power of the polynomial of the steps.
fn arrivals(
    weights: &[BigUint],
    unit: &BigUint,
    hit: &BigRational,
    meter: &Meter,
) -> Result<Vec<BigRational>, TooLarge> {
    let n = weights.len() - 1;
    let weights: Vec<Natural> = weights.iter().map(Natural::from).collect();
    let steps: BTreeMap<usize, Natural> = (weights.iter().enumerate())
        .filter(|(_, weight)| !weight.is_zero())
        .map(|(step, weight)| (step, weight.clone()))
        .collect();
    let mut rows = Vec::new();
    if hit.is_zero() {
        return Ok(rows);
    }
    let changes = weights.windows(2).filter(|pair| pair[0] != pair[1]).count();
    let products = steps.len().min(4 * (changes + 1)) as u64;
    let length = unit.bits() / 59 + 1;
    let mut at = vec![Natural::one()];
    let mut total = BigUint::one();
    let mut listed = BigRational::zero();
    let enough = hit * BigRational::new(9999.into(), 10_000.into());
    while listed < enough && rows.len() < MAX_ROWS {
        let words = total.bits() / 59 + 1;
        meter.take((n as u64 + 1) * 2 * products * (10 + words * length))?;
        total *= unit;
        // A piece that has arrived does not go on.
        at.truncate(n);
        at = Natural::poly_times(&at, &steps);
        at.truncate(n + 1);
        let arrived = at.get(n).map_or(BigUint::ZERO, Natural::to_biguint);
        let chance = BigRational::new(arrived.into(), total.clone().into());
        meter.take(listed.steps().max(chance.steps()))?;
        listed += &chance;
        rows.push(chance);
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::chain::Chain;
    use proptest::prelude::*;

    fn fraction(over: i64, under: i64) -> BigRational {
        BigRational::new(over.into(), under.into())
    }

    fn run(chances: &[BigRational], target: u32) -> Result<Race, RaceError> {
        race(chances, target, &Meter::default())
    }

    proptest! {
        /// In fractions and in whole numbers.
        #[test]
        fn both_ways_agree(
            weights in proptest::collection::vec((0i64..12, 1u64..5), 1..6), target in 1u32..30,
        ) {
            let dist = Dist::new(weights.into_iter().map(|(x, w)| (x, Natural::from(w)))).unwrap();
            let chances: Vec<_> = (0..30).map(|step| dist.probability(&step)).collect();
            prop_assert_eq!(race_of(&dist, target, &Meter::default()), run(&chances, target));
        }
    }

    proptest! {
        /// As Markov chains, the cells their states; and arrivals by going through every sequence of throws.
        #[test]
        fn agrees_with_chains(
            weights in proptest::collection::vec((0i64..7, 1u64..4), 1..4), target in 1usize..9,
        ) {
            let dist = Dist::new(weights.into_iter().map(|(x, w)| (x, Natural::from(w)))).unwrap();
            let race = race_of(&dist, target as u32, &Meter::default()).unwrap();
            let chain = |passing: &dyn Fn(usize) -> usize| {
                let mut chain = Chain::with_states(target + 2);
                for cell in 0..target {
                    for (&step, weight) in dist.iter() {
                        let to = cell + step as usize;
                        let to = if to > target { passing(cell) } else { to };
                        chain.add(cell, to, weight.to_biguint()).unwrap();
                    }
                }
                chain
            };
            let mean = |chain: &Chain| chain.steps(0).ok().map(|steps| steps.mean);
            let moves = dist.last() > &0;
            prop_assert_eq!(&race.to_reach, &mean(&chain(&|_| target)).filter(|_| moves));
            let forfeited = chain(&|cell| cell);
            // Absorbed elsewhere: where no throw moves any more without passing.
            let certain = moves && (0..target).all(|cell| !forfeited.is_absorbing(cell).unwrap());
            if certain {
                prop_assert_eq!(&race.to_hit, &mean(&forfeited));
            }
            if moves {
                let ends = chain(&|_| target + 1).absorption(0).unwrap();
                let hit = ends.into_iter().find(|(state, _)| *state == target);
                prop_assert_eq!(&race.hit, &hit.map_or_else(BigRational::zero, |(_, chance)| chance));
            }
            let mut sums = vec![(0, BigRational::one())];
            for found in race.arrivals.iter().take(4) {
                let mut all = Vec::new();
                for (at, chance) in &sums {
                    all.extend(dist.iter().map(|(step, _)| (at + step, chance * dist.probability(step))));
                }
                let (here, open): (Vec<_>, Vec<_>) =
                    all.into_iter().partition(|(at, _)| *at == target as i64);
                prop_assert_eq!(found, &here.into_iter().map(|(_, chance)| chance).sum::<BigRational>());
                sums = open.into_iter().filter(|(at, _)| *at < target as i64).collect();
            }
        }
    }

    #[test]
    fn far_targets_are_quick() {
        let two: Dist<i64> = Dist::uniform(1..=6).unwrap().times(2).unwrap();
        let race = race_of(&two, MAX_TARGET, &Meter::default()).unwrap();
        // In the long run every seventh cell is hit.
        assert!((crate::exact::approx(&race.hit) - 1.0 / 7.0).abs() < 1e-12);
        let far: Dist<i64> = Dist::uniform([5000]).unwrap();
        let race = race_of(&far, 7, &Meter::default()).unwrap();
        assert_eq!((race.to_reach, race.to_hit), (Some(fraction(1, 1)), None));
    }

    /// The binary dice of Ur: the track's cell 13, a value published to six places.
    #[test]
    fn arrivals_on_the_track_of_ur() {
        let chances: Vec<_> = [1, 4, 6, 4, 1].map(|w| fraction(w, 16)).to_vec();
        let race = run(&chances, 13).unwrap();
        let given_hit = &race.arrivals[3] / &race.hit;
        assert_eq!(crate::exact::decimal_text(&given_hit, 6), "0.018229");
        assert!(race.arrivals.iter().sum::<BigRational>() <= race.hit);
    }

    /// A coin that moves one or two cells: expectations by hand.
    #[test]
    fn small_races() {
        let coin = [fraction(0, 1), fraction(1, 2), fraction(1, 2)];
        let two = run(&coin, 2).unwrap();
        assert_eq!(two.to_reach, Some(fraction(3, 2)));
        // From 1 only a one hits: 2 throws; from 0: 1 + (1/2)·2.
        assert_eq!(two.to_hit, Some(fraction(2, 1)));
        assert_eq!(two.hit, fraction(3, 4));
        assert_eq!(two.arrivals, [fraction(1, 2), fraction(1, 4)]);
        let even = run(&[fraction(0, 1), fraction(0, 1), fraction(1, 1)], 3).unwrap();
        assert_eq!((even.to_hit, even.hit), (None, fraction(0, 1)));
        let stuck = run(&[fraction(1, 1)], 3).unwrap();
        assert_eq!((stuck.to_reach, stuck.to_hit), (None, None));
        assert_eq!(run(&coin, 0), Err(RaceError::Target(0)));
    }
}

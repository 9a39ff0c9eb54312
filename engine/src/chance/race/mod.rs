//! Races on a track: how many throws (or turns) it takes to pass a cell, or to stand on it exactly.

pub mod track;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::exact::{Dist, Field, Natural, Quantity, RatFunc, Weight, gcd};
use crate::work::limit::TooLarge;
use crate::work::stop;
use track::TrackRace;

/// The farthest cell that can be asked about.
pub const MAX_TARGET: u32 = 2000;
/// Rows of the table of arrivals.
const MAX_ROWS: usize = 60;
/// The same where they are functions of a bias.
pub(super) const MAX_ROWS_OF_BIAS: usize = 25;

/// Steps to a cell of a track on which every throw (or turn) moves forward by its outcome. Its numbers are fractions or functions
/// of an unknown bias, and in an answer what is presented of them.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Race<N = Quantity> {
    /// The cell, counted from the start at 0.
    pub target: u32,
    /// Expected number of throws until the cell is reached or passed; `None` when it never is.
    pub to_reach: Option<N>,
    /// Expected number of throws until the cell is hit exactly, a throw that would pass it being forfeited;
    /// `None` when some position on the way cannot hit it any more, or a forfeited throw would be moved on without end.
    pub to_hit: Option<N>,
    /// Chance that a piece moving freely stands on the cell at some time.
    pub hit: N,
    /// Chance of arriving on the cell with exactly this many throws, for 1, 2, …; none with a track, which has its own.
    pub arrivals: Vec<N>,
    /// Chance of arriving on the cell with more throws than that.
    pub later: N,
    /// Further results where the track has jumps, or an end rule of its own.
    pub track: Option<TrackRace<N>>,
}

impl<F: Field> Race<F> {
    /// A race of which no arrivals are listed.
    pub(super) fn of(target: u32, to_reach: Option<F>, to_hit: Option<F>, hit: F) -> Self {
        Self {
            target,
            to_reach,
            to_hit,
            later: hit.clone(),
            hit,
            arrivals: Vec::new(),
            track: None,
        }
    }

    fn arriving(self, arrivals: Vec<F>) -> Self {
        let listed =
            (arrivals.iter()).fold(F::zero(), |sum, chance| sum.plus_product(chance, &F::one()));
        Self {
            later: self.hit.clone().plus_product(&listed, &F::from_integer(-1)),
            arrivals,
            ..self
        }
    }

    /// The same race, each of its numbers as it is presented.
    pub(super) fn presented<M, E>(
        &self,
        present: &dyn Fn(&F) -> Result<M, E>,
    ) -> Result<Race<M>, E> {
        let perhaps = |number: &Option<F>| number.as_ref().map(present).transpose();
        Ok(Race {
            target: self.target,
            to_reach: perhaps(&self.to_reach)?,
            to_hit: perhaps(&self.to_hit)?,
            hit: present(&self.hit)?,
            arrivals: self
                .arrivals
                .iter()
                .map(present)
                .collect::<Result<_, _>>()?,
            later: present(&self.later)?,
            track: match &self.track {
                Some(track) => Some(track.presented(present)?),
                None => None,
            },
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
pub(crate) fn race_of(
    dist: &Dist<i64>,
    target: u32,
    rows: usize,
) -> Result<Race<BigRational>, RaceError> {
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
fn weighted(weights: &[BigUint], total: &BigUint, rows: usize) -> Race<BigRational> {
    let target = weights.len() as u32 - 1;
    let widest = weights.iter().rposition(|weight| !weight.is_zero());
    let widest = widest.unwrap_or(0);
    if widest == 0 {
        // Whoever moves at all goes past the target at once.
        let moves = total - &weights[0];
        let fraction = || gcd::ratio(total.clone().into(), moves.clone().into());
        let to_reach = (!moves.is_zero()).then(fraction);
        return Race::of(target, to_reach, None, BigRational::zero());
    }
    let sums = CellSums::of(weights, total, widest);
    let stuck = sums.moves.is_zero();
    let over =
        |value: &BigUint, under: &BigUint| gcd::ratio(value.clone().into(), under.clone().into());
    let hit = match stuck {
        true => BigRational::zero(),
        false => over(&sums.hit, &sums.all_moves),
    };
    let arrivals = arrivals(weights, total, &hit, rows);
    let to_reach = (!stuck).then(|| over(&sums.reach, &sums.all_moves));
    let to_hit = sums.to_hit.as_ref();
    let to_hit = to_hit.map(|value| over(value, &sums.all_progress));
    Race::of(target, to_reach, to_hit, hit).arriving(arrivals)
}

/// Sums over the throws on the way to the target, in whole numbers.
struct CellSums {
    /// The weight of the throws that move.
    moves: BigUint,
    /// The throws to reach or pass the target, over `all_moves`.
    reach: BigUint,
    /// The chance to stand on it, over `all_moves`.
    hit: BigUint,
    /// The throws until one stands on it, where none may pass it, over `all_progress`; `None` where that cannot be.
    to_hit: Option<BigUint>,
    all_moves: BigUint,
    all_progress: BigUint,
}

impl CellSums {
    /// Goes from cell to cell; `weights` are those of the steps up to the target, `widest` the longest of them.
    fn of(weights: &[BigUint], total: &BigUint, widest: usize) -> CellSums {
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
            to_hit.push(
                later
                    .filter(|_| !here.is_zero())
                    .map(|later| later + certain),
            );
            reach.push(reached + total * &all_moves);
            hit.push(hits);
            all_moves *= &moves;
            if !here.is_zero() {
                all_progress *= &here;
            }
            progress.push(here);
        }
        CellSums {
            moves,
            reach: reach.swap_remove(n),
            hit: hit.swap_remove(n),
            to_hit: to_hit.swap_remove(n),
            all_moves,
            all_progress,
        }
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
pub(crate) fn race(
    chances: &[BigRational],
    target: u32,
    rows: usize,
) -> Result<Race<BigRational>, RaceError> {
    let n = checked(target)?;
    let chances = &chances[..chances.len().min(n + 1)];
    let mut unit = BigInt::one();
    for p in chances {
        stop::check();
        unit = gcd::lcm(&unit, p.denom());
    }
    let mut weights: Vec<BigUint> = (chances.iter())
        .map(|chance| (chance * &unit).to_integer().magnitude().clone())
        .collect();
    weights.resize(n + 1, BigUint::ZERO);
    Ok(weighted(&weights, unit.magnitude(), rows))
}

/// [`race`], the chances being functions of an unknown bias; `is_little` says of which chance no more need be listed.
///
/// # Errors
/// As there.
pub(super) fn race_of_bias(
    chances: &[RatFunc],
    target: u32,
    is_little: &dyn Fn(&RatFunc) -> bool,
) -> Result<Race<RatFunc>, RaceError> {
    let race = means(chances, target)?;
    let n = target as usize;
    let mut arrivals = Vec::new();
    let mut later = race.hit.clone();
    let mut at = vec![RatFunc::zero(); n];
    at[0] = RatFunc::one();
    while arrivals.len() < MAX_ROWS_OF_BIAS && !is_little(&later) {
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
    Ok(Race {
        later,
        arrivals,
        ..race
    })
}

/// The expected numbers of throws and the chance to hit the target, as functions of a bias.
fn means(chances: &[RatFunc], target: u32) -> Result<Race<RatFunc>, RaceError> {
    let n = checked(target)?;
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
    Ok(Race::of(target, to_reach, hit_after.swap_remove(n), hit))
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
    let enough = hit * BigRational::new(9999.into(), 10_000.into());
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

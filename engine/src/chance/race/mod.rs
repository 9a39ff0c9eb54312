//! Races on a track: how many throws (or turns) it takes to pass a cell, or to stand on it exactly.

pub mod track;

use std::convert::Infallible;
use std::ops::{AddAssign, MulAssign, SubAssign};

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::exact::{Dist, Field, Natural, Poly, Quantity, RatFunc, Weight, gcd, serial};
use crate::work::limit::{TooLarge, grouped};
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
    /// A throw on a track has too many cases.
    #[error(
        "a throw on a track may have at most {} equally likely cases, and this one has more; fewer dice would do",
        grouped(track::MAX_CASES)
    )]
    Cases,
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
    let mut weights = vec![Natural::zero(); n + 1];
    for (&step, weight) in dist.iter().take_while(|(step, _)| **step <= n as i64) {
        weights[step as usize] = weight.clone();
    }
    Ok(in_numbers(&weights, dist.total(), rows))
}

fn checked(target: u32) -> Result<usize, RaceError> {
    if !(1..=MAX_TARGET).contains(&target) {
        return Err(RaceError::Target(target));
    }
    Ok(target as usize)
}

/// Runs the race: `chances[s]` is the chance of moving `s` cells, listed at least up to the target.
///
/// Exact and cost: as [`race_of`].
///
/// # Errors
/// [`RaceError::Target`].
pub(crate) fn race(chances: &[BigRational], target: u32, rows: usize) -> Result<Race, RaceError> {
    let n = checked(target)?;
    let chances = &chances[..chances.len().min(n + 1)];
    let (weights, unit) = gcd::in_common(chances.iter());
    let weights = weights.iter();
    let mut weights: Vec<_> = weights.map(|w| Natural::from(w.magnitude())).collect();
    weights.resize(n + 1, Natural::zero());
    Ok(in_numbers(&weights, &Natural::from(unit.magnitude()), rows))
}

/// The race in which a step has each of these weights of a total; what is missing goes past the target, the last of them. Arrivals are listed
/// until all but a ten-thousandth of them are, and at least `least` numbers unless no more can arrive.
fn in_numbers(weights: &[Natural], total: &Natural, least: usize) -> Race {
    let binary: Vec<BigUint> = weights.iter().map(Natural::to_biguint).collect();
    let over = |over: BigUint, under: &BigUint| gcd::ratio(over.into(), under.clone().into());
    let means = means(&binary, &total.to_biguint(), over);
    let little = gcd::product(&means.2, &BigRational::new(1.into(), 10_000.into()));
    let goes_on = |rows: usize, later: &BigRational| {
        *later > little && rows < MAX_ROWS || !later.is_zero() && rows < least
    };
    let present = |number: &BigRational| Ok::<_, Infallible>(Quantity::Exact(number.clone()));
    let Ok(race) = presented(means, weights, total, goes_on, &present);
    race
}

/// [`race`], the chances being functions of an unknown bias.
///
/// # Errors
/// As there.
pub(super) fn race_of_bias<E: From<RaceError>>(
    chances: &[RatFunc],
    target: u32,
    (present, is_little): Listing<'_, E>,
) -> Result<Race, E> {
    let n = checked(target)?;
    let chances = &chances[..chances.len().min(n + 1)];
    let common = chances.iter().fold(Poly::one(), |common, chance| {
        let shared = common.gcd(chance.denom());
        let more = chance.denom().div_exact(&shared);
        common * more.expect("a common divisor divides exactly")
    });
    let weights = chances.iter().map(|chance| {
        let times = common.div_exact(chance.denom());
        chance.numer() * times.expect("a common multiple is divided exactly")
    });
    let weights: Vec<Poly> = weights.collect();
    let whole = (weights.iter().map(Poly::denom)).fold(BigInt::one(), |all, of| gcd::lcm(&all, of));
    let whole = BigRational::from(whole);
    let mut weights: Vec<Poly> = weights.iter().map(|weight| weight.scale(&whole)).collect();
    weights.resize(n + 1, Poly::zero());
    let total = common.scale(&whole);
    let means = means(&weights, &total, |over, under| over.over(under));
    let goes_on = |rows: usize, later: &RatFunc| rows < MAX_ROWS_OF_BIAS && !is_little(later);
    presented(means, &weights, &total, goes_on, present)
}

/// Throws to reach or pass the target and to hit it, where that can be, and the chance to hit it.
type Means<F> = (Option<F>, Option<F>, F);

/// The race with its arrivals, of which more are listed as long as `goes_on` says of their number and of the chance of later ones.
fn presented<W: Weight, E>(
    (to_reach, to_hit, hit): Means<W::Field>,
    weights: &[W],
    total: &W,
    goes_on: impl Fn(usize, &W::Field) -> bool,
    present: &dyn Fn(&W::Field) -> Result<Quantity, E>,
) -> Result<Race, E> {
    let less = W::Field::from_integer(-1);
    let shown_hit = present(&hit)?;
    let ever = shown_hit.exact().filter(|hit| !hit.is_zero());
    let mut later = hit;
    let mut arrivals = Vec::new();
    let mut chances = arrivals_one_by_one(weights, total);
    while goes_on(arrivals.len(), &later)
        && let Some(chance) = chances.next()
    {
        later = later.plus_product(&chance, &less);
        let probability = present(&chance)?;
        let given_hit = ever.zip(probability.exact());
        arrivals.push(Arrival {
            throws: arrivals.len() as u32 + 1,
            given_hit: given_hit.map(|(ever, chance)| chance.divided_by(ever)),
            probability,
        });
    }
    Ok(Race {
        target: weights.len() as u32 - 1,
        to_reach: to_reach.as_ref().map(present).transpose()?,
        to_hit: to_hit.as_ref().map(present).transpose()?,
        arrivals,
        hit: shown_hit,
        later: present(&later)?,
        track: None,
    })
}

/// The expected numbers of throws and the chance to hit the target, from cell to cell over common denominators; `weights` are those of the
/// steps up to the target, of this total, and `over` makes a fraction.
fn means<N, F: Field>(weights: &[N], total: &N, over: impl Fn(N, &N) -> F) -> Means<F>
where
    N: Clone + Zero + One,
    for<'a> N: AddAssign<&'a N> + SubAssign<&'a N> + MulAssign<&'a N>,
{
    let n = weights.len() - 1;
    let mut moves = total.clone();
    moves -= &weights[0];
    let widest = weights.iter().rposition(|weight| !weight.is_zero());
    let widest = widest.unwrap_or(0);
    if widest == 0 || moves.is_zero() {
        // Whoever moves at all goes past the target at once.
        let to_reach = (!moves.is_zero()).then(|| over(total.clone(), &moves));
        return (to_reach, None, F::zero());
    }
    let weights = &weights[..=widest];
    // Over moves^k for the k-th cell: throws to reach or pass it, and the chance to hit it.
    let mut reach = vec![Some(N::zero())];
    let mut hit = vec![Some(N::one())];
    // Over the product of the progress at each cell up to the k-th, the weight of the throws that do not pass it.
    let mut to_hit = vec![Some(N::zero())];
    let mut progress = vec![N::zero()];
    let (mut all_moves, mut all_progress) = (N::one(), N::one());
    for cell in 1..=n {
        let one_more = |later: N, all: &N| {
            let mut sum = total.clone();
            sum *= all;
            sum += &later;
            sum
        };
        let reached = horner(weights, cell, &reach, |_| &moves);
        reach.push(reached.map(|later| one_more(later, &all_moves)));
        hit.push(horner(weights, cell, &hit, |_| &moves));
        let mut here = progress[cell - 1].clone();
        if let Some(weight) = weights.get(cell) {
            here += weight;
        }
        let later = horner(weights, cell, &to_hit, |left| &progress[left]);
        let later = later.filter(|_| !here.is_zero());
        to_hit.push(later.map(|later| one_more(later, &all_progress)));
        all_moves *= &moves;
        if !here.is_zero() {
            all_progress *= &here;
        }
        progress.push(here);
        // No step reaches those any more.
        if let Some(left) = cell.checked_sub(widest) {
            for values in [&mut reach, &mut hit, &mut to_hit] {
                values[left] = None;
            }
        }
    }
    let last = |mut values: Vec<Option<N>>, all: &N| {
        let value = values.swap_remove(n);
        value.map(|value| over(value, all))
    };
    (
        last(reach, &all_moves),
        last(to_hit, &all_progress),
        last(hit, &all_moves).unwrap_or_else(F::zero),
    )
}

/// The sum over the steps to a cell of their weights times the values of the cells that they come from, by Horner's scheme in the factors by
/// which the denominators grow, from the widest step on; `None` where a value is not known.
fn horner<'a, N>(
    weights: &[N],
    cell: usize,
    values: &[Option<N>],
    factor: impl Fn(usize) -> &'a N,
) -> Option<N>
where
    N: Clone + Zero + for<'b> MulAssign<&'b N> + for<'b> AddAssign<&'b N> + 'a,
{
    let mut sum = N::zero();
    for step in (1..weights.len().min(cell + 1)).rev() {
        stop::check();
        let left = cell - step;
        sum *= factor(left);
        if !weights[step].is_zero() {
            let mut more = weights[step].clone();
            more *= values[left].as_ref()?;
            sum += &more;
        }
    }
    Some(sum)
}

/// The chances of arriving with exactly 1, 2, … throws: after n throws the weights of the cells are the n-th power of the polynomial of the
/// steps.
fn arrivals_one_by_one<W: Weight>(weights: &[W], total: &W) -> impl Iterator<Item = W::Field> {
    let n = weights.len() - 1;
    let steps: Vec<(usize, &W)> = (weights.iter().enumerate())
        .filter(|(_, weight)| !weight.is_zero())
        .collect();
    let (mut at, mut all) = (vec![W::one()], W::one());
    std::iter::from_fn(move || {
        all = all.times(total);
        // A piece that has arrived does not go on.
        at.truncate(n);
        at = W::poly_times(&at, &steps);
        at.truncate(n + 1);
        stop::check();
        Some(
            at.get(n)
                .map_or_else(W::Field::zero, |arrived| arrived.over(&all)),
        )
    })
}

#[cfg(test)]
mod tests;

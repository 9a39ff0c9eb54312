//! Races on a track: how many throws (or turns) it takes to pass a cell, or to stand on it exactly.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::exact::limit::{TooLarge, allow};

/// The farthest cell that can be asked about.
pub const MAX_TARGET: u32 = 2000;
/// Elementary steps a race may take: each adds up fractions of a cell.
const MAX_STEPS: u128 = 400_000;
/// Rows of the table of arrivals.
const MAX_ROWS: usize = 60;

/// Steps to a cell of a track on which every throw (or turn) moves forward by its outcome.
#[derive(Clone, Debug, PartialEq)]
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
    /// Chance of arriving on the cell with exactly this many throws, for 1, 2, ….
    pub arrivals: Vec<BigRational>,
}

/// Why a race cannot be run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
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
}

/// Runs the race: `chances[s]` is the chance of moving `s` cells, listed at least up to the target.
///
/// Exact: everything. Cost: the target times the number of different steps.
///
/// # Errors
/// [`RaceError::Target`].
pub fn race(chances: &[BigRational], target: u32) -> Result<Race, RaceError> {
    if !(1..=MAX_TARGET).contains(&target) {
        return Err(RaceError::Target(target));
    }
    let n = target as usize;
    let chance = |step: usize| chances.get(step).cloned().unwrap_or_else(BigRational::zero);
    let stay = chance(0);
    let moves = BigRational::one() - &stay;
    let steps: Vec<(usize, BigRational)> = (1..=n)
        .map(|step| (step, chance(step)))
        .filter(|(_, p)| p.is_positive())
        .collect();
    // Fractions grow by the length of one throw's total with every cell.
    let length = steps
        .iter()
        .map(|(_, p)| p.denom().bits())
        .max()
        .unwrap_or(1);
    let words = u128::from(length) * n as u128 / 64 + 4;
    allow("steps", (n * steps.len()) as u128 * words, MAX_STEPS)?;
    // For each distance left: throws to reach it, throws to hit it, chance to hit it.
    let mut reach = vec![BigRational::zero()];
    let mut hit_after: Vec<Option<BigRational>> = vec![Some(BigRational::zero())];
    let mut hit = vec![BigRational::one()];
    for left in 1..=n {
        let usable: Vec<_> = steps.iter().filter(|(step, _)| *step <= left).collect();
        let sum = |values: &[BigRational]| -> BigRational {
            usable
                .iter()
                .map(|(step, p)| p * &values[left - step])
                .sum()
        };
        if !moves.is_zero() {
            reach.push((BigRational::one() + sum(&reach)) / &moves);
            hit.push(sum(&hit) / &moves);
        }
        let progress: BigRational = usable.iter().map(|(_, p)| p).sum();
        let later = (usable.iter())
            .map(|(step, p)| hit_after[left - step].as_ref().map(|value| p * value))
            .sum::<Option<BigRational>>();
        hit_after.push(match later {
            Some(later) if progress.is_positive() => Some((BigRational::one() + later) / progress),
            _ => None,
        });
    }
    let hit = if moves.is_zero() {
        BigRational::zero()
    } else {
        hit.swap_remove(n)
    };
    Ok(Race {
        target,
        to_reach: (!moves.is_zero()).then(|| reach.swap_remove(n)),
        to_hit: hit_after.swap_remove(n),
        arrivals: arrivals(&stay, &steps, n, &hit),
        hit,
    })
}

/// Chance of arriving with exactly 1, 2, … throws, until all but a ten-thousandth of the arrivals are listed.
///
/// Weights are integers over one denominator a throw.
fn arrivals(
    stay: &BigRational,
    steps: &[(usize, BigRational)],
    n: usize,
    hit: &BigRational,
) -> Vec<BigRational> {
    let all = steps.iter().map(|(_, p)| p).chain([stay]);
    let unit = all.fold(BigInt::one(), |lcm, p| {
        num_integer::lcm(lcm, p.denom().clone())
    });
    let weight = |p: &BigRational| (p * &unit).to_integer();
    let steps: Vec<(usize, BigInt)> = steps.iter().map(|(step, p)| (*step, weight(p))).collect();
    let stay = weight(stay);
    let mut at = vec![BigInt::ZERO; n];
    at[0] = BigInt::one();
    let mut total = BigInt::one();
    let mut listed = BigRational::zero();
    let enough = hit * BigRational::new(9999.into(), 10_000.into());
    let mut rows = Vec::new();
    while listed < enough && rows.len() < MAX_ROWS {
        let mut next = vec![BigInt::ZERO; n];
        let mut arrived = BigInt::ZERO;
        total *= &unit;
        for (cell, weight) in at
            .iter()
            .enumerate()
            .filter(|(_, weight)| !weight.is_zero())
        {
            next[cell] += weight * &stay;
            for (step, chance) in steps.iter().filter(|(step, _)| cell + step <= n) {
                if cell + step == n {
                    arrived += weight * chance;
                } else {
                    next[cell + step] += weight * chance;
                }
            }
        }
        at = next;
        let chance = BigRational::new(arrived, total.clone());
        listed += &chance;
        rows.push(chance);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(over: i64, under: i64) -> BigRational {
        BigRational::new(over.into(), under.into())
    }

    /// The binary dice of Ur: the track's cell 13, a value published to six places.
    #[test]
    fn arrivals_on_the_track_of_ur() {
        let chances: Vec<_> = [1, 4, 6, 4, 1].map(|w| fraction(w, 16)).to_vec();
        let race = race(&chances, 13).unwrap();
        let given_hit = &race.arrivals[3] / &race.hit;
        assert_eq!(crate::exact::decimal_text(&given_hit, 6), "0.018229");
        assert!(race.arrivals.iter().sum::<BigRational>() <= race.hit);
    }

    /// A coin that moves one or two cells: expectations by hand.
    #[test]
    fn small_races() {
        let coin = [fraction(0, 1), fraction(1, 2), fraction(1, 2)];
        let two = race(&coin, 2).unwrap();
        assert_eq!(two.to_reach, Some(fraction(3, 2)));
        // From 1 only a one hits: 2 throws; from 0: 1 + (1/2)·2.
        assert_eq!(two.to_hit, Some(fraction(2, 1)));
        assert_eq!(two.hit, fraction(3, 4));
        assert_eq!(two.arrivals, [fraction(1, 2), fraction(1, 4)]);
        let even = race(&[fraction(0, 1), fraction(0, 1), fraction(1, 1)], 3).unwrap();
        assert_eq!((even.to_hit, even.hit), (None, fraction(0, 1)));
        let stuck = race(&[fraction(1, 1)], 3).unwrap();
        assert_eq!((stuck.to_reach, stuck.to_hit), (None, None));
        assert_eq!(race(&coin, 0), Err(RaceError::Target(0)));
    }
}

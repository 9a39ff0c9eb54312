//! The chance to take an enemy piece in one turn, by how far own pieces stand behind it.
//!
//! Own freed pieces stand at given distances behind one enemy piece on an endless straight track, nothing else near, and
//! there is enough else to do: a throw not wanted here is used elsewhere. All throws of the turn are made before
//! anything moves. Friends can be neither passed nor entered; the enemy piece can be passed; each throw moves one piece, so
//! a piece moved by two throws takes where either ends.

mod memory;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};
use thiserror::Error;

use super::cost::{Cost, Least, Limit};
use super::interval::Interval;
use super::moves::Yield;
use super::reach::{Lane, landings};
use super::rules::{Face, FreeKhadzh, Freeing, Order, Rules};
use super::yields::{Khadzh, Kind, MAX_THROWS, Throws, Turns};
use memory::{Capped, Machine, Memory, Placed};

/// The farthest a piece may stand behind.
pub const MAX_DISTANCE: u32 = 80;
/// The most that the distances may add up to.
pub const MAX_SUM: u32 = 120;
/// The most own pieces.
pub const MAX_PIECES: usize = 3;
/// The most rows of a table.
pub const MAX_ROWS: usize = 400;
/// The most states of a turn looked at.
pub const MAX_STATES: usize = 4_000;
/// What is left open without a limit on throws is less than this.
const TOLERANCE: f64 = 4e-7;

/// The chance to take, and with what.
#[derive(Debug, Clone, PartialEq)]
pub struct Odds {
    /// How many cells each own piece stands behind the enemy piece, as asked.
    pub behind: Vec<u32>,
    /// The chance to take it this turn.
    pub probability: Interval,
    /// The smallest yields that can take, the shortest first, their throws in ascending order; in the order thrown,
    /// those that can in some order.
    pub hits: Vec<Yield>,
}

/// Why odds could not be given.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OddsError {
    /// No piece, or too many.
    #[error(
        "{pieces} pieces: give the distances of 1 to {MAX_PIECES} own pieces behind the enemy piece"
    )]
    Pieces {
        /// How many were given.
        pieces: usize,
    },
    /// A distance is 0 or too long.
    #[error(
        "distance {distance} is out of range: a piece stands from 1 to {MAX_DISTANCE} cells behind"
    )]
    Distance {
        /// The distance.
        distance: u32,
    },
    /// Two pieces on one cell.
    #[error(
        "two pieces stand at distance {distance}: a cell holds one piece, so give different distances"
    )]
    Repeated {
        /// The distance.
        distance: u32,
    },
    /// The pieces stand too far behind together.
    #[error("the distances add up to {sum}: together they may be at most {MAX_SUM}")]
    TooFar {
        /// Their sum.
        sum: u32,
    },
    /// A limit on throws that cannot be.
    #[error("{throws} throws: a turn is looked at up to a number of throws from 1 to {MAX_THROWS}")]
    Throws {
        /// The limit given.
        throws: u32,
    },
    /// Too many rows of a table.
    #[error(
        "the table would have more than {MAX_ROWS} rows: lower the greatest distance or the number of pieces"
    )]
    TooManyRows,
    /// Too much to keep apart.
    #[error(
        "the turn has more than {MAX_STATES} states that matter here: give fewer or nearer pieces"
    )]
    TooManyStates,
}

/// The chance to take an enemy piece this turn with own freed pieces so many cells `behind` it.
///
/// Exact: without a limit on throws and with khmars that reach back one throw at most, closed forms over turns of any
/// length; else proved bounds, apart by the chance of the turns left out. `max_throws` leaves out longer turns.
/// Cost: grows with the ways to make up the distances.
/// Rules: `throws`, `bias`, `cancel`, `order`, `freeing`; a khadzh moves a piece only under `khadzh_when_free=move1`, all
/// pieces being taken as freed.
///
/// # Errors
/// [`OddsError`].
///
/// # Examples
/// ```
/// use siga::games::sig::{Rules, odds::odds};
/// let eight = odds(&Rules::depaulis(), &[8], None)?;
/// let hits: Vec<String> = eight.hits.iter().map(ToString::to_string).collect();
/// assert_eq!(hits, ["8", "4,4"]);
/// assert!(eight.probability.exact().is_some());
/// assert!(odds(&Rules::depaulis(), &[3, 3], None).is_err());
/// # Ok::<(), siga::games::sig::odds::OddsError>(())
/// ```
pub fn odds(rules: &Rules, behind: &[u32], max_throws: Option<u32>) -> Result<Odds, OddsError> {
    if !(1..=MAX_PIECES).contains(&behind.len()) {
        return Err(OddsError::Pieces {
            pieces: behind.len(),
        });
    }
    for (at, &distance) in behind.iter().enumerate() {
        if !(1..=MAX_DISTANCE).contains(&distance) {
            return Err(OddsError::Distance { distance });
        }
        if behind[..at].contains(&distance) {
            return Err(OddsError::Repeated { distance });
        }
    }
    let sum = behind.iter().sum();
    if sum > MAX_SUM {
        return Err(OddsError::TooFar { sum });
    }
    if let Some(throws) = max_throws
        && !(1..=MAX_THROWS).contains(&throws)
    {
        return Err(OddsError::Throws { throws });
    }
    let khadzh = match (rules.khadzh_when_free, rules.freeing) {
        (FreeKhadzh::MoveOne, _) => Khadzh::MovesOne,
        (FreeKhadzh::Nothing, Freeing::Khadzh | Freeing::None) => Khadzh::Idle,
    };
    let throws = Throws::new(rules, khadzh);
    let least = least(&throws, behind);
    let probability = match rules.order {
        Order::Any => chance(&throws, &Capped::new(&throws, &least), max_throws)?,
        Order::Thrown => chance(&throws, &Placed::new(&throws, behind), max_throws)?,
    };
    let mut hits: Vec<Yield> = least
        .0
        .iter()
        .map(|cost| in_faces(&throws, *cost))
        .collect();
    hits.sort_by_key(|hit| (hit.faces().len(), hit.faces().to_vec()));
    Ok(Odds {
        behind: behind.to_vec(),
        probability,
        hits,
    })
}

/// [`odds`] for every choice of `pieces` different distances up to `max`, ascending.
///
/// # Errors
/// [`OddsError`].
pub fn table(
    rules: &Rules,
    pieces: usize,
    max: u32,
    max_throws: Option<u32>,
) -> Result<Vec<Odds>, OddsError> {
    if !(1..=MAX_PIECES).contains(&pieces) {
        return Err(OddsError::Pieces { pieces });
    }
    if max > MAX_DISTANCE {
        return Err(OddsError::Distance { distance: max });
    }
    let choices = itertools::Itertools::combinations(1..=max, pieces);
    let choices: Vec<Vec<u32>> = choices.take(MAX_ROWS + 1).collect();
    if choices.len() > MAX_ROWS {
        return Err(OddsError::TooManyRows);
    }
    choices
        .iter()
        .map(|behind| odds(rules, behind, max_throws))
        .collect()
}

/// The least throws that take, in any order.
fn least(throws: &Throws, behind: &[u32]) -> Least {
    let target = behind.iter().max().map_or(0, |&far| far as usize);
    let farthest = |kind: &Kind| match kind {
        Kind::Move(cells) => usize::from(*cells),
        Kind::Free => 0,
    };
    let kinds = throws.kinds.iter().chain(&throws.lasts);
    let beyond = kinds.map(farthest).max().unwrap_or(0);
    let cells = target + beyond + 1;
    let mut pieces: Vec<(usize, bool)> = (behind.iter())
        .map(|&distance| (target - distance as usize, false))
        .collect();
    pieces.sort_unstable_by(|a, b| b.cmp(a));
    let lane = Lane {
        cells,
        blocked: vec![false; cells],
        pieces,
        stop: false,
    };
    landings(&lane, throws, &Limit::NONE).swap_remove(target)
}

fn face(kind: Kind) -> Face {
    match kind {
        Kind::Move(cells) => Face::Move(cells),
        Kind::Free => Face::Khadzh,
    }
}

/// A cost as a yield, ascending.
fn in_faces(throws: &Throws, cost: Cost) -> Yield {
    let mut faces = Vec::new();
    for (kind, what) in throws.kinds.iter().enumerate() {
        faces.extend((0..cost.count(kind)).map(|_| face(*what)));
    }
    let last = usize::from(cost.last).checked_sub(1);
    faces.extend(
        last.and_then(|last| throws.lasts.get(last))
            .map(|kind| face(*kind)),
    );
    faces.sort_unstable();
    Yield::trusted(faces)
}

/// The chance that the turn ends in a state and with a last throw that take.
fn chance<M: Memory>(
    throws: &Throws,
    memory: &M,
    max_throws: Option<u32>,
) -> Result<Interval, OddsError> {
    let machine = Machine::new(throws, memory)?;
    if machine.takes.iter().flatten().all(|takes| !takes) {
        return Ok(Interval::one(BigRational::zero()));
    }
    match (throws.geometric(), max_throws) {
        (Some(geometric), None) => Ok(Interval::one(closed(throws, &machine, &geometric))),
        _ => Ok(bounded(throws, &machine, max_throws)),
    }
}

/// The chance that the throws left by a turn, in any order, hold one of these.
pub(super) fn enough(
    throws: &Throws,
    least: &Least,
    max_throws: Option<u32>,
) -> Result<Interval, OddsError> {
    chance(throws, &Capped::new(throws, least), max_throws)
}

/// Over turns of any length: the number of standing throws falls in a geometric sequence.
fn closed(throws: &Throws, machine: &Machine, geometric: &[BigRational; 3]) -> BigRational {
    let ratio = |part: &BigUint, whole: &BigUint| {
        BigRational::new(part.clone().into(), whole.clone().into())
    };
    let pushed = throws.weights.iter().sum::<BigUint>() + &throws.idle;
    let pushed = pushed.max(BigUint::one());
    let kinds: Vec<BigRational> = throws.weights.iter().map(|w| ratio(w, &pushed)).collect();
    let idle = ratio(&throws.idle, &pushed);
    let (nothing, lasts) = last_chances(throws);
    let ends: Vec<BigRational> = machine
        .takes
        .iter()
        .map(|takes| {
            let lasts = lasts.iter().zip(&takes[1..]).filter(|(_, takes)| **takes);
            let with = lasts.fold(BigRational::zero(), |sum, (last, _)| sum + last);
            if takes[0] { with + &nothing } else { with }
        })
        .collect();
    let [none, first, grows] = geometric;
    // The value of a state: what it takes now, and after more standing throws, each discounted.
    let mut values = vec![BigRational::zero(); machine.next.len()];
    for state in machine.last_first() {
        let mut stays = idle.clone();
        let mut later = BigRational::zero();
        for (chance, &next) in kinds.iter().zip(&machine.next[state]) {
            if next == state {
                stays += chance;
            } else {
                later += chance * &values[next];
            }
        }
        values[state] = (&ends[state] + grows * later) / (BigRational::one() - grows * stays);
    }
    let after_one = kinds
        .iter()
        .zip(&machine.next[0])
        .fold(&idle * &values[0], |sum, (chance, &next)| {
            sum + chance * &values[next]
        });
    none * &ends[0] + first * after_one
}

/// The chances that the last throw counts nothing, and of each that counts.
fn last_chances(throws: &Throws) -> (BigRational, Vec<BigRational>) {
    let ratio = |part: &BigUint| BigRational::new(part.clone().into(), throws.total.clone().into());
    let lasts: Vec<BigRational> = throws.last_weights.iter().map(ratio).collect();
    (ratio(&throws.idle_last), lasts)
}

/// Over the turns of at most so many throws.
fn bounded(throws: &Throws, machine: &Machine, max_throws: Option<u32>) -> Interval {
    let turns = Turns::lengths(throws.clone(), max_throws, TOLERANCE);
    let mut now = vec![BigUint::ZERO; machine.next.len()];
    now[0] = BigUint::one();
    let mut sum = BigUint::ZERO;
    // The turns not looked at, by their last throw, from that of which nothing is left on.
    let mut rest = turns.by_last();
    for standing in 0..turns.max_throws as usize {
        for (weight, takes) in now.iter().zip(&machine.takes).filter(|(w, _)| !w.is_zero()) {
            let (lasts, nothing) = turns.sequence_weights(standing, weight);
            rest[0] -= &nothing;
            for (rest, last) in rest[1..].iter_mut().zip(&lasts) {
                *rest -= last;
            }
            for (last, _) in lasts.iter().zip(&takes[1..]).filter(|(_, takes)| **takes) {
                sum += last;
            }
            if takes[0] {
                sum += nothing;
            }
        }
        let mut next = vec![BigUint::ZERO; now.len()];
        for (weight, row) in now.iter().zip(&machine.next).filter(|(w, _)| !w.is_zero()) {
            for (kind, &to) in throws.weights.iter().zip(row) {
                next[to] += weight * kind;
            }
        }
        now = next;
    }
    let upper = &sum + rest.iter().sum::<BigUint>();
    // What the last throw takes alone is taken in longer turns too: throws not wanted are used elsewhere.
    let sure = rest.iter().zip(&machine.takes[0]);
    let sure = sure.filter(|(_, takes)| **takes).map(|(rest, _)| rest);
    Interval::new(turns.ratio(sum + sure.sum::<BigUint>()), turns.ratio(upper))
}

#[cfg(test)]
mod tests;

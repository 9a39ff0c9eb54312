//! The chance to take an enemy piece in one turn, by how far own pieces stand behind it.
//!
//! Own pieces, all awake, stand at given distances behind one enemy piece on a straight track, nothing else near, and there is
//! enough else to do: a throw not wanted here is used elsewhere. Pieces may pass each other. No tâb has been saved.

use std::collections::HashMap;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::rules::{Order, Rules, Weighted};
use crate::games::distances::{Reach, at_most_three};
use crate::work::{Fault, stop};

/// The farthest a piece may stand behind.
pub const MAX_DISTANCE: u32 = 60;
/// How far pieces may stand behind.
const REACH: Reach = Reach {
    farthest: MAX_DISTANCE,
    cells: "fields",
};
/// The most that the product of the distances may be: where each throw is used at once, all pieces at all distances are looked
/// at together.
pub const MAX_PLACEMENTS: u64 = 8_000;

/// The chance to take.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(rename = "Chance"))]
#[non_exhaustive]
pub struct Odds {
    /// The number of fields that each own piece stands behind the enemy piece, as asked.
    pub behind: Vec<u32>,
    /// The chance to take it this turn, each throw used as is best for that.
    #[cfg_attr(
        feature = "serde",
        serde(serialize_with = "crate::exact::serial::number")
    )]
    #[cfg_attr(feature = "schema", schemars(with = "crate::exact::serial::Number"))]
    pub probability: BigRational,
}

/// The chance to take an enemy piece this turn with own pieces that stand `behind` fields behind it.
///
/// Exact: turns of any length are counted. Where each throw is used at once, the pieces are moved as is best for this chance.
/// Cost: grows with the ways to make up the distances.
/// Rules: `bias` and `order`.
///
/// # Errors
/// Of kind input: no piece or too many, or a distance out of range. Of kind limit: too many rows.
///
/// # Examples
/// ```
/// use siga::exact::fraction_text;
/// use siga::games::tab::{Rules, odds::odds};
/// let two = odds(&Rules::lane(), &[2])?;
/// assert_eq!(fraction_text(&two.probability), "31/49");
/// assert!(odds(&Rules::lane(), &[0]).is_err());
/// # Ok::<(), siga::work::Fault>(())
/// ```
pub fn odds(rules: &Rules, behind: &[u32]) -> Result<Odds, Fault> {
    at_most_three(behind.len())?;
    for distance in behind {
        REACH.has(*distance)?;
    }
    let placements: u64 = behind.iter().map(|&distance| u64::from(distance)).product();
    if rules.order == Order::Thrown && placements > MAX_PLACEMENTS {
        return Err(Fault::input(format!(
            "under order=thrown all placements nearer than these would be looked at, {placements}: at most {MAX_PLACEMENTS}, so give \
             smaller distances or fewer pieces"
        )));
    }
    let throws = rules.falling();
    let probability = match rules.order {
        Order::Any => Collected::new(&throws, behind).chance(1),
        Order::Thrown => AtOnce::new(&throws).chance(behind.to_vec()),
    };
    Ok(Odds {
        behind: behind.to_vec(),
        probability,
    })
}

/// [`odds`] for every choice of `pieces` different distances up to `max`.
///
/// # Errors
/// Of kind input: no piece or too many, or a distance out of range. Of kind limit: too many rows.
pub fn table(rules: &Rules, pieces: usize, max: u32) -> Result<Vec<Odds>, Fault> {
    let rows = REACH.choices(pieces, max)?;
    rows.iter().map(|behind| odds(rules, behind)).collect()
}

/// The chances where all throws are made before any is used: a piece takes where some of them add up to its distance.
struct Collected<'a> {
    throws: &'a [Weighted],
    /// The distances, as bits.
    aims: u64,
    /// Sums that matter, as bits.
    all: u64,
    /// By the sums that some of the throws so far add up to, as bits.
    known: HashMap<u64, BigRational>,
}

impl Collected<'_> {
    fn new<'a>(throws: &'a [Weighted], behind: &[u32]) -> Collected<'a> {
        let aims = behind.iter().fold(0, |aims, distance| aims | 1 << distance);
        let farthest = u64::BITS - 1 - u64::leading_zeros(aims);
        Collected {
            throws,
            aims,
            all: (1 << (farthest + 1)) - 1,
            known: HashMap::new(),
        }
    }

    /// The chance from here on, where some throws so far add up to these sums.
    fn chance(&mut self, sums: u64) -> BigRational {
        if sums & self.aims != 0 {
            return BigRational::one();
        }
        if let Some(known) = self.known.get(&sums) {
            return known.clone();
        }
        stop::check();
        let mut chance = BigRational::zero();
        // A throw that adds no sum leaves everything as it was.
        let mut changes = BigRational::zero();
        for throw in self.throws {
            let moved = sums << throw.fields;
            let next = (sums | moved) & self.all;
            if !throw.again {
                changes += &throw.chance;
                if moved & self.aims != 0 {
                    chance += &throw.chance;
                }
            } else if next != sums {
                changes += &throw.chance;
                chance += &throw.chance * self.chance(next);
            }
        }
        chance /= changes;
        self.known.insert(sums, chance.clone());
        chance
    }
}

/// The chances where each throw is used before the next is made.
struct AtOnce<'a> {
    throws: &'a [Weighted],
    /// By the distances, ascending.
    known: HashMap<Vec<u32>, BigRational>,
}

impl AtOnce<'_> {
    fn new(throws: &[Weighted]) -> AtOnce<'_> {
        AtOnce {
            throws,
            known: HashMap::new(),
        }
    }

    /// The chance before a throw, with pieces at these distances.
    fn chance(&mut self, mut behind: Vec<u32>) -> BigRational {
        behind.sort_unstable();
        if let Some(known) = self.known.get(&behind) {
            return known.clone();
        }
        stop::check();
        let mut ends = BigRational::zero();
        let mut moved = Vec::new();
        for throw in self.throws {
            let fields = throw.fields.into();
            if throw.again {
                moved.push((self.best_moved(&behind, fields), &throw.chance));
            } else if behind.contains(&fields) {
                ends += &throw.chance;
            }
        }
        let chance = best_left_or_used(ends, moved);
        self.known.insert(behind, chance.clone());
        chance
    }

    /// The best chance after a throw that one of the pieces uses; 0 where none can.
    fn best_moved(&mut self, behind: &[u32], fields: u32) -> BigRational {
        if behind.contains(&fields) {
            return BigRational::one();
        }
        let mut best = BigRational::zero();
        for (at, _) in behind.iter().enumerate().filter(|(_, d)| **d > fields) {
            let mut next = behind.to_vec();
            next[at] -= fields;
            best = best.max(self.chance(next));
        }
        best
    }
}

/// The chance `x` with `x = ends + Σ weight · max(x, value)`: a throw is used for its value, or elsewhere, which leaves
/// everything as it was. Whoever uses the throws of the highest values does best, and their number is the one for which `x` is
/// greatest.
fn best_left_or_used(ends: BigRational, mut used: Vec<(BigRational, &BigRational)>) -> BigRational {
    used.sort_by(|left, right| right.0.cmp(&left.0));
    let mut sum = ends;
    let mut left = BigRational::one() - used.iter().map(|(_, weight)| *weight).sum::<BigRational>();
    let mut best = &sum / &left;
    for (value, weight) in used {
        sum += value * weight;
        left += weight;
        best = best.max(&sum / &left);
    }
    best
}

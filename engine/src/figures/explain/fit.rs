//! The biases under which the most figures hold, the numbers being functions of the bias p.
//!
//! A figure holds where its function lies between two numbers. Whether it does can change only where the function takes one of
//! these values, or has none itself. All these points are roots of polynomials and are isolated, so that between two
//! neighbours the same figures hold everywhere, and one bias in between tells which. A point that is a fraction is tried
//! itself. At an irrational one no more is said than what holds beside it: a figure that holds at such a single point
//! and nowhere near it would be missed, which needs a figure printed without any rounding.

use itertools::Itertools;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use super::reading::Item;
use crate::exact::bounds::{BoundsError, crossings, real_roots_in};
use crate::exact::serial::text;
use crate::exact::{Between, Quantity, RatFunc};
use crate::figures::range::Range;

/// The most decimal places of an end.
const MAX_PLACES: u32 = 15;

/// The biases under which the most figures hold.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "Fitted", description = "A bias fitted to the figures.")]
pub struct Fit {
    /// The simplest of them.
    #[serde(rename = "taken", serialize_with = "text")]
    #[schemars(with = "String", description = "The bias in `query`.")]
    pub bias: BigRational,
    /// Intervals in which the same figures hold as at [`Self::bias`], ends included, in ascending order: rounded inwards, so
    /// that every bias in them will do.
    #[schemars(
        description = "Under every bias from the one end to the other just these figures hold; rounded inwards."
    )]
    pub intervals: Vec<Interval>,
}

/// The biases from one to another.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
pub struct Interval {
    /// The least bias.
    #[serde(serialize_with = "text")]
    #[schemars(with = "String")]
    pub lower: BigRational,
    /// The greatest bias.
    #[serde(serialize_with = "text")]
    #[schemars(with = "String")]
    pub upper: BigRational,
}

/// A stretch of biases in which the same figures hold.
struct Piece {
    /// Its ends; the figures hold there too if said so.
    low: (BigRational, bool),
    high: (BigRational, bool),
    sample: BigRational,
    holds: Vec<bool>,
}

/// The figures of the least degree, by which the biases are divided first.
const FIRST: usize = 6;
/// The stretches looked into further.
const STRETCHES: usize = 6;

/// The best biases from 0 to 1, and which figures hold with them; `None` if there is nothing to fit or it would be too much
/// work.
///
/// Functions of a high degree are looked at only where most of the first few figures hold: elsewhere more figures in all
/// might hold, which is not tried. `None` also where fewer than `least` figures would hold.
pub(super) fn fit(items: &[Item], least: usize) -> Option<(Fit, Vec<bool>)> {
    let by_degree: Vec<&Item> = (items.iter())
        .filter(|item| degree(item) > 0)
        .sorted_by_key(|item| degree(item))
        .collect();
    let (first, others) = by_degree.split_at(FIRST.min(by_degree.len()));
    let whole = (&BigRational::zero(), &BigRational::one());
    let mut coarse = pieces(first, first, whole).ok()?;
    let counts = coarse.iter().map(Piece::count);
    let counts = counts.sorted_unstable_by(|a, b| b.cmp(a)).collect_vec();
    if counts.first()? + items.len() - first.len() < least {
        return None;
    }
    let fewest = counts.get(STRETCHES - 1).or(counts.last())?;
    coarse.retain(|piece| piece.count() >= *fewest);
    coarse.truncate(2 * STRETCHES);
    let all: Vec<&Item> = items.iter().collect();
    let mut fine = Vec::new();
    for piece in coarse {
        fine.extend(within(&piece, others, &all).ok()?);
    }
    let half = BigRational::new(1.into(), 2.into());
    let best = fine.iter().min_by(|a, b| {
        (b.count().cmp(&a.count()))
            .then(a.is_point().cmp(&b.is_point()))
            .then(a.sample.denom().cmp(b.sample.denom()))
            .then((&a.sample - &half).abs().cmp(&(&b.sample - &half).abs()))
            .then(b.sample.cmp(&a.sample))
    })?;
    let (bias, holds) = (best.sample.clone(), best.holds.clone());
    let intervals = intervals(&fine, &holds);
    Some((Fit { bias, intervals }, holds))
}

/// About how many comparisons of figures the work is worth.
pub(super) fn work(items: &[Item]) -> usize {
    let each = items.iter().map(|item| 40 + degree(item).pow(2) / 4);
    each.sum()
}

/// The degree of the function; 0 for a number.
fn degree(item: &Item) -> usize {
    match &item.number {
        Some(Quantity::Function { function, .. }) => {
            function.numer().degree().unwrap_or(0) + function.denom().degree().unwrap_or(0)
        }
        _ => 0,
    }
}

impl Piece {
    fn count(&self) -> usize {
        self.holds.iter().filter(|holds| **holds).count()
    }

    fn is_point(&self) -> bool {
        self.low.0 == self.high.0
    }
}

/// A piece divided by more figures, and compared with all of them.
fn within(piece: &Piece, others: &[&Item], all: &[&Item]) -> Result<Vec<Piece>, BoundsError> {
    if piece.is_point() {
        let holds = holds_at(all, &piece.sample).unwrap_or_default();
        return Ok(vec![Piece {
            low: piece.low.clone(),
            high: piece.high.clone(),
            sample: piece.sample.clone(),
            holds,
        }]);
    }
    let mut finer = pieces(others, all, (&piece.low.0, &piece.high.0))?;
    // At its ends others hold than within, if they were no part of it.
    finer.retain(|finer| !finer.is_point() || finer.low.0 != piece.low.0 || piece.low.1);
    finer.retain(|finer| !finer.is_point() || finer.high.0 != piece.high.0 || piece.high.1);
    for finer in &mut finer {
        finer.low.1 &= finer.low.0 != piece.low.0 || piece.low.1;
        finer.high.1 &= finer.high.0 != piece.high.0 || piece.high.1;
    }
    Ok(finer)
}

/// The biases from one to another, divided where one of some figures can begin or cease to hold; which of all figures hold
/// in each part.
fn pieces(
    dividing: &[&Item],
    items: &[&Item],
    (low, high): (&BigRational, &BigRational),
) -> Result<Vec<Piece>, BoundsError> {
    let cuts = cuts(dividing, low, high)?;
    let mut pieces: Vec<Piece> = Vec::new();
    let mut from = (low.clone(), holds_at(items, low));
    let last = (high.clone(), high.clone(), true);
    for (low, high, exact) in cuts.into_iter().chain([last]) {
        let at = exact.then(|| holds_at(items, &low)).flatten();
        if low > from.0 {
            pieces.extend(gap(items, &from, (&low, at.as_deref())));
        }
        if let Some(holds) = &at {
            pieces.push(Piece {
                low: (low.clone(), true),
                high: (low.clone(), true),
                sample: low,
                holds: holds.clone(),
            });
        }
        from = (high, at);
    }
    Ok(pieces)
}

/// The points at which a figure can begin or cease to hold: between two fractions each, or a fraction itself; apart from one
/// another and in ascending order.
fn cuts(
    items: &[&Item],
    low: &BigRational,
    high: &BigRational,
) -> Result<Vec<(BigRational, BigRational, bool)>, BoundsError> {
    let tolerance = BigRational::new(BigInt::one(), BigInt::from(10).pow(MAX_PLACES));
    let mut roots: Vec<Between> = Vec::new();
    for item in items {
        let Some(Quantity::Function { function, .. }) = &item.number else {
            continue;
        };
        if function.denom().degree().is_some_and(|degree| degree > 0) {
            roots.extend(real_roots_in(function.denom(), low, high, &tolerance)?);
        }
        for end in item.ranges.iter().flat_map(Range::ends).flatten() {
            let level = RatFunc::constant(end.clone());
            match crossings(function, &level, low, high, &tolerance) {
                Ok(found) => roots.extend(found),
                Err(BoundsError::EqualEverywhere) => {}
                Err(error) => return Err(error),
            }
        }
    }
    roots.sort_by(|a, b| a.lower.cmp(&b.lower).then_with(|| a.upper.cmp(&b.upper)));
    let mut cuts: Vec<(BigRational, BigRational, bool)> = Vec::new();
    for Between {
        lower: low,
        upper: high,
    } in roots
    {
        match cuts.last_mut() {
            Some((_, last, exact)) if low <= *last => {
                *exact &= low == high && low == *last;
                *last = high.max(last.clone());
            }
            _ => cuts.push((low.clone(), high.clone(), low == high)),
        }
    }
    Ok(cuts)
}

/// Which figures hold at one bias.
fn holds_at(items: &[&Item], bias: &BigRational) -> Option<Vec<bool>> {
    let valued = items.iter().map(|item| {
        let number = match &item.number {
            Some(Quantity::Function { function, .. }) => {
                Some(Quantity::Exact(function.eval(bias)?))
            }
            number => number.clone(),
        };
        let right = |number: &Quantity| item.ranges.iter().any(|range| range.holds(number));
        Some(
            item.settled
                .unwrap_or_else(|| number.as_ref().is_some_and(right)),
        )
    });
    valued.collect()
}

/// The biases between two neighbouring points, each with what holds at it if that is known.
fn gap(
    items: &[&Item],
    (low, at_low): &(BigRational, Option<Vec<bool>>),
    (high, at_high): (&BigRational, Option<&[bool]>),
) -> Option<Piece> {
    let sample = simplest_within(low, high)?;
    let holds = holds_at(items, &sample)?;
    let included = |at: Option<&[bool]>| at == Some(&holds);
    Some(Piece {
        low: (low.clone(), included(at_low.as_deref())),
        high: (high.clone(), included(at_high)),
        sample,
        holds,
    })
}

/// The decimal with the fewest places strictly between two numbers from 0 to 1.
fn simplest_within(low: &BigRational, high: &BigRational) -> Option<BigRational> {
    (1..=MAX_PLACES).find_map(|places| {
        let scale = BigRational::from_integer(BigInt::from(10).pow(places));
        let first = ((low * &scale).floor() + BigRational::one()) / &scale;
        let last = ((high * &scale).ceil() - BigRational::one()) / &scale;
        // Of several with as few places the middle one.
        let middle = ((&first + &last) / BigRational::from_integer(2.into()) * &scale).round();
        (first <= last).then(|| middle / scale)
    })
}

/// All stretches in which just these figures hold, rounded inwards.
fn intervals(pieces: &[Piece], holds: &[bool]) -> Vec<Interval> {
    type End = (BigRational, bool);
    let mut joined: Vec<(End, End)> = Vec::new();
    for piece in pieces.iter().filter(|piece| piece.holds == holds) {
        match joined.last_mut() {
            Some((_, last)) if last.0 == piece.low.0 && (last.1 || piece.low.1) => {
                *last = piece.high.clone();
            }
            _ => joined.push((piece.low.clone(), piece.high.clone())),
        }
    }
    (joined.iter())
        .filter_map(|(low, high)| inwards(low, high))
        .collect()
}

/// An interval rounded inwards to some three digits of its width.
fn inwards(
    (low, has_low): &(BigRational, bool),
    (high, has_high): &(BigRational, bool),
) -> Option<Interval> {
    if low == high {
        return Some(Interval {
            lower: low.clone(),
            upper: high.clone(),
        });
    }
    let width = high - low;
    let twentieth = BigRational::new(1.into(), 20.into());
    let fine = |places: &u32| {
        BigRational::new(BigInt::one(), BigInt::from(10).pow(*places)) <= &width * &twentieth
    };
    let places = (3..=MAX_PLACES).find(fine).unwrap_or(MAX_PLACES);
    let scale = BigRational::from_integer(BigInt::from(10).pow(places));
    let mut first = (low * &scale).ceil();
    if !has_low && first == low * &scale {
        first += BigRational::one();
    }
    let mut last = (high * &scale).floor();
    if !has_high && last == high * &scale {
        last -= BigRational::one();
    }
    (first <= last).then(|| Interval {
        lower: first / &scale,
        upper: last / &scale,
    })
}

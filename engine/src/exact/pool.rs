//! What several throws, or cards, show together, without listing them.
//!
//! Faces are gone through from the highest down. What is known after a face is how many throws of each kind have shown a face
//! so far, and a state that the reader makes of the numbers that showed each: whatever the order in which the throws fell, so
//! that the cost grows with faces, throws and states, and not with the lists of what can fall.
//!
//! Of n dice of which u have shown a higher face, c show a face of weight w in `C(n − u, c) · w^c` ways; of a deck with m cards of
//! a face, c are drawn in `C(m, c)` ways. Where only some are kept, the i-th highest showing this face are those between
//! the numbers of throws before and after it, whichever throws they are.

use std::collections::BTreeSet;
use std::hash::Hash;

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;

use super::Natural;
use super::dist::Dist;
use super::weight::Weight;
use crate::work::limit::{MAX_WORDS, Meter, TooLarge, allow};

/// Throws or cards that are looked at together, and which of them count.
#[derive(Clone, Debug)]
pub(crate) struct Pool<W> {
    pub(crate) parts: Vec<Part<W>>,
    /// How many of the highest are left out.
    pub(crate) skip: u32,
    /// How many of the others, from the highest down, count.
    pub(crate) take: u32,
}

/// Throws that are alike, or the cards of one deck.
#[derive(Clone, Debug)]
pub(crate) enum Part<W> {
    /// So many throws.
    Dice(Dist<i64, W>, u32),
    /// So many cards drawn of a deck that has a number of cards of each value, ascending.
    Cards(Vec<(i64, u64)>, u32),
}

/// A face that is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Face {
    pub(crate) value: i64,
    /// Whether the face looked at before is higher by one.
    pub(crate) follows: bool,
}

impl<W: Weight> Part<W> {
    fn size(&self) -> u32 {
        match self {
            Self::Dice(_, count) | Self::Cards(_, count) => *count,
        }
    }

    fn faces(&self) -> Vec<i64> {
        match self {
            Self::Dice(dist, _) => dist.iter().map(|(&face, _)| face).collect(),
            Self::Cards(cards, _) => cards.iter().map(|(face, _)| *face).collect(),
        }
    }

    /// In how many ways `left` throws or cards, none of them as high as a face before, show this face 0, 1, 2, … times,
    /// where the others have a lower face to show.
    fn ways(&self, face: i64, left: u32) -> Vec<(u32, W)> {
        match self {
            Self::Dice(dist, _) => {
                let least = if *dist.first() < face { 0 } else { left };
                let weight = dist.weight(&face);
                let most = if weight.is_some() { left } else { 0 };
                let mut ways = choices(left.into()).zip(0..);
                let mut power = W::one();
                let mut found = Vec::new();
                for (ways, count) in ways.by_ref().take(most as usize + 1) {
                    if count >= least {
                        found.push((count, power.times(&W::from_count(&Natural::from(&ways)))));
                    }
                    if let (Some(weight), true) = (weight, count < most) {
                        power = power.times(weight);
                    }
                }
                found
            }
            Self::Cards(cards, _) => {
                let below: u64 = (cards.iter().filter(|(card, _)| *card < face))
                    .fold(0, |sum: u64, (_, count)| sum.saturating_add(*count));
                let here = cards.iter().find(|(card, _)| *card == face);
                let here = here.map_or(0, |(_, count)| *count);
                let least = u64::from(left).saturating_sub(below);
                let most = here.min(left.into());
                let ways = choices(here).zip(0..).take(most as usize + 1);
                ways.filter(|(_, count)| u64::from(*count) >= least)
                    .map(|(ways, count)| (count, W::from_count(&Natural::from(&ways))))
                    .collect()
            }
        }
    }

    /// In how many ways `left` throws or cards show faces below this one.
    fn below(&self, face: i64, left: u32) -> W {
        match self {
            Self::Dice(dist, _) => {
                let mut below = W::zero();
                for (_, weight) in dist.iter().take_while(|(x, _)| **x < face) {
                    below += weight;
                }
                below.power(left)
            }
            Self::Cards(cards, _) => {
                let below = cards.iter().filter(|(card, _)| *card < face);
                let below = below.map(|(_, count)| count).sum();
                let ways = choices(below).nth(left as usize).unwrap_or_default();
                W::from_count(&Natural::from(&ways))
            }
        }
    }

    /// Machine words of the number of all cases.
    fn words(&self) -> u128 {
        match self {
            Self::Dice(dist, count) => dist.total().power_size(*count),
            Self::Cards(_, count) => u128::from(*count) + 1,
        }
    }
}

/// The binomial coefficients of `n`: C(n, 0), C(n, 1), …
fn choices(n: u64) -> impl Iterator<Item = BigUint> {
    let mut ways = BigUint::one();
    (0..=n).map(move |k| {
        let here = ways.clone();
        ways = &here * (n - k) / (k + 1);
        here
    })
}

impl<W: Weight> Pool<W> {
    /// All of some throws.
    pub(crate) fn of(parts: Vec<Part<W>>) -> Self {
        let take = parts.iter().map(Part::size).fold(0, u32::saturating_add);
        Self {
            parts,
            skip: 0,
            take,
        }
    }

    /// All throws, those that are alike together, if there are no cards.
    pub(crate) fn dice(&self) -> Option<Vec<(&Dist<i64, W>, u32)>> {
        let dice = self.parts.iter().map(|part| match part {
            Part::Dice(dist, count) => Some((dist, *count)),
            Part::Cards(..) => None,
        });
        dice.collect()
    }

    /// How many throws there are, those that are not kept among them.
    pub(crate) fn size(&self) -> u32 {
        self.parts
            .iter()
            .map(Part::size)
            .fold(0, u32::saturating_add)
    }

    /// Only the highest of those kept.
    pub(crate) fn highest(self, count: u32) -> Self {
        let take = self.take.min(count);
        Self { take, ..self }
    }

    /// Only the lowest of those kept.
    pub(crate) fn lowest(self, count: u32) -> Self {
        let take = self.take.min(count);
        Self {
            skip: self.skip + self.take - take,
            take,
            ..self
        }
    }

    /// How many of the throws are kept that are in places `from` to before `to`, from the highest down.
    fn kept(&self, from: u32, to: u32) -> u32 {
        let end = self.skip + self.take;
        to.min(end).saturating_sub(from.max(self.skip))
    }
}

/// The states in which pools leave a reader, and their weights: of each pool he is told how many of those kept show a face,
/// from the highest face down. He is not told of faces that none can show any more that is kept.
///
/// # Errors
/// [`TooLarge`], also when the meter ends it.
pub(crate) fn read<W: Weight, S: Clone + Eq + Hash>(
    pools: &[Pool<W>],
    start: S,
    next: impl Fn(&S, Face, &[u32]) -> S,
    meter: &Meter,
) -> Result<Vec<(S, W)>, TooLarge> {
    let parts: Vec<(usize, &Part<W>)> = (pools.iter().enumerate())
        .flat_map(|(pool, of)| of.parts.iter().map(move |part| (pool, part)))
        .collect();
    let faces: BTreeSet<i64> = parts.iter().flat_map(|(_, part)| part.faces()).collect();
    let words: u128 = parts.iter().map(|(_, part)| part.words()).sum();
    let mut done: FxHashMap<S, W> = FxHashMap::default();
    let mut open: FxHashMap<Vec<u32>, FxHashMap<S, W>> = FxHashMap::default();
    let first = FxHashMap::from_iter([(start.clone(), W::one())]);
    open.insert(vec![0; parts.len()], first);
    if parts.iter().all(|(_, part)| part.size() == 0) {
        return Ok(vec![(start, W::one())]);
    }
    let mut before: Option<i64> = None;
    for &value in faces.iter().rev() {
        let face = Face {
            value,
            follows: before == Some(value + 1),
        };
        before = Some(value);
        let mut ways: FxHashMap<(usize, u32), Vec<(u32, W)>> = FxHashMap::default();
        let mut after: FxHashMap<Vec<u32>, FxHashMap<S, W>> = FxHashMap::default();
        let mut entries = done.len() as u128;
        let mut kept = 0;
        for (used, states) in std::mem::take(&mut open) {
            for (part, (_, of)) in parts.iter().enumerate() {
                let left = of.size() - used[part];
                if let std::collections::hash_map::Entry::Vacant(vacant) = ways.entry((part, left))
                {
                    let size = (u128::from(left) + 1) * (words + 10);
                    meter.take(u64::try_from(10 * size).unwrap_or(u64::MAX))?;
                    kept += size;
                    allow("words of memory", kept, MAX_WORDS)?;
                    vacant.insert(of.ways(value, left));
                }
            }
            let lists: Vec<&[(u32, W)]> = (parts.iter().zip(&used).enumerate())
                .map(|(part, ((_, of), used))| ways[&(part, of.size() - used)].as_slice())
                .collect();
            // One of each list, as the digits of a number count.
            let mut chosen = vec![0; lists.len()];
            while lists.iter().all(|list| !list.is_empty()) {
                let mut now = used.clone();
                let mut factor = W::one();
                let mut counts = vec![0; pools.len()];
                let mut places: Vec<u32> = vec![0; pools.len()];
                for (part, (pool, _)) in parts.iter().enumerate() {
                    let (count, ways) = &lists[part][chosen[part]];
                    places[*pool] += used[part];
                    now[part] += count;
                    counts[*pool] += count;
                    factor = if factor.is_one() {
                        ways.clone()
                    } else {
                        factor.times(ways)
                    };
                }
                let mut known = true;
                for ((count, place), pool) in counts.iter_mut().zip(&places).zip(pools) {
                    let to = place + *count;
                    known &= to >= pool.skip + pool.take;
                    *count = pool.kept(*place, to);
                }
                if known {
                    for (part, (_, of)) in parts.iter().enumerate() {
                        let left = of.size() - now[part];
                        if left > 0 {
                            meter.take(words as u64)?;
                            factor = factor.times(&of.below(value, left));
                        }
                    }
                }
                let steps = states.len() as u128 * (60 + words * factor.size() as u128 / 4);
                meter.take(u64::try_from(steps).unwrap_or(u64::MAX))?;
                let to = if known {
                    &mut done
                } else {
                    after.entry(now).or_default()
                };
                let held = to.len();
                for (state, weight) in &states {
                    to.entry(next(state, face, &counts))
                        .or_insert_with(W::zero)
                        .add_product(weight, &factor);
                }
                entries += (to.len() - held) as u128;
                allow("words of memory", entries * (words + 10), MAX_WORDS)?;
                if !advance(&mut chosen, &lists) {
                    break;
                }
            }
        }
        open = after;
    }
    Ok(done.into_iter().collect())
}

/// The next choice of one of each list; `false` after the last.
fn advance<T>(chosen: &mut [usize], lists: &[&[T]]) -> bool {
    for (digit, list) in chosen.iter_mut().zip(lists) {
        *digit += 1;
        if *digit < list.len() {
            return true;
        }
        *digit = 0;
    }
    false
}

//! Two pools matched in order: the highest of one against the highest of the other, and so on down.
//!
//! Faces are gone through from the highest down, as in [`super::pool`]. What is known after a face is how many throws of each pool
//! have shown a face so far, and how often either side was the higher. Throws of the side that is ahead wait for lower ones of
//! the other; those that it adds with this face win nothing yet. So the throws of the side behind are added first, for all numbers
//! of them before at once, and then those of the side ahead: two sums one after the other, where a reader goes through all pairs.

use super::pool::{Pool, PoolPart, Ways};
use super::weight::Weight;
use crate::work::limit::{TooLarge, allow};
use crate::work::stop;

/// Weights by how often the first side was the higher, and then by how often the second.
type Wins<W> = Vec<Vec<W>>;

/// Adds others, times a factor, each with some more wins of either side.
fn add<W: Weight>(sums: &mut Wins<W>, others: &Wins<W>, more: [usize; 2], factor: &W) {
    for (sums, others) in sums[more[0]..].iter_mut().zip(others) {
        for (sum, weight) in sums[more[1]..].iter_mut().zip(others) {
            if !weight.is_zero() {
                sum.add_product(weight, factor);
            }
        }
    }
    stop::check();
}

/// How many throws of one pool can go with how many of the other: each pair has a place in memory.
const MAX_PAIRS: u128 = 10_000_000;

/// Two pools, of one kind of throws each, and the wins by the numbers of throws that have shown a face.
struct Match<'a, W: Weight> {
    pools: [&'a Pool<W>; 2],
    sizes: [u32; 2],
    /// Whether the wins of a side are counted.
    counted: [bool; 2],
}

/// By the number of throws of the first pool and then of the second.
type Cells<W> = Vec<Option<Wins<W>>>;

impl<W: Weight> Match<'_, W> {
    fn cell(&self, throws: [u32; 2]) -> usize {
        throws[0] as usize * (self.sizes[1] as usize + 1) + throws[1] as usize
    }

    fn no_cells(&self) -> Cells<W> {
        let cells = self.cell(self.sizes) + 1;
        std::iter::repeat_with(|| None).take(cells).collect()
    }

    /// The number of throws kept when this many of a pool are thrown.
    fn kept(&self, side: usize, throws: u32) -> u32 {
        self.pools[side].kept(0, throws)
    }

    /// The wins at some numbers of throws, to be added to.
    fn open<'c>(&self, wins: &'c mut Option<Wins<W>>, throws: [u32; 2]) -> &'c mut Wins<W> {
        wins.get_or_insert_with(|| {
            let most = self.most(self.kept(0, throws[0]).min(self.kept(1, throws[1])));
            vec![vec![W::zero(); most[1] + 1]; most[0] + 1]
        })
    }

    /// The most wins of each side of some pairs, as far as they are counted.
    fn most(&self, pairs: u32) -> [usize; 2] {
        self.counted
            .map(|counted| if counted { pairs as usize } else { 0 })
    }

    /// One face, where the side that leads has shown at least as many higher throws (more, if it is the second).
    fn face(&self, lead: usize, ways: &mut Ways<'_, W>, before: &Cells<W>, after: &mut Cells<W>) {
        for led in 0..=self.sizes[lead] {
            let between = self.behind(lead, led, ways, before);
            let left = self.sizes[lead] - led;
            let (least, most) = ways.range(lead, left);
            for (followed, wins) in (0..).zip(&between) {
                let Some(wins) = wins else {
                    continue;
                };
                for count in least..=most {
                    let throws = in_order(lead, led + count, followed);
                    let sum = self.open(&mut after[self.cell(throws)], throws);
                    add(sum, wins, [0; 2], ways.of(lead, left, count));
                }
            }
        }
    }

    /// The throws of one face of the side behind, those of the other still to come: by the number of its throws.
    fn behind(&self, lead: usize, led: u32, ways: &mut Ways<'_, W>, before: &Cells<W>) -> Cells<W> {
        let follow = 1 - lead;
        let mut between: Cells<W> = Vec::new();
        between.resize_with(self.sizes[follow] as usize + 1, || None);
        for followed in 0..=self.sizes[follow] {
            let kept = [self.kept(lead, led), self.kept(follow, followed)];
            let leads = kept[0] > kept[1] || lead == 0 && kept[0] == kept[1];
            let wins = &before[self.cell(in_order(lead, led, followed))];
            let Some(wins) = wins.as_ref().filter(|_| leads) else {
                continue;
            };
            let left = self.sizes[follow] - followed;
            let (least, most) = ways.range(follow, left);
            for count in least..=most {
                let now = followed + count;
                let beaten = (self.kept(follow, now) - kept[1]).min(kept[0] - kept[1]);
                let mut more = [0; 2];
                more[lead] = if self.counted[lead] {
                    beaten as usize
                } else {
                    0
                };
                let sum = self.open(&mut between[now as usize], in_order(lead, led, now));
                add(sum, wins, more, ways.of(follow, left, count));
            }
        }
        between
    }
}

/// The throws of the first and of the second side, of those of the side that leads and of the other.
fn in_order(lead: usize, led: u32, followed: u32) -> [u32; 2] {
    match lead {
        0 => [led, followed],
        _ => [followed, led],
    }
}

/// How often the highest of each of two pools is the higher, the next, and so on: the numbers of wins of both sides, of those whose
/// wins are counted, and their weights. Each pool is of one kind of throws.
///
/// # Errors
/// [`TooLarge`].
pub(crate) fn matched<W: Weight>(
    pools: [&Pool<W>; 2],
    counted: [bool; 2],
) -> Result<Vec<([u32; 2], W)>, TooLarge> {
    let parts: Vec<(usize, &PoolPart<W>)> = pools
        .iter()
        .map(|pool| &pool.parts[0])
        .enumerate()
        .collect();
    let sizes = pools.map(Pool::size);
    let matched = Match {
        pools,
        sizes,
        counted,
    };
    let mut faces: Vec<i64> = parts.iter().flat_map(|(_, part)| part.faces()).collect();
    faces.sort_unstable();
    faces.dedup();
    let mut ways = Ways::new(&parts);
    let cells = sizes.iter().map(|size| u128::from(*size) + 1);
    allow("pairs of numbers of throws", cells.product(), MAX_PAIRS)?;
    let mut cells = matched.no_cells();
    matched.open(&mut cells[0], [0; 2])[0][0] = W::one();
    for &face in faces.iter().rev() {
        ways.turn_to(face);
        let mut after = matched.no_cells();
        for lead in [0, 1] {
            matched.face(lead, &mut ways, &cells, &mut after);
        }
        cells = after;
    }
    let wins = cells.pop().flatten().expect("all have been thrown");
    let named = (0..).zip(wins).flat_map(|(first, wins)| {
        (0..)
            .zip(wins)
            .map(move |(second, weight)| ([first, second], weight))
    });
    Ok(named.filter(|(_, weight)| !weight.is_zero()).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::pool::read;
    use super::super::{Dist, Natural};
    use super::*;

    fn listed<T: Ord + Clone>(dist: &Dist<T>) -> Vec<(T, Natural)> {
        let items = dist.iter();
        items
            .map(|(wins, weight)| (wins.clone(), weight.clone()))
            .collect()
    }

    /// The same by a reader who is given the faces of both pools at once.
    fn by_reading(pools: [&Pool<Natural>; 2]) -> Vec<([u32; 2], Natural)> {
        let next = |&[ahead, first, second]: &[i64; 3], _, counts: &[u32]| {
            let (a, b) = (i64::from(counts[0]), i64::from(counts[1]));
            let won = ahead.max(0).min(b);
            let lost = (-ahead).max(0).min(a);
            [ahead + a - b, first + won, second + lost]
        };
        let states = read(&pools.map(Clone::clone), [0; 3], |_, _| true, next);
        let wins = states
            .into_iter()
            .map(|([_, first, second], weight)| ([first as u32, second as u32], weight));
        listed(&Dist::new(wins).unwrap())
    }

    fn pool() -> impl Strategy<Value = Pool<Natural>> {
        let faces = prop::collection::btree_map(0i64..6, 1u64..4, 1..5);
        (faces, 0u32..5, 0u32..5, 0usize..4).prop_map(|(faces, size, keep, kind)| {
            let cards: Vec<(i64, u64)> = faces.into_iter().collect();
            let all = cards.iter().map(|(_, count)| *count as u32).sum();
            let part = match kind {
                0 => PoolPart::Cards(cards, size.min(all)),
                _ => {
                    let weighted = cards
                        .iter()
                        .map(|(face, count)| (*face, Natural::from(*count)));
                    PoolPart::Dice(Dist::new(weighted).unwrap(), size)
                }
            };
            let pool = Pool::of(vec![part]);
            let take = pool.take.min(keep);
            match kind {
                1 => Pool { take, ..pool },
                2 => Pool {
                    skip: pool.take - take,
                    take,
                    ..pool
                },
                _ => pool,
            }
        })
    }

    proptest! {
        #[test]
        fn agrees_with_a_reader_of_both(a in pool(), b in pool()) {
            let expected = by_reading([&a, &b]);
            let found = matched([&a, &b], [true; 2]).unwrap();
            prop_assert_eq!(&found, &expected);
            for side in [0, 1] {
                let mut counted = [false; 2];
                counted[side] = true;
                let found = matched([&a, &b], counted).unwrap();
                let alone = expected.iter().map(|(wins, weight)| (wins[side], weight.clone()));
                let alone = listed(&Dist::new(alone).unwrap());
                let found: Vec<_> = found.into_iter().map(|(wins, weight)| (wins[side], weight)).collect();
                prop_assert_eq!(found, alone);
            }
        }
    }
}

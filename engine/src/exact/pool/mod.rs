//! The joint distribution of what several throws, or cards, show, without listing them.
//!
//! Faces are gone through from the highest down. What is known after a face is how many throws of each kind have shown a face
//! so far, and a state that the reader makes of the numbers that showed each: whatever the order in which the throws fell, so
//! that the cost grows with faces, throws and states, and not with the lists of what can fall.
//!
//! Of n dice of which u have shown a higher face, c show a face of weight w in `C(n − u, c) · w^c` ways; of a deck with m cards of
//! a face, c are drawn in `C(m, c)` ways. Where only some are kept, the i-th highest showing this face are those between
//! the numbers of throws before and after it, whichever throws they are.

mod ways;

use std::collections::BTreeSet;
use std::hash::Hash;

use num_traits::One;
use rustc_hash::FxHashMap;

use super::Natural;
use super::dist::Dist;
use super::weight::Weight;
use crate::work::stop;

pub(super) use ways::Ways;

/// Throws or cards that are looked at together, and which of them count.
#[derive(Clone, Debug)]
pub(crate) struct Pool<W> {
    pub(crate) parts: Vec<PoolPart<W>>,
    /// The number of the highest that are left out.
    pub(crate) skip: u32,
    /// The number of the others that count, from the highest down.
    pub(crate) take: u32,
}

/// Throws that are alike, or the cards of one deck.
#[derive(Clone, Debug)]
pub(crate) enum PoolPart<W> {
    /// This many throws.
    Dice(Dist<i64, W>, u32),
    /// This many cards drawn of a deck that has a number of cards of each value, ascending.
    Cards(Vec<(i64, u64)>, u32),
    /// One of several hands of a deck, which has a number by which the others are known.
    Hand(Vec<(i64, u64)>, u32, usize),
}

/// Throws that are alike, and how many.
pub(crate) type SameDice<W> = (Dist<i64, W>, u32);

/// A face that is looked at.
#[derive(Clone, Copy)]
pub(crate) struct Face {
    pub(crate) value: i64,
    /// Whether the face looked at before is higher by one.
    pub(crate) follows: bool,
}

impl<W: Weight> PoolPart<W> {
    pub(super) fn size(&self) -> u32 {
        match self {
            Self::Dice(_, count) | Self::Cards(_, count) | Self::Hand(_, count, _) => *count,
        }
    }

    pub(super) fn faces(&self) -> Vec<i64> {
        match self {
            Self::Dice(dist, _) => dist.iter().map(|(&face, _)| face).collect(),
            Self::Cards(cards, _) | Self::Hand(cards, ..) => {
                cards.iter().map(|(face, _)| *face).collect()
            }
        }
    }

    /// The number of times `left` throws or cards, none of them as high as a face before, can show this face, where the others have a
    /// lower face to show: from the least number of times to the most.
    fn times(&self, face: i64, left: u32) -> (u32, u32) {
        match self {
            Self::Dice(dist, _) => {
                let least = if *dist.first() < face { 0 } else { left };
                let shown = dist.weight(&face).is_some();
                (least, if shown { left } else { 0 })
            }
            // How many of a face are left for it depends on the other hands.
            Self::Hand(cards, ..) => (0, there(cards, face).min(left.into()) as u32),
            Self::Cards(cards, _) => {
                let below = cards.iter().filter(|(card, _)| *card < face);
                let below = below.fold(0u64, |sum, (_, count)| sum.saturating_add(*count));
                let least = u64::from(left).saturating_sub(below);
                let most = there(cards, face).min(left.into());
                (least as u32, most as u32)
            }
        }
    }

    /// In how many ways `left` throws, or cards, show this face 0, 1, 2, … times, up to `most`.
    fn ways(&self, face: i64, left: u32, most: u32) -> Vec<W> {
        let from = match self {
            // The places of a hand that such cards are dealt to.
            Self::Dice(..) | Self::Hand(..) => left.into(),
            Self::Cards(cards, _) => there(cards, face),
        };
        let weight = match self {
            Self::Dice(dist, _) => dist.weight(&face).filter(|weight| !weight.is_one()),
            Self::Cards(..) | Self::Hand(..) => None,
        };
        let mut power = W::one();
        // One after the other: a pool may have more throws than there is room for their ways.
        let mut ways = Vec::new();
        for (count, choice) in choices(from).take(most as usize + 1).enumerate() {
            stop::check();
            let choice = W::from_count(&choice);
            let Some(weight) = weight else {
                ways.push(choice);
                continue;
            };
            if count > 0 {
                power = power.times(weight);
            }
            ways.push(power.times(&choice));
        }
        ways
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
            // A hand is read as a whole, until no place of it is left.
            Self::Hand(..) => W::zero(),
            Self::Cards(cards, _) => {
                let below = cards.iter().filter(|(card, _)| *card < face);
                let below = below.map(|(_, count)| count).sum();
                W::from_count(&choices(below).nth(left as usize).unwrap_or_default())
            }
        }
    }
}

/// How many cards of a deck have a value.
fn there(cards: &[(i64, u64)], value: i64) -> u64 {
    let here = cards.iter().find(|(card, _)| *card == value);
    here.map_or(0, |(_, count)| *count)
}

/// The binomial coefficients of `n`: C(n, 0), C(n, 1), …
fn choices(n: u64) -> impl Iterator<Item = Natural> {
    let mut ways = Natural::one();
    (0..=n).map(move |k| {
        let mut next = Natural::default();
        next.add_scaled(&ways, n - k);
        std::mem::replace(&mut ways, next.div_rem_small(k + 1).0)
    })
}

impl<W: Weight> Pool<W> {
    /// All of some throws.
    pub(crate) fn of(parts: Vec<PoolPart<W>>) -> Self {
        let take = parts
            .iter()
            .map(PoolPart::size)
            .fold(0, u32::saturating_add);
        Self {
            parts,
            skip: 0,
            take,
        }
    }

    /// All throws, those that are alike together, if there are no cards.
    pub(crate) fn dice(&self) -> Option<Vec<(&Dist<i64, W>, u32)>> {
        let dice = self.parts.iter().map(|part| match part {
            PoolPart::Dice(dist, count) => Some((dist, *count)),
            PoolPart::Cards(..) | PoolPart::Hand(..) => None,
        });
        dice.collect()
    }

    /// All throws, those that are alike together, if there are no cards and all are kept; the pool itself otherwise.
    pub(crate) fn into_whole_dice(self) -> Result<Vec<SameDice<W>>, Self> {
        if self.take < self.size() || self.dice().is_none() {
            return Err(self);
        }
        let dice = self.parts.into_iter().filter_map(|part| match part {
            PoolPart::Dice(dist, count) => Some((dist, count)),
            PoolPart::Cards(..) | PoolPart::Hand(..) => None,
        });
        Ok(dice.collect())
    }

    /// The number of throws, including those that are not kept.
    pub(crate) fn size(&self) -> u32 {
        self.parts
            .iter()
            .map(PoolPart::size)
            .fold(0, u32::saturating_add)
    }

    /// The number of kept throws among those in places `from` to before `to`, from the highest down.
    pub(super) fn kept(&self, from: u32, to: u32) -> u32 {
        let end = self.skip + self.take;
        to.min(end).saturating_sub(from.max(self.skip))
    }
}

/// Pools that are read together, part by part.
struct Reading<'a, W: Weight> {
    pools: &'a [Pool<W>],
    parts: &'a [(usize, &'a PoolPart<W>)],
    ways: Ways<'a, W>,
    /// For each pool, how many of those kept show the face: what the reader is told of it.
    told: Vec<u32>,
    /// For each pool, how many show higher faces.
    places: Vec<u32>,
}

impl<'a, W: Weight> Reading<'a, W> {
    fn new(pools: &'a [Pool<W>], parts: &'a [(usize, &'a PoolPart<W>)]) -> Self {
        Self {
            pools,
            parts,
            ways: Ways::new(parts),
            told: vec![0; pools.len()],
            places: vec![0; pools.len()],
        }
    }

    /// How many throws of each part are left, and the least and the greatest number of these that can show the face.
    fn left(&mut self, used: &[u32]) -> (Vec<u32>, Vec<(u32, u32)>) {
        let sizes = self.parts.iter().map(|(_, part)| part.size());
        let left: Vec<u32> = sizes.zip(used).map(|(size, used)| size - used).collect();
        let parts = left.iter().enumerate();
        let ranges = parts.map(|(part, &left)| self.ways.range(part, left));
        let ranges = ranges.collect();
        (left, ranges)
    }

    /// Finds what is told where so many throws of each part show the face, `used` being those that show higher ones: whether none of those
    /// kept can show a lower face, and in how many ways that can be; `None` if it cannot be.
    fn tell(&mut self, used: &[u32], left: &[u32], counts: &[u32], face: i64) -> Option<(bool, W)> {
        let mut ways = W::one();
        self.told.fill(0);
        self.places.fill(0);
        for (part, (pool, _)) in self.parts.iter().enumerate() {
            self.places[*pool] += used[part];
            self.told[*pool] += counts[part];
            let here = self.ways.of(part, left[part], counts[part]);
            ways = match ways.is_one() {
                true => here.clone(),
                false => ways.times(here),
            };
        }
        if let Some(dealt) = dealt::<W>(self.parts, counts, face) {
            if dealt.is_zero() {
                return None;
            }
            ways = ways.times(&dealt);
        }
        let mut is_last = true;
        for ((count, place), pool) in self.told.iter_mut().zip(&self.places).zip(self.pools) {
            let to = place + *count;
            is_last &= to >= pool.skip + pool.take;
            *count = pool.kept(*place, to);
        }
        if is_last {
            for (part, left) in left.iter().enumerate() {
                if let Some(below) = self.ways.below(part, left - counts[part]) {
                    ways = ways.times(below);
                }
            }
        }
        Some((is_last, ways))
    }
}

/// Adds to the weights of the states that each state leads to its own weight, times `ways`.
fn spread<W: Weight>(
    here: &[(u32, W)],
    ways: &W,
    mut lead: impl FnMut(u32) -> u32,
    to: &mut Weights<W>,
) {
    let mut rest = here.iter().peekable();
    while let Some((state, weight)) = rest.next() {
        let target = lead(*state);
        let sum = to.entry(target).or_insert_with(W::zero);
        let mut run: Option<W> = None;
        while let Some((_, more)) = rest.next_if(|(state, _)| lead(*state) == target) {
            *run.get_or_insert_with(|| weight.clone()) += more;
        }
        stop::check();
        sum.add_product(run.as_ref().unwrap_or(weight), ways);
    }
}

/// The states in which pools leave a reader, and their weights: for each pool it is told how many of those kept show a face,
/// from the highest face down. It is not told of faces that none of those kept can show any more. `alike` says of two faces whether the
/// reader makes the same of both.
pub(crate) fn read<W: Weight, S: Clone + Ord + Hash>(
    pools: &[Pool<W>],
    start: S,
    alike: impl Fn(Face, Face) -> bool,
    next: impl Fn(&S, Face, &[u32]) -> S,
) -> Vec<(S, W)> {
    let parts: Vec<(usize, &PoolPart<W>)> = (pools.iter().enumerate())
        .flat_map(|(pool, of)| of.parts.iter().map(move |part| (pool, part)))
        .collect();
    if parts.iter().all(|(_, part)| part.size() == 0) {
        return vec![(start, W::one())];
    }
    let faces: BTreeSet<i64> = parts.iter().flat_map(|(_, part)| part.faces()).collect();
    let mut states = States {
        all: Vec::new(),
        numbers: FxHashMap::default(),
    };
    let first = (states.number(start), W::one());
    let mut done = Weights::default();
    // By how many throws of each part have shown a face so far.
    let mut open: FxHashMap<Vec<u32>, Weights<W>> = FxHashMap::default();
    open.insert(vec![0; parts.len()], Weights::from_iter([first]));
    let mut reading = Reading::new(pools, &parts);
    let mut moved = Leads::default();
    let mut before: Option<Face> = None;
    for &value in faces.iter().rev() {
        let follows = before.is_some_and(|before| before.value == value + 1);
        let face = Face { value, follows };
        reading.ways.turn_to(value);
        let last = before.replace(face);
        if last.is_some_and(|last| !alike(last, face)) {
            moved = Leads::default();
        }
        let ranks = states.ranks();
        let mut after: FxHashMap<Vec<u32>, Weights<W>> = FxHashMap::default();
        for (used, here) in std::mem::take(&mut open) {
            // In their order, so that states that lead to the same one mostly stand beside each other.
            let mut here: Vec<(u32, W)> = here.into_iter().collect();
            here.sort_unstable_by_key(|(state, _)| ranks[*state as usize]);
            let (left, ranges) = reading.left(&used);
            let mut counts: Vec<u32> = ranges.iter().map(|(least, _)| *least).collect();
            let mut more = ranges.iter().all(|(least, most)| least <= most);
            while more {
                stop::check();
                if let Some((is_last, ways)) = reading.tell(&used, &left, &counts, value) {
                    let shown = used.iter().zip(&counts).map(|(used, count)| used + count);
                    let to = match is_last {
                        true => &mut done,
                        false => after.entry(shown.collect()).or_default(),
                    };
                    let leads = leads_of(&mut moved, &reading.told);
                    let next = |state: &S| next(state, face, &reading.told);
                    let lead = |state| states.lead(leads, state, &next);
                    spread(&here, &ways, lead, to);
                }
                more = advance(&mut counts, &ranges);
            }
        }
        open = after;
    }
    let named = |(state, weight)| (states.of(state).clone(), weight);
    done.into_iter().map(named).collect()
}

/// The sum of those that are kept, read face by face; it must stay in the range of outcomes.
pub(crate) fn sum_by_reading<W: Weight>(pool: &Pool<W>) -> Dist<i64, W> {
    let total = |sum: &i64, face: Face, counts: &[u32]| sum + i64::from(counts[0]) * face.value;
    let sums = read(std::slice::from_ref(pool), 0, |_, _| false, total);
    Dist::new(sums).expect("weights are not zero")
}

/// In how many ways cards of one value can lie in the places of several hands that they are dealt to, one after the other: as
/// many as are left of it each time, none where there are too few. Nothing where there are no such hands.
fn dealt<W: Weight>(parts: &[(usize, &PoolPart<W>)], counts: &[u32], face: i64) -> Option<W> {
    let hands = parts.iter().zip(counts);
    let hands = hands.filter_map(|((_, part), count)| match part {
        PoolPart::Hand(cards, _, deck) => Some((*deck, cards, u64::from(*count))),
        _ => None,
    });
    let mut ways: Option<W> = None;
    let mut gone: Vec<(usize, u64)> = Vec::new();
    for (deck, cards, count) in hands {
        let all = there(cards, face);
        let at = gone.iter().position(|(other, _)| *other == deck);
        let at = at.unwrap_or_else(|| {
            gone.push((deck, 0));
            gone.len() - 1
        });
        let so_far = ways.get_or_insert_with(W::one);
        for _ in 0..count {
            let left = all.saturating_sub(gone[at].1);
            *so_far = so_far.times(&W::from_count(&Natural::from(left)));
            gone[at].1 += 1;
        }
    }
    ways
}

/// The weights of states, by their numbers.
type Weights<W> = FxHashMap<u32, W>;

/// Where each state leads, by what the reader is told.
type Leads = FxHashMap<Vec<u32>, Vec<u32>>;

/// Those of what the reader is told, none found yet at first.
fn leads_of<'l>(leads: &'l mut Leads, told: &[u32]) -> &'l mut Vec<u32> {
    if !leads.contains_key(told) {
        leads.insert(told.to_vec(), Vec::new());
    }
    leads.get_mut(told).expect("it is there")
}

/// States of a reader, numbered as they are met.
struct States<S> {
    all: Vec<S>,
    numbers: FxHashMap<S, u32>,
}

impl<S: Clone + Ord + Hash> States<S> {
    fn number(&mut self, state: S) -> u32 {
        *self.numbers.entry(state).or_insert_with_key(|state| {
            self.all.push(state.clone());
            self.all.len() as u32 - 1
        })
    }

    fn of(&self, number: u32) -> &S {
        &self.all[number as usize]
    }

    /// The place of each state in their order.
    fn ranks(&self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.all.len() as u32).collect();
        order.sort_unstable_by(|a, b| self.of(*a).cmp(self.of(*b)));
        let mut ranks = vec![0; order.len()];
        for (rank, state) in (0..).zip(order) {
            ranks[state as usize] = rank;
        }
        ranks
    }

    /// Where a state leads: found once, and then in `leads`.
    fn lead(&mut self, leads: &mut Vec<u32>, state: u32, next: impl Fn(&S) -> S) -> u32 {
        /// Not found yet.
        const OPEN: u32 = u32::MAX;
        let at = state as usize;
        if leads.len() <= at {
            leads.resize(self.all.len(), OPEN);
        }
        if leads[at] == OPEN {
            leads[at] = self.number(next(&self.all[at]));
        }
        leads[at]
    }
}

/// The next of all choices of a number in each range, as the digits of a number count; `false` after the last.
fn advance(counts: &mut [u32], ranges: &[(u32, u32)]) -> bool {
    for (count, (least, most)) in counts.iter_mut().zip(ranges) {
        if *count < *most {
            *count += 1;
            return true;
        }
        *count = *least;
    }
    false
}

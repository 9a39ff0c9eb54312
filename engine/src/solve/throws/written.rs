//! A game written down: what each option of each throw leads to.

use std::ops::Range;

use num_bigint::BigInt;
use num_rational::BigRational;

use super::{MAX_TOTAL, Moves, Next, ONE};
use crate::exact::graph::strong_components_by;
use crate::solve::parallel;
use crate::work::{Fault, Kind, stop};

/// The bit of an option's code that says that the other side throws next.
const PASS: u32 = 1 << 31;
/// The bit of the last option of a throw.
const LAST: u32 = 1 << 30;
/// The place of a code that stands for no place: exits are counted from it downwards until all places are known.
const NO_PLACE: u32 = LAST - 1;
/// The most places and exits together.
pub(super) const MAX_PLACES: usize = NO_PLACE as usize / 2;
/// Places handed to a thread at a time. Of a wave of no more the places are looked at one by one, each seeing what those before it have become.
pub(super) const CHUNK: usize = 1 << 13;
/// Waves of a block that is looked at by several threads.
const WAVES: usize = 32;

/// Whether the other side throws next after an option.
#[inline]
pub(super) fn passes(code: u32) -> bool {
    code & PASS != 0
}

/// The place that an option leads to; after all places come the exits.
#[inline]
pub(super) fn place(code: u32) -> usize {
    (code & !(PASS | LAST)) as usize
}

/// Bounds of what an option is worth to the side that has thrown.
#[inline]
pub(super) fn option_bounds(code: u32, pairs: &[[u64; 2]]) -> [u64; 2] {
    let [low, high] = pairs[place(code)];
    match passes(code) {
        true => [ONE - high, ONE - low],
        false => [low, high],
    }
}

/// The options of some consecutive places.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// Where the codes of each place begin, and where those of the last one end.
    starts: Vec<u32>,
    codes: Vec<u32>,
}

impl Part {
    pub(super) fn new() -> Self {
        Self {
            starts: vec![0],
            codes: Vec::new(),
        }
    }

    /// Ends a place with what was added since the last one.
    pub(super) fn end_place(&mut self) {
        self.starts.push(self.codes.len() as u32);
    }

    /// Adds the options of a throw.
    ///
    /// # Panics
    /// If there are none: the options of the next throw would be taken for its own.
    pub(super) fn add(&mut self, options: impl Iterator<Item = u32>) {
        let first = self.codes.len();
        self.codes.extend(options);
        assert!(first < self.codes.len(), "a throw has an option");
        self.end_throw(first);
    }

    /// Marks the last one of the options from some code on, which are those of a throw.
    fn end_throw(&mut self, first: usize) {
        for code in &mut self.codes[first..] {
            *code &= !LAST;
        }
        if let Some(last) = self.codes.last_mut() {
            *last |= LAST;
        }
    }

    /// Gives the exits, which were numbered from 0 while the number of `places` was not known, places of their own behind these.
    pub(super) fn place_exits(&mut self, places: usize, place_of: impl Fn(usize) -> usize) {
        for code in &mut self.codes {
            let at = place(*code);
            if at >= places {
                *code = *code & (PASS | LAST) | place_of(NO_PLACE as usize - at) as u32;
            }
        }
    }

    /// Gives back the memory that was held for more places. It is copied, since an allocator may leave a vector that shrinks where it is.
    pub(super) fn shrink(&mut self) {
        *self = self.clone();
    }

    fn places(&self) -> usize {
        self.starts.len() - 1
    }

    #[inline]
    fn of(&self, place: usize) -> &[u32] {
        &self.codes[self.starts[place] as usize..self.starts[place + 1] as usize]
    }

    /// The same with some options of each throw, at least one.
    fn with(&self, keep: impl Fn(&[u32], &mut Vec<u32>)) -> Self {
        let mut part = Self::new();
        for place in 0..self.places() {
            for options in throws_of(self.of(place)) {
                let first = part.codes.len();
                keep(options, &mut part.codes);
                part.end_throw(first);
            }
            part.end_place();
        }
        part.shrink();
        part
    }
}

/// The options of each throw.
fn throws_of(codes: &[u32]) -> impl Iterator<Item = &[u32]> {
    codes.split_inclusive(|code| code & LAST != 0)
}

/// The code of an option that leads to a place.
#[inline]
pub(super) fn code(place: usize, pass: bool) -> u32 {
    place as u32 | if pass { PASS } else { 0 }
}

/// The code of an option that leads to an exit, numbered from 0.
#[inline]
pub(super) fn exit_code(exit: usize, pass: bool) -> u32 {
    code(NO_PLACE as usize - exit, pass)
}

/// Division by the sum of the weights, rounding down or up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Total {
    pub(super) total: u64,
    shift: Option<u32>,
}

impl Total {
    pub(super) fn new(total: u64) -> Self {
        let shift = total.is_power_of_two().then(|| total.trailing_zeros());
        Self { total, shift }
    }

    pub(super) fn floor(self, sum: u128) -> u64 {
        // Averages are no greater than what they are averages of.
        match self.shift {
            Some(shift) => (sum >> shift) as u64,
            None => (sum / u128::from(self.total)) as u64,
        }
    }

    pub(super) fn ceil(self, sum: u128) -> u64 {
        self.floor(sum + u128::from(self.total - 1))
    }
}

/// Places that are solved together.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Its places, in the order in which they are looked at; `None` for all places of a game in their own.
    order: Option<Vec<u32>>,
    /// Parts of the order whose places are looked at together.
    waves: Vec<Range<usize>>,
}

/// The options of all places of a game.
#[derive(Clone, Debug)]
pub(super) struct Written {
    /// Of the throws that can fall.
    pub(super) weights: Vec<u64>,
    pub(super) total: Total,
    /// The chance of each throw, nearly.
    chances: Vec<f64>,
    parts: Vec<Part>,
    places: usize,
    /// Bounds of what each exit is worth, from the view of the side that an option without a pass leaves with it; none of a layer, whose exits
    /// are known elsewhere.
    pub(super) exits: Vec<[u64; 2]>,
    /// The same as fractions, where there are some.
    pub(super) payoffs: Vec<BigRational>,
    /// An exit that may be worth anything, and ends nothing.
    pub(super) open: Option<usize>,
}

/// The exits as bounds.
pub(super) fn rounded(payoffs: &[BigRational], open: Option<usize>) -> Vec<[u64; 2]> {
    let unit = |value: BigRational| u64::try_from(value.to_integer()).unwrap_or(ONE);
    let rounded = payoffs.iter().enumerate().map(|(exit, payoff)| {
        let scaled = payoff * BigInt::from(ONE);
        match open == Some(exit) {
            true => [0, ONE],
            false => [unit(scaled.floor()), unit(scaled.ceil())],
        }
    });
    rounded.collect()
}

/// The numbers of the throws that can fall, and their weights.
///
/// # Errors
/// Of kind limit: weights whose sum is 0 or more than [`MAX_TOTAL`].
pub(super) fn falling<M: Moves>(moves: &M) -> Result<(Vec<usize>, Vec<u64>), Fault> {
    let weights = moves.weights();
    let total = weights
        .iter()
        .fold(0, |sum: u64, weight| sum.saturating_add(*weight));
    if !(1..=MAX_TOTAL).contains(&total) {
        let text = format!(
            "the weights of the throws add up to {total}: their sum is from 1 to {MAX_TOTAL}"
        );
        return Err(Fault::new(Kind::Limit, text));
    }
    let weights = weights.iter().copied().enumerate();
    Ok(weights.filter(|(_, weight)| *weight > 0).unzip())
}

impl Written {
    /// A game with so many exits whose throws have these weights, at least one of which is not 0.
    pub(super) fn new(weights: Vec<u64>, parts: Vec<Part>, exits: usize) -> Self {
        let places = parts.iter().map(Part::places).sum();
        assert!(places + exits < MAX_PLACES, "codes hold the places");
        let total: u64 = weights.iter().sum();
        let chances = weights.iter().map(|&weight| weight as f64 / total as f64);
        Self {
            total: Total::new(total),
            chances: chances.collect(),
            weights,
            parts,
            places,
            exits: Vec::new(),
            payoffs: Vec::new(),
            open: None,
        }
    }

    /// Bounds of all places, and after them those of the exits.
    pub(super) fn with_exits(&self, places: impl Iterator<Item = [u64; 2]>) -> Vec<[u64; 2]> {
        places.chain(self.exits.iter().copied()).collect()
    }

    /// The number of places.
    pub(super) fn len(&self) -> usize {
        self.places
    }

    /// The options of each throw in a place.
    #[inline]
    pub(super) fn throws(&self, place: usize) -> impl Iterator<Item = &[u32]> {
        throws_of(self.parts[place / CHUNK].of(place % CHUNK))
    }

    /// The weight of each throw, and its options.
    #[inline]
    pub(super) fn weighted(&self, place: usize) -> impl Iterator<Item = (u64, &[u32])> {
        self.weights.iter().copied().zip(self.throws(place))
    }

    /// What an option leads to.
    pub(super) fn next(&self, code: u32) -> Next {
        let place = place(code);
        match (place.checked_sub(self.places), passes(code)) {
            (Some(exit), _) => Next::End(exit),
            (None, true) => Next::Pass(place),
            (None, false) => Next::Again(place),
        }
    }

    /// The weight of each throw, and what its options lead to.
    pub(super) fn nexts(
        &self,
        place: usize,
    ) -> impl Iterator<Item = (u64, impl Iterator<Item = Next>)> {
        let weighted = self.weighted(place);
        weighted.map(|(weight, options)| (weight, options.iter().map(|&code| self.next(code))))
    }

    /// What is made of the options of each throw in a place, one after the other from `start` on.
    #[inline]
    pub(super) fn each_throw<A: Copy>(
        &self,
        place: usize,
        start: A,
        step: impl Fn(A, u32) -> A,
        mut made: impl FnMut(A),
    ) {
        let mut so_far = start;
        for &code in self.parts[place / CHUNK].of(place % CHUNK) {
            so_far = step(so_far, code);
            if code & LAST != 0 {
                made(so_far);
                so_far = start;
            }
        }
    }

    /// The mean over the throws of a number made of their options.
    #[inline]
    pub(super) fn expected<A: Copy>(
        &self,
        place: usize,
        start: A,
        step: impl Fn(A, u32) -> A,
        end: impl Fn(A) -> f64,
    ) -> f64 {
        let (mut mean, mut chances) = (0.0, self.chances.iter());
        self.each_throw(place, start, step, |made| {
            mean += chances.next().copied().unwrap_or_default() * end(made);
        });
        mean
    }

    /// The mean over the throws of what bounds make of their options.
    #[inline]
    pub(super) fn mean(&self, at: usize, pairs: &[[u64; 2]]) -> [u64; 2] {
        let (mut low, mut high, mut weights) = (0, 0, self.weights.iter());
        let greatest = |[low, high]: [u64; 2], code| {
            let [l, h] = option_bounds(code, pairs);
            [low.max(l), high.max(h)]
        };
        self.each_throw(at, [0; 2], greatest, |[l, h]| {
            let weight = u128::from(weights.next().copied().unwrap_or_default());
            low += u128::from(l) * weight;
            high += u128::from(h) * weight;
        });
        [self.total.floor(low), self.total.ceil(high)]
    }

    /// Leaves of each throw's options those that may be worth as much as any other is worth at least.
    pub(super) fn keep_best<N: PartialOrd + Copy>(
        &mut self,
        worths: impl Fn(u32) -> [N; 2] + Sync,
    ) {
        parallel::for_each(&mut self.parts, |part| {
            *part = part.with(|options, kept| best_of(options, &worths, kept));
        });
    }

    /// The game of the places that can be reached from `starts`, themselves included, by the options kept, and the place of each here, ascending.
    /// Options are told by the place, the number of the throw, and all options; of each throw at least one must be kept.
    pub(super) fn part(
        &self,
        starts: impl IntoIterator<Item = usize>,
        keep: impl Fn((usize, usize), &[u32], &mut Vec<u32>),
    ) -> (Self, Vec<usize>) {
        let mut new = vec![NO_PLACE; self.places];
        let mut todo: Vec<usize> = starts.into_iter().collect();
        let mut kept = Vec::new();
        while let Some(place) = todo.pop() {
            if std::mem::replace(&mut new[place], 0) == 0 {
                continue;
            }
            for (throw, options) in self.throws(place).enumerate() {
                keep((place, throw), options, &mut kept);
                let next = kept.drain(..).filter_map(|code| self.next(code).state());
                todo.extend(next.filter(|&to| new[to] == NO_PLACE));
            }
        }
        let places: Vec<usize> = (0..self.places).filter(|&at| new[at] == 0).collect();
        for (number, &place) in (0..).zip(&places) {
            new[place] = number;
        }
        let parts = places.chunks(CHUNK).map(|chunk| {
            let mut part = Part::new();
            for &at in chunk {
                for (throw, options) in self.throws(at).enumerate() {
                    keep((at, throw), options, &mut kept);
                    part.add(kept.drain(..).map(|option| {
                        let (place, pass) = (place(option), passes(option));
                        match place.checked_sub(self.places) {
                            Some(exit) => exit_code(exit, pass),
                            None => code(new[place] as usize, pass),
                        }
                    }));
                }
                part.end_place();
            }
            part.place_exits(places.len(), |exit| places.len() + exit);
            part
        });
        let part = Self {
            weights: self.weights.clone(),
            chances: self.chances.clone(),
            exits: self.exits.clone(),
            payoffs: self.payoffs.clone(),
            parts: parts.collect(),
            places: places.len(),
            ..*self
        };
        (part, places)
    }

    /// Makes all options of a place lead to an exit.
    pub(super) fn end(&mut self, place: usize, exit: usize) {
        let exit = (self.places + exit) as u32;
        let part = &mut self.parts[place / CHUNK];
        let within = part.of(place % CHUNK).len();
        let first = part.starts[place % CHUNK] as usize;
        for code in &mut part.codes[first..first + within] {
            *code = *code & LAST | exit;
        }
    }

    /// Strongly connected components, those that others lead to first, each ascending.
    pub(super) fn components(&self) -> Vec<Vec<usize>> {
        strong_components_by(self.places, |place, cursor| {
            if place % 4096 == 0 {
                stop::check();
            }
            let codes = self.parts[place / CHUNK].of(place % CHUNK);
            let mut left = codes[*cursor as usize..].iter();
            let next = left.find_map(|&code| self.next(code).state());
            *cursor = (codes.len() - left.len()) as u64;
            next
        })
    }

    /// The places in blocks, each after those it leads to.
    ///
    /// Where play can come back it stays in one block; places to which it cannot are put together.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let mut blocks = Vec::new();
        let mut single: Vec<u32> = Vec::new();
        for component in self.components() {
            if component.len() == 1 && single.len() < CHUNK {
                single.push(component[0] as u32);
                continue;
            }
            if !single.is_empty() {
                blocks.push(Block::new(std::mem::take(&mut single)));
            }
            // Those that were reached last lie nearest to an end.
            let order = component.iter().rev().map(|&place| place as u32);
            blocks.push(Block::new(order.collect()));
        }
        blocks.push(Block::new(single));
        blocks
    }
}

impl Block {
    pub(super) fn new(order: Vec<u32>) -> Self {
        let wave = CHUNK.max(order.len().div_ceil(WAVES));
        let firsts = (0..order.len()).step_by(wave);
        let waves = firsts.map(|first| first..order.len().min(first + wave));
        Self {
            waves: waves.collect(),
            order: Some(order),
        }
    }

    /// All places of a game in their order, in these waves.
    pub(super) fn in_waves(waves: Vec<Range<usize>>) -> Self {
        Self { order: None, waves }
    }

    /// Those of its places that are `among` some.
    pub(super) fn among(self, among: &[bool]) -> Self {
        let places = self.places().filter(|&place| among[place]);
        Self::new(places.map(|place| place as u32).collect())
    }

    /// Its places.
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        let waves = self.waves.iter().cloned();
        waves.flatten().map(|at| self.place(at))
    }

    /// The place that is looked at after so many others.
    #[inline]
    fn place(&self, at: usize) -> usize {
        (self.order.as_ref()).map_or(at, |order| order[at] as usize)
    }

    /// Replaces the number of each place by what `of` makes of all numbers, and shows the old one and the new.
    ///
    /// In a wave of several threads the old numbers are read, so that the result does not depend on how many they are.
    pub(super) fn sweep<N: Copy + Send + Sync>(
        &self,
        numbers: &mut [N],
        of: impl Fn(usize, &[N]) -> N + Sync,
        mut see: impl FnMut(N, N),
    ) {
        for wave in self.waves.iter().cloned() {
            if wave.len() <= CHUNK {
                stop::check();
                for place in wave.map(|at| self.place(at)) {
                    let new = of(place, numbers);
                    see(std::mem::replace(&mut numbers[place], new), new);
                }
                continue;
            }
            let made = parallel::map_ranges(wave.len(), CHUNK, |part| {
                let part = wave.start + part.start..wave.start + part.end;
                let made = part.map(|at| of(self.place(at), numbers));
                made.collect::<Vec<N>>()
            });
            for (at, new) in wave.zip(made.into_iter().flatten()) {
                let place = self.place(at);
                see(std::mem::replace(&mut numbers[place], new), new);
            }
        }
    }
}

/// Adds the options that may be worth as much as any other is worth at least.
pub(super) fn best_of<N: PartialOrd + Copy>(
    options: &[u32],
    worths: impl Fn(u32) -> [N; 2],
    kept: &mut Vec<u32>,
) {
    let least = options.iter().map(|&code| worths(code)[0]);
    let least = least.reduce(|least, other| if other > least { other } else { least });
    let best = options.iter().copied();
    kept.extend(best.filter(|&code| least.is_none_or(|least| worths(code)[1] >= least)));
}

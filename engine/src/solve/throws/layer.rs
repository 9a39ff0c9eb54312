//! A layer at work: its positions in order, and sweeps over them.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Game, Options};
use crate::solve::parallel;

/// Positions handed to a thread at a time.
pub(super) const CHUNK: usize = 1 << 13;

/// A layer whose positions are put in order.
pub(super) struct Layer<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) number: usize,
    /// The numbers of its positions.
    pub(super) range: Range<u64>,
    /// The places of its positions, those that are farther on first.
    pub(super) order: Vec<u32>,
    /// Their positions, in that order.
    pub(super) positions: Vec<G::Position>,
    /// Parts of the order whose positions are equally far on.
    pub(super) waves: Vec<Range<usize>>,
    /// The chance of each throw.
    pub(super) chances: Vec<f64>,
}

/// A number for each place of a layer, which several threads may read while one writes.
///
/// The numbers are not negative.
pub(super) struct Numbers(Vec<AtomicU64>);

impl Numbers {
    pub(super) fn new(numbers: Vec<f64>) -> Self {
        let numbers = numbers.into_iter();
        Self(
            numbers
                .map(|number| AtomicU64::new(number.to_bits()))
                .collect(),
        )
    }

    #[inline]
    pub(super) fn get(&self, place: usize) -> f64 {
        f64::from_bits(self.0[place].load(Ordering::Relaxed))
    }

    #[inline]
    fn set(&self, place: usize, number: f64) {
        self.0[place].store(number.to_bits(), Ordering::Relaxed);
    }
}

/// The option that is taken after each throw in each position, in the order of the layer.
pub(super) struct Rows {
    throws: usize,
    /// What does not depend on other positions of the layer.
    constants: Vec<f64>,
    /// For each throw the place that it leads to.
    codes: Vec<u32>,
}

/// The options taken in one position.
pub(super) struct Row<'a> {
    pub(super) constant: &'a mut f64,
    pub(super) codes: &'a mut [u32],
}

/// No place of the layer.
pub(super) const NOWHERE: u32 = u32::MAX;
/// The bit of a code that says that the other side throws there.
pub(super) const PASS: u32 = 1 << 31;

impl Rows {
    pub(super) fn new(places: usize, throws: usize) -> Self {
        Self {
            throws,
            constants: vec![0.0; places],
            codes: vec![NOWHERE; places * throws],
        }
    }
}

impl<'a, G: Game> Layer<'a, G> {
    pub(super) fn new(game: &'a G, number: usize) -> Self {
        let range = game.layers()[number].clone();
        let places = (range.end - range.start) as usize;
        let advances = parallel::map_ranges(places, CHUNK, |part| {
            let advance = |place| game.advance(&game.position(range.start + place as u64));
            part.map(advance).collect::<Vec<_>>()
        });
        let most = advances
            .iter()
            .flatten()
            .max()
            .map_or(0, |&most| most as usize);
        let mut firsts = vec![0; most + 2];
        for &advance in advances.iter().flatten() {
            firsts[most - advance as usize + 1] += 1;
        }
        for at in 1..firsts.len() {
            firsts[at] += firsts[at - 1];
        }
        let waves = firsts.windows(2).map(|ends| ends[0]..ends[1]);
        let waves = waves.filter(|wave| !wave.is_empty()).collect();
        let mut order = vec![0; places];
        for (place, &advance) in (0..).zip(advances.iter().flatten()) {
            let at = &mut firsts[most - advance as usize];
            order[*at] = place;
            *at += 1;
        }
        let positions = parallel::map_ranges(places, CHUNK, |part| {
            let number = |&place: &u32| range.start + u64::from(place);
            let positions = order[part].iter().map(|place| game.position(number(place)));
            positions.collect::<Vec<_>>()
        });
        let weights = game.weights();
        let total: u64 = weights.iter().sum();
        let chance = |&weight: &u64| weight as f64 / total as f64;
        Self {
            game,
            number,
            range,
            positions: positions.concat(),
            order,
            waves,
            chances: weights.iter().map(chance).collect(),
        }
    }

    /// The values guessed before any are found.
    pub(super) fn guesses(&self) -> Numbers {
        let guesses = Numbers::new(vec![0.0; self.order.len()]);
        for (&place, position) in self.order.iter().zip(&self.positions) {
            guesses.set(place as usize, self.game.guess(position));
        }
        guesses
    }

    /// The place in the layer of a number, if it is one of it.
    #[inline]
    pub(super) fn place(&self, number: u64) -> Option<usize> {
        (number >= self.range.start).then(|| (number - self.range.start) as usize)
    }

    /// Replaces the number of each place by what `visit` makes of its position and its row, wave by wave, and returns the greatest change.
    ///
    /// Within a wave the old numbers are read, so that the result does not depend on the number of threads.
    pub(super) fn sweep(
        &self,
        numbers: &Numbers,
        rows: &mut Rows,
        visit: impl Fn(&G::Position, Row<'_>, &mut Options<G::Position>) -> f64 + Sync,
    ) -> f64 {
        let throws = rows.throws;
        let greatest = AtomicU64::new(0);
        let longest = self.waves.iter().map(ExactSizeIterator::len).max();
        let mut made = vec![0.0; longest.unwrap_or(0)];
        for wave in &self.waves {
            let places = self.order[wave.clone()].chunks(CHUNK);
            let made = &mut made[..wave.len()];
            let constants = rows.constants[wave.clone()].chunks_mut(CHUNK);
            let codes =
                rows.codes[wave.start * throws..wave.end * throws].chunks_mut(CHUNK * throws);
            let positions = self.positions[wave.clone()].chunks(CHUNK);
            let work = positions
                .zip(constants)
                .zip(codes)
                .zip(made.chunks_mut(CHUNK));
            parallel::for_each(work, |(((positions, constants), codes), made)| {
                let mut options = Options::new();
                let rows = constants.iter_mut().zip(codes.chunks_mut(throws));
                for ((position, (constant, codes)), made) in positions.iter().zip(rows).zip(made) {
                    *made = visit(position, Row { constant, codes }, &mut options);
                }
            });
            parallel::for_each(places.zip(made.chunks(CHUNK)), |(places, made)| {
                let mut most = 0.0_f64;
                for (&place, &made) in places.iter().zip(made) {
                    most = most.max((made - numbers.get(place as usize)).abs());
                    numbers.set(place as usize, made);
                }
                // The bits of numbers that are not negative are in their order.
                greatest.fetch_max(most.to_bits(), Ordering::Relaxed);
            });
        }
        f64::from_bits(greatest.into_inner())
    }
}

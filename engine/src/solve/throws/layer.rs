//! A layer at work: its positions in order.

use std::ops::Range;

use super::NumberedGame;
use crate::solve::parallel;

/// Positions handed to a thread at a time.
pub(super) const CHUNK: usize = 1 << 13;

/// A layer whose positions are put in order.
pub(super) struct OrderedLayer<'a, G: NumberedGame> {
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

impl<'a, G: NumberedGame> OrderedLayer<'a, G> {
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

    /// The place in the layer of a number, if it is one of it.
    #[inline]
    pub(super) fn place(&self, number: u64) -> Option<usize> {
        (number >= self.range.start).then(|| (number - self.range.start) as usize)
    }
}

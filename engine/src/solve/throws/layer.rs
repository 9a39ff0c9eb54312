//! A layer at work: its positions in order, and their options written down.

use std::ops::Range;

use super::written::{Block, CHUNK, Part, Written, code, exit_code, falling};
use super::{Next, NumberedGame, ONE, SolvedBounds};
use crate::solve::parallel;
use crate::work::stop;

/// A layer whose positions are put in order.
pub(super) struct OrderedLayer<'a, G: NumberedGame> {
    pub(super) game: &'a G,
    pub(super) number: usize,
    /// The numbers of its positions.
    pub(super) range: Range<u64>,
    /// The numbers of its positions within the layer, those that are farther on first.
    pub(super) order: Vec<u32>,
    /// Their positions, in that order.
    pub(super) positions: Vec<G::Position>,
    /// All of them, in waves of positions equally far on.
    pub(super) block: Block,
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
        Self {
            game,
            number,
            range,
            positions: positions.concat(),
            order,
            block: Block::in_waves(waves),
        }
    }

    /// The number of each position in the order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        (self.order.iter()).map(|&place| self.range.start + u64::from(place))
    }

    /// What is there for each position in the order, for each number.
    pub(super) fn by_number<T: Copy + Default>(&self, of: impl IntoIterator<Item = T>) -> Vec<T> {
        let mut placed = vec![T::default(); self.order.len()];
        for (&place, of) in self.order.iter().zip(of) {
            placed[place as usize] = of;
        }
        placed
    }

    /// The options of all positions, the places being those of the order, with what is `known` of the positions outside the layer that options
    /// lead to; and their numbers, `None` where the side to throw has won.
    pub(super) fn written(&self, known: &SolvedBounds) -> (Written, Vec<Option<u64>>) {
        let mut ranks = vec![0; self.order.len()];
        for (rank, &place) in (0..).zip(&self.order) {
            ranks[place as usize] = rank;
        }
        let (used, weights) = falling(self.game)
            .expect("weights of a game that is numbered have a sum within the limits");
        let written = parallel::map_ranges(self.order.len(), CHUNK, |range| {
            self.write(&used, &ranks, range)
        });
        let mut outside = Vec::new();
        let parts = written.into_iter().map(|(mut part, led_to)| {
            part.place_exits(ranks.len() + outside.len());
            outside.extend(led_to);
            part
        });
        let parts = parts.collect();
        let exits = outside.iter();
        let exits = exits.map(|number| number.map_or([ONE; 2], |number| known.wide(number)));
        (Written::new(weights, parts, exits.collect()), outside)
    }

    /// Some positions with their options, and the positions outside the layer that these lead to.
    fn write(
        &self,
        throws: &[usize],
        ranks: &[u32],
        range: Range<usize>,
    ) -> (Part, Vec<Option<u64>>) {
        let (mut part, mut outside, mut options) = (Part::new(), Vec::new(), Vec::new());
        for position in &self.positions[range] {
            stop::check();
            for &throw in throws {
                self.game.options(position, throw, &mut options);
                part.add(options.drain(..).map(|next| {
                    let pass = matches!(next, Next::Pass(_));
                    let number = next.state().map(|to| self.game.number(&to));
                    let within = number.and_then(|number| number.checked_sub(self.range.start));
                    match within {
                        Some(place) => code(ranks[place as usize] as usize, pass),
                        None => {
                            outside.push(number);
                            exit_code(outside.len() - 1, pass)
                        }
                    }
                }));
            }
            part.end_place();
        }
        (part, outside)
    }
}

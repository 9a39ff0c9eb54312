//! Layers solved, proved and counted one after the other.

use super::bounds::{GRAIN, SolvedBounds, pack};
use super::layer::OrderedLayer;
use super::length::{CountUnit, Counts, Unit, enclosed};
use super::prove::Disproved;
use super::values::around;
use super::written::option_bounds;
use super::{MAX_NUMBERED, NumberedGame, ONE, SolveError};
use crate::exact::Between;
use crate::work::Note;

/// A throw or turn of counts, which are kept as bounds are.
const COUNTED: CountUnit = CountUnit {
    one: ONE >> 12,
    grain: GRAIN,
};

/// Bounds of the expected length from every position.
#[derive(Clone, Debug)]
pub struct Lengths {
    throws: SolvedBounds,
    turns: SolvedBounds,
    /// The most by which a count misses what the game makes of the counts.
    missed: u64,
}

impl Lengths {
    /// Bounds of the throws or turns until the game ends.
    ///
    /// # Panics
    /// If there is no such position.
    pub fn of(&self, unit: Unit, number: u64) -> Between {
        let [_, longest] = self.throws.wide(number);
        let counts = match unit {
            Unit::Throws => &self.throws,
            Unit::Turns => &self.turns,
        };
        enclosed(counts.wide(number), longest, self.missed, COUNTED.one)
    }
}

impl SolvedBounds {
    /// Solves the next layer.
    ///
    /// # Errors
    /// [`SolveError`].
    pub(crate) fn solve_layer<G: NumberedGame>(
        &mut self,
        game: &G,
        note: &Note,
    ) -> Result<(), SolveError> {
        let number = self.layers_solved();
        if game.layers()[number].end > MAX_NUMBERED {
            return Err(SolveError::TooMany { layer: number });
        }
        let layers = game.layers().len();
        let say = |what: &str| note.set(format!("layer {} of {layers}: {what}", number + 1));
        say("putting positions in order");
        let layer = OrderedLayer::new(game, number);
        say("writing options down");
        let (mut written, outside) = layer.written();
        let exits = || outside.exits([ONE; 2], self);
        let block = &layer.block;
        say("whether every play ends");
        if !self.ends() || !written.endless(std::slice::from_ref(block)).is_empty() {
            say("play can go on for ever");
            let mut pairs: Vec<_> = layer
                .order
                .iter()
                .map(|_| [0, ONE])
                .chain(exits())
                .collect();
            written.tighten(block, &mut pairs, 0, 0);
            let coarse = pairs
                .into_iter()
                .map(|[low, high]| [low / GRAIN, high.div_ceil(GRAIN)]);
            self.push_wide(layer.by_number(coarse));
            return Ok(());
        }
        let positions = layer.positions(0..layer.order.len());
        let guesses = positions.map(|position| game.guess(&position));
        let middles = exits().map(|pair| around(&pair).0);
        let mut values: Vec<f64> = guesses.chain(middles).collect();
        written.find_values(block, &mut values, GRAIN, true, &say);
        let halves = exits().map(|pair| around(&pair).1);
        let mut distances: Vec<f64> = layer.order.iter().map(|_| 0.0).chain(halves).collect();
        let pairs = written.around(block, &values, &mut distances, None, GRAIN, &say);
        let mut settled = true;
        let packed = layer.by_number(pairs.map(|[low, high]| {
            let packed = pack(low / GRAIN, high / GRAIN);
            settled &= packed.is_some();
            packed.unwrap_or_default()
        }));
        if !settled {
            return Err(SolveError::Unsettled { layer: number });
        }
        drop((written, values, distances));
        self.push_narrow(packed);
        say("proving the bounds");
        let follow = self.follow(&layer);
        follow.map_err(|why| SolveError::NotProved { layer: number, why })
    }

    /// Proves the bounds of all layers from the numbers and the rules alone, as [`throws`](crate::solve::throws) says.
    ///
    /// Cost: one sweep over the game, and some for the ending.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn prove<G: NumberedGame>(&self, game: &G, note: &Note) -> Result<(), Disproved> {
        for number in 0..self.layers_solved() {
            note.set(format!("layer {}: proving the bounds", number + 1));
            let range = game.layers().get(number);
            if range != self.layers.get(number) {
                return Err(Disproved::Shape {
                    bounds: self.places(number),
                    positions: range.map_or(0, |range| (range.end - range.start) as usize),
                });
            }
            let layer = OrderedLayer::new(game, number);
            self.follow(&layer)?;
        }
        Ok(())
    }

    /// Proves one layer: every play ends, and the bounds follow from each other.
    fn follow<G: NumberedGame>(&self, layer: &OrderedLayer<'_, G>) -> Result<(), Disproved> {
        let (bounds, places) = (self.places(layer.number), layer.order.len());
        if bounds != places {
            return Err(Disproved::Shape {
                bounds,
                positions: places,
            });
        }
        if let Some(number) = layer.first_endless() {
            return Err(Disproved::Endless { number });
        }
        match layer.first_that_fails(self) {
            Some(number) => Err(Disproved::Position { number }),
            None => Ok(()),
        }
    }

    /// Bounds of the expected length from every position under best play; `None` where play can go on for ever, or for 4,096 throws or more
    /// in the mean.
    ///
    /// Exact: integers, rounded outwards, proved; each play that may be best is counted.
    /// Cost: about that of solving the game; sixteen bytes a position.
    pub fn lengths<G: NumberedGame>(&self, game: &G, note: &Note) -> Option<Lengths> {
        if !self.ends() {
            return None;
        }
        let layers = game.layers();
        let [mut throws, mut turns] = [(); 2].map(|()| SolvedBounds::of(layers));
        let mut missed = 0;
        for number in 0..layers.len() {
            let layers = layers.len();
            let say = |what: &str| {
                note.set(format!("lengths, layer {} of {layers}: {what}", number + 1));
            };
            say("writing options down");
            let layer = OrderedLayer::new(game, number);
            let (mut written, outside) = layer.written();
            let pairs = layer.numbers().map(|number| self.wide(number));
            let pairs: Vec<_> = pairs.chain(outside.exits([ONE; 2], self)).collect();
            written.keep_best(|code| option_bounds(code, &pairs));
            for (unit, counted) in [(Unit::Throws, &mut throws), (Unit::Turns, &mut turns)] {
                let exits = outside.exits(unit.of_an_end(COUNTED.one), counted);
                let exits: Vec<[u64; 2]> = exits.collect();
                let mut counts = Counts::new(&written, unit, COUNTED, &exits);
                if !counts.count(&layer.block, &say) {
                    return None;
                }
                missed = missed.max(counts.missed);
                let coarse = counts
                    .pairs
                    .into_iter()
                    .map(|pair| pair.map(|count| count / GRAIN));
                counted.push(layer.by_number(coarse));
            }
        }
        Some(Lengths {
            throws,
            turns,
            missed,
        })
    }
}

//! Bounds proved from the numbers alone.

use thiserror::Error;

use super::bounds::{LayerBounds, ONE, SolvedBounds};
use super::layer::{CHUNK, OrderedLayer};
use super::{NumberedGame, Options};
use crate::exact::stochastic::Next;
use crate::solve::parallel;
use crate::work::Note;

/// What is wrong with claimed bounds.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Disproved {
    /// A bound does not follow from the others.
    #[error("the bounds of position {number} do not follow from those it leads to")]
    Position {
        /// The number of the position.
        number: u64,
    },
    /// Play can go on for ever, so that nothing follows from the numbers.
    #[error("play can go on for ever in layer {layer}, so that its bounds prove nothing")]
    Endless {
        /// The layer, from 0.
        layer: usize,
    },
}

/// The bounds that the game makes of those of the positions led to, rounded outwards.
pub(super) fn apply<G: NumberedGame>(
    game: &G,
    position: &G::Position,
    pair: impl Fn(u64) -> [u64; 2],
    options: &mut Options<G::Position>,
) -> [u64; 2] {
    let (mut low, mut high, mut total) = (0, 0, 0);
    for (throw, &weight) in game.weights().iter().enumerate() {
        let (mut least, mut most) = (0, 0);
        for &next in options.of(game, position, throw) {
            let [l, u] = match next {
                Next::Again(number) => pair(number),
                Next::Pass(number) => {
                    let [l, u] = pair(number);
                    [ONE - u, ONE - l]
                }
                Next::End(_) => [ONE; 2],
            };
            least = least.max(l);
            most = most.max(u);
        }
        // Weights sum to less than 2^18, so the sums stay below 2^62.
        low += weight * least;
        high += weight * most;
        total += weight;
    }
    [low / total, high.div_ceil(total)]
}

impl SolvedBounds {
    /// Proves the bounds of all layers from the numbers and the rules alone, as the module's comment says.
    ///
    /// Cost: one sweep over the game, and some for the ending.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn prove<G: NumberedGame>(&self, game: &G, note: &Note) -> Result<(), Disproved> {
        for number in 0..self.solved.len() {
            let layer = OrderedLayer::new(game, number);
            let say = |what: &str| note.set(format!("layer {}: {what}", number + 1));
            if !layer.every_play_ends(&say) {
                return Err(Disproved::Endless { layer: number });
            }
            say("proving the bounds");
            self.prove_layer(&layer)?;
        }
        Ok(())
    }

    /// Proves the inequalities of one layer.
    pub(super) fn prove_layer<G: NumberedGame>(
        &self,
        layer: &OrderedLayer<'_, G>,
    ) -> Result<(), Disproved> {
        let places = layer.order.len();
        let shape = match &self.solved[layer.number] {
            LayerBounds::Narrow(bounds) => bounds.len(),
            LayerBounds::Wide(bounds) => bounds.len(),
        };
        if shape != places {
            let number = layer.range.end;
            return Err(Disproved::Position { number });
        }
        let pair = |number| self.pair(number);
        let faults = parallel::map_ranges(places, CHUNK, |part| {
            let mut options = Options::new();
            let mut positions = part.map(|at| (layer.order[at], &layer.positions[at]));
            let fault = positions.find(|&(place, position)| {
                let [low, high] = pair(layer.range.start + u64::from(place));
                let [floor, ceil] = apply(layer.game, position, pair, &mut options);
                low > floor || high < ceil || high > ONE
            });
            fault.map(|(place, _)| layer.range.start + u64::from(place))
        });
        match faults.into_iter().flatten().next() {
            Some(number) => Err(Disproved::Position { number }),
            None => Ok(()),
        }
    }
}

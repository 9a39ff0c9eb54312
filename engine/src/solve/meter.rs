//! The progress of the solver, for people who wait.

use std::time::Instant;

use crate::solve::retro::{Layer, LayeredGame, Tick};
use crate::work::limit::grouped;

/// Follows a solver through the layers of a game.
#[derive(Debug)]
pub struct Meter {
    cells: u8,
    start: Instant,
    /// Arrangements of all layers to be solved.
    total: u64,
    /// Arrangements of the layers that are done.
    finished: u64,
    /// The group under way, by its first layer, and its arrangements.
    group: Option<(Layer, u64)>,
}

impl Meter {
    /// Follows a solver of the whole game.
    pub fn new<G: LayeredGame + ?Sized>(game: &G) -> Meter {
        Meter::of(game.cells(), game.layers())
    }

    /// Follows a solver through these layers on a board of `cells` cells.
    pub(crate) fn of(cells: u8, layers: impl IntoIterator<Item = Layer>) -> Meter {
        let layers = layers.into_iter();
        Meter {
            cells,
            start: Instant::now(),
            total: layers.fold(0, |total: u64, layer| {
                total.saturating_add(layer.arrangements(cells))
            }),
            finished: 0,
            group: None,
        }
    }

    /// Arrangements of all layers to be solved.
    pub fn positions(&self) -> u64 {
        self.total
    }

    /// A layer that needs no solving.
    pub fn skip(&mut self, layer: Layer) {
        self.total = self.total.saturating_sub(layer.arrangements(self.cells));
    }

    /// Layer, ply, positions a second, and about how long it will still take.
    pub fn tick(&mut self, tick: Tick) -> String {
        if let Some((layer, positions)) = self.group
            && layer != tick.layer
        {
            self.finished += positions;
        }
        self.group = Some((tick.layer, tick.positions));
        let seconds = self.start.elapsed().as_secs_f64();
        let done = self.finished + tick.decided;
        let left = self.total.saturating_sub(self.finished) as f64 / done.max(1) as f64;
        let left = (seconds * left - seconds * tick.decided as f64 / done.max(1) as f64).max(0.0);
        let speed = (done as f64 / seconds.max(1e-3)) as u128;
        format!(
            "layer {}, ply {}, {} positions/s, about {left:.0} s left",
            tick.layer,
            tick.ply,
            grouped(speed)
        )
    }
}

//! Values in floating point, and how far outwards each has to be moved to be a bound.

use super::bounds::{MAX_WIDTH, ONE, SolvedBounds, pack};
use super::layer::OrderedLayer;
use super::written::{LayerNumbers, Written};
use super::{NumberedGame, SolveError};

/// What a throw adds to the distance of a bound from the value, in units of 1/[`ONE`].
///
/// Three are lost to rounding, the rest is what values and distances may miss their equations by.
const SLACK: f64 = 8.0;
/// The change of values in a sweep at which they are found.
const SETTLED: f64 = 2.0 / ONE as f64;
/// The change of distances in a sweep at which they are found, in units of 1/[`ONE`].
const SETTLED_DISTANCE: f64 = 1.0;
/// Options are taken to be best if they are worth at most so much less than the best one: more than bounds can be apart.
const NEAR: f64 = MAX_WIDTH as f64 / ONE as f64;
/// The change of values from which on options are left out, and by what part it falls until more of them are.
const FINE: f64 = 1e-4;
const FALLEN: f64 = 0.01;
/// Sweeps after which numbers are left as they are.
const MAX_SWEEPS: usize = 100_000;

impl<G: NumberedGame> OrderedLayer<'_, G> {
    /// Bounds of every place, in eight bytes each, that should be proved.
    pub(super) fn narrow(
        &self,
        solved: &SolvedBounds,
        say: &dyn Fn(&str),
    ) -> Result<Vec<u64>, SolveError> {
        say("writing options down");
        let (mut written, outside) = Written::new(self);
        let pair = |number: &Option<u64>| number.map_or([ONE; 2], |number| solved.pair(number));
        let outside = outside.iter().map(pair);

        let middles = outside
            .clone()
            .map(|[low, high]| (low + high) as f64 / (2 * ONE) as f64);
        let guesses = self
            .positions
            .iter()
            .map(|position| self.game.guess(position));
        let values = LayerNumbers::new(guesses.chain(middles));
        let values = &values;
        let nearly = |near| {
            move |code| {
                let worth = values.worth(code);
                [worth - near, worth]
            }
        };
        let mut aim = FINE;
        self.find(SETTLED, say, || {
            let change = written.sweep(values, 0.0, |code| values.worth(code), f64::max);
            if change < aim {
                // What is left out lies farther behind than values still move.
                written.keep_best(nearly(10.0 * change.sqrt()));
                aim = change * FALLEN;
            }
            change
        })?;
        written.keep_best(nearly(NEAR));

        let halves = outside.map(|[low, high]| (high - low) as f64 / 2.0);
        let distances = LayerNumbers::new(self.order.iter().map(|_| 0.0).chain(halves));
        self.find(SETTLED_DISTANCE, say, || {
            written.sweep(&distances, SLACK, |code| distances.led_to(code), f64::max)
        })?;

        let mut bounds = vec![0; self.order.len()];
        for (at, &place) in self.order.iter().enumerate() {
            let (value, distance) = (values.get(at) * ONE as f64, distances.get(at));
            let low = (value - distance).floor().max(0.0) as u64;
            let high = (value + distance).ceil().min(ONE as f64) as u64;
            bounds[place as usize] = pack(low, high).ok_or_else(|| self.unsettled())?;
        }
        Ok(bounds)
    }

    /// Sweeps until numbers hardly change.
    pub(super) fn find(
        &self,
        settled: f64,
        say: &dyn Fn(&str),
        mut sweep: impl FnMut() -> f64,
    ) -> Result<(), SolveError> {
        let mut change = f64::INFINITY;
        for sweeps in 0..MAX_SWEEPS {
            say(&format!("{sweeps} sweeps, last change {change:.1e}"));
            change = sweep();
            if change <= settled {
                return Ok(());
            }
        }
        Err(self.unsettled())
    }

    fn unsettled(&self) -> SolveError {
        SolveError::Unsettled {
            layer: self.number,
            sweeps: MAX_SWEEPS,
        }
    }
}

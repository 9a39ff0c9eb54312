//! Bounds of a layer in which play can go on for ever: from 0 and 1 inwards, until nothing changes.

use std::sync::atomic::{AtomicU64, Ordering};

use super::bounds::{ONE, SolvedBounds};
use super::layer::{CHUNK, OrderedLayer};
use super::prove::apply;
use super::{NumberedGame, Options, SolveError};
use crate::solve::parallel;

/// Sweeps after which the bounds are left as they are.
const MAX_SWEEPS: usize = 1_000_000;

impl<G: NumberedGame> OrderedLayer<'_, G> {
    /// Bounds of every place that hold whatever a game without end is worth.
    pub(super) fn step_by_step(
        &self,
        solved: &SolvedBounds,
        say: &dyn Fn(&str),
    ) -> Result<Vec<[u64; 2]>, SolveError> {
        let ends = |_: &u32| [AtomicU64::new(0), AtomicU64::new(ONE)];
        let pairs: Vec<[AtomicU64; 2]> = self.order.iter().map(ends).collect();
        let get = |place: usize| {
            pairs[place]
                .each_ref()
                .map(|end| end.load(Ordering::Relaxed))
        };
        let pair = |number: u64| match self.place(number) {
            Some(place) => get(place),
            None => solved.pair(number),
        };
        for sweep in 0..MAX_SWEEPS {
            if sweep % 100 == 0 {
                say(&format!("play can go on for ever: sweep {sweep}"));
            }
            let mut changed = false;
            for wave in &self.waves {
                let places = &self.order[wave.clone()];
                let made = parallel::map_ranges(places.len(), CHUNK, |part| {
                    let mut options = Options::new();
                    let positions = self.positions[wave.start..][part].iter();
                    let made =
                        positions.map(|position| apply(self.game, position, pair, &mut options));
                    made.collect::<Vec<_>>()
                });
                for (&place, made) in places.iter().zip(made.iter().flatten()) {
                    let old = get(place as usize);
                    // A bound that holds stays where the new one is no better.
                    let new = [old[0].max(made[0]), old[1].min(made[1])];
                    changed |= new != old;
                    for (end, new) in pairs[place as usize].iter().zip(new) {
                        end.store(new, Ordering::Relaxed);
                    }
                }
            }
            if !changed {
                return Ok((0..pairs.len()).map(get).collect());
            }
        }
        Err(SolveError::Unsettled {
            layer: self.number,
            sweeps: MAX_SWEEPS,
        })
    }
}

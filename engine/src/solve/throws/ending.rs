//! Whether every play ends.

use std::sync::atomic::{AtomicU64, Ordering};

use super::layer::{CHUNK, OrderedLayer};
use super::{NumberedGame, Options};
use crate::exact::stochastic::Next;
use crate::solve::parallel;

impl<G: NumberedGame> OrderedLayer<'_, G> {
    /// Whether from every position of the layer the game ends or leaves the layer with probability one, whatever both sides do.
    ///
    /// Positions are found as the module's comment says. Which are found does not depend on the order.
    pub(super) fn every_play_ends(&self, say: &dyn Fn(&str)) -> bool {
        let places = self.order.len();
        let found: Vec<AtomicU64> = (0..places.div_ceil(64))
            .map(|_| AtomicU64::new(0))
            .collect();
        let is_found =
            |place: usize| found[place / 64].load(Ordering::Relaxed) >> (place % 64) & 1 == 1;
        let leads_on = |next: &Next<u64>| match *next {
            Next::Again(number) | Next::Pass(number) => self.place(number).is_none_or(is_found),
            Next::End(_) => true,
        };
        let mut left: Vec<u32> = (0..places as u32).collect();
        while !left.is_empty() {
            say(&format!(
                "whether every play ends, {} positions left",
                left.len()
            ));
            let parts = parallel::map_ranges(left.len(), CHUNK, |part| {
                let mut options = Options::new();
                let mut stays = Vec::new();
                for &at in &left[part] {
                    let (place, position) = (self.order[at as usize], &self.positions[at as usize]);
                    let ends = (0..self.chances.len()).any(|throw| {
                        let options = options.of(self.game, position, throw);
                        options.iter().all(leads_on)
                    });
                    if ends {
                        let word = &found[place as usize / 64];
                        word.fetch_or(1 << (place % 64), Ordering::Relaxed);
                    } else {
                        stays.push(at);
                    }
                }
                stays
            });
            let stays = parts.concat();
            if stays.len() == left.len() {
                return false;
            }
            left = stays;
        }
        true
    }
}

//! The options of a layer written down, and sweeps over them.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use super::layer::{CHUNK, OrderedLayer};
use super::{NumberedGame, Options};
use crate::exact::stochastic::Next;
use crate::solve::parallel;
use crate::work::stop;

/// The bit of an option's code that says that the other side throws next.
const PASS: u32 = 1 << 31;
/// The bit of the last option of a throw.
const LAST: u32 = 1 << 30;

/// Whether the other side throws next after an option.
#[inline]
pub(super) fn passes(code: u32) -> bool {
    code & PASS != 0
}

/// Where the position that an option leads to has its [number](LayerNumbers).
#[inline]
pub(super) fn place(code: u32) -> usize {
    (code & !(PASS | LAST)) as usize
}

/// A number for each position of a layer in its order, then for each one outside it that an option leads to.
///
/// Several threads may read while one writes. The numbers are not negative.
pub(super) struct LayerNumbers(Vec<AtomicU64>);

impl LayerNumbers {
    pub(super) fn new(numbers: impl Iterator<Item = f64>) -> Self {
        let bits = numbers.map(|number| AtomicU64::new(number.to_bits()));
        Self(bits.collect())
    }

    #[inline]
    pub(super) fn get(&self, at: usize) -> f64 {
        f64::from_bits(self.0[at].load(Ordering::Relaxed))
    }

    /// Writes a number, and returns by how much it differs from the old one.
    #[inline]
    fn replace(&self, at: usize, number: f64) -> f64 {
        let old = self.get(at);
        self.0[at].store(number.to_bits(), Ordering::Relaxed);
        (number - old).abs()
    }

    /// The number of the position that an option leads to.
    #[inline]
    pub(super) fn led_to(&self, code: u32) -> f64 {
        self.get(place(code))
    }

    /// What an option is worth if the numbers are chances.
    #[inline]
    pub(super) fn worth(&self, code: u32) -> f64 {
        let number = self.led_to(code);
        match passes(code) {
            true => 1.0 - number,
            false => number,
        }
    }
}

/// Some consecutive positions of a wave.
struct Part {
    range: Range<usize>,
    /// For each position, for each throw: a code for each option.
    codes: Vec<u32>,
}

/// The options of all positions of a layer.
pub(super) struct Written {
    waves: Vec<Vec<Part>>,
    chances: Vec<f64>,
}

impl Written {
    /// Writes the options down; also returns the position outside the layer that each option of those leading there leads to, `None` where
    /// the side to throw has won.
    pub(super) fn new<G: NumberedGame>(layer: &OrderedLayer<'_, G>) -> (Self, Vec<Option<u64>>) {
        let places = layer.order.len();
        let mut ranks = vec![0; places];
        for (rank, &place) in (0..).zip(&layer.order) {
            ranks[place as usize] = rank;
        }
        let mut outside = Vec::new();
        let mut waves = Vec::new();
        for wave in &layer.waves {
            let parts = parallel::map_ranges(wave.len(), CHUNK, |part| {
                let range = wave.start + part.start..wave.start + part.end;
                write(layer, &ranks, range)
            });
            let parts = parts.into_iter().map(|(mut part, led_to)| {
                let outer = |code: &&mut u32| place(**code) >= places;
                for code in part.codes.iter_mut().filter(outer) {
                    *code += outside.len() as u32;
                }
                outside.extend(led_to);
                part
            });
            waves.push(parts.collect());
        }
        assert!(
            places + outside.len() < LAST as usize,
            "places and what lies outside the layer fit below the bits of a code"
        );
        let chances = layer.chances.clone();
        (Self { waves, chances }, outside)
    }

    /// Leaves of each throw's options those that may be worth as much as any other is worth at least.
    pub(super) fn keep_best(&mut self, worths: impl Fn(u32) -> [f64; 2] + Sync) {
        let parts: Vec<&mut Part> = self.waves.iter_mut().flatten().collect();
        parallel::for_each(parts, |part| {
            let mut kept = Vec::with_capacity(part.range.len() * self.chances.len());
            for options in part.codes.split_inclusive(|code| code & LAST != 0) {
                let least = options.iter().map(|&code| worths(code)[0]);
                let least = least.fold(f64::NEG_INFINITY, f64::max);
                let best = options.iter().filter(|code| worths(**code)[1] >= least);
                kept.extend(best.map(|code| code & !LAST));
                end_throw(&mut kept);
            }
            part.codes = kept;
        });
    }

    /// Replaces the number of each position by a constant and the mean over the throws of the worth of the option to `choose`, wave by wave, and
    /// returns the greatest change.
    ///
    /// Within a wave the old numbers are read, so that the result does not depend on the number of threads.
    pub(super) fn sweep(
        &self,
        numbers: &LayerNumbers,
        constant: f64,
        worth: impl Fn(u32) -> f64 + Sync,
        choose: impl Fn(f64, f64) -> f64 + Sync,
    ) -> f64 {
        let greatest = AtomicU64::new(0);
        let mut made = Vec::new();
        for wave in &self.waves {
            made.resize(wave.iter().map(|part| part.range.len()).sum(), 0.0);
            parallel::for_each(wave.iter().zip(made.chunks_mut(CHUNK)), |(part, made)| {
                let mut codes = part.codes.iter();
                for made in made {
                    *made = constant;
                    for chance in &self.chances {
                        let mut chosen = None;
                        for &code in codes.by_ref() {
                            let worth = worth(code);
                            chosen = Some(chosen.map_or(worth, |chosen| choose(chosen, worth)));
                            if code & LAST != 0 {
                                break;
                            }
                        }
                        *made += chance * chosen.unwrap_or_default();
                    }
                }
            });
            parallel::for_each(wave.iter().zip(made.chunks(CHUNK)), |(part, made)| {
                let changes = part.range.clone().zip(made);
                let changes = changes.map(|(at, &made)| numbers.replace(at, made));
                // The bits of numbers that are not negative are in their order.
                let most = changes.fold(0.0, f64::max);
                greatest.fetch_max(most.to_bits(), Ordering::Relaxed);
            });
        }
        f64::from_bits(greatest.into_inner())
    }

    /// The greatest of what a function makes of each position and the options of its throws.
    pub(super) fn greatest(&self, of: impl Fn(usize, Vec<&[u32]>) -> u64 + Sync) -> u64 {
        let greatest = AtomicU64::new(0);
        parallel::for_each(self.waves.iter().flatten(), |part| {
            let mut throws = part.codes.split_inclusive(|code| code & LAST != 0);
            let most = part.range.clone().map(|at| {
                let throws = throws.by_ref().take(self.chances.len());
                of(at, throws.collect())
            });
            greatest.fetch_max(most.max().unwrap_or(0), Ordering::Relaxed);
        });
        greatest.into_inner()
    }
}

/// Some positions with their options; those that lead outside the layer are numbered after its places from 0.
fn write<G: NumberedGame>(
    layer: &OrderedLayer<'_, G>,
    ranks: &[u32],
    range: Range<usize>,
) -> (Part, Vec<Option<u64>>) {
    let (mut codes, mut outside) = (Vec::new(), Vec::new());
    let mut options = Options::new();
    for position in &layer.positions[range.clone()] {
        stop::check();
        for throw in 0..layer.chances.len() {
            for &next in options.of(layer.game, position, throw) {
                let (number, pass) = match next {
                    Next::Again(number) => (Some(number), 0),
                    Next::Pass(number) => (Some(number), PASS),
                    Next::End(_) => (None, 0),
                };
                let at = match number.and_then(|number| layer.place(number)) {
                    Some(place) => ranks[place],
                    None => {
                        outside.push(number);
                        (ranks.len() + outside.len() - 1) as u32
                    }
                };
                codes.push(at | pass);
            }
            end_throw(&mut codes);
        }
    }
    codes.shrink_to_fit();
    (Part { range, codes }, outside)
}

/// Marks the last code as the last one of its throw.
fn end_throw(codes: &mut [u32]) {
    if let Some(last) = codes.last_mut() {
        *last |= LAST;
    }
}

//! Values in floating point, and how far outwards each has to be moved to be a bound; bounds brought closer in integers.

use super::ONE;
use super::written::{Block, Written, passes, place};

/// What a throw adds to the distance of a bound from the value, in grains.
///
/// Three are lost to rounding, the rest is what values and distances may miss their equations by.
const SLACK: f64 = 8.0;
/// The change of values in a sweep at which they are found, in grains.
const SETTLED: f64 = 2.0;
/// Options are taken to be best if they are worth at most so much less than the best one: more than narrow bounds can be apart.
const NEAR: f64 = 1.0 / (1u64 << 24) as f64;
/// The change of values from which on options are left out.
const FINE: f64 = 1e-4;
/// By what part the change has to fall until more of them are.
const FALLEN: f64 = 0.01;
/// Sweeps after which numbers are left as they are.
const MAX_SWEEPS: usize = 1_000_000;
/// Bounds so far apart do not meet.
const APART: u64 = ONE >> 10;
/// The part of a number that may be lost to rounding in a sum over the throws.
const ROUNDING: f64 = 1.0 / (1u64 << 49) as f64;
/// What stands for bounds that are not known yet.
const UNKNOWN: [u64; 2] = [ONE, 0];
/// What values in floating point can be trusted for, in units of 1/[`ONE`].
const GRAIN: u64 = 1 << 12;

/// A number as a part of [`ONE`].
fn share(units: u64) -> f64 {
    units as f64 / ONE as f64
}

/// The greater of two numbers, in one instruction.
#[inline]
pub(super) fn greater(one: f64, other: f64) -> f64 {
    if other > one { other } else { one }
}

/// The middle of two bounds, and how far they lie from it, in units of 1/[`ONE`].
pub(super) fn around(&[low, high]: &[u64; 2]) -> (f64, f64) {
    (share(low + (high - low) / 2), (high - low) as f64 / 2.0)
}

/// Sweeps until numbers change by no more than `settled`, or do not come closer to it any more. `sweep` returns the greatest change.
pub(super) fn until_settled(settled: f64, say: &dyn Fn(&str), mut sweep: impl FnMut() -> f64) {
    let (mut change, mut least, mut at) = (f64::INFINITY, f64::INFINITY, 0);
    for sweeps in 0..MAX_SWEEPS {
        if sweeps % 16 == 0 {
            say(&match sweeps {
                0 => "the first sweep".to_owned(),
                _ => format!("{sweeps} sweeps, last change {change:.1e}"),
            });
        }
        change = sweep();
        if change <= settled {
            return;
        }
        if change < least {
            (least, at) = (change, sweeps);
        } else if sweeps > 2 * at + 1000 {
            return;
        }
    }
}

/// A sweep over numbers of a block; returns the greatest change, 0 where it is no more than rounding.
pub(super) fn sweep(
    block: &Block,
    numbers: &mut [f64],
    of: impl Fn(usize, &[f64]) -> f64 + Sync,
) -> f64 {
    let (mut most, mut greatest) = (0.0, 0.0);
    block.sweep(numbers, of, |old, new| {
        most = greater(most, (new - old).abs());
        greatest = greater(greatest, new);
    });
    if most <= greatest * ROUNDING {
        0.0
    } else {
        most
    }
}

impl Written {
    /// Values of a block that nearly solve its equations, from numbers near them. With `drop`, options that can no longer be best are left out.
    pub(super) fn find_values(
        &mut self,
        block: &Block,
        values: &mut [f64],
        grain: u64,
        drop: bool,
        say: &dyn Fn(&str),
    ) {
        let mut aim = FINE;
        until_settled(SETTLED * share(grain), say, || {
            let change = sweep(block, values, |at, values| {
                let best = |best, code| greater(best, worth(code, values));
                self.expected(at, 0.0, best, |best| best)
            });
            if drop && change < aim {
                // What is left out lies farther behind than values still move.
                self.keep_best(near(values, 10.0 * change.sqrt()));
                aim = change * FALLEN;
            }
            change
        });
        if drop {
            self.keep_best(near(values, NEAR));
        }
    }

    /// Bounds around values of a block, in whole grains. Distances are numbers for all places and exits, those outside the block known.
    /// Options may be best that are worth `near` the best one, or all that are left.
    pub(super) fn around(
        &self,
        block: &Block,
        values: &[f64],
        distances: &mut [f64],
        near: Option<f64>,
        grain: u64,
        say: &dyn Fn(&str),
    ) -> impl Iterator<Item = [u64; 2]> {
        let grains = grain as f64;
        until_settled(grains, say, || {
            let Some(near) = near else {
                return sweep(block, distances, |at, distances| {
                    let farthest = |farthest, code| greater(farthest, distances[place(code)]);
                    SLACK * grains + self.expected(at, 0.0, farthest, |farthest| farthest)
                });
            };
            sweep(block, distances, |at, distances| {
                // Of an option that is farther behind than the best one before it nothing is looked at; one that is farther ahead puts an end to those.
                let farthest = |(best, farthest): (f64, f64), code| {
                    let (worth, distance) = (worth(code, values), distances[place(code)]);
                    match worth - best {
                        ahead if ahead > near => (worth, distance),
                        ahead if ahead < -near => (best, farthest),
                        _ => (greater(best, worth), greater(farthest, distance)),
                    }
                };
                let none = (f64::NEG_INFINITY, 0.0);
                SLACK * grains + self.expected(at, none, farthest, |(_, farthest)| farthest)
            })
        });
        let distances = &*distances;
        block.places().map(move |at| {
            let value = values[at] * ONE as f64;
            let low = ((value - distances[at]) / grains).floor().max(0.0) as u64;
            let high = ((value + distances[at]) / grains).ceil() as u64;
            [low * grain, high.saturating_mul(grain).min(ONE)]
        })
    }

    /// Bounds of all places, about `width` apart where play ends and sweeps enough bring them there.
    ///
    /// Where every play ends, values are found in floating point and moved outwards; a block whose bounds do not follow from each other is
    /// bounded as where play can go on for ever: from 0 and 1 inwards ([`Written::tighten`]).
    pub(super) fn bounds(&mut self, width: u64) -> Vec<[u64; 2]> {
        let blocks = self.blocks();
        let ends = self.ends(&blocks);
        let [mut values, mut distances] = [0.5, 0.0].map(|number| vec![number; self.len()]);
        let mut pairs = vec![UNKNOWN; self.len()];
        for (value, distance) in self.exits.iter().map(around) {
            values.push(value);
            distances.push(distance);
        }
        pairs.extend_from_slice(&self.exits);
        // Bounds that an open exit keeps apart are left as they are when they hardly change any more.
        let still = self.open.map_or(0, |_| width >> 10);
        for block in &blocks {
            let outside = self.widest_outside(block, &pairs);
            let aim = match outside {
                // Where bounds do not meet, since play may go on for ever, each is followed as far as it goes.
                APART.. => 0,
                _ => (width / 4).max(outside + outside / 1024 + 4),
            };
            let mut narrow = self.open.is_none() && block.places().all(|place| ends[place]);
            if narrow {
                self.find_values(block, &mut values, GRAIN, false, &|_| ());
                let found = self.around(block, &values, &mut distances, Some(NEAR), GRAIN, &|_| ());
                for (place, pair) in block.places().zip(found) {
                    pairs[place] = pair;
                }
                narrow = !block.places().any(|place| self.fails(place, &pairs));
            }
            if !narrow {
                block.places().for_each(|place| pairs[place] = [0, ONE]);
            }
            self.tighten(block, &mut pairs, aim, still);
            for place in block.places() {
                (values[place], distances[place]) = around(&pairs[place]);
            }
        }
        pairs.truncate(self.len());
        pairs
    }

    /// The widest bounds among the places outside itself that a block leads to, which are known.
    fn widest_outside(&self, block: &Block, pairs: &[[u64; 2]]) -> u64 {
        let led_to = block.places().flat_map(|at| self.throws(at).flatten());
        let widths = led_to.map(|&code| pairs[place(code)]);
        let widths = widths.filter_map(|[low, high]| high.checked_sub(low));
        widths.max().unwrap_or(0)
    }

    /// Replaces the bounds of a block by what the game makes of them, rounded outwards, until they lie at most `aim` apart or change by at
    /// most `still`.
    ///
    /// The game's operator is monotone, and every version of the value (whatever share of 1 a game without end may be worth to either
    /// side) is a fixed point of it: bounds of every version stay bounds of every version. From 0 and 1 on, bounds that meet therefore
    /// show that nobody gains by going on for ever.
    pub(super) fn tighten(&self, block: &Block, pairs: &mut [[u64; 2]], aim: u64, still: u64) {
        for _ in 0..MAX_SWEEPS {
            if block.places().all(|at| pairs[at][1] - pairs[at][0] <= aim) {
                return;
            }
            let mut change = 0;
            let tighter = |at: usize, pairs: &[[u64; 2]]| {
                let [[low, high], [floor, ceil]] = [pairs[at], self.mean(at, pairs)];
                // A bound that holds stays where the new one is no better.
                [low.max(floor), high.min(ceil)]
            };
            block.sweep(pairs, tighter, |old, new| {
                change = change.max(new[0] - old[0]).max(old[1] - new[1]);
            });
            if change <= still {
                return;
            }
        }
    }

    /// Whether the bounds of a place do not follow from those it leads to.
    pub(super) fn fails(&self, at: usize, pairs: &[[u64; 2]]) -> bool {
        let [[low, high], [floor, ceil]] = [pairs[at], self.mean(at, pairs)];
        low > floor || high < ceil
    }
}

/// What an option is worth.
#[inline]
fn worth(code: u32, values: &[f64]) -> f64 {
    // Without a branch: 1 less the value, or the value less 0.
    (f64::from(u8::from(passes(code))) - values[place(code)]).abs()
}

/// An option's worth, and one by which others are near it.
fn near(values: &[f64], near: f64) -> impl Fn(u32) -> [f64; 2] {
    move |code| {
        let worth = worth(code, values);
        [worth - near, worth]
    }
}

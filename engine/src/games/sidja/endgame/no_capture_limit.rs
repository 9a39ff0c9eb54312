//! Positions with few stones under a limit on moves without a capture, solved for every count.
//!
//! The value of a position depends on how many moves have been made since the last capture. A move that
//! takes nothing leads to one more of them, a capture to none and fewer stones. So the counts are solved
//! from the last one down, each from the one above and from the tables of fewer stones; only a pass
//! leaves the count, and it leads to a side that can move. Nothing comes again, so one look at the moves
//! of each position is enough.

use std::collections::BTreeMap;

use super::groups;
use super::sliding::{Sliding, best_of_turn};
use crate::games::custodial::engine::Engine;
use crate::games::custodial::moves::{State, Turns};
use crate::games::sidja::Rules;
use crate::solve::Ending;
use crate::solve::parallel::map_ranges;
use crate::solve::retro::{Layer, LayerIndex, ReversibleGame, Solution, index_of};

/// The most memory that the values may take.
pub(super) const MOST_BYTES: u64 = 2_000_000_000;

/// A value in two bytes: nought for a draw, else a turn more than to the end, negative for a loss.
#[derive(Debug, Clone, Copy)]
struct Code(i16);

impl Code {
    const DRAW: Code = Code(0);

    fn new(value: Ending) -> Code {
        let turns = |turns: u32| i16::try_from(turns + 1).unwrap_or(i16::MAX);
        match value {
            Ending::Win(found) => Code(turns(found)),
            Ending::Draw => Code::DRAW,
            Ending::Loss(found) => Code(-turns(found)),
        }
    }

    fn value(self) -> Ending {
        let turns = u32::from(self.0.unsigned_abs()).saturating_sub(1);
        match self.0 {
            0 => Ending::Draw,
            1.. => Ending::Win(turns),
            _ => Ending::Loss(turns),
        }
    }
}

/// The values of one pair of numbers of stones, by count and place.
#[derive(Debug)]
struct Slices {
    index: LayerIndex,
    by_count: Vec<Vec<Code>>,
}

/// The tables of every count.
#[derive(Debug, Default)]
pub(super) struct CountedTables {
    layers: BTreeMap<Layer, Slices>,
}

/// The bytes of all values with at most `most` stones, symmetric ones not counted apart.
///
/// On 5×5 under `egypt` 8 stones take 1.9 GB.
pub(super) fn bytes(rules: &Rules, most: u32) -> u64 {
    let cells = rules.board().cell_count();
    let layers = groups(rules, most).into_iter().flatten();
    let positions = layers.fold(0, |sum: u64, layer| {
        sum.saturating_add(layer.arrangements(cells))
    });
    // A little more than an eighth, for those that are their own mirror images.
    let folded = positions / 8 + positions / 64;
    folded.saturating_mul(2 * u64::from(rules.no_capture.unwrap_or(0)))
}

impl CountedTables {
    /// Solves everything with at most `most` stones; `None` if that takes more than 2 GB.
    pub(super) fn new(sliding: &Sliding, most: u32) -> Option<CountedTables> {
        let rules = *sliding.rules();
        let limit = rules.no_capture?;
        if bytes(&rules, most) > MOST_BYTES {
            return None;
        }
        let mut counted = CountedTables::default();
        for group in groups(&rules, most) {
            for &layer in &group {
                let index = index_of(sliding, layer, &Solution::default())?;
                let by_count = vec![Vec::new(); usize::from(limit)];
                counted.layers.insert(layer, Slices { index, by_count });
            }
            for count in (0..limit).rev() {
                // Those who are blocked pass to those who can move.
                for blocked in [false, true] {
                    for &layer in &group {
                        let solved = counted.slice(sliding, layer, count, blocked)?;
                        let slices = counted.layers.get_mut(&layer)?;
                        slices.by_count[usize::from(count)] = solved;
                    }
                }
            }
        }
        Some(counted)
    }

    /// The positions of all tables, with every count and symmetric ones counted apart.
    pub(super) fn positions(&self) -> u64 {
        let of = |slices: &Slices| slices.index.arrangements() * slices.by_count.len() as u64;
        self.layers.values().map(of).sum()
    }

    /// The value of a position at the beginning of a turn that goes on.
    pub(super) fn value(&self, state: &State<u32>) -> Option<Ending> {
        let layer = Layer::new(state.own.count_ones() as u8, state.enemy.count_ones() as u8);
        let slices = self.layers.get(&layer)?;
        let codes = slices.by_count.get(usize::from(state.quiet))?;
        let code = codes.get(slices.index.place(state.own, state.enemy))?;
        Some(code.value())
    }

    /// The values of one count; of those who can move, or of those who are blocked besides.
    fn slice(
        &self,
        sliding: &Sliding,
        layer: Layer,
        count: u16,
        blocked: bool,
    ) -> Option<Vec<Code>> {
        let slices = self.layers.get(&layer)?;
        let engine = sliding.engine();
        let done = &slices.by_count[usize::from(count)];
        let parts = map_ranges(slices.index.len(), 1 << 12, |range| {
            let one = |place: usize| {
                if slices.index.least(place) != place {
                    return Some(Code::DRAW);
                }
                let (own, enemy) = slices.index.position(place);
                if sliding.is_blocked(own, enemy) != blocked {
                    return Some(done.get(place).copied().unwrap_or(Code::DRAW));
                }
                let mut state = engine.turn(own, enemy);
                state.quiet = count;
                self.follow(engine, &state).map(Code::new)
            };
            range.map(one).collect::<Option<Vec<Code>>>()
        });
        let parts: Option<Vec<Vec<Code>>> = parts.into_iter().collect();
        let mut codes = parts?.concat();
        for place in 0..codes.len() {
            codes[place] = codes[slices.index.least(place)];
        }
        Some(codes)
    }

    /// The value of a position at the beginning of a turn, from those of the positions after it.
    fn follow(&self, engine: &Engine<u32>, state: &State<u32>) -> Option<Ending> {
        let end = |state: &State<u32>| engine.end(state).map(Ending::over);
        let worth =
            |state: &State<u32>| end(state).or_else(|| self.value(state)).map(Ending::before);
        end(state).or_else(|| {
            let (best, known) = best_of_turn(engine, state, state.side, false, &worth);
            best.filter(|_| known)
        })
    }
}

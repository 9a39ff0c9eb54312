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

/// The code of a draw.
const DRAW: i16 = 0;

/// A value in two bytes: nought for a draw, else a turn more than to the end, negative for a loss.
fn code(value: Ending) -> i16 {
    let turns = |turns: u32| i16::try_from(turns + 1).unwrap_or(i16::MAX);
    match value {
        Ending::Win(found) => turns(found),
        Ending::Draw => DRAW,
        Ending::Loss(found) => -turns(found),
    }
}

fn value_of(code: i16) -> Ending {
    let turns = u32::from(code.unsigned_abs()).saturating_sub(1);
    match code {
        DRAW => Ending::Draw,
        1.. => Ending::Win(turns),
        _ => Ending::Loss(turns),
    }
}

/// The tables of every count: of each pair of numbers of stones the codes, by count and place.
#[derive(Debug, Default)]
pub(super) struct CountedTables {
    layers: BTreeMap<Layer, (LayerIndex, Vec<Vec<i16>>)>,
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
                counted.layers.insert(layer, (index, by_count));
            }
            for count in (0..limit).rev() {
                // Those who are blocked pass to those who can move.
                for blocked in [false, true] {
                    for &layer in &group {
                        let solved = counted.slice(sliding, layer, count, blocked)?;
                        let (_, by_count) = counted.layers.get_mut(&layer)?;
                        by_count[usize::from(count)] = solved;
                    }
                }
            }
        }
        Some(counted)
    }

    /// The positions of all tables, with every count and symmetric ones counted apart.
    pub(super) fn positions(&self) -> u64 {
        let layers = self.layers.values();
        layers
            .map(|(index, by_count)| index.arrangements() * by_count.len() as u64)
            .sum()
    }

    /// The value of a position at the beginning of a turn that goes on.
    pub(super) fn value(&self, state: &State<u32>) -> Option<Ending> {
        let layer = Layer::new(state.own.count_ones() as u8, state.enemy.count_ones() as u8);
        let (index, by_count) = self.layers.get(&layer)?;
        let codes = by_count.get(usize::from(state.quiet))?;
        let code = codes.get(index.place(state.own, state.enemy))?;
        Some(value_of(*code))
    }

    /// The values of one count; of those who can move, or of those who are blocked besides.
    fn slice(
        &self,
        sliding: &Sliding,
        layer: Layer,
        count: u16,
        blocked: bool,
    ) -> Option<Vec<i16>> {
        let (index, by_count) = self.layers.get(&layer)?;
        let engine = sliding.engine();
        let done = &by_count[usize::from(count)];
        let parts = map_ranges(index.len(), 1 << 12, |range| {
            let one = |place: usize| {
                if index.least(place) != place {
                    return Some(DRAW);
                }
                let (own, enemy) = index.position(place);
                if sliding.is_blocked(own, enemy) != blocked {
                    return Some(done.get(place).copied().unwrap_or(DRAW));
                }
                let mut state = engine.turn(own, enemy);
                state.quiet = count;
                self.follow(engine, &state).map(code)
            };
            range.map(one).collect::<Option<Vec<i16>>>()
        });
        let parts: Option<Vec<Vec<i16>>> = parts.into_iter().collect();
        let mut codes = parts?.concat();
        for place in 0..codes.len() {
            codes[place] = codes[index.least(place)];
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

//! Statistics over all placements: every way in which the stones can stand before the first move.

use std::collections::BTreeMap;

use super::first_capture::Solution;
use super::first_capture::space::{Slide, Space, placement};
use super::placing::Placements;
use super::placing::openings::slot;
use super::{Outcome, Position};
use crate::board::{Bits, Cell};
use crate::exact::serial::Count;
use crate::games::custodial::engine::Engine;
use crate::solve::Ending;
use crate::solve::parallel::map_ranges;
use crate::solve::retro::Decided;

/// The first capture over all placements, for the side that moves first.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Survey {
    /// The placements.
    #[serde(with = "Count")]
    pub positions: u64,
    /// In how many of them each forces the first capture.
    pub first_capture: Forced,
    /// The placements with the first capture at a ply, counted from 1, or 0 where the first mover is blocked and has lost. Those without a
    /// forced capture are in `first_capture.never`; under `blocked=loses` a block counts like a capture.
    pub by_plies: Vec<Decided>,
    /// Of those won on ply 1, how many are won by a move that takes nothing but blocks the opponent: `"0"` but under
    /// `blocked=loses`. Of later plies it is not told apart which of the two comes.
    #[serde(with = "Count")]
    pub blocking_first_move: u64,
    /// The placements by the most stones that the first move can take.
    pub best_single_move: Vec<MostTaken>,
    /// The placements by how many first moves take something.
    pub capturing_moves: Vec<Capturing>,
    /// The value of each cell but the centre, `a1` first.
    pub cells: Vec<CellWorth>,
    /// The placements by who takes first and who wins the whole game; `null` where the game is not solved.
    pub game: Option<SideBySide>,
    /// The longest fights that end in a capture, longest first, one of each set of mirror images.
    pub longest: Vec<Fight>,
}

/// In how many placements who forces the first capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Forced {
    /// The side that moves first.
    #[serde(with = "Count")]
    pub mover: u64,
    /// The other.
    #[serde(with = "Count")]
    pub opponent: u64,
    /// Nobody.
    #[serde(with = "Count")]
    pub never: u64,
}

/// The placements in which the first move can take so many stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct MostTaken {
    /// The most stones that it can take.
    pub captured: u32,
    /// How many.
    #[serde(with = "Count")]
    pub count: u64,
}

/// The placements with so many first moves that take something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Capturing {
    /// Those moves.
    pub moves: u32,
    /// How many placements.
    #[serde(with = "Count")]
    pub count: u64,
}

/// The placements in which the side that moves first holds a cell, by who takes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct CellWorth {
    /// The cell.
    pub cell: Cell,
    /// Those placements.
    #[serde(with = "Count")]
    pub held: u64,
    /// By who takes first.
    #[serde(flatten)]
    pub first_capture: Forced,
    /// Of `mover`, those in which the first ply takes something, or blocks under `blocked=loses`.
    #[serde(with = "Count")]
    pub at_once: u64,
    /// Those placements by the outcome of the whole game; `null` where it is not solved.
    pub game: Option<Games>,
}

/// The placements by who forces the first capture, each by the outcome of the whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct SideBySide {
    /// Where the side that moves first does.
    pub mover: Games,
    /// Where the other does.
    pub opponent: Games,
    /// Where nobody can.
    pub never: Games,
}

/// Placements by the outcome of the whole game for the side that moves first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Games {
    /// Won.
    #[serde(with = "Count")]
    pub win: u64,
    /// Lost.
    #[serde(with = "Count")]
    pub loss: u64,
    /// Drawn.
    #[serde(with = "Count")]
    pub draw: u64,
}

/// A placement with the ply of the first capture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Fight {
    /// The placement.
    #[schemars(with = "String")]
    pub position: Position,
    /// `win` or `loss` of the first mover.
    pub outcome: Outcome,
    /// Of the first capture.
    pub plies: u32,
}

impl From<[u64; 3]> for Forced {
    fn from([mover, opponent, never]: [u64; 3]) -> Self {
        Self {
            mover,
            opponent,
            never,
        }
    }
}

impl From<[u64; 3]> for Games {
    fn from([win, loss, draw]: [u64; 3]) -> Self {
        Self { win, loss, draw }
    }
}

/// The counts of one part of the placements.
#[derive(Default)]
struct PartCounts {
    values: BTreeMap<Ending, u64>,
    blocking: u64,
    taken: BTreeMap<u32, u64>,
    moves: BTreeMap<u32, u64>,
    /// By cell: who makes the first capture, whether at once, and who wins the game.
    cells: [[u64; 7]; 25],
    /// By who makes the first capture: who wins the game.
    game: [[u64; 3]; 3],
}

impl PartCounts {
    /// Counts the placements given by masks.
    fn of(
        solution: &Solution,
        engine: &Engine<u32>,
        masks: impl Iterator<Item = u32>,
        game: Option<&Placements>,
    ) -> PartCounts {
        let space = solution.space();
        let hole = space.board().cell_count() / 2;
        let mut part = PartCounts::default();
        for mask in masks {
            let slide = Space::spread(hole, mask);
            let (own, enemy) = (slide.own, space.enemy(slide));
            let movers = (own & engine.near(hole)).count();
            let taken = match movers {
                0 => 0,
                _ => engine.taken(own, enemy, hole).count(),
            };
            let capturing = if taken > 0 { movers } else { 0 };
            let value = solution.first_move(slide);
            part.blocking += u64::from(value == Ending::Win(1) && taken == 0);
            *part.values.entry(value).or_default() += 1;
            *part.taken.entry(taken).or_default() += 1;
            *part.moves.entry(capturing).or_default() += 1;
            let outcome = game.map(|game| slot(game.value(own)));
            if let Some(outcome) = outcome {
                part.game[slot(value.outcome())][outcome] += 1;
            }
            for cell in own.ones() {
                let counts = &mut part.cells[usize::from(cell)];
                counts[slot(value.outcome())] += 1;
                counts[3] += u64::from(value == Ending::Win(1));
                if let Some(outcome) = outcome {
                    counts[4 + outcome] += 1;
                }
            }
        }
        part
    }

    fn add(&mut self, part: PartCounts) {
        self.blocking += part.blocking;
        add(&mut self.values, part.values);
        add(&mut self.taken, part.taken);
        add(&mut self.moves, part.moves);
        let cells = self.cells.iter_mut().flatten();
        let counts = cells.chain(self.game.iter_mut().flatten());
        let more = part.cells.iter().flatten();
        let more = more.chain(part.game.iter().flatten());
        counts.zip(more).for_each(|(all, part)| *all += part);
    }

    /// The cells but the centre, with who wins the game if that is known.
    fn cells_of(&self, solution: &Solution, game: bool) -> Vec<CellWorth> {
        let board = solution.space().board();
        let worth = |cell: u8| {
            let [mover, opponent, never, at_once, won, lost, drawn] = self.cells[usize::from(cell)];
            CellWorth {
                cell: board.cell(cell),
                held: mover + opponent + never,
                first_capture: [mover, opponent, never].into(),
                at_once,
                game: game.then(|| [won, lost, drawn].into()),
            }
        };
        let hole = board.cell_count() / 2;
        let cells = (0..board.cell_count()).filter(|&cell| cell != hole);
        cells.map(worth).collect()
    }
}

impl Survey {
    /// The statistics, with at most `longest` of the longest fights, and with the whole game if `game` has the worth of the placements
    /// in it.
    ///
    /// Exact. Cost: one look at each placement, 2,704,156 on 5×5.
    pub fn new(solution: &Solution, longest: usize, game: Option<&Placements>) -> Survey {
        let space = solution.space();
        let subsets = space.subsets();
        let engine =
            Engine::<u32>::new(space.rules()).expect("the sliding phase is solved up to 25 cells");
        let parts = map_ranges(subsets.highs(), 64, |highs| {
            let masks = subsets.masks_of_highs(highs);
            PartCounts::of(solution, &engine, masks.map(|(_, mask)| mask), game)
        });
        let mut all = PartCounts::default();
        parts.into_iter().for_each(|part| all.add(part));
        let cells = all.cells_of(solution, game.is_some());
        let mut by_value: Vec<_> = all.values.into_iter().collect();
        by_value.sort_by_key(|(value, _)| value.length().unwrap_or(u32::MAX));
        let mut first_capture = [0; 3];
        for &(value, count) in &by_value {
            first_capture[slot(value.outcome())] += count;
        }
        let at = |&(value, count): &(Ending, u64)| {
            let (outcome, plies) = end(value)?;
            Some(Decided {
                plies,
                outcome,
                count,
            })
        };
        let taken = |(captured, count)| MostTaken { captured, count };
        let capturing = |(moves, count)| Capturing { moves, count };
        Survey {
            positions: subsets.len() as u64,
            first_capture: first_capture.into(),
            by_plies: by_value.iter().filter_map(at).collect(),
            blocking_first_move: all.blocking,
            best_single_move: all.taken.into_iter().map(taken).collect(),
            capturing_moves: all.moves.into_iter().map(capturing).collect(),
            cells,
            game: game.map(|_| {
                let [mover, opponent, never] = all.game.map(Games::from);
                SideBySide {
                    mover,
                    opponent,
                    never,
                }
            }),
            longest: longest_fights(solution, &by_value, longest),
        }
    }
}

/// Who makes the first capture, and with which ply; `None` if nobody.
fn end(value: Ending) -> Option<(Outcome, u32)> {
    Some((value.outcome(), value.length()?))
}

fn add<K: Ord>(all: &mut BTreeMap<K, u64>, part: BTreeMap<K, u64>) {
    for (key, count) in part {
        *all.entry(key).or_default() += count;
    }
}

fn longest_fights(solution: &Solution, by_value: &[(Ending, u64)], most: usize) -> Vec<Fight> {
    let space = solution.space();
    let hole = space.board().cell_count() / 2;
    let mut wanted = Vec::new();
    let mut found = 0;
    for &(value, count) in by_value.iter().rev() {
        if found < most as u64 && value.length().is_some() {
            wanted.push(value);
            // A placement has at most eight images, so these are enough.
            found += count.div_ceil(8);
        }
    }
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut longest: Vec<(Ending, u32)> = Vec::new();
    for mask in space.subsets().masks() {
        let slide = Space::spread(hole, mask);
        let value = solution.first_move(slide);
        if wanted.contains(&value) && space.is_first(slide) {
            longest.push((value, slide.own));
        }
    }
    longest.sort_by_key(|&(value, own)| (std::cmp::Reverse(value.length()), own));
    let fight = |(value, own)| {
        let (outcome, plies) = end(value)?;
        Some(Fight {
            position: placement(space, Slide { hole, own }),
            outcome,
            plies,
        })
    };
    longest.into_iter().take(most).filter_map(fight).collect()
}

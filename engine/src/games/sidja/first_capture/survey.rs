//! Statistics over all placements: every way in which the stones can stand before the first move.

use std::collections::BTreeMap;

use super::space::{Slide, Space};
use super::{FirstCapture, SlidingValues, Solution};
use crate::board::{Bits, Cell};
use crate::games::sidja::moves::{Chain, Engine, State};
use crate::games::sidja::placing::Placements;
use crate::games::sidja::{Outcome, Position, Rules};
use crate::solve::parallel::map_ranges;

/// The results of the placements of a board, for the side that moves first.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Survey {
    /// The rules.
    pub rules: Rules,
    /// All placements.
    pub placements: u64,
    /// The number with each value, in order of plies, those without a forced capture last.
    pub by_value: Vec<(FirstCapture, u64)>,
    /// In how many of those won in 1 the first move takes nothing, but blocks the opponent, who loses by
    /// that: none but under `blocked=loses`. Of later plies it is not told apart which of the two comes.
    pub blocking: u64,
    /// The number of placements whose best first move takes this number of stones.
    pub best_single_move: Vec<(u32, u64)>,
    /// The number of placements that have this number of first moves with a capture.
    pub capturing_moves: Vec<(u32, u64)>,
    /// The values of the cells, `a1` first; the centre, which is empty, has none.
    pub cells: Vec<CellWorth>,
    /// Where the worth of the placements in the whole game is known: how many the first mover wins, loses and draws of those in
    /// which he makes the first capture, his opponent does, nobody does.
    pub game: Option<[[u64; 3]; 3]>,
    /// The placements with the longest fights that end in a capture, longest first; of placements
    /// that symmetries turn into one another, one.
    pub longest: Vec<(FirstCapture, Position)>,
}

/// The results of the placements in which the side that moves first holds a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct CellWorth {
    /// The cell.
    pub cell: Cell,
    /// Those placements.
    pub held: u64,
    /// Where the side that moves first makes the first capture, his opponent, nobody.
    pub first_capture: [u64; 3],
    /// Where he makes it with the first ply.
    pub at_once: u64,
    /// Where it is known: those that he wins, loses and draws in the whole game.
    pub game: Option<[u64; 3]>,
}

/// The counts of one part of the placements.
#[derive(Default)]
struct PartCounts {
    values: BTreeMap<FirstCapture, u64>,
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
            part.blocking += u64::from(value == FirstCapture::Win(1) && taken == 0);
            *part.values.entry(value).or_default() += 1;
            *part.taken.entry(taken).or_default() += 1;
            *part.moves.entry(capturing).or_default() += 1;
            let outcome = game.map(|game| game_slot(game.value(own)));
            if let Some(outcome) = outcome {
                part.game[slot(value)][outcome] += 1;
            }
            for cell in own.ones() {
                let counts = &mut part.cells[usize::from(cell)];
                counts[slot(value)] += 1;
                counts[3] += u64::from(value == FirstCapture::Win(1));
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
                first_capture: [mover, opponent, never],
                at_once,
                game: game.then_some([won, lost, drawn]),
            }
        };
        let hole = board.cell_count() / 2;
        let cells = (0..board.cell_count()).filter(|&cell| cell != hole);
        cells.map(worth).collect()
    }
}

/// Where a value is counted: the first mover, his opponent, nobody.
fn slot(value: FirstCapture) -> usize {
    match value {
        FirstCapture::Win(_) => 0,
        FirstCapture::Loss(_) => 1,
        FirstCapture::Never => 2,
    }
}

/// Where an outcome of the game is counted: the first mover wins, loses, draws.
fn game_slot(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Win => 0,
        Outcome::Loss => 1,
        Outcome::Draw => 2,
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
        let rules = *space.rules();
        let engine = Engine::<u32>::new(rules).expect("the sliding phase is solved up to 25 cells");
        let parts = map_ranges(subsets.highs(), 64, |highs| {
            let masks = subsets.masks_of_highs(highs);
            PartCounts::of(solution, &engine, masks.map(|(_, mask)| mask), game)
        });
        let mut all = PartCounts::default();
        parts.into_iter().for_each(|part| all.add(part));
        let cells = all.cells_of(solution, game.is_some());
        let mut by_value: Vec<_> = all.values.into_iter().collect();
        by_value.sort_by_key(|(value, _)| value.plies().unwrap_or(u32::MAX));
        Survey {
            rules,
            placements: subsets.len() as u64,
            longest: longest_fights(solution, &by_value, longest),
            by_value,
            blocking: all.blocking,
            best_single_move: all.taken.into_iter().collect(),
            capturing_moves: all.moves.into_iter().collect(),
            cells,
            game: game.map(|_| all.game),
        }
    }

    /// The placements in which the first mover, his opponent and nobody forces the first capture.
    pub fn first_capture(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for &(value, count) in &self.by_value {
            counts[slot(value)] += count;
        }
        counts
    }
}

fn add<K: Ord>(all: &mut BTreeMap<K, u64>, part: BTreeMap<K, u64>) {
    for (key, count) in part {
        *all.entry(key).or_default() += count;
    }
}

fn longest_fights(
    solution: &Solution,
    by_value: &[(FirstCapture, u64)],
    most: usize,
) -> Vec<(FirstCapture, Position)> {
    let space = solution.space();
    let hole = space.board().cell_count() / 2;
    let mut wanted = Vec::new();
    let mut found = 0;
    for &(value, count) in by_value.iter().rev() {
        if found < most as u64 && value.plies().is_some() {
            wanted.push(value);
            // A placement has at most eight images, so these are enough.
            found += count.div_ceil(8);
        }
    }
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut longest: Vec<(FirstCapture, u32)> = Vec::new();
    for mask in space.subsets().masks() {
        let slide = Space::spread(hole, mask);
        let value = solution.first_move(slide);
        if wanted.contains(&value) && space.is_first(slide) {
            longest.push((value, slide.own));
        }
    }
    longest.sort_by_key(|&(value, own)| (std::cmp::Reverse(value.plies()), own));
    longest
        .into_iter()
        .take(most)
        .map(|(value, own)| (value, placement(space, Slide { hole, own })))
        .collect()
}

/// The position of a placement, with the side that moves first to move.
pub fn placement(space: &Space, slide: Slide) -> Position {
    let rules = *space.rules();
    Position::trusted(
        rules,
        State {
            own: u128::from(slide.own),
            enemy: u128::from(space.enemy(slide)),
            side: rules.first_mover(),
            reserve: [0, 0],
            chain: Chain::No,
            quiet: 0,
        },
    )
}

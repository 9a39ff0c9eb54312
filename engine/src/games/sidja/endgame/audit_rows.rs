//! Outcomes of a whole layer against those of the positions their turns lead to, 64 at a time.
//!
//! Nothing of the solver is in it, and no symmetry: every arrangement has a bit of its own. For a set X of
//! the side to move there is a row of bits by Y, all sets of the other side's size in one order, those that overlap X
//! among them. A quiet step turns X into X' and leaves Y alone, so that it relates two rows of the same columns:
//!
//! - X to move against Y is won if in the row of some X' the bit of Y says that Y, to move, has lost;
//! - X to move against Y is not lost if in the row of some X' the bit of Y says that Y, to move, has not won.
//!
//! A row has bits only where X' and Y share no cell, so a step onto a stone of Y finds nothing. Where something can be
//! taken, entering some cells is no quiet step: these columns are left out of the rows of such steps, and
//! captures are made one position at a time by the engine, unless a quiet step wins already. Positions in which a side
//! is blocked, or the game is over, are left to [`Judge`] altogether.

use super::audit::Judge;
use super::sliding::better;
use crate::board::Bits;
use crate::games::custodial::moves::{Chain, Turns};
use crate::solve::Ending;
use crate::solve::Subsets;
use crate::solve::custody::Outcomes;
use crate::solve::parallel::{for_each, map_ranges};
use crate::solve::retro::Outcome;

/// The most bytes that unfolded rows take: as many columns are looked at together as fit.
const MOST_BYTES: usize = 1 << 30;
/// Rows given to a thread at a time.
const CHUNK: usize = 16;

/// The outcomes of one layer, every arrangement apart, seen by the side to move, in some columns.
struct Unfolded {
    /// Machine words in a row.
    words: usize,
    lost: Vec<u64>,
    not_won: Vec<u64>,
}

impl Unfolded {
    /// Rows by the sets of one side, columns by those of the other; `movers` says whether rows are the side to move's.
    fn new(table: &Outcomes, rows: &[u32], columns: &[u32], movers: bool) -> Unfolded {
        let words = columns.len().div_ceil(64);
        let mut lost = vec![0; rows.len() * words];
        let mut not_won = lost.clone();
        let parts = rows.chunks(CHUNK);
        let parts = parts.zip(lost.chunks_mut(CHUNK * words));
        let parts = parts.zip(not_won.chunks_mut(CHUNK * words));
        for_each(parts, |((rows, lost), not_won)| {
            for (at, &row) in rows.iter().enumerate() {
                for (place, &column) in columns.iter().enumerate() {
                    if row & column != 0 {
                        continue;
                    }
                    let value = match movers {
                        true => table.value(row, column),
                        false => table.value(column, row),
                    };
                    let (word, bit) = (at * words + place / 64, 1 << (place % 64));
                    lost[word] |= if value == Outcome::Loss { bit } else { 0 };
                    not_won[word] |= if value == Outcome::Win { 0 } else { bit };
                }
            }
        });
        Unfolded {
            words,
            lost,
            not_won,
        }
    }

    fn value(&self, row: usize, column: usize) -> Ending {
        let has = |bits: &[u64]| bits[row * self.words + column / 64] >> (column % 64) & 1 == 1;
        match (has(&self.lost), has(&self.not_won)) {
            (true, _) => Ending::Loss(0),
            (false, true) => Ending::Draw,
            (false, false) => Ending::Win(0),
        }
    }
}

/// A layer, and the one that quiet steps lead to.
struct AuditedLayer<'a> {
    judge: &'a Judge<'a>,
    ranks: &'a Subsets,
    /// The sets of the side to move, by rank.
    rows: &'a [u32],
    /// Some sets of the other side.
    columns: &'a [u32],
    here: Unfolded,
    next: Unfolded,
}

/// Checks every position of a layer; `mirror` is the table with the sides exchanged. Returns how many there are.
pub(super) fn layer(judge: &Judge<'_>, here: &Outcomes, mirror: &Outcomes) -> Result<u64, String> {
    let (layer, cells) = (here.layer(), judge.engine.board().cell_count());
    let sets = |size: u8| Subsets::new(cells.into(), size.into());
    let (Some(ranks), Some(others)) = (sets(layer.own), sets(layer.other)) else {
        return Ok(0);
    };
    let rows: Vec<u32> = ranks.masks().collect();
    let columns: Vec<u32> = others.masks().collect();
    // Two tables, two bits of each position.
    let words = (MOST_BYTES / (32 * rows.len())).max(1);
    let mut checked = 0;
    for columns in columns.chunks(64 * words) {
        let part = AuditedLayer {
            judge,
            ranks: &ranks,
            rows: &rows,
            columns,
            here: Unfolded::new(here, &rows, columns, true),
            next: Unfolded::new(mirror, &rows, columns, false),
        };
        let found = map_ranges(rows.len(), CHUNK, |rows| {
            rows.map(|row| part.row(row)).sum::<Result<u64, _>>()
        });
        checked += found.into_iter().sum::<Result<u64, _>>()?;
    }
    Ok(checked)
}

impl AuditedLayer<'_> {
    /// The positions of one side's set against up to 64 of the other's, a bit each: those in which the two sets have no cell in common,
    /// those that the engine looks at by itself (without a step, or in the middle of a turn), and by the cell entered where something is
    /// taken there.
    fn word_of_positions(&self, own: u32, around: u32, sets: &[u32]) -> (u64, u64, [u64; 32]) {
        let engine = self.judge.engine;
        let (mut there, mut apart, mut takes) = (0, 0, [0; 32]);
        for (at, &enemy) in sets.iter().enumerate() {
            if enemy & own != 0 {
                continue;
            }
            let state = engine.turn(own, enemy);
            let entered = around & !enemy;
            there |= 1 << at;
            if state.chain != Chain::No || entered == 0 || engine.end(&state).is_some() {
                apart |= 1 << at;
                continue;
            }
            for to in (entered & engine.taking_cells(own, enemy)).ones() {
                takes[usize::from(to)] |= 1 << at;
            }
        }
        (there, apart, takes)
    }

    fn row(&self, row: usize) -> Result<u64, String> {
        let engine = self.judge.engine;
        let own = self.rows[row];
        let around = engine.around(own) & !own;
        let steps: Vec<(u8, usize)> = (around.ones())
            .flat_map(|to| (engine.near(to) & own).ones().map(move |from| (from, to)))
            .map(|(from, to)| (to, self.ranks.rank(own & !(1 << from) | 1 << to)))
            .collect();
        let words = self.here.words;
        let mut checked = 0;
        for (word, sets) in self.columns.chunks(64).enumerate() {
            let (there, mut apart, takes) = self.word_of_positions(own, around, sets);
            let capture = takes.iter().fold(0, |all, takes| all | takes);
            let (mut won, mut not_lost) = (0, 0);
            for &(to, step) in &steps {
                won |= self.next.lost[step * words + word] & !takes[usize::from(to)];
                not_lost |= self.next.not_won[step * words + word] & !takes[usize::from(to)];
            }
            for at in (capture & !won).ones() {
                let (best, bit) = (self.best_capture(own, sets[usize::from(at)]), 1 << at);
                match best {
                    Some(Ending::Win(_)) => (won, not_lost) = (won | bit, not_lost | bit),
                    Some(Ending::Draw) => not_lost |= bit,
                    Some(Ending::Loss(_)) => {}
                    None => apart |= bit,
                }
            }
            let found_won = !self.here.not_won[row * words + word];
            let found_not_lost = !self.here.lost[row * words + word];
            // Where the rows disagree, the engine says what follows.
            let wrong = (won ^ found_won) | (not_lost ^ found_not_lost);
            for at in (wrong & there | apart).ones() {
                let (at, own) = (usize::from(at), self.rows[row]);
                let found = self.here.value(row, word * 64 + at);
                self.judge.position_with(own, sets[at], Some(found))?;
            }
            checked += u64::from(there.count_ones());
        }
        Ok(checked)
    }

    /// The best of a turn that begins with a capture; `None` if a value it rests on is not there.
    fn best_capture(&self, own: u32, enemy: u32) -> Option<Ending> {
        let engine = self.judge.engine;
        let state = engine.turn(own, enemy);
        let cells = engine.taking_cells(own, enemy) & engine.around(own) & engine.empty(&state);
        let mut best: Option<Ending> = None;
        for to in cells.ones() {
            let taken = engine.taken(own, enemy, to);
            for from in (engine.near(to) & own).ones() {
                let next = engine.step(&state, from, to, taken);
                let value = self.judge.follows(&next, state.side)?;
                if let Ending::Win(_) = value {
                    return Some(value);
                }
                best = better(best, Some(value));
            }
        }
        best
    }
}

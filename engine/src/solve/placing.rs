//! The placing of stones by turns, solved by rows of bits: what each side can force, for every arrangement.
//!
//! Two sides place stones on empty cells, in an order of sides that is fixed beforehand, until every cell is taken. Each
//! full board is worth something; what can a side force from the arrangements before? There are no cycles, so layers are
//! worked out from the last to the first, where a *layer* is all arrangements with the same number of stones.
//!
//! # The layout
//!
//! A row is a set of the first side's stones, by rank; its columns are the sets of the second side's stones among the cells
//! that are left, by rank, one bit each. To take a cell away from sets that have it, or to add it to sets that
//! do not, changes neither their order nor that of the others. So, where one more stone leads to the next layer,
//!
//! * a stone of the first side on cell c leads from row X to row X∪c: the columns of X without c are those of X∪c, in
//!   their order: expand, for each c;
//! * a stone of the second side on c stays in the row: the columns of this layer without c are those of the next with c, in
//!   their order: compress and expand, for each c.
//!
//! # The bits
//!
//! "Can side S force what it wants?" is one bit, and its own question, for each side: a win of the first, a win of the
//! second, or else neither can. The two are answered one after the other, so that memory holds one bit a position of two
//! layers. The side that places wants a cell where its own answer is good: for S the union over the cells of "S
//! forces it"; for the other, of "S does not". A layer is kept in the sense of the side that has just placed, which makes either
//! of them a union.
//!
//! Cost: for n cells left in a row, n expansions of the row, or 2n compressions and expansions. With 24 cells there
//! are 5·10^10 arrangements, and the two largest neighbouring layers take 2.3 GB. To fold them by the symmetries of the
//! board would take an eighth of that, but most of the time saved would go into renaming cells.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Subsets;
use super::parallel;
use super::rows::bits;
use super::rows::columns::{AllColumns, Columns};
use crate::work::limit::{TooLarge, allow};

/// Rows that a thread takes at a time.
const CHUNK: usize = 64;
/// Rows that are worked on together: they share their masks.
const BATCH: usize = 4;
/// The most memory taken, in bytes.
const MEMORY: u128 = 3_000_000_000;

/// Stones placed by turns on some cells, all of which are filled in the end.
#[derive(Debug, Clone)]
pub(crate) struct Placing {
    /// The side that places each stone, 0 or 1; there are as many cells.
    turns: Vec<usize>,
}

/// A layer that was counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LayerCount {
    /// The stones of either side.
    pub(crate) stones: [usize; 2],
    /// The arrangements.
    pub(crate) positions: u64,
    /// Those from which each side forces what it wants.
    pub(crate) forced: [u64; 2],
}

/// A layer whose values are kept.
#[derive(Debug, Clone)]
pub(crate) struct KeptLayer {
    sets: Subsets,
    others: Subsets,
    words: usize,
    /// For each side, rows of what it forces.
    rows: [Vec<u64>; 2],
}

/// All layers counted, and the first ones kept.
#[derive(Debug, Clone)]
pub(crate) struct PlacingSolution {
    pub(crate) layers: Vec<LayerCount>,
    pub(crate) kept: Vec<KeptLayer>,
}

impl KeptLayer {
    /// Whether each side forces what it wants, from the arrangement of these sets of cells.
    pub(crate) fn forced(&self, stones: [u32; 2]) -> [bool; 2] {
        let row = self.sets.rank(stones[0]) * self.words;
        let column = self.others.rank(squeeze(stones[1], stones[0]));
        let bit = |rows: &[u64]| rows[row + column / 64] >> (column % 64) & 1 == 1;
        [bit(&self.rows[0]), bit(&self.rows[1])]
    }
}

/// A set without the cells of another between its members.
fn squeeze(set: u32, without: u32) -> u32 {
    let left = (0..32).filter(|cell| without >> cell & 1 == 0);
    left.zip(0..)
        .filter(|(cell, _)| set >> cell & 1 == 1)
        .fold(0, |squeezed, (_, label)| squeezed | 1 << label)
}

/// The next set with as many members.
fn next_set(set: u32) -> u32 {
    let low = set & set.wrapping_neg();
    let high = set.wrapping_add(low);
    match low {
        0 => 0,
        _ => high | (high ^ set) >> 2 >> low.trailing_zeros(),
    }
}

/// A layer being worked with.
struct Layer {
    sets: Subsets,
    words: usize,
    /// Two words more than its rows.
    rows: Vec<u64>,
    /// The bits that are set.
    ones: u64,
}

impl Placing {
    /// The placing of stones by these sides, in this order.
    pub(crate) fn new(turns: Vec<usize>) -> Placing {
        Placing { turns }
    }

    fn cells(&self) -> usize {
        self.turns.len()
    }

    /// The stones of each side when `placed` are placed.
    fn stones(&self, placed: usize) -> [usize; 2] {
        let first = self.turns[..placed].iter().filter(|&&side| side == 0);
        let first = first.count();
        [first, placed - first]
    }

    /// The sets of the first side on the full board.
    pub(crate) fn ends(&self) -> Subsets {
        self.sets(self.cells())
    }

    fn sets(&self, placed: usize) -> Subsets {
        Subsets::new(self.cells() as u32, self.stones(placed)[0] as u32)
            .expect("boards have at most 25 cells")
    }

    /// The rows of a layer and the arrangements in each.
    fn shape(&self, placed: usize) -> [u64; 2] {
        let cells = self.cells() as u64;
        let [first, second] = self.stones(placed).map(|stones| stones as u64);
        [
            num_integer::binomial(cells, first),
            num_integer::binomial(cells - first, second),
        ]
    }

    /// All arrangements of all layers.
    pub(crate) fn positions(&self) -> u64 {
        let shapes = (0..=self.cells()).map(|placed| self.shape(placed));
        shapes.map(|[rows, columns]| rows * columns).sum()
    }

    /// Bytes that [`solve`](Placing::solve) takes: those of two layers that follow each other.
    pub(crate) fn bytes(&self) -> u64 {
        let most = (1..=self.cells()).map(|placed| self.words(placed - 1) + self.words(placed));
        8 * most.max().unwrap_or(0)
    }

    fn words(&self, placed: usize) -> u64 {
        let [rows, columns] = self.shape(placed);
        rows * columns.div_ceil(64) + 2
    }

    /// The arrangements from which each side can force a full board that it wants. `ends` has a bit for each full board, by the
    /// rank of the first side's set, for each side; `keep` layers from the empty cells on are kept. `done` hears how many arrangements have been worked out; there
    /// are two rounds.
    ///
    /// # Errors
    /// If it would take more than 3 GB.
    pub(crate) fn solve(
        &self,
        ends: [&[u64]; 2],
        keep: usize,
        done: &AtomicU64,
    ) -> Result<PlacingSolution, TooLarge> {
        allow("bytes of memory", self.bytes().into(), MEMORY)?;
        let columns = AllColumns::new(self.cells());
        let mut layers = self.layer_counts();
        let mut kept = self.unfilled_layers(keep.min(layers.len()), &columns);
        for (side, wanted) in ends.into_iter().enumerate() {
            let mut next = self.end(wanted, side);
            let mut spare = vec![0; self.buffer(1)];
            for placed in (0..=self.cells()).rev() {
                if placed < self.cells() {
                    let after = next;
                    let rows = std::mem::take(&mut spare);
                    next = self.before(placed, &after, rows, &columns);
                    spare = match placed + 1 == self.cells() {
                        true => vec![0; self.buffer(0)],
                        false => after.rows,
                    };
                }
                let positions = layers[placed].positions;
                let plain = self.sense(placed) == side;
                layers[placed].forced[side] = match plain {
                    true => next.ones,
                    false => positions - next.ones,
                };
                if let Some(kept) = kept.get_mut(placed) {
                    let rows = &next.rows[..next.sets.len() * next.words];
                    let sense = |word: &u64| if plain { *word } else { !word };
                    kept.rows[side] = rows.iter().map(sense).collect();
                }
                done.fetch_add(positions, Ordering::Relaxed);
            }
        }
        Ok(PlacingSolution { layers, kept })
    }

    /// Every layer with its stones and its size, nothing counted as forced yet.
    fn layer_counts(&self) -> Vec<LayerCount> {
        (0..=self.cells())
            .map(|placed| LayerCount {
                stones: self.stones(placed),
                positions: self.shape(placed).iter().product(),
                forced: [0; 2],
            })
            .collect()
    }

    /// The first layers, whose rows are to be kept.
    fn unfilled_layers(&self, count: usize, columns: &AllColumns) -> Vec<KeptLayer> {
        (0..count)
            .map(|placed| {
                let [first, second] = self.stones(placed);
                KeptLayer {
                    sets: self.sets(placed),
                    others: Subsets::new((self.cells() - first) as u32, second as u32)
                        .expect("boards have at most 25 cells"),
                    words: columns.get(self.cells() - first, second).words,
                    rows: [Vec::new(), Vec::new()],
                }
            })
            .collect()
    }

    /// The words of the largest layer of those whose number of stones is even, or odd.
    fn buffer(&self, odd: usize) -> usize {
        let layers = (0..self.cells()).filter(|placed| (self.cells() - placed) % 2 == odd);
        layers.map(|placed| self.words(placed)).max().unwrap_or(2) as usize
    }

    /// The side in whose sense a layer is kept: the one that has just placed.
    fn sense(&self, placed: usize) -> usize {
        self.turns[placed.saturating_sub(1)]
    }

    /// The full boards.
    fn end(&self, wanted: &[u64], side: usize) -> Layer {
        let sets = self.ends();
        let flip = u64::from(self.sense(self.cells()) != side);
        let mut rows: Vec<u64> = (0..sets.len())
            .map(|rank| wanted[rank / 64] >> (rank % 64) & 1 ^ flip)
            .collect();
        let ones = rows.iter().sum();
        rows.extend([0; 2]);
        Layer {
            sets,
            words: 1,
            rows,
            ones,
        }
    }

    /// A layer from the one after it, in rows that are written over.
    fn before(&self, placed: usize, next: &Layer, mut rows: Vec<u64>, all: &AllColumns) -> Layer {
        let columns = |placed: usize| {
            let [first, second] = self.stones(placed);
            all.get(self.cells() - first, second)
        };
        let sets = self.sets(placed);
        let step = PlacingStep {
            first: self.turns[placed] == 0,
            flip: self.sense(placed) != self.turns[placed],
            full: (1 << self.cells()) - 1,
            here: columns(placed),
            then: columns(placed + 1),
            next,
        };
        let words = step.here.words;
        let chunks = rows[..sets.len() * words].chunks_mut(CHUNK * words);
        let ones = AtomicU64::new(0);
        parallel::for_each(chunks.enumerate(), |(chunk, part)| {
            let mut set = sets.mask(chunk * CHUNK);
            part.fill(0);
            let mut batches = part.chunks_exact_mut(BATCH * words);
            let mut streams = step.streams::<BATCH>();
            for batch in &mut batches {
                step.fill(&mut set, batch, &mut streams);
            }
            let mut streams = step.streams::<1>();
            for row in batches.into_remainder().chunks_mut(words) {
                step.fill(&mut set, row, &mut streams);
            }
            if step.flip {
                let all = step.here.all.iter().cycle();
                part.iter_mut()
                    .zip(all)
                    .for_each(|(word, all)| *word = all & !*word);
            }
            let found = part.iter().map(|word| u64::from(word.count_ones()));
            ones.fetch_add(found.sum(), Ordering::Relaxed);
        });
        Layer {
            sets,
            words,
            rows,
            ones: ones.into_inner(),
        }
    }
}

/// One stone: how the rows of a layer follow from those of the next.
struct PlacingStep<'a> {
    /// Whether the first side places it.
    first: bool,
    /// Whether the layer is kept in the sense of the other side.
    flip: bool,
    full: u32,
    here: &'a Columns,
    then: &'a Columns,
    next: &'a Layer,
}

impl PlacingStep<'_> {
    fn streams<const N: usize>(&self) -> [Vec<u64>; N] {
        std::array::from_fn(|_| vec![0; self.then.words + 2])
    }

    /// Fills the rows of `N` sets, from `set` on: the unions over all cells.
    fn fill<const N: usize>(&self, set: &mut u32, part: &mut [u64], streams: &mut [Vec<u64>; N]) {
        let words = self.here.words;
        let sets: [u32; N] = std::array::from_fn(|_| std::mem::replace(set, next_set(*set)));
        let mut rest = part.chunks_mut(words);
        let mut rows: [&mut [u64]; N] = std::array::from_fn(|_| rest.next().unwrap_or_default());
        // The kernels read up to two words beyond a row.
        let row = |set: u32| {
            let start = self.next.sets.rank(set) * self.next.words;
            &self.next.rows[start..][..self.next.words + 2]
        };
        let mut free = sets.map(|set| self.full & !set);
        for label in 0..self.here.n {
            let lacks = self.here.lacks(label);
            if self.first {
                let from: [&[u64]; N] = std::array::from_fn(|at| {
                    let cell = free[at] & free[at].wrapping_neg();
                    free[at] &= !cell;
                    row(sets[at] | cell)
                });
                bits::expand_rows(from, lacks, &mut rows);
            } else {
                bits::compress_rows(sets.map(row), self.then.has(label), streams);
                let from: [&[u64]; N] = std::array::from_fn(|at| &streams[at][..]);
                bits::expand_rows(from, lacks, &mut rows);
            }
            // Mostly full rows are common, and looking is cheap.
            if label % 4 == 3 && rows.iter().all(|row| **row == self.here.all[..]) {
                break;
            }
        }
    }
}

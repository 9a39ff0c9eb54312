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
//!   their order;
//! * a stone of the second side on c stays in the row: the columns of this layer without c are those of the next with c, in
//!   their order.
//!
//! # The bits
//!
//! "Can side S force what it wants?" is one bit, and its own question, for each side: a win of the first, a win of the
//! second, or else neither can. The two are answered one after the other, so that memory holds one bit a position of two
//! layers. The side that places wants a cell where its own answer is good: for S the union over the cells of "S
//! forces it"; for the other, of "S does not". A layer is kept in the sense of the side that has just placed, which makes either
//! of them a union.
//!
//! # The work
//!
//! Which columns a stone on a cell leads from and to is the same for all rows of a layer: bits under one mask are moved to those of
//! another (`bits`), of two rows at a time, until both are full.
//!
//! Cost: with 24 cells there are 5·10^10 arrangements, and the two largest neighbouring layers take 2.3 GB. To fold them by the
//! symmetries of the board would take an eighth of that, but most of the time saved would go into renaming cells.
//!
//! # Placing by rows of bits
//! The placing of Sidja has no cycles, so its layers follow from each other backwards, one stone at a time (`solve::placing`, which has the
//! layout). "Can this side force it?" is one bit, and the two sides are asked one after the other: two neighbouring layers are 2.3 GB at
//! most, without folding. Folding would take an eighth of that, but to rename the cells costs more than it saves. From four
//! stones of each side on it takes a hundredth of a second, so only the layers before that are kept.

use std::sync::atomic::{AtomicU64, Ordering};

use super::Subsets;
use super::bits::{self, Two};
use super::columns::Columns;
use super::parallel;
use super::retro::squeeze;
use crate::work::limit::{TooLarge, allow};

/// Rows that a thread takes at a time.
const CHUNK: usize = 64;
/// The most memory taken, in bytes.
const MEMORY: u128 = 3_000_000_000;

/// Stones placed by turns on some cells, all of which are filled in the end.
#[derive(Debug, Clone)]
pub(crate) struct Placing {
    /// The side that places each stone, 0 or 1; there are as many cells.
    turns: Vec<usize>,
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

impl KeptLayer {
    /// Whether each side forces what it wants, from the arrangement of these sets of cells.
    pub(crate) fn forced(&self, stones: [u32; 2]) -> [bool; 2] {
        let row = self.sets.rank(stones[0]) * self.words;
        let column = self.others.rank(squeeze(stones[1], stones[0]));
        let bit = |rows: &[u64]| rows[row + column / 64] >> (column % 64) & 1 == 1;
        [bit(&self.rows[0]), bit(&self.rows[1])]
    }
}

/// The sets of `k` of `n` cells as columns.
fn columns_of(n: usize, k: usize) -> Columns {
    Columns::new(n, k).expect("boards have at most 25 cells")
}

/// A layer being worked with.
struct LayerInProgress {
    sets: Subsets,
    words: usize,
    /// One after the other, then a spare word: `bits` reads one word past a row.
    rows: Vec<u64>,
    /// The bits that are set.
    ones: u64,
}

/// A stone that leads to the next layer, for all rows of a layer alike.
struct OneStone<'a> {
    next: &'a LayerInProgress,
    /// All cells.
    full: u32,
    columns: Columns,
    /// The columns of the next layer, if the second side places.
    with_one_more: Option<Columns>,
}

impl OneStone<'_> {
    fn row(&self, set: u32) -> &[u64] {
        let LayerInProgress { sets, words, .. } = self.next;
        &self.next.rows[sets.rank(set) * words..][..=*words]
    }

    /// Fills the rows of two sets with the union over the cells, of which the last add nothing to rows that are full.
    fn fill(&self, both: Two<u32>, [one, two]: Two<&mut [u64]>, streams: &mut Two<Vec<u64>>) {
        one.fill(0);
        two.fill(0);
        let all = &self.columns.all[..];
        let mut free = both.map(|set| self.full & !set);
        for cell in 0..self.columns.n {
            if *one == *all && *two == *all {
                break;
            }
            let rows = match &self.with_one_more {
                None => [0, 1].map(|at| {
                    let stone = free[at] & free[at].wrapping_neg();
                    free[at] ^= stone;
                    self.row(both[at] | stone)
                }),
                Some(after) => {
                    let through = streams.each_mut().map(Vec::as_mut_slice);
                    bits::compress(both.map(|set| self.row(set)), after.has(cell), through);
                    streams.each_ref().map(Vec::as_slice)
                }
            };
            bits::expand(rows, self.columns.lacks(cell), [&mut *one, &mut *two]);
        }
    }
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
    pub(crate) fn stones(&self, placed: usize) -> [usize; 2] {
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

    /// The arrangements of a layer.
    pub(crate) fn arrangements(&self, placed: usize) -> u64 {
        self.shape(placed).iter().product()
    }

    /// All arrangements of all layers.
    pub(crate) fn positions(&self) -> u64 {
        (0..=self.cells())
            .map(|placed| self.arrangements(placed))
            .sum()
    }

    /// Bytes that [`solve`](Placing::solve) takes: those of two layers that follow each other.
    pub(crate) fn bytes(&self) -> u64 {
        let most = (1..=self.cells()).map(|placed| self.words(placed - 1) + self.words(placed));
        8 * most.max().unwrap_or(0)
    }

    fn words(&self, placed: usize) -> u64 {
        let [rows, columns] = self.shape(placed);
        rows * columns.div_ceil(64)
    }

    /// The arrangements from which each side can force a full board that it wants: their number for each side in every layer, and the first layers kept. `ends` has a bit for each full board, by the
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
    ) -> Result<(Vec<[u64; 2]>, Vec<KeptLayer>), TooLarge> {
        allow("bytes of memory", self.bytes().into(), MEMORY)?;
        let mut forced = vec![[0; 2]; self.cells() + 1];
        let mut kept = self.unfilled_layers(keep.min(forced.len()));
        for (side, wanted) in ends.into_iter().enumerate() {
            let mut next = self.end(wanted, side);
            let mut spare = vec![0; self.buffer(1)];
            for placed in (0..=self.cells()).rev() {
                if placed < self.cells() {
                    let after = next;
                    let rows = std::mem::take(&mut spare);
                    next = self.before(placed, &after, rows);
                    spare = match placed + 1 == self.cells() {
                        true => vec![0; self.buffer(0)],
                        false => after.rows,
                    };
                }
                let positions = self.arrangements(placed);
                let plain = self.sense(placed) == side;
                forced[placed][side] = match plain {
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
        Ok((forced, kept))
    }

    /// The first layers, whose rows are to be kept.
    fn unfilled_layers(&self, count: usize) -> Vec<KeptLayer> {
        (0..count)
            .map(|placed| {
                let [first, second] = self.stones(placed);
                let [_, columns] = self.shape(placed);
                KeptLayer {
                    sets: self.sets(placed),
                    others: Subsets::new((self.cells() - first) as u32, second as u32)
                        .expect("boards have at most 25 cells"),
                    words: columns.div_ceil(64) as usize,
                    rows: [Vec::new(), Vec::new()],
                }
            })
            .collect()
    }

    /// The words of the largest layer of those whose number of stones is even, or odd, and one.
    fn buffer(&self, odd: usize) -> usize {
        let layers = (0..self.cells()).filter(|placed| (self.cells() - placed) % 2 == odd);
        1 + layers.map(|placed| self.words(placed)).max().unwrap_or(0) as usize
    }

    /// The side in whose sense a layer is kept: the one that has just placed.
    fn sense(&self, placed: usize) -> usize {
        self.turns[placed.saturating_sub(1)]
    }

    /// The full boards.
    fn end(&self, wanted: &[u64], side: usize) -> LayerInProgress {
        let sets = self.ends();
        let flip = u64::from(self.sense(self.cells()) != side);
        let mut rows: Vec<u64> = (0..sets.len())
            .map(|rank| wanted[rank / 64] >> (rank % 64) & 1 ^ flip)
            .collect();
        let ones = rows.iter().sum();
        rows.push(0);
        LayerInProgress {
            sets,
            words: 1,
            rows,
            ones,
        }
    }

    /// A layer from the one after it, in rows that are written over. Two rows are worked on together, for the same is done to both.
    fn before(&self, placed: usize, next: &LayerInProgress, mut rows: Vec<u64>) -> LayerInProgress {
        let [first, second] = self.stones(placed);
        let left = self.cells() - first;
        let with_one_more = self.turns[placed] == 1;
        let stone = OneStone {
            next,
            full: (1 << self.cells()) - 1,
            with_one_more: with_one_more.then(|| columns_of(left, second + 1)),
            columns: columns_of(left, second),
        };
        let flip = self.sense(placed) != self.turns[placed];
        let sets = self.sets(placed);
        let words = stone.columns.words;
        let chunks = rows[..sets.len() * words].chunks_mut(CHUNK * words);
        let ones = AtomicU64::new(0);
        parallel::for_each(chunks.enumerate(), |(chunk, part)| {
            let mut spare = vec![0; words];
            let mut streams = [(); 2].map(|()| vec![0; next.words + 2]);
            for (rank, pair) in (chunk * CHUNK..).step_by(2).zip(part.chunks_mut(2 * words)) {
                let (one, two) = pair.split_at_mut(words);
                let (both, two) = match two.is_empty() {
                    true => ([rank; 2], &mut spare[..]),
                    false => ([rank, rank + 1], two),
                };
                let both = both.map(|rank| sets.mask(rank));
                stone.fill(both, [one, two], &mut streams);
                if flip {
                    for row in pair.chunks_mut(words) {
                        let words = row.iter_mut().zip(&stone.columns.all);
                        words.for_each(|(word, all)| *word = all & !*word);
                    }
                }
            }
            ones.fetch_add(bits::count(part), Ordering::Relaxed);
        });
        LayerInProgress {
            sets,
            words,
            rows,
            ones: ones.into_inner(),
        }
    }
}

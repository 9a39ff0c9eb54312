//! The positions numbered without gaps.
//!
//! A number is made of the pieces not yet off of both sides, then of those on the board, then of the place of the pieces among all
//! that are so many. The cells are cut into chunks; a chunk's pieces, as bits, are a key. The place is a base for the first chunk's
//! key, plus a base for the second's among what is left to be placed, and so on: two or three looks into tables.

use std::ops::Range;

use super::race::{Race, View};
use super::rules::MAX_PIECES;

/// The most bits of a chunk's key.
const KEY_BITS: u32 = 16;
/// Numbers of pieces on the board of one side, 0 included.
const COUNTS: usize = MAX_PIECES as usize + 1;
/// What stands for a key that cannot be.
const NONE: u32 = u32::MAX;

/// The pieces of both sides in a chunk.
#[derive(Clone, Copy, Debug)]
struct Pieces {
    own: u32,
    other: u32,
}

impl Pieces {
    fn counts(self) -> [usize; 2] {
        [self.own, self.other].map(|bits| bits.count_ones() as usize)
    }
}

/// Some of the cells.
#[derive(Debug)]
struct Chunk {
    /// Of each key the number of its pieces in `states`, and how many they are.
    entries: Vec<Entry>,
    states: Vec<Pieces>,
    /// For each pair of counts still to be placed (own times [`COUNTS`] plus other's) and each state: in how many ways earlier
    /// states leave them to be placed here and in the chunks after.
    bases: Vec<Vec<u64>>,
}

/// A key's pieces.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// Their number among the states.
    state: u32,
    /// How many they are, own times [`COUNTS`] plus the other's.
    counts: u32,
}

/// Positions with the same numbers of pieces, on the board and off it.
#[derive(Clone, Copy, Debug)]
struct Block {
    first: u64,
    left: [u8; 2],
    on: [u8; 2],
}

/// The numbering of all positions in which neither side has finished.
#[derive(Debug)]
pub(crate) struct Index {
    chunks: Vec<Chunk>,
    /// For each byte of the steps, own and the other's: the bits that it sets in the keys, sixteen for each chunk.
    keys: [Vec<[u64; 256]>; 2],
    blocks: Vec<Block>,
    /// The first number by pieces left and pieces on the board.
    firsts: Vec<u64>,
    layers: Vec<Range<u64>>,
    /// In how many ways so many pieces can stand on the board.
    ways: Vec<u64>,
}

/// The cells cut into as few chunks as their keys allow, of about equal length.
fn cut(cells: &[(u32, u32)]) -> Vec<Vec<(u32, u32)>> {
    let bits = |cell: &(u32, u32)| cell.0.count_ones() + cell.1.count_ones();
    let all: u32 = cells.iter().map(bits).sum();
    let chunks = all.div_ceil(KEY_BITS - 2).max(1);
    let aim = all.div_ceil(chunks);
    let mut cut: Vec<Vec<(u32, u32)>> = vec![Vec::new()];
    let mut filled = 0;
    for cell in cells {
        if filled + bits(cell) > aim.max(bits(cell)) {
            cut.push(Vec::new());
            filled = 0;
        }
        filled += bits(cell);
        let last = cut.len() - 1;
        cut[last].push(*cell);
    }
    cut
}

/// Every way in which pieces can stand on some cells: on each none, or one of either side on one of its steps there.
fn states(cells: &[(u32, u32)]) -> Vec<Pieces> {
    let mut states = vec![Pieces { own: 0, other: 0 }];
    for &(own, other) in cells {
        let bits = |set: u32| (0..32).map(|at| 1 << at).filter(move |bit| set & bit != 0);
        let mut more = states.clone();
        for state in &states {
            more.extend(bits(own).map(|bit: u32| Pieces {
                own: state.own | bit,
                ..*state
            }));
            more.extend(bits(other).map(|bit: u32| Pieces {
                other: state.other | bit,
                ..*state
            }));
        }
        states = more;
    }
    states.retain(|state| state.counts().iter().all(|&count| count < COUNTS));
    states.sort_by_key(|state| (state.own, state.other));
    states
}

impl Index {
    /// The numbering of the positions with at most these pieces left, of one side and of the other, whichever is which.
    pub(crate) fn new(race: &Race, left: [u8; 2]) -> Index {
        let mut cut = cut(&race.cells());
        cut.sort_by_key(|cells| states(cells).len());
        let keys = keys(&cut);
        let mut chunks: Vec<Chunk> = Vec::new();
        // In how many ways counts can be placed in the chunks after.
        let mut after = vec![0_u64; COUNTS * COUNTS];
        after[0] = 1;
        for cells in cut.iter().rev() {
            let number = cut.len() - 1 - chunks.len();
            let (chunk, ways) = chunk(states(cells), number, &keys, &after);
            chunks.push(chunk);
            after = ways;
        }
        chunks.reverse();
        let mut index = Index {
            chunks,
            keys,
            blocks: Vec::new(),
            firsts: vec![0; COUNTS.pow(4)],
            layers: Vec::new(),
            ways: after,
        };
        index.number(left);
        index
    }

    /// Whether positions with these pieces left, the fewer first, have numbers.
    pub(crate) fn holds(&self, left: [u8; 2]) -> bool {
        self.blocks.last().is_some_and(|last| {
            let [one, other] = last.left;
            left[0] <= one.min(other) && left[1] <= one.max(other)
        })
    }

    /// Numbers the blocks, layer by layer.
    fn number(&mut self, left: [u8; 2]) {
        let mut next = 0;
        let (fewer, more) = (left[0].min(left[1]), left[0].max(left[1]));
        let layers =
            (1..=more).flat_map(|most| (1..=most.min(fewer)).map(move |least| (least, most)));
        for (least, most) in layers {
            let begin = next;
            let both = [[least, most], [most, least]];
            for &left in &both[usize::from(least == most)..] {
                for on in (0..=left[0]).flat_map(|own| (0..=left[1]).map(move |other| [own, other]))
                {
                    self.firsts[block_at(left, on)] = next;
                    let first = next;
                    self.blocks.push(Block { first, left, on });
                    next += self.ways[counts_at(on.map(usize::from))];
                }
            }
            self.layers.push(begin..next);
        }
    }

    /// The layers, as ranges of numbers: the same pieces left, whoever throws.
    pub(crate) fn layers(&self) -> &[Range<u64>] {
        &self.layers
    }

    /// For each layer its parts by the pieces left, of the side to throw and of the other.
    pub(crate) fn tables(&self) -> Vec<Vec<([u8; 2], Range<u64>)>> {
        let parts = |layer: &Range<u64>| {
            let first = self.blocks.iter().filter(|block| block.on == [0, 0]);
            let first = first.filter(|block| layer.contains(&block.first));
            let firsts: Vec<&Block> = first.collect();
            let ends = firsts
                .iter()
                .skip(1)
                .map(|block| block.first)
                .chain([layer.end]);
            let parts = firsts.iter().zip(ends);
            parts
                .map(|(block, end)| (block.left, block.first..end))
                .collect()
        };
        self.layers.iter().map(parts).collect()
    }

    /// All positions of a game with this many pieces a side, those in which a side has finished among them.
    pub(crate) fn all(&self, pieces: u8) -> u64 {
        let done = (0..=pieces).map(|on| {
            let ways = self.ways[counts_at([usize::from(on), 0])];
            2 * ways * u64::from(pieces + 1 - on)
        });
        // Counted for both sides, the positions without any piece have been counted once too often.
        self.len() + done.sum::<u64>() - 1
    }

    /// How many positions there are in which neither side has finished.
    pub(crate) fn len(&self) -> u64 {
        self.layers.last().map_or(0, |layer| layer.end)
    }

    /// The number of a position.
    #[inline]
    pub(crate) fn of(&self, view: View) -> u64 {
        let mut keys = 0;
        for (tables, steps) in self.keys.iter().zip([view.own, view.other]) {
            for (at, table) in tables.iter().enumerate() {
                keys |= table[(steps >> (8 * at) & 255) as usize];
            }
        }
        let entry = |at: usize| {
            let chunk = &self.chunks[at];
            chunk.entries[(keys >> (KEY_BITS as usize * at) & 0xffff) as usize]
        };
        let mut counts: usize = 0;
        for at in 0..self.chunks.len() {
            counts += entry(at).counts as usize;
        }
        let left = counts_at([view.own_left, view.other_left].map(usize::from));
        let mut number = self.firsts[left * COUNTS * COUNTS + counts];
        for (at, chunk) in self.chunks.iter().enumerate() {
            let entry = entry(at);
            number += chunk.bases[counts][entry.state as usize];
            counts -= entry.counts as usize;
        }
        number
    }

    /// The position of a number.
    pub(crate) fn view(&self, number: u64) -> View {
        let at = self.blocks.partition_point(|block| block.first <= number) - 1;
        let block = self.blocks[at];
        let [own_left, other_left] = block.left;
        let mut view = View {
            own: 0,
            other: 0,
            own_left,
            other_left,
        };
        let mut rest = number - block.first;
        let mut counts = counts_at(block.on.map(usize::from));
        for chunk in &self.chunks {
            let bases = &chunk.bases[counts];
            let state = bases.partition_point(|&base| base <= rest) - 1;
            rest -= bases[state];
            let pieces = chunk.states[state];
            view.own |= pieces.own;
            view.other |= pieces.other;
            counts -= counts_at(pieces.counts());
        }
        view
    }
}

fn counts_at([own, other]: [usize; 2]) -> usize {
    own * COUNTS + other
}

fn block_at(left: [u8; 2], on: [u8; 2]) -> usize {
    counts_at(left.map(usize::from)) * COUNTS * COUNTS + counts_at(on.map(usize::from))
}

/// The bits that each byte of the steps sets in the keys.
fn keys(cut: &[Vec<(u32, u32)>]) -> [Vec<[u64; 256]>; 2] {
    // Of each step, own and the other's, its bit in the keys.
    let mut bits = [[None; 32]; 2];
    for (number, cells) in (0..).zip(cut) {
        let mut next = number * KEY_BITS;
        for &(own, other) in cells {
            for (side, steps) in [own, other].into_iter().enumerate() {
                for at in (0..32).filter(|at| steps >> at & 1 == 1) {
                    bits[side][at] = Some(next);
                    next += 1;
                }
            }
        }
    }
    bits.map(|bits| {
        let used = bits
            .iter()
            .rposition(Option::is_some)
            .map_or(0, |last| last + 1);
        let table = |byte: usize| {
            std::array::from_fn(|value| {
                let set = (0..8).filter(|bit| value >> bit & 1 == 1);
                set.filter_map(|bit| bits[8 * byte + bit])
                    .fold(0, |keys, bit| keys | 1 << bit)
            })
        };
        (0..used.div_ceil(8)).map(table).collect()
    })
}

/// A chunk, and in how many ways counts can be placed in it and those after.
fn chunk(
    states: Vec<Pieces>,
    number: usize,
    keys: &[Vec<[u64; 256]>; 2],
    after: &[u64],
) -> (Chunk, Vec<u64>) {
    let key = |pieces: &Pieces| {
        let sides = keys.iter().zip([pieces.own, pieces.other]);
        let all = sides.fold(0, |keys, (tables, steps)| {
            let bytes = tables.iter().zip(steps.to_le_bytes());
            bytes.fold(keys, |keys, (table, byte)| keys | table[usize::from(byte)])
        });
        (all >> (KEY_BITS as usize * number) & 0xffff) as usize
    };
    let most = states.iter().map(key).max().unwrap_or(0);
    let nothing = Entry {
        state: NONE,
        counts: 0,
    };
    let mut entries = vec![nothing; most + 1];
    for (state, pieces) in (0..).zip(&states) {
        entries[key(pieces)] = Entry {
            state,
            counts: counts_at(pieces.counts()) as u32,
        };
    }
    let mut bases = Vec::new();
    let mut ways = Vec::new();
    for counts in (0..COUNTS).flat_map(|own| (0..COUNTS).map(move |other| [own, other])) {
        let mut base = 0;
        let mut column = Vec::with_capacity(states.len());
        for pieces in &states {
            column.push(base);
            let here = pieces.counts();
            if here[0] <= counts[0] && here[1] <= counts[1] {
                base += after[counts_at(counts) - counts_at(here)];
            }
        }
        bases.push(column);
        ways.push(base);
    }
    let chunk = Chunk {
        entries,
        states,
        bases,
    };
    (chunk, ways)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::ur::Rules;

    /// Every number is that of its position; the counts are those of the generating functions.
    #[test]
    fn numbers_and_positions_are_each_others() {
        let all = [
            ("ur:finkel,pieces=2", 12_869),
            ("ur:finkel,pieces=3", 263_121),
            ("ur:masters,pieces=2", 20_314),
            ("ur:aseb,pieces=2", 20_314),
            ("ur:skiriuk,pieces=2", 0),
            ("ur:murray,pieces=2", 0),
            ("ur:murray,path=murray-ludii,pieces=2", 0),
        ];
        for (text, positions) in all {
            let rules: Rules = text.parse().unwrap();
            let race = Race::new(&rules);
            let index = Index::new(&race, [rules.pieces(); 2]);
            if positions > 0 {
                assert_eq!(index.len(), positions, "{text}");
            }
            for number in 0..index.len() {
                let view = index.view(number);
                assert_eq!(index.of(view), number, "{text} {view:?}");
            }
        }
    }

    #[test]
    fn whole_games_have_the_published_sizes() {
        let games = [
            ("ur:finkel", 137_870_097, 28, 137_913_936),
            ("ur:masters", 500_929_993, 28, 501_032_952),
            ("ur:blitz", 41_243_781, 15, 41_264_288),
            ("ur:aseb", 41_243_781, 15, 41_264_288),
            ("ur:skiriuk", 10_474_772_403, 28, 10_475_494_976),
            ("ur:murray", 107_965_167_229, 28, 107_967_669_800),
        ];
        for (text, positions, layers, all) in games {
            let rules: Rules = text.parse().unwrap();
            let index = Index::new(&Race::new(&rules), [rules.pieces(); 2]);
            assert_eq!(
                (index.len(), index.layers().len()),
                (positions, layers),
                "{text}"
            );
            assert_eq!(index.all(rules.pieces()), all, "{text}");
            for number in (0..index.len()).step_by(index.len() as usize / 9973) {
                assert_eq!(index.of(index.view(number)), number);
            }
        }
    }
}

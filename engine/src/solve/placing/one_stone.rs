//! One stone: which words of the rows of the next layer bring which bits to a row of this one.

use crate::solve::Subsets;
use crate::solve::bits::{self, Transfer};

/// A stone of one side, for all rows of a layer alike.
pub(super) struct OneStone {
    /// Every column of a row, a bit each.
    all: Vec<u64>,
    /// By the word that they go to, those that bring most first.
    transfers: Vec<Transfer>,
    /// By word: where its transfers end.
    ends: Vec<u32>,
}

/// Bits of a word that go to another.
#[derive(Clone, Copy)]
struct Flow {
    row: u32,
    /// The word and the bits of it: those they come from, those they go to.
    source: (u32, u64),
    target: (u32, u64),
}

impl OneStone {
    /// A stone of the second side on one of `n` cells that the first has left free, of which it holds `k`: a row is worked out from
    /// one row.
    pub(super) fn second(n: u32, k: u32) -> OneStone {
        let has = |cell: u32| columns(n, k + 1).filter(move |(_, set)| set >> cell & 1 == 1);
        OneStone::new(n, k, |cell| (0, has(cell).map(|(rank, _)| rank)))
    }

    /// A stone of the first side on one of `n` free cells, of which the second holds `k`: a row is worked out from `n`
    /// rows, by the cell.
    pub(super) fn first(n: u32, k: u32) -> OneStone {
        let lasting = columns(n - 1, k).count();
        OneStone::new(n, k, |cell| (cell, 0..lasting))
    }

    fn new<S: Iterator<Item = usize>>(
        n: u32,
        k: u32,
        sources: impl Fn(u32) -> (u32, S),
    ) -> OneStone {
        let mut flows: Vec<Flow> = Vec::new();
        for cell in 0..n {
            let begin = flows.len();
            let (row, sources) = sources(cell);
            let targets = columns(n, k).filter(|(_, set)| set >> cell & 1 == 0);
            for (source, (target, _)) in sources.zip(targets) {
                let [source, target] =
                    [source, target].map(|at| ((at / 64) as u32, 1 << (at % 64)));
                match flows[begin..].last_mut() {
                    Some(flow) if flow.source.0 == source.0 && flow.target.0 == target.0 => {
                        flow.source.1 |= source.1;
                        flow.target.1 |= target.1;
                    }
                    _ => flows.push(Flow {
                        row,
                        source,
                        target,
                    }),
                }
            }
        }
        let len = columns(n, k).count();
        let mut all = vec![u64::MAX; len / 64];
        all.extend((!len.is_multiple_of(64)).then(|| (1 << (len % 64)) - 1));
        flows.sort_by_key(|flow| (flow.target.0, u32::MAX - flow.target.1.count_ones()));
        let transfer = |flow: &Flow| Transfer {
            from: flow.source.1,
            to: flow.target.1,
            word: flow.source.0,
            row: flow.row,
        };
        let words = 0..all.len() as u32;
        let end = |word| flows.partition_point(|flow| flow.target.0 <= word) as u32;
        OneStone {
            transfers: flows.iter().map(transfer).collect(),
            ends: words.map(end).collect(),
            all,
        }
    }

    /// Every column of a row, a bit each.
    pub(super) fn all(&self) -> &[u64] {
        &self.all
    }

    /// Fills a row with the union over all cells.
    pub(super) fn fill(&self, rows: &[&[u64]], out: &mut [u64]) {
        bits::gather(&self.transfers, &self.ends, rows, &self.all, out);
    }
}

/// The sets of `k` of `n` cells, each with its rank.
fn columns(n: u32, k: u32) -> impl Iterator<Item = (usize, u32)> {
    let sets = Subsets::new(n, k).expect("boards have at most 25 cells");
    let masks: Vec<u32> = sets.masks().collect();
    masks.into_iter().enumerate()
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};

    use super::*;

    /// A row of `len` columns in which about one in `one_in` is set.
    fn row(random: &mut rand_pcg::Pcg64, len: usize, one_in: u32) -> Vec<u64> {
        let mut row = vec![0; len.div_ceil(64)];
        for at in (0..len).filter(|_| random.random_range(0..one_in) == 0) {
            row[at / 64] |= 1 << (at % 64);
        }
        row
    }

    fn bit(row: &[u64], at: usize) -> bool {
        row[at / 64] >> (at % 64) & 1 == 1
    }

    #[test]
    fn rows_are_filled_as_the_sets_say() {
        let mut random = rand_pcg::Pcg64::seed_from_u64(7);
        for (n, k) in [(1, 0), (4, 1), (7, 3), (8, 4), (11, 5), (13, 2), (13, 12)] {
            let [targets, more, fewer] =
                [(n, k), (n, k + 1), (n - 1, k)].map(|(n, k)| Subsets::new(n, k).unwrap());
            for one_in in [1, 2, 40] {
                let one = [row(&mut random, more.len(), one_in)];
                let by_cell: Vec<_> = (0..n)
                    .map(|_| row(&mut random, fewer.len(), one_in))
                    .collect();
                let second = |set: u32, cell: u32| bit(&one[0], more.rank(set | 1 << cell));
                let first = |set: u32, cell: u32| {
                    let below = set & ((1 << cell) - 1);
                    let left = below | set >> (cell + 1) << cell;
                    bit(&by_cell[cell as usize], fewer.rank(left))
                };
                type Leads<'a> = &'a dyn Fn(u32, u32) -> bool;
                let cases: [(OneStone, &[Vec<u64>], Leads); 2] = [
                    (OneStone::second(n, k), &one, &second),
                    (OneStone::first(n, k), &by_cell, &first),
                ];
                for (stone, rows, leads) in cases {
                    let rows: Vec<&[u64]> = rows.iter().map(Vec::as_slice).collect();
                    let mut wanted = vec![0; stone.all().len()];
                    for (rank, set) in targets.masks().enumerate() {
                        let mut free = (0..n).filter(|cell| set >> cell & 1 == 0);
                        let good = free.any(|cell| leads(set, cell));
                        wanted[rank / 64] |= u64::from(good) << (rank % 64);
                    }
                    let mut out = vec![5; wanted.len()];
                    stone.fill(&rows, &mut out);
                    assert_eq!(out, wanted, "{n} {k} 1 in {one_in}");
                }
            }
        }
    }
}

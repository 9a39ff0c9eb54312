//! One stone: which words of the rows of the next layer bring which bits to a row of this one.

use crate::solve::Subsets;
use crate::solve::rows::bits::{self, Transfer};

/// Words that are worth less than this part of a layer are gone through one by one, each that is not 0.
const SPARSE: u64 = 8;

/// A stone of one of the sides, from rows with as many columns to rows with as many columns.
pub(super) struct OneStone {
    /// Every column of a row, a bit each.
    all: Vec<u64>,
    /// By the word that they go to, those that bring most first.
    by_target: Transfers,
    /// By the row and the word that they come from.
    by_source: Vec<Transfers>,
}

/// Transfers of bits, sorted by a word.
struct Transfers {
    transfers: Vec<Transfer>,
    /// By word: where its transfers begin; and the end of all.
    begins: Vec<u32>,
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
        OneStone::new(n, k, |cell| (0, has(cell).map(|(rank, _)| rank)), 1)
    }

    /// A stone of the first side on one of `n` free cells, of which the second holds `k`: a row is worked out from `n`
    /// rows, by the cell.
    pub(super) fn first(n: u32, k: u32) -> OneStone {
        let lasting = columns(n - 1, k).count();
        OneStone::new(n, k, |cell| (cell, 0..lasting), n as usize)
    }

    fn new<S: Iterator<Item = usize>>(
        n: u32,
        k: u32,
        sources: impl Fn(u32) -> (u32, S),
        rows: usize,
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
        let by_target = Transfers::new(&flows, |flow| [flow.target.0, flow.source.0]);
        flows.sort_by_key(|flow| (flow.row, flow.source.0));
        let by_source = (0..rows).map(|row| {
            let begin = flows.partition_point(|flow| (flow.row as usize) < row);
            let end = flows.partition_point(|flow| flow.row as usize <= row);
            Transfers::new(&flows[begin..end], |flow| [flow.source.0, flow.target.0])
        });
        OneStone {
            by_source: by_source.collect(),
            by_target,
            all,
        }
    }

    /// Every column of a row, a bit each.
    pub(super) fn all(&self) -> &[u64] {
        &self.all
    }

    /// Whether rows with this many bits of so many set are sparse.
    pub(super) fn is_sparse(ones: u64, of: u64) -> bool {
        ones < of / SPARSE
    }

    /// Fills a row with the union over all cells. Either way comes to the same; it is quicker for `sparse` rows to begin with the
    /// words that are not 0, and for others to stop at those that are full.
    pub(super) fn fill(&self, sparse: bool, rows: &[&[u64]], out: &mut [u64]) {
        if sparse {
            out.fill(0);
            for (row, Transfers { transfers, begins }) in rows.iter().zip(&self.by_source) {
                bits::scatter(transfers, begins, row, out);
            }
        } else {
            let Transfers { transfers, begins } = &self.by_target;
            bits::gather(transfers, &begins[1..], rows, &self.all, out);
        }
    }
}

impl Transfers {
    /// Of flows in the order of the first word of `words`.
    fn new(flows: &[Flow], words: impl Fn(&Flow) -> [u32; 2]) -> Transfers {
        let transfer = |flow: &Flow| Transfer {
            from: flow.source.1,
            to: flow.target.1,
            word: words(flow)[1],
            row: flow.row,
        };
        let len = flows.last().map_or(0, |flow| words(flow)[0] + 1);
        let begin = |word| flows.partition_point(|flow| words(flow)[0] < word) as u32;
        Transfers {
            transfers: flows.iter().map(transfer).collect(),
            begins: (0..=len).map(begin).collect(),
        }
    }
}

/// The sets of `k` of `n` cells, each with its rank.
fn columns(n: u32, k: u32) -> impl Iterator<Item = (usize, u32)> {
    let sets = Subsets::new(n, k).expect("boards have at most 25 cells");
    let masks: Vec<u32> = sets.masks().collect();
    masks.into_iter().enumerate()
}

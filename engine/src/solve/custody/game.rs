//! The description of a game of custodian captures that the solver needs.

/// The rule for the rest of a turn after a capture, as far as rows of bits know it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Chain {
    /// Nothing: the turn is over.
    Ends,
    /// Any stone must take again, as long as one can.
    Any,
    /// Any stone may make any move, taking or not; or the turn ends.
    Free,
    /// The same stone must take again, if it can.
    Same,
    /// Something else: captures are worked out one position at a time.
    Other,
}

impl Chain {
    /// Whether tables keep what a position is worth to a side that goes on.
    pub(crate) fn goes_on(self) -> bool {
        matches!(self, Chain::Any | Chain::Free)
    }
}

/// The geometry and the rules of a game of custody.
#[derive(Debug, Clone)]
pub struct Custody {
    /// The number of cells, at most 25.
    pub cells: u8,
    /// The symmetries: where each cell goes, the identity first.
    pub symmetries: Vec<Vec<u8>>,
    /// For each cell, those one step away.
    pub near: Vec<u32>,
    /// For each cell, the lines along which a stone that enters it takes, outwards.
    pub rays: Vec<Vec<Vec<u8>>>,
    /// Whether whole runs are taken, or single stones only.
    pub runs: bool,
    /// Cells on which no stone can be taken.
    pub safe: u32,
    /// A side with this number of stones or fewer has lost.
    pub lost_with: u8,
    /// Whether a side without a move has lost; else it passes.
    pub blocked_loses: bool,
    /// Whether, where it passes, the other side's extra move must open it a way. Such positions are looked at one at a time.
    pub opens: bool,
    /// The rule for the rest of a turn after a capture.
    pub chain: Chain,
}

/// Stones that are taken together.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run {
    /// The cells between the one entered and the stone at the other end.
    pub(super) cells: u32,
    /// The cells of the run on which stones can be taken.
    pub(super) taken: u32,
    /// The cell at the other end.
    pub(super) far: u8,
}

impl Custody {
    /// All cells.
    pub(super) fn full(&self) -> u32 {
        ((1_u64 << self.cells) - 1) as u32
    }

    /// The most stones that a turn can take on rows of bits.
    pub(super) fn most_taken(&self) -> u8 {
        let lines = self.rays.iter().map(Vec::len).max();
        match self.runs || self.chain == Chain::Same {
            true => self.cells,
            false => lines.map_or(0, |lines| lines as u8),
        }
    }

    /// Whether captures of every position are worked out apart.
    pub(crate) fn is_all_apart(&self) -> bool {
        self.chain == Chain::Other
    }

    /// Whether captures of some positions are worked out apart, one position at a time.
    pub(crate) fn has_some_apart(&self) -> bool {
        self.is_all_apart() || self.opens
    }

    /// For a stone that enters a cell, the stones between it and the first cell on each line that may be the other end of a run.
    fn runs(&self, to: u8, is_end: impl Fn(u8) -> bool) -> Vec<Run> {
        let run = |ray: &Vec<u8>| {
            let end = ray.iter().position(|&cell| is_end(cell))?;
            let cells = ray[..end].iter().fold(0, |set, &cell| set | 1 << cell);
            let taken = cells & !self.safe;
            let far = ray[end];
            (taken != 0 && (end == 1 || self.runs)).then_some(Run { cells, taken, far })
        };
        self.rays[usize::from(to)].iter().filter_map(run).collect()
    }

    /// For a stone of `own` that enters a cell, the runs that are taken if all their cells are the
    /// enemy's.
    pub(super) fn runs_before(&self, own: u32, to: u8) -> Vec<Run> {
        self.runs(to, |cell| own >> cell & 1 == 1)
    }

    /// For a stone against `enemy` that enters a cell, the runs of the enemy that are taken if there is
    /// an own stone at their other end.
    pub(super) fn runs_behind(&self, enemy: u32, to: u8) -> Vec<Run> {
        self.runs(to, |cell| enemy >> cell & 1 == 0)
    }
}

/// The members of a set.
pub(super) fn members(mut set: u32) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as u8;
            set &= set - 1;
            cell
        })
    })
}

/// The number of a cell among those of a set.
#[inline]
pub(super) fn label(cells: u32, cell: u8) -> usize {
    (cells & ((1 << cell) - 1)).count_ones() as usize
}

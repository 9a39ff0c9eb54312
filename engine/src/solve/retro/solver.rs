//! Retrograde analysis by plies, whole rows of bits at a time.
//!
//! For each layer there are two bit matrices, see [`Matrix`]: the positions known to be lost for
//! the side to move, and those not known to be won. A position is won in `p` plies, `p` odd, if a
//! move leads to one lost in `p - 1`: the row of a set is the union of the rows of the sets its
//! moves lead to. It is lost in `p` plies, `p` even, if no move leads to a position that is not
//! known to be won. Where the loser's own move can end a game ([`Scale::HalfPlies`]) neither `p` is odd nor even for sure: each ply decides
//! wins and losses, both from what fewer plies decided, and only then writes them. Rows are formed for one set of each class only; what is new in them is then
//! written with all its images into the matrices. Layers that moves lead to are replayed from
//! their tables, ply by ply.

use std::collections::{BTreeMap, BTreeSet};

use thiserror::Error;

use super::game::{Layer, LayeredGame};
use super::layer_in_progress::{Pair, Targets, Work};
use super::matrix::Fresh;
use super::sets::spread;
use super::space::Space;
use super::table::{LayerIndex, LayerTable};
use super::value::{Code, Scale};
use crate::solve::parallel;

/// Why a game cannot be solved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// Too many cells or pieces.
    #[error("a board of {cells} cells cannot be solved: at most 32 cells can be numbered")]
    TooLarge {
        /// The cells of the board.
        cells: u8,
    },
    /// A layer was to be solved before one that its moves lead to.
    #[error("layer {layer} needs layer {needs}, which has not been solved yet")]
    Missing {
        /// The layer to be solved.
        layer: Layer,
        /// The layer that is not there.
        needs: Layer,
    },
    /// The system does not give the memory needed.
    #[error(
        "layer {layer} takes about {} MB of memory, more than this program gets: give it more, or look the game up in tables that were built elsewhere",
        bytes.div_ceil(1_000_000)
    )]
    Memory {
        /// The layer.
        layer: Layer,
        /// The memory it takes.
        bytes: u64,
    },
    /// A win takes more plies than a table can hold.
    #[error(
        "layer {layer} has positions that take more than {} plies, the most a table holds",
        Code::LAST
    )]
    TooLong {
        /// The layer.
        layer: Layer,
    },
    /// A solution has no table of a layer that was asked for.
    #[error("the solution has no table of layer {layer}")]
    NoLayer {
        /// The layer.
        layer: Layer,
    },
    /// The tables are not all there, or the observer asked to stop.
    #[error("stopped before the end, in layer {layer}")]
    Stopped {
        /// The layer.
        layer: Layer,
    },
}

crate::work::of_kind!(SolveError, Limit);

/// The progress of a solver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tick {
    /// The layer being solved; with it the one with the sides exchanged.
    pub layer: Layer,
    /// The ply that is done.
    pub ply: u8,
    /// Arrangements of the group decided so far.
    pub decided: u64,
    /// Arrangements of the group.
    pub positions: u64,
}

/// Layers being solved ply by ply, and the solved layers that they lead to.
struct Rounds<'a> {
    /// Those being solved, then the others.
    layers: Vec<Layer>,
    work: Vec<Work>,
    sources: Vec<Source<'a>>,
    /// The matrices of the layers that moves lead to.
    pairs: Vec<Option<Pair>>,
}

/// Solves a game layer by layer.
#[derive(Debug)]
pub struct Solver<'g, G: LayeredGame + ?Sized> {
    game: &'g G,
    space: Space,
}

impl<'g, G: LayeredGame + ?Sized> Solver<'g, G> {
    /// A solver for a game.
    ///
    /// Cost: tables of some sixty bytes for each set of pieces of one side.
    ///
    /// # Errors
    /// If the board has too many cells.
    pub fn new(game: &'g G) -> Result<Self, SolveError> {
        let too_large = SolveError::TooLarge {
            cells: game.cells(),
        };
        let space = Space::new(game).ok_or(too_large)?;
        Ok(Solver { game, space })
    }

    /// The index of a layer, which must be one of the game's.
    pub(crate) fn index(&self, layer: Layer) -> Option<LayerIndex> {
        let own = &self.space.columns(layer.own).sets;
        let index = LayerIndex::with(layer, own.clone())?;
        Some(index.scaled(self.space.scale))
    }

    /// Solves a group of [`plan`](super::plan), given the tables of the layers after it.
    ///
    /// The observer hears of every ply, and can stop the work by returning false.
    ///
    /// Exact. Cost: for the layers of the group and those they lead to, two bits for each pair of
    /// sets, overlapping ones included, and one byte a folded position.
    ///
    /// # Errors
    /// If a table is missing, a line is too long, or the observer stops it.
    pub fn solve(
        &self,
        group: &[Layer],
        after: &BTreeMap<Layer, LayerTable>,
        observe: &mut dyn FnMut(Tick) -> bool,
    ) -> Result<Vec<LayerTable>, SolveError> {
        let mut tables: Vec<&LayerTable> = Vec::new();
        let mut reached = BTreeSet::new();
        for &layer in group {
            for needs in self.game.turn(layer).after(layer).into_iter().flatten() {
                if reached.insert(needs) && !group.contains(&needs) {
                    let table = after.get(&needs);
                    tables.push(table.ok_or(SolveError::Missing { layer, needs })?);
                }
            }
        }
        let first = group.first().map_or(Layer::new(0, 0), |layer| *layer);
        let others = tables.iter().map(|table| table.layer());
        let layers: Vec<Layer> = group.iter().copied().chain(others).collect();
        self.allow_memory(first, self.memory(&layers, group.len(), &reached))?;
        let mut rounds = self.begin(layers, &tables, &reached)?;
        let longest = rounds.sources.iter().map(|source| source.longest).max();
        let longest = longest.unwrap_or(0);
        let (mut decided, mut still) = (0, 0);
        let positions = rounds
            .work
            .iter()
            .map(|work| work.index.arrangements())
            .sum();
        for ply in 1.. {
            let found = self.advance(&mut rounds, ply);
            decided += found;
            let tick = Tick {
                layer: first,
                ply,
                decided,
                positions,
            };
            if !observe(tick) {
                return Err(SolveError::Stopped { layer: first });
            }
            still = if found > 0 { 0 } else { still + 1 };
            let codes = self.space.scale.codes(ply);
            if still >= 2 && *codes.start() > longest {
                break;
            }
            if *codes.end() == Code::LAST {
                return Err(SolveError::TooLong { layer: first });
            }
        }
        let tables = rounds.work.into_iter().map(Work::finish);
        let tables = tables.collect::<Option<_>>();
        Ok(tables.expect("a work has a code for every place of its index"))
    }

    /// The layers before the first ply, those that are solved last: who is blocked is known, and what that decides.
    fn begin<'a>(
        &self,
        layers: Vec<Layer>,
        solved: &[&'a LayerTable],
        reached: &BTreeSet<Layer>,
    ) -> Result<Rounds<'a>, SolveError> {
        let mut sources = Vec::new();
        for table in solved {
            let words = self.space.columns(table.layer().other).words;
            sources.push(Source::new(table, words));
        }
        let mut work = Vec::new();
        for &layer in &layers[..layers.len() - solved.len()] {
            let index = self.index(layer).ok_or(SolveError::TooLarge {
                cells: self.space.cells,
            })?;
            let kinds = (self.game.turn(layer), self.game.barred(layer));
            work.push(Work::new(&self.space, layer, kinds, index));
        }
        let pair = |layer: &Layer| {
            let is_reached = reached.contains(layer);
            is_reached.then(|| Pair::new(&self.space, *layer))
        };
        let pairs: Vec<Option<Pair>> = layers.iter().map(pair).collect();
        for work in &mut work {
            let targets = targets(&layers, &pairs, work);
            work.block(&self.space, targets, self.game.blocked());
        }
        let mut rounds = Rounds {
            layers,
            work,
            sources,
            pairs,
        };
        // A side that is blocked and loses or wins by it has done so in 0 plies, and so has one that was given a goal.
        self.record_works(&mut rounds, 0);
        if rounds
            .sources
            .iter()
            .any(|source| source.table.blocked() > 0)
        {
            self.record_sources(&mut rounds, 0);
        }
        if self.space.scale == Scale::HalfPlies {
            self.record_works(&mut rounds, 1);
            rounds
                .work
                .iter_mut()
                .for_each(|work| work.give(&self.space));
            self.record_works(&mut rounds, 1);
            self.record_sources(&mut rounds, 1);
        }
        Ok(rounds)
    }

    /// One ply of all layers; the number of arrangements that it decides.
    fn advance(&self, rounds: &mut Rounds<'_>, ply: u8) -> u64 {
        let mut found = 0;
        // Wins and losses in this many plies both follow from what is decided in fewer.
        for code in self.space.scale.codes(ply) {
            for work in &mut rounds.work {
                let targets = targets(&rounds.layers, &rounds.pairs, work);
                found += work.advance(&self.space, targets, code);
            }
        }
        for code in self.space.scale.codes(ply) {
            self.record_works(rounds, code);
            self.record_sources(rounds, code);
        }
        found
    }

    /// Writes the positions of a code that have been found into the matrices.
    fn record_works(&self, rounds: &mut Rounds<'_>, code: u8) {
        for (work, pair) in rounds.work.iter().zip(&mut rounds.pairs) {
            self.record(pair, work.layer, work.fresh(code), code);
        }
    }

    /// Writes the positions of a code of the solved layers into their matrices.
    fn record_sources(&self, rounds: &mut Rounds<'_>, code: u8) {
        let pairs = &mut rounds.pairs[rounds.work.len()..];
        for (source, pair) in rounds.sources.iter_mut().zip(pairs) {
            source.replay(code, &self.space);
            self.record(pair, source.table.layer(), &source.fresh, code);
        }
    }

    /// Asks for the memory that work takes, and gives it back: a system that refuses is better met before the work
    /// than in the middle of it, where nothing could be said any more.
    fn allow_memory(&self, layer: Layer, bytes: u64) -> Result<(), SolveError> {
        // Below this it is not worth asking.
        const LITTLE: u64 = 16 << 20;
        let mut room: Vec<u8> = Vec::new();
        let ask = usize::try_from(bytes);
        match ask.map(|bytes| room.try_reserve_exact(bytes)) {
            Ok(Ok(())) => Ok(()),
            _ if bytes < LITTLE => Ok(()),
            _ => Err(SolveError::Memory { layer, bytes }),
        }
    }

    /// The bytes that solving the first layers, given the others, takes: two matrices for each that is reached, for each that is
    /// solved two bits a pair of sets and a byte a folded position, and a row of what is fresh for the others.
    fn memory(&self, layers: &[Layer], solving: usize, reached: &BTreeSet<Layer>) -> u64 {
        let bytes = |(place, layer): (usize, &Layer)| {
            let (own, other) = (
                self.space.columns(layer.own),
                self.space.columns(layer.other),
            );
            let matrices = match reached.contains(layer) {
                true => 2 * 8 * other.sets.len() as u64 * own.words as u64,
                false => 0,
            };
            let rows = 8 * own.sets.classes() as u64 * other.words as u64;
            match place < solving {
                true => {
                    let codes = self.index(*layer).map_or(0, |index| index.len() as u64);
                    let kinds = self.space.scale.codes(1).count() as u64;
                    matrices + (1 + kinds) * rows + codes
                }
                false => matrices + rows,
            }
        };
        layers.iter().enumerate().map(bytes).sum()
    }

    fn record(&self, pair: &mut Option<Pair>, layer: Layer, fresh: &Fresh, code: u8) {
        if let Some(pair) = pair {
            let own = &self.space.columns(layer.own).sets;
            pair.record(fresh, own, self.space.columns(layer.other), code);
        }
    }
}

/// The matrices that the moves of a layer lead to.
fn targets<'a>(layers: &[Layer], pairs: &'a [Option<Pair>], work: &Work) -> Targets<'a> {
    let pair = |layer: Option<Layer>| {
        let place = layers.iter().position(|known| Some(*known) == layer)?;
        pairs[place].as_ref()
    };
    work.turn.after(work.layer).map(pair)
}

/// A finished layer, replayed code by code.
struct Source<'t> {
    table: &'t LayerTable,
    /// The code of the longest line.
    longest: u8,
    /// By class, whether a row has a code.
    has: Vec<[u64; 4]>,
    /// The other side's sets in the order of a row, each squeezed together where the first side stands.
    others: Vec<u32>,
    fresh: Fresh,
}

impl<'t> Source<'t> {
    fn new(table: &'t LayerTable, words: usize) -> Source<'t> {
        let index = table.index();
        let rows = table.codes().chunks(index.row());
        let has: Vec<[u64; 4]> = rows
            .map(|row| {
                let mut seen = [false; 256];
                for &code in row {
                    seen[usize::from(code)] = true;
                }
                let mut has = [0; 4];
                for code in (0..=usize::from(Code::LAST)).filter(|&code| seen[code]) {
                    has[code / 64] |= 1 << (code % 64);
                }
                has
            })
            .collect();
        let longest = (0..=Code::LAST).rev().find(|&code| {
            has.iter()
                .any(|has| has[usize::from(code / 64)] >> (code % 64) & 1 == 1)
        });
        Source {
            table,
            longest: longest.unwrap_or(0),
            has,
            others: (0..index.row()).map(|place| index.other(place)).collect(),
            fresh: Fresh::new(index.classes(), words),
        }
    }

    /// Makes fresh the positions of a code.
    fn replay(&mut self, wanted: u8, space: &Space) {
        let index = self.table.index();
        let sets = &space.columns(index.layer().other).sets;
        let rows = self.fresh.rows.chunks_mut(self.fresh.words);
        let rows = rows.zip(&mut self.fresh.any).zip(&self.has);
        let rows = rows.zip(self.table.codes().chunks(index.row()));
        parallel::for_each(rows.enumerate(), |(class, (((row, any), has), codes))| {
            *any = has[usize::from(wanted / 64)] >> (wanted % 64) & 1 == 1;
            if !*any {
                return;
            }
            row.fill(0);
            let own = index.own_of(class);
            for (part, codes) in codes.chunks(64).enumerate() {
                let found = codes.iter().filter(|&&code| code == wanted).count();
                if found == 0 {
                    continue;
                }
                for (place, _) in codes
                    .iter()
                    .enumerate()
                    .filter(|&(_, &code)| code == wanted)
                {
                    let other = spread(self.others[part * 64 + place], own);
                    let number = sets.number(other);
                    row[number / 64] |= 1 << (number % 64);
                }
            }
        });
    }
}

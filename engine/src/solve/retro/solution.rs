//! A whole game solved: values, ranked moves and lines.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;

use super::game::{Layer, LayeredGame, plan};
use super::solver::{SolveError, Solver, Tick};
use super::table::LayerTable;
use crate::solve::worth::Ending;

/// A layer and those its moves lead to.
pub fn closure<G: LayeredGame + ?Sized>(game: &G, layer: Layer) -> BTreeSet<Layer> {
    let mut found = BTreeSet::from([layer]);
    let mut open = vec![layer];
    while let Some(layer) = open.pop() {
        for next in game.turn(layer).after(layer).into_iter().flatten() {
            if found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

/// Anything that knows the value of every position of a game: tables in memory or in files.
pub trait Values {
    /// The reason why a value cannot be read or computed.
    type Error;

    /// The value of a position for the side to move, or `None` if the side to move has a goal already or there is no
    /// table for its layer.
    ///
    /// # Errors
    /// If what holds the values fails.
    fn value(&self, own: u32, other: u32) -> Result<Option<Ending>, Self::Error>;
}

/// The tables of all layers of a game.
#[derive(Debug, Clone, Default)]
pub struct Solution {
    tables: BTreeMap<Layer, LayerTable>,
}

impl Solution {
    /// Solves a game.
    ///
    /// The observer hears of every ply, and can stop the work by returning false.
    ///
    /// Exact. Cost: see [`Solver::solve`]; Teeko takes a second or two and 62 MB, twenty-five about a
    /// minute and 1.3 GB.
    ///
    /// # Errors
    /// If the board is too large, a line too long, or the observer stops it.
    pub fn new<G: LayeredGame + ?Sized>(
        game: &G,
        mut observe: impl FnMut(Tick) -> bool,
    ) -> Result<Solution, SolveError> {
        Solution::of(game, |_| true, &mut observe)
    }

    /// Solves a layer and those its moves lead to, and no others.
    ///
    /// # Errors
    /// If the board is too large, a line too long, or the observer stops it.
    pub(crate) fn of_layer<G: LayeredGame + ?Sized>(
        game: &G,
        layer: Layer,
        mut observe: impl FnMut(Tick) -> bool,
    ) -> Result<Solution, SolveError> {
        let needed = closure(game, layer);
        Solution::of(game, |layer| needed.contains(layer), &mut observe)
    }

    /// Solves the layers that are wanted.
    fn of<G: LayeredGame + ?Sized>(
        game: &G,
        wanted: impl Fn(&Layer) -> bool,
        observe: &mut dyn FnMut(Tick) -> bool,
    ) -> Result<Solution, SolveError> {
        let solver = Solver::new(game)?;
        let mut solution = Solution::default();
        for mut group in plan(game) {
            group.retain(&wanted);
            if !group.is_empty() {
                for table in solver.solve(&group, &solution.tables, observe)? {
                    solution.insert(table);
                }
            }
        }
        Ok(solution)
    }

    /// Adds the solution of a layer.
    pub(crate) fn insert(&mut self, table: LayerTable) {
        self.tables.insert(table.layer(), table);
    }

    /// The tables by layer.
    pub fn tables(&self) -> &BTreeMap<Layer, LayerTable> {
        &self.tables
    }

    /// The value of a position for the side to move, or `None` if the side to move has a goal
    /// already or there is no table for its layer.
    ///
    /// Cost: a few look-ups.
    pub fn value(&self, own: u32, other: u32) -> Option<Ending> {
        let layer = Layer::new(own.count_ones() as u8, other.count_ones() as u8);
        self.tables.get(&layer)?.value(own, other)
    }
}

impl Values for Solution {
    type Error = Infallible;

    fn value(&self, own: u32, other: u32) -> Result<Option<Ending>, Infallible> {
        Ok(Solution::value(self, own, other))
    }
}

//! A game that is solved as a whole: every layer rests on layers of the same game.

use std::collections::BTreeMap;

use super::{Directory, Header, LayerSolver, Record, RecordKind, Records, TableError};
use crate::solve::retro::{Layer, LayerTable, LayeredGame, Solver, Tick, plan};

/// Solves a [`LayeredGame`] with [`Solver`], for [`build`](super::build()).
#[derive(Debug)]
pub struct WholeGame<'a, G: LayeredGame + ?Sized> {
    game: &'a G,
    name: &'a str,
    rules: &'a str,
    solver: Solver<'a, G>,
    /// The tables of layers that are done and still needed.
    tables: BTreeMap<Layer, LayerTable>,
}

impl<'a, G: LayeredGame + ?Sized> WholeGame<'a, G> {
    /// Prepares to solve a game.
    ///
    /// # Errors
    /// If its board is too large.
    pub fn new(game: &'a G, name: &'a str, rules: &'a str) -> Result<Self, TableError> {
        Ok(Self {
            game,
            name,
            rules,
            solver: Solver::new(game)?,
            tables: BTreeMap::new(),
        })
    }

    /// The header of a layer's table.
    fn header(&self, solved: &LayerTable) -> Header {
        let index = solved.index();
        Header {
            game: self.name.to_owned(),
            rules: self.rules.to_owned(),
            layer: solved.layer(),
            layers: self.groups().concat(),
            record: Record {
                kind: RecordKind::Code(index.scale()),
                number: solved.blocked(),
            },
            positions: index.len() as u64,
            arrangements: index.arrangements(),
            values: [0; 32],
        }
    }
}

impl<G: LayeredGame + ?Sized> LayerSolver for WholeGame<'_, G> {
    type Error = TableError;

    fn rules(&self) -> String {
        self.rules.to_owned()
    }

    fn groups(&self) -> Vec<Vec<Layer>> {
        plan(self.game)
    }

    fn read(&mut self, layer: Layer, directory: &Directory) -> Result<bool, TableError> {
        let Some(index) = self.solver.index(layer) else {
            return Ok(false);
        };
        let table = directory.open(self.rules, layer, index.len() as u64)?;
        let codes = table.codes(index.len())?;
        let read = LayerTable::from_codes(index, codes, table.header().blocked());
        let there = read.is_some();
        self.tables.extend(read.map(|read| (layer, read)));
        Ok(there)
    }

    fn solve(
        &mut self,
        group: &[Layer],
        _directory: &Directory,
        observe: &mut dyn FnMut(Tick) -> bool,
    ) -> Result<Vec<Option<Records>>, TableError> {
        self.tables.retain(|layer, _| !group.contains(layer));
        let solved = self.solver.solve(group, &self.tables, observe)?;
        let table = |solved: &LayerTable| Some((self.header(solved), solved.codes().to_vec()));
        let tables = solved.iter().map(table).collect();
        self.tables
            .extend(solved.into_iter().map(|table| (table.layer(), table)));
        Ok(tables)
    }

    fn finish(&mut self, to_come: &[Vec<Layer>]) {
        let to_come = to_come.iter().flatten();
        let after = to_come.flat_map(|&layer| self.game.turn(layer).after(layer));
        let needed: Vec<Layer> = after.flatten().collect();
        self.tables.retain(|layer, _| needed.contains(layer));
    }
}

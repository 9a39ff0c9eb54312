//! Solutions in tables: one for each number of pieces left of the side to throw and of the other.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::rules::Rules;
use super::solve::{Numbered, UrError, named};
use crate::games::kept_game::{Extent, KeptEntry, KeptGame};
use crate::rules::Options;
use crate::solve::retro::{Layer, Tick};
use crate::solve::table::{
    self, Built, Directory, Event, Header, Identity, LayerSolver, Record, Stored, Table, TableError,
};
use crate::solve::throws::{self, Game as _, Solution};
use crate::work::{Fault, Note};

/// About the seconds of one core for a position.
const SECONDS: f64 = 7e-6;

/// Whole games of Ur.
pub(crate) const KEPT: KeptEntry = KeptEntry {
    game: Rules::GAME,
    is_game: |name| name == Rules::GAME,
    example: || "ur:finkel2".to_owned(),
    parse: |text| Ok(Arc::new(text.parse::<Rules>()?)),
    parts: &[],
};

/// Solves a game layer by layer.
struct Builder {
    text: String,
    game: Numbered,
    solution: Solution,
    /// Sound tables of the group at work.
    there: BTreeMap<Layer, Vec<u64>>,
}

impl Builder {
    fn new(rules: &Rules) -> Self {
        let game = Numbered::new(rules, [rules.pieces(); 2]);
        Self {
            text: rules.to_string(),
            solution: Solution::of(game.layers()),
            game,
            there: BTreeMap::new(),
        }
    }

    /// The number of a group of layers, and its tables.
    fn group(&self, layer: Layer) -> Option<(usize, Vec<(Layer, usize)>)> {
        let groups = self.game.index.tables().into_iter().map(|tables| {
            let tables = tables.into_iter();
            let tables =
                tables.map(|(left, range)| (named(left), (range.end - range.start) as usize));
            tables.collect::<Vec<_>>()
        });
        groups
            .enumerate()
            .find(|(_, tables)| tables.iter().any(|(known, _)| *known == layer))
    }
}

/// The bounds of a layer.
struct SolvedLayer {
    header: Header,
    packed: Vec<u64>,
}

impl LayerSolver for Builder {
    type Solved = SolvedLayer;
    type Error = Fault;

    fn identity(&self) -> Identity<'_> {
        Identity {
            game: Rules::GAME,
            rules: &self.text,
        }
    }

    fn groups(&self) -> Vec<Vec<Layer>> {
        let tables = self.game.index.tables().into_iter();
        let names = tables.map(|tables| tables.into_iter().map(|(left, _)| named(left)).collect());
        names.collect()
    }

    fn read(&mut self, layer: Layer, directory: &Directory) -> Result<bool, TableError> {
        let Some((_, tables)) = self.group(layer) else {
            return Ok(false);
        };
        let places = tables
            .iter()
            .find(|(known, _)| *known == layer)
            .map_or(0, |(_, places)| *places);
        let table = directory.open(&self.text, layer, places as u64)?;
        self.there.insert(layer, table.all_bounds(places)?);
        if tables
            .iter()
            .all(|(layer, _)| self.there.contains_key(layer))
        {
            let read = tables
                .iter()
                .filter_map(|(layer, _)| self.there.remove(layer));
            self.solution.push_narrow(read.collect::<Vec<_>>().concat());
        }
        Ok(true)
    }

    fn solve(
        &mut self,
        group: &[Layer],
        _directory: &Directory,
        _observe: &mut dyn FnMut(Tick) -> bool,
    ) -> Result<Vec<Option<SolvedLayer>>, Fault> {
        self.there.clear();
        let Some((number, tables)) = group.first().and_then(|&layer| self.group(layer)) else {
            return Ok(Vec::new());
        };
        let solution = &mut self.solution;
        throws::solve_layer(&self.game, number, solution, &Note::default())
            .map_err(UrError::from)?;
        let packed = solution.packed(number).ok_or(UrError::Endless)?;
        let layers = self.game.index.tables().concat();
        let layers: Vec<Layer> = layers.into_iter().map(|(left, _)| named(left)).collect();
        let mut from = 0;
        let solved = tables.into_iter().map(|(layer, places)| {
            from += places;
            let header = Header {
                game: Rules::GAME.to_owned(),
                rules: self.text.clone(),
                layer,
                layers: layers.clone(),
                record: Record::Narrow { widest: 0 },
                positions: places as u64,
                arrangements: places as u64,
                values: [0; 32],
            };
            let packed = packed[from - places..from].to_vec();
            Some(SolvedLayer { header, packed })
        });
        Ok(solved.collect())
    }

    fn header(&self, solved: &SolvedLayer) -> Header {
        solved.header.clone()
    }

    fn write(
        &mut self,
        solved: SolvedLayer,
        header: &Header,
        directory: &Directory,
    ) -> Result<u64, TableError> {
        directory.write_bounds(header, &solved.packed)
    }
}

impl KeptGame for Rules {
    fn text(&self) -> String {
        self.to_string()
    }

    fn seconds(&self, _extent: Extent, positions: u64) -> f64 {
        SECONDS * positions as f64
    }

    fn build(
        &self,
        _extent: Extent,
        directory: &Directory,
        observe: &mut dyn FnMut(Event) -> bool,
    ) -> Result<Built, Fault> {
        table::build(&mut Builder::new(self), directory, observe)
    }

    /// Proves the bounds of all tables from the numbers alone.
    fn audit(
        &self,
        directory: &Directory,
        stored: &Stored,
        _sample: Option<u64>,
        _observe: &mut dyn FnMut(Layer),
    ) -> Result<u64, String> {
        let mut reader = Builder::new(self);
        let known = reader.groups().concat();
        let mut positions = 0;
        for header in stored.tables.iter().map(Table::header) {
            if !known.contains(&header.layer) {
                return Err(format!(
                    "layer {} of {self} is none of this game",
                    header.layer
                ));
            }
        }
        // Layers rest on those before them: up to the first that is missing.
        for layer in known {
            if !stored
                .tables
                .iter()
                .any(|table| table.header().layer == layer)
            {
                break;
            }
            reader
                .read(layer, directory)
                .map_err(|error| error.to_string())?;
        }
        reader
            .solution
            .prove(&reader.game, &Note::default())
            .map_err(|fault| fault.to_string())?;
        for range in &reader.game.layers()[..reader.solution.layers_solved()] {
            positions += range.end - range.start;
        }
        Ok(positions)
    }
}

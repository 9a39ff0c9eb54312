//! Solutions in tables: one for each number of pieces left of the side to throw and of the other.

use std::sync::Arc;

use super::rules::Rules;
use super::solve::Numbered;
use crate::games::kept_game::{Extent, KeptEntry, KeptGame};
use crate::games::throws::kept::{BoundsSolver, KeepsBounds};
use crate::rules::Options;
use crate::solve::retro::Layer;
use crate::solve::table::{self, Built, Directory, Event, LayerSolver as _, Stored, Table};
use crate::solve::throws::{NumberedGame as _, SolvedBounds};
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

/// A game solved layer by layer.
struct RaceSolver {
    text: String,
    game: Numbered,
    /// By group of layers the tables, each with its places.
    groups: Vec<Vec<(Layer, usize)>>,
    solution: SolvedBounds,
}

impl RaceSolver {
    fn new(rules: &Rules) -> Self {
        let game = Numbered::new(rules, [rules.pieces(); 2]);
        Self {
            text: rules.to_string(),
            groups: game.tables(),
            solution: SolvedBounds::of(game.layers()),
            game,
        }
    }
}

impl KeepsBounds for RaceSolver {
    type Bounds = u64;

    fn identity(&self) -> [&str; 2] {
        [Rules::GAME, &self.text]
    }

    fn groups(&self) -> Vec<Vec<(Layer, usize)>> {
        self.groups.clone()
    }

    fn read(&mut self, bounds: Vec<u64>) {
        self.solution.push_narrow(bounds);
    }

    fn solve(&mut self, group: usize) -> Result<Vec<u64>, Fault> {
        self.solution.solve_layer(&self.game, &Note::default())?;
        let packed = self.solution.packed(group).ok_or_else(|| {
            Fault::input(
                "play can go on for ever under these rules: their bounds are not kept in tables",
            )
        })?;
        Ok(packed.to_vec())
    }

    fn about(&self, _layer: Layer, places: usize) -> Result<(Vec<Layer>, u64), Fault> {
        let layers = self.groups.iter().flatten().map(|(layer, _)| *layer);
        Ok((layers.collect(), places as u64))
    }
}

impl KeptGame for Rules {
    fn seconds(&self, _extent: Extent, positions: u64) -> f64 {
        SECONDS * positions as f64
    }

    fn build(
        &self,
        _extent: Extent,
        directory: &Directory,
        observe: &mut dyn FnMut(Event) -> bool,
    ) -> Result<Built, Fault> {
        table::build(
            &mut BoundsSolver::new(RaceSolver::new(self)),
            directory,
            observe,
        )
    }

    /// Proves the bounds of all tables from the numbers alone.
    fn audit(
        &self,
        directory: &Directory,
        stored: &Stored,
        _sample: Option<u64>,
        _observe: &mut dyn FnMut(Layer),
    ) -> Result<u64, String> {
        let mut reader = BoundsSolver::new(RaceSolver::new(self));
        let known = reader.groups().concat();
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
        let RaceSolver { game, solution, .. } = reader.game;
        solution
            .prove(&game, &Note::default())
            .map_err(|fault| fault.to_string())?;
        let solved = &game.layers()[..solution.layers_solved()];
        Ok(solved.iter().map(|range| range.end - range.start).sum())
    }
}

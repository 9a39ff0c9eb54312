//! Endgames in tables of bounds: one table for each number of pieces of the side to move and of the other, each position looked up
//! where it is kept.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::index::Index;
use super::{all, layout, solve_all};
use crate::exact::Quantity;
use crate::games::daldos::rules::Rules;
use crate::games::daldos::{Game, Position, Team, moves::View};
use crate::games::kept_game::{Extent, KeptEntry, KeptGame, Part};
use crate::games::throws::Values;
use crate::games::throws::endgame::Solved;
use crate::games::throws::kept::{BoundsSolver, KeepsBounds, open_all};
use crate::solve::retro::Layer;
use crate::solve::table::{self, Built, Directory, Event, Header, Stored, Table, TableError};
use crate::solve::throws::reached::ratio;
use crate::solve::throws::{Disproved, ONE};
use crate::work::{Fault, Kind};

/// The name of the game in tables.
pub const GAME: &str = "daldos";
/// The distance aimed at between the bounds of tables, in units of 2^-62: 2^-42, less than 10^-12.
pub const KEPT_WIDTH: u64 = 1 << 20;

/// The tables of an endgame, looked up in place.
#[derive(Debug)]
pub struct StoredEndgame {
    rules: Arc<Game>,
    index: Index,
    /// By layer of the index.
    tables: Vec<Table>,
}

/// The pieces of a layer as its table names them.
fn named([own, enemy]: [usize; 2]) -> Layer {
    // No side has more than MAX_PIECES.
    Layer::new(own as u8, enemy as u8)
}

/// The layers that the endgame with these numbers of pieces can come to, itself among them, in the order of the index.
fn closure(rules: &Arc<Game>, pieces: [usize; 2]) -> Result<Vec<Layer>, Fault> {
    // The same list for either side to move.
    let [own, enemy] = pieces;
    let index = layout(rules, [own.max(enemy), own.min(enemy)])?;
    Ok(index.layers().map(|(pieces, _)| named(pieces)).collect())
}

impl StoredEndgame {
    /// The tables of the endgames with at most these numbers of pieces; `None` if one is missing, or there can be none.
    ///
    /// Cost: opens each file and checks its header.
    ///
    /// # Errors
    /// If a table is there that is not what it should be.
    pub fn open(
        rules: Arc<Game>,
        pieces: [usize; 2],
        directory: &Directory,
    ) -> Result<Option<Self>, TableError> {
        let Ok(index) = layout(&rules, pieces) else {
            return Ok(None);
        };
        let layers = index.layers();
        let layers = layers.map(|(pieces, range)| (named(pieces), range.len()));
        let tables = open_all(directory, &rules.rules().to_string(), layers)?;
        Ok(tables.map(|tables| Self {
            rules,
            index,
            tables,
        }))
    }

    /// Number of positions, those of smaller endgames included, each with one side to move, as the headers say.
    pub fn positions(&self) -> u64 {
        let headers = self.tables.iter().map(Table::header);
        headers.fold(0, |all, header| all.saturating_add(header.arrangements))
    }

    /// Each table's layer with the number of its positions, each with one side to move.
    ///
    /// Cost: looks at every place of the index.
    pub(crate) fn positions_by_layer(&self) -> impl Iterator<Item = (Layer, u64)> {
        let layers = self.index.layers();
        layers.map(|(pieces, range)| (named(pieces), possible(&self.index, range)))
    }

    /// The greatest distance between two bounds, in units of 2^-62.
    pub(crate) fn widest(&self) -> u64 {
        let records = self.tables.iter().map(|table| table.header().record);
        let widest = records.map(|record| record.widest().unwrap_or(u64::MAX));
        widest.max().unwrap_or(0)
    }

    /// The chance that the side to move wins; `None` where it is not kept. The game is not over.
    ///
    /// Cost: looks at one place of one file.
    ///
    /// # Errors
    /// If the table is damaged there.
    pub fn chance(&self, state: &View) -> Result<Option<Quantity>, TableError> {
        let Some((table, place)) = self.index.place(state) else {
            return Ok(None);
        };
        let pair = self.tables[table].bounds(place as u64)?;
        Ok(pair.map(|pair: [u64; 2]| {
            let [lower, upper] = pair.map(ratio);
            Quantity::between(lower, upper)
        }))
    }

    /// Reads everything, and proves it: it is then as if it had been solved.
    ///
    /// Cost: the game is put together again; nothing is iterated.
    ///
    /// # Errors
    /// If a table is damaged anywhere, or its bounds are not proved.
    pub fn endgame(&self) -> Result<Solved<Position>, Fault> {
        let mut pairs = Vec::with_capacity(self.index.len());
        for (table, (_, range)) in self.tables.iter().zip(self.index.layers()) {
            let read = table.all_bounds::<[u64; 2]>(range.len())?.into_iter();
            let used = range.zip(read);
            pairs.extend(used.filter_map(|(number, pair)| self.index.state(number).map(|_| pair)));
        }
        let solved = all(&self.rules, &self.index)?.with(pairs);
        Ok(Solved::of(solved.map_err(|error| self.at(error))?))
    }

    /// A fault of the bounds, with the position that it is about.
    fn at(&self, error: Disproved) -> Fault {
        let (Disproved::Position { number } | Disproved::Endless { number }) = error else {
            return error.into();
        };
        let state = self.index.states().nth(number as usize);
        let position = state.map(|state| Position::new(self.rules.clone(), state, Team::A));
        let place = position.map_or_else(String::new, |position| format!("{position}: "));
        Fault::new(Kind::Limit, format!("{place}{error}"))
    }
}

impl Values<Position> for StoredEndgame {
    fn own(&self, position: &Position) -> Result<Option<Quantity>, Fault> {
        Ok(self.chance(position.view())?)
    }
}

/// Solves the endgames with at most these numbers of pieces, unless all are there, and keeps each in a table of its own.
///
/// Tables that are there are read in full and their checksums checked; damaged ones, and those that hold other bounds,
/// are replaced. Nothing is written before the bounds are proved again.
///
/// Cost: [`solve_all`].
///
/// # Errors
/// If another build of the same rules is running, the system refuses, the endgame cannot be solved, or the observer stops
/// the build by returning false.
pub fn build(
    rules: Arc<Game>,
    pieces: [usize; 2],
    directory: &Directory,
    observe: &mut dyn FnMut(Event) -> bool,
) -> Result<Built, Fault> {
    let index = layout(&rules, pieces)?;
    let solver = EndgameSolver {
        text: rules.rules().to_string(),
        rules,
        pieces,
        index,
    };
    table::build(&mut BoundsSolver::new(solver), directory, observe)
}

/// An endgame with all those it can come to, solved as one group.
struct EndgameSolver {
    rules: Arc<Game>,
    text: String,
    pieces: [usize; 2],
    index: Index,
}

impl KeepsBounds for EndgameSolver {
    type Bounds = [u64; 2];

    fn identity(&self) -> [&str; 2] {
        [GAME, &self.text]
    }

    fn groups(&self) -> Vec<Vec<(Layer, usize)>> {
        let layers = self.index.layers();
        vec![
            layers
                .map(|(pieces, places)| (named(pieces), places.len()))
                .collect(),
        ]
    }

    fn read(&mut self, _bounds: Vec<[u64; 2]>) {
        // No other group needs them.
    }

    fn solve(&mut self, _group: usize) -> Result<Vec<[u64; 2]>, Fault> {
        let solved = solve_all(&self.rules, self.pieces, KEPT_WIDTH)?;
        let endgame = solved.endgame();
        // A number that is not used has the bounds of a game that is won.
        let pair = |number: usize| {
            let state = self.index.state(number);
            let used = state.and_then(|state| endgame.number(&state));
            used.map_or([ONE; 2], |at| endgame.bounds()[at])
        };
        Ok((0..self.index.len()).map(pair).collect())
    }

    fn about(&self, layer: Layer, _places: usize) -> Result<(Vec<Layer>, u64), Fault> {
        let mut layers = self.index.layers();
        let found = layers.find(|(pieces, _)| named(*pieces) == layer);
        let (pieces, places) = found.expect("a layer of this index");
        Ok((closure(&self.rules, pieces)?, possible(&self.index, places)))
    }
}

/// How many of some numbers of the index are used.
fn possible(index: &Index, places: Range<usize>) -> u64 {
    places
        .filter(|&number| index.state(number).is_some())
        .count() as u64
}

/// Endgames of daldøs, by the pieces of both sides.
pub(crate) const KEPT: KeptEntry = KeptEntry {
    game: GAME,
    is_game: |name| name == GAME,
    example: || format!("{GAME}:n=8"),
    parse: |text| Ok(Arc::new(text.parse::<Rules>()?)),
    parts: &[Part::Pieces],
};

impl KeptGame for Rules {
    fn build(
        &self,
        extent: Extent,
        directory: &Directory,
        observe: &mut dyn FnMut(Event) -> bool,
    ) -> Result<Built, Fault> {
        let least = usize::from(self.board().loses_at) + 1;
        let game = Arc::new(Game::new(self.clone())?);
        let pieces = extent.pieces.unwrap_or([least; 2]);
        build(game, pieces, directory, observe)
    }

    /// Proves the bounds of every endgame that is not part of another.
    fn audit(
        &self,
        directory: &Directory,
        stored: &Stored,
        _sample: Option<u64>,
        _observe: &mut dyn FnMut(Layer),
    ) -> Result<u64, String> {
        let game = Game::new(self.clone()).map_err(|error| error.to_string())?;
        let game = Arc::new(game);
        let layers = stored.tables.iter().map(|table| table.header().layer);
        let layers: Vec<Layer> = layers.collect();
        let apart = |layer: &Layer| format!("layer {layer} of {self} does not rest on the others");
        let mut proved: BTreeMap<Layer, u64> = BTreeMap::new();
        for layer in layers.iter().filter(|layer| layer.own >= layer.other) {
            let holds = |other: &Layer| {
                other != layer && layer.own <= other.own && layer.other <= other.other
            };
            if layers.iter().any(holds) {
                continue;
            }
            let pieces = [layer.own, layer.other].map(usize::from);
            let kept = StoredEndgame::open(game.clone(), pieces, directory)
                .map_err(|error| error.to_string())?
                .ok_or_else(|| apart(layer))?;
            kept.endgame().map_err(|error| error.to_string())?;
            proved.extend(kept.positions_by_layer());
        }
        for header in stored.tables.iter().map(|table| table.header()) {
            let Header {
                layer,
                arrangements: said,
                ..
            } = header;
            match proved.get(layer) {
                None => return Err(apart(layer)),
                Some(positions) if positions != said => {
                    return Err(format!(
                        "layer {layer} of {self} has {positions} positions; its table says {said}"
                    ));
                }
                Some(_) => {}
            }
        }
        Ok(proved.values().sum())
    }
}

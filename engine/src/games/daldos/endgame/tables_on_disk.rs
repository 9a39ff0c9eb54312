//! Endgames on disk: one table for each number of pieces of the side to move and of the other, each position looked up
//! where it is kept.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::answer::{self, ThrowWorth};
use super::compact_position::CompactRules;
use super::index::{Index, Numbers};
use super::{Endgame, EndgameError, known, layout};
use crate::exact::bounds::Bounds;
use crate::exact::stochastic::ValueBounds;
use crate::games::daldos::{Game, moves::View};
use crate::solve::retro::{Layer, Tick};
use crate::solve::table::{
    self, Built, Directory, Event, Header, Identity, LayerSolver, Record, Table, TableError,
};
use crate::work::{Fault, Kind};

/// The name of the game in tables.
pub const GAME: &str = "daldos";
/// The distance aimed at between the bounds of tables, in units of 2^-62: 2^-42, less than 10^-12.
pub const KEPT_WIDTH: u64 = 1 << 20;

/// The tables of an endgame, looked up in place.
#[derive(Debug)]
pub struct StoredEndgame {
    rules: Arc<Game>,
    pieces: [usize; 2],
    course: CompactRules,
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
fn closure(rules: &Game, pieces: [usize; 2]) -> Result<Vec<Layer>, EndgameError> {
    // The same list for either side to move.
    let [own, enemy] = pieces;
    let (index, _) = layout(rules, [own.max(enemy), own.min(enemy)])?;
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
        let Ok((index, course)) = layout(&rules, pieces) else {
            return Ok(None);
        };
        let text = rules.rules().to_string();
        let mut tables = Vec::new();
        for (pieces, range) in index.layers() {
            match directory.open(&text, named(pieces), range.len() as u64) {
                Ok(table) => tables.push(table),
                Err(TableError::Missing { .. }) => return Ok(None),
                Err(error) => return Err(error),
            }
        }
        Ok(Some(Self {
            rules,
            pieces,
            course,
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
        layers.map(|(pieces, range)| (named(pieces), possible(&self.index, self.course, range)))
    }

    /// The greatest distance between two bounds, in units of 2^-62.
    pub(crate) fn widest(&self) -> u64 {
        let widest = self.tables.iter().map(|table| match table.header().record {
            Record::Bounds { widest } => widest,
            _ => u64::MAX,
        });
        widest.max().unwrap_or(0)
    }

    /// Bounds of the chance that the side to move wins, as [`Endgame::chance`].
    ///
    /// Cost: looks at one place of one file.
    ///
    /// # Errors
    /// If the table is damaged there.
    pub fn chance(&self, state: &View) -> Result<Option<Bounds>, TableError> {
        if let Some(lost) = state.over(&self.rules) {
            return Ok(Some(known(!lost)));
        }
        let place = (self.course.few(state, &self.rules)).and_then(|few| self.index.place(&few));
        let Some((table, place)) = place else {
            return Ok(None);
        };
        let pair = self.tables[table].pair(place as u64)?;
        Ok(pair.map(|pair| ValueBounds::from_pairs(vec![pair]).both(0)))
    }

    /// Every throw with its plays, as [`Endgame::throws`].
    ///
    /// # Errors
    /// If a table is damaged where it is looked at.
    pub(crate) fn throws(&self, state: &View) -> Result<Option<Vec<ThrowWorth>>, TableError> {
        answer::throws(&self.rules, state, |state| self.chance(state))
    }

    /// Reads everything, which is then as if it had been solved. What the bounds are worth [`ValueBounds::prove`] tells.
    ///
    /// Cost: the game is put together again; nothing is iterated.
    ///
    /// # Errors
    /// If a table is damaged anywhere, or the game cannot be put together.
    pub fn endgame(&self) -> Result<Endgame, Fault> {
        let mut pairs = Vec::with_capacity(self.index.len());
        for (table, (_, range)) in self.tables.iter().zip(self.index.layers()) {
            pairs.extend(table.pairs(range.len())?);
        }
        let numbers = Numbers::All(self.index.clone());
        let bounds = ValueBounds::from_pairs(pairs);
        let rules = self.rules.clone();
        let endgame = Endgame::finish(rules, self.pieces, self.course, numbers, |_| bounds)?;
        Ok(endgame)
    }
}

/// Solves the endgames with at most these numbers of pieces, unless all are there, and keeps each in a table of its own.
///
/// Tables that are there are read in full and their checksums checked; damaged ones, and those that hold other bounds,
/// are replaced. Nothing is written before the bounds are proved again.
///
/// Cost: [`Endgame::solve`].
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
    let (index, course) = layout(&rules, pieces)?;
    let mut solver = EndgameSolver {
        text: rules.rules().to_string(),
        rules,
        pieces,
        index,
        course,
        there: BTreeMap::new(),
    };
    table::build(&mut solver, directory, observe)
}

/// Solves an endgame with all those it can come to, as one group.
struct EndgameSolver {
    rules: Arc<Game>,
    text: String,
    pieces: [usize; 2],
    index: Index,
    course: CompactRules,
    /// The bounds of sound tables.
    there: BTreeMap<Layer, Vec<[u64; 2]>>,
}

impl EndgameSolver {
    /// The layers with their places in the index.
    fn layers(&self) -> impl Iterator<Item = (Layer, Range<usize>)> {
        let layers = self.index.layers();
        layers.map(|(pieces, places)| (named(pieces), places))
    }
}

/// The bounds of a layer.
struct SolvedLayer {
    header: Header,
    pairs: Vec<[u64; 2]>,
}

impl LayerSolver for EndgameSolver {
    type Solved = SolvedLayer;
    type Error = Fault;

    fn identity(&self) -> Identity<'_> {
        Identity {
            game: GAME,
            rules: &self.text,
        }
    }

    fn groups(&self) -> Vec<Vec<Layer>> {
        vec![self.layers().map(|(layer, _)| layer).collect()]
    }

    fn read(&mut self, layer: Layer, directory: &Directory) -> Result<bool, TableError> {
        let Some((_, places)) = self.layers().find(|(named, _)| *named == layer) else {
            return Ok(false);
        };
        let table = directory.open(&self.text, layer, places.len() as u64)?;
        self.there.insert(layer, table.pairs(places.len())?);
        Ok(true)
    }

    fn solve(
        &mut self,
        _group: &[Layer],
        _directory: &Directory,
        _observe: &mut dyn FnMut(Tick) -> bool,
    ) -> Result<Vec<Option<SolvedLayer>>, Fault> {
        let endgame = Endgame::solve(self.rules.clone(), self.pieces, KEPT_WIDTH)?;
        let proved = endgame.bounds().prove(endgame.game());
        proved.map_err(|fault| Fault::new(Kind::Io, fault.to_string()))?;
        let solved = self.index.layers().map(|(pieces, places)| {
            let layer = named(pieces);
            let pairs = &endgame.bounds().pairs()[places.clone()];
            if self.there.get(&layer).is_some_and(|there| there == pairs) {
                return Ok(None);
            }
            let header = Header {
                game: GAME.to_owned(),
                rules: self.text.clone(),
                layer,
                layers: closure(&self.rules, pieces)?,
                record: Record::Bounds { widest: 0 },
                positions: pairs.len() as u64,
                arrangements: possible(&self.index, self.course, places),
                values: [0; 32],
            };
            let pairs = pairs.to_vec();
            Ok(Some(SolvedLayer { header, pairs }))
        });
        solved.collect()
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
        directory.write_pairs(header, &solved.pairs)
    }
}

/// The number of places of the index that a game can reach.
fn possible(index: &Index, course: CompactRules, places: Range<usize>) -> u64 {
    let possible = |&number: &usize| index.few(number).is_some_and(|few| course.possible(&few));
    places.filter(possible).count() as u64
}

//! Bounds of games with throws, kept in tables: layers are solved group by group, and each has a table of its own.

use std::collections::BTreeMap;

use crate::solve::retro::{Layer, Tick};
use crate::solve::table::{
    Directory, Header, KeptBounds, LayerSolver, Record, Records, Table, TableError,
};
use crate::work::Fault;

/// A game whose bounds are kept.
pub(in crate::games) trait KeepsBounds {
    /// The bounds of a place, as its table keeps them.
    type Bounds: KeptBounds + PartialEq;

    /// The name of the game and of the rules.
    fn identity(&self) -> [&str; 2];

    /// The layers in the order in which they are solved, each with its places; those of a group are solved together.
    fn groups(&self) -> Vec<Vec<(Layer, usize)>>;

    /// Takes the bounds of the next group from its tables, in place of solving it.
    fn read(&mut self, bounds: Vec<Self::Bounds>);

    /// Solves a group: the proved bounds of its places, one layer after the other.
    ///
    /// # Errors
    /// It cannot be solved, or its bounds cannot be kept.
    fn solve(&mut self, group: usize) -> Result<Vec<Self::Bounds>, Fault>;

    /// The layers that a layer can come to, itself among them, and its positions, symmetric ones counted apart.
    ///
    /// # Errors
    /// The layer is none of this game.
    fn about(&self, layer: Layer, places: usize) -> Result<(Vec<Layer>, u64), Fault>;
}

/// Solves a game whose bounds are kept, for [`build`](crate::solve::table::build).
pub(in crate::games) struct BoundsSolver<G: KeepsBounds> {
    pub(in crate::games) game: G,
    /// Sound tables of a group of which others are missing.
    there: BTreeMap<Layer, Vec<G::Bounds>>,
}

impl<G: KeepsBounds> BoundsSolver<G> {
    pub(in crate::games) fn new(game: G) -> Self {
        let there = BTreeMap::new();
        Self { game, there }
    }

    /// The number of the group of a layer, and its layers with their places.
    fn group(&self, layer: Layer) -> Option<(usize, Vec<(Layer, usize)>)> {
        let mut groups = self.game.groups().into_iter().enumerate();
        groups.find(|(_, layers)| layers.iter().any(|(known, _)| *known == layer))
    }
}

impl<G: KeepsBounds> LayerSolver for BoundsSolver<G> {
    type Error = Fault;

    fn rules(&self) -> String {
        self.game.identity()[1].to_owned()
    }

    fn groups(&self) -> Vec<Vec<Layer>> {
        let groups = self.game.groups().into_iter();
        groups
            .map(|layers| layers.into_iter().map(|(layer, _)| layer).collect())
            .collect()
    }

    fn read(&mut self, layer: Layer, directory: &Directory) -> Result<bool, TableError> {
        let Some((_, layers)) = self.group(layer) else {
            return Ok(false);
        };
        let places = layers.iter().find(|(known, _)| *known == layer);
        let places = places.map_or(0, |(_, places)| *places);
        let table = directory.open(self.game.identity()[1], layer, places as u64)?;
        self.there.insert(layer, table.all_bounds(places)?);
        let there = |(layer, _): &(Layer, usize)| self.there.contains_key(layer);
        if layers.iter().all(there) {
            let read = layers
                .iter()
                .filter_map(|(layer, _)| self.there.remove(layer));
            let read = read.collect::<Vec<_>>().concat();
            self.game.read(read);
        }
        Ok(true)
    }

    fn solve(
        &mut self,
        group: &[Layer],
        directory: &Directory,
        _observe: &mut dyn FnMut(Tick) -> bool,
    ) -> Result<Vec<Option<Records>>, Fault> {
        let there = std::mem::take(&mut self.there);
        let Some((number, layers)) = group.first().and_then(|&layer| self.group(layer)) else {
            return Ok(Vec::new());
        };
        let bounds = self.game.solve(number)?;
        let [game, rules] = self.game.identity();
        let mut rest = &bounds[..];
        let solved = layers.into_iter().map(|(layer, places)| {
            let bounds;
            (bounds, rest) = rest.split_at(places);
            if there.get(&layer).is_some_and(|known| known == bounds) {
                return Ok(None);
            }
            let (layers, arrangements) = self.game.about(layer, places)?;
            let header = Header {
                game: game.to_owned(),
                rules: rules.to_owned(),
                layer,
                layers,
                record: Record {
                    kind: G::Bounds::KIND,
                    number: 0,
                },
                positions: places as u64,
                arrangements,
                values: [0; 32],
            };
            Ok(Some(directory.bounds_table(header, bounds)?))
        });
        solved.collect()
    }
}

/// Opens the tables of some layers, each with this number of places; `None` if one is missing.
///
/// # Errors
/// A table is there that is not what it should be.
pub(in crate::games) fn open_all(
    directory: &Directory,
    rules: &str,
    layers: impl IntoIterator<Item = (Layer, usize)>,
) -> Result<Option<Vec<Table>>, TableError> {
    let mut layers = layers.into_iter();
    let tables = layers.try_fold(Vec::new(), |mut tables, (layer, places)| {
        tables.push(directory.open(rules, layer, places as u64)?);
        Ok(tables)
    });
    match tables {
        Err(TableError::Missing { .. }) => Ok(None),
        tables => tables.map(Some),
    }
}

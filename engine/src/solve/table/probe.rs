//! Looking positions up in the tables of a game.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Directory, Table, TableError};
use crate::solve::Ending;
use crate::solve::retro::{Layer, LayerIndex, LayerTable, LayeredGame, Values};

/// The tables of one set of rules, opened when they are first needed.
#[derive(Debug)]
pub struct Tables<'g, G: LayeredGame + ?Sized> {
    game: &'g G,
    rules: String,
    directory: Directory,
    layers: BTreeMap<Layer, OnceLock<(LayerIndex, Table)>>,
}

impl<'g, G: LayeredGame + ?Sized> Tables<'g, G> {
    /// The tables of a game under rules with this full text; none is opened yet.
    pub fn new(game: &'g G, rules: &str, directory: &Directory) -> Tables<'g, G> {
        let layers = game.layers().into_iter();
        Tables {
            game,
            rules: rules.to_owned(),
            directory: directory.clone(),
            layers: layers.map(|layer| (layer, OnceLock::new())).collect(),
        }
    }

    /// Whether every layer has a table that can be opened.
    ///
    /// # Errors
    /// The first that cannot, in order of the layers.
    pub fn all_there(&self) -> Result<(), TableError> {
        self.layers
            .keys()
            .try_for_each(|&layer| self.layer(layer).map(drop))
    }

    fn layer(&self, layer: Layer) -> Result<&(LayerIndex, Table), TableError> {
        let none = || TableError::NoLayer {
            rules: self.rules.clone(),
            layer,
        };
        let slot = self.layers.get(&layer).ok_or_else(none)?;
        if let Some(open) = slot.get() {
            return Ok(open);
        }
        let index = LayerIndex::new(self.game, layer).ok_or_else(none)?;
        let table = self
            .directory
            .open(&self.rules, layer, index.len() as u64)?;
        // Another thread may have been faster; its table is as good.
        Ok(slot.get_or_init(|| (index, table)))
    }

    /// The value of a position, disjoint sets of cells of the side to move and of the other; `None` if the side to move has a
    /// goal already.
    ///
    /// Exact. Cost: some 15 µs, a fraction of one if a neighbour was asked for shortly before.
    ///
    /// # Errors
    /// If the layer's table is missing or is not what it should be, or the sets are no position.
    pub fn value(&self, own: u32, other: u32) -> Result<Option<Ending>, TableError> {
        let layer = Layer::new(own.count_ones() as u8, other.count_ones() as u8);
        let none = || TableError::NoLayer {
            rules: self.rules.clone(),
            layer,
        };
        let cells = 1_u64.checked_shl(self.game.cells().into()).unwrap_or(0);
        if own & other != 0 || u64::from(own | other) >= cells {
            return Err(none());
        }
        let (index, table) = self.layer(layer)?;
        let code = table.code(index.place(own, other) as u64)?;
        Ok(code.ok_or_else(none)?.value(index.scale()))
    }

    /// A whole layer in memory.
    ///
    /// # Errors
    /// If its table is missing, damaged or another's.
    pub(crate) fn load(&self, layer: Layer) -> Result<LayerTable, TableError> {
        let (index, table) = self.layer(layer)?;
        let codes = table.codes(index.len())?;
        LayerTable::from_codes(index.clone(), codes, table.header().blocked()).ok_or_else(|| {
            TableError::NoLayer {
                rules: self.rules.clone(),
                layer,
            }
        })
    }
}

impl<G: LayeredGame + ?Sized> Values for Tables<'_, G> {
    type Error = TableError;

    fn value(&self, own: u32, other: u32) -> Result<Option<Ending>, TableError> {
        Tables::value(self, own, other)
    }
}

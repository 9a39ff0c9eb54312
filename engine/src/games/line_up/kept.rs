//! The solution of a whole game in tables.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Rules, audit, certify};
use crate::games::kept_game::{Extent, KeptEntry, KeptGame};
use crate::rules::RulesText;
use crate::solve::meter::Meter;
use crate::solve::retro::{Layer, LayerTable, LayerTotals, LayeredGame as _};
use crate::solve::table::{
    self, Built, Directory, Event, Share, Stored, TableError, Tables, WholeGame,
};
use crate::work::Fault;

/// The games that come with siga, which can be kept as a whole.
pub(crate) const KEPT: KeptEntry = KeptEntry {
    game: Rules::GAME,
    is_game: |name| crate::games::described::library::game(name, Rules::GAME).is_some(),
    example: || "teeko:goals=58".to_owned(),
    parse: |text| Ok(Arc::new(text.parse::<Rules>()?)),
    parts: &[],
};

impl KeptGame for Rules {
    fn meter(&self, _extent: Extent) -> Option<Meter> {
        Some(Meter::new(self))
    }

    fn seconds(&self, _extent: Extent, positions: u64) -> f64 {
        Rules::seconds(self, positions)
    }

    fn build(
        &self,
        _extent: Extent,
        directory: &Directory,
        observe: &mut dyn FnMut(Event) -> bool,
    ) -> Result<Built, Fault> {
        let text = self.to_string();
        let mut solver = WholeGame::new(self, self.game(), &text)?;
        Ok(table::build(&mut solver, directory, observe)?)
    }

    fn counts(
        &self,
        directory: &Directory,
        layers: &[Layer],
    ) -> Result<BTreeMap<Layer, [u64; 4]>, Fault> {
        let text = self.to_string();
        let files = Tables::new(self, &text, directory);
        let count = |&layer: &Layer| {
            let counts = LayerTotals::new(&files.load(layer)?);
            let counts = [counts.win, counts.loss, counts.draw, counts.excluded];
            Ok((layer, counts))
        };
        let counted: Result<_, TableError> = layers.iter().map(count).collect();
        Ok(counted?)
    }

    fn certify(
        &self,
        directory: &Directory,
        shares: &[Share],
        seed: &str,
    ) -> Result<Vec<Vec<u8>>, Fault> {
        Ok(certify(self, directory, shares, seed)?)
    }

    fn cells(&self) -> u8 {
        self.board().size()
    }

    fn audit(
        &self,
        directory: &Directory,
        stored: &Stored,
        _sample: Option<u64>,
        _observe: &mut dyn FnMut(Layer),
    ) -> Result<u64, String> {
        let text = self.to_string();
        let files = Tables::new(self, &text, directory);
        let mut tables: BTreeMap<Layer, LayerTable> = BTreeMap::new();
        for table in &stored.tables {
            let layer = table.header().layer;
            let loaded = files.load(layer).map_err(|error| error.to_string())?;
            tables.insert(layer, loaded);
        }
        let audited = self.layers().into_iter().map(|layer| {
            let found = audit::audit(self, layer, &tables);
            found.map(|by_code| by_code.iter().sum::<u64>())
        });
        audited.sum()
    }
}

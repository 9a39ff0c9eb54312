//! Endgames in tables of outcomes.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{
    GAME, LayerCounts, STONES, Wanted, audit_outcomes, build, certify, count_kept, plan,
    room_to_build,
};
use crate::games::kept_game::{Extent, KeptEntry, KeptGame, Part, Task};
use crate::games::sidja::Rules;
use crate::solve::meter::Meter;
use crate::solve::retro::Layer;
use crate::solve::table::{Built, Directory, Event, Share, Stored};
use crate::work::Fault;

/// About the seconds of one core for a position.
const SECONDS: f64 = 4e-8;

/// The positions of an extent.
fn wanted(extent: Extent) -> Wanted {
    match extent.layer {
        Some(layer) => Wanted::Layer(layer),
        None => Wanted::Stones(extent.stones.unwrap_or(STONES)),
    }
}

/// Endgames of Sidja, by the stones of both sides together.
pub(crate) const KEPT: KeptEntry = KeptEntry {
    game: GAME,
    is_game: |name| name == GAME,
    example: || format!("{GAME}:sudan"),
    parse: |text| Ok(Arc::new(text.parse::<Rules>()?)),
    parts: &[Part::Stones, Part::Layer],
};

impl KeptGame for Rules {
    fn text(&self) -> String {
        self.to_string()
    }

    fn meter(&self, extent: Extent) -> Option<Meter> {
        let groups = wanted(extent).groups(self).unwrap_or_default();
        Some(Meter::of(self.cells(), groups.into_iter().flatten()))
    }

    fn seconds(&self, _extent: Extent, positions: u64) -> f64 {
        SECONDS * positions as f64
    }

    fn build(
        &self,
        extent: Extent,
        directory: &Directory,
        observe: &mut dyn FnMut(Event) -> bool,
    ) -> Result<Built, Fault> {
        room_to_build(self, wanted(extent), directory)?;
        build(self, wanted(extent), directory, observe)
    }

    fn tasks(&self, stones: u32) -> Option<Result<Vec<Task>, Fault>> {
        Some(plan(self, Wanted::Stones(stones)))
    }

    fn counts(
        &self,
        directory: &Directory,
        layers: &[Layer],
    ) -> Result<BTreeMap<Layer, [u64; 4]>, Fault> {
        let counts = count_kept(self, layers, directory)?;
        let of = |counts: LayerCounts| (counts.layer, [counts.win, counts.loss, counts.draw, 0]);
        Ok(counts.into_iter().map(of).collect())
    }

    fn certify(
        &self,
        directory: &Directory,
        shares: &[Share],
        seed: &str,
    ) -> Result<Vec<Vec<u8>>, Fault> {
        certify(self, directory, shares, seed)
    }

    fn cells(&self) -> u8 {
        self.board().cell_count()
    }

    fn audit(
        &self,
        directory: &Directory,
        stored: &Stored,
        sample: Option<u64>,
        observe: &mut dyn FnMut(Layer),
    ) -> Result<u64, String> {
        let layers: Vec<Layer> = (stored.tables.iter())
            .map(|table| table.header().layer)
            .collect();
        let found = audit_outcomes(self, directory, &layers, sample, observe);
        found.map_err(|error| error.to_string())
    }
}

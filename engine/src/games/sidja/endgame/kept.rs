//! Endgames in tables of outcomes, or of turns to the end.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::outcome_counts::count_kept;
use super::{
    Endgames, GAME, STONES, audit_layers, audit_outcomes, build, build_turns, certify, groups_of,
    plan, room_to_build,
};
use crate::games::kept_game::{Extent, KeptEntry, KeptGame, Part, Task};
use crate::games::sidja::Rules;
use crate::solve::meter::Meter;
use crate::solve::retro::{Layer, LayerTotals};
use crate::solve::table::{Built, Directory, Event, Share, Stored};
use crate::work::Fault;

/// About the seconds of one core for a position, with the turns to the end and without.
const TURNS: f64 = 2.9e-7;
const OUTCOMES: f64 = 4e-8;
/// The most stones for which the turns to the end can be kept.
const MOST_TURNS: u32 = 9;

/// Endgames of Sidja, by the stones of both sides together.
pub(crate) const KEPT: KeptEntry = KeptEntry {
    game: GAME,
    is_game: |name| name == GAME,
    example: || format!("{GAME}:sudan"),
    parse: |text| Ok(Arc::new(text.parse::<Rules>()?)),
    parts: &[Part::Stones, Part::Layer, Part::Turns],
};

impl KeptGame for Rules {
    fn meter(&self, extent: Extent) -> Option<Meter> {
        let groups = groups_of(self, extent).unwrap_or_default();
        Some(Meter::of(self.cells(), groups.into_iter().flatten()))
    }

    fn seconds(&self, extent: Extent, positions: u64) -> f64 {
        let each = if extent.turns { TURNS } else { OUTCOMES };
        each * positions as f64
    }

    fn build(
        &self,
        extent: Extent,
        directory: &Directory,
        observe: &mut dyn FnMut(Event) -> bool,
    ) -> Result<Built, Fault> {
        if !extent.turns {
            room_to_build(self, extent, directory)?;
            return build(self, extent, directory, observe);
        }
        let stones = extent.stones.unwrap_or(STONES);
        if stones > MOST_TURNS {
            let most = MOST_TURNS;
            return Err(Fault::input(format!(
                "{stones} stones: with turns at most {most} stones are solved"
            )));
        }
        build_turns(self, stones, directory, observe)
    }

    fn tasks(&self, stones: u32) -> Option<Result<Vec<Task>, Fault>> {
        let stones = Some(stones);
        let extent = Extent {
            stones,
            ..Extent::default()
        };
        Some(plan(self, extent))
    }

    fn counts(
        &self,
        directory: &Directory,
        layers: &[Layer],
    ) -> Result<BTreeMap<Layer, [u64; 4]>, Fault> {
        let counts = count_kept(self, layers, directory)?;
        let of = |counts: LayerTotals| (counts.layer, [counts.win, counts.loss, counts.draw, 0]);
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
        let headers = stored.tables.iter().map(|table| table.header());
        let layers: Vec<Layer> = headers.clone().map(|header| header.layer).collect();
        if headers
            .clone()
            .all(|header| header.record.kind.is_outcomes())
        {
            let found = audit_outcomes(self, directory, &layers, sample, observe);
            return found.map_err(|error| error.to_string());
        }
        let most = stored
            .tables
            .iter()
            .map(|table| table.header().layer.total());
        let most = most.max().unwrap_or(0).into();
        let found = Endgames::load(self, most, directory).map_err(|error| error.to_string())?;
        let there = |endgames: &Endgames| {
            let tables = endgames.solution().tables();
            headers
                .clone()
                .all(|header| tables.contains_key(&header.layer))
        };
        let Some(endgames) = found.filter(there) else {
            return Err(format!("tables of {self} do not rest on each other"));
        };
        audit_layers(&endgames, &layers)
    }
}

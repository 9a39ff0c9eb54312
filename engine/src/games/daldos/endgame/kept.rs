//! Endgames in tables of bounds.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Endgame, GAME, StoredEndgame, build};
use crate::exact::stochastic::BoundsFault;
use crate::games::daldos::rules::Rules;
use crate::games::daldos::{Game, Position, Team};
use crate::games::kept_game::{Extent, KeptEntry, KeptGame, Part};
use crate::solve::meter::Meter;
use crate::solve::retro::Layer;
use crate::solve::table::{Built, Directory, Event, Header, Share, Stored};
use crate::work::Fault;

/// Endgames of daldøs, by the pieces of both sides.
pub(crate) const KEPT: KeptEntry = KeptEntry {
    game: GAME,
    is_game: |name| name == GAME,
    example: || format!("{GAME}:n=8"),
    parse: |text| Ok(Arc::new(text.parse::<Rules>()?)),
    parts: &[Part::Pieces],
};

impl KeptGame for Rules {
    fn text(&self) -> String {
        self.to_string()
    }

    fn meter(&self, _extent: Extent) -> Option<Meter> {
        None
    }

    fn seconds(&self, _extent: Extent, _positions: u64) -> f64 {
        0.0
    }

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

    fn counts(
        &self,
        _directory: &Directory,
        _layers: &[Layer],
    ) -> Result<BTreeMap<Layer, [u64; 4]>, Fault> {
        Ok(BTreeMap::new())
    }

    fn certify(
        &self,
        _directory: &Directory,
        _shares: &[Share],
        _seed: &str,
    ) -> Result<Vec<Vec<u8>>, Fault> {
        Err(Fault::input(format!(
            "{}: tables of bounds have no certificate, each carries its own proof; run `siga tables verify`",
            self.text()
        )))
    }

    fn cells(&self) -> u8 {
        0
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
            let endgame = kept.endgame().map_err(|error| error.to_string())?;
            if let Err(fault) = endgame.bounds().prove(endgame.game()) {
                return Err(format!("{}{fault}", place(&endgame, &fault)));
            }
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

/// The position that a fault is about.
fn place(endgame: &Endgame, fault: &BoundsFault) -> String {
    let (BoundsFault::State { state } | BoundsFault::Endless { state }) = fault else {
        return String::new();
    };
    let state = endgame.state(*state);
    let position = state.map(|state| Position::new(endgame.rules().clone(), state, Team::A));
    position.map_or_else(String::new, |position| format!("{position}: "))
}

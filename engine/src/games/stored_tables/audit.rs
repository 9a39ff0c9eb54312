//! Values of tables against those of the next positions, bounds proved again.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::exact::stochastic::BoundsFault;
use crate::games::alignment::{Model, Ruleset, audit};
use crate::games::daldos::endgame::{Endgame, Kept};
use crate::games::daldos::{Game, Position, Side};
use crate::games::sidja::endgame::{Endgames, audit_layers, audit_outcomes};
use crate::games::{daldos, sidja};
use crate::solve::retro::{Layer, LayerTable};
use crate::solve::table::{Directory, Header, Record, Stored, Tables};

/// Proves the bounds again of every endgame that is not part of another; of how many positions.
pub(super) fn prove_endgames(
    rules: &daldos::rules::Rules,
    directory: &Directory,
    stored: &Stored,
) -> Result<u64, String> {
    let game = Game::new(rules.clone()).map_err(|error| error.to_string())?;
    let game = Arc::new(game);
    let layers = stored.tables.iter().map(|table| table.header().layer);
    let layers: Vec<Layer> = layers.collect();
    let apart = |layer: &Layer| format!("layer {layer} of {rules} does not rest on the others");
    let mut proved: BTreeMap<Layer, u64> = BTreeMap::new();
    for layer in layers.iter().filter(|layer| layer.own >= layer.other) {
        let holds =
            |other: &Layer| other != layer && layer.own <= other.own && layer.other <= other.other;
        if layers.iter().any(holds) {
            continue;
        }
        let pieces = [layer.own, layer.other].map(usize::from);
        let kept = Kept::open(game.clone(), pieces, directory)
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
                    "layer {layer} of {rules} has {positions} positions; its table says {said}"
                ));
            }
            Some(_) => {}
        }
    }
    Ok(proved.values().sum())
}

/// Audits Sidja's endgames; how many arrangements, symmetric ones counted apart.
pub(super) fn audit_sidja(
    rules: &sidja::Rules,
    directory: &Directory,
    stored: &Stored,
    sample: Option<u64>,
    observe: &mut dyn FnMut(Layer),
) -> Result<u64, String> {
    let headers = stored.tables.iter().map(|table| table.header());
    let layers: Vec<Layer> = headers.clone().map(|header| header.layer).collect();
    if headers
        .clone()
        .all(|header| matches!(header.record, Record::Outcomes { .. }))
    {
        let found = audit_outcomes(rules, directory, &layers, sample, observe);
        return found.map_err(|error| error.to_string());
    }
    let most = stored
        .tables
        .iter()
        .map(|table| table.header().layer.total());
    let most = most.max().unwrap_or(0).into();
    let found = Endgames::load(rules, most, directory).map_err(|error| error.to_string())?;
    let there = |endgames: &Endgames| {
        let tables = endgames.solution().tables();
        headers
            .clone()
            .all(|header| tables.contains_key(&header.layer))
    };
    let Some(endgames) = found.filter(there) else {
        return Err(format!("tables of {rules} do not rest on each other"));
    };
    audit_layers(&endgames, &layers).map_err(|fault| fault.to_string())
}

/// The position that a fault is about.
fn place(endgame: &Endgame, fault: &BoundsFault) -> String {
    let (BoundsFault::State { state } | BoundsFault::Endless { state }) = fault else {
        return String::new();
    };
    let state = endgame.state(*state);
    let position = state.map(|state| Position::new(endgame.rules().clone(), state, Side::A));
    position.map_or_else(String::new, |position| format!("{position}: "))
}

/// Audits a whole game of placing and moving; how many arrangements.
pub(super) fn audit_game<R: Ruleset>(
    rules: R,
    directory: &Directory,
    stored: &Stored,
) -> Result<u64, String> {
    let model = Model::new(rules);
    let files = Tables::new(&model, &rules.to_string(), directory);
    let mut tables: BTreeMap<Layer, LayerTable> = BTreeMap::new();
    for table in &stored.tables {
        let layer = table.header().layer;
        let loaded = files.load(layer).map_err(|error| error.to_string())?;
        tables.insert(layer, loaded);
    }
    let audited = audit::parts(&rules).into_iter().map(|part| {
        let found = audit::audit(&rules, part, &tables, &|_| {});
        found.map(|audited| audited.count.arrangements())
    });
    let audited: Result<u64, _> = audited.sum();
    audited.map_err(|fault| fault.to_string())
}

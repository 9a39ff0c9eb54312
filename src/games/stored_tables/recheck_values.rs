//! Values of tables checked against those of the next positions, bounds proved again.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::exact::stochastic::BoundsFault;
use crate::games::alignment::{Model, Ruleset, audit};
use crate::games::daldos::board::{self, Position, Side};
use crate::games::daldos::endgame::{Endgame, Kept};
use crate::games::sidja::endgame::{AuditError, Endgames, audit_layers, audit_outcomes};
use crate::games::{daldos, sidja};
use crate::solve::retro::{Layer, LayerTable};
use crate::solve::table::{Directory, Record, Stored, TableError, Tables};

/// What a full check found.
pub struct Checked {
    /// Arrangements checked, symmetric ones counted apart.
    pub arrangements: u64,
    pub fault: Option<String>,
}

/// Proves the bounds again of every endgame that is not part of another; the first fault.
pub(super) fn check_endgames(
    rules: &daldos::rules::Rules,
    directory: &Directory,
    stored: &Stored,
) -> Result<Option<String>, String> {
    let game = board::Game::new(rules.clone()).map_err(|error| error.to_string())?;
    let game = Arc::new(game);
    let layers = stored.tables.iter().map(|table| table.header().layer);
    let layers: Vec<Layer> = layers.filter(|layer| layer.own >= layer.other).collect();
    for layer in &layers {
        let holds =
            |other: &Layer| other != layer && layer.own <= other.own && layer.other <= other.other;
        if layers.iter().any(holds) {
            continue;
        }
        let pieces = [layer.own, layer.other].map(usize::from);
        let kept = Kept::open(game.clone(), pieces, directory)
            .map_err(|error| error.to_string())?
            .ok_or_else(|| format!("layer {layer} of {rules} does not rest on the others"))?;
        let endgame = kept.endgame().map_err(|error| error.to_string())?;
        if let Err(fault) = endgame.bounds().check(endgame.game()) {
            return Ok(Some(format!("{}{fault}", place(&endgame, &fault))));
        }
    }
    Ok(None)
}

/// Checks every value of Sidja's endgames.
pub(super) fn check_sidja(
    rules: &sidja::Rules,
    directory: &Directory,
    stored: &Stored,
    sample: Option<u64>,
    observe: &mut dyn FnMut(Layer),
) -> Result<Checked, String> {
    let headers = stored.tables.iter().map(|table| table.header());
    let layers: Vec<Layer> = headers.clone().map(|header| header.layer).collect();
    if headers
        .clone()
        .all(|header| matches!(header.record, Record::Outcomes { .. }))
    {
        let found = audit_outcomes(rules, directory, &layers, sample, observe);
        let (arrangements, fault) = match found {
            Ok(arrangements) => (arrangements, None),
            Err(AuditError::Fault(fault)) => (0, Some(fault.to_string())),
            Err(error) => return Err(error.to_string()),
        };
        return Ok(Checked {
            arrangements,
            fault,
        });
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
    Ok(match audit_layers(&endgames, &layers) {
        Ok(arrangements) => Checked {
            arrangements,
            fault: None,
        },
        Err(fault) => Checked {
            arrangements: 0,
            fault: Some(fault.to_string()),
        },
    })
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

pub(super) fn check_values<R: Ruleset>(
    rules: R,
    directory: &Directory,
    layers: &[Layer],
) -> Result<Checked, TableError> {
    let model = Model::new(rules);
    let files = Tables::new(&model, &rules.to_string(), directory);
    let mut tables: BTreeMap<Layer, LayerTable> = BTreeMap::new();
    for &layer in layers {
        tables.insert(layer, files.load(layer)?);
    }
    let mut arrangements = 0;
    for part in audit::parts(&rules) {
        match audit::check(&rules, part, &tables, &|_| {}) {
            Ok(audited) => arrangements += audited.count.arrangements(),
            Err(fault) => {
                return Ok(Checked {
                    arrangements,
                    fault: Some(fault.to_string()),
                });
            }
        }
    }
    Ok(Checked {
        arrangements,
        fault: None,
    })
}

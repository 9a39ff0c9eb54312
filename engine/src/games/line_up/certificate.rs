//! The values of sampled positions and of those that follow them, for a certificate.

use std::collections::BTreeSet;

use super::moves::{Engine, State};
use super::{Model, Rules};
use crate::solve::retro::{Game, Layer, LayerTable};
use crate::solve::table::{Directory, Draw, Share, TableError, Tables};

/// For each layer the codes of its sampled positions, each followed by those of the different positions that its moves lead
/// to, in ascending order of the set of the side then to move and, for equal ones, of the other's.
///
/// A position of a game that is over has no next ones.
///
/// Exact. Cost: each layer is read as a whole; a byte a folded position of at most three layers.
///
/// # Errors
/// If a table is missing, damaged or another's.
pub fn certify(
    rules: &Rules,
    directory: &Directory,
    shares: &[Share],
    seed: &str,
) -> Result<Vec<Vec<u8>>, TableError> {
    let (engine, model) = (Engine::new(rules), Model::new(rules.clone()));
    let files = Tables::new(&model, &rules.to_string(), directory);
    let certified = |share: &Share| {
        let turn = model.turn(share.layer);
        let here = files.load(share.layer)?;
        let load = |wanted: bool, layer: Layer| wanted.then(|| files.load(layer)).transpose();
        let moved = load(turn.steps, share.layer.after_step())?;
        let placed = load(turn.drop.is_some(), share.layer.after_drop())?;
        let tables: Vec<LayerTable> = [moved, placed].into_iter().flatten().collect();
        let mut values = Vec::new();
        let draw = Draw::new(seed, share.layer, rules.board().size());
        for (own, other) in draw.take(share.samples as usize) {
            let state = State { own, other };
            values.push(here.get(own, other).0);
            if engine.is_over(state) {
                continue;
            }
            let next = engine.plies(state).map(|ply| engine.after(state, ply));
            for state in next.collect::<BTreeSet<State>>() {
                let pieces = |table: &&LayerTable| {
                    u32::from(table.layer().other) == state.other.count_ones()
                };
                let table = tables.iter().find(pieces);
                values.extend(table.map(|table| table.get(state.own, state.other).0));
            }
        }
        Ok(values)
    };
    shares.iter().map(certified).collect()
}

//! Building the tables of a game, layer by layer, going on where a build has stopped.

use std::collections::BTreeMap;

use super::{Directory, Header, Record, TableError};
use crate::solve::retro::{Game, Layer, LayerTable, SolveError, Solver, Tick, plan};

/// The name of a game and of a set of its rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Identity<'a> {
    /// The game's name.
    pub game: &'a str,
    /// The full text of the rules.
    pub rules: &'a str,
}

/// A message of a build to its observer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// A layer has a sound table already.
    Kept(Layer),
    /// A ply of the layer being solved is done.
    Solving(Tick),
    /// A layer's table is complete on disk.
    Written {
        /// The layer.
        layer: Layer,
        /// Its positions.
        positions: u64,
        /// The length of the file.
        bytes: u64,
    },
}

/// The result of a build.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Built {
    /// Layers that had a sound table already.
    pub kept: Vec<Layer>,
    /// Layers that were solved and written.
    pub written: Vec<Layer>,
}

/// Solves every layer that has no sound table yet, and writes each as soon as it is solved.
///
/// Tables that are there are read in full and their checksums checked; damaged and stale ones are
/// built anew. The observer is told of every step, and stops the build by returning false: what is
/// written by then stays.
///
/// Exact. Cost: that of the solver; in memory, the tables of the layers that are still needed.
///
/// # Errors
/// If another build of the same rules is running, the system refuses, or the solver cannot go on.
pub fn build<G: Game + ?Sized>(
    game: &G,
    identity: Identity<'_>,
    directory: &Directory,
    observe: &mut dyn FnMut(Event) -> bool,
) -> Result<Built, TableError> {
    let _lock = directory.lock(identity.rules)?;
    let solver = Solver::new(game)?;
    let groups = plan(game);
    let layers: Vec<Layer> = groups.iter().flatten().copied().collect();
    let mut built = Built::default();
    let mut solved: BTreeMap<Layer, LayerTable> = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        let mut there = Vec::new();
        for &layer in group {
            if let Some(table) = sound(&solver, identity, directory, layer)? {
                there.push(table);
            }
        }
        if there.len() < group.len() {
            there = solver.solve(group, &solved, &mut |tick| observe(Event::Solving(tick)))?;
            for table in &there {
                let (layer, index) = (table.layer(), table.index());
                let header = Header {
                    game: identity.game.to_owned(),
                    rules: identity.rules.to_owned(),
                    layer,
                    layers: layers.clone(),
                    record: Record::Code {
                        blocked: table.blocked(),
                    },
                    positions: 0,
                    arrangements: index.arrangements(),
                    values: [0; 32],
                };
                let bytes = directory.write(&header, table.codes())?;
                built.written.push(layer);
                let positions = index.len() as u64;
                go_on(
                    observe(Event::Written {
                        layer,
                        positions,
                        bytes,
                    }),
                    layer,
                )?;
            }
        } else {
            for &layer in group {
                built.kept.push(layer);
                go_on(observe(Event::Kept(layer)), layer)?;
            }
        }
        solved.extend(there.into_iter().map(|table| (table.layer(), table)));
        let needed: Vec<Layer> = groups[number + 1..]
            .iter()
            .flatten()
            .flat_map(|&layer| after(game, layer))
            .collect();
        solved.retain(|layer, _| needed.contains(layer));
    }
    Ok(built)
}

fn go_on(wanted: bool, layer: Layer) -> Result<(), SolveError> {
    if wanted {
        Ok(())
    } else {
        Err(SolveError::Stopped { layer })
    }
}

/// The layers that moves of a layer lead to.
fn after<G: Game + ?Sized>(game: &G, layer: Layer) -> Vec<Layer> {
    let turn = game.turn(layer);
    let step = turn.steps.then(|| layer.after_step());
    step.into_iter()
        .chain(turn.drop.map(|_| layer.after_drop()))
        .collect()
}

/// The table of a layer, if it is there and nothing is wrong with it.
fn sound<G: Game + ?Sized>(
    solver: &Solver<'_, G>,
    identity: Identity<'_>,
    directory: &Directory,
    layer: Layer,
) -> Result<Option<LayerTable>, TableError> {
    let Some(index) = solver.index(layer) else {
        return Ok(None);
    };
    let read = directory
        .open(identity.rules, layer, index.len() as u64)
        .and_then(|table| Ok((table.codes(index.len())?, table.header().blocked())));
    match read {
        Ok((codes, blocked)) => Ok(LayerTable::from_codes(index, codes, blocked)),
        Err(error) if error.is_unusable_table() => Ok(None),
        Err(TableError::Missing { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

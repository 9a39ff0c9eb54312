//! Building the tables of a game, layer by layer, going on where a build has stopped.

use super::{Directory, Header, TableError};
use crate::solve::retro::{Layer, SolveError, Tick};

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

/// A table to be written: its header, whose hash is set then, and its records.
pub type Records = (Header, Vec<u8>);

/// Solves the layers of a game, and says what the table of each holds.
pub trait LayerSolver {
    /// Why the solver cannot go on.
    type Error: From<TableError>;
    /// Whether several processes may build different groups at the same time.
    const GROUPS_APART: bool = false;

    /// The full text of the rules.
    fn rules(&self) -> String;

    /// The layers in the order in which they are solved, those of a group together.
    fn groups(&self) -> Vec<Vec<Layer>>;

    /// Reads the table of a layer in full, and keeps what later groups need of it.
    ///
    /// Whether there is one. A table that is missing or unusable may be an error ([`TableError::is_unusable_table`]):
    /// its layer is then solved.
    ///
    /// # Errors
    /// If the table is not what it should be, or the system refuses.
    fn read(&mut self, layer: Layer, directory: &Directory) -> Result<bool, TableError>;

    /// Solves the layers of a group, and keeps what later groups need of them. Returns the table of each in their order; `None` for one
    /// that holds the same already.
    ///
    /// # Errors
    /// If the group cannot be solved, or the observer stops it by returning false.
    fn solve(
        &mut self,
        group: &[Layer],
        directory: &Directory,
        observe: &mut dyn FnMut(Tick) -> bool,
    ) -> Result<Vec<Option<Records>>, Self::Error>;

    /// A group is done: what the groups to come do not need may be forgotten.
    fn finish(&mut self, _to_come: &[Vec<Layer>]) {
        // A solver that keeps nothing has nothing to forget.
    }
}

/// Solves every layer that has no sound table yet, and writes each as soon as it is solved.
///
/// Tables that are there are read in full and their checksums checked; damaged and stale ones are
/// built anew. The observer hears of every step, and stops the build by returning false: what is
/// written by then stays.
///
/// Exact. Cost: that of the solver; in memory, the tables of the layers that are still needed.
///
/// # Errors
/// If another build of the same rules is running, the system refuses, or the solver cannot go on.
pub fn build<S: LayerSolver>(
    solver: &mut S,
    directory: &Directory,
    observe: &mut dyn FnMut(Event) -> bool,
) -> Result<Built, S::Error> {
    let rules = solver.rules();
    let lock_all = || directory.lock(&rules);
    let _lock = (!S::GROUPS_APART).then(lock_all).transpose()?;
    let groups = solver.groups();
    let mut built = Built::default();
    for (number, group) in groups.iter().enumerate() {
        let lock_group = || directory.lock_layers(&rules, group);
        let _lock = S::GROUPS_APART.then(lock_group).transpose()?;
        let mut solved = match all_there(solver, group, directory)? {
            true => Vec::new(),
            false => {
                let mut tick = |tick| observe(Event::Solving(tick));
                solver.solve(group, directory, &mut tick)?
            }
        };
        solved.resize_with(group.len(), || None);
        for (&layer, solved) in group.iter().zip(solved) {
            let event = match solved {
                None => {
                    built.kept.push(layer);
                    Event::Kept(layer)
                }
                Some((header, records)) => {
                    built.written.push(layer);
                    Event::Written {
                        layer,
                        positions: header.positions,
                        bytes: directory.write(&header, &records)?,
                    }
                }
            };
            if !observe(event) {
                return Err(TableError::from(SolveError::Stopped { layer }).into());
            }
        }
        solver.finish(&groups[number + 1..]);
    }
    Ok(built)
}

/// Whether every layer of a group has a sound table. All are read.
fn all_there<S: LayerSolver>(
    solver: &mut S,
    group: &[Layer],
    directory: &Directory,
) -> Result<bool, TableError> {
    let mut all = true;
    for &layer in group {
        all &= match solver.read(layer, directory) {
            Err(TableError::Missing { .. }) => false,
            Err(error) if error.is_unusable_table() => false,
            read => read?,
        };
    }
    Ok(all)
}

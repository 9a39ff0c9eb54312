//! Outcomes on disk: built pair by pair, read layer by layer.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::outcome_probe::other_kind;
use super::outcomes::sliding;
use super::sliding::Sliding;
use super::turns_on_disk::{header, refused, same_kind};
use super::{STONES, groups};
use crate::games::kept_game::Extent;
use crate::games::sidja::Rules;
use crate::solve::custody::{Outcomes, solve_pair};
use crate::solve::retro::{Layer, ReversibleGame, Sets, Tick};
use crate::solve::table::{
    self, Built, Directory, Event, LayerSolver, Record, RecordKind, Records, Table, TableError,
};
use crate::work::Fault;

/// The layers of an extent, in groups that are solved together: one with its mirror, else all with at most a number of stones.
///
/// # Errors
/// If there is no such layer.
pub(crate) fn groups_of(rules: &Rules, extent: Extent) -> Result<Vec<Vec<Layer>>, Fault> {
    let least = rules.lost_with() + 1;
    let (all, none) = match extent.layer {
        Some(layer) => {
            let mut all = groups(rules, layer.total().into());
            all.retain(|group| group.contains(&layer));
            let most = rules.stones();
            let none = format!("{rules} has no layer {layer}: a side has {least} to {most} stones");
            (all, none)
        }
        None => (
            groups(rules, extent.stones.unwrap_or(STONES)),
            format!(
                "{rules}: no layer has so few stones; the least is {}",
                2 * least
            ),
        ),
    };
    match all.is_empty() {
        false => Ok(all),
        true => Err(Fault::input(none)),
    }
}

/// Reads tables of outcomes, each as a whole.
pub(super) struct Shelf<'a> {
    text: String,
    sliding: &'a Sliding,
    directory: &'a Directory,
    /// The sets of each size that has been asked for.
    sets: BTreeMap<u8, Arc<Sets>>,
    /// The tables around the last layer.
    around: BTreeMap<Layer, Outcomes>,
}

impl<'a> Shelf<'a> {
    pub(super) fn new(rules: &Rules, sliding: &'a Sliding, directory: &'a Directory) -> Shelf<'a> {
        Shelf {
            text: rules.to_string(),
            sliding,
            directory,
            sets: BTreeMap::new(),
            around: BTreeMap::new(),
        }
    }

    /// The tables of a layer, of that with the sides exchanged and of those that captures lead to, with the values at the beginning of
    /// turns.
    pub(super) fn around(
        &mut self,
        layer: Layer,
    ) -> Result<&BTreeMap<Layer, Outcomes>, TableError> {
        let mut needed = self.sliding.leaves_to(layer);
        needed.extend([layer, layer.after_step()]);
        self.around.retain(|layer, _| needed.contains(layer));
        for layer in needed {
            if !self.around.contains_key(&layer) {
                let table = self.load(layer)?.without_going_on();
                self.around.insert(layer, table);
            }
        }
        Ok(&self.around)
    }

    /// The table of a layer; all of it is read and its checksums are checked.
    pub(super) fn load(&mut self, layer: Layer) -> Result<Outcomes, TableError> {
        let none = || TableError::NoLayer {
            rules: self.text.clone(),
            layer,
        };
        let size = layer.own.min(layer.other);
        let sets = match self.sets.get(&size) {
            Some(sets) => sets.clone(),
            None => {
                let sets = Sets::new(size, &self.sliding.symmetries()).ok_or_else(none)?;
                self.sets.insert(size, sets.clone());
                sets
            }
        };
        let rows = Layer::new(size, layer.total() - size);
        let arrangements = Layer::new(0, rows.other).arrangements(self.sliding.cells() - size);
        let places = sets.classes() as u64 * arrangements;
        let table = self.directory.open(&self.text, layer, places)?;
        let record = table.header().record;
        if !record.kind.is_outcomes() {
            return Err(other_kind(&table));
        }
        let (values, going_on) = table.outcomes(places as usize)?;
        let found = Outcomes::new(layer, sets, values, going_on, record.number);
        found.ok_or_else(none)
    }
}

/// Solves what an extent has of layers and has no sound table yet for win, draw or loss, and keeps each layer in a table of
/// its own, as soon as it is solved.
///
/// Tables that are there are read in full and their checksums checked; damaged and stale ones are
/// built anew. Several processes may build different layers at the same time.
///
/// Exact. Cost: see [`plan`](super::plan()).
///
/// # Errors
/// If these rules have no tables, or the folder has others of them, a table that is needed is missing,
/// another process is building the same layer, the system refuses, or the observer stops the build by returning false.
pub fn build(
    rules: &Rules,
    extent: Extent,
    directory: &Directory,
    observe: &mut dyn FnMut(Event) -> bool,
) -> Result<Built, Fault> {
    let mut solver = OutcomeSolver {
        rules,
        sliding: sliding(rules).ok_or_else(|| refused(rules))?,
        groups: groups_of(rules, extent)?,
    };
    same_kind(rules, directory, "outcomes")?;
    table::build(&mut solver, directory, observe)
}

/// Solves pairs of layers for outcomes, each from the tables with fewer stones.
struct OutcomeSolver<'a> {
    rules: &'a Rules,
    sliding: Sliding,
    groups: Vec<Vec<Layer>>,
}

impl LayerSolver for OutcomeSolver<'_> {
    type Error = Fault;
    const GROUPS_APART: bool = true;

    fn rules(&self) -> String {
        self.rules.to_string()
    }

    fn groups(&self) -> Vec<Vec<Layer>> {
        self.groups.clone()
    }

    /// Checks a table, of which nothing is kept: it is read again by the groups that need it.
    fn read(&mut self, layer: Layer, directory: &Directory) -> Result<bool, TableError> {
        let text = self.rules();
        let path = directory.file(&text, layer);
        if !path.exists() {
            return Ok(false);
        }
        let table = Table::open(&path)?;
        table.expect(&text, layer, table.header().positions)?;
        table.check()?;
        match table.header().record.kind.is_outcomes() {
            true => Ok(true),
            false => Err(other_kind(&table)),
        }
    }

    fn solve(
        &mut self,
        group: &[Layer],
        directory: &Directory,
        observe: &mut dyn FnMut(Tick) -> bool,
    ) -> Result<Vec<Option<Records>>, Fault> {
        let mut shelf = Shelf::new(self.rules, &self.sliding, directory);
        let mut load = |layer| Ok::<_, TableError>(Arc::new(shelf.load(layer)?));
        let pair = (group[0].own, group[0].other);
        let solved = solve_pair(
            &self.sliding,
            self.sliding.custody(),
            pair,
            &mut load,
            observe,
        )?;
        let tables = solved.into_iter().map(|solved| {
            let going_on = solved.going_on().is_some();
            let record = Record {
                kind: RecordKind::Outcomes { going_on },
                number: solved.stuck(),
            };
            let header = header(self.rules, solved.layer(), solved.index(), record);
            Some((header, solved.into_records()))
        });
        Ok(tables.collect())
    }
}

//! Endgames on disk: one table for each pair of numbers of stones.

use super::outcome_probe::{Probes, other_kind};
use super::{Endgames, groups};
use crate::games::sidja::Rules;
use crate::solve::retro::{
    Layer, LayerIndex, LayerTable, ReversibleGame, Tick, index_of, solve_moves,
};
use crate::solve::table::{
    self, Built, Directory, Event, Header, LayerSolver, Record, RecordKind, Records, TableError,
};
use crate::work::Fault;

/// The name of the game in tables.
pub const GAME: &str = "sidja";

/// The header of the table of a layer. It names the layers that this one rests on, itself among them, in the order in which they are
/// solved.
pub(super) fn header(rules: &Rules, layer: Layer, index: &LayerIndex, record: Record) -> Header {
    let within = |other: &Layer| {
        let no_more = |own, enemy| own <= layer.own && enemy <= layer.other;
        no_more(other.own, other.other) || no_more(other.other, other.own)
    };
    let all = groups(rules, layer.total().into()).into_iter().flatten();
    Header {
        game: GAME.to_owned(),
        rules: rules.to_string(),
        layer,
        layers: all.filter(within).collect(),
        record,
        positions: index.len() as u64,
        arrangements: index.arrangements(),
        values: [0; 32],
    }
}

/// The kind of values that the tables in the folder keep, if the folder has any.
pub(super) fn kind(
    rules: &Rules,
    directory: &Directory,
) -> Result<Option<&'static str>, TableError> {
    let listing = directory.list_rules(&rules.to_string())?;
    let tables = listing.sets.iter().flat_map(|set| &set.tables);
    Ok(tables
        .map(|table| table.header().record.kind.holds())
        .next())
}

/// Refuses to mix tables that keep one thing with those that keep another.
pub(super) fn same_kind(
    rules: &Rules,
    directory: &Directory,
    wanted: &'static str,
) -> Result<(), Fault> {
    match kind(rules, directory)? {
        Some(found) if found != wanted => Err(Fault::input(format!(
            "{} has tables of {rules} that keep {found}, not {wanted}: remove them first with `siga tables remove {rules}`, \
             or keep what is asked for in another folder",
            directory.folder(&rules.to_string()).display()
        ))),
        _ => Ok(()),
    }
}

/// Why rules have no tables: the limit on moves without a capture, or the board.
pub(super) fn refused(rules: &Rules) -> Fault {
    let why = match rules.no_capture {
        Some(_) => {
            "its limit on moves without a capture makes values depend on the count; ask under no_capture=none"
        }
        None => "only boards of 3×3 and 5×5 have some",
    };
    Fault::input(format!("{rules} has no endgame tables: {why}"))
}

impl Endgames {
    /// The table of a layer, whose captures lead to tables that are there already; `None` if there
    /// is none.
    fn kept_table(
        &self,
        layer: Layer,
        directory: &Directory,
    ) -> Result<Option<LayerTable>, TableError> {
        let text = Endgames::rules(self).to_string();
        // Of many stones even the index is large.
        if !directory.file(&text, layer).exists() {
            return Ok(None);
        }
        let Some(index) = index_of(&self.sliding, layer, &self.solution) else {
            return Ok(None);
        };
        let table = match directory.open(&text, layer, index.len() as u64) {
            Err(TableError::Missing { .. }) => return Ok(None),
            table => table?,
        };
        let record = table.header().record;
        if record.kind != RecordKind::Turns {
            return Err(other_kind(&table));
        }
        let codes = table.codes(index.len())?;
        Ok(LayerTable::from_codes(index, codes, record.number))
    }

    /// The tables on disk with at most `most` stones: of each pair of numbers of stones that is there with
    /// all it rests on. `None` if there are none, or can be none.
    ///
    /// Cost: everything is read and its checksums checked; a byte a folded position.
    ///
    /// # Errors
    /// If a table is damaged, or keeps something else.
    pub fn load(
        rules: &Rules,
        most: u32,
        directory: &Directory,
    ) -> Result<Option<Endgames>, TableError> {
        let most = most.min(2 * u32::from(rules.stones()));
        let Some(mut endgames) = Endgames::empty(*rules, most) else {
            return Ok(None);
        };
        if kind(rules, directory)? == Some("outcomes") {
            let (probes, most) = Probes::open(rules, most, directory)?;
            endgames.most = most;
            endgames.probes = Some(probes);
            return Ok(Some(endgames).filter(|endgames| endgames.positions() > 0));
        }
        for group in groups(rules, most) {
            let mut tables = Vec::new();
            for &layer in &group {
                let there = |needs: &Layer| endgames.solution.tables().contains_key(needs);
                if endgames.sliding.leaves_to(layer).iter().all(there) {
                    tables.extend(endgames.kept_table(layer, directory)?);
                }
            }
            if tables.len() < group.len() {
                let fewer = group.first().map_or(0, |layer| layer.total() - 1);
                endgames.most = endgames.most.min(fewer.into());
                continue;
            }
            for table in tables {
                endgames.solution.insert(table);
            }
        }
        let found = !endgames.solution.tables().is_empty();
        Ok(found.then_some(endgames))
    }
}

/// Solves all positions with at most `most` stones that have no sound table yet, with the turns to the
/// end, and keeps each pair of numbers of stones in a table of its own, as soon as it is solved.
///
/// Tables that are there are read in full and their checksums checked; damaged and stale ones are
/// built anew.
///
/// Exact. Cost: [`Endgames::new`].
///
/// # Errors
/// If these rules have no tables, another build of them is running, the system refuses, a win
/// takes too long to be written down, or the observer stops the build by returning false.
pub fn build_turns(
    rules: &Rules,
    most: u32,
    directory: &Directory,
    observe: &mut dyn FnMut(Event) -> bool,
) -> Result<Built, Fault> {
    let mut endgames = Endgames::empty(*rules, most).ok_or_else(|| refused(rules))?;
    same_kind(rules, directory, "turns")?;
    table::build(&mut endgames, directory, observe)
}

/// Pairs of layers are solved with the turns to the end, from the layers with fewer stones, which are held.
impl LayerSolver for Endgames {
    type Error = Fault;

    fn rules(&self) -> String {
        Endgames::rules(self).to_string()
    }

    fn groups(&self) -> Vec<Vec<Layer>> {
        groups(Endgames::rules(self), self.most)
    }

    fn read(&mut self, layer: Layer, directory: &Directory) -> Result<bool, TableError> {
        let read = self.kept_table(layer, directory)?;
        let there = read.is_some();
        read.into_iter()
            .for_each(|table| self.solution.insert(table));
        Ok(there)
    }

    fn solve(
        &mut self,
        group: &[Layer],
        _directory: &Directory,
        observe: &mut dyn FnMut(Tick) -> bool,
    ) -> Result<Vec<Option<Records>>, Fault> {
        let Endgames {
            sliding, solution, ..
        } = self;
        let solved = solve_moves(sliding, group, solution, observe);
        let tables = solved.map_err(TableError::from)?.into_iter().map(|table| {
            let record = Record {
                kind: RecordKind::Turns,
                number: table.blocked(),
            };
            let header = header(sliding.rules(), table.layer(), table.index(), record);
            let codes = table.codes().to_vec();
            solution.insert(table);
            Some((header, codes))
        });
        Ok(tables.collect())
    }
}

//! Outcomes looked up on disk, in place: nothing is loaded as a whole.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::groups;
use crate::board::symmetries;
use crate::games::sidja::Rules;
use crate::solve::retro::{Layer, LayerIndex, Outcome};
use crate::solve::table::{Directory, Table, TableError};

/// Tables of outcomes, opened; their indexes are made when they are first needed.
#[derive(Debug)]
pub(super) struct Probes {
    symmetries: Vec<Vec<u8>>,
    tables: BTreeMap<Layer, (Table, OnceLock<Option<LayerIndex>>)>,
    fault: OnceLock<TableError>,
}

impl Probes {
    /// The tables with at most `most` stones, and the number of stones up to which all are there.
    pub(super) fn open(
        rules: &Rules,
        most: u32,
        directory: &Directory,
    ) -> Result<(Probes, u32), TableError> {
        let text = rules.to_string();
        let mut tables = BTreeMap::new();
        let mut complete = most;
        for layer in groups(rules, most).into_iter().flatten() {
            let path = directory.file(&text, layer);
            if !path.exists() {
                complete = complete.min(u32::from(layer.total()) - 1);
                continue;
            }
            let table = Table::open(&path)?;
            table.expect(&text, layer, table.header().positions)?;
            if !table.header().record.kind.is_outcomes() {
                return Err(other_kind(&table));
            }
            tables.insert(layer, (table, OnceLock::new()));
        }
        let probes = Probes {
            symmetries: symmetries(rules.board()),
            tables,
            fault: OnceLock::new(),
        };
        Ok((probes, complete))
    }

    pub(super) fn arrangements(&self) -> u64 {
        let tables = self.tables.values();
        // The header's own figures are not checked here.
        tables.fold(0, |all: u64, (table, _)| {
            all.saturating_add(table.header().arrangements)
        })
    }

    /// The first thing found wrong with a table.
    pub(super) fn fault(&self) -> Option<&TableError> {
        self.fault.get()
    }

    pub(super) fn outcome(&self, own: u32, other: u32) -> Option<Outcome> {
        let layer = Layer::new(own.count_ones() as u8, other.count_ones() as u8);
        let (table, index) = self.tables.get(&layer)?;
        let movers = layer.own <= layer.other;
        let rows = if movers { layer } else { layer.after_step() };
        let index = index.get_or_init(|| LayerIndex::of_board(rows, &self.symmetries));
        let index = index.as_ref()?;
        let place = if movers {
            index.place(own, other)
        } else {
            index.place(other, own)
        };
        let found = table
            .expect(&table.header().rules, layer, index.len() as u64)
            .and_then(|()| table.outcome(place as u64));
        match found {
            Ok(found) => found,
            Err(error) => {
                let _ = self.fault.set(error);
                None
            }
        }
    }
}

/// A table that keeps something else than was asked for.
pub(super) fn other_kind(table: &Table) -> TableError {
    let header = table.header();
    TableError::Other {
        path: table.path().to_owned(),
        found: format!(
            "{} of layer {} of {}",
            header.record.kind.holds(),
            header.layer,
            header.rules
        ),
        expected: "what the other tables keep".to_owned(),
    }
}

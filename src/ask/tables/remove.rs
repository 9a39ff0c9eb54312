//! `siga tables remove`.

use std::path::PathBuf;

use super::{SetsQuery, path};
use crate::ask::prelude::*;
use crate::games::stored_tables::KeptRules;
use crate::solve::table::{Directory, Removed};

pub(super) struct RemoveReport {
    directory: Directory,
    sets: Vec<(String, Removed)>,
}

/// The tables that were removed.
#[derive(Serialize, JsonSchema)]
pub(super) struct AllRemoved {
    sets: Vec<RemovedSet>,
}

/// The tables of a set of rules.
#[derive(Serialize, JsonSchema)]
struct RemovedSet {
    rules: String,
    /// Those removed.
    files: Vec<String>,
    /// Their size in bytes.
    bytes: Count,
    /// Files of others in the same folder, still there.
    kept: Vec<String>,
}

pub(super) fn run(rules: &[String], directory: Directory) -> Result<RemoveReport, Failure> {
    let mut sets = Vec::new();
    for known in KeptRules::parse_all(rules)? {
        let text = known.text();
        let removed = directory.remove(&text)?;
        sets.push((text, removed));
    }
    Ok(RemoveReport { directory, sets })
}

fn names(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|file| path(file)).collect()
}

impl Reply for RemoveReport {
    const NAME: &'static str = "tables-remove";
    type Query = SetsQuery;
    type Result = AllRemoved;

    fn query(&self) -> SetsQuery {
        let rules = self.sets.iter().map(|(rules, _)| rules.clone());
        SetsQuery::new("tables remove", rules, &self.directory)
    }

    fn result(&self) -> AllRemoved {
        let sets = self.sets.iter().map(|(rules, removed)| RemovedSet {
            rules: rules.clone(),
            files: names(&removed.files),
            bytes: Count::of(removed.bytes),
            kept: names(&removed.kept),
        });
        AllRemoved {
            sets: sets.collect(),
        }
    }
}

impl Report for RemoveReport {
    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let kept = (self.sets.iter()).flat_map(|(_, removed)| names(&removed.kept));
        let heading = format!("Removed from {}", self.directory.root().display());
        vec![
            Sheet::of(&self.sets)
                .text("rules", |(rules, _)| rules.clone())
                .right("files", |(_, removed)| removed.files.len())
                .right("bytes", |(_, removed)| Entry::grouped(removed.bytes))
                .named("removed", heading)
                .notes(kept.map(|path| format!("not siga's, still there: {path}"))),
        ]
    }
}

//! `siga tables remove`.

use serde_json::{Value, json};

use super::rules::Known;
use super::{count, failure};
use crate::cli::failure::Failure;
use crate::cli::report::{Reply, Report};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::solve::table::{Directory, Removed};

pub(super) struct RemoveReport {
    directory: Directory,
    sets: Vec<(String, Removed)>,
}

pub(super) fn run(rules: &[String], directory: Directory) -> Result<RemoveReport, Failure> {
    let mut sets = Vec::new();
    for known in Known::parse_all(rules)? {
        let text = known.text();
        let removed = directory.remove(&text).map_err(failure)?;
        sets.push((text, removed));
    }
    Ok(RemoveReport { directory, sets })
}

fn names(paths: &[std::path::PathBuf]) -> Vec<String> {
    let text = |path: &std::path::PathBuf| path.to_string_lossy().into_owned();
    paths.iter().map(text).collect()
}

impl Reply for RemoveReport {
    type Query = Value;
    type Result = Value;

    fn query(&self) -> Self::Query {
        let rules: Vec<&String> = self.sets.iter().map(|(rules, _)| rules).collect();
        json!({
            "command": "tables remove",
            "rules": rules,
            "tables": self.directory.root().to_string_lossy(),
        })
    }

    fn result(&self) -> Self::Result {
        let sets = self.sets.iter().map(|(rules, removed)| {
            json!({
                "rules": rules,
                "files": names(&removed.files),
                "bytes": count(removed.bytes),
                "kept": names(&removed.kept),
            })
        });
        json!({ "sets": sets.collect::<Vec<_>>() })
    }
}

impl Report for RemoveReport {
    fn name(&self) -> &'static str {
        "tables-remove"
    }

    fn sheets(&self, _style: &Style) -> Vec<Sheet> {
        let rows = self.sets.iter().map(|(rules, removed)| {
            vec![
                Entry::from(rules.clone()),
                removed.files.len().into(),
                Entry::grouped(removed.bytes),
            ]
        });
        let kept = self
            .sets
            .iter()
            .flat_map(|(_, removed)| names(&removed.kept));
        vec![Sheet {
            name: "removed",
            heading: format!("Removed from {}", self.directory.root().display()),
            columns: vec![
                Column::text("rules"),
                Column::right("files"),
                Column::right("bytes"),
            ],
            rows: rows.collect(),
            notes: kept
                .map(|path| format!("not siga's, still there: {path}"))
                .collect(),
            ..Sheet::default()
        }]
    }
}

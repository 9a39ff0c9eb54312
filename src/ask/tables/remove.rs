//! `siga tables remove`.

use std::path::PathBuf;

use clap::Args;

use super::{folder_of, found, full, path};
use crate::ask::args::tables::TablesPlace;
use crate::ask::one_command::Command;
use crate::ask::prelude::*;
use crate::work::Note;

/// The tables that are to be removed.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Remove {
    /// The rules
    #[arg(value_name = "RULES", required = true)]
    rules: Vec<String>,
    #[command(flatten)]
    #[serde(flatten)]
    place: TablesPlace,
}

/// The tables that were removed.
#[derive(Serialize, JsonSchema)]
pub(crate) struct AllRemoved {
    sets: Vec<RemovedSet>,
}

/// The tables of a set of rules.
#[derive(Serialize, JsonSchema)]
struct RemovedSet {
    rules: String,
    /// The files removed.
    files: Vec<String>,
    /// Their size in bytes.
    #[serde(with = "Count")]
    bytes: u64,
    /// Files of others in the same folder, still there.
    kept: Vec<String>,
}

fn names(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|file| path(file)).collect()
}

impl Command for Remove {
    const WORDS: &'static [&'static str] = &["tables", "remove"];
    const ABOUT: &'static str = "Remove the tables of a set of rules; other files stay";
    type Answer = AllRemoved;

    fn ask(&mut self, caller: Caller, _note: &Note) -> Result<AllRemoved, Failure> {
        let directory = found(&mut self.place, caller)?;
        let sets = full(&mut self.rules)?.into_iter().map(|known| {
            let rules = known.to_string();
            let removed = directory.remove(&rules)?;
            Ok::<_, Failure>(RemovedSet {
                rules,
                files: names(&removed.files),
                bytes: removed.bytes,
                kept: names(&removed.kept),
            })
        });
        Ok(AllRemoved {
            sets: sets.collect::<Result<_, _>>()?,
        })
    }

    fn writes(&self) -> bool {
        true
    }

    fn tables(&self, answer: &AllRemoved, _style: &Style) -> Vec<Sheet> {
        let kept = answer.sets.iter().flat_map(|set| &set.kept);
        let heading = format!("Removed from {}", folder_of(&self.place));
        vec![
            Sheet::of(&answer.sets)
                .text("rules", |set| set.rules.clone())
                .right("files", |set| set.files.len())
                .right("bytes", |set| Entry::grouped(set.bytes))
                .named("removed", heading)
                .notes(kept.map(|path| format!("not siga's, still there: {path}"))),
        ]
    }
}

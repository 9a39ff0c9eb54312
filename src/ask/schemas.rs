//! `siga schema`: the JSON Schema of everything siga writes and reads as JSON.

use std::borrow::Cow;

use clap::Args;
use schemars::Schema;
use serde_json::Value;

use super::command::series::Series;
use super::game::Game;
use super::one_command::{Command, Listed, described_as};
use super::{ALONE, all_games, batch, failure, tables};
use crate::ask::prelude::*;
use crate::names::{meant, near};
use crate::work::Note;

/// Everything that has a schema.
fn all() -> impl Iterator<Item = Described> {
    let alone = ALONE
        .iter()
        .filter_map(|command| Some((command.described?)(command.word)));
    let games = all_games().iter().filter(|game| game.listed);
    alone
        .chain([described_as::<Series>(Series::WORDS)])
        .chain(games.flat_map(Game::described))
        .chain(Listed::described_in("tables", tables::COMMANDS))
        .chain([batch::LINE, failure::REPORT])
}

/// The schema with a name: of `siga/NAME/1`.
pub(crate) fn schema(name: &str) -> Option<Value> {
    let of_games = all_games().iter().filter(|game| !game.listed);
    let mut found = all().chain(of_games.flat_map(Game::described));
    let found = found.find(|described| described.name == name)?;
    Some(found.schema().to_value())
}

/// The names of all schemas.
pub(crate) fn names() -> impl Iterator<Item = Cow<'static, str>> {
    all().map(|described| described.name)
}

/// The text of the schema with a name, `throw` or `siga/throw/1`.
fn text(name: &str) -> Result<Vec<u8>, Failure> {
    let bare = name.strip_prefix("siga/").unwrap_or(name);
    let bare = bare.strip_suffix("/1").unwrap_or(bare);
    let Some(schema) = schema(bare) else {
        let names: Vec<_> = names().collect();
        let meant = meant(near(bare, names.iter().map(AsRef::as_ref)));
        return Err(Failure::input(format!(
            "there is no schema `{name}`{meant}; `siga schema` lists them"
        )));
    };
    let mut bytes = serde_json::to_vec_pretty(&schema)
        .map_err(std::io::Error::from)
        .map_err(Failure::writing)?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The question for the list of schemas.
#[derive(Args, Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Schemas {
    /// The name of the report, such as throw or daldos-odds; `batch-line` and `error` too
    #[arg(value_name = "NAME")]
    #[serde(skip)]
    pub(crate) name: Option<String>,
}

/// Everything that has a schema.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SchemaList {
    schemas: Vec<SchemaEntry>,
}

/// A schema there is.
#[derive(Serialize, JsonSchema)]
struct SchemaEntry {
    /// The name between `siga/` and `/1`.
    name: Cow<'static, str>,
    /// The description.
    meaning: String,
}

fn listed() -> Vec<SchemaEntry> {
    let meaning = |schema: Schema| {
        let schema = schema.to_value();
        let text = |at: &str| Some(schema.pointer(at)?.as_str()?.to_owned());
        let result = text("/properties/result/$ref");
        let result =
            result.and_then(|at| text(&format!("{}/description", at.trim_start_matches('#'))));
        let result = result.or_else(|| text("/properties/result/description"));
        result.or_else(|| text("/description")).unwrap_or_default()
    };
    let listed = all().map(|described| SchemaEntry {
        name: described.name.clone(),
        meaning: meaning(described.schema()),
    });
    listed.collect()
}

impl Command for Schemas {
    const WORDS: &'static [&'static str] = &["schema"];
    const ABOUT: &'static str = "The JSON Schema of a report, or the list of schemas";
    const ALSO: &'static [&'static str] = &["schemas"];
    type Answer = SchemaList;

    fn writes_text(&self) -> Option<&'static str> {
        self.name.as_ref().map(|_| "is JSON")
    }

    fn text(&self, _caller: Caller) -> Result<Vec<u8>, Failure> {
        text(self.name.as_deref().unwrap_or_default())
    }

    fn ask(&mut self, _caller: Caller, _note: &Note) -> Result<SchemaList, Failure> {
        Ok(SchemaList { schemas: listed() })
    }

    fn tables(&self, answer: &SchemaList, _style: &Style) -> Vec<Sheet> {
        vec![
            Sheet::of(&answer.schemas)
                .text("name", |schema| schema.name.to_string())
                .text("meaning", |schema| schema.meaning.clone())
                .named("schemas", "JSON Schemas: `siga schema NAME` prints one"),
        ]
    }
}

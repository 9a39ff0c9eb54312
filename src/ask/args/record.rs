//! The arguments of every `review`.

use std::borrow::Cow;
use std::fmt::Debug;
use std::path::PathBuf;

use clap::Args;
use schemars::{Schema, SchemaGenerator};
use serde::Serializer;

use crate::ask::one_command::Target;
use crate::ask::prelude::*;
use crate::ask::record::record;
use crate::games::record::{Record, Recordable};

/// The record of a game.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub(crate) struct RecordArgs {
    /// The record of the game, or - for standard input
    #[arg(
        value_name = "GAME",
        required_unless_present = "record",
        conflicts_with = "record"
    )]
    pub(crate) file: Option<PathBuf>,
    /// The record itself; `;` stands for the end of a line
    #[arg(long, value_name = "TEXT")]
    pub(crate) record: Option<String>,
    /// The rules, in the place of those of the record
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Option<String>,
}

/// The record of a game, and the game once it is read.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub(crate) struct RecordOf<P: Recordable<Turn: Debug> + Debug> {
    #[command(flatten)]
    asked: RecordArgs,
    #[arg(skip)]
    read: Option<Box<Record<P>>>,
}

impl<P: Recordable<Turn: Debug> + Debug> RecordOf<P> {
    /// Reads the record.
    ///
    /// # Errors
    /// It cannot be read, or the game could not be played so.
    pub(crate) fn read(&mut self, caller: Caller) -> Result<&Record<P>, Failure> {
        let record = record(&self.asked, caller)?;
        Ok(self.read.insert(Box::new(record)))
    }

    /// The game, which has been read.
    pub(crate) fn record(&self) -> &Record<P> {
        self.read
            .as_ref()
            .expect("an answer has a record that was read")
    }

    /// Where the rules are written.
    pub(crate) fn target(&mut self) -> Target<'_> {
        Target::rules::<P::Rules>(&mut self.asked.rules)
    }
}

/// The record of a question, as `query` has it.
#[derive(Serialize, JsonSchema)]
struct RecordAsked {
    /// The full rules text.
    #[schemars(with = "String")]
    rules: Option<String>,
    /// The record, normalised.
    #[schemars(with = "String")]
    record: Option<String>,
}

impl<P: Recordable<Turn: Debug> + Debug> Serialize for RecordOf<P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let asked = match &self.read {
            Some(record) => RecordAsked {
                rules: Some(record.rules().to_string()),
                record: Some(record.to_string()),
            },
            None => RecordAsked {
                rules: self.asked.rules.clone(),
                record: self.asked.record.clone(),
            },
        };
        asked.serialize(serializer)
    }
}

impl<P: Recordable<Turn: Debug> + Debug> JsonSchema for RecordOf<P> {
    fn schema_name() -> Cow<'static, str> {
        RecordAsked::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        RecordAsked::json_schema(generator)
    }
}

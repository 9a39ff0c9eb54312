//! Records of games that were played, whichever the game.

use std::borrow::Cow;
use std::fmt::Debug;

use clap::Args;
use schemars::{Schema, SchemaGenerator};
use serde::Serializer;

use super::At;
use super::args::record::RecordArgs;
use super::disputes::Target;
use super::input;
use super::prelude::*;
use super::subject::Shown;
use crate::board::notation::PositionFile;
use crate::games::record::{Record, Recordable};
use crate::rules::RulesText;

/// The record that is named or written out.
pub(crate) fn record<P: Recordable>(
    asked: &RecordArgs,
    caller: Caller,
) -> Result<Record<P>, Failure> {
    let game = asked.game.unwrap_or(P::Rules::GAME);
    let rules = asked.rules.as_deref();
    let rules = rules.map(|text| input::rules_of_game::<P::Rules>(text, game, caller.reads));
    let rules = rules.transpose()?;
    let (text, at, name) = match (&asked.record, &asked.file) {
        (Some(text), _) => (
            text.clone(),
            At::argument("--record"),
            "--record".to_owned(),
        ),
        // clap asks for one of the two.
        (None, None) => return Err(Failure::input("no record is given")),
        (None, Some(file)) => {
            let at = At::file(file.to_string_lossy());
            (
                input::read(file, input::MAX_RECORD, caller.reads)?,
                at,
                input::shown(file),
            )
        }
    };
    if text.len() > input::MAX_RECORD {
        return Err(Failure::input(format!(
            "{name} is longer than the limit of {} bytes",
            input::MAX_RECORD
        )));
    }
    let is_position = || PositionFile::<P::Rules, P::Setup>::placed(&text, game, None).is_ok();
    Record::read_of(&text, rules.as_ref(), game).map_err(|error| match error.faults.first() {
        Some(_) if is_position() => Failure::input(format!(
            "{name}: this is a position, not the record of a game: a record has the line `moves:`, and after it a line for each turn, \
             as in `{}`",
            P::LINE
        )),
        None => Failure::input(&error),
        Some(first) => Failure::input_at(at, &text, first.place, format!("{name}: {error}")),
    })
}

/// The board at the end of a game, below what the record says of itself.
pub(crate) fn at_end<P: Recordable + Shown>(record: &Record<P>) -> Picture {
    let [title, source] = [record.title(), record.source()].map(|said| said.map(str::to_owned));
    Subject {
        title,
        source,
        ..Subject::at(record.end())
    }
    .picture()
}

/// The rules of a game, its length and how it ended, above a table of its moves.
pub(crate) fn heading<P: Recordable>(record: &Record<P>, unit: [&str; 2]) -> String {
    let end = record.end();
    let how = match end.ended() {
        Some(how) => how,
        None => format!("not played to the end, {} is next", end.mover()),
    };
    let length = counted(record.turns().len(), unit[0], unit[1]);
    format!("{} · {length} · {how}", record.rules().shown())
}

/// The record of a game, and the game once it is read.
#[derive(Clone, Debug, Args)]
#[group(skip)]
pub(crate) struct RecordOf<P: Recordable + Debug> {
    #[command(flatten)]
    asked: RecordArgs,
    #[arg(skip)]
    read: Option<Box<Record<P>>>,
}

impl<P: Recordable + Debug> RecordOf<P> {
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
        Target {
            game: Some(&mut self.asked.game),
            ..Target::rules::<P::Rules>(&mut self.asked.rules)
        }
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

impl<P: Recordable + Debug> Serialize for RecordOf<P> {
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

impl<P: Recordable + Debug> JsonSchema for RecordOf<P> {
    fn schema_name() -> Cow<'static, str> {
        RecordAsked::schema_name()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        RecordAsked::json_schema(generator)
    }
}

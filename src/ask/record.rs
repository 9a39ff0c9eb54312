//! Records of games that were played, whichever the game.

use std::fmt::Debug;
use std::path::PathBuf;

use clap::Args;

use super::At;
use super::disputes::Target;
use super::input;
use super::prelude::*;
use super::subject::Shown;
use crate::board::notation::PositionFile;
use crate::games::record::{Record, Recordable};
use crate::rules::RulesText;

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

/// The record of a game, named by a file or written out. Once it is read, its text is normalised.
#[derive(Clone, Debug, Args, Serialize, JsonSchema)]
#[group(skip)]
#[serde(bound = "")]
#[schemars(bound = "", rename = "RecordAsked")]
pub(crate) struct RecordOf<P: Recordable + Debug> {
    /// The record of the game, or - for standard input
    #[arg(
        value_name = "GAME",
        required_unless_present = "record",
        conflicts_with = "record"
    )]
    #[serde(skip)]
    pub(crate) file: Option<PathBuf>,
    // It stands after the record.
    /// The rules, instead of those in the record
    #[arg(long, value_name = "TEXT", display_order = 1)]
    #[schemars(with = "String", description = "The full rules text.")]
    pub(crate) rules: Option<String>,
    /// The record itself; `;` stands for the end of a line
    #[arg(long, value_name = "TEXT")]
    #[schemars(with = "String", description = "The record, normalised.")]
    pub(crate) record: Option<String>,
    /// The game, where it is one of a family.
    #[arg(skip)]
    #[serde(skip)]
    pub(crate) game: Option<&'static str>,
    #[arg(skip)]
    #[serde(skip)]
    pub(crate) read: Option<Box<Record<P>>>,
}

impl<P: Recordable + Debug> RecordOf<P> {
    /// Reads the record.
    ///
    /// # Errors
    /// It cannot be read, or the game could not be played so.
    pub(crate) fn read(&mut self, caller: Caller) -> Result<&Record<P>, Failure> {
        let record = self.found(caller)?;
        self.rules = Some(record.rules().to_string());
        self.record = Some(record.to_string());
        Ok(self.read.insert(Box::new(record)))
    }

    fn found(&self, caller: Caller) -> Result<Record<P>, Failure> {
        let game = self.game.unwrap_or(P::Rules::GAME);
        let rules = self.rules.as_deref();
        let rules = rules.map(|text| input::rules_of_game::<P::Rules>(text, game, caller.reads));
        let rules = rules.transpose()?;
        let (text, at, name) = match (&self.record, &self.file) {
            // Of a file that has been read.
            (Some(text), Some(file)) => (
                text.clone(),
                At::file(file.to_string_lossy()),
                input::shown(file),
            ),
            (Some(text), None) => (
                text.clone(),
                At::argument("--record"),
                "--record".to_owned(),
            ),
            // clap asks for one of the two.
            (None, None) => return Err(Failure::input("no record is given")),
            (None, Some(file)) => (
                input::read(file, input::MAX_RECORD, caller.reads)?,
                At::file(file.to_string_lossy()),
                input::shown(file),
            ),
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

    /// The game, which has been read.
    pub(crate) fn record(&self) -> &Record<P> {
        self.read
            .as_ref()
            .expect("an answer has a record that was read")
    }

    /// Where the rules are written.
    pub(crate) fn target(&mut self) -> Target<'_> {
        Target {
            game: Some(&mut self.game),
            ..Target::rules::<P::Rules>(&mut self.rules)
        }
    }
}

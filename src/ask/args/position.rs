//! Where a position is written.

use std::path::PathBuf;

use clap::{ArgGroup, ArgMatches, Args};
use schemars::JsonSchema;
use serde::Serialize;

use crate::board::notation::Excerpt;

/// The name of the option for a file of positions: other commands have files of other things.
pub(crate) const POSITION_FILE: &str = "position_file";
/// The group of the two ways to give a position; a command that can do without one says that the group is not required.
pub(crate) const PLACE: &str = "place";

/// The position a command is about: a file, standard input or the text itself, and what else is needed to read it.
#[derive(Clone, Debug, Default, Args, Serialize, JsonSchema)]
#[command(next_help_heading = "Position", group(ArgGroup::new(PLACE).required(true)))]
#[group(skip)]
pub(crate) struct PositionArgs {
    /// A position file, or - for standard input; each position in it is answered
    #[arg(id = POSITION_FILE, value_name = "FILE", group = PLACE)]
    #[serde(skip)]
    pub(crate) file: Option<PathBuf>,
    // Its help depends on the game; it stands after the position.
    /// The full rules text.
    #[arg(long, value_name = "TEXT", help = None::<&str>, display_order = 1)]
    #[schemars(with = "String")]
    pub(crate) rules: Option<String>,
    /// The position on one line: its rows, then the side to move (docs/rules has the form for each game)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, group = PLACE)]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(description = "The position, normalised, on one line; after the moves played.")]
    pub(crate) position: Option<String>,
    /// The position itself, where it has been read already.
    #[arg(skip)]
    #[serde(skip)]
    pub(crate) read: Option<Excerpt>,
    /// The game, where it is one of a family.
    #[arg(skip)]
    #[serde(skip)]
    pub(crate) game: Option<&'static str>,
    /// What letters on the board mean, where they are not siga's.
    #[arg(skip)]
    #[serde(skip)]
    pub(crate) letters: Option<String>,
}

impl PositionArgs {
    /// Whether a position is given.
    pub(crate) fn is_given(&self) -> bool {
        self.file.is_some() || self.position.is_some()
    }
}

/// The position that the arguments of a command name, whatever it is; `None` if it is about none.
pub(crate) fn given(command: &ArgMatches) -> Option<PositionArgs> {
    // Of a command that has no such argument clap says so in a debug build alone.
    let (file, position) = (
        command.try_get_one::<PathBuf>(POSITION_FILE),
        command.try_get_one::<String>("position"),
    );
    let (file, position) = (file.ok().flatten(), position.ok().flatten());
    let given = PositionArgs {
        file: file.cloned(),
        position: position.cloned(),
        ..PositionArgs::default()
    };
    given.is_given().then_some(given)
}

//! Where a position is written.

use std::path::PathBuf;

use clap::{ArgGroup, ArgMatches, Args};

/// The name of the option for a file of positions: other commands have files of other things.
pub(crate) const POSITION_FILE: &str = "position_file";
/// The group of the two ways to give a position; a command that can do without one says that the group is not required.
pub(crate) const PLACE: &str = "place";

/// One position of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PositionText {
    pub(crate) text: String,
    /// The number of its first line in the whole text.
    pub(crate) line: usize,
}

/// The position a command is about: a file, standard input or the text itself, and what else is needed to read it.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Position", group(ArgGroup::new(PLACE).required(true)))]
#[group(skip)]
pub(crate) struct PositionArgs {
    /// A position file, or - for standard input; each position in it is answered
    #[arg(id = POSITION_FILE, value_name = "FILE", group = PLACE)]
    pub(crate) file: Option<PathBuf>,
    /// The position on one line: its rows, then the side to move (docs/rules has the form for each game)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, group = PLACE)]
    pub(crate) position: Option<String>,
    /// The position itself, where it has been read already.
    #[arg(skip)]
    pub(crate) read: Option<PositionText>,
    // Its help depends on the game.
    #[arg(long, value_name = "TEXT")]
    pub(crate) rules: Option<String>,
    /// The game, where it is one of a family.
    #[arg(skip)]
    pub(crate) game: Option<&'static str>,
    /// What letters on the board mean, where they are not siga's.
    #[arg(skip)]
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

//! Where a position is written.

use std::path::PathBuf;

use clap::{ArgMatches, Args};

/// The name of the option for a file of positions: other commands have files of other things.
pub(crate) const POSITION_FILE: &str = "position_file";

/// One position of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PositionText {
    pub(crate) text: String,
    /// The number of its first line in the whole text.
    pub(crate) line: usize,
}

/// A file, standard input or the position itself.
#[derive(Clone, Debug, Default, Args)]
#[group(required = true, multiple = false)]
pub(crate) struct PositionSource {
    /// A position file, or - for standard input; of many positions each is answered
    #[arg(id = POSITION_FILE, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    /// The position on one line: its rows, then the side to move (docs/rules has the form for each game)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// The position itself, where it has been read already.
    #[arg(skip)]
    pub(crate) read: Option<PositionText>,
}

/// A place that a command can do without.
#[derive(Clone, Debug, Args)]
#[group(multiple = false)]
pub(crate) struct OptionalPositionSource {
    /// A position file, or - for standard input; of many positions each is answered
    #[arg(id = POSITION_FILE, value_name = "POS")]
    file: Option<PathBuf>,
    /// The position on one line: its rows, then the side to throw (docs/rules has the form for each game)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
    /// The position itself, where it has been read already.
    #[arg(skip)]
    pub(crate) read: Option<PositionText>,
}

/// The position a command is about.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Position")]
pub(crate) struct PositionArgs {
    #[command(flatten)]
    pub(crate) place: PositionSource,
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

/// The place of the position that the arguments of a command name, whatever it is; `None` if it is about none.
pub(crate) fn place(command: &ArgMatches) -> Option<PositionSource> {
    // Of a command that has no such argument clap says so in a debug build alone.
    let (file, position) = (
        command.try_get_one::<PathBuf>(POSITION_FILE),
        command.try_get_one::<String>("position"),
    );
    let (file, position) = (file.ok().flatten(), position.ok().flatten());
    PositionSource {
        file: file.cloned(),
        position: position.cloned(),
        read: None,
    }
    .named()
}

impl PositionSource {
    fn named(self) -> Option<Self> {
        (self.file.is_some() || self.position.is_some()).then_some(self)
    }
}

impl OptionalPositionSource {
    /// The place, if one is named.
    pub(crate) fn place(&self) -> Option<PositionSource> {
        let Self {
            file,
            position,
            read,
        } = self.clone();
        let place = PositionSource {
            file,
            position,
            read,
        };
        place.named()
    }
}

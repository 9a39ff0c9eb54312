//! Where a position is written.

use std::path::PathBuf;

use clap::{ArgMatches, Args};

use super::deepest;
use super::list::List;

/// A file, standard input or the position itself.
#[derive(Clone, Debug, Default, Args)]
#[group(required = true, multiple = false)]
pub(in crate::cli) struct Place {
    /// A position file, or - for standard input; of many positions each is answered
    #[arg(value_name = "FILE")]
    pub(in crate::cli) file: Option<PathBuf>,
    /// The position on one line: its rows, then the side to move (docs/rules has the form for each game)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(in crate::cli) position: Option<String>,
}

/// The same where a command needs no position.
#[derive(Clone, Debug, Args)]
#[group(multiple = false)]
pub(in crate::cli) struct MaybePlace {
    /// A position file, or - for standard input; of many positions each is answered
    #[arg(value_name = "POS")]
    file: Option<PathBuf>,
    /// The position on one line: A's row, the middle row, B's row, each from the stern, and the side to throw
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    position: Option<String>,
}

/// The position a command is about.
#[derive(Debug, Args)]
#[command(next_help_heading = "Position")]
pub(in crate::cli) struct Asked {
    #[command(flatten)]
    pub(in crate::cli) place: Place,
    // What the help says of it depends on the game: `USUAL`.
    #[arg(long, value_name = "TEXT")]
    pub(in crate::cli) rules: Option<String>,
}

/// The same in games whose moves can be made before the question.
#[derive(Debug, Args)]
#[command(next_help_heading = "Position")]
pub(in crate::cli) struct Moved {
    #[command(flatten)]
    pub(in crate::cli) asked: Asked,
    /// Moves to be made first
    #[arg(long, value_name = "MOVE[,MOVE…]")]
    pub(in crate::cli) play: Vec<List<String>>,
}

/// The number of sequences of moves from it.
#[derive(Debug, Args)]
pub(in crate::cli) struct Perft {
    #[command(flatten)]
    pub(in crate::cli) asked: Moved,
    /// How many plies
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=200))]
    pub(in crate::cli) depth: u32,
    /// The count after each first move
    #[arg(long)]
    pub(in crate::cli) divide: bool,
    /// Stop with an error where moves would have to be made in more than N positions
    #[arg(long, value_name = "N", default_value_t = 1_000_000_000)]
    pub(in crate::cli) budget: u64,
}

/// What the help says of `--rules` of a position, by the command of the game.
const USUAL: [(&str, &str); 5] = [
    (
        "daldos",
        "The rules, such as daldos:n=12,loses_at=1 (see `siga rules daldos`) [default: the file's, else daldos on a \
         board of the size drawn]",
    ),
    (
        "sig",
        "The rules, such as sig:ludii,length=24 (see `siga rules sig`) [default: the file's, else sig:depaulis with \
         rows as long as drawn]",
    ),
    (
        "sidja",
        "The rules, such as sidja:west-africa,size=7 (see `siga rules sidja`) [default: the file's, else sidja:sudan \
         on a board of the size drawn]",
    ),
    ("teeko", STANDARD),
    ("5x5", STANDARD),
];
const STANDARD: &str = "The rules (see `siga rules teeko` and `siga rules 5x5`) [default: the file's, else the \
                        standard ones, on a board of the size drawn]";

/// What the help of a game says of `--rules` of a position.
pub(super) fn usual(game: &str) -> Option<&'static str> {
    let found = USUAL.iter().find(|(name, _)| *name == game);
    found.map(|(_, says)| *says)
}

/// The place of the position that arguments name, whatever the command; `None` if it is about none.
pub(super) fn place(matches: &ArgMatches) -> Option<Place> {
    let command = deepest(matches);
    let position = command.try_get_one::<String>("position").ok()?.cloned();
    let file = command.try_get_one::<PathBuf>("file").ok()?.cloned();
    Place { file, position }.named()
}

impl Place {
    fn named(self) -> Option<Self> {
        (self.file.is_some() || self.position.is_some()).then_some(self)
    }
}

impl MaybePlace {
    /// The place, if one is named.
    pub(in crate::cli) fn place(&self) -> Option<Place> {
        let (file, position) = (self.file.clone(), self.position.clone());
        Place { file, position }.named()
    }
}

//! Where a position is written.

use std::path::PathBuf;

use clap::Args;

use super::Command;
use super::alignment::{FiveByFive, Teeko};
use super::daldos::Daldos;
use super::sidja::Sidja;
use super::sig::Sig;

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
    /// What is read there, once it has been.
    #[arg(skip)]
    pub(in crate::cli) part: Option<Part>,
}

/// The same where a command needs no position.
#[derive(Clone, Debug, Args)]
#[group(multiple = false)]
pub(in crate::cli) struct MaybePlace {
    /// A position file, or - for standard input; of many positions each is answered
    #[arg(value_name = "POS")]
    pub(in crate::cli) file: Option<PathBuf>,
    /// The position on one line: A's row, the middle row, B's row, each from the stern, and the side to throw
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(in crate::cli) position: Option<String>,
    /// What is read there, once it has been.
    #[arg(skip)]
    pub(in crate::cli) part: Option<Part>,
}

impl MaybePlace {
    /// The place, if one is named.
    pub(in crate::cli) fn place(&self) -> Option<Place> {
        let named = self.file.is_some() || self.position.is_some();
        named.then(|| Place {
            file: self.file.clone(),
            position: self.position.clone(),
            part: self.part.clone(),
        })
    }
}

/// One position of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::cli) struct Part {
    pub(in crate::cli) text: String,
    /// The number of its first line in the whole text.
    pub(in crate::cli) line: usize,
}

impl Command {
    /// Where the command's position is written, and what is read of it; `None` if it is about none.
    pub(in crate::cli) fn place(&mut self) -> Option<(Place, &mut Option<Part>)> {
        let place = match self {
            Self::Daldos(command) => match command.as_mut() {
                Daldos::Moves(arguments) => &mut arguments.asked.place,
                Daldos::Perft(arguments) => &mut arguments.asked.place,
                Daldos::Analyse(arguments) => &mut arguments.asked.place,
                Daldos::Endgame(super::endgame::Endgame { place, .. })
                | Daldos::Simulate(super::endgame::Simulate { place, .. }) => {
                    return Some((place.place()?, &mut place.part));
                }
                Daldos::Odds { .. }
                | Daldos::Table { .. }
                | Daldos::Opening(_)
                | Daldos::Play(_)
                | Daldos::Review(_) => return None,
            },
            Self::Sidja(command) => match command.as_mut() {
                Sidja::Moves(asked) => &mut asked.place,
                Sidja::Perft(arguments) => &mut arguments.asked.place,
                Sidja::FirstCapture(arguments) => &mut arguments.asked.place,
                Sidja::Analyse(arguments) => &mut arguments.asked.place,
                Sidja::Survey(_) | Sidja::Guarantees(_) | Sidja::Solve(_) | Sidja::Play(_) => {
                    return None;
                }
            },
            Self::Sig(command) => match command {
                Sig::Moves(arguments) => &mut arguments.asked.place,
                Sig::Perft(arguments) => &mut arguments.asked.place,
                Sig::Analyse(arguments) => &mut arguments.asked.place,
                Sig::Turn(_) | Sig::Odds(_) | Sig::Table(_) | Sig::Play(_) => return None,
            },
            Self::Teeko(command) => match command.as_mut() {
                Teeko::Moves(asked) => &mut asked.place,
                Teeko::Perft(arguments) => &mut arguments.asked.place,
                Teeko::Probe(arguments) => &mut arguments.asked.place,
                Teeko::Solve(_) | Teeko::Play(_) => return None,
            },
            Self::FiveByFive(command) => match command.as_mut() {
                FiveByFive::Moves(asked) => &mut asked.place,
                FiveByFive::Perft(arguments) => &mut arguments.asked.place,
                FiveByFive::Probe(arguments) => &mut arguments.asked.place,
                FiveByFive::Solve(_) | FiveByFive::Play(_) => return None,
            },
            _ => return None,
        };
        Some((place.clone(), &mut place.part))
    }
}

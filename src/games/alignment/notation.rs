//! Positions as text: on one line, and as files with a title and a source.
//!
//! One line is `ROWS SIDE RESERVE`. ROWS go from the top rank down. SIDE is `x` or `o`. RESERVE is
//! `-`, or the pieces still to be placed, as in `x4o3`; it follows from the board and may be left
//! out.
//!
//! A file has `key: value` lines (`game`, `rules`, `to move`, `reserve`, `title`, `source`), then
//! `board:` and the rows.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::setup::{Faults, Setup};
use super::{Position, Ruleset};
use crate::board::{
    Block, BlockError, Entry, Reserve, ReserveError, Rows, RowsError, Side, SideError,
};
use crate::rules::RulesError;

/// The characters of the pieces.
const PIECES: &str = "xo";

/// A text that cannot be read as a setup.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotationError {
    /// The board.
    #[error("the board: {0}")]
    Rows(#[from] RowsError),
    /// A part is missing.
    #[error("{part} is missing: a position is `ROWS SIDE`, as in `5/5/2x2/5/5 o`")]
    Missing {
        /// Which part.
        part: &'static str,
    },
    /// The side to move.
    #[error(transparent)]
    Side(#[from] SideError),
    /// The reserve.
    #[error(transparent)]
    Reserve(#[from] ReserveError),
    /// Something left over.
    #[error("`{text}` is too much: nothing comes after the reserve")]
    Surplus {
        /// The text given.
        text: String,
    },
    /// The file as a whole.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// A key that means nothing.
    #[error("line {line}: `{key}` is not known: the keys are {KEYS}")]
    Key {
        /// Which line, counted from 1.
        line: usize,
        /// The key.
        key: String,
    },
    /// A file of another game.
    #[error("line {line}: the game is `{found}`, not {game}")]
    Game {
        /// Which line, counted from 1.
        line: usize,
        /// The game named.
        found: String,
        /// This game.
        game: &'static str,
    },
    /// The rules line.
    #[error("line {line}: {error}")]
    Rules {
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong with it.
        #[source]
        error: RulesError,
    },
    /// A value that is not one.
    #[error("line {line}: {error}")]
    Value {
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong with it.
        #[source]
        error: Box<NotationError>,
    },
}

const KEYS: &str = "`game`, `rules`, `to move`, `reserve`, `title`, `source`";

/// Why a text is not a legal position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It can be read, but no game leads there.
    #[error(transparent)]
    Faults(#[from] Faults),
}

impl FromStr for Setup {
    type Err = NotationError;

    /// Reads a position on one line.
    ///
    /// # Errors
    /// At the first part that cannot be read; whether the position is legal is another question.
    fn from_str(text: &str) -> Result<Setup, NotationError> {
        let mut fields = text.split_whitespace();
        let mut next = |part| fields.next().ok_or(NotationError::Missing { part });
        let rows = Rows::parse(next("the board")?, PIECES)?;
        let side = next("the side to move")?.parse()?;
        let reserve = fields.next().map(str::parse).transpose()?;
        match fields.next() {
            None => Ok(Setup {
                rows,
                side,
                reserve,
            }),
            Some(surplus) => Err(NotationError::Surplus {
                text: surplus.to_owned(),
            }),
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rows, self.side)?;
        match self.reserve {
            Some(reserve) => write!(f, " {reserve}"),
            None => Ok(()),
        }
    }
}

impl<R: Ruleset> Position<R> {
    /// Reads a legal position on one line.
    ///
    /// # Errors
    /// If the text cannot be read, or with every fault of the position at once.
    pub fn parse(text: &str, rules: R) -> Result<Position<R>, ReadError> {
        Ok(text.parse::<Setup>()?.position(rules)?)
    }
}

/// A position file: a setup with what is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionFile<R> {
    /// The rules it is meant for, if it says so.
    pub rules: Option<R>,
    /// Its title.
    pub title: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// The position.
    pub setup: Setup,
}

impl<R: Ruleset> PositionFile<R> {
    fn alone(setup: Setup) -> Self {
        PositionFile {
            rules: None,
            title: None,
            source: None,
            setup,
        }
    }

    /// Takes over one line of a file.
    fn set(&mut self, entry: &Entry) -> Result<(), NotationError> {
        let (line, value) = (entry.line, entry.value.as_str());
        let at = |error| NotationError::Value {
            line,
            error: Box::new(error),
        };
        match entry.key.as_str() {
            "game" if value == R::GAME => {}
            "game" => {
                return Err(NotationError::Game {
                    line,
                    found: value.to_owned(),
                    game: R::GAME,
                });
            }
            "rules" => {
                let rules = value.parse();
                self.rules = Some(rules.map_err(|error| NotationError::Rules { line, error })?);
            }
            "to move" => {
                let side: Result<Side, SideError> = value.parse();
                self.setup.side = side.map_err(|error| at(error.into()))?;
            }
            "reserve" => {
                let reserve: Result<Reserve, ReserveError> = value.parse();
                self.setup.reserve = Some(reserve.map_err(|error| at(error.into()))?);
            }
            "title" => self.title = Some(value.to_owned()),
            "source" => self.source = Some(value.to_owned()),
            _ => {
                return Err(NotationError::Key {
                    line,
                    key: entry.key.clone(),
                });
            }
        }
        Ok(())
    }
}

impl<R: Ruleset> FromStr for PositionFile<R> {
    type Err = NotationError;

    /// Reads a file: either one line, or `key: value` lines and a board. `#` begins a comment.
    ///
    /// `to move` is required.
    ///
    /// # Errors
    /// At the first part that cannot be read, with its line.
    fn from_str(text: &str) -> Result<PositionFile<R>, NotationError> {
        if !Block::looks_like(text) {
            let line = Block::bare_lines(text).join("\n");
            return Ok(PositionFile::alone(line.parse()?));
        }
        let block = Block::parse(text, PIECES)?;
        let mut file = PositionFile::alone(Setup {
            rows: block.rows.clone(),
            side: Side::X,
            reserve: None,
        });
        for entry in &block.entries {
            file.set(entry)?;
        }
        if block.get("to move").is_none() {
            return Err(NotationError::Missing { part: "`to move`" });
        }
        Ok(file)
    }
}

impl<R: Ruleset> fmt::Display for PositionFile<R> {
    /// The file as `key: value` lines and a board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: {}", R::GAME)?;
        if let Some(rules) = &self.rules {
            writeln!(f, "rules: {rules}")?;
        }
        if let Some(title) = &self.title {
            writeln!(f, "title: {title}")?;
        }
        if let Some(source) = &self.source {
            writeln!(f, "source: {source}")?;
        }
        writeln!(f, "to move: {}", self.setup.side)?;
        if let Some(reserve) = &self.setup.reserve {
            writeln!(f, "reserve: {reserve}")?;
        }
        write!(f, "board:\n{}", Block::draw(&self.setup.rows))
    }
}

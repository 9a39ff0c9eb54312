//! Positions as text: on one line, and as files with a title and a source.
//!
//! One line is `ROWS SIDE RESERVE`, then `+` or `+c3` if a turn is being continued, then `quiet=N`
//! if N moves have been made since the last capture. ROWS go from the top rank down. SIDE is `x` or
//! `o`. RESERVE is `-`, or the stones still to be placed, as in `x4o6`.
//!
//! A file has `key: value` lines (`game`, `rules`, `to move`, `reserve`, `chain`, `quiet`, `title`,
//! `source`), then `board:` and the rows.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::setup::{Faults, Going, Setup};
use super::{Position, Rules, Side};
use crate::board::{
    Block, BlockError, CellError, Reserve, ReserveError, Rows, RowsError, SideError,
};
use crate::rules::RulesError;

/// The characters of the stones.
const PIECES: &str = "xo";

/// A text that cannot be read as a setup.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotationError {
    /// The board.
    #[error("the board: {0}")]
    Rows(#[from] RowsError),
    /// A part is missing.
    #[error("{part} is missing: a position is `ROWS SIDE RESERVE`, as in `xo1/3/3 x x3o3`")]
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
    /// The cell after `+`.
    #[error("after `+`: {0}")]
    Going(#[from] CellError),
    /// The count of moves without a capture.
    #[error("`{text}` is not a count of moves without a capture: write `quiet=7`")]
    Quiet {
        /// The text given.
        text: String,
    },
    /// Something left over.
    #[error("`{text}` is too much: after the reserve come only `+` or `+c3`, then `quiet=7`")]
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
    #[error("line {line}: the game is `{game}`, not sidja")]
    Game {
        /// Which line, counted from 1.
        line: usize,
        /// The game.
        game: String,
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

const KEYS: &str = "`game`, `rules`, `to move`, `reserve`, `chain`, `quiet`, `title`, `source`";

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

fn reserve(text: &str) -> Result<[u16; 2], NotationError> {
    let Reserve { x, o } = text.parse()?;
    Ok([x, o])
}

fn going(text: &str) -> Result<Option<Going>, NotationError> {
    match text.strip_prefix('+') {
        None => Ok(None),
        Some("") => Ok(Some(Going::Any)),
        Some(cell) => Ok(Some(Going::Stone(cell.parse()?))),
    }
}

fn quiet(text: &str) -> Result<u16, NotationError> {
    let wrong = || NotationError::Quiet {
        text: text.to_owned(),
    };
    if !text.starts_with(|first: char| first.is_ascii_digit()) {
        return Err(wrong());
    }
    text.parse().map_err(|_| wrong())
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
        let reserve = reserve(next("the reserve (`-` when all stones are placed)")?)?;
        let mut setup = Setup {
            rows,
            side,
            reserve,
            going: Going::No,
            quiet: 0,
        };
        let mut rest = fields.peekable();
        if let Some(found) = rest.peek()
            && let Some(going) = going(found)?
        {
            setup.going = going;
            rest.next();
        }
        if let Some(count) = rest.peek().and_then(|found| found.strip_prefix("quiet=")) {
            setup.quiet = quiet(count)?;
            rest.next();
        }
        match rest.next() {
            None => Ok(setup),
            Some(surplus) => Err(NotationError::Surplus {
                text: surplus.to_owned(),
            }),
        }
    }
}

fn reserve_text([x, o]: [u16; 2]) -> String {
    Reserve { x, o }.to_string()
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {} {}",
            self.rows,
            self.side,
            reserve_text(self.reserve)
        )?;
        match self.going {
            Going::No => {}
            Going::Any => f.write_str(" +")?,
            Going::Stone(cell) => write!(f, " +{cell}")?,
        }
        if self.quiet > 0 {
            write!(f, " quiet={}", self.quiet)?;
        }
        Ok(())
    }
}

impl Position {
    /// Reads a legal position on one line.
    ///
    /// # Errors
    /// If the text cannot be read, or with every fault of the position at once.
    pub fn parse(text: &str, rules: &Rules) -> Result<Position, ReadError> {
        Ok(text.parse::<Setup>()?.position(rules)?)
    }
}

/// A position file: a setup with what is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionFile {
    /// The rules it is meant for, if it says so.
    pub rules: Option<Rules>,
    /// Its title.
    pub title: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// The position.
    pub setup: Setup,
}

impl FromStr for PositionFile {
    type Err = NotationError;

    /// Reads a file: either one line, or `key: value` lines and a board. `#` begins a comment.
    ///
    /// `to move` is required; `reserve` is `-` if it is left out.
    ///
    /// # Errors
    /// At the first part that cannot be read, with its line.
    fn from_str(text: &str) -> Result<PositionFile, NotationError> {
        if !Block::looks_like(text) {
            let line = Block::bare_lines(text).join("\n");
            return Ok(PositionFile {
                rules: None,
                title: None,
                source: None,
                setup: line.parse()?,
            });
        }
        let block = Block::parse(text, PIECES)?;
        let mut file = PositionFile {
            rules: None,
            title: None,
            source: None,
            setup: Setup {
                rows: block.rows.clone(),
                side: Side::X,
                reserve: [0, 0],
                going: Going::No,
                quiet: 0,
            },
        };
        for entry in &block.entries {
            let (line, value) = (entry.line, entry.value.as_str());
            let at = |error| NotationError::Value {
                line,
                error: Box::new(error),
            };
            match entry.key.as_str() {
                "game" if value == "sidja" => {}
                "game" => {
                    return Err(NotationError::Game {
                        line,
                        game: value.to_owned(),
                    });
                }
                "rules" => {
                    let rules = value.parse();
                    file.rules = Some(rules.map_err(|error| NotationError::Rules { line, error })?);
                }
                "to move" => {
                    file.setup.side = value
                        .parse()
                        .map_err(|error| at(NotationError::Side(error)))?
                }
                "reserve" => file.setup.reserve = reserve(value).map_err(at)?,
                "chain" => {
                    let surplus = NotationError::Surplus {
                        text: value.to_owned(),
                    };
                    let found = going(value).map_err(at)?;
                    file.setup.going = found.ok_or_else(|| at(surplus))?;
                }
                "quiet" => file.setup.quiet = quiet(value).map_err(at)?,
                "title" => file.title = Some(value.to_owned()),
                "source" => file.source = Some(value.to_owned()),
                _ => {
                    return Err(NotationError::Key {
                        line,
                        key: entry.key.clone(),
                    });
                }
            }
        }
        if block.get("to move").is_none() {
            return Err(NotationError::Missing { part: "`to move`" });
        }
        Ok(file)
    }
}

impl fmt::Display for PositionFile {
    /// The file as `key: value` lines and a board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: sidja")?;
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
        writeln!(f, "reserve: {}", reserve_text(self.setup.reserve))?;
        match self.setup.going {
            Going::No => {}
            Going::Any => writeln!(f, "chain: +")?,
            Going::Stone(cell) => writeln!(f, "chain: +{cell}")?,
        }
        if self.setup.quiet > 0 {
            writeln!(f, "quiet: {}", self.setup.quiet)?;
        }
        write!(f, "board:\n{}", Block::draw(&self.setup.rows))
    }
}

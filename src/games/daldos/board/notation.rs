//! Positions in text: on one line, or as a file with the board drawn.
//!
//! One line is `A-ROW/MIDDLE/B-ROW SIDE`, each row from the stern to the prow: `A`, `B` dalled, `a`, `b` undalled, `.` one
//! empty hole, a number so many. A file has `key: value` lines and, after `board:`, the same three rows with blanks
//! between the holes.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use thiserror::Error;

use super::Side;
use super::game::Game;
use super::position::Position;
use super::setup::{Faults, Piece, Setup};
use crate::board::{Block, BlockError};
use crate::games::daldos::rules::{BoardRules, Rules};
use crate::rules::RulesError;

/// The most holes a row may be written with.
const MAX_ROW: usize = BoardRules::MAX_N as usize + 1;

/// A text that is not a Daldøs position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NotationError {
    /// Not three rows and a side.
    #[error(
        "`{text}` is not a position: write A's row, the middle row and B's row, each from the stern, then the side to throw, as in `aaa/4/bbb A`"
    )]
    Form {
        /// The text, cut if long.
        text: String,
    },
    /// A character that cannot stand in a row.
    #[error(
        "line {line}, column {column}: `{found}` is not one of `A`, `a`, `B`, `b`, `.` or a number of empty holes"
    )]
    Symbol {
        /// Which line, counted from 1.
        line: usize,
        /// Where, counted from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// A row longer than any.
    #[error(
        "line {line}, column {column}: the row goes on beyond {MAX_ROW} holes, the most there can be"
    )]
    TooLong {
        /// Which line, counted from 1.
        line: usize,
        /// Where, counted from 1.
        column: usize,
    },
    /// Neither `A` nor `B` to move.
    #[error("`{text}` is no side: write `A` or `B`")]
    Side {
        /// The text.
        text: String,
    },
    /// The file is not one.
    #[error(transparent)]
    Block(#[from] BlockError),
    /// Not three rows after `board:`.
    #[error("after `board:` come three rows, A's, the middle one and B's; here are {found}")]
    Rows {
        /// How many there are.
        found: usize,
    },
    /// A key that means nothing.
    #[error("line {line}: `{key}` is none of game, rules, to move, reserve, title and source")]
    Key {
        /// Which line, counted from 1.
        line: usize,
        /// The key.
        key: String,
    },
    /// A position of another game.
    #[error("line {line}: this is a position of `{game}`, not of `daldos`")]
    Game {
        /// Which line, counted from 1.
        line: usize,
        /// The game named.
        game: String,
    },
    /// Pieces in reserve.
    #[error("line {line}: Daldøs has no reserve: leave the line out, or write `-`")]
    Reserve {
        /// Which line, counted from 1.
        line: usize,
    },
    /// The rules line is wrong.
    #[error("line {line}: {error}")]
    Rules {
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong.
        #[source]
        error: RulesError,
    },
    /// No side to move.
    #[error("there is no `to move:` line: write `to move: A` or `to move: B`")]
    NoSide,
    /// It can be written down, but not be a position.
    #[error("{0}")]
    Faults(#[from] Faults),
}

/// What a position file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionFile {
    /// The rules, if it names any.
    pub rules: Option<Rules>,
    /// What the position shows.
    pub title: Option<String>,
    /// Where it is from.
    pub source: Option<String>,
    /// The board and the side to move.
    pub setup: Setup,
}

impl FromStr for Side {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Side, NotationError> {
        match text {
            "A" | "a" => Ok(Side::A),
            "B" | "b" => Ok(Side::B),
            _ => Err(NotationError::Side { text: shown(text) }),
        }
    }
}

fn shown(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The holes of one row; blanks are skipped. `column` is where it begins.
fn row(text: &str, line: usize, column: usize) -> Result<Vec<Option<Piece>>, NotationError> {
    let mut holes = Vec::new();
    let mut empty = 0usize;
    for (at, found) in (column..).zip(text.chars()) {
        if let Some(digit) = found.to_digit(10) {
            empty = (empty * 10 + digit as usize).min(MAX_ROW + 1);
        } else {
            holes.resize(holes.len() + std::mem::take(&mut empty), None);
            match Piece::of(found) {
                Some(piece) => holes.push(Some(piece)),
                None if found == '.' => holes.push(None),
                None if found.is_whitespace() => {}
                None => {
                    return Err(NotationError::Symbol {
                        line,
                        column: at,
                        found,
                    });
                }
            }
        }
        if holes.len() + empty > MAX_ROW {
            return Err(NotationError::TooLong { line, column: at });
        }
    }
    holes.resize(holes.len() + empty, None);
    Ok(holes)
}

impl FromStr for Setup {
    type Err = NotationError;

    /// Reads a position on one line; blanks around it are skipped, and columns counted from where it begins.
    fn from_str(text: &str) -> Result<Setup, NotationError> {
        let form = || NotationError::Form { text: shown(text) };
        let line = text.trim();
        let (board, side) = line.rsplit_once(char::is_whitespace).ok_or_else(form)?;
        let parts: Vec<&str> = board.trim_end().split('/').collect();
        let [a, middle, b] = parts.as_slice() else {
            return Err(form());
        };
        let side = side.parse()?;
        let second = 2 + a.chars().count();
        let third = second + middle.chars().count() + 1;
        Ok(Setup {
            rows: [row(a, 1, 1)?, row(middle, 1, second)?, row(b, 1, third)?],
            side,
        })
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, row) in self.rows.iter().enumerate() {
            if number > 0 {
                f.write_str("/")?;
            }
            let mut empty = 0;
            for hole in row {
                match hole {
                    None => empty += 1,
                    Some(piece) => {
                        if empty > 0 {
                            write!(f, "{empty}")?;
                        }
                        empty = 0;
                        write!(f, "{}", piece.symbol())?;
                    }
                }
            }
            if empty > 0 {
                write!(f, "{empty}")?;
            }
        }
        write!(f, " {}", self.side)
    }
}

impl FromStr for PositionFile {
    type Err = NotationError;

    /// Reads a position on one line (comments and empty lines around it are skipped) or a position file.
    fn from_str(text: &str) -> Result<PositionFile, NotationError> {
        if !Block::looks_like(text) {
            let lines: Vec<&str> = Block::bare_lines(text).collect();
            let [line] = lines.as_slice() else {
                return Err(NotationError::Form {
                    text: shown(text.trim()),
                });
            };
            return Ok(PositionFile {
                rules: None,
                title: None,
                source: None,
                setup: line.parse()?,
            });
        }
        let (entries, drawn) = Block::entries(text)?;
        let mut file = PositionFile {
            rules: None,
            title: None,
            source: None,
            setup: Setup {
                rows: [Vec::new(), Vec::new(), Vec::new()],
                side: Side::A,
            },
        };
        let mut side = None;
        for entry in entries {
            let line = entry.line;
            match entry.key.as_str() {
                "game" if ["daldos", "daldøs"].contains(&entry.value.as_str()) => {}
                "game" => {
                    return Err(NotationError::Game {
                        line,
                        game: shown(&entry.value),
                    });
                }
                "rules" => {
                    let rules = entry.value.parse();
                    file.rules = Some(rules.map_err(|error| NotationError::Rules { line, error })?);
                }
                "to move" => side = Some(entry.value.parse()?),
                "reserve" if entry.value == "-" || entry.value.is_empty() => {}
                "reserve" => return Err(NotationError::Reserve { line }),
                "title" => file.title = Some(entry.value),
                "source" => file.source = Some(entry.value),
                _ => {
                    return Err(NotationError::Key {
                        line,
                        key: entry.key,
                    });
                }
            }
        }
        file.setup.side = side.ok_or(NotationError::NoSide)?;
        let [a, middle, b] = drawn.as_slice() else {
            return Err(NotationError::Rows { found: drawn.len() });
        };
        for (filled, (line, text)) in file.setup.rows.iter_mut().zip([a, middle, b]) {
            *filled = row(text, *line, 1)?;
        }
        Ok(file)
    }
}

impl fmt::Display for PositionFile {
    /// A position file, the board drawn.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: daldos")?;
        if let Some(rules) = &self.rules {
            writeln!(f, "rules: {rules}")?;
        }
        if let Some(title) = &self.title {
            writeln!(f, "title: {title}")?;
        }
        if let Some(source) = &self.source {
            writeln!(f, "source: {source}")?;
        }
        writeln!(f, "to move: {}\nboard:", self.setup.side)?;
        for row in &self.setup.rows {
            let holes: Vec<String> = row
                .iter()
                .map(|hole| hole.map_or('.', Piece::symbol).to_string())
                .collect();
            writeln!(f, "{}", holes.join(" "))?;
        }
        Ok(())
    }
}

impl Position {
    /// Reads a position on one line under rules made ready for play.
    ///
    /// # Errors
    /// [`NotationError`]: the text is no position, or every fault of it.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    /// use siga::games::daldos::board::{Game, Position};
    /// let game = Arc::new(Game::new("daldos:n=3".parse()?)?);
    /// let position = Position::parse("1aa/A.2/bb. B", &game)?;
    /// assert_eq!(position.to_string(), "1aa/A3/bb1 B");
    /// assert!(Position::parse("1aa/A.2/bb.. B", &game).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse(text: &str, game: &Arc<Game>) -> Result<Position, NotationError> {
        Ok(text.parse::<Setup>()?.position(game)?)
    }
}

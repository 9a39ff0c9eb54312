//! Positions as text: on one line, and as files with a title and a source.
//!
//! One line is the four rows from team A's home row to team B's, each from A's left, then the team to move:
//! `aaaaaaaaaaaaaaaaaaaa/20/20/bbbbbbbbbbbbbbbbbbbb A`. `A` and `B` are freed pieces, `a` and `b` not yet; `.` or a
//! number stands for empty cells. `A 2` is the second of two turns in a row.
//!
//! A file has `key: value` lines (`game`, `rules`, `to move`, `title`, `source`), then `board:` and the rows.

use std::fmt;
use std::str::FromStr;

use itertools::Itertools;
use thiserror::Error;

use super::route::Team;
use super::rules::{MAX_LENGTH, MIN_LENGTH, Rules, RulesError};
use super::setup::{Faults, Setup};
use crate::board::{Block, BlockError};

/// A text that cannot be read as a setup.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotationError {
    /// A character that means nothing.
    #[error(
        "the board, column {column}: `{found}` is not one of `A`, `B` (freed), `a`, `b` (not yet), `.` or a number of empty cells"
    )]
    Symbol {
        /// Where, counted from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// Not four rows.
    #[error("the board has {found} rows: write four, from team A's home row to team B's")]
    Rows {
        /// As many as written.
        found: usize,
    },
    /// Rows of unlike or impossible lengths.
    #[error(
        "the rows have {} cells: write four of the same length, {MIN_LENGTH} to {MAX_LENGTH}",
        lengths(found)
    )]
    Lengths {
        /// The lengths written; what is longer than any board counts as one more than the longest.
        found: Vec<usize>,
    },
    /// A part is missing.
    #[error("{part} is missing: a position is `ROWS SIDE`, as in `aaaa/4/4/bbbb A`")]
    Missing {
        /// Which part.
        part: &'static str,
    },
    /// The team to move.
    #[error("`{text}` is not a team to move: write `A` or `B`")]
    Side {
        /// The text given.
        text: String,
    },
    /// Something left over.
    #[error("`{text}` is too much: a position ends with the team to move")]
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
    #[error("line {line}: the game is `{game}`, not sig")]
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
    /// A line of a file that is wrong.
    #[error("line {line}: {error}")]
    Line {
        /// Which line, counted from 1.
        line: usize,
        /// What is wrong with it.
        #[source]
        error: Box<NotationError>,
    },
}

const KEYS: &str = "`game`, `rules`, `to move`, `title`, `source`";

fn lengths(found: &[usize]) -> String {
    let found: Vec<String> = found.iter().map(usize::to_string).collect();
    found.join(", ")
}

/// Why a text is not a legal position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// It cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It can be read, but breaks the rules.
    #[error(transparent)]
    Faults(#[from] Faults),
}

/// The team to move, and whether it has the second of two turns: `A`, `A 2`.
fn turn(text: &str) -> Result<(Team, bool), NotationError> {
    let (side, second) = match text.strip_suffix(" 2") {
        Some(side) => (side.trim_end(), true),
        None => (text, false),
    };
    match side {
        "A" => Ok((Team::A, second)),
        "B" => Ok((Team::B, second)),
        _ => Err(NotationError::Side {
            text: text.to_owned(),
        }),
    }
}

/// The cells of one row that begins in a column; refuses to grow far beyond any board.
fn row(text: &str, column: usize) -> Result<Vec<char>, NotationError> {
    let limit = usize::from(MAX_LENGTH) + 1;
    let mut cells = Vec::new();
    let mut run = 0;
    for (offset, found) in text.chars().enumerate() {
        if let Some(digit) = found.to_digit(10) {
            run = (run * 10 + digit as usize).min(limit);
            continue;
        }
        cells.extend(std::iter::repeat_n('.', run));
        run = 0;
        match found {
            'A' | 'B' | 'a' | 'b' | '.' => cells.push(found),
            blank if blank.is_whitespace() => {}
            _ => {
                let column = column + offset;
                return Err(NotationError::Symbol { column, found });
            }
        }
        if cells.len() > limit {
            break;
        }
    }
    cells.extend(std::iter::repeat_n('.', run));
    cells.truncate(limit);
    Ok(cells)
}

/// Four rows of the same length.
fn board(rows: Vec<Vec<char>>) -> Result<[Vec<char>; 4], NotationError> {
    let found: Vec<usize> = rows.iter().map(Vec::len).collect();
    let rows: [Vec<char>; 4] = rows
        .try_into()
        .map_err(|_| NotationError::Rows { found: found.len() })?;
    let possible = usize::from(MIN_LENGTH)..=usize::from(MAX_LENGTH);
    if found.iter().any(|&length| length != found[0]) || !possible.contains(&found[0]) {
        return Err(NotationError::Lengths { found });
    }
    Ok(rows)
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
        let mut rows = Vec::new();
        let mut column = 1;
        for text in next("the board")?.split('/') {
            rows.push(row(text, column)?);
            column += text.chars().count() + 1;
        }
        let (side, _) = turn(next("the team to move")?)?;
        let mut rest = fields.peekable();
        let setup = Setup {
            rows: board(rows)?,
            side,
            second: rest.next_if_eq(&"2").is_some(),
        };
        match rest.next() {
            None => Ok(setup),
            Some(surplus) => Err(NotationError::Surplus {
                text: surplus.to_owned(),
            }),
        }
    }
}

impl Setup {
    /// What follows the team to move: nothing, or that it is its second turn.
    fn turn(&self) -> &'static str {
        if self.second { " 2" } else { "" }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, row) in self.rows.iter().enumerate() {
            if at > 0 {
                f.write_str("/")?;
            }
            for part in row.chunk_by(|left, right| (*left == '.') == (*right == '.')) {
                if part[0] == '.' {
                    write!(f, "{}", part.len())?;
                } else {
                    f.write_str(&part.iter().collect::<String>())?;
                }
            }
        }
        write!(f, " {}{}", self.side, self.turn())
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
        let (entries, drawn) = Block::entries(text)?;
        let (mut rules, mut to_move, mut title, mut source) = (None, None, None, None);
        for entry in entries {
            let (line, value) = (entry.line, entry.value);
            match entry.key.as_str() {
                "game" if value == "sig" => {}
                "game" => return Err(NotationError::Game { line, game: value }),
                "rules" => {
                    let read = value.parse();
                    rules = Some(read.map_err(|error| NotationError::Rules { line, error })?);
                }
                "to move" => {
                    let error = |error| NotationError::Line {
                        line,
                        error: Box::new(error),
                    };
                    to_move = Some(turn(&value).map_err(error)?);
                }
                "title" => title = Some(value),
                "source" => source = Some(value),
                _ => {
                    let key = entry.key;
                    return Err(NotationError::Key { line, key });
                }
            }
        }
        let mut rows = Vec::new();
        for (line, text) in drawn {
            rows.push(row(text, 1).map_err(|error| NotationError::Line {
                line,
                error: Box::new(error),
            })?);
        }
        let rows = board(rows)?;
        let (side, second) = to_move.ok_or(NotationError::Missing { part: "`to move`" })?;
        Ok(PositionFile {
            rules,
            title,
            source,
            setup: Setup { rows, side, second },
        })
    }
}

impl fmt::Display for PositionFile {
    /// The file as `key: value` lines and a board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "game: sig")?;
        if let Some(rules) = &self.rules {
            writeln!(f, "rules: {rules}")?;
        }
        if let Some(title) = &self.title {
            writeln!(f, "title: {title}")?;
        }
        if let Some(source) = &self.source {
            writeln!(f, "source: {source}")?;
        }
        writeln!(
            f,
            "to move: {}{}\nboard:",
            self.setup.side,
            self.setup.turn()
        )?;
        for row in &self.setup.rows {
            let cells: Vec<String> = row.iter().map(char::to_string).collect();
            writeln!(f, "{}", cells.join(" "))?;
        }
        Ok(())
    }
}

//! Position files: `key: value` lines, then `board:` and the board drawn as rows.

use thiserror::Error;

use super::{Rows, RowsError};

/// One `key: value` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key, in lower case.
    pub key: String,
    /// The value without blanks at its ends.
    pub value: String,
    /// The line it stands on, counted from 1.
    pub line: usize,
}

/// A line of the board as drawn, with its number counted from 1.
pub type Drawn<'a> = (usize, &'a str);

/// A position file taken apart; what the keys mean is the game's business.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The `key: value` lines in order.
    pub entries: Vec<Entry>,
    /// The board.
    pub rows: Rows,
}

/// A text that is not a position file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BlockError {
    /// A line before the board without a colon.
    #[error("line {line}: `{text}` is not `key: value`")]
    NotAnEntry {
        /// Which line, counted from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// A key given twice.
    #[error("line {line}: `{key}` was given before")]
    Repeated {
        /// Which line, counted from 1.
        line: usize,
        /// The key.
        key: String,
    },
    /// No `board:` line.
    #[error("there is no `board:` line followed by the rows of the board, the top one first")]
    NoBoard,
    /// A board that is not one.
    #[error("the board from line {line} on: {error}")]
    Rows {
        /// The line of the first row, counted from 1.
        line: usize,
        /// What is wrong.
        #[source]
        error: RowsError,
    },
}

impl Block {
    /// Whether a text looks like a position file rather than a position on one line.
    pub fn looks_like(text: &str) -> bool {
        text.lines()
            .any(|line| bare(line).trim().eq_ignore_ascii_case("board:"))
    }

    /// The lines of a text that say something, without comments and blanks at their ends.
    pub fn bare_lines(text: &str) -> impl Iterator<Item = &str> {
        text.lines()
            .map(|line| bare(line).trim_end())
            .filter(|line| !line.is_empty())
    }

    /// Reads a position file whose pieces are the characters of `pieces`.
    ///
    /// `#` begins a comment; empty lines are skipped; the rows after `board:` have their cells
    /// separated by blanks or not.
    ///
    /// # Errors
    /// If a line before the board is not `key: value`, a key comes twice, or the board is missing
    /// or not square.
    pub fn parse(text: &str, pieces: &str) -> Result<Block, BlockError> {
        let (entries, drawn) = Self::entries(text)?;
        let first = drawn.first().ok_or(BlockError::NoBoard)?.0;
        let joined: Vec<&str> = drawn.iter().map(|(_, row)| *row).collect();
        let rows = Rows::parse(&joined.join("/"), pieces)
            .map_err(|error| BlockError::Rows { line: first, error })?;
        Ok(Block { entries, rows })
    }

    /// The `key: value` lines before the board, and the lines after `board:`, each with its number counted from 1.
    ///
    /// Comments, empty lines and blanks at the ends of lines are left out; for boards that are not square.
    ///
    /// # Errors
    /// If a line before the board is not `key: value`, a key comes twice, or there is no `board:` line.
    pub fn entries(text: &str) -> Result<(Vec<Entry>, Vec<Drawn<'_>>), BlockError> {
        let mut lines = text
            .lines()
            .enumerate()
            .map(|(index, line)| (index + 1, bare(line).trim()))
            .filter(|(_, line)| !line.is_empty());
        let mut entries: Vec<Entry> = Vec::new();
        loop {
            let (line, content) = lines.next().ok_or(BlockError::NoBoard)?;
            let Some((key, value)) = content.split_once(':') else {
                return Err(BlockError::NotAnEntry {
                    line,
                    text: content.to_owned(),
                });
            };
            let key = key.trim().to_lowercase();
            let value = value.trim();
            if key == "board" && value.is_empty() {
                break;
            }
            if entries.iter().any(|entry| entry.key == key) {
                return Err(BlockError::Repeated { line, key });
            }
            entries.push(Entry {
                key,
                value: value.to_owned(),
                line,
            });
        }
        let drawn: Vec<(usize, &str)> = lines.collect();
        Ok((entries, drawn))
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries
            .iter()
            .find(|entry| entry.key == key)
            .map(|entry| entry.value.as_str())
    }

    /// The board drawn as rows with blanks between the cells, the top rank first.
    pub fn draw(rows: &Rows) -> String {
        let mut text = String::new();
        for row in rows.from_top() {
            let cells: Vec<String> = row.iter().map(char::to_string).collect();
            text.push_str(&cells.join(" "));
            text.push('\n');
        }
        text
    }
}

/// The line without its comment: a `#` at its beginning or after a blank.
fn bare(line: &str) -> &str {
    let mut before = ' ';
    for (at, found) in line.char_indices() {
        if found == '#' && before.is_whitespace() {
            return &line[..at];
        }
        before = found;
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_taken_apart() {
        let text =
            "# a comment\ntitle: Three # of four\nto move: x\n\nboard:\nx o .\n. . .\n. . o\n";
        let block = Block::parse(text, "xo").unwrap();
        assert_eq!(block.get("title"), Some("Three"));
        assert_eq!(block.get("to move"), Some("x"));
        assert_eq!(block.rows.to_string(), "xo1/3/2o");
        assert_eq!(Block::draw(&block.rows), "x o .\n. . .\n. . o\n");
        assert!(Block::looks_like(text));
        assert!(!Block::looks_like("xo1/3/2o x -"));
    }

    #[test]
    fn errors_say_where() {
        let wrong = |text: &str| Block::parse(text, "xo").unwrap_err().to_string();
        assert_eq!(
            wrong("title\nboard:\nx"),
            "line 1: `title` is not `key: value`"
        );
        assert_eq!(
            wrong("a: 1\na: 2\nboard:\nx"),
            "line 2: `a` was given before"
        );
        assert!(wrong("a: 1\n").contains("no `board:` line"));
        assert!(wrong("board:\nx o\nx o o\n").starts_with("the board from line 2 on: row 2"));
    }
}

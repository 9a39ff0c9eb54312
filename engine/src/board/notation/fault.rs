//! Faults of the text of a position, each with its place.

use std::fmt;

use thiserror::Error;

use super::Faults;
use super::{Excerpt, Place};
use crate::rules::{RulesError, RulesText};

/// One thing that is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFault {
    /// Where.
    pub place: Place,
    /// The kind of fault.
    pub problem: Problem,
}

/// A kind of fault of the text of a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Problem {
    /// Nothing but blanks and comments.
    #[error(
        "there {}: a position is written as in `{example}`",
        if *.comments { "are only comments and no position" } else { "is no position" }
    )]
    Empty {
        /// A position on one line.
        example: &'static str,
        /// Whether there are comments.
        comments: bool,
    },
    /// One word or more, but no rows.
    #[error("`{text}` is not a position: a position is written as in `{example}`")]
    NoRows {
        /// The text given.
        text: String,
        /// A position on one line.
        example: &'static str,
    },
    /// More than one position.
    #[error("another position begins here, where one is expected")]
    Another,
    /// A drawn board and the line below it that says something else.
    #[error(
        "the board drawn is not that of line {line}{}: mend one of them, or leave one out",
        .cells.map(|(here, there)| format!(", which has `{there}` for this `{here}`")).unwrap_or_default()
    )]
    Differs {
        /// The line.
        line: usize,
        /// The cell as drawn and as the line gives it, where the rows have the same length.
        cells: Option<(char, char)>,
    },
    /// A character that is neither a piece, an empty cell nor a count of empty cells.
    #[error("`{found}` is not one of {allowed}, `.` or a number of empty cells")]
    Symbol {
        /// The character.
        found: char,
        /// The characters of the pieces, quoted.
        allowed: String,
    },
    /// A sign of a board of squares that has no meaning.
    #[error(
        "`{found}` is not one of `x` and `o` (or `B` and `W`, `1` and `2`, `⚫` and `⚪`) for pieces, `.` (or `-`, `_`, `·`, `*`) for an \
         empty cell; say what other letters mean, such as `letters: B=x,W=o`"
    )]
    Unread {
        /// The sign.
        found: String,
    },
    /// A row longer than any.
    #[error("the row goes on beyond {most} cells, the most there can be")]
    TooLong {
        /// The most cells of a row.
        most: usize,
    },
    /// Rows that do not make up the game's board.
    #[error("{message}")]
    Shape {
        /// The fault, and what would be right.
        message: String,
    },
    /// A field that must be given.
    #[error("{what} is missing: a position is written as in `{example}`")]
    Missing {
        /// The kind of thing it is.
        what: String,
        /// A position on one line.
        example: &'static str,
    },
    /// A value that is not one.
    #[error("{message}")]
    Value {
        /// The fault, and what would be right.
        message: String,
    },
    /// Something left over.
    #[error("`{text}` is left over: a position is written as in `{example}`")]
    Surplus {
        /// The text given.
        text: String,
        /// A position on one line.
        example: &'static str,
    },
    /// A line before the board without a colon.
    #[error("`{text}` is not `key: value`")]
    NotAnEntry {
        /// The line.
        text: String,
    },
    /// A key given twice.
    #[error("`{key}` was given before")]
    Repeated {
        /// The key.
        key: String,
    },
    /// A key that means nothing.
    #[error("`{key}` is not known: the keys are {keys}")]
    Key {
        /// The key.
        key: String,
        /// All keys, quoted.
        keys: String,
    },
    /// A file of another game.
    #[error("the game is `{found}`, not {game}")]
    Game {
        /// The game named.
        found: String,
        /// This game.
        game: String,
    },
    /// The rules line.
    #[error(transparent)]
    Rules(RulesError),
}

impl Problem {
    /// A file of another game; where all games of a family are asked for, of one whose text is not known.
    pub(crate) fn other_game<R: RulesText>(found: &str, game: &str) -> Self {
        let own = game == R::GAME && R::described("").is_some();
        Self::Game {
            found: found.to_owned(),
            game: match own {
                true => "one that comes with siga: give the text that describes it, --rules FILE"
                    .to_owned(),
                false => game.to_owned(),
            },
        }
    }
}

/// A text that cannot be read as a position: all its faults.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub struct NotationError {
    /// Everything that is wrong, in the order of the text; never empty.
    pub faults: Vec<TextFault>,
    /// Whether the text is one line alone, so that a column says enough.
    pub one_line: bool,
}

/// The most faults that are listed; further ones are counted.
const TOLD: usize = 8;

impl NotationError {
    /// A text that is not read at all.
    pub(super) fn unread(text: &str) -> NotationError {
        let found = text.chars().take(1).collect();
        let (place, problem) = (Place { line: 1, column: 1 }, Problem::Unread { found });
        NotationError {
            faults: vec![TextFault { place, problem }],
            one_line: text.trim_end().lines().count() <= 1,
        }
    }

    /// Whether the text is of another game, which makes all other faults pointless.
    pub(super) fn names_the_game(&self) -> bool {
        let game = |fault: &TextFault| matches!(fault.problem, Problem::Game { .. });
        self.faults.iter().any(game)
    }

    /// Whether signs of the board are at fault, or its shape, so that it may be written in another form.
    pub(super) fn is_of_signs(&self) -> bool {
        self.faults.iter().any(|fault| {
            matches!(
                fault.problem,
                Problem::Symbol { .. }
                    | Problem::Unread { .. }
                    | Problem::NoRows { .. }
                    | Problem::TooLong { .. }
                    | Problem::Shape { .. }
                    | Problem::Surplus { .. }
                    | Problem::Key { .. }
            )
        })
    }

    /// These faults with the first unread sign in place of all of them, and without what follows from them.
    #[must_use]
    pub(super) fn told_once(mut self) -> NotationError {
        let symbol = |fault: &TextFault| matches!(fault.problem, Problem::Symbol { .. });
        let Some(first) = self.faults.iter().position(symbol) else {
            return self;
        };
        if let Problem::Symbol { found, .. } = &self.faults[first].problem {
            let found = found.to_string();
            self.faults[first].problem = Problem::Unread { found };
        }
        self.faults.retain(|fault| {
            !matches!(
                fault.problem,
                Problem::Symbol { .. }
                    | Problem::Surplus { .. }
                    | Problem::Shape { .. }
                    | Problem::Missing { .. }
                    | Problem::Value { .. }
            )
        });
        self
    }

    /// These faults as places of a longer text, of which this one is an excerpt.
    #[must_use]
    pub fn within(mut self, excerpt: &Excerpt) -> NotationError {
        for fault in &mut self.faults {
            fault.place = excerpt.place(fault.place);
        }
        self.one_line = false;
        self
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut symbols = false;
        for (number, TextFault { place, problem }) in self.faults.iter().enumerate() {
            if number > 0 {
                f.write_str("; ")?;
            }
            if number == TOLD {
                return write!(f, "and {} more", self.faults.len() - TOLD);
            }
            if let Problem::Empty { .. } | Problem::NoRows { .. } = problem {
                return write!(f, "{problem}");
            }
            if !self.one_line {
                write!(f, "line {}, ", place.line)?;
            }
            write!(f, "column {}: ", place.column)?;
            match problem {
                // The list of characters need be given only once.
                Problem::Symbol { found, .. } if std::mem::replace(&mut symbols, true) => {
                    write!(f, "nor is `{found}`")?;
                }
                _ => write!(f, "{problem}")?,
            }
        }
        Ok(())
    }
}

/// Why a text is not a legal position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// It cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// It can be read, but breaks the rules.
    #[error(transparent)]
    Faults(#[from] Faults),
}

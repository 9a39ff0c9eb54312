//! Positions of every game as text: on one line, and as files with a title and a source.
//!
//! One line is the rows of the board joined by `/`, then a word for each field, the side to move
//! first: `xo1/3/oox x`. In a row a piece is a character, `.` an empty cell and a number a run of
//! them.
//!
//! A file has `key: value` lines (`game`, `rules`, `title`, `source`, and the game's fields), then
//! `board:` and the rows as drawn, blanks between the cells or not. `#` begins a comment.
//!
//! Text printed by siga can be read as well: the drawn board with its labels, a title and a source above it, and the line below
//! it, ` · x to move` and all. One text can hold many positions ([`positions`]): one a line, or with blank lines between.
//!
//! Boards of points are read as they are drawn, with their joins.
//!
//! Boards of squares are read as other programs write them too: `-` for an empty cell, black and white, frames, arrays.
//!
//! A game gives its [`Form`] and says what rows and fields mean ([`Notation`]); every fault of a
//! text is found at once, each with its line and column.

mod about;
mod fault;
mod file;
mod find_positions;
mod other_forms;
mod read;
mod spot;

pub use about::{About, Faults, Places, SetupFault};
pub use fault::{NotationError, Problem, ReadError, TextFault};
pub use file::{PositionFile, draw};
pub use find_positions::{is_position, positions};
pub use read::Reader;
pub use spot::{BoardRow, Excerpt, Place};
pub(crate) use spot::{Spot, lines};

use std::borrow::Cow;
use std::fmt;

/// A row with runs of empty cells as numbers.
fn runs(row: &[char]) -> String {
    let parts = row.chunk_by(|left, right| (*left == '.') == (*right == '.'));
    let part = |part: &[char]| match part {
        ['.', ..] => part.len().to_string(),
        pieces => pieces.iter().collect(),
    };
    parts.map(part).collect()
}

/// The notation of a game's positions.
#[derive(Debug, Clone, Copy)]
pub struct Form {
    /// The characters of the pieces.
    pub pieces: &'static str,
    /// The letters left of the rows where siga draws the board; none where these are the numbers of its ranks.
    pub labels: &'static str,
    /// The most cells a row can have.
    pub longest: usize,
    /// The fields after the rows, in order.
    pub fields: &'static [Field],
    /// A position on one line.
    pub example: &'static str,
}

/// Something that is said of a position beside its board.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its key in a file.
    pub key: &'static str,
    /// Its name in a sentence.
    pub what: &'static str,
    /// Whether it must be given.
    pub required: bool,
    /// The words that can begin the field on one line. A beginning with `=` is not part of the value; without one,
    /// none, the word stands in its place.
    pub marks: &'static [&'static str],
}

impl Field {
    /// The side to move.
    pub const SIDE: Field = Field {
        key: "to move",
        what: "the side to move",
        required: true,
        marks: &[],
    };

    /// The pieces still to be placed.
    pub const RESERVE: Field = Field {
        key: "reserve",
        what: "the pieces still to be placed",
        required: false,
        marks: &[],
    };

    /// One that may be left out, its value behind a mark on one line.
    pub(crate) const fn marked(
        key: &'static str,
        what: &'static str,
        marks: &'static [&'static str],
    ) -> Field {
        Field {
            key,
            what,
            required: false,
            marks,
        }
    }

    /// The text before the value when the position is on one line.
    fn label(&self) -> &'static str {
        let mut labels = self.marks.iter().filter(|mark| mark.ends_with('='));
        labels.next().copied().unwrap_or_default()
    }
}

/// A text that can be written down as a position of a game, legal or not.
pub trait Notation: Sized {
    /// The notation.
    const FORM: Form;

    /// Makes it of rows and fields; faults in them are reported to the reader.
    fn read(reader: &mut Reader<'_>) -> Option<Self>;

    /// The rows as drawn, from the top, each from the left.
    fn rows(&self) -> Vec<Vec<char>>;

    /// The values of the fields, in their order; `None` for one that is left out.
    fn values(&self) -> Vec<Option<String>>;
}

/// Reads a position on one line, or the position of a file.
///
/// # Errors
/// Every fault of the text; whether the position is legal is another question.
pub fn read<S: Notation>(text: &str) -> Result<S, NotationError> {
    let read = |reader: &mut Reader<'_>| Ok(S::read(reader));
    read_any(text, &S::FORM, (None, None), read).map(|(setup, _)| setup)
}

/// Reads a text in one of siga's own forms, or else of those that others write, by a function of its parts; `said` is the game, and what
/// its letters mean where they are not siga's.
fn read_any<T>(
    text: &str,
    form: &'static Form,
    (game, letters): (Option<&str>, Option<&str>),
    read: impl Fn(&mut Reader<'_>) -> Result<Option<T>, NotationError>,
) -> Result<(T, Places), NotationError> {
    let made = |mut reader: Reader<'_>| {
        let value = read(&mut reader)?;
        let (places, said) = (reader.places(), reader.said());
        Ok((reader.finish(value)?, places, said))
    };
    let squares = form.pieces == "xo";
    let text = &*match squares {
        true => without_joins(text),
        false => Cow::Borrowed(text),
    };
    let own = match letters {
        None => made(Reader::new(text, form, game)),
        Some(_) => Err(NotationError::unread(text)),
    };
    let whole = |(value, places, _)| (value, places);
    // What is a remark behind a position is one in every form.
    let text = &*match own {
        Ok(_) => Cow::Owned(find_positions::without_remarks(text)),
        Err(_) => Cow::Borrowed(text),
    };
    match own {
        Ok(found) if found.2 == 2 && found.1.has_rows() || !squares => Ok(whole(found)),
        Err(error) if !squares || error.names_the_game() => Err(error),
        own => match (own, Reader::other(text, form, letters)) {
            (Ok(own), Some(Ok(other))) => Ok(match made(other) {
                // One word can be the cells of a square.
                Ok(other) if other.2 > own.2 || !own.1.has_rows() => whole(other),
                _ => whole(own),
            }),
            (Ok(own), _) => Ok(whole(own)),
            (Err(own), Some(Ok(other))) => {
                made(other)
                    .map(whole)
                    .map_err(|other| match own.is_of_signs() {
                        true => other,
                        false => own,
                    })
            }
            (Err(own), Some(Err(question))) if own.is_of_signs() => Err(question),
            (Err(own), _) => Err(own.told_once()),
        },
    }
}

/// The text of a board of points without its joins, each sign in its place: `.-x` is `. x`, and `|\|` a line of a frame.
fn without_joins(text: &str) -> Cow<'_, str> {
    let sign = |word: &str| word.chars().count() == 1 || word.parse::<u8>().is_ok();
    let signs = |row: &str| row.split_whitespace().all(sign);
    // `x-o`, two signs or more: `- o` has an empty cell.
    let joined = |line: &str| {
        let mut words = line.split_whitespace();
        words.any(|word| {
            // `+---+` and `|---|` are frames.
            let ends = word.starts_with(['-', '+', '|']) || word.ends_with('-');
            word.contains('-') && !ends && signs(&word.replace('-', " "))
        })
    };
    if !(text.lines().any(find_positions::is_joins) && text.lines().any(joined)) {
        return Cow::Borrowed(text);
    }
    let plain = |line: &str| match (
        find_positions::is_joins(line),
        line.replace(['-', '|'], " "),
    ) {
        (true, _) => line.replace(|sign| sign != ' ', "─"),
        (false, row) if signs(&row) => row,
        _ => line.to_owned(),
    };
    Cow::Owned(itertools::join(text.lines().map(plain), "\n"))
}

/// Writes a position on one line, runs of empty cells as numbers.
///
/// # Errors
/// If the formatter fails.
pub fn write<S: Notation>(setup: &S, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str(&itertools::join(
        setup.rows().iter().map(|row| runs(row)),
        "/",
    ))?;
    for (field, value) in S::FORM.fields.iter().zip(setup.values()) {
        if let Some(value) = value {
            write!(f, " {}{value}", field.label())?;
        }
    }
    Ok(())
}

/// `Display` and `FromStr` of what can be written down, by its [`Notation`].
macro_rules! notation_text {
    ($setup:ty) => {
        impl ::std::fmt::Display for $setup {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::board::notation::write(self, f)
            }
        }

        impl ::std::str::FromStr for $setup {
            type Err = $crate::board::notation::NotationError;

            /// Reads a position on one line.
            ///
            /// # Errors
            /// Every fault of the text; whether the position is legal is another question.
            fn from_str(text: &str) -> Result<Self, $crate::board::notation::NotationError> {
                $crate::board::notation::read(text)
            }
        }
    };
}
pub(crate) use notation_text;

#[cfg(test)]
mod tests;

//! Position files: a position with what is said about it.

use std::fmt;
use std::str::FromStr;

use super::fault::{NotationError, Problem};
use super::{Notation, Places, Reader, read_any};
use crate::rules::RulesText;

/// A position file: what was set up, and what is said about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PositionFile<R, S> {
    /// The rules it is meant for, if it says so.
    pub rules: Option<R>,
    /// Its title.
    pub title: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// The position.
    pub setup: S,
}

impl<R: RulesText, S: Notation> FromStr for PositionFile<R, S> {
    type Err = NotationError;

    /// Reads a file with one position: on one line, as `key: value` lines and a board, or as siga draws it.
    ///
    /// # Errors
    /// Every fault of the text; whether the position is legal is another question.
    fn from_str(text: &str) -> Result<PositionFile<R, S>, NotationError> {
        Self::placed(text, R::GAME, None).map(|(file, _)| file)
    }
}

impl<R: RulesText, S: Notation> PositionFile<R, S> {
    /// Reads a file of a game, with the place of each of its parts; `letters` says what the letters of the board mean, as in
    /// `B=x,W=o`, where they are not siga's.
    ///
    /// # Errors
    /// Every fault of the text; whether the position is legal is another question.
    pub fn placed(
        text: &str,
        game: &str,
        letters: Option<&str>,
    ) -> Result<(PositionFile<R, S>, Places), NotationError> {
        let read = |reader: &mut Reader<'_>| {
            reader.only("game", |found| {
                (!R::is_game(found, game)).then(|| Problem::other_game::<R>(found, game))
            })?;
            let rules = reader.checked("rules", |text| R::read(text, game).map_err(Problem::Rules));
            let title = reader.value("title");
            let source = reader.value("source");
            let setup = S::read(reader);
            Ok(setup.map(|setup| PositionFile {
                rules,
                title,
                source,
                setup,
            }))
        };
        read_any(text, &S::FORM, (Some(R::GAME), letters), read)
    }
}

impl<R: RulesText, S: Notation> fmt::Display for PositionFile<R, S> {
    /// The file as `key: value` lines and a board. It is read as the same where title and source are as they can be
    /// read: one line each, in which no `#` follows a blank.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules.as_ref().map(R::shown);
        let game = rules.as_ref().and_then(|rules| rules.split(':').next());
        let said = [
            ("game", Some(game.unwrap_or(R::GAME).to_owned())),
            ("rules", rules),
            ("title", self.title.clone()),
            ("source", self.source.clone()),
        ];
        let fields = S::FORM.fields.iter().map(|field| field.key);
        for (key, value) in said.into_iter().chain(fields.zip(self.setup.values())) {
            if let Some(value) = value {
                // After a blank `#` would begin a comment.
                let blank = if value.starts_with('#') { "" } else { " " };
                writeln!(f, "{key}:{blank}{value}")?;
            }
        }
        write!(f, "board:\n{}", draw(&self.setup.rows()))
    }
}

/// Rows with blanks between the cells, as a file has them.
pub fn draw(rows: &[Vec<char>]) -> String {
    rows.iter()
        .map(|row| itertools::join(row, " ") + "\n")
        .collect()
}

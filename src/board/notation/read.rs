//! Taking the text of a position apart.

use std::fmt::Display;
use std::str::FromStr;

use super::fault::{NotationError, Place, Problem, TextFault};
use super::{Field, Form};
use crate::board::Rows;

/// Characters of a text that an error repeats.
const SHOWN: usize = 60;
/// What every file may say beside the fields of its game.
const HEADER: [&str; 4] = ["game", "rules", "title", "source"];

/// A row of the board as written.
#[derive(Debug, Clone)]
pub struct Row {
    /// What stands on its cells; `.` is an empty cell.
    pub cells: Vec<char>,
    /// Where it begins.
    pub place: Place,
}

/// A piece of the text that knows where it stands.
#[derive(Debug, Clone, Copy)]
struct Spot<'a> {
    text: &'a str,
    place: Place,
}

impl<'a> Spot<'a> {
    /// What is left after some bytes.
    fn after(self, bytes: usize) -> Spot<'a> {
        let column = self.place.column + self.text[..bytes].chars().count();
        Spot {
            text: &self.text[bytes..],
            place: Place {
                column,
                ..self.place
            },
        }
    }

    fn first(self, bytes: usize) -> Spot<'a> {
        Spot {
            text: &self.text[..bytes],
            ..self
        }
    }

    fn trim(self) -> Spot<'a> {
        let blanks = self.text.len() - self.text.trim_start().len();
        let after = self.after(blanks);
        after.first(after.text.trim_end().len())
    }

    /// What stands before a byte and after the one-byte sign there.
    fn around(self, at: usize) -> (Spot<'a>, Spot<'a>) {
        (self.first(at).trim(), self.after(at + 1).trim())
    }

    fn words(self) -> Vec<Spot<'a>> {
        let mut words = Vec::new();
        let mut rest = self.trim();
        while !rest.text.is_empty() {
            let end = rest.text.find(char::is_whitespace);
            let end = end.unwrap_or(rest.text.len());
            words.push(rest.first(end));
            rest = rest.after(end).trim();
        }
        words
    }

    fn shown(self) -> String {
        match self.text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &self.text[..end]),
            None => self.text.to_owned(),
        }
    }
}

/// The lines that say something, without comments and blanks at their ends.
fn lines(text: &str) -> impl Iterator<Item = Spot<'_>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let spots = text.lines().enumerate().map(|(index, line)| Spot {
        text: bare(line),
        place: Place {
            line: index + 1,
            column: 1,
        },
    });
    spots.map(Spot::trim).filter(|line| !line.text.is_empty())
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

/// Whether a line announces the board of a file.
fn is_board(line: &str) -> bool {
    line.eq_ignore_ascii_case("board:")
}

/// Whether a text is meant as a position file rather than a position on one line.
pub fn looks_like_file(text: &str) -> bool {
    lines(text).any(|line| is_board(line.text))
}

/// The text of a position taken apart, and all that has been found wrong with it.
#[derive(Debug)]
pub struct Reader<'a> {
    form: &'static Form,
    rows: Vec<Row>,
    values: Vec<(String, Spot<'a>)>,
    faults: Vec<TextFault>,
    /// Where what is missing is missing.
    end: Place,
    one_line: bool,
}

impl<'a> Reader<'a> {
    /// Takes a text apart; a file of a game may also have the lines that every file may have.
    pub(super) fn new(text: &'a str, form: &'static Form, game: Option<&str>) -> Reader<'a> {
        let mut reader = Reader {
            form,
            rows: Vec::new(),
            values: Vec::new(),
            faults: Vec::new(),
            end: Place { line: 1, column: 1 },
            one_line: text.trim_end().lines().count() <= 1,
        };
        for line in lines(text) {
            reader.end = line.after(line.text.len()).place;
        }
        if looks_like_file(text) {
            reader.file(text, game.is_some());
        } else {
            reader.line(text);
        }
        reader
    }

    fn line(&mut self, text: &'a str) {
        let mut lines = lines(text);
        let Some(first) = lines.next() else {
            let example = self.form.example;
            self.fault(self.end, Problem::Empty { example });
            return;
        };
        // Blanks may stand around the bars between rows.
        let last = first.text.rfind('/').map_or(0, |bar| bar + 1);
        let blanks = first.text[last..].len() - first.text[last..].trim_start().len();
        let begin = last + blanks;
        let end = first.text[begin..].find(char::is_whitespace);
        let end = end.map_or(first.text.len(), |end| begin + end);
        let mut rest = Some(first.first(end));
        while let Some(part) = rest {
            let (row, after) = match part.text.find('/') {
                Some(bar) => (part.first(bar), Some(part.after(bar + 1))),
                None => (part, None),
            };
            self.row(row);
            rest = after;
        }
        let words = first.after(end).words();
        for word in words.into_iter().chain(lines.flat_map(Spot::words)) {
            let marked =
                |field: &&Field| field.marks.iter().any(|mark| word.text.starts_with(mark));
            let open = |field: &&Field| field.marks.is_empty() && self.spot(field.key).is_none();
            let fields = self.form.fields;
            let field = fields.iter().find(marked).or(fields.iter().find(open));
            match field {
                Some(field) => {
                    self.give(field.key.to_owned(), word.after(field.label().len()), word)
                }
                None => {
                    let (text, example) = (word.shown(), self.form.example);
                    self.fault(word.place, Problem::Surplus { text, example });
                }
            }
        }
    }

    fn file(&mut self, text: &'a str, header: bool) {
        let mut lines = lines(text);
        for line in lines.by_ref() {
            if is_board(line.text) {
                break;
            }
            let Some(colon) = line.text.find(':') else {
                let text = line.shown();
                self.fault(line.place, Problem::NotAnEntry { text });
                continue;
            };
            let (key, value) = line.around(colon);
            let name = key.text.to_lowercase();
            let fields = self.form.fields.iter().map(|field| field.key);
            let known = || HEADER.into_iter().filter(|_| header).chain(fields.clone());
            if known().any(|known| known == name) {
                self.give(name, value, key);
            } else {
                let keys = quoted(known());
                self.fault(
                    key.place,
                    Problem::Key {
                        key: key.shown(),
                        keys,
                    },
                );
            }
        }
        for line in lines {
            self.row(line);
        }
    }

    fn give(&mut self, key: String, value: Spot<'a>, named: Spot<'a>) {
        if self.spot(&key).is_some() {
            self.fault(named.place, Problem::Repeated { key });
        } else {
            self.values.push((key, value));
        }
    }

    fn spot(&self, key: &str) -> Option<Spot<'a>> {
        let found = self.values.iter().find(|(known, _)| known == key);
        found.map(|(_, value)| *value)
    }

    /// Reads a row; one that is longer than any is left where it becomes so.
    fn row(&mut self, text: Spot<'a>) {
        let Form {
            pieces, longest, ..
        } = self.form;
        let mut cells = Vec::new();
        let mut run = 0_usize;
        for (column, found) in (text.place.column..).zip(text.text.chars()) {
            let place = Place {
                column,
                ..text.place
            };
            if let Some(digit) = found.to_digit(10) {
                run = (run * 10 + digit as usize).min(longest + 1);
            } else {
                cells.resize(cells.len() + std::mem::take(&mut run), '.');
                if found == '.' || pieces.contains(found) {
                    cells.push(found);
                } else if !found.is_whitespace() {
                    let allowed = quoted(pieces.chars());
                    self.fault(place, Problem::Symbol { found, allowed });
                    cells.push('.');
                }
            }
            if cells.len() + run > *longest {
                self.fault(place, Problem::TooLong { most: *longest });
                break;
            }
        }
        cells.resize((cells.len() + run).min(*longest), '.');
        self.rows.push(Row {
            cells,
            place: text.place,
        });
    }

    /// The rows, from the top.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The rows as those of a square board.
    pub fn square(&mut self) -> Option<Rows> {
        let rows: Vec<&[char]> = self.rows.iter().map(|row| row.cells.as_slice()).collect();
        match Rows::of(&rows) {
            Ok(square) => Some(square),
            Err(problem) => {
                let row = match problem {
                    Problem::RowLength { row, .. } => self.rows.get(row - 1),
                    _ => self.rows.first(),
                };
                let place = row.map_or(self.end, |row| row.place);
                self.fault(place, problem);
                None
            }
        }
    }

    /// The value of a field; `None` if it is not given or cannot be read.
    pub fn value<T>(&mut self, key: &str) -> Option<T>
    where
        T: FromStr<Err: Display>,
    {
        self.read(key, |text| {
            text.parse().map_err(|error: T::Err| error.to_string())
        })
    }

    /// The value of a field by a function of its text, which says what is wrong with it.
    pub fn read<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Option<T> {
        let problem = |message| Problem::Value { message };
        self.checked(key, |text| read(text).map_err(problem))
    }

    pub(super) fn checked<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&str) -> Result<T, Problem>,
    ) -> Option<T> {
        let spot = self.spot(key)?;
        let read = read(spot.text);
        read.map_err(|problem| self.fault(spot.place, problem)).ok()
    }

    /// Refuses a value that makes all other faults pointless.
    pub(super) fn only(
        &self,
        key: &str,
        problem: impl FnOnce(&str) -> Option<Problem>,
    ) -> Result<(), NotationError> {
        let Some(Spot { text, place }) = self.spot(key) else {
            return Ok(());
        };
        problem(text).map_or(Ok(()), |problem| {
            Err(NotationError {
                faults: vec![TextFault { place, problem }],
                one_line: self.one_line,
            })
        })
    }

    /// Reads a reserve that a game does not have: it may be left out, or be `-`.
    pub fn no_reserve(&mut self) {
        let read = |text: &str| match text {
            "" | "-" => Ok(()),
            _ => Err("this game has no reserve: leave it out, or write `-`".to_owned()),
        };
        self.read("reserve", read);
    }

    /// Tells what is wrong with the board as a whole.
    pub fn refuse(&mut self, message: String) {
        let place = self.rows.first().map_or(self.end, |row| row.place);
        self.fault(place, Problem::Shape { message });
    }

    pub(super) fn fault(&mut self, place: Place, problem: Problem) {
        self.faults.push(TextFault { place, problem });
    }

    /// What was read, if nothing is wrong or missing.
    pub(super) fn finish<T>(mut self, read: Option<T>) -> Result<T, NotationError> {
        let empty = |fault: &TextFault| matches!(fault.problem, Problem::Empty { .. });
        if self.faults.iter().any(empty) {
            self.faults.retain(empty);
            return Err(self.error());
        }
        for field in self.form.fields.iter().filter(|field| field.required) {
            if self.spot(field.key).is_none() {
                let what = match self.one_line {
                    true => field.what.to_owned(),
                    false => format!("{} (`{}`)", field.what, field.key),
                };
                let example = self.form.example;
                self.fault(self.end, Problem::Missing { what, example });
            }
        }
        self.faults.sort_by_key(|fault| fault.place);
        match read {
            Some(read) if self.faults.is_empty() => Ok(read),
            _ => Err(self.error()),
        }
    }

    fn error(self) -> NotationError {
        NotationError {
            faults: self.faults,
            one_line: self.one_line,
        }
    }
}

fn quoted<T: Display>(names: impl Iterator<Item = T>) -> String {
    itertools::join(names.map(|name| format!("`{name}`")), ", ")
}

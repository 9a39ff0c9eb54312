//! Places in a text, and pieces of it that know theirs.

/// Characters of a text that an error repeats.
const SHOWN: usize = 60;

/// A place in a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Which line, counted from 1.
    pub line: usize,
    /// Which character of the line, counted from 1.
    pub column: usize,
}

/// A position of a text, not yet read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// Its lines.
    pub text: String,
    /// The number of its first line in the whole text, from 1.
    pub line: usize,
}

impl Excerpt {
    /// Where a place of the excerpt is in the whole text.
    pub fn place(&self, within: Place) -> Place {
        Place {
            line: within.line + self.line - 1,
            ..within
        }
    }
}

/// A row of the board as written.
#[derive(Debug, Clone)]
pub struct BoardRow {
    /// The characters on its cells; `.` is an empty cell.
    pub cells: Vec<char>,
    /// Where each of them is written; cells of a run are where its number is.
    pub places: Vec<Place>,
    /// Where it begins.
    pub place: Place,
}

impl BoardRow {
    pub(super) fn put(&mut self, cell: char, place: Place) {
        self.cells.push(cell);
        self.places.push(place);
    }

    /// The row as drawn with blanks for columns that are no cells, if that makes it so long.
    pub(super) fn fill_gaps(&mut self, length: usize) {
        let mut whole = BoardRow {
            cells: Vec::new(),
            places: Vec::new(),
            place: self.place,
        };
        let mut before = self.place.column;
        for (cell, place) in self.cells.iter().zip(&self.places) {
            let blanks = place.column.saturating_sub(before + 1) / 2;
            whole.fill(blanks, *place);
            whole.put(*cell, *place);
            before = place.column;
        }
        if whole.cells.len() == length {
            *self = whole;
        }
    }

    /// A run of empty cells.
    pub(super) fn fill(&mut self, run: usize, place: Place) {
        for _ in 0..run {
            self.put('.', place);
        }
    }
}

/// A piece of a line.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spot<'a> {
    pub(crate) text: &'a str,
    pub(crate) place: Place,
}

impl<'a> Spot<'a> {
    /// The rest after some bytes.
    pub(crate) fn after(self, bytes: usize) -> Spot<'a> {
        let column = self.place.column + self.text[..bytes].chars().count();
        Spot {
            text: &self.text[bytes..],
            place: Place {
                column,
                ..self.place
            },
        }
    }

    pub(crate) fn first(self, bytes: usize) -> Spot<'a> {
        Spot {
            text: &self.text[..bytes],
            ..self
        }
    }

    pub(crate) fn trim(self) -> Spot<'a> {
        let blanks = self.text.len() - self.text.trim_start().len();
        let after = self.after(blanks);
        after.first(after.text.trim_end().len())
    }

    /// The parts before a byte and after the one-byte sign there.
    pub(crate) fn around(self, at: usize) -> (Spot<'a>, Spot<'a>) {
        (self.first(at).trim(), self.after(at + 1).trim())
    }

    /// The parts before and after a one-byte sign.
    pub(crate) fn split_once(self, sign: char) -> Option<(Spot<'a>, Spot<'a>)> {
        Some(self.around(self.text.find(sign)?))
    }

    /// The parts between one-byte signs.
    pub(crate) fn split(self, sign: char) -> Vec<Spot<'a>> {
        let mut parts = Vec::new();
        let mut rest = self;
        while let Some((part, after)) = rest.split_once(sign) {
            parts.push(part);
            rest = after;
        }
        parts.push(rest.trim());
        parts
    }

    /// The first word, and what follows it.
    pub(crate) fn word(self) -> (Spot<'a>, Spot<'a>) {
        let all = self.trim();
        let end = all.text.find(char::is_whitespace);
        let end = end.unwrap_or(all.text.len());
        (all.first(end), all.after(end).trim())
    }

    pub(crate) fn words(self) -> Vec<Spot<'a>> {
        let mut words = Vec::new();
        let mut rest = self.trim();
        while !rest.text.is_empty() {
            let (word, after) = rest.word();
            words.push(word);
            rest = after;
        }
        words
    }

    pub(crate) fn end(self) -> Place {
        self.after(self.text.len()).place
    }

    pub(crate) fn shown(self) -> String {
        match self.text.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &self.text[..end]),
            None => self.text.to_owned(),
        }
    }
}

/// The lines that say something, without comments and blanks at their ends.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Spot<'_>> {
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

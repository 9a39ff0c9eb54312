//! Taking the text of a position apart.

use std::fmt::Display;
use std::str::FromStr;

use super::about::Places;
use super::fault::{NotationError, Problem, TextFault};
use super::find_positions::{self, LineKind};
use super::other_forms;
use super::spot::{BoardRow, Place, Spot, lines};
use super::{Field, Form};

/// The header lines that every file may have beside the fields of its game.
const HEADER: [&str; 4] = ["game", "rules", "title", "source"];

/// The text of a position taken apart, and all that has been found wrong with it.
#[derive(Debug)]
pub struct Reader<'a> {
    form: &'static Form,
    rows: Vec<BoardRow>,
    values: Vec<(String, Spot<'a>)>,
    faults: Vec<TextFault>,
    first: Option<Spot<'a>>,
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
            first: None,
            end: Place { line: 1, column: 1 },
            one_line: text.trim_end().lines().count() <= 1,
        };
        let lines: Vec<Spot<'a>> = lines(text).collect();
        let Some(last) = lines.last() else {
            let (example, comments) = (form.example, !text.trim().is_empty());
            let problem = Problem::Empty { example, comments };
            reader.fault(reader.end, problem);
            return reader;
        };
        reader.first = lines.first().copied();
        reader.end = last.end();
        if let [_, second, ..] = find_positions::positions(text).as_slice() {
            let place = Place {
                line: second.line,
                column: 1,
            };
            reader.fault(place, Problem::Another);
        }
        let board = lines
            .iter()
            .position(|line| LineKind::of(line.text) == LineKind::Board);
        match board {
            Some(at) => {
                for line in &lines[..at] {
                    reader.entry(*line, game.is_some());
                }
                reader.body(&lines[at + 1..], true, game.is_some());
            }
            None => reader.body(&lines, false, game.is_some()),
        }
        reader
    }

    /// Takes a text in another form than siga's own apart, or asks what its letters mean; `None` if it has no board.
    pub(super) fn other(
        text: &'a str,
        form: &'static Form,
        letters: Option<&'a str>,
    ) -> Option<Result<Reader<'a>, NotationError>> {
        let place = Place { line: 1, column: 1 };
        let letters = letters.map(|text| Spot { text, place });
        let board = other_forms::read(text, letters, form.longest)?;
        let mut reader = Reader {
            form,
            rows: Vec::new(),
            values: Vec::new(),
            faults: Vec::new(),
            first: None,
            end: lines(text).last().map_or(place, Spot::end),
            one_line: text.trim_end().lines().count() <= 1,
        };
        let (rows, parts) = match board {
            Ok(board) => board,
            Err(fault) => {
                reader.faults.push(fault);
                return Some(Err(reader.error()));
            }
        };
        reader.rows = rows;
        for (key, value) in parts.entries {
            reader.keyed(key, value, true);
        }
        if let Some((side, named)) = parts.side {
            let side = Spot {
                text: side,
                ..named
            };
            reader.give(Field::SIDE.key.to_owned(), side, named);
        }
        reader.fields(parts.words.into_iter(), false);
        Some(Ok(reader))
    }

    /// Reads a line of the header.
    fn entry(&mut self, line: Spot<'a>, header: bool) {
        let Some(colon) = line.text.find(':') else {
            let text = line.shown();
            self.fault(line.place, Problem::NotAnEntry { text });
            return;
        };
        let (key, value) = line.around(colon);
        self.keyed(key, value, header);
    }

    fn keyed(&mut self, key: Spot<'a>, value: Spot<'a>, header: bool) {
        if self.is_key(key.text, header) {
            self.give(canonical(key.text), value, key);
        } else {
            let (place, key) = (key.place, key.shown());
            let keys = quoted(self.keys(header));
            self.fault(place, Problem::Key { key, keys });
        }
    }

    fn keys(&self, header: bool) -> impl Iterator<Item = &'static str> + use<> {
        let fields = self.form.fields.iter().map(|field| field.key);
        HEADER.into_iter().filter(move |_| header).chain(fields)
    }

    fn is_key(&self, key: &str, header: bool) -> bool {
        let key = canonical(key);
        self.keys(header).any(|known| known == key)
    }

    /// Reads rows, drawn or on a line, and what stands around them.
    fn body(&mut self, lines: &[Spot<'a>], announced: bool, header: bool) {
        let mut loose = Vec::new();
        let mut said: Option<Spot<'a>> = None;
        for &line in lines {
            let key = line.text.split(':').next().unwrap_or_default();
            match LineKind::of(line.text) {
                LineKind::Entry if announced || self.is_key(key, header) => {
                    self.entry(line, header)
                }
                LineKind::Position if said.is_none() => said = Some(line),
                LineKind::Turn => {
                    let side = line.word().0;
                    self.give(Field::SIDE.key.to_owned(), side, side);
                    self.refuse_remark(line);
                }
                _ => loose.push(line),
            }
        }
        let (above, rows) = find_positions::drawing(&loose, self.form.pieces, self.form.labels);
        // What could be one drawn row alone is a position on a line.
        let drawn =
            announced || rows.len() > 1 && said.is_none_or(|line| rows[0].place < line.place);
        if !drawn {
            self.first_line(said, loose);
            return;
        }
        match announced || !header {
            true => self.surplus(&above),
            false => self.above(&above),
        }
        for row in rows {
            let row = self.row(row, true);
            self.rows.push(row);
        }
        if !self.form.labels.is_empty() {
            let longest = self.rows.iter().map(|row| row.cells.len()).max();
            let rows = self.rows.iter_mut();
            rows.for_each(|row| row.fill_gaps(longest.unwrap_or(0)));
        }
        if let Some(line) = said {
            let drawn = std::mem::take(&mut self.rows);
            self.line(line, &[], true);
            let said = std::mem::replace(&mut self.rows, drawn);
            self.compare(&said, line.place.line);
        }
    }

    /// A remark that names a field would be passed over in silence.
    fn refuse_remark(&mut self, line: Spot<'a>) {
        for word in line.words() {
            let name = word.text.split('=').next().unwrap_or_default();
            let named = self.form.fields.iter().find(|field| field.key == name);
            if let Some(Field { key, what, .. }) = named {
                let message = format!("`{key}: …` stands on a line of its own ({what})");
                self.fault(word.place, Problem::Shape { message });
            }
        }
    }

    /// Takes the first line as the position, and the lines that follow as its fields.
    fn first_line(&mut self, said: Option<Spot<'a>>, loose: Vec<Spot<'a>>) {
        match said {
            Some(line) => {
                let (before, after): (Vec<_>, Vec<_>) = loose
                    .into_iter()
                    .partition(|other| other.place < line.place);
                self.surplus(&before);
                self.line(line, &after, false);
            }
            None => {
                if let Some((first, after)) = loose.split_first() {
                    self.line(*first, after, false);
                }
            }
        }
    }

    /// The lines above a drawn board, as siga prints them: a title and a source.
    fn above(&mut self, lines: &[Spot<'a>]) {
        let mut keys = ["title", "source"].into_iter();
        for (at, line) in lines.iter().enumerate() {
            match keys.next() {
                Some(key) => self.give(key.to_owned(), *line, *line),
                None => return self.surplus(&lines[at..]),
            }
        }
    }

    fn surplus(&mut self, lines: &[Spot<'a>]) {
        for line in lines {
            let (text, example) = (line.shown(), self.form.example);
            self.fault(line.place, Problem::Surplus { text, example });
        }
    }

    /// The line below a drawn board must say what is drawn.
    fn compare(&mut self, said: &[BoardRow], line: usize) {
        let cells = |rows: &[BoardRow]| -> Vec<Vec<char>> {
            rows.iter().map(|row| row.cells.clone()).collect()
        };
        if cells(said) == cells(&self.rows) {
            return;
        }
        let pairs = self.rows.iter().zip(said);
        let unlike = pairs.flat_map(|(drawn, said)| {
            let cells = drawn.cells.iter().zip(&said.cells);
            cells
                .zip(&drawn.places)
                .find(|((drawn, said), _)| drawn != said)
        });
        let found = unlike
            .map(|((drawn, said), place)| (*place, Some((*drawn, *said))))
            .next();
        let (place, cells) =
            found.unwrap_or((self.rows.first().map_or(self.end, |row| row.place), None));
        self.fault(place, Problem::Differs { line, cells });
    }

    /// Reads a position on one line, and the words of lines after it; `printed` below a board, which may have said the
    /// same before.
    fn line(&mut self, first: Spot<'a>, after: &[Spot<'a>], printed: bool) {
        let first = find_positions::without_remark(first);
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
            let row = self.row(row, false);
            self.rows.push(row);
            rest = after;
        }
        let words = first.after(end).words();
        let after = after
            .iter()
            .map(|line| find_positions::without_remark(*line));
        self.fields(
            words.into_iter().chain(after.flat_map(Spot::words)),
            printed,
        );
    }

    /// Reads the words after the rows, each by its mark or else by its place.
    fn fields(&mut self, words: impl Iterator<Item = Spot<'a>>, printed: bool) {
        let mut here = Vec::new();
        for word in words {
            let marked =
                |field: &&Field| field.marks.iter().any(|mark| word.text.starts_with(mark));
            let open = |field: &&Field| {
                let known = match printed {
                    true => here.contains(&field.key),
                    false => self.spot(field.key).is_some(),
                };
                // A side that may be left out is no reserve: that is `-`, or has numbers.
                let left_out = field.key == Field::SIDE.key
                    && !field.required
                    && (word.text == "-" || word.text.contains(|c: char| c.is_ascii_digit()));
                field.marks.is_empty() && !known && !left_out
            };
            let fields = self.form.fields;
            let field = fields.iter().find(marked).or(fields.iter().find(open));
            match field {
                Some(field) => {
                    here.push(field.key);
                    let value = word.after(field.label().len());
                    let same = |said: Spot| said.text == value.text;
                    if !(printed && self.spot(field.key).is_some_and(same)) {
                        self.give(field.key.to_owned(), value, word);
                    }
                }
                None => self.surplus(&[word]),
            }
        }
    }

    fn give(&mut self, key: String, value: Spot<'a>, named: Spot<'a>) {
        if self.spot(&key).is_some() {
            self.fault(named.place, Problem::Repeated { key });
        } else {
            self.values.push((key, value));
        }
    }

    /// How much the text says: one for the side to move, one for a piece on the board.
    pub(super) fn said(&self) -> u8 {
        let mut cells = self.rows.iter().flat_map(|row| &row.cells);
        u8::from(self.spot(Field::SIDE.key).is_some()) + u8::from(cells.any(|cell| *cell != '.'))
    }

    fn spot(&self, key: &str) -> Option<Spot<'a>> {
        let found = self.values.iter().find(|(known, _)| known == key);
        found.map(|(_, value)| *value)
    }

    /// Reads a row; one that is longer than any is left where it becomes so. In a drawing `*` is a cell just left.
    fn row(&mut self, text: Spot<'a>, drawn: bool) -> BoardRow {
        let Form {
            pieces, longest, ..
        } = self.form;
        let mut row = BoardRow {
            cells: Vec::new(),
            places: Vec::new(),
            place: text.place,
        };
        // A run of empty cells, and where its number begins.
        let mut run = (0_usize, text.place);
        for (column, found) in (text.place.column..).zip(text.text.chars()) {
            let place = Place {
                column,
                ..text.place
            };
            if let Some(digit) = found.to_digit(10) {
                let begin = if run.0 == 0 { place } else { run.1 };
                run = ((run.0 * 10 + digit as usize).min(longest + 1), begin);
            } else {
                row.fill(std::mem::take(&mut run.0), run.1);
                let small = found.to_ascii_lowercase();
                if pieces.contains(found) {
                    row.put(found, place);
                } else if found == '.' || drawn && found == '*' {
                    row.put('.', place);
                } else if pieces.contains(small) {
                    row.put(small, place);
                } else if !found.is_whitespace() {
                    let allowed = quoted(pieces.chars());
                    self.fault(place, Problem::Symbol { found, allowed });
                    row.put('.', place);
                }
            }
            if row.cells.len() + run.0 > *longest {
                self.fault(place, Problem::TooLong { most: *longest });
                break;
            }
        }
        row.fill(run.0.min(longest - row.cells.len().min(*longest)), run.1);
        row
    }

    /// The rows, from the top.
    pub fn rows(&self) -> &[BoardRow] {
        &self.rows
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
    pub(crate) fn no_reserve(&mut self) {
        let marks = self.form.fields.iter().flat_map(|field| field.marks);
        let marks = quoted(marks.filter(|mark| mark.ends_with('=')).copied());
        let read = |text: &str| match text {
            "" | "-" => Ok(()),
            _ if text.contains('=') && marks.is_empty() => {
                Err(format!("`{text}` means nothing in this game: leave it out"))
            }
            _ if text.contains('=') => Err(format!(
                "`{text}` means nothing in this game: a word here begins with {marks}"
            )),
            _ => Err("this game has no reserve: leave it out, or write `-`".to_owned()),
        };
        self.read("reserve", read);
    }

    /// Tells what is wrong with the board as a whole.
    pub(crate) fn refuse(&mut self, message: String) {
        self.fault(self.row_place(0), Problem::Shape { message });
    }

    fn row_place(&self, row: usize) -> Place {
        self.rows.get(row).map_or(self.end, |row| row.place)
    }

    /// Where everything is written.
    pub(super) fn places(&self) -> Places {
        Places {
            rows: self.rows.iter().map(|row| row.places.clone()).collect(),
            fields: self
                .values
                .iter()
                .map(|(key, value)| (key.clone(), value.place))
                .collect(),
            board: self.row_place(0),
        }
    }

    pub(super) fn fault(&mut self, place: Place, problem: Problem) {
        self.faults.push(TextFault { place, problem });
    }

    /// The position file, if nothing is wrong or missing.
    pub(super) fn finish<T>(mut self, read: Option<T>) -> Result<T, NotationError> {
        let empty = |fault: &TextFault| matches!(fault.problem, Problem::Empty { .. });
        if self.faults.iter().any(empty) {
            self.faults.retain(empty);
            return Err(self.error());
        }
        // One row is a board of its own where rows have no labels, if nothing but pieces stands in it.
        let of_pieces = |fault: &TextFault| {
            !matches!(
                fault.problem,
                Problem::Symbol { .. } | Problem::TooLong { .. }
            )
        };
        let may_be_board = self.form.labels.is_empty() && self.faults.iter().all(of_pieces);
        if let (true, [_], false, Some(line)) = (
            self.one_line,
            self.rows.as_slice(),
            may_be_board,
            self.first,
        ) {
            let (text, example) = (line.shown(), self.form.example);
            let problem = Problem::NoRows { text, example };
            self.faults.clear();
            self.fault(line.place, problem);
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

/// A key in small letters; `to throw` and `to place` are whose turn it is, as `to move` is.
fn canonical(key: &str) -> String {
    match key.to_lowercase().as_str() {
        "to throw" | "to place" => Field::SIDE.key.to_owned(),
        key => key.to_owned(),
    }
}

fn quoted<T: Display>(names: impl Iterator<Item = T>) -> String {
    itertools::join(names.map(|name| format!("`{name}`")), ", ")
}

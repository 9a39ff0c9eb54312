//! Boards as forums and other programs write them: other letters, bars and frames, arrays, one word.
//!
//! A text that is none of siga's own three forms is taken apart into the signs on its cells and the words around them. Then each sign must
//! have one meaning: an empty cell, a piece of the side that begins (`x`), or of the other (`o`). A sign that could be either is asked for.
//!
//! | written | read as |
//! |---|---|
//! | `.` `-` `_` `·` `*`, a blank between bars or quotes, `0` beside `1` and `2` | an empty cell |
//! | `x`, `b`, `black`, `1`, `@`, `#`, ⚫, ●, ❌ | a piece of `x` |
//! | `o`, `w`, `white`, `r`, `red`, `2`, `-1`, ⚪, ○, ⭕ | a piece of `o` |
//!
//! One letter in both cases is two signs: `S` and `s` are the pieces of kharbga.com, whose attacker, in capitals, begins.

use itertools::Itertools as _;

use super::fault::{Problem, TextFault};
use super::spot::{BoardRow, Place, Spot, lines};

/// A run of empty cells is no longer; boards have shorter rows.
const MOST_RUN: usize = 99;
/// Signs of an empty cell.
const EMPTY: &[&str] = &[
    "", ".", "-", "_", "·", "*", "∙", "□", "▢", "⬜", "none", "null", "empty",
];
/// Signs of pieces of the side that begins.
const FIRST: &[&str] = &["x", "b", "black", "1", "@", "#", "⚫", "●", "❌"];
/// Signs of pieces of the other side.
const SECOND: &[&str] = &["o", "w", "white", "r", "red", "2", "-1", "⚪", "○", "⭕"];
/// Lines between rows consist of these, and have one that is no sign of an empty cell.
const FRAME: &str = "+|=─━═│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╰╯- ";
/// What stands between cells of a row.
const BARS: &[char] = &['|', '│', '┃', '║'];

/// Words that say whose turn it is on a line of their own.
const COLOURS: [&str; 5] = ["light", "dark", "black", "white", "red"];

/// Whether a word alone says whose turn it is.
pub(super) fn is_colour(word: &str) -> bool {
    COLOURS
        .iter()
        .any(|colour| colour.eq_ignore_ascii_case(word))
}

/// The signs of a text by row, as written on its cells, and what is left of it.
#[derive(Default)]
pub(super) struct Parts<'a> {
    rows: Vec<Vec<Spot<'a>>>,
    /// The side to move, `x` or `o`, and where it is written, once it is known which signs are its.
    pub(super) side: Option<(&'static str, Spot<'a>)>,
    /// Words that are none of these.
    pub(super) words: Vec<Spot<'a>>,
    /// Lines `key: value`, the key and the value.
    pub(super) entries: Vec<(Spot<'a>, Spot<'a>)>,
    /// Whether the rows are written as siga writes them, where a number is a run of empty cells.
    joined: bool,
}

/// The board of a text in another form, or the question that it leaves open; `None` if it has no board. `longest` is the most cells of a row.
pub(super) fn read<'a>(
    text: &'a str,
    letters: Option<Spot<'a>>,
    longest: usize,
) -> Option<Result<(Vec<BoardRow>, Parts<'a>), TextFault>> {
    let mut parts = parts(text);
    let lengths = parts.rows.iter().map(Vec::len);
    if parts.rows.len() < 2
        || lengths
            .clone()
            .any(|length| length == 0 || length > longest)
    {
        return None;
    }
    if let [first, .., last] = parts.rows.as_slice()
        && last.len() < first.len()
        && parts.words.is_empty()
        && parts.entries.is_empty()
    {
        let [rows, cells, wanted] = [parts.rows.len(), last.len(), first.len()];
        let message = format!("row {rows} has {cells} cells, the first has {wanted}");
        let place = last[0].place;
        return Some(Err(TextFault {
            place,
            problem: Problem::Shape { message },
        }));
    }
    let mut known = Vec::new();
    let said = parts
        .entries
        .iter()
        .position(|(key, _)| folded(key.text) == "letters");
    let said = said.map(|at| parts.entries.remove(at).1);
    for spot in letters.into_iter().chain(said) {
        match pairs(spot) {
            Ok(pairs) => known.extend(pairs),
            Err(fault) => return Some(Err(fault)),
        }
    }
    let board = Meanings::of(&parts, known).map(|meanings| meanings.board(parts));
    // Runs of empty cells can make a row longer than it is written.
    let long = |row: &BoardRow| row.cells.len() > longest;
    match board {
        Ok((rows, _)) if rows.iter().any(long) => None,
        board => Some(board),
    }
}

/// The meanings that are said: `B=x,W=o`.
fn pairs(spot: Spot<'_>) -> Result<Vec<(String, char)>, TextFault> {
    let all = spot.text.split([',', ' ']).filter(|pair| !pair.is_empty());
    let pair = |pair: &str| {
        let (sign, meaning) = pair.split_once('=')?;
        let meaning = meaning.chars().next().filter(|_| meaning.len() == 1)?;
        let found = "xo.".contains(meaning) && !sign.is_empty();
        found.then(|| (sign.trim().to_owned(), meaning))
    };
    all.map(pair).collect::<Option<Vec<_>>>().ok_or_else(|| {
        let message = format!(
            "`{}` does not say what letters mean: write `B=x,W=o`, with `x` for the side that begins, `o` for the other and `.` for an empty cell",
            spot.text
        );
        TextFault { place: spot.place, problem: Problem::Shape { message } }
    })
}

/// A sign or word without capitals and without the mark that asks for a coloured picture.
fn folded(text: &str) -> String {
    text.trim().replace('\u{fe0f}', "").to_lowercase()
}

fn parts(text: &str) -> Parts<'_> {
    let lines: Vec<Spot<'_>> = lines(text).collect();
    let mut parts = Parts::default();
    let mut rows: Vec<Spot<'_>> = Vec::new();
    for &line in &lines {
        let array = line.text.starts_with(['[', '{', '(', ']', '}', '\'', '"']);
        match line.text.find(':').filter(|_| !array) {
            Some(at) => {
                let (key, value) = line.around(at);
                match folded(key.text) == "board" && value.text.is_empty() {
                    // What stands above it is no row.
                    true if !rows.is_empty() => return Parts::default(),
                    true => {}
                    false => parts.entries.push((key, value)),
                }
            }
            None => rows.push(line),
        }
    }
    if rows.iter().any(|line| line.text.contains('[')) {
        parts.arrays(&rows);
    } else if let [line] = rows.as_slice() {
        parts.line(*line);
    } else {
        parts.drawing(rows);
    }
    parts
}

impl<'a> Parts<'a> {
    /// `[['b',' '],[' ','w']] b`: the innermost brackets are rows, or one of them is all.
    fn arrays(&mut self, lines: &[Spot<'a>]) {
        // Whether a row has just ended, so that what follows is between rows.
        let (mut between, mut depth) = (true, 0_usize);
        let mut quoted = None;
        // The sign being read, and where it begins in its line.
        let mut item: Option<(usize, Spot<'a>)> = None;
        for line in lines {
            let mut outside = *line;
            for ((at, found), column) in line.text.char_indices().zip(line.place.column..) {
                let place = Place {
                    column,
                    ..line.place
                };
                let text = "";
                let (begin, sign) = item.get_or_insert((at, Spot { text, place }));
                match found {
                    _ if quoted == Some(found) => quoted = None,
                    '\'' | '"' if quoted.is_none() && depth > 0 => quoted = Some(found),
                    '[' if quoted.is_none() => {
                        depth += 1;
                        self.rows.push(Vec::new());
                        (item, between) = (None, false);
                    }
                    ',' | ']' if quoted.is_none() && depth > 0 => {
                        let ended = item.take().filter(|_| !between);
                        let ended = ended.map(|(_, sign)| sign);
                        self.rows
                            .last_mut()
                            .into_iter()
                            .for_each(|row| row.extend(ended));
                        if found == ']' {
                            (between, depth) = (true, depth - 1);
                            outside = line.after(at + 1);
                        }
                    }
                    _ if quoted.is_none() && found.is_whitespace() => {
                        item = item.filter(|(_, sign)| !sign.text.is_empty());
                    }
                    _ => {
                        if sign.text.is_empty() || sign.place.line != place.line {
                            *begin = at;
                        }
                        sign.text = &line.text[*begin..at + found.len_utf8()];
                    }
                }
            }
            if depth == 0 {
                let words = outside.words().into_iter();
                self.words
                    .extend(words.filter(|word| word.text != ";" && word.text != ","));
                item = None;
            }
        }
        self.rows.retain(|row| !row.is_empty());
        self.squared();
    }

    /// One row of as many signs as a square has cells is a square.
    fn squared(&mut self) {
        if let [all] = self.rows.as_slice() {
            let side = all.len().isqrt();
            if side > 1 && side * side == all.len() {
                self.rows = all.chunks(side).map(<[Spot<'_>]>::to_vec).collect();
            }
        }
    }

    /// `b-w/---/w-b b`, `xo.......  x`, `R_A_3_3_xo-------`.
    fn line(&mut self, line: Spot<'a>) {
        let (first, rest) = line.word();
        self.words = rest.words();
        if let Some(board) = self.named(first) {
            self.rows = vec![signs(board)];
            self.squared();
            return;
        }
        let bars = ['/', '|', ',', ';'];
        let Some(bar) = bars.into_iter().find(|bar| first.text.contains(*bar)) else {
            match bars.into_iter().find(|bar| rest.text.contains(*bar)) {
                Some(bar) => self.spaced(line, bar),
                None => {
                    self.rows = vec![signs(first)];
                    self.squared();
                }
            }
            return;
        };
        let row = |row| cells(row, [false; 2]).unwrap_or_else(|| signs(row));
        self.rows = split(first, bar).into_iter().map(row).collect();
        self.joined = bar == '/';
        if self.rows.iter().all(|row| row.len() == 1) {
            self.rows = vec![self.rows.concat()];
            self.squared();
        }
    }

    /// `x o . / . . . / . . o x`: a word for each cell, and in the last row what follows.
    fn spaced(&mut self, line: Spot<'a>, bar: char) {
        let mut rows: Vec<Vec<Spot<'a>>> = split(line, bar).into_iter().map(Spot::words).collect();
        let (length, last) = (rows[0].len(), rows.len() - 1);
        // Below longer rows one word is whose turn it is.
        let length = match rows[last].len() {
            1 if length > 1 => 0,
            words => length.min(words),
        };
        self.words = rows[last].split_off(length);
        if length == 0 {
            rows.pop();
        }
        self.rows = rows;
    }

    /// The cells of a position as GAMESMAN names it, `R_A_ROWS_COLUMNS_CELLS` or `1_CELLS`; whose turn it is goes to the words.
    fn named(&mut self, word: Spot<'a>) -> Option<Spot<'a>> {
        let parts: Vec<&str> = word.text.splitn(5, '_').collect();
        let number = |text: &&str| text.parse::<usize>().is_ok();
        let (turn, cells) = match parts.as_slice() {
            ["R", turn @ ("A" | "B"), rows, columns, _] if number(rows) && number(columns) => (
                word.after(2).first(turn.len()),
                parts[..4].iter().map(|part| part.len() + 1).sum(),
            ),
            [turn @ ("1" | "2"), _, ..] => (word.first(turn.len()), 2),
            _ => return None,
        };
        self.words.insert(0, turn);
        Some(word.after(cells))
    }

    /// Rows one below the other, with or without bars, frames, numbers and letters.
    fn drawing(&mut self, lines: Vec<Spot<'a>>) {
        let bars = lines.iter().any(|line| line.text.contains(BARS));
        let mut rows: Vec<(Vec<Spot<'a>>, Spot<'a>)> = Vec::new();
        let outer = outer_bars(&lines);
        for line in lines {
            let frame = line.text.chars().all(|found| FRAME.contains(found));
            let between = bars
                || line
                    .text
                    .contains(|found| FRAME.contains(found) && !"- ".contains(found));
            let blank = line.text.contains(BARS) && line.text.contains(char::is_whitespace);
            let border = frame && between && !blank;
            if border || is_scale(line.text) {
                continue;
            }
            match cells(line, outer).filter(|_| !is_colour(line.text.trim())) {
                Some(cells) => rows.push((cells, line)),
                None => self.words.extend(line.words()),
            }
        }
        // Below a board of longer rows one word is whose turn it is.
        if let [.., (above, _), (last, line)] = rows.as_slice()
            && last.len() == 1
            && above.len() > 1
        {
            self.words.extend(line.words());
            rows.pop();
        }
        self.rows = rows.into_iter().map(|(cells, _)| cells).collect();
        self.unnumbered();
    }

    /// Takes a word for the side to move, for nothing, or keeps it.
    fn word(&mut self, word: Spot<'a>, meanings: &Meanings) {
        let filler = [
            "to", "move", "play", "place", "moves", "turn", "is", "player", "next", "·",
        ];
        match meanings.side(word.text) {
            Some(side) if self.side.is_none() => self.side = Some((side, word)),
            // As in `x · x to move`.
            Some(side) if self.side.is_some_and(|(known, _)| known == side) => {}
            _ if filler.contains(&folded(word.text).as_str()) => {}
            _ => self.words.push(word),
        }
    }

    /// Whether a word says a colour other than black alone, so that `b` is black.
    fn name_a_colour(&self) -> bool {
        let values = self.entries.iter().map(|(_, value)| value);
        let mut words = self.words.iter().chain(values);
        words.any(|word| ["w", "r", "black", "white", "red"].contains(&folded(word.text).as_str()))
    }

    /// Takes the numbers of the rows away, on either side, if each row has its own.
    fn unnumbered(&mut self) {
        let size = self.rows.len();
        let numbers = |of: fn(&[Spot<'a>]) -> Option<Spot<'a>>, rows: &[Vec<Spot<'a>>]| {
            let read =
                |row: &Vec<Spot<'a>>| of(row).and_then(|sign| sign.text.parse::<usize>().ok());
            let found: Vec<Option<usize>> = rows.iter().map(read).collect();
            size > 1
                && ((0..size).all(|at| found[at] == Some(size - at))
                    || (0..size).all(|at| found[at] == Some(at + 1)))
        };
        if numbers(|row| row.first().copied(), &self.rows) {
            for row in &mut self.rows {
                row.remove(0);
            }
        }
        if numbers(|row| row.last().copied(), &self.rows) {
            for row in &mut self.rows {
                row.pop();
            }
        }
    }
}

/// The parts of a line between bars.
fn split(line: Spot<'_>, bar: char) -> Vec<Spot<'_>> {
    let (mut parts, mut left) = (Vec::new(), line);
    while let Some(at) = left.text.find(bar) {
        parts.push(left.first(at));
        left = left.after(at + 1);
    }
    parts.push(left);
    parts
}

/// Each character of a word as a sign.
fn signs(word: Spot<'_>) -> Vec<Spot<'_>> {
    let characters = word.text.char_indices().zip(word.place.column..);
    let seen = characters.filter(|((_, found), _)| *found != '\u{fe0f}' && !found.is_whitespace());
    let sign = |((at, found), column): ((usize, char), usize)| Spot {
        text: &word.text[at..at + found.len_utf8()],
        place: Place {
            column,
            ..word.place
        },
    };
    seen.map(sign).collect()
}

/// Whether a line names the columns: `A B C`, `abc`, `1 2 3`.
fn is_scale(line: &str) -> bool {
    let all: Vec<char> = line
        .chars()
        .filter(|found| !found.is_whitespace() && !BARS.contains(found))
        .collect();
    let from = |first: char| {
        all.iter()
            .zip(first..)
            .all(|(found, wanted)| found.to_ascii_lowercase() == wanted)
    };
    match all.len() {
        ..=1 => false,
        // `0 1 2` may be a row of stones.
        2 => from('a'),
        3 => from('a') || from('1'),
        _ => from('a') || from('1') || from('0'),
    }
}

/// Whether a line has as many signs as a row, written apart or together as there; those of one word have a meaning, so that it is no title.
pub(super) fn is_row_above(line: Spot<'_>, row: Spot<'_>) -> bool {
    let outer = outer_bars(&[line, row]);
    let (Some(signs), Some(below)) = (cells(line, outer), cells(row, outer)) else {
        return false;
    };
    let apart = line.words().len() > 1;
    let shape = (signs.len(), apart) == (below.len(), row.words().len() > 1);
    shape && (apart || signs.iter().all(|sign| is_known(sign.text)))
}

/// Whether a sign has a meaning of its own.
fn is_known(sign: &str) -> bool {
    let sign = folded(sign);
    let mut known = [FIRST, SECOND, EMPTY].into_iter().flatten();
    known.any(|known| *known == sign)
}

/// Whether all rows with bars begin with one, and whether all end with one. Where only some do, the bars stand between cells, and a cell at
/// the edge is blank.
fn outer_bars(lines: &[Spot<'_>]) -> [bool; 2] {
    let is_frame = |text: &str| {
        text.chars()
            .all(|found| FRAME.contains(found) && found != ' ')
    };
    let texts = lines.iter().map(|line| line.text);
    let rows = texts.filter(|text| text.contains(BARS) && !is_frame(text));
    [
        rows.clone().all(|text| text.starts_with(BARS)),
        rows.clone().all(|text| text.ends_with(BARS)),
    ]
}

/// The signs of a row; `None` if the line is none.
fn cells(line: Spot<'_>, [begins, ends]: [bool; 2]) -> Option<Vec<Spot<'_>>> {
    let bars = if line.text.contains(BARS) {
        BARS
    } else {
        &[',']
    };
    if line.text.contains(bars) {
        let mut cells = Vec::new();
        let mut left = Some(line);
        while let Some(part) = left {
            let (cell, after) = match part
                .text
                .char_indices()
                .find(|(_, found)| bars.contains(found))
            {
                Some((at, bar)) => (part.first(at), Some(part.after(at + bar.len_utf8()))),
                None => (part, None),
            };
            cells.push(cell.trim());
            left = after;
        }
        // Outside of the outer bars there is nothing.
        if ends && line.text.ends_with(BARS) {
            cells.pop();
        }
        if begins && line.text.starts_with(BARS) {
            cells.remove(0);
        }
        let one = |sign: &Spot<'_>| folded(sign.text).chars().count() <= 2;
        return match cells.as_slice() {
            // A row in a frame, without bars between its cells.
            &[row] if begins && ends && !one(&row) => self::cells(row, [false; 2]),
            _ => cells.iter().all(one).then_some(cells),
        };
    }
    let words = line.words();
    let number = |word: &Spot<'_>| word.text.parse::<usize>().is_ok();
    let one = |word: &Spot<'_>| {
        folded(word.text).chars().count() == 1 || number(word) || is_known(word.text)
    };
    match words.as_slice() {
        [row] => Some(signs(*row)),
        [left, row, right] if number(left) && number(right) && !one(row) => {
            Some([vec![*left], signs(*row), vec![*right]].concat())
        }
        [label, row] if number(label) && !one(row) => Some([vec![*label], signs(*row)].concat()),
        [row, label] if number(label) && !one(row) => Some([signs(*row), vec![*label]].concat()),
        _ if words.iter().all(one) => Some(words),
        _ => None,
    }
}

/// The letters, in both cases, that stand in both and have no meaning of their own.
fn cased(all: &[Spot<'_>]) -> Vec<String> {
    let stands = |text: &str| all.iter().any(|sign| sign.text == text);
    let mut cased = Vec::new();
    for sign in all {
        let (upper, lower) = (sign.text.to_uppercase(), sign.text.to_lowercase());
        if upper != lower && !is_known(&lower) && stands(&upper) && stands(&lower) {
            cased.push(sign.text.to_owned());
        }
    }
    cased
}

/// What each sign of a text means.
struct Meanings {
    known: Vec<(String, char)>,
    /// The letters whose capital is a sign of its own, as they stand in the text.
    cased: Vec<String>,
    /// Whether numbers are runs of empty cells.
    runs: bool,
}

impl Meanings {
    /// The meanings of the signs of a text, or the question that is left.
    fn of(parts: &Parts<'_>, known: Vec<(String, char)>) -> Result<Meanings, TextFault> {
        let all: Vec<Spot<'_>> = parts.rows.iter().flatten().copied().collect();
        let digit = |sign: &str| sign.parse::<i32>().is_ok();
        let mut meanings = Meanings {
            known: Vec::new(),
            cased: cased(&all),
            runs: false,
        };
        for (sign, meaning) in known {
            meanings.known.push((meanings.sign(&sign), meaning));
        }
        if meanings.cased.contains(&"S".to_owned()) && meanings.meaning("S").is_none() {
            let pieces = [("S", 'x'), ("s", 'o')].map(|(sign, side)| (sign.to_owned(), side));
            meanings.known.extend(pieces);
        }
        let read = |sign: &Spot<'_>| meanings.meaning(&meanings.sign(sign.text));
        let number = |sign: &Spot<'_>| digit(&folded(sign.text));
        let all_read = all.iter().all(|sign| number(sign) || read(sign).is_some());
        let has_letters = all
            .iter()
            .any(|sign| !number(sign) && matches!(read(sign), Some('x' | 'o')));
        // Numbers alone, one a row or all the same, are rows of empty cells: no board is full of one side's pieces.
        let one_a_row = parts.rows.iter().all(|row| row.len() == 1);
        let alike = all.iter().map(|sign| &sign.text).all_equal();
        let empty = (one_a_row || alike) && all.iter().all(|sign| number(sign) && sign.text != "0");
        meanings.runs = parts.joined && (!all_read || has_letters || empty);
        if all_read && !meanings.runs && meanings.meaning("0").is_none() {
            meanings.known.push(("0".to_owned(), '.'));
        }
        let mut pieces: Vec<(String, Spot<'_>)> = Vec::new();
        for sign in all {
            let text = meanings.sign(sign.text);
            let is_run = meanings.runs && digit(&text);
            let is_seen = pieces.iter().any(|(piece, _)| *piece == text);
            if !is_run && !is_seen && meanings.meaning(&text).is_none() {
                pieces.push((text, sign));
            }
        }
        if let [(text, sign)] = pieces.as_slice()
            && text == "b"
            && meanings.known.iter().all(|(_, meaning)| *meaning == '.')
            && !parts.name_a_colour()
        {
            let question = format!("is `{}` black, the side that begins?", sign.text);
            return Err(open(*sign, question));
        }
        for (text, sign) in pieces {
            meanings.add(text, sign)?;
        }
        Ok(meanings)
    }

    /// Takes a sign for a piece of the side whose pieces are written so.
    fn add(&mut self, text: String, sign: Spot<'_>) -> Result<(), TextFault> {
        let (meaning, side) = match text.as_str() {
            text if FIRST.contains(&text) => ('x', "begins"),
            text if SECOND.contains(&text) => ('o', "does not begin"),
            _ => {
                let found = sign.text.to_owned();
                return Err(TextFault {
                    place: sign.place,
                    problem: Problem::Unread { found },
                });
            }
        };
        if let Some((other, _)) = self.known.iter().find(|(_, known)| *known == meaning) {
            let found = sign.text;
            let question =
                format!("`{other}` and `{found}` cannot both be pieces of the side that {side}.");
            return Err(open(sign, question));
        }
        self.known.push((text, meaning));
        Ok(())
    }

    /// A sign as it is told from others: without capitals, unless the letter stands in both cases.
    fn sign(&self, text: &str) -> String {
        let text = text.trim();
        match self.cased.iter().any(|cased| cased == text) {
            true => text.to_owned(),
            false => folded(text),
        }
    }

    /// What a sign means, if that is known: `x`, `o` or `.`.
    fn meaning(&self, sign: &str) -> Option<char> {
        let found = self.known.iter().find(|(known, _)| known == sign);
        let empty = || EMPTY.contains(&sign).then_some('.');
        found.map(|(_, meaning)| *meaning).or_else(empty)
    }

    /// The board that the parts are.
    fn board<'a>(&self, mut parts: Parts<'a>) -> (Vec<BoardRow>, Parts<'a>) {
        let row = |signs: &Vec<Spot<'_>>| {
            let mut row = BoardRow {
                cells: Vec::new(),
                places: Vec::new(),
                place: signs[0].place,
            };
            let mut run = 0;
            for sign in signs {
                let text = self.sign(sign.text);
                match (self.meaning(&text), text.parse::<usize>()) {
                    (None, Ok(digit)) => run = (10 * run + digit).min(MOST_RUN),
                    (meaning, _) => {
                        row.fill(std::mem::take(&mut run), sign.place);
                        row.put(meaning.unwrap_or('.'), sign.place);
                    }
                }
            }
            row.fill(run, signs[signs.len() - 1].place);
            row
        };
        let rows = parts.rows.iter().map(row).collect();
        for word in std::mem::take(&mut parts.words) {
            parts.word(word, self);
        }
        for (key, value) in std::mem::take(&mut parts.entries) {
            let turn = [
                "to move",
                "to play",
                "turn",
                "player",
                "side",
                "side to move",
                "next",
            ];
            match turn.contains(&folded(key.text).as_str()) {
                true => value
                    .words()
                    .into_iter()
                    .for_each(|word| parts.word(word, self)),
                false => parts.entries.push((key, value)),
            }
        }
        (rows, parts)
    }

    /// The side that a word names.
    fn side(&self, word: &str) -> Option<&'static str> {
        let word = self.sign(word.trim_end_matches(['.', ',', ':', ')']));
        let word = word.strip_suffix("'s").unwrap_or(&word);
        match self.meaning(word) {
            Some('x') => return Some("x"),
            Some('o') => return Some("o"),
            _ => {}
        }
        match word {
            "a" | "first" | "attacker" => Some("x"),
            "second" | "defender" => Some("o"),
            word if FIRST.contains(&word) => Some("x"),
            word if SECOND.contains(&word) => Some("o"),
            _ => None,
        }
    }
}

fn open(sign: Spot<'_>, question: String) -> TextFault {
    let message = format!("{question} Say what letters mean, such as `letters: B=x,W=o`");
    TextFault {
        place: sign.place,
        problem: Problem::Shape { message },
    }
}

//! Which number each figure of a table speaks of.
//!
//! A table is a grid of cells, and a cell has all its readings: a key of the answer, a figure, yes or no, a name. Every way to
//! cut the text, upright or on its side, with the keys in any place, is read; a column is what makes most of its cells mean
//! something against the answer, and headings decide between what is as good. The reading that explains the whole table best is
//! taken. What it leaves unexplained is named: a figure is right, wrong, not compared or unreadable, and never left out in silence.

mod beside;
mod cells;
mod columns;
mod faulty;
mod frames;
mod keys;
mod likeness;
mod read;
pub(crate) mod words;

use std::fmt;
use std::sync::Arc;

use itertools::Itertools;
use num_rational::BigRational;
use num_traits::Signed;

use super::figure::{Decimal, Figure};
use super::grid::{Grid, GridError, PrintedCell};
use super::verdict::some_hold;
use crate::exact::Quantity;
use cells::Cells;
pub use cells::said;
use frames::Frame;
use keys::Keys;
pub use likeness::Likeness;

/// How many rows figures may have slipped.
const MOST_SLIPPED: isize = 3;

/// The numbers a table can speak of: rows with keys, and series of numbers along them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Numbers {
    /// The names of the parts of a key, such as `behind`, `behind` for pairs.
    pub keys: Vec<String>,
    /// The key of each row.
    pub rows: Vec<Vec<String>>,
    /// Named series, the main one first; a number for each row that has one.
    pub series: Vec<(String, Vec<Option<Quantity>>)>,
    /// Named series of words: for each row those that are right, `yes` and `no` among them.
    pub words: Vec<(String, Vec<Option<Vec<String>>>)>,
    /// Numbers of the answer as a whole, such as `mean`.
    pub facts: Vec<(String, Quantity)>,
    /// Whether all outcomes are listed: another one is impossible.
    pub complete: bool,
    /// Whether just one of the rows comes true: outcomes of one throw, and not questions of which each has its chance.
    pub exclusive: bool,
}

/// The meaning of plain numbers in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum Plain {
    /// Hundredths where a header says so or a chance would pass 1; else the number itself.
    #[default]
    Auto,
    /// Hundredths.
    Percent,
    /// The number itself.
    Fraction,
    /// Odds: `3` is three to one; against, unless the header says for.
    Odds,
}

/// The options for reading a table.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The decimal sign.
    pub decimal: Decimal,
    /// The meaning of plain numbers.
    pub plain: Plain,
    /// For each column (or row, of a table on its side) the name of a key or of a series, or `-` to leave it out; empty to
    /// find out.
    pub columns: Vec<String>,
}

/// The number that a figure gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The number of a series in a row.
    Number(usize, usize),
    /// The words of a series in a row.
    Words(usize, usize),
    /// A number of the answer as a whole.
    Fact(usize),
}

/// A figure of the table.
#[derive(Clone, Debug, Default)]
pub struct PlacedFigure {
    /// Where it stands.
    pub cell: PrintedCell,
    /// Its column, counted from 0; its row in a table on its side.
    pub column: usize,
    /// The name of its column.
    pub name: String,
    /// Its row, counted from 0 below the names; its column in a table on its side.
    pub row: usize,
    /// Whether its column is one of a matrix.
    pub in_matrix: bool,
    /// The key it stands beside, as it was read; empty when figures are taken in order.
    pub key: Vec<String>,
    /// All it can mean.
    pub readings: Vec<Figure>,
    /// The content, where words are compared.
    pub said: Vec<String>,
    /// The number it gives; `None` if the answer has nothing for this key.
    pub target: Option<Target>,
}

/// The treatment of a column, or of a row of a table on its side.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Line {
    /// The heading above it, empty without one.
    pub heading: String,
    /// The meaning it was given: `key`, a series of the answer, `text`; `null` if it is not compared.
    #[serde(rename = "as")]
    pub taken: Option<String>,
    /// Why.
    #[schemars(with = "String")]
    pub why: Why,
}

/// Why a column is taken as what it is, or is not compared.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// It is empty.
    Empty,
    /// `--columns` leaves it out.
    LeftOut,
    /// Its cells are keys of the answer.
    Keys,
    /// Its heading names them too.
    NamedKeys,
    /// Its heading names something else.
    OtherKeys,
    /// Its heading is a part of the keys.
    PartOfKey,
    /// Its heading names it.
    Named,
    /// Most of its figures are right so.
    Fits,
    /// Another reason, in words.
    Said(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "it is empty",
            Self::LeftOut => "left out",
            Self::Keys => "its cells are keys of the answer",
            Self::NamedKeys => "its heading names the keys of the answer, which its cells are",
            Self::OtherKeys => {
                "its cells are keys of the answer, but its heading names something else"
            }
            Self::PartOfKey => "its heading is a part of the key",
            Self::Named => "its heading names it",
            Self::Fits => "most of its figures are right so",
            Self::Said(why) => why,
        })
    }
}

impl serde::Serialize for Why {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Line {
    /// Whether its heading says what it is.
    pub fn is_named(&self) -> bool {
        matches!(self.why, Why::Named | Why::NamedKeys | Why::PartOfKey)
    }

    /// Whether its heading has a word for a key or a series, or only words such as `dice`.
    pub fn is_known(&self) -> bool {
        let text = words::plain(&self.heading);
        let words = text.split_whitespace().collect_vec();
        let is_thing = !words.is_empty() && words::beside(&words) == Some(words::Certainty::Wholly);
        is_thing || words::named(&self.heading).is_some()
    }

    /// Whether it has figures, compared or not.
    pub fn is_of_figures(&self) -> bool {
        let taken = self.taken.as_deref();
        !matches!(taken, Some("key" | "text" | "row")) && self.why != Why::Empty
    }

    /// Whether it is a key whose heading names something else.
    pub fn is_doubtful(&self) -> bool {
        self.why == Why::OtherKeys
    }
}

/// Whether a series says how far numbers are spread.
fn is_spread(name: &str) -> bool {
    matches!(name, "sd" | "variance")
}

/// Whether a name of a column says that it is left out.
fn is_left_out(name: &str) -> bool {
    matches!(name.trim(), "-" | "–" | "—" | "")
}

/// A column, a row or a table that was not compared: one of the three is named, by its heading, its label, or its number.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Leftover {
    /// The column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// The table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<String>,
    /// Why it was not compared.
    pub why: String,
    /// The number of figures in it.
    #[serde(skip)]
    pub figures: usize,
}

impl Leftover {
    pub(crate) fn of(is_row: bool, name: &str, why: &str, figures: usize) -> Self {
        let named = |wanted: bool| (is_row == wanted).then(|| name.to_owned());
        Self {
            column: named(false),
            row: named(true),
            why: why.to_owned(),
            figures,
            ..Self::default()
        }
    }
}

/// A table with the numbers its figures speak of.
#[derive(Clone, Debug, Default)]
pub struct MatchedTable {
    /// Its figures, row by row.
    pub figures: Vec<PlacedFigure>,
    /// Cells among figures that cannot be read.
    pub unreadable: Vec<PlacedFigure>,
    /// Columns and rows with figures that were not compared.
    pub not_compared: Vec<Leftover>,
    /// Keys of numbers of which the table has no figure.
    pub missing: Vec<String>,
    /// Lines beside the table that are none of its rows.
    pub aside: Vec<String>,
    /// Notes on how the table was read, where it might have been read otherwise.
    pub notes: Vec<String>,
    /// Its columns, or its rows if it lies on its side.
    pub lines: Vec<Line>,
    /// Whether the lines are rows.
    pub on_side: bool,
    /// Whether figures were taken in order, there being no keys.
    pub in_order: bool,
    /// Which of the answers it is compared with.
    pub answer: usize,
    /// The numbers of that answer, with those of impossible outcomes and the sums of columns that the table has.
    pub numbers: Numbers,
    /// The cells of the cut that was taken.
    frame: Option<Frame>,
    /// The options with which it was read.
    options: Options,
    /// How much of the table is explained.
    pub score: i64,
    /// The sums of columns that the table has.
    sums: Vec<(String, Quantity)>,
}

impl Numbers {
    /// A key as text.
    pub(crate) fn shown(key: &[String]) -> String {
        key.join(", ")
    }

    /// The names that a column can have: the parts of a key, and the series.
    pub fn names(&self) -> impl Iterator<Item = &String> {
        let keys = self.keys.iter().dedup();
        let series = self.series.iter().map(|(name, _)| name);
        let words = self.words.iter().map(|(name, _)| name);
        keys.chain(series).chain(words)
    }

    /// The first keys, for people.
    fn first_keys(&self) -> String {
        let keys: Vec<String> = self
            .rows
            .iter()
            .take(12)
            .map(|key| Self::shown(key))
            .collect();
        let more = if self.rows.len() > 12 { "; …" } else { "" };
        format!("{}{more} ({})", keys.join("; "), self.rows.len())
    }

    /// Whether some number is a function of an unknown bias.
    pub fn has_functions(&self) -> bool {
        let mut all = (self.series.iter()).flat_map(|(_, numbers)| numbers.iter().flatten());
        all.any(|number| matches!(number, Quantity::Function { .. }))
    }

    /// The numbers where an unknown bias is this.
    #[must_use]
    pub fn at(&self, bias: &BigRational) -> Self {
        let mut numbers = self.clone();
        let all = numbers.series.iter_mut();
        for number in all.flat_map(|(_, numbers)| numbers.iter_mut()) {
            if let Some(Quantity::Function { function, .. }) = number {
                *number = function.eval(bias).map(Quantity::Exact);
            }
        }
        numbers
    }

    /// Of the numbers that have the name of this one, as outcomes that are as likely, the one for which figures hold; else itself.
    fn fact_for(&self, fact: usize, figures: &[Vec<Figure>]) -> usize {
        let holds = |(name, number): &(String, Quantity)| {
            *name == self.facts[fact].0
                && figures.iter().all(|readings| some_hold(readings, number))
        };
        self.facts.iter().position(holds).unwrap_or(fact)
    }

    /// The value of a target, where that is a number.
    pub fn number(&self, target: Target) -> Option<&Quantity> {
        match target {
            Target::Number(series, row) => self.series.get(series)?.1.get(row)?.as_ref(),
            Target::Fact(fact) => self.facts.get(fact).map(|(_, number)| number),
            Target::Words(..) => None,
        }
    }

    /// The words that are right, where a figure speaks of words.
    pub fn words(&self, target: Target) -> Option<&[String]> {
        match target {
            Target::Words(series, row) => self.words.get(series)?.1.get(row)?.as_deref(),
            _ => None,
        }
    }

    /// Whether a figure holds.
    pub fn holds(&self, figure: &PlacedFigure) -> bool {
        let Some(target) = figure.target else {
            return false;
        };
        if let Some(words) = self.words(target) {
            return figure.says_one_of(words);
        }
        self.number(target)
            .is_some_and(|number| some_hold(&figure.readings, number))
    }

    /// Whether all numbers of a series are chances.
    fn are_chances(&self, series: usize) -> bool {
        let is_chance =
            |number: &BigRational| !number.is_negative() && number.numer() <= number.denom();
        let are_chances = |number: &Quantity| match number.exact() {
            Some(number) => is_chance(number),
            None => (number.ends()).is_some_and(|(low, high)| is_chance(&low) && is_chance(&high)),
        };
        self.series.get(series).is_some_and(|(name, numbers)| {
            name != "weight" && numbers.iter().flatten().all(are_chances)
        })
    }
}

impl PlacedFigure {
    /// Whether it says only what is right.
    pub fn says_one_of(&self, words: &[String]) -> bool {
        !self.said.is_empty() && self.said.iter().all(|said| words.contains(said))
    }
}

/// A table in every way to look at it: each cut, upright and on its side. Its cells are read once, whatever it is compared with.
#[derive(Debug)]
pub struct Views<'a> {
    /// The table.
    pub table: &'a [Grid],
    options: &'a Options,
    /// With the number of the cut.
    cells: Vec<(usize, Arc<Cells>)>,
}

impl<'a> Views<'a> {
    /// A table to be read with some options.
    pub fn of(table: &'a [Grid], options: &'a Options) -> Self {
        let cuts = table.iter().enumerate();
        let cells = cuts.flat_map(|(cut, grid)| {
            let held = frames::held(grid, &options.columns).into_iter();
            held.map(move |cells| (cut, cells))
        });
        Self {
            table,
            options,
            cells: cells.collect(),
        }
    }
}

/// Finds for every figure of a table the number it speaks of: in the one of several answers, or tables of one answer, that explains it
/// best; of those as good in the first.
///
/// # Errors
/// [`GridError`] where no figure of the table can be compared.
pub fn place(views: &Views<'_>, answers: &[&Numbers]) -> Result<MatchedTable, GridError> {
    let options = views.options;
    let mut best: Option<MatchedTable> = None;
    let answered = answers
        .iter()
        .map(|numbers| Keys::of(numbers))
        .collect_vec();
    for (cut, cells) in &views.cells {
        let frames = answered.iter().enumerate();
        let frames = frames.flat_map(|(answer, keys)| {
            let frames = frames::frames(cells, keys, &options.columns);
            frames.into_iter().map(move |frame| (answer, keys, frame))
        });
        for (answer, keys, frame) in frames {
            let mut read = read::read(&frame, keys, options);
            if read.figures.is_empty() {
                continue;
            }
            read.answer = answer;
            read.score += read.explained() - (*cut.min(&3) as i64);
            if best.as_ref().is_none_or(|best| read.score > best.score) {
                best = Some(read);
            }
        }
    }
    best.ok_or_else(|| unclear(views.table, answers, options))
}

/// That no figure can be compared, with what would help.
fn unclear(table: &[Grid], answers: &[&Numbers], options: &Options) -> GridError {
    let grid = &table[0];
    let cell = grid
        .rows
        .first()
        .and_then(|row| row.first())
        .cloned()
        .unwrap_or_default();
    let names = &options.columns;
    if !names.is_empty() && ![grid.width(), grid.rows.len()].contains(&names.len()) {
        return cell.error(format!(
            "--columns names {} and the table has {}",
            names.len(),
            grid.width()
        ));
    }
    let known = answers
        .iter()
        .flat_map(|numbers| numbers.names())
        .unique()
        .collect_vec();
    let named = |name: &&String| {
        known
            .iter()
            .any(|known| words::plain(known) == words::plain(name))
    };
    let known_words = known.iter().join(", ");
    if let Some(name) = names
        .iter()
        .find(|name| !is_left_out(name) && !named(name) && words::named(name).is_none())
    {
        return cell.error(format!(
            "`{name}` is neither a key nor a series of the answer; there are {known_words}, and - for none"
        ));
    }
    let keys = answers
        .first()
        .map_or_else(String::new, |numbers| numbers.first_keys());
    let seen = grid
        .rows
        .iter()
        .take(4)
        .map(|row| row.iter().map(|cell| &cell.text).join(" | "))
        .join(" / ");
    let why = format!(
        "no figure of this table can be compared: the keys of the answer are {keys}, what it has for each is {known_words}; the table begins {seen}; a list is read with a key and its figure on each line, as `7 = 1/6`"
    );
    GridError {
        needs_names: true,
        ..cell.error(why)
    }
}

impl MatchedTable {
    /// The same table read against another answer in the same frame.
    pub(crate) fn against(&self, numbers: &Numbers) -> Self {
        let frame = self.frame.as_ref();
        frame.map_or_else(Self::default, |frame| {
            read::read(frame, &Keys::of(numbers), &self.options)
        })
    }

    /// How many of its figures hold.
    pub fn right(&self) -> usize {
        let figures = self.figures.iter();
        figures.filter(|figure| self.numbers.holds(figure)).count()
    }

    /// How many figures were not compared, but for cells that cannot be read.
    pub fn left(&self) -> usize {
        self.not_compared.iter().map(|left| left.figures).sum()
    }

    /// How much of the table is explained: figures that hold, less those that do not and what is left over.
    fn explained(&self) -> i64 {
        let (right, left) = (self.right() as i64, self.left() as i64);
        // A key that the answer does not have may be none.
        let unknown = |figure: &&PlacedFigure| figure.target.is_none();
        let unknown = self.figures.iter().filter(unknown).count() as i64;
        let wrong = self.figures.len() as i64 - right - unknown;
        10 * right - 4 * wrong - 9 * unknown - 5 * left - 5 * self.unreadable.len() as i64
    }
}

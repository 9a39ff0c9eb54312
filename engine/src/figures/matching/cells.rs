//! The content of cells: figures, words, the decimal sign on which they agree.

use std::mem::discriminant;
use std::sync::OnceLock;

use itertools::Itertools;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::words;
use crate::figures::figure::{Decimal, Figure, Form, Scale};
use crate::figures::grid::{Grid, PrintedCell};
use crate::figures::lexicon::written;
use crate::figures::range::{Range, Rounding};
use crate::figures::reading::Reader;

/// What stands between two figures of one number, besides `or`.
const BETWEEN: [&str; 7] = [" i.e. ", " d.h. ", "; ", " - ", " – ", ", ", " ~ "];

/// The words for `or`, between blanks.
fn or() -> impl Iterator<Item = String> {
    written("or").iter().map(|word| format!(" {word} "))
}

/// The possible meanings of a cell: a list for each time that it gives its number, as in `7/16 (43.75 %)`; none if it is no figure.
fn meanings_of(reader: &Reader, text: &str) -> Vec<Vec<Figure>> {
    let figures = figures_of(reader, text);
    match figures.is_empty() {
        true => without_words(reader, text).unwrap_or_default(),
        false => figures,
    }
}

/// The same of a text that has nothing else in it.
pub(super) fn figures_of(reader: &Reader, text: &str) -> Vec<Vec<Figure>> {
    if let Ok(figures) = reader.read(text) {
        return vec![figures];
    }
    if !text.contains(|c: char| c.is_numeric()) {
        let is_dot = |c| matches!(c, '•' | '●');
        let number = match words::is(&words::plain(text), "never") {
            true => Some("0".to_owned()),
            false if text.is_empty() || !text.chars().all(is_dot) => None,
            false => Some(text.chars().count().to_string()),
        };
        let figures = number.and_then(|number| reader.read(&number).ok());
        return figures.into_iter().collect();
    }
    let text = &without_sums(reader, text);
    let marked = text.replace(['(', ')', '[', ']', '=', '≈', '{', '}'], "\u{1}");
    let between = or().chain(BETWEEN.map(str::to_owned));
    let worded = between.fold(marked.clone(), |text, word| text.replace(&word, "\u{1}"));
    // Figures with nothing but blanks between them are of one number only if they can be.
    let beside = || several(reader, &text.replace([' ', '\t'], "\u{1}")).filter(|all| agree(all));
    [marked, worded]
        .iter()
        .find_map(|text| several(reader, text))
        .or_else(beside)
        .unwrap_or_default()
}

/// A text without what is to be worked out beside what it comes to: of `6 × 5 / 7776 = 30/7776` the end.
fn without_sums(reader: &Reader, text: &str) -> String {
    let parted = or().fold(text.replace('≈', "="), |text, word| {
        text.replace(&word, "=")
    });
    let part = |c: char| c.is_numeric() || "×÷*·+-−^!C()/,. ".contains(c);
    let is_sum = |sum: &&str| {
        sum.contains(['×', '÷', '*', '+', '^', '!', '−', '-'])
            && sum.chars().all(part)
            && reader.read(sum.trim()).is_err()
    };
    let is_result = |part: &&str| !is_sum(part) && !part.trim().is_empty();
    match parted.split('=').any(|part| is_sum(&part))
        && parted.split('=').any(|part| is_result(&part))
    {
        true => parted.split('=').filter(|part| !is_sum(part)).join("="),
        false => text.to_owned(),
    }
}

/// The figures between marks, if there are several and nothing else.
fn several(reader: &Reader, marked: &str) -> Option<Vec<Vec<Figure>>> {
    let parts = marked.split('\u{1}').map(str::trim);
    let parts = parts.filter(|part| !part.is_empty()).collect_vec();
    let figures = parts.iter().map(|part| reader.read(part).ok());
    let mut figures: Vec<Vec<Figure>> = figures.collect::<Option<_>>()?;
    // Nobody gives a number twice in the same notation.
    let notation = |readings: &Vec<Figure>| {
        let figure = readings.first()?;
        Some((discriminant(&figure.form), discriminant(&figure.scale)))
    };
    if figures.iter().map(notation).all_equal() {
        return None;
    }
    // Beside a fraction that is a chance `43.75` needs no sign.
    let is_chance = |figure: &Figure| is_plain(figure) || figure.number <= BigRational::one();
    let are_chances = figures.iter().flatten().all(is_chance);
    for readings in &mut figures {
        if are_chances
            && readings
                .iter()
                .all(|figure| is_plain(figure) && figure.number > BigRational::one())
        {
            let percent = readings
                .iter()
                .map(|figure| scaled(figure, &Scale::Percent));
            let percent: Vec<Figure> = percent.collect();
            readings.extend(percent);
        }
    }
    Some(figures)
}

/// Whether some number can have been printed as each of these figures.
fn agree(figures: &[Vec<Figure>]) -> bool {
    let ranges = |readings: &Vec<Figure>| {
        let ranges = readings.iter().map(|one| Range::of(one, Rounding::Half));
        ranges.collect_vec()
    };
    let all = figures.iter().map(ranges).collect_vec();
    let meet = |one: &Range, other: &Range| match other.ends() {
        [Some(low), Some(high)] => one.meets(low, high),
        _ => true,
    };
    all.iter().array_combinations().all(|[one, other]| {
        one.iter()
            .cartesian_product(other)
            .any(|(one, other)| meet(one, other))
    })
}

/// A figure with words behind it: `6 ways`, `25 % of all throws`.
fn without_words(reader: &Reader, text: &str) -> Option<Vec<Vec<Figure>>> {
    let mut rest = text.trim();
    for _ in 0..3 {
        let (before, word) = rest.rsplit_once([' ', '\u{a0}'])?;
        if !word
            .chars()
            .all(|c| c.is_alphabetic() || matches!(c, '.' | '-' | ','))
        {
            return None;
        }
        rest = before.trim_end();
        if let Ok(figures) = reader.read(rest) {
            return Some(vec![figures]);
        }
    }
    None
}

/// Whether a figure has neither a sign nor a bar.
pub(super) fn is_plain(figure: &Figure) -> bool {
    figure.scale == Scale::One
        && (matches!(figure.form, Form::Whole | Form::Decimal { .. }) || figure.is_range())
}

/// A figure, a plain one on this scale; as odds a fraction too.
pub(super) fn scaled(figure: &Figure, plain: &Scale) -> Figure {
    let mut figure = figure.clone();
    let are_odds = matches!(plain, Scale::OddsAgainst | Scale::OddsFor);
    if is_plain(&figure) || are_odds && figure.scale == Scale::One {
        figure.scale = plain.clone();
    }
    figure
}

/// The content of a cell where words are compared: `yes`, `no`, lists of numbers, a name.
pub fn said(text: &str) -> Option<Vec<String>> {
    if let Some(yes) = words::yes_or_no(text) {
        return Some(vec![if yes { "yes" } else { "no" }.to_owned()]);
    }
    let parted = or().fold(text.to_lowercase(), |text, word| text.replace(&word, "/"));
    let list = |part: &str| {
        let numbers: Vec<&str> = part
            .split(|c: char| !c.is_ascii_digit())
            .filter(|number| !number.is_empty())
            .collect();
        (!numbers.is_empty()).then(|| numbers.join(","))
    };
    let lists: Option<Vec<String>> = parted.split('/').map(list).collect();
    let number = || words::number_in(text).map(|number| vec![number.to_string()]);
    lists
        .or_else(number)
        .or_else(|| Some(vec![words::plain(text)]).filter(|name| !name[0].is_empty()))
}

/// Whether a text that is no figure may be meant as one: it has as many digits as letters.
pub(super) fn is_numeric(text: &str) -> bool {
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    digits > 0 && digits >= letters
}

/// The most digits of a face.
const FACE: usize = 2;

/// Whether the cells of a column list the faces of throws: `(1,1)`, `(1,2) (2,1)`; as many numbers in each throw, and in most cells
/// several throws. Words above the first number are its heading.
pub(super) fn are_faces<'a>(cells: impl Iterator<Item = &'a PrintedCell>) -> bool {
    let has_digit = |cell: &&PrintedCell| cell.text.contains(|c: char| c.is_ascii_digit());
    let is_word = |cell: &&PrintedCell| !has_digit(cell) || cell.text.contains(char::is_alphabetic);
    let is_list = |text: &str| {
        text.chars()
            .all(|c| c.is_ascii_digit() || ",+-–;&()[]{} ".contains(c))
    };
    let numbers = |cell: &'a PrintedCell| {
        let numbers = cell
            .text
            .split(|c: char| !c.is_ascii_digit())
            .filter(|part| !part.is_empty());
        let numbers = numbers.collect_vec();
        let are_faces = numbers
            .iter()
            .all(|face| face.len() <= FACE && *face != "0");
        (is_list(&cell.text) && are_faces).then_some(numbers.len())
    };
    let cells = cells.skip_while(is_word).filter(|cell| !cell.is_blank());
    let Some(counts) = cells.map(numbers).collect::<Option<Vec<_>>>() else {
        return false;
    };
    let one = counts.iter().fold(0, |one, count| one.gcd(count));
    let several = counts.iter().filter(|count| **count > one).count();
    one > 1 && 2 * several > counts.len()
}

/// What a cell can mean as a figure.
#[derive(Debug, Default)]
pub(super) struct Meanings {
    /// Whether it is a figure and nothing else.
    pub(super) is_figure: bool,
    pub(super) figures: Vec<Vec<Figure>>,
    /// Whole numbers beside other figures, which may count something else: `2.78 % (1)`.
    pub(super) counts: Vec<Vec<Figure>>,
}

/// Whether the figures of a cell say that something does not come.
pub(super) fn say_never(figures: &[Vec<Figure>]) -> bool {
    let is_zero = |figure: &Figure| figure.number.is_zero() && figure.scale != Scale::OneIn;
    !figures.is_empty() && figures.iter().flatten().all(is_zero)
}

/// Whether a figure is a whole number without a sign.
pub(super) fn is_whole(figure: &Figure) -> bool {
    is_plain(figure) && figure.form == Form::Whole
}

impl Meanings {
    fn of(cell: &PrintedCell, decimal: Decimal) -> Self {
        // `1 in` above a column says what its figures are.
        if cell.is_blank() || words::is(&words::plain(&cell.text), "one in") {
            return Self::default();
        }
        let reader = Reader {
            decimal,
            ..Reader::default()
        };
        let is_figure = reader.read(&cell.text).is_ok();
        let mut all = meanings_of(&reader, &cell.text);
        // In a column of whole numbers the point of `1.161` stands between thousands.
        if let ([readings], Decimal::Auto) = (all.as_mut_slice(), decimal)
            && cell.text.contains('.')
        {
            let comma = Reader {
                decimal: Decimal::Comma,
                ..reader.clone()
            };
            let by_comma = comma.read(&cell.text);
            let whole = by_comma.into_iter().flatten().filter(is_whole);
            readings.extend(whole.filter(|figure| figure.style.group == Some('.')));
        }
        let is_count = |readings: &Vec<Figure>| readings.first().is_some_and(is_whole);
        let (mut counts, mut figures): (Vec<_>, Vec<_>) = all.into_iter().partition(is_count);
        if figures.is_empty() {
            std::mem::swap(&mut figures, &mut counts);
        }
        Self {
            is_figure,
            figures,
            counts,
        }
    }
}

/// A grid with what its cells can mean, each read once for a decimal sign.
#[derive(Debug)]
pub(crate) struct Cells {
    /// Turned if the table lay on its side.
    pub(super) grid: Grid,
    pub(super) on_side: bool,
    read: [OnceLock<Vec<Vec<Meanings>>>; 3],
}

impl Cells {
    pub(super) fn of(grid: Grid, on_side: bool) -> Self {
        Self {
            grid,
            on_side,
            read: Default::default(),
        }
    }

    /// What each cell can mean, row by row.
    pub(super) fn meanings(&self, decimal: Decimal) -> &[Vec<Meanings>] {
        self.read[decimal as usize].get_or_init(|| {
            let rows = self.grid.rows.iter();
            let is_text = |at: usize| are_faces(rows.clone().map(|row| &row[at]));
            let texts = (0..self.grid.width()).map(is_text).collect_vec();
            let meanings = |(cell, is_text): (&PrintedCell, &bool)| match is_text {
                true => Meanings::default(),
                false => Meanings::of(cell, decimal),
            };
            let row = |row: &Vec<PrintedCell>| row.iter().zip(&texts).map(meanings).collect();
            rows.map(row).collect()
        })
    }

    /// Whether a cell holds what can be compared.
    pub(super) fn is_content(&self, row: usize, at: usize) -> bool {
        let cell = &self.grid.rows[row][at];
        let meanings = &self.meanings(Decimal::Auto)[row][at];
        !meanings.figures.is_empty() || !cell.is_blank() && words::yes_or_no(&cell.text).is_some()
    }

    /// The decimal sign on which all figures agree from a row on, but in some columns, if one of them leaves no doubt.
    pub(super) fn convention(&self, head: usize, but: &[usize]) -> Decimal {
        let rows = self.grid.rows.iter().enumerate().skip(head);
        let cells = rows.flat_map(|(row, cells)| {
            cells
                .iter()
                .enumerate()
                .map(move |(at, cell)| (row, at, cell))
        });
        let cells =
            cells.filter(|(_, at, cell)| !but.contains(at) && cell.text.contains(['.', ',']));
        let (mut points, mut commas) = (false, false);
        for (row, at, _) in cells {
            let read = |decimal| !self.meanings(decimal)[row][at].figures.is_empty();
            let (by_point, by_comma) = (read(Decimal::Point), read(Decimal::Comma));
            points |= by_point && !by_comma;
            commas |= by_comma && !by_point;
        }
        match (points, commas) {
            (true, false) => Decimal::Point,
            (false, true) => Decimal::Comma,
            _ => Decimal::Auto,
        }
    }
}

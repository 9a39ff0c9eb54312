//! What kind of chart a table is, and what of it is drawn.

use super::{Drawn, bars, curves, heat};
use crate::cli::sheet::{Column, Entry, Sheet, Style};
use crate::exact::{Quantity, approx};

/// A number of a chart: where it lies, and its words.
#[derive(Clone, Debug)]
pub(super) struct Point {
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) words: String,
}

/// A column of numbers.
pub(super) struct Series {
    pub(super) name: String,
    pub(super) points: Vec<Option<Point>>,
}

/// Marks that can be told apart.
const MOST_MARKS: usize = 400;
/// Colours there are.
pub(super) const COLOURS: usize = 6;

/// The chart of a table, where its numbers are of a kind that can be drawn.
pub(in crate::cli) fn chart(sheet: &Sheet, style: &Style) -> Option<Drawn> {
    let key = sheet.columns.iter().position(|column| column.is_key())?;
    let shown = sheet.rows.len().min(MOST_MARKS);
    let rows = &sheet.rows[..shown];
    let labels: Vec<String> = rows
        .iter()
        .map(|row| row[key].text().into_owned())
        .collect();
    if labels.is_empty() {
        return None;
    }
    let functions = |at: usize| rows.iter().any(|row| is_function(&row[at]));
    let chances: Vec<usize> = (0..sheet.columns.len())
        .filter(|&at| sheet.columns[at].is_chance())
        .collect();
    if let Some(&at) = chances.iter().find(|&&at| functions(at)) {
        let functions = (rows.iter().zip(&labels))
            .filter_map(|(row, label)| Some((label.clone(), row[at].quantity()?)))
            .collect();
        return curves::draw(functions);
    }
    let mut series: Vec<Series> = (chances.iter())
        .map(|&at| Series {
            name: sheet.columns[at].name().to_owned(),
            points: (rows.iter())
                .map(|row| point(&row[at], &sheet.columns[at], style))
                .collect(),
        })
        .filter(|series| series.points.iter().any(Option::is_some))
        .take(COLOURS)
        .collect();
    if let [only] = series.as_slice()
        && let Some(drawn) = heat::draw(&labels, &only.points)
    {
        return Some(drawn);
    }
    if !series.is_empty() {
        return Some(bars::draw(&sheet.columns[key], &labels, &series));
    }
    let counts = (key + 1..sheet.columns.len()).find(|&at| {
        let mut counted = rows.iter().map(|row| row[at].count()).peekable();
        counted.peek().is_some() && counted.all(|count| count.is_some())
    })?;
    series.push(Series {
        name: sheet.columns[counts].name().to_owned(),
        points: (rows.iter())
            .map(|row| {
                let value = row[counts].count()?;
                Some(Point {
                    lower: value,
                    upper: value,
                    words: row[counts].text().into_owned(),
                })
            })
            .collect(),
    });
    Some(bars::draw(&sheet.columns[key], &labels, &series))
}

fn is_function(entry: &Entry) -> bool {
    matches!(entry.quantity(), Some(Quantity::Function { .. }))
}

/// Where a number lies, as near as a drawing can show it.
fn point(entry: &Entry, column: &Column, style: &Style) -> Option<Point> {
    if let Entry::Measured(value, words) | Entry::Decimal(value, words) = entry {
        return Some(Point {
            lower: *value,
            upper: *value,
            words: words.clone(),
        });
    }
    let value = entry.quantity()?;
    let (lower, upper) = value.ends()?;
    let fraction = style.fraction(value);
    let decimal = style.decimal(value, column.is_chance());
    let words = match fraction.as_str() {
        "" => decimal,
        long if long.len() > 60 => decimal,
        fraction => format!("{fraction} = {decimal}"),
    };
    Some(Point {
        lower: approx(&lower),
        upper: approx(&upper),
        words,
    })
}

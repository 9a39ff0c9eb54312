//! Chooses the chart of a table and the numbers in it.

use itertools::Itertools;

use super::series::{COLOURS, MOST_LINES, Point, Series};
use super::table::ChartTable;
use super::{Drawn, axis, bars, curves, errors, heat, horizontal_bars, lines, parts};
use crate::exact::{Quantity, approx};
use crate::render::sheet::{Chart, Column, Entry, Sheet, Style};
use crate::render::words::with_decimal;

/// Bars that can be told apart.
const MOST_BARS: usize = 600;
/// Points of a line.
const MOST_POINTS: usize = 20_000;
/// With more rows those at both ends are left out whose bars would not be seen.
const MANY: usize = 40;
/// No bar of less than this share of the greatest is seen.
const UNSEEN: f64 = 1e-3;
/// Rows that several distributions have side by side; with more they are laid over each other.
const MOST_GROUPS: usize = 8;
/// Letters of a label under an upright bar.
const SHORT: usize = 8;

impl ChartTable {
    /// Nothing, where there is nothing to draw.
    fn has_numbers(self) -> Option<Self> {
        let numbers = self
            .series
            .iter()
            .any(|series| series.points.iter().any(Option::is_some));
        numbers.then_some(self)
    }

    /// Leaves out the rows at both ends that would not be seen.
    fn trim(&mut self) {
        if self.labels.len() <= MANY || axis::consecutive(&self.labels).is_none() {
            return;
        }
        let bars = || self.series.iter().filter(|series| !series.adds_up());
        let height = |row: usize| {
            (bars().filter_map(|series| series.points[row].as_ref()))
                .map(|point| point.upper)
                .fold(0.0, f64::max)
        };
        let greatest = (0..self.labels.len()).map(height).fold(0.0, f64::max);
        let seen = |&row: &usize| height(row) >= greatest * UNSEEN;
        let (Some(first), Some(last)) = (
            (0..self.labels.len()).find(seen),
            (0..self.labels.len()).rev().find(seen),
        ) else {
            return;
        };
        let left_out = self.labels.len() - (last + 1 - first);
        if left_out == 0 {
            return;
        }
        self.labels = self.labels[first..=last].to_vec();
        for series in &mut self.series {
            series.points = series.points[first..=last].to_vec();
        }
        self.note = format!("{left_out} more, each below 1/1000 of the greatest");
    }

    /// The first rows only.
    fn cut(&mut self, most: usize) {
        let more = self.labels.len().saturating_sub(most);
        if more > 0 {
            self.labels.truncate(most);
            for series in &mut self.series {
                series.points.truncate(most);
            }
            self.note = format!("{more} more rows");
        }
    }

    /// Bars, upright where the labels are short.
    fn bars(mut self) -> Drawn {
        let short = |label: &String| label.chars().count() <= SHORT;
        if self.labels.len() <= 2 || !self.labels.iter().all(short) {
            return horizontal_bars::draw(&self);
        }
        if self.chances {
            self.trim();
        }
        if self.labels.len() > MOST_BARS && axis::consecutive(&self.labels).is_some() {
            self.cut(MOST_POINTS);
            return lines::draw(&self, false);
        }
        self.cut(MOST_BARS);
        bars::draw(&self)
    }

    /// The change from row to row.
    fn history(mut self) -> Drawn {
        self.cut(MOST_POINTS);
        lines::draw(&self, true)
    }

    /// The map of one column, where its labels are pairs.
    fn map(&self) -> Option<Drawn> {
        let [only] = self.series.as_slice() else {
            return None;
        };
        heat::draw(&self.key, &self.labels, &only.points)
    }

    /// One distribution of pairs as a map; several side by side where they are short, else over each other.
    fn overlaid(mut self) -> Drawn {
        if let Some(map) = self.map() {
            return map;
        }
        let numbers = self.labels.iter().all(|label| label.parse::<i64>().is_ok());
        if !numbers || self.labels.len() <= MOST_GROUPS && self.series.len() <= COLOURS {
            self.series.truncate(COLOURS);
            return self.bars();
        }
        self.trim();
        self.cut(MOST_POINTS);
        lines::draw(&self, false)
    }
}

/// The chart of a table, where its numbers are of a kind that can be drawn.
pub(crate) fn chart(sheet: &Sheet, style: &Style) -> Option<Drawn> {
    if sheet.rows.is_empty() {
        return None;
    }
    let keys = sheet.columns.iter().take_while(|column| column.is_key());
    let keys = keys.count();
    let read = ChartReader { sheet, style, keys };
    match &sheet.chart {
        Chart::None => None,
        Chart::Bars => read.bars(None),
        Chart::OverBias(at) => read.bars(Some(at)),
        Chart::Beside => {
            let table = read.table(read.after(|column| column.is_key() || column.is_number()));
            table.has_numbers().map(ChartTable::bars)
        }
        Chart::Overlaid => read.overlaid(),
        Chart::History => {
            let mut columns = read.after(Column::is_chance);
            if columns.is_empty() {
                columns = read.after(Column::is_number);
            }
            read.table(columns)
                .has_numbers()
                .map(|table| table.history())
        }
        Chart::Grid => {
            let number = sheet.columns.iter().position(Column::is_number)?;
            let table = read.table(vec![number]);
            let pair = |row: &Vec<Entry>| row[..2].iter().map(Entry::text).join(", ");
            let labels: Vec<String> = sheet.rows.iter().map(pair).collect();
            let names = sheet.columns[..2].iter().map(Column::name).join(", ");
            let names = format!("{} by {names}", sheet.columns[number].name());
            heat::draw(&names, &labels, &table.series.first()?.points)
        }
        Chart::HistoryOf(names) => {
            let named = |name: &&str| read.table(read.after(|column| column.name() == *name));
            let mut tables = names.iter().map(named).filter_map(ChartTable::has_numbers);
            tables.next().map(ChartTable::history)
        }
        Chart::Parts(names) => {
            let named = |column: &Column| names.contains(&column.name());
            let table = read.table(read.after(named));
            table.has_numbers().map(|table| parts::draw(&table))
        }
        Chart::Estimates => Some(read.estimates()?.bars()),
        Chart::Errors => read.errors(),
    }
}

/// A table, and how many columns at its left can name its rows.
struct ChartReader<'a> {
    sheet: &'a Sheet,
    style: &'a Style,
    keys: usize,
}

impl ChartReader<'_> {
    /// The columns of a kind after the first key.
    fn after(&self, is: impl Fn(&Column) -> bool) -> Vec<usize> {
        (self.keys.min(1)..self.sheet.columns.len())
            .filter(|&at| is(&self.sheet.columns[at]))
            .collect()
    }

    fn column(&self, name: &str) -> Option<usize> {
        let mut columns = self.sheet.columns.iter();
        columns.position(|column| column.name() == name)
    }

    /// The name of a row by the first column, or by as many as tell the rows apart.
    fn labels(&self) -> Vec<String> {
        let by = |keys: usize| -> Vec<String> {
            let named = |row: &Vec<Entry>| row[..keys].iter().map(Entry::text).join(" ");
            self.sheet.rows.iter().map(named).collect()
        };
        let apart = (1..=self.keys).find(|keys| by(*keys).iter().all_unique());
        by(apart.unwrap_or(self.keys.min(1)))
    }

    /// The heading of the names of the rows.
    fn key(&self) -> String {
        let first = self.sheet.columns.first().filter(|_| self.keys > 0);
        first.map_or_else(String::new, |column| column.name().to_owned())
    }

    /// The numbers of a single row that nothing names, each by the name of its column.
    fn single(&self, columns: &[usize]) -> Option<ChartTable> {
        let [row] = self.sheet.rows.as_slice() else {
            return None;
        };
        let columns = (self.keys == 0).then_some(columns)?;
        let column = |at: &usize| &self.sheet.columns[*at];
        ChartTable {
            key: String::new(),
            labels: (columns.iter().map(|at| column(at).name().to_owned())).collect(),
            series: vec![Series {
                name: String::new(),
                points: (columns.iter().map(|at| self.point(&row[*at], column(at)))).collect(),
            }],
            chances: columns.iter().all(|at| column(at).is_chance()),
            note: String::new(),
        }
        .has_numbers()
    }

    /// These columns, where they have numbers.
    fn table(&self, columns: Vec<usize>) -> ChartTable {
        let series = columns.iter().map(|&at| Series {
            name: self.sheet.columns[at].name().to_owned(),
            points: (self.sheet.rows.iter())
                .map(|row| self.point(&row[at], &self.sheet.columns[at]))
                .collect(),
        });
        ChartTable {
            key: self.key(),
            labels: self.labels(),
            // A column without a number makes no line of the legend.
            series: series
                .filter(|series: &Series| series.points.iter().any(Option::is_some))
                .take(MOST_LINES)
                .collect(),
            chances: columns.iter().all(|&at| self.sheet.columns[at].is_chance()),
            note: String::new(),
        }
    }

    /// Probabilities, or counts where there are none; functions over the bias.
    fn bars(&self, at: Option<&num_rational::BigRational>) -> Option<Drawn> {
        let rows = &self.sheet.rows;
        let mut columns = self.after(Column::is_chance);
        let is_function =
            |entry: &Entry| matches!(entry.quantity(), Some(Quantity::Function { .. }));
        if let Some(&column) =
            (columns.iter()).find(|&&column| rows.iter().any(|row| is_function(&row[column])))
        {
            let named = self.labels().into_iter().zip(rows);
            let functions = named.filter_map(|(name, row)| Some((name, row[column].quantity()?)));
            return Some(curves::draw(&functions.collect_vec(), at));
        }
        if columns.is_empty() {
            columns = self.after(Column::is_number);
            columns.truncate(1);
        }
        if columns.is_empty() {
            let counts = |column: usize| {
                let mut counts = rows.iter().map(|row| row[column].count());
                counts.all(|count| count.is_some())
            };
            columns = self.after(|_| true);
            columns.retain(|&column| counts(column));
            columns.truncate(1);
        }
        if let Some(single) = self.single(&columns) {
            return Some(single.bars());
        }
        let mut table = self.table(columns.clone()).has_numbers()?;
        if let Some(map) = table.map() {
            return Some(map);
        }
        if table.series.len() > COLOURS {
            return Some(table.overlaid());
        }
        self.divide(&mut table, columns[0]);
        Some(table.bars())
    }

    /// Gives the rows different colours by a word between the key and the number, where there are a few such words.
    fn divide(&self, table: &mut ChartTable, number: usize) {
        let [only] = table.series.as_slice() else {
            return;
        };
        let rows = &self.sheet.rows;
        let mut words = (self.keys.min(1)..number).filter(|&at| self.sheet.columns[at].is_text());
        let kinds = words.find_map(|at| {
            let kinds: Vec<String> = (rows.iter())
                .map(|row| row[at].text().into_owned())
                .unique()
                .take(COLOURS)
                .collect();
            (2..=4).contains(&kinds.len()).then_some((at, kinds))
        });
        let Some((at, kinds)) = kinds else {
            return;
        };
        let of = |kind: &String| -> Vec<Option<Point>> {
            let points = only.points.iter().zip(rows);
            points
                .map(|(point, row)| point.clone().filter(|_| row[at].text() == *kind))
                .collect()
        };
        let column = self.sheet.columns[at].name();
        let named = |kind: &String| match kind.as_str() {
            "" => format!("not {column}"),
            kind => format!("{column}: {kind}"),
        };
        let series = kinds.iter().map(|kind| Series {
            name: named(kind),
            points: of(kind),
        });
        table.series = series.collect();
    }

    fn overlaid(&self) -> Option<Drawn> {
        let numbers = self.after(Column::is_chance);
        let functions = numbers.iter().any(|&at| {
            let mut entries = self.sheet.rows.iter().map(|row| &row[at]);
            entries.any(|entry| matches!(entry.quantity(), Some(Quantity::Function { .. })))
        });
        if functions {
            return self.bars(None);
        }
        Some(self.table(numbers).has_numbers()?.overlaid())
    }

    /// Estimates of chances, each with the ends of its interval in the columns `lower` and `upper`: the rows that count
    /// something.
    fn estimates(&self) -> Option<ChartTable> {
        let [counted, estimated, lower, upper] = [
            self.keys.min(1),
            self.column("estimated")?,
            self.column("lower")?,
            self.column("upper")?,
        ];
        let measured = |entry: &Entry| match entry {
            Entry::Measured(value, _) => Some(*value),
            _ => None,
        };
        let rows = self.labels().into_iter().zip(&self.sheet.rows);
        let rows = rows.filter(|(_, row)| row[counted].count().is_some());
        let (labels, points) = rows
            .filter_map(|(label, row)| {
                let [lower_text, upper_text] = [row[lower].text(), row[upper].text()];
                let point = Point {
                    lower: measured(&row[lower])?,
                    upper: measured(&row[upper])?,
                    words: format!(
                        "{}, from {lower_text} to {upper_text}",
                        row[estimated].text()
                    ),
                    short: short(measured(&row[estimated])?),
                };
                Some((label, Some(point)))
            })
            .unzip();
        let name = "estimated".to_owned();
        ChartTable {
            key: self.key(),
            labels,
            series: vec![Series { name, points }],
            chances: true,
            note: "paler: the interval".to_owned(),
        }
        .has_numbers()
    }

    fn errors(&self) -> Option<Drawn> {
        let (error, verdict) = (self.column("error")?, self.column("verdict")?);
        let mut table = self.table(vec![error]);
        if table.series.is_empty() {
            return None;
        }
        let verdicts: Vec<String> = (self.sheet.rows.iter())
            .map(|row| row[verdict].text().into_owned())
            .collect();
        table.cut(MOST_BARS);
        errors::draw(&table, &verdicts[..table.labels.len()])
    }

    /// Where a number lies, as near as a drawing can show it.
    fn point(&self, entry: &Entry, column: &Column) -> Option<Point> {
        if let Entry::Measured(value, words) | Entry::Decimal(value, words) = entry {
            return Some(Point {
                lower: *value,
                upper: *value,
                words: words.clone(),
                short: short(*value),
            });
        }
        if let Some(count) = entry.count() {
            return Some(Point {
                lower: count,
                upper: count,
                words: entry.text().into_owned(),
                short: entry.text().into_owned(),
            });
        }
        let value = entry.quantity()?;
        let (lower, upper) = value.ends()?;
        let fraction = self.style.fraction(value);
        let decimal = self.style.decimal(value, column.is_chance());
        let words = match fraction.as_str() {
            "" => decimal,
            long if long.len() > 60 => decimal,
            fraction if *fraction == decimal => decimal,
            fraction => with_decimal(fraction, &decimal),
        };
        let (lower, upper) = (approx(&lower), approx(&upper));
        Some(Point {
            lower,
            upper,
            words,
            short: match (short(lower), short(upper)) {
                (lower, upper) if lower == upper => upper,
                _ => format!("{}…{}", down(lower), down(upper + 1e-3)),
            },
        })
    }
}

/// A number as it is written beside its mark, in three digits; all of it is said when it is pointed at.
fn short(value: f64) -> String {
    if value.fract() == 0.0 {
        return axis::named(value);
    }
    let digits = if value.abs() < 0.1 { 4 } else { 3 };
    let text = format!("{value:.digits$}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "0" | "-0" => "≈ 0".to_owned(),
        text => text.replace('-', "−"),
    }
}

/// Three digits, the rest cut off.
fn down(value: f64) -> String {
    let text = format!("{:.3}", (value * 1e3).floor() / 1e3);
    text.replace('-', "−")
}

#[cfg(test)]
mod tests;

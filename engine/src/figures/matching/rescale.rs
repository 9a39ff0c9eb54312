//! What plain numbers are, where nothing says it.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::One;

use super::{Numbers, Options, Plain, Table};
use crate::figures::figure::{Figure, Scale};
use crate::figures::reading::{Decimal, Reader};
use crate::figures::verdict::judge_readings;

/// A figure of the table read anew: its place, its readings, and the series and row of the number it stands for.
type Reread = (usize, Vec<Figure>, Option<(usize, usize)>);

/// A column of chances with a number above 1 has hundredths; or counts, where the answer has counts and more of them
/// are right.
pub(super) fn rescale(table: &mut Table, numbers: &Numbers, options: &Options, decimal: Decimal) {
    if options.plain != Plain::Auto {
        return;
    }
    let mut columns: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (i, figure) in table.figures.iter().enumerate() {
        if (figure.number).is_some_and(|(series, _)| numbers.are_chances(series)) {
            // The figures of a matrix are of one kind.
            let column = if figure.in_matrix {
                usize::MAX
            } else {
                figure.column
            };
            columns.entry(column).or_default().push(i);
        }
    }
    for group in columns.into_values() {
        let one = BigRational::one();
        let plain = |figure: &Figure| figure.scale == Scale::One && figure.number > one;
        let passes = |&i: &usize| table.figures[i].readings.iter().all(plain);
        if group.iter().any(passes) {
            let note = rescale_column(table, numbers, &group, options, decimal);
            table.notes.push(note);
        }
    }
}

/// Reads the figures of one column again; says what as.
fn rescale_column(
    table: &mut Table,
    numbers: &Numbers,
    group: &[usize],
    options: &Options,
    decimal: Decimal,
) -> String {
    // Only figures of which nothing says that they are chances can be counts.
    let by_default = group.iter().all(|&i| {
        table.figures[i]
            .number
            .is_none_or(|(series, _)| series == 0)
    });
    let weight = (numbers.series.iter().position(|(name, _)| name == "weight"))
        .filter(|_| by_default && options.columns.is_empty());
    let read = |i: usize, scale: Scale, series: Option<usize>| {
        let figure = &table.figures[i];
        let number = figure.number.map(|(own, row)| (series.unwrap_or(own), row));
        let reader = Reader {
            decimal,
            odds: None,
            plain: scale,
        };
        (
            i,
            reader.read(&figure.cell.text).unwrap_or_default(),
            number,
        )
    };
    let percents: Vec<_> = group
        .iter()
        .map(|&i| read(i, Scale::Percent, None))
        .collect();
    let weights: Vec<_> = match weight {
        Some(_) => group.iter().map(|&i| read(i, Scale::One, weight)).collect(),
        None => Vec::new(),
    };
    let right = |read: &[Reread]| {
        let holds = |(_, readings, number): &&Reread| {
            let number = number.and_then(|(series, row)| numbers.series[series].1[row].as_ref());
            let judged = number.and_then(|number| judge_readings(readings, number).ok().flatten());
            judged.is_some_and(|judged| judged.verdict.status.holds())
        };
        read.iter().filter(holds).count()
    };
    let (taken, what) = if right(&weights) > right(&percents) {
        (weights, "counts")
    } else {
        (percents, "hundredths")
    };
    for (i, readings, number) in taken {
        (table.figures[i].readings, table.figures[i].number) = (readings, number);
    }
    let name = group
        .first()
        .map(|&i| &table.figures[i])
        .filter(|figure| !figure.in_matrix && !figure.name.is_empty());
    let of = name.map_or(String::new(), |figure| format!(" of `{}`", figure.name));
    format!("plain numbers{of} are read as {what}: as chances they would pass 1")
}

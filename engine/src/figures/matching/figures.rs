//! The figures of a table whose keys are found, each with the number it speaks of.

use super::cells::{convention, figures_of, said};
use super::keys::Keys;
use super::layout::{self, KeyedTable, RowSubject};
use super::rescale;
use super::roles::{self, Role};
use super::{Line, MatchedTable, Numbers, Options, PlacedFigure, Plain, Target};
use crate::figures::figure::Scale;
use crate::figures::grid::{Cell, GridError};
use crate::figures::reading::{Decimal, Reader};

/// The figures of a table whose keys are found.
pub(super) fn placed(
    laid: &KeyedTable,
    keys: &Keys<'_>,
    numbers: &Numbers,
    options: &Options,
) -> Result<MatchedTable, GridError> {
    let decimal = decimal(laid, options);
    let mut table = MatchedTable {
        on_side: laid.on_side,
        in_order: laid.in_order(),
        notes: laid.notes.clone(),
        ..MatchedTable::default()
    };
    if options.decimal == Decimal::Auto && decimal == Decimal::Comma {
        table.notes.push("decimals have a comma here".to_owned());
    }
    let roles = roles::roles(laid, keys, numbers, options, decimal)?;
    table.lines = roles.lines;
    let places = Places {
        laid,
        keys,
        numbers,
        plain: scale_of_table(options),
        decimal,
    };
    let mut seen = vec![false; numbers.rows.len()];
    let mut skipped = Vec::new();
    for (at_row, row) in laid.grid.rows.iter().enumerate().skip(laid.head) {
        let subject = laid.row(at_row, keys);
        match &subject {
            RowSubject::Skipped(label) => skipped.push(label.clone()),
            _ => {
                let cells = row.iter().zip(&roles.columns);
                places.row(at_row, cells, &subject, &mut seen, &mut table.figures)?;
            }
        }
    }
    check_comparable(&table, laid, numbers, options)?;
    rescale::rescale(&mut table, numbers, options, decimal, &roles.columns);
    if !skipped.is_empty() {
        table
            .notes
            .push(format!("not compared: {}", skipped.join("; ")));
    }
    table.missing = (numbers.rows.iter().zip(&seen))
        .filter(|(_, seen)| !**seen)
        .map(|(key, _)| Numbers::shown(key))
        .collect();
    Ok(table)
}

/// The decimal sign: as it is said, or as the cells beside the keys have it.
fn decimal(laid: &KeyedTable, options: &Options) -> Decimal {
    if options.decimal != Decimal::Auto {
        return options.decimal;
    }
    let below = laid.grid.rows[laid.head..]
        .iter()
        .flat_map(|row| row.iter().enumerate());
    let beside = below.filter(|(at, _)| !laid.keys.contains(at));
    convention(beside.map(|(_, cell)| cell))
}

/// Checks that something is compared, and that no column of keys was left over.
fn check_comparable(
    table: &MatchedTable,
    laid: &KeyedTable,
    numbers: &Numbers,
    options: &Options,
) -> Result<(), GridError> {
    // A line beside figures in order could hold their keys.
    let beside = |line: &Line| line.taken.is_none() && line.why != roles::EMPTY;
    if laid.in_order() && options.columns.is_empty() && table.lines.iter().any(beside) {
        return Err(layout::unclear(
            &laid.grid,
            numbers,
            "no column and no row of this table holds keys of the answer",
        ));
    }
    if table.figures.is_empty() {
        let seen = table
            .lines
            .iter()
            .map(|line| format!("`{}`: {}", line.heading, line.why));
        let seen = seen.collect::<Vec<_>>().join("; ");
        return Err(layout::unclear(
            &laid.grid,
            numbers,
            &format!("no figure of this table can be compared ({seen})"),
        ));
    }
    Ok(())
}

/// Where cells of a table belong in the answer.
struct Places<'a> {
    laid: &'a KeyedTable,
    keys: &'a Keys<'a>,
    numbers: &'a Numbers,
    /// The scale of plain numbers.
    plain: Scale,
    decimal: Decimal,
}

/// Where one cell belongs.
struct Place {
    /// The key it stands beside.
    key: Vec<String>,
    /// The row of the answer.
    row: Option<usize>,
    /// A number of the answer as a whole.
    fact: Option<usize>,
}

impl Places<'_> {
    fn place(&self, subject: &RowSubject, role: &Role) -> Place {
        let numbers = self.numbers;
        let (key, row, fact) = match subject {
            RowSubject::Key(key) => {
                let mut key = key.clone();
                if let Role::Matrix(last) = role {
                    key.push(last.clone());
                }
                let found = self.keys.row(&key);
                (
                    found.map_or(key, |row| numbers.rows[row].clone()),
                    found,
                    None,
                )
            }
            RowSubject::Nth(nth) => {
                let key = numbers.rows.get(*nth).cloned().unwrap_or_default();
                (key, Some(*nth), None)
            }
            RowSubject::Fact(fact) => (vec![numbers.facts[*fact].0.clone()], None, Some(*fact)),
            RowSubject::Skipped(label) => (vec![label.clone()], None, None),
        };
        Place { key, row, fact }
    }

    /// Reads the cells of a row that are compared, and marks the rows of the answer that they speak of.
    fn row<'c>(
        &self,
        at_row: usize,
        cells: impl Iterator<Item = (&'c Cell, &'c Role)>,
        subject: &RowSubject,
        seen: &mut [bool],
        figures: &mut Vec<PlacedFigure>,
    ) -> Result<(), GridError> {
        for (at, (cell, role)) in cells.enumerate() {
            if matches!(role, Role::Nothing | Role::Key) || cell.is_blank() {
                continue;
            }
            let place = self.place(subject, role);
            if let Some(row) = place.row {
                seen[row] = true;
            }
            self.figures((at_row, at), cell, role, place, figures)?;
        }
        Ok(())
    }

    /// Reads the figures of a cell, or its words where words are compared.
    fn figures(
        &self,
        (row, column): (usize, usize),
        cell: &Cell,
        role: &Role,
        place: Place,
        figures: &mut Vec<PlacedFigure>,
    ) -> Result<(), GridError> {
        let shared = PlacedFigure {
            cell: cell.clone(),
            column,
            name: self.laid.heading(column),
            row: row - self.laid.head,
            in_matrix: matches!(role, Role::Matrix(_)),
            key: place.key,
            readings: Vec::new(),
            said: Vec::new(),
            target: place.fact.map(Target::Fact),
        };
        if let Role::Words(series) = role {
            let said = said(&cell.text).ok_or_else(|| {
                cell.error(format!(
                    "`{}` is neither yes nor no nor a number",
                    cell.text
                ))
            })?;
            figures.push(PlacedFigure {
                said,
                target: place.row.map(|row| Target::Words(*series, row)),
                ..shared
            });
            return Ok(());
        }
        let (series, reader) = self.reader(role, place.fact.is_some());
        let read =
            figures_of(&reader, &cell.text).map_err(|error| cell.error(error.to_string()))?;
        let number = place.row.map(|row| Target::Number(series, row));
        figures.extend(read.into_iter().map(|readings| PlacedFigure {
            readings,
            target: shared.target.or(number),
            ..shared.clone()
        }));
        Ok(())
    }

    /// The series that figures of a role speak of, and how they are read; `fact`: of the answer as a whole.
    fn reader(&self, role: &Role, fact: bool) -> (usize, Reader) {
        let (series, plain, odds) = match role {
            Role::Figures {
                series,
                plain,
                odds,
            } => (*series, plain.clone(), *odds),
            _ => (0, self.plain.clone(), None),
        };
        let (plain, odds) = match fact {
            true => (Scale::One, None),
            false => (plain, odds),
        };
        let reader = Reader {
            decimal: self.decimal,
            odds,
            plain,
        };
        (series, reader)
    }
}

fn scale_of_table(options: &Options) -> Scale {
    match options.plain {
        Plain::Percent => Scale::Percent,
        Plain::Odds => Scale::OddsAgainst,
        Plain::Auto | Plain::Fraction => Scale::One,
    }
}

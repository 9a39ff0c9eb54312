//! The figures of a table whose keys are found, each with the number it speaks of.

use super::cells::{convention, figures_of, said};
use super::keys::Keys;
use super::layout::{self, Laid};
use super::rescale;
use super::roles::{self, Role};
use super::{Line, MatchedTable, Numbers, Options, PlacedFigure, Plain, Target};
use crate::figures::figure::Scale;
use crate::figures::grid::GridError;
use crate::figures::reading::{Decimal, Reader};

/// The figures of a table whose keys are found.
pub(super) fn placed(
    laid: &Laid,
    keys: &Keys<'_>,
    numbers: &Numbers,
    options: &Options,
) -> Result<MatchedTable, GridError> {
    let grid = &laid.grid;
    let decimal = match options.decimal {
        Decimal::Auto => {
            let below = grid.rows[laid.head..]
                .iter()
                .flat_map(|row| row.iter().enumerate());
            convention(
                below
                    .filter(|(at, _)| !laid.keys.contains(at))
                    .map(|(_, cell)| cell),
            )
        }
        said => said,
    };
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
    let mut seen = vec![false; numbers.rows.len()];
    let mut skipped = Vec::new();
    for (at_row, row) in grid.rows.iter().enumerate().skip(laid.head) {
        let place = laid.row(at_row, keys);
        if let layout::RowSubject::Skipped(label) = &place {
            skipped.push(label.clone());
            continue;
        }
        for (at, (cell, role)) in row.iter().zip(&roles.columns).enumerate() {
            let last = match role {
                Role::Matrix(last) => Some(last),
                _ => None,
            };
            if matches!(role, Role::Nothing | Role::Key) || cell.is_blank() {
                continue;
            }
            let (key, target_row, fact) = match &place {
                layout::RowSubject::Key(key) => {
                    let mut key = key.clone();
                    key.extend(last.cloned());
                    let found = keys.row(&key);
                    (
                        found.map_or(key, |row| numbers.rows[row].clone()),
                        found,
                        None,
                    )
                }
                layout::RowSubject::Nth(nth) => {
                    let key = numbers.rows.get(*nth).cloned().unwrap_or_default();
                    (key, Some(*nth), None)
                }
                layout::RowSubject::Fact(fact) => {
                    (vec![numbers.facts[*fact].0.clone()], None, Some(*fact))
                }
                layout::RowSubject::Skipped(_) => continue,
            };
            let shared = PlacedFigure {
                cell: cell.clone(),
                column: at,
                name: laid.heading(at),
                row: at_row - laid.head,
                in_matrix: last.is_some(),
                key,
                readings: Vec::new(),
                said: Vec::new(),
                target: fact.map(Target::Fact),
            };
            if let Some(row) = target_row {
                seen[row] = true;
            }
            if let Role::Words(series) = role {
                let said = said(&cell.text).ok_or_else(|| {
                    cell.error(format!(
                        "`{}` is neither yes nor no nor a number",
                        cell.text
                    ))
                })?;
                table.figures.push(PlacedFigure {
                    said,
                    target: target_row.map(|row| Target::Words(*series, row)),
                    ..shared
                });
                continue;
            }
            let (series, reader) = match role {
                Role::Figures {
                    series,
                    plain,
                    odds,
                } => (
                    *series,
                    Reader {
                        decimal,
                        odds: *odds,
                        plain: plain.clone(),
                    },
                ),
                _ => (
                    0,
                    Reader {
                        decimal,
                        odds: None,
                        plain: scale_of_table(options),
                    },
                ),
            };
            let reader = match fact {
                Some(_) => Reader {
                    plain: Scale::One,
                    odds: None,
                    ..reader
                },
                None => reader,
            };
            let read =
                figures_of(&reader, &cell.text).map_err(|error| cell.error(error.to_string()))?;
            for readings in read {
                table.figures.push(PlacedFigure {
                    readings,
                    target: shared
                        .target
                        .or(target_row.map(|row| Target::Number(series, row))),
                    ..shared.clone()
                });
            }
        }
    }
    // A line beside figures in order could hold their keys.
    let beside = |line: &Line| line.taken.is_none() && line.why != roles::EMPTY;
    if laid.in_order() && options.columns.is_empty() && table.lines.iter().any(beside) {
        return Err(layout::unclear(
            grid,
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
            grid,
            numbers,
            &format!("no figure of this table can be compared ({seen})"),
        ));
    }
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

fn scale_of_table(options: &Options) -> Scale {
    match options.plain {
        Plain::Percent => Scale::Percent,
        Plain::Odds => Scale::OddsAgainst,
        Plain::Auto | Plain::Fraction => Scale::One,
    }
}

//! Files of many positions: the command answers each, one after the other.
//!
//! Tables for people follow each other, and so do lines of JSON, with an error in the place of an answer that failed. Data
//! are one table all the same: its first column, `position_number`, says which of the positions a row is of.

use super::output::Output;
use crate::ask::caller::Caller;
use crate::ask::failure::Failure;
use crate::ask::one_command::AnyCommand;
use crate::board::notation::Excerpt;
use crate::render::sheet::{Column, Entry, Sheet};
use crate::work::Note;

/// Rows of data that are held until all positions are answered.
const MAX_ROWS: usize = 2_000_000;

/// Answers every position and gives the greatest status.
pub(crate) fn run(
    asked: (&dyn AnyCommand, &str),
    parts: Vec<Excerpt>,
    caller: Caller,
    output: &Output,
) -> Result<u8, Failure> {
    let what = format!("answering {} positions", parts.len());
    caller.noting(&what, |note| answers(asked, parts, (caller, note), output))
}

fn answers(
    (asked, name): (&dyn AnyCommand, &str),
    parts: Vec<Excerpt>,
    (caller, note): (Caller, &Note),
    output: &Output,
) -> Result<u8, Failure> {
    let in_one_table = output.in_one_table(parts.len())?;
    note.count_to(parts.len() as u64);
    let mut worst = 0;
    let mut gathered = Vec::new();
    for (number, part) in (1_usize..).zip(parts) {
        let mut question = asked.copy();
        question.about(part);
        let answered = question.answer(name, caller.unseen());
        note.one_done();
        let status = match answered {
            Err(failure) => output.fail_among(&failure)?,
            Ok(report) if !in_one_table => {
                output.chapter(report.as_ref(), number == 1)?;
                0
            }
            Ok(report) => {
                for sheet in output.sheets(report.as_ref())? {
                    gather(&mut gathered, sheet, number)?;
                }
                0
            }
        };
        worst = worst.max(status);
        if output.is_closed() {
            return Ok(worst);
        }
    }
    if in_one_table {
        output.tables(&gathered)?;
    }
    Ok(worst)
}

/// Adds the rows of a table to those of the same name: columns are put together by their names, and what a row has no
/// column for is not known.
fn gather(all: &mut Vec<Sheet>, sheet: Sheet, number: usize) -> Result<(), Failure> {
    let target = match all.iter().position(|known| known.name == sheet.name) {
        Some(at) => &mut all[at],
        None => {
            all.push(Sheet {
                columns: vec![Column::right("position_number")],
                rows: Vec::new(),
                shown: None,
                ..sheet.clone()
            });
            let last = all.len() - 1;
            &mut all[last]
        }
    };
    let mut places = Vec::new();
    for column in &sheet.columns {
        // Of columns with one name the first goes to the first.
        let free = |at: &usize| !places.contains(at) && target.columns[*at].name() == column.name();
        let at = (1..target.columns.len()).find(free).unwrap_or_else(|| {
            target.columns.push(column.clone());
            target.columns.len() - 1
        });
        places.push(at);
    }
    let width = target.columns.len();
    for row in &mut target.rows {
        row.resize(width, Entry::Missing(""));
    }
    for cells in &sheet.rows {
        let mut row = vec![Entry::Missing(""); width];
        row[0] = Entry::from(number);
        for (at, cell) in places.iter().zip(cells) {
            row[*at] = cell.clone();
        }
        target.rows.push(row);
    }
    if target.rows.len() > MAX_ROWS {
        return Err(Failure::limit(format!(
            "more than {MAX_ROWS} rows of data for the positions together: use --format json, which is written as it comes"
        )));
    }
    Ok(())
}

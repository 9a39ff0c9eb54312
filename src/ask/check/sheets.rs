//! The tables of a spreadsheet, one for each of its sheets, and of JSON Lines.

use std::io::Cursor;

use calamine::{Data, Reader, open_workbook_auto_from_rs};
use serde_json::{Map, Value};

use crate::ask::json_number;
use crate::figures::grid::{MAX_CELLS, PrintedCell, PrintedTable, table_of};

/// Whether bytes are a file of a spreadsheet: `.xlsx` and `.ods` are archives, `.xls` is a compound file.
pub(super) fn is_book(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0])
}

/// The rows of JSON Lines, the names of their values above them; `None` for another text.
pub(super) fn of_json_lines(text: &str) -> Option<PrintedTable> {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let rows: Option<Vec<Map<String, Value>>> =
        lines.map(|line| serde_json::from_str(line).ok()).collect();
    let rows = rows.filter(|rows| rows.len() > 1)?;
    let cell = |line: usize, (column, text): (usize, String)| PrintedCell {
        text,
        line,
        column: column + 1,
    };
    let names = rows[0].keys().cloned().enumerate();
    let names = names.map(|name| cell(1, name)).collect();
    let values = (1..).zip(&rows).map(|(line, row)| {
        let value = |value: &Value| match value {
            Value::Null => String::new(),
            value => json_number::text(value),
        };
        let values = row.values().map(value).enumerate();
        values.map(|value| cell(line, value)).collect()
    });
    let rows = std::iter::once(names).chain(values).collect();
    table_of(rows, Vec::new())
}

/// The sheets that have cells.
pub(super) fn tables(bytes: Vec<u8>) -> Result<Vec<PrintedTable>, String> {
    let fault = |error: calamine::Error| format!("the spreadsheet cannot be read: {error}");
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).map_err(fault)?;
    let mut tables = Vec::new();
    for (name, range) in book.worksheets() {
        let (height, width) = range.get_size();
        if height.saturating_mul(width) > MAX_CELLS {
            return Err(format!(
                "the sheet `{name}` has more cells than the limit of {MAX_CELLS}"
            ));
        }
        let (top, left) = range.start().unwrap_or_default();
        let place = |first: u32, at: usize| first as usize + at + 1;
        let rows = range.rows().enumerate().map(|(row, cells)| {
            let cells = cells.iter().enumerate().map(|(at, data)| PrintedCell {
                text: text(data),
                line: place(top, row),
                column: place(left, at),
            });
            cells.collect()
        });
        tables.extend(table_of(rows.collect(), Vec::new()));
    }
    match tables.is_empty() {
        true => Err("there is no table in this spreadsheet".to_owned()),
        false => Ok(tables),
    }
}

/// A cell as people see it; a number to the fifteen digits that a spreadsheet keeps.
fn text(data: &Data) -> String {
    let Data::Float(number) = data else {
        return data.to_string();
    };
    let short = number.to_string();
    let digits = short.chars().filter(char::is_ascii_digit).count();
    if digits <= 15 || !number.is_finite() {
        return short;
    }
    let whole = number.abs().log10().floor().max(-1.0) as i32 + 1;
    let places = usize::try_from(15 - whole).unwrap_or(0);
    format!("{number:.places$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_digits_that_a_spreadsheet_keeps() {
        for (number, shown) in [
            (0.25, "0.25"),
            (1.0 / 6.0, "0.166666666666667"),
            (100.0 / 6.0, "16.6666666666667"),
            (3.0, "3"),
        ] {
            assert_eq!(text(&Data::Float(number)), shown);
        }
    }
}

//! A table as programs read it: one value in a cell, every row, no units and no padding.
//!
//! | a column of | becomes |
//! |---|---|
//! | words or whole numbers | `x` |
//! | numbers | `x`, the exact number (a fraction, a surd, a function), and `x_decimal` |
//! | numbers of which some are bounded | and `x_lower`, `x_upper`, `x_lower_decimal`, `x_upper_decimal` |
//! | functions at a bias | and `x_value`, `x_slope`, with their decimals; `x_decimal` is the value |
//! | outcomes in plies | `outcome` and `plies` |
//! | values of which the last stands for all beyond it | `x` and `x_relation`: `=`, `>` or `<` |
//!
//! A decimal is the floating-point number nearest to the exact one, unless digits are asked for; that of a lower bound is
//! not above it, that of an upper bound not below. What is not known is an empty cell, in JSON Lines `null`.

use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::io::{self, Write};

use num_rational::BigRational;
use num_traits::ToPrimitive;
use serde_json::Value;

use super::LongRows;
use super::{Column, ColumnKind, Entry, Sheet, Style};
use crate::exact::{Quantity, approx, decimal_ceil, decimal_floor};
use crate::work::stop;

/// The format of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Comma-separated values.
    Csv,
    /// Comma-separated values in which no text is a formula for a spreadsheet.
    SafeCsv,
    /// Tab-separated values: a tab or a line end within a cell is written `\t`, `\n`.
    Tsv,
    /// A JSON object a line.
    Lines,
}

/// One value.
enum Datum {
    Nothing,
    Text(String),
    /// The text of a number.
    Number(String),
}

/// A column of data that a column of the table is written as: what of its cells, and whether as a decimal.
type DataColumn = (CellPart, bool);

/// What of a cell is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellPart {
    Value,
    Relation,
    Plies,
    Exact,
    Lower,
    Upper,
    AtBias,
    Slope,
}

impl CellPart {
    fn suffix(self) -> &'static str {
        match self {
            Self::Value | Self::Exact => "",
            Self::Relation => "_relation",
            Self::Plies => "plies",
            Self::Lower => "_lower",
            Self::Upper => "_upper",
            Self::AtBias => "_value",
            Self::Slope => "_slope",
        }
    }
}

/// Writes every row of a table, below the line of names in the forms that have one; `long` are those of one that has too many to hold.
pub(crate) fn write(
    sheet: &Sheet,
    long: Option<LongRows<'_>>,
    form: Form,
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let columns = columns(sheet, style);
    if form != Form::Lines {
        let names = columns.iter().map(|(.., name)| Datum::Text(name.clone()));
        line(names, form, &columns, out)?;
    }
    let is_mixed = |at: usize| {
        let has = |of: fn(&Entry) -> bool| sheet.rows.iter().any(|row| of(&row[at]));
        has(|cell| matches!(cell, Entry::Text(_))) && has(|cell| matches!(cell, Entry::Whole(_)))
    };
    // Of columns of words and whole numbers all are words.
    let words: Vec<bool> = (0..sheet.columns.len()).map(is_mixed).collect();
    let mut write_row = |cells: &[Entry]| {
        stop::check();
        let data = columns
            .iter()
            .map(|(at, column, _)| match datum(&cells[*at], *column, style) {
                Datum::Number(text) if words[*at] => Datum::Text(text),
                datum => datum,
            });
        line(data, form, &columns, out)
    };
    match long.filter(|_| sheet.rows.is_empty()) {
        Some(mut rows) => rows.try_for_each(|row| write_row(&row)),
        None => sheet.rows.iter().try_for_each(|row| write_row(row)),
    }
}

/// The columns of data: the number of the column of the table, what is written of it, and the name of that.
fn columns(sheet: &Sheet, style: &Style) -> Vec<(usize, DataColumn, String)> {
    let mut columns: Vec<(usize, DataColumn, String)> = Vec::new();
    for (at, shown) in sheet.columns.iter().enumerate() {
        let cells: Vec<&Entry> = sheet.rows.iter().map(|row| &row[at]).collect();
        let wanted = wanted(shown, &cells, style);
        let in_plies = wanted.contains(&(CellPart::Plies, false));
        for (part, is_decimal) in wanted {
            let decimal = if is_decimal { "_decimal" } else { "" };
            let name = match part {
                CellPart::Value if in_plies => "outcome".to_owned(),
                CellPart::Plies => part.suffix().to_owned(),
                of => key(&shown.name) + of.suffix() + decimal,
            };
            let same = |name: &str| columns.iter().any(|(.., known)| known == name);
            let mut unlike = name.clone();
            let mut number = 2;
            while same(&unlike) {
                unlike = format!("{name}_{number}");
                number += 1;
            }
            columns.push((at, (part, is_decimal), unlike));
        }
    }
    columns
}

fn line(
    data: impl Iterator<Item = Datum>,
    form: Form,
    columns: &[(usize, DataColumn, String)],
    out: &mut dyn Write,
) -> io::Result<()> {
    if form == Form::Lines {
        for (at, (datum, (.., name))) in data.zip(columns).enumerate() {
            out.write_all(if at == 0 { b"{" } else { b"," })?;
            serde_json::to_writer(&mut *out, name)?;
            out.write_all(b":")?;
            match datum {
                Datum::Nothing => out.write_all(b"null")?,
                Datum::Text(text) => serde_json::to_writer(&mut *out, &Value::String(text))?,
                Datum::Number(text) => out.write_all(text.as_bytes())?,
            }
        }
        return out.write_all(b"}\n");
    }
    for (at, datum) in data.enumerate() {
        let comma: &[u8] = if form == Form::Tsv { b"\t" } else { b"," };
        if at > 0 {
            out.write_all(comma)?;
        }
        match datum {
            Datum::Nothing => {}
            Datum::Number(text) => out.write_all(text.as_bytes())?,
            Datum::Text(text) => {
                let field = match form {
                    Form::Tsv => escaped(&text),
                    Form::SafeCsv => quoted(no_formula(text)),
                    Form::Csv | Form::Lines => quoted(text),
                };
                out.write_all(field.as_bytes())?;
            }
        }
    }
    out.write_all(b"\n")
}

/// The name of a column for programs: words in lower case joined by `_`; `P(>=6)` is `p_ge_6`, `P(-1)` is `p_minus_1`.
pub(crate) fn key(name: &str) -> String {
    const SIGNS: [(&str, &str); 7] = [
        ("(>=", " ge "),
        ("(≥", " ge "),
        ("(<=", " le "),
        ("(≤", " le "),
        ("(>", " gt "),
        ("(<", " lt "),
        ("(-", " minus "),
    ];
    let name = SIGNS.iter().fold(name.to_owned(), |name, (sign, word)| {
        name.replace(sign, word)
    });
    let words = name
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let key = words.map(str::to_lowercase).collect::<Vec<_>>().join("_");
    if key.is_empty() {
        "value".to_owned()
    } else {
        key
    }
}

/// The columns of data that the cells of a column need.
fn wanted(column: &Column, cells: &[&Entry], style: &Style) -> Vec<DataColumn> {
    let has = |of: fn(&Entry) -> bool| cells.iter().any(|cell| of(cell));
    match column.kind {
        ColumnKind::Bar => Vec::new(),
        ColumnKind::Text | ColumnKind::Right => {
            let mut columns = vec![(CellPart::Value, false)];
            if has(|cell| matches!(cell, Entry::Beyond(..))) {
                columns.push((CellPart::Relation, false));
            }
            if has(|cell| matches!(cell, Entry::Outcome { .. })) {
                columns.push((CellPart::Plies, false));
            }
            columns
        }
        ColumnKind::Number { .. } | ColumnKind::Said(..) => wanted_of_numbers(cells, style),
    }
}

/// The columns of data that numbers need.
fn wanted_of_numbers(cells: &[&Entry], style: &Style) -> Vec<DataColumn> {
    let has = |of: fn(&Entry) -> bool| cells.iter().any(|cell| of(cell));
    if style.decimals_only
        && !has(
            |cell| matches!(cell.quantity(), Some(value) if !matches!(value, Quantity::Exact(_))),
        )
    {
        return vec![(CellPart::Exact, true)];
    }
    let all_measured = !cells.is_empty() && !has(|cell| cell.quantity().is_some());
    if all_measured && has(|cell| matches!(cell, Entry::Measured(..))) {
        return vec![(CellPart::Value, false)];
    }
    let both = |part: CellPart| [(part, false), (part, true)];
    let mut columns = both(CellPart::Exact).to_vec();
    if has(|cell| matches!(cell.quantity(), Some(Quantity::Bounded(_)))) {
        let ends = [CellPart::Lower, CellPart::Upper];
        columns.extend(
            [false, true]
                .map(|decimal| ends.map(|end| (end, decimal)))
                .concat(),
        );
    }
    let at_bias = |cell: &Entry| {
        matches!(
            cell.quantity(),
            Some(Quantity::Function { at: Some(_), .. })
        )
    };
    if has(at_bias) {
        columns.extend([CellPart::AtBias, CellPart::Slope].map(both).concat());
    }
    columns.retain(|(_, decimal)| *decimal || !style.decimals_only);
    columns
}

fn datum(cell: &Entry, (part, decimal): DataColumn, style: &Style) -> Datum {
    if let Some(value) = cell.quantity() {
        let kind = if decimal { Datum::Number } else { Datum::Text };
        return number(value, (part, decimal), style).map_or(Datum::Nothing, kind);
    }
    match (cell, part) {
        (Entry::Missing(_) | Entry::Bar(_) | Entry::Number(_), _) => Datum::Nothing,
        (Entry::Text(text), CellPart::Value | CellPart::Exact) if !decimal => {
            Datum::Text(text.trim().to_owned())
        }
        (Entry::Whole(text), CellPart::Value | CellPart::Exact) => Datum::Number(text.clone()),
        (Entry::Measured(value, _), of)
            if of == CellPart::Value || (of, decimal) == (CellPart::Exact, true) =>
        {
            float(*value)
        }
        (Entry::Decimal(near, text), CellPart::Exact) if decimal => match style.digits {
            Some(_) => Datum::Number(text.clone()),
            None => shortest(*near).map_or(Datum::Nothing, Datum::Number),
        },
        (Entry::Named(value, _), CellPart::Value | CellPart::Exact) => {
            Datum::Number(value.to_string())
        }
        (Entry::Beyond(_, than), CellPart::Value) => match than.parse::<i64>() {
            Ok(_) => Datum::Number(than.clone()),
            Err(_) => Datum::Text(than.clone()),
        },
        (Entry::Beyond(sign, _), CellPart::Relation) => Datum::Text(sign.to_string()),
        (_, CellPart::Relation) => Datum::Text("=".to_owned()),
        (Entry::Outcome { word, .. }, CellPart::Value) => Datum::Text((*word).to_owned()),
        (Entry::Outcome { plies, .. }, CellPart::Plies) => {
            plies.map_or(Datum::Nothing, |plies| Datum::Number(plies.to_string()))
        }
        _ => Datum::Nothing,
    }
}

fn float(value: f64) -> Datum {
    serde_json::Number::from_f64(value)
        .map_or(Datum::Nothing, |number| Datum::Number(number.to_string()))
}

fn number(value: &Quantity, (part, decimal): DataColumn, style: &Style) -> Option<String> {
    let (number, side) = match (part, value) {
        (CellPart::Exact, Quantity::Bounded(_)) => return None,
        (CellPart::Exact, value) if !decimal => return Some(style.fraction(value)),
        (CellPart::Exact, Quantity::Exact(value)) => (value.clone(), Equal),
        (CellPart::Exact, value @ Quantity::Surd(surd)) => {
            let fixed = style.digits.map(|digits| value.fixed(digits));
            return fixed.or_else(|| shortest(surd.approx()));
        }
        (CellPart::Exact | CellPart::AtBias, Quantity::Function { at: Some(at), .. }) => {
            (at.value.clone(), Equal)
        }
        (CellPart::Slope, Quantity::Function { at: Some(at), .. }) => (at.slope.clone(), Equal),
        // A surd has no fraction to bound it by.
        (_, Quantity::Surd(_)) if !decimal => return None,
        (CellPart::Lower, value) => (value.ends()?.0, Less),
        (CellPart::Upper, value) => (value.ends()?.1, Greater),
        _ => return None,
    };
    Some(match decimal {
        true => decimal_text(&number, side, style),
        false => number.to_string(),
    })
}

/// The decimal of a number; one that is not the number itself is the nearest, or lies on this side of it.
fn decimal_text(value: &BigRational, side: Ordering, style: &Style) -> String {
    match (style.digits, side) {
        (Some(digits), Equal) => Quantity::Exact(value.clone()).fixed(digits),
        (Some(digits), Less) => decimal_floor(value, digits),
        (Some(digits), Greater) => decimal_ceil(value, digits),
        (None, side) => {
            let near = approx(value);
            let exactly = BigRational::from_float(near);
            let moved = match (side, exactly) {
                (Less, Some(exactly)) if exactly > *value => near.next_down(),
                (Greater, Some(exactly)) if exactly < *value => near.next_up(),
                _ => near,
            };
            shortest(moved).unwrap_or_default()
        }
    }
}

/// The shortest text that is read back as the same number.
fn shortest(value: f64) -> Option<String> {
    // Whole numbers without `.0`.
    match value.to_i64() {
        Some(whole) if whole as f64 == value => Some(whole.to_string()),
        _ => serde_json::Number::from_f64(value).map(|number| number.to_string()),
    }
}

/// A text that a spreadsheet does not take for a formula; a number with a sign is left as it is.
fn no_formula(text: String) -> String {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(&text);
    let is_number = digits.bytes().all(|b| b.is_ascii_digit() || b == b'/');
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number {
        true => format!("'{text}"),
        false => text,
    }
}

/// A CSV field, quoted where it must be.
fn quoted(field: String) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

/// A TSV field.
fn escaped(field: &str) -> String {
    field
        .replace('\\', "\\\\")
        .replace('\t', "\\t")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(sheet: &Sheet, form: Form, style: &Style) -> String {
        let mut out = Vec::new();
        write(sheet, None, form, style, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn fields_with_commas_are_quoted() {
        assert_eq!(quoted("(1, \"2\")".to_owned()), "\"(1, \"\"2\"\")\"");
        assert_eq!(quoted("7/16".to_owned()), "7/16");
        assert_eq!(escaped("a\tb\\"), "a\\tb\\\\");
    }

    #[test]
    fn a_safe_text_is_no_formula() {
        let safe = |text: &str| no_formula(text.to_owned());
        for formula in ["=cmd|' /C calc'!A0", "+1+cmd", "-p + 1", "@SUM(1)", "\t=1"] {
            assert_eq!(safe(formula), format!("'{formula}"));
        }
        for text in ["-1/2", "7/16", "a=b", "-3", ""] {
            assert_eq!(safe(text), text);
        }
    }

    #[test]
    fn bounds_have_columns_and_their_decimals_enclose_them() {
        let ratio = |over: i64, under: i64| BigRational::new(over.into(), under.into());
        let sheet = Sheet {
            columns: vec![
                Column::right("outcome"),
                Column::chance("at least", "decimal"),
            ],
            rows: vec![
                vec![Entry::from(1u32), Entry::exact(ratio(7, 16))],
                vec![
                    Entry::Beyond('>', "1".to_owned()),
                    Quantity::between(ratio(1, 3), ratio(2, 3)).into(),
                ],
            ],
            ..Sheet::default()
        };
        let plain = Style::default();
        let text = written(&sheet, Form::Csv, &plain);
        let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(
            lines[0],
            [
                "outcome",
                "outcome_relation",
                "at_least",
                "at_least_decimal",
                "at_least_lower",
                "at_least_upper",
                "at_least_lower_decimal",
                "at_least_upper_decimal"
            ]
        );
        assert_eq!(
            lines[1],
            [
                "1", "=", "7/16", "0.4375", "7/16", "7/16", "0.4375", "0.4375"
            ]
        );
        assert_eq!(lines[2][..6], ["1", ">", "", "", "1/3", "2/3"]);
        let [lower, upper]: [f64; 2] = [6, 7].map(|at| lines[2][at].parse().unwrap());
        assert!(BigRational::from_float(lower).unwrap() <= ratio(1, 3));
        assert!(BigRational::from_float(upper).unwrap() >= ratio(2, 3));
        let text = written(&sheet, Form::Lines, &plain);
        let rows: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        assert_eq!(rows[0]["at_least"], "7/16");
        assert_eq!(rows[0]["outcome"], 1);
        assert!(rows[1]["at_least_decimal"].is_null());
        let digits = Style {
            digits: Some(1),
            decimals_only: true,
            ..plain
        };
        let text = written(&sheet, Form::Tsv, &digits);
        assert_eq!(text.lines().nth(2), Some("1\t>\t\t0.3\t0.7"));
    }
}

//! The content of cells: figures, words, the decimal sign on which they agree.

use num_rational::BigRational;
use num_traits::One;

use super::words;
use crate::figures::figure::{Figure, Scale};
use crate::figures::grid::Cell;
use crate::figures::reading::{Decimal, FigureError, Reader};

/// The parts of a cell that give a number twice: `7/16 (43.75 %)`, `7/16 = 0.4375`; else the whole.
pub(super) fn pieces(text: &str) -> Vec<&str> {
    let whole = vec![text];
    let inner = text.trim();
    if let Some((first, rest)) = inner.split_once('(') {
        return match rest.strip_suffix(')') {
            Some(second) if !first.trim().is_empty() => vec![first.trim(), second.trim()],
            _ => whole,
        };
    }
    match inner.split_once(['=', '≈']) {
        Some((first, second)) if !first.trim().is_empty() => vec![first.trim(), second.trim()],
        _ => whole,
    }
}

/// The possible meanings of a cell: a list for each time that it gives its number.
pub(super) fn figures_of(reader: &Reader, text: &str) -> Result<Vec<Vec<Figure>>, FigureError> {
    let error = match reader.read(text) {
        Ok(figures) => return Ok(vec![figures]),
        Err(error) => error,
    };
    let plain = |figure: &Figure| figure.scale == Scale::One && figure.number > BigRational::one();
    let each = pieces(text).into_iter().map(|piece| {
        let mut figures = reader.read(piece)?;
        // Beside a fraction `43.75` needs no sign.
        if figures.iter().all(plain) {
            let percent = Reader {
                plain: Scale::Percent,
                ..reader.clone()
            };
            figures.extend(percent.read(piece)?);
        }
        Ok(figures)
    });
    match each.collect::<Result<Vec<_>, FigureError>>() {
        Ok(figures) if figures.len() > 1 => Ok(figures),
        _ => Err(error),
    }
}

/// The content of a cell where words are compared: `yes`, `no`, or lists of numbers.
pub(super) fn said(text: &str) -> Option<Vec<String>> {
    if let Some(yes) = words::yes_or_no(text) {
        return Some(vec![if yes { "yes" } else { "no" }.to_owned()]);
    }
    let lower = text.to_lowercase();
    let mut parts = vec![lower.as_str()];
    for word in [
        " or ", " oder ", " ou ", " o ", " eller ", " of ", " lub ", " или ", "/",
    ] {
        parts = parts
            .into_iter()
            .flat_map(|part| part.split(word))
            .collect();
    }
    let list = |part: &str| {
        let numbers: Vec<&str> = part
            .split(|c: char| !c.is_ascii_digit())
            .filter(|number| !number.is_empty())
            .collect();
        (!numbers.is_empty()).then(|| numbers.join(","))
    };
    parts.into_iter().map(list).collect()
}

/// The decimal sign all figures of a table agree on, if one of them leaves no doubt.
pub(super) fn convention<'a>(cells: impl Iterator<Item = &'a Cell>) -> Decimal {
    let only = |decimal: Decimal| Reader {
        decimal,
        ..Reader::default()
    };
    let (point, comma) = (only(Decimal::Point), only(Decimal::Comma));
    let (mut points, mut commas) = (false, false);
    for cell in cells.filter(|cell| cell.text.contains(['.', ','])) {
        let by_point = figures_of(&point, &cell.text).is_ok();
        let by_comma = figures_of(&comma, &cell.text).is_ok();
        points |= by_point && !by_comma;
        commas |= by_comma && !by_point;
    }
    match (points, commas) {
        (true, false) => Decimal::Point,
        (false, true) => Decimal::Comma,
        _ => Decimal::Auto,
    }
}

//! Figures written in every notation and read back; verdicts against their definitions.

mod notation;
mod verdict;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{Pow, Signed, Zero};
use proptest::prelude::*;
use proptest::strategy::Union;

use super::*;
use crate::exact::tests::ratio;
use crate::exact::{Quantity, parse_fraction};

fn read(text: &str) -> Vec<Figure> {
    let read = Reader::default().read(text);
    read.unwrap_or_else(|error| panic!("{error}"))
}

/// The rows of a file of `fixtures/figures`, each of so many columns.
pub(super) fn rows<const N: usize>(file: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let lines = file.lines().filter(|line| !line.starts_with('#'));
    assert!(lines.clone().count() >= 8, "{file}");
    lines.map(|line| {
        let columns: Vec<&str> = line.split(" | ").collect();
        columns.try_into().expect(line)
    })
}

/// Digits with a decimal sign, and with a sign between thousands.
fn written(units: u64, places: u32, decimal: char, group: Option<char>) -> String {
    let width = places as usize + 1;
    let digits = format!("{units:0>width$}");
    let (whole, part) = digits.split_at(digits.len() - places as usize);
    let mut text = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i).is_multiple_of(3) {
            text.extend(group);
        }
        text.push(digit);
    }
    if places > 0 {
        text.push(decimal);
    }
    text + part
}

/// A text in any notation, the reader for it, and the number that it prints.
fn any_text() -> impl Strategy<Value = (String, Reader, BigRational)> {
    let before = ["", "≈ ", "ca. ", "<", "≥ "].map(Just);
    let after = ["", " %", "%", " per cent", "‰"].map(Just);
    let words = (Union::new(before), Union::new(after));
    let numbers = (1u64..=2_000_000_000, 2u64..=5000, 0u32..=9);
    let looks = (0u8..6, any::<bool>(), any::<bool>(), 0usize..5);
    (words, numbers, looks).prop_map(|((before, after), (units, under, places), looks)| {
        let (form, comma, dot, group) = looks;
        let (sign, other) = if comma { (',', '.') } else { ('.', ',') };
        let group = [Some(other), Some('\u{202f}'), Some('’'), Some(' '), None][group];
        let number = written(units, places, if dot { '·' } else { sign }, group);
        let value = BigRational::new(units.into(), BigInt::from(10).pow(places));
        let fraction = BigRational::new(units.into(), under.into());
        let over = |value: BigRational| value / BigInt::from(under);
        let (text, value) = match form {
            0 => (format!("{number}{after}"), value),
            1 => (format!("-{number}{after}"), -value),
            2 => (
                format!("{number}e-{places}"),
                value / BigInt::from(10).pow(places),
            ),
            3 => (format!("{units}/{under}{after}"), fraction),
            4 => (format!("1 in {number}"), value),
            _ => (format!("{number}:{under} against"), over(value)),
        };
        let reader = Reader {
            decimal: if comma {
                Decimal::Comma
            } else {
                Decimal::Point
            },
            ..Reader::default()
        };
        (format!("{before}{text}"), reader, value)
    })
}

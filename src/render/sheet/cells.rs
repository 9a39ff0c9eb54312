//! The cells of a table for people: shortened where they are very long, and set below each other.

use itertools::Itertools;

use super::people::Align;

/// Cells longer than this are cut in the middle.
const WIDEST: usize = 48;
/// Digits of one whole number in a surd that is so long.
const LONGEST_IN_SURD: usize = 9;

/// The middle of a very long fraction left out; a decimal has the digits that were asked for, and a hash all its own.
pub(crate) fn shortened(cell: &str) -> String {
    let length = cell.chars().count();
    if length > WIDEST && cell.contains("sqrt(") {
        let mut number = String::new();
        let mut text = String::new();
        for c in cell.chars().chain([' ']) {
            if c.is_ascii_digit() {
                number.push(c);
                continue;
            }
            if number.len() > LONGEST_IN_SURD {
                let (head, tail) = (&number[..4], &number[number.len() - 3..]);
                text.push_str(&format!("{head}…{tail}"));
            } else {
                text.push_str(&number);
            }
            number.clear();
            text.push(c);
        }
        return text.trim_end().to_owned();
    }
    let is_fraction = cell.chars().all(|c| c.is_ascii_digit() || "/-".contains(c));
    if length <= WIDEST || !is_fraction {
        return cell.to_owned();
    }
    let part = |part: &str| -> String {
        let digits = part.chars().count();
        if digits <= WIDEST / 2 {
            return part.to_owned();
        }
        let head: String = part.chars().take(6).collect();
        let tail: String = part.chars().skip(digits - 4).collect();
        format!("{head}…{tail} ({digits} digits)")
    };
    cell.split('/').map(part).join("/")
}

/// Pads the cells of a column so that their bars or points stand under each other.
pub(super) fn aligned(cells: Vec<String>, align: Align) -> Vec<String> {
    let mark = match align {
        Align::Bar => '/',
        Align::Point => '.',
        _ => return cells,
    };
    let split = |cell: &str| {
        let at = cell.find(mark).unwrap_or(cell.len());
        (cell[..at].chars().count(), cell[at..].chars().count())
    };
    let before = cells.iter().map(|cell| split(cell).0).max().unwrap_or(0);
    let after = cells.iter().map(|cell| split(cell).1).max().unwrap_or(0);
    let pad = |cell: String| {
        let (left, right) = split(&cell);
        format!(
            "{}{cell}{}",
            " ".repeat(before - left),
            " ".repeat(after - right)
        )
    };
    cells.into_iter().map(pad).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_and_decimals_line_up() {
        let cells = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect();
        assert_eq!(
            aligned(cells(&["7/16", "55/6144", "1"]), Align::Bar),
            [" 7/16  ", "55/6144", " 1     "]
        );
        assert_eq!(
            aligned(cells(&["0.4375", "12.5"]), Align::Point),
            [" 0.4375", "12.5   "]
        );
    }

    #[test]
    fn long_fractions_are_cut_in_the_middle() {
        let long = format!("1/{}", "7".repeat(100));
        assert_eq!(shortened(&long), "1/777777…7777 (100 digits)");
        let surd = "-14881772856125/526141958 + 830189268125/789212937*sqrt(723)";
        let short = "-1488…125/526141958 + 8301…125/789212937*sqrt(723)";
        assert_eq!(shortened(surd), short);
    }
}

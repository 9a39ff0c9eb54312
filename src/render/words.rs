//! Words in the right number.

use super::terminal;
use std::fmt::Display;

use crate::exact::parse_fraction;
use crate::work::limit;

/// A number and what it counts: `1 ply`, `3 plies`, `1,234 positions`.
pub(crate) fn counted(number: impl Display, one: &str, many: &str) -> String {
    let number = number.to_string();
    let what = if number == "1" { one } else { many };
    format!("{number} {what}")
}

/// A count, its digits in groups of three.
pub(crate) fn grouped(count: u64) -> String {
    limit::grouped(count.into())
}

/// A fraction and its decimal form: `3/8 = 0.375`, `2/3 ≈ 0.667`.
pub(crate) fn with_decimal(fraction: &str, decimal: &str) -> String {
    let value = |text: &str| parse_fraction(&text.replace("1 in ", "1/")).ok();
    let is_exact = value(fraction).is_some_and(|exact| value(decimal) == Some(exact));
    let sign = if is_exact { '=' } else { '≈' };
    format!("{fraction} {sign} {decimal}")
}

/// Things separated by blanks.
pub(crate) fn spaced<T: ToString>(things: &[T]) -> String {
    texts(things).join(" ")
}

/// Things as JSON has them.
pub(crate) fn texts<T: ToString>(things: &[T]) -> Vec<String> {
    things.iter().map(ToString::to_string).collect()
}

/// The number of moves in words: `no move, the game is over`, `1 move`, `3 moves`.
pub(crate) fn listed(number: usize, one: &str, many: &str) -> String {
    match number {
        0 => format!("no {one}, the game is over"),
        number => counted(number, one, many),
    }
}

/// Text without the marks of a terminal, on one line.
pub(crate) fn plain(text: &str) -> String {
    let text = anstream::adapter::strip_str(text).to_string();
    let text = terminal::shown(&text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{counted, with_decimal};

    #[test]
    fn a_rounded_number_is_not_said_to_be_equal() {
        let said = [
            ("3/8", "0.375"),
            ("7/2", "4"),
            ("2/3", "0.667"),
            ("7/16", "43.75 %"),
            ("1/6", "1 in 6"),
            ("-1/3", "-0.3"),
        ];
        let said = said.map(|(fraction, decimal)| with_decimal(fraction, decimal));
        assert_eq!(
            said.join("; "),
            "3/8 = 0.375; 7/2 ≈ 4; 2/3 ≈ 0.667; 7/16 = 43.75 %; 1/6 = 1 in 6; -1/3 ≈ -0.3"
        );
    }

    #[test]
    fn one_is_singular_and_all_else_plural() {
        assert_eq!(counted(1, "ply", "plies"), "1 ply");
        assert_eq!(counted(0, "ply", "plies"), "0 plies");
        assert_eq!(counted("1,001", "position", "positions"), "1,001 positions");
    }
}

//! Words in the right number, and as they are typed.

use std::fmt::Display;

use clap::ValueEnum;

/// A number and what it counts: `1 ply`, `3 plies`, `1,234 positions`.
pub(super) fn counted(number: impl Display, one: &str, many: &str) -> String {
    let number = number.to_string();
    let what = if number == "1" { one } else { many };
    format!("{number} {what}")
}

/// A value of an option as it is typed.
pub(super) fn typed(value: impl ValueEnum) -> String {
    let typed = value.to_possible_value();
    typed.map_or_else(String::new, |typed| typed.get_name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_singular_and_all_else_plural() {
        assert_eq!(counted(1, "ply", "plies"), "1 ply");
        assert_eq!(counted(0, "ply", "plies"), "0 plies");
        assert_eq!(counted("1,001", "position", "positions"), "1,001 positions");
    }
}

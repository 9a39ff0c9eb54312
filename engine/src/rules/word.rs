//! Options whose values are words or numbers.

use std::str::FromStr;

use super::Refused;

/// A field of a set of rules whose values have names.
pub trait Word: Copy + PartialEq + 'static {
    /// The names and what they stand for, in the order in which they are listed.
    const WORDS: &'static [(&'static str, Self)];

    /// The names.
    fn names() -> Vec<&'static str> {
        Self::WORDS.iter().map(|(name, _)| *name).collect()
    }
}

/// Types whose values have names: each with its values and their names, in the order in which they are listed.
macro_rules! words {
    ($($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $value:ident = $word:literal,)+ })+) => {$(
        $(#[$about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$of])* $value,)+
        }

        impl $crate::rules::Word for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$value)),+];
        }
    )+};
}
pub(crate) use words;

impl Word for bool {
    const WORDS: &'static [(&'static str, bool)] = &[("no", false), ("yes", true)];
}

/// The name of a value; empty if it has none.
pub fn word<W: Word>(value: W) -> &'static str {
    let found = W::WORDS.iter().find(|(_, known)| *known == value);
    found.map_or("", |(name, _)| name)
}

/// Sets a field by the name of its value.
///
/// # Errors
/// If there is no such name.
pub fn choose<W: Word>(field: &mut W, text: &str) -> Result<(), Refused> {
    let found = W::WORDS.iter().find(|(name, _)| *name == text);
    *field = found.ok_or(Refused::NotOne)?.1;
    Ok(())
}

/// A number without sign or leading zeros that is possible.
///
/// # Errors
/// If it is not possible, or written otherwise.
pub(crate) fn read_number<T: FromStr>(
    text: &str,
    is_possible: impl Fn(&T) -> bool,
) -> Result<T, Refused> {
    let number = text.parse().ok().filter(is_possible);
    let number = number.ok_or(Refused::NotOne)?;
    match is_plain(text) {
        true => Ok(number),
        false => Err(Refused::Part {
            at: 0..text.len(),
            message: "write the number without a sign or leading zeros".to_owned(),
        }),
    }
}

/// A number without sign or leading zeros.
pub(crate) fn plain_number<T: FromStr>(text: &str) -> Option<T> {
    text.parse().ok().filter(|_| is_plain(text))
}

fn is_plain(number: &str) -> bool {
    !number.starts_with(['+', '-', '0']) || number == "0"
}

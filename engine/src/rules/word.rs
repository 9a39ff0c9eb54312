//! Options whose values are words.

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

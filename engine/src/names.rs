//! Names as people write them: with the letters they have at home, and with slips of the pen.

use std::fmt;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The longest text for which a like name is sought, in bytes.
const LONGEST_NAME: usize = 80;
/// From this likeness on, out of one, a name may have been meant.
const LIKE: f64 = 0.8;

/// A text that is not what it should be: a cell, a side, a move, a policy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {wanted}")]
#[non_exhaustive]
pub struct NameError {
    /// The text as given; its beginning where it is long.
    pub text: String,
    /// The thing that was expected, and how it is written.
    pub wanted: &'static str,
}

impl NameError {
    pub(crate) fn new(text: impl Into<String>, wanted: &'static str) -> Self {
        let text = text.into();
        Self { text, wanted }
    }
}

/// A name in small letters of the English alphabet: `Tâb`, composed or not, is `tab`, `Daldøs` is `daldos`.
///
/// # Examples
/// ```
/// use siga::names::fold;
/// assert_eq!(fold("Tâb"), "tab");
/// assert_eq!(fold("ta\u{302}b"), "tab");
/// assert_eq!(fold("daldøs:n=8"), "daldos:n=8");
/// assert_eq!(fold("5×5"), "5x5");
/// ```
pub fn fold(name: &str) -> String {
    if name.is_ascii() {
        return name.to_ascii_lowercase();
    }
    let letters = name.nfkd().filter(|letter| !is_combining_mark(*letter));
    let small = letters.flat_map(char::to_lowercase);
    let plain = small.map(|letter| match letter {
        'ø' => 'o',
        'đ' => 'd',
        'ı' => 'i',
        '×' => 'x',
        letter => letter,
    });
    plain.collect()
}

/// A name as commands have it: small letters, digits and `-`.
///
/// # Examples
/// ```
/// assert_eq!(siga::names::command_name("Luk tsut k'i"), "luk-tsut-ki");
/// ```
pub fn command_name(name: &str) -> String {
    let plain = fold(name.trim()).replace(['\'', '’'], "");
    itertools::join(plain.split([' ', '-']).filter(|part| !part.is_empty()), "-")
}

/// The name that is written most like a text, if any is much like it.
///
/// # Examples
/// ```
/// use siga::names::near;
/// assert_eq!(near("yutt", ["tab", "yut"]), Some("yut"));
/// assert_eq!(near("chess", ["tab", "yut"]), None);
/// assert_eq!(near("nope", ["no_capture_end"]), None);
/// ```
pub fn near<'a>(text: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if text.len() > LONGEST_NAME {
        return None;
    }
    let text = fold(text);
    let likeness = |name: &&str| strsim::jaro_winkler(&text, name);
    // A common beginning of a few letters says little of a name that is far longer.
    let of_a_length = |name: &&str| {
        let (short, long) = match text.len() < name.len() {
            true => (text.as_str(), *name),
            false => (*name, text.as_str()),
        };
        long.len() <= 2 * short.len() || long.starts_with(short)
    };
    let nearest = names
        .into_iter()
        .filter(of_a_length)
        .max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(&nearest) >= LIKE).then_some(nearest)
}

/// What may have been meant, said behind what is not known; empty for nothing.
///
/// # Examples
/// ```
/// use siga::names::{meant, near};
/// assert_eq!(meant(near("yutt", ["tab", "yut"])), " (did you mean `yut`?)");
/// assert_eq!(meant(near("chess", ["tab", "yut"])), "");
/// ```
pub fn meant(near: Option<impl fmt::Display>) -> String {
    near.map_or_else(String::new, |near| format!(" (did you mean `{near}`?)"))
}

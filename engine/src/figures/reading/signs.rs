//! The signs and words of figures.

use unicode_normalization::UnicodeNormalization;

use crate::figures::figure::{Scale, Sense};

/// The names of senses, the longer signs before the shorter.
pub(super) const SENSES: [(&str, Sense); 6] = [
    ("about", Sense::About),
    ("is", Sense::Is),
    ("not above", Sense::AtMost),
    ("not below", Sense::AtLeast),
    ("below", Sense::Less),
    ("above", Sense::More),
];

/// What a number may count.
pub(super) const UNITS: [(&str, Scale); 2] =
    [("percent", Scale::Percent), ("per mille", Scale::PerMille)];

pub(super) const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/// Marks of footnotes behind a figure.
pub(super) const MARKS: &str = "*†‡§¶ᵃᵇᶜᵈᵉ";

pub(super) fn is_minus(c: char) -> bool {
    matches!(c, '-' | '−' | '–' | '‒' | '—' | '‑' | '﹣' | '－')
}

pub(super) fn is_middle_dot(c: char) -> bool {
    matches!(c, '·' | '∙' | '⋅' | '‧')
}

/// Blanks that may stand within a number.
pub(super) fn is_thin(c: char) -> bool {
    matches!(c, '\u{a0}' | '\u{2009}' | '\u{202f}' | '\u{2007}')
}

pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’')
}

pub(super) fn is_bar(c: char) -> bool {
    matches!(c, '/' | '⁄' | '∕')
}

/// A digit; raised and lowered ones, as in `¹⁄₃`, are digits too.
pub(super) fn digit(c: char) -> Option<u8> {
    let plain = match c {
        '¹' | '²' | '³' | '⁰'..='₉' => c.nfkd().next()?,
        _ => c,
    };
    plain
        .to_digit(10)
        .and_then(|digit| u8::try_from(digit).ok())
}

/// A fraction of one character, `½`; the denominator of `⅟` is 0: it follows.
pub(super) fn vulgar(c: char) -> Option<(u8, u8)> {
    let whole: String = c.nfkd().collect();
    let (above, below) = whole
        .split_once('⁄')
        .filter(|_| whole.chars().count() > 1)?;
    Some((above.parse().ok()?, below.parse().unwrap_or(0)))
}

/// The length of a footnote's mark such as `a)`, `(b)` or `[12]` at the beginning of a text; else 0.
pub(super) fn bracketed(text: &str) -> usize {
    let chars: Vec<char> = text.chars().collect();
    let inner = |from: usize, close: char| {
        let end = chars.iter().skip(from).position(|c| *c == close)?;
        let inner = &chars[from..from + end];
        let letter = matches!(inner, [c] if c.is_alphabetic());
        let number = (1..=3).contains(&end) && inner.iter().all(char::is_ascii_digit);
        let fits = letter || (number && close == ']') || matches!(inner, ['*' | '†' | '‡']);
        fits.then_some(from + end + 1)
    };
    match chars.first() {
        Some('[') => inner(1, ']').unwrap_or(0),
        Some('(') => inner(1, ')').unwrap_or(0),
        Some(c) if c.is_alphabetic() => inner(0, ')').unwrap_or(0),
        _ => 0,
    }
}

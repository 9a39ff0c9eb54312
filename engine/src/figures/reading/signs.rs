//! The signs and words of figures.

use crate::figures::figure::{Scale, Sense};

/// Signs and words for a sense, the longer before the shorter.
pub(super) const SENSES: [(&str, Sense); 34] = [
    ("approximately", Sense::About),
    ("approx.", Sense::About),
    ("about", Sense::About),
    ("circa", Sense::About),
    ("cirka", Sense::About),
    ("ungefähr", Sense::About),
    ("etwa", Sense::About),
    ("rund", Sense::About),
    ("environ", Sense::About),
    ("env.", Sense::About),
    ("aprox.", Sense::About),
    ("omtrent", Sense::About),
    ("ongeveer", Sense::About),
    ("около", Sense::About),
    ("примерно", Sense::About),
    ("ca.", Sense::About),
    ("ca ", Sense::About),
    ("c.", Sense::About),
    ("≈", Sense::About),
    ("≃", Sense::About),
    ("≅", Sense::About),
    ("=", Sense::Is),
    ("~", Sense::About),
    ("∼", Sense::About),
    ("less than", Sense::Less),
    ("more than", Sense::More),
    ("at least", Sense::AtLeast),
    ("at most", Sense::AtMost),
    ("<=", Sense::AtMost),
    (">=", Sense::AtLeast),
    ("≤", Sense::AtMost),
    ("≥", Sense::AtLeast),
    ("<", Sense::Less),
    (">", Sense::More),
];

/// Signs and words for what a number counts, the longer before the shorter.
pub(super) const UNITS: [(&str, Scale); 25] = [
    ("per cent", Scale::Percent),
    ("percent", Scale::Percent),
    ("prozent", Scale::Percent),
    ("pour cent", Scale::Percent),
    ("pour-cent", Scale::Percent),
    ("por ciento", Scale::Percent),
    ("por cento", Scale::Percent),
    ("per cento", Scale::Percent),
    ("procent", Scale::Percent),
    ("prosent", Scale::Percent),
    ("процентов", Scale::Percent),
    ("процента", Scale::Percent),
    ("процент", Scale::Percent),
    ("v. h.", Scale::Percent),
    ("٪", Scale::Percent),
    ("％", Scale::Percent),
    ("p. c.", Scale::Percent),
    ("p.c.", Scale::Percent),
    ("pct", Scale::Percent),
    ("%", Scale::Percent),
    ("per mille", Scale::PerMille),
    ("per mill", Scale::PerMille),
    ("permille", Scale::PerMille),
    ("promille", Scale::PerMille),
    ("‰", Scale::PerMille),
];

/// Fractions of one character.
pub(super) const VULGAR: [(char, u8, u8); 20] = [
    ('¼', 1, 4),
    ('½', 1, 2),
    ('¾', 3, 4),
    ('⅐', 1, 7),
    ('⅑', 1, 9),
    ('⅒', 1, 10),
    ('⅓', 1, 3),
    ('⅔', 2, 3),
    ('⅕', 1, 5),
    ('⅖', 2, 5),
    ('⅗', 3, 5),
    ('⅘', 4, 5),
    ('⅙', 1, 6),
    ('⅚', 5, 6),
    ('⅛', 1, 8),
    ('⅜', 3, 8),
    ('⅝', 5, 8),
    ('⅞', 7, 8),
    ('↉', 0, 3),
    ('⅟', 1, 0), // A numerator; the denominator follows.
];

pub(super) const SUPERSCRIPTS: &str = "⁰¹²³⁴⁵⁶⁷⁸⁹";
pub(super) const SUBSCRIPTS: &str = "₀₁₂₃₄₅₆₇₈₉";

/// Words between the two numbers of a fraction, as in `17 of 36`.
pub(super) const OUT_OF: [&str; 13] = [
    "out of", "of", "von", "sur", "su", "de", "di", "van", "uit", "af", "av", "из", "sobre",
];

/// Words between the two numbers of odds.
pub(super) const TO: [&str; 6] = ["to", "zu", "contre", "contra", "til", "till"];

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
    if let Some(digit) = c.to_digit(10) {
        return u8::try_from(digit).ok();
    }
    let at = |digits: &str| digits.chars().position(|other| other == c);
    at(SUPERSCRIPTS)
        .or_else(|| at(SUBSCRIPTS))
        .and_then(|digit| u8::try_from(digit).ok())
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

//! The words of headers.

use num_bigint::BigInt;
use num_traits::Zero;

use crate::figures::figure::Scale;
use crate::figures::reading::Odds;

/// A header as it is compared: letters, digits and single blanks.
fn words(name: &str) -> String {
    let spaced: String = (name.to_lowercase().chars())
        .map(|c| if c.is_alphanumeric() { c } else { ' ' })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Other words for the names of keys.
pub(super) const KEY_WORDS: [(&str, &[&str]); 3] = [
    (
        "behind",
        &["distance", "holes", "cells", "pips", "points away", "away"],
    ),
    (
        "outcome",
        &[
            "throw", "roll", "sum", "total", "score", "value", "result", "name", "pips", "points",
        ],
    ),
    ("throws", &["throw", "number"]),
];

/// Other words for the names of series.
pub(super) const SERIES_WORDS: [(&str, &[&str]); 4] = [
    (
        "probability",
        &[
            "chance",
            "chances",
            "probabilities",
            "prob",
            "p",
            "percent",
            "per cent",
            "percentage",
            "odds",
            "decimal",
            "fraction",
            "frequency",
            "relative frequency",
        ],
    ),
    (
        "weight",
        &["ways", "combinations", "cases", "number of ways"],
    ),
    ("at_least", &["at least", "or more", "or better"]),
    ("at_most", &["at most", "or less", "or fewer"]),
];

/// Whether a header names this, itself or by another word.
pub(super) fn names(header: &str, name: &str, table: &[(&str, &[&str])]) -> bool {
    let header = words(header);
    let itself = header == words(name);
    itself
        || table.iter().any(|(known, others)| {
            *known == name
                && others.iter().any(|word| {
                    header == *word
                        || header.starts_with(&format!("{word} "))
                        || header.ends_with(&format!(" {word}"))
                })
        })
}

/// What a header says of the plain numbers under it.
pub(super) fn scale_of(header: &str) -> Option<Scale> {
    let lower = header.to_lowercase();
    if lower.contains('%') || lower.contains("per cent") || lower.contains("percent") {
        return Some(Scale::Percent);
    }
    if lower.contains('‰') || lower.contains("per mille") {
        return Some(Scale::PerMille);
    }
    if words(header).contains("1 in") || words(header).contains("one in") {
        return Some(Scale::OneIn);
    }
    let after = ["out of ", "of ", "/"]
        .iter()
        .find_map(|word| lower.split_once(word));
    let digits: String = after?
        .1
        .trim()
        .chars()
        .take_while(char::is_ascii_digit)
        .collect();
    digits
        .parse::<BigInt>()
        .ok()
        .filter(|n| !n.is_zero())
        .map(Scale::OutOf)
}

/// What a header says of odds under it.
pub(super) fn odds_of(header: &str) -> Option<Odds> {
    let words = words(header);
    let has = |word: &str| words.split(' ').any(|other| other == word);
    if has("against") {
        Some(Odds::Against)
    } else if has("odds") && (has("for") || has("on")) {
        Some(Odds::For)
    } else {
        None
    }
}

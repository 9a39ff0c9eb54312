//! The headings of tables in eight languages.

use std::collections::BTreeMap;

/// The headings of a language by what they stand for.
pub(super) type Words = BTreeMap<&'static str, &'static str>;

/// The words that begin the lines of `languages.txt`, and a language a line.
pub(super) fn languages() -> Vec<Words> {
    let mut lines = include_str!("languages.txt").lines();
    let names = lines.next().into_iter().flat_map(|names| names.split("; "));
    let languages: Vec<Words> = lines
        .map(|line| names.clone().zip(line.split("; ")).collect())
        .collect();
    assert!(languages.len() >= 8, "{}", languages.len());
    languages
}

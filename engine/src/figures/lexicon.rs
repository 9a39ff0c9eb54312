//! The words of figures and tables in many languages: `lexicon.txt`.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::names::fold;

/// A text as it is compared: small letters without marks, digits, and single blanks.
pub(super) fn plain(text: &str) -> String {
    let is_part = |c: char| if c.is_alphanumeric() { c } else { ' ' };
    let spaced: String = fold(text).replace('ß', "ss").chars().map(is_part).collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of figures and tables: for each name the phrases for it, as they are written.
static WORDS: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let mut all: Vec<(&str, Vec<&str>)> = Vec::new();
    let lines = include_str!("lexicon.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (name, phrases) = match line.split_once(':') {
            Some((name, phrases)) if !line.starts_with(' ') => (Some(name), phrases),
            _ => (None, line),
        };
        all.extend(name.map(|name| (name, Vec::new())));
        if let Some((_, list)) = all.last_mut() {
            let phrases = phrases.split(',').map(str::trim);
            list.extend(phrases.filter(|phrase| !phrase.is_empty()));
        }
    }
    all
});

/// The phrases for something, as they are written.
pub(super) fn written(name: &str) -> &'static [&'static str] {
    let own = WORDS.iter().find(|(own, _)| *own == name);
    own.map_or(&[], |(_, phrases)| phrases)
}

/// A word as it is compared, and whether any ending may follow.
pub(super) type Word = (String, bool);

/// The phrases for each name, in words as they are compared.
static PHRASES: LazyLock<FxHashMap<&str, Vec<Vec<Word>>>> = LazyLock::new(|| {
    let word = |word: &str| (plain(word), word.ends_with('*'));
    let phrase = |phrase: &&str| phrase.split_whitespace().map(word).collect();
    let phrases = |(name, list): &(&'static str, Vec<&str>)| {
        let phrases: Vec<Vec<Word>> = list.iter().map(phrase).collect();
        (*name, phrases)
    };
    WORDS.iter().map(phrases).collect()
});

/// The names of keys and series, which stand before all others.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    let names = WORDS.iter().map(|(name, _)| *name);
    names.take_while(|name| *name != "notation")
}

fn phrases(name: &str) -> &'static [Vec<Word>] {
    PHRASES.get(name).map_or(&[], Vec::as_slice)
}

/// Whether words begin with a phrase.
fn begins(words: &[&str], phrase: &[Word]) -> bool {
    let is = |(word, (pattern, open)): (&&str, &Word)| match open {
        true => word.starts_with(pattern.as_str()),
        false => word == pattern,
    };
    words.len() >= phrase.len() && words.iter().zip(phrase).all(is)
}

/// Whether a text, as it is compared, is a phrase for something.
pub(super) fn is(text: &str, name: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let same = |phrase: &Vec<Word>| phrase.len() == words.len() && begins(&words, phrase);
    phrases(name).iter().any(same)
}

/// Where a phrase for something stands in a text, as it is compared; and how long it is.
pub(super) fn places<'a>(
    words: &'a [&'a str],
    name: &str,
) -> impl Iterator<Item = (usize, &'a [Word])> {
    let all = phrases(name).iter();
    all.filter_map(move |phrase| {
        let at = (0..words.len()).find(|at| begins(&words[*at..], phrase))?;
        Some((at, phrase.as_slice()))
    })
}

/// Whether a phrase for something stands in a text, as it is compared.
pub(super) fn has(text: &str, name: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    places(&words, name).next().is_some()
}

/// Whether a text has a word, in any language, for something of `lexicon.txt`.
pub fn mentions(text: &str, name: &str) -> bool {
    has(&plain(text), name)
}

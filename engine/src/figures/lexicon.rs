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
    !phrases(name).is_empty() && has(&plain(text), name)
}

/// The certainty with which a text names something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// It says something more, which may make it something else.
    Partly,
    /// It says this, and in which notation.
    Wholly,
}

/// The thing that a heading names, if it is known.
pub(super) fn named(heading: &str) -> Option<(&'static str, Certainty)> {
    for (sense, name) in [("not below", "at_least"), ("not above", "at_most")] {
        if signs(sense).any(|sign| heading.contains(sign)) {
            return Some((name, Certainty::Wholly));
        }
    }
    let text = plain(heading);
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut best: Option<(&'static str, Certainty, usize)> = None;
    for name in names() {
        for (at, phrase) in places(&words, name) {
            let length = phrase.len();
            let other = |(i, word): (usize, &&str)| {
                let own = (at..at + length).contains(&i);
                own || is(word, "notation") || word.parse::<u64>().is_ok()
            };
            let sure = match words.iter().enumerate().all(other) {
                true => Certainty::Wholly,
                false => Certainty::Partly,
            };
            // A letter in a sentence is no name.
            let is_letter = length == 1 && phrase[0].0.chars().count() < 3 && !phrase[0].1;
            if sure == Certainty::Partly && is_letter {
                continue;
            }
            if best.is_none_or(|(_, known, long)| (sure, length) > (known, long)) {
                best = Some((name, sure, length));
            }
        }
    }
    best.map(|(name, sure, _)| (name, sure))
}

/// The signs for something.
pub(super) fn signs(name: &str) -> impl Iterator<Item = &'static str> {
    let all = written(name).iter().copied();
    all.filter(|sign| !sign.contains(char::is_alphanumeric))
}

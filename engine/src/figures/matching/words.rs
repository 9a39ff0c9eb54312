//! The meaning of headings and labels, in the languages in which such tables are printed.

use itertools::Itertools;
use num_bigint::BigInt;
use num_traits::Zero;

use crate::figures::figure::{Scale, Sense};
pub(super) use crate::figures::lexicon::{Certainty, has, is, named, plain};
use crate::figures::lexicon::{places, signs, written};

/// Whether a sign stands for something.
fn sign_is(sign: &str, name: &str) -> bool {
    written(name).contains(&sign)
}

/// Whether a label is that of a sum.
pub(super) fn is_total(label: &str) -> bool {
    sign_is(label.trim(), "total") || fact(label).is_none() && is(&plain(label), "total")
}

/// The property of the whole that a label names: `mean`, `variance`.
pub(super) fn fact(label: &str) -> Option<&'static str> {
    if sign_is(label.trim(), "total") {
        return None;
    }
    let (name, sure) = named(label)?;
    let is_fact = matches!(name, "mean" | "variance" | "sd" | "median" | "mode");
    // The mean of each die, or of one, is not that of the sum.
    let is_part = has(&plain(label), "each") || number_in(label).is_some();
    (sure == Certainty::Wholly && is_fact && !is_part).then_some(name)
}

/// Yes or no, if a cell says one of them.
pub(super) fn yes_or_no(text: &str) -> Option<bool> {
    let (sign, word) = (text.trim(), plain(text));
    let says = |name| sign_is(sign, name) || is(&word, name);
    match (sign == "*" || says("yes"), says("no")) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => throws_again(&word),
    }
}

/// Whether words say that something throws again, or that it does not.
fn throws_again(text: &str) -> Option<bool> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let said = places(&words, "again").any(|(_, phrase)| words.len() <= phrase.len() + 2);
    said.then(|| !words.iter().any(|word| is(word, "otherwise")))
}

/// A label that means all outcomes from a number, or up to one, as `7+`, `at most 7` and `> 7`: the series that has the chance of that,
/// by how much the first or the last of them is off the number, and the rest of the label.
pub(super) fn tail(label: &str) -> Option<(&'static str, i64, String)> {
    let label = label.trim();
    let text = plain(&label.replace('&', " and "));
    let words: Vec<&str> = text.split_whitespace().collect();
    let senses = [
        ("not below", "at_least", "at_least", 0),
        ("not above", "at_most", "at_most", 0),
        ("above", "above", "at_least", 1),
        ("below", "below", "at_most", -1),
    ];
    // `P(X ≥ 7)` is about 7; `7 ≤ X` leaves nothing that is a key.
    let sign = senses.iter().find_map(|(sense, _, name, by)| {
        let rest = signs(sense).find_map(|sign| {
            let (before, rest) = label.split_once(sign)?;
            let is_arrow = before.ends_with(['-', '–', '=']);
            let names = plain(before);
            let is_named = names
                .split_whitespace()
                .all(|word| word.parse::<u64>().is_err());
            let close = |c: char| matches!(c, ')' | ']' | '}' | '$' | ' ');
            let rest = if is_named {
                rest.trim_end_matches(close)
            } else {
                label
            };
            (!is_arrow).then(|| rest.to_owned())
        })?;
        Some((*name, *by, rest))
    });
    let plus = || Some(("at_least", 0, label.strip_suffix('+')?.to_owned()));
    // `11-` is 11 or less, but a dash stands between numbers too.
    let minus = || {
        let rest = label.strip_suffix(['-', '−', '–'])?;
        let digits = rest.strip_prefix(['-', '−', '–']).unwrap_or(rest);
        let is_number = digits.chars().all(|c| c.is_ascii_digit()) && !digits.is_empty();
        is_number.then(|| ("at_most", 0, rest.to_owned()))
    };
    let word = || {
        senses.iter().find_map(|(_, word, name, by)| {
            let (at, phrase) = places(&words, word).find(|(_, phrase)| !phrase[0].0.is_empty())?;
            let rest = [&words[..at], &words[at + phrase.len()..]]
                .concat()
                .join(" ");
            let is_negative = parts_of(label).contains(&format!("-{rest}"));
            let rest = if is_negative {
                format!("-{rest}")
            } else {
                rest
            };
            Some((*name, *by, rest))
        })
    };
    sign.or_else(plus).or_else(minus).or_else(word)
}

/// The words of a label, a minus as `-` before its number and the signs of a range as `to`.
fn parts_of(label: &str) -> Vec<String> {
    let signs = ['–', '—', '‒', '−', '-', '…'];
    let mut spaced = String::new();
    let label = label.replace("..", "…");
    let mut chars = label.chars().peekable();
    while let Some(c) = chars.next() {
        let is_before_number = chars.peek().is_some_and(char::is_ascii_digit);
        let is_between = spaced.trim_end().ends_with(|c: char| c.is_ascii_digit());
        let is_apart = spaced.is_empty() || spaced.ends_with(char::is_whitespace);
        match signs.contains(&c) {
            true if is_before_number && is_apart && !is_between => spaced.push('-'),
            true => spaced.push_str(" to "),
            false => spaced.push(c),
        }
    }
    spaced.split_whitespace().map(str::to_owned).collect()
}

/// The parts of a label between `or` and commas, each of them one text or the two ends of a range: `2, 3 or 12`, `2–4`.
pub(super) fn each_of(label: &str) -> Vec<Vec<String>> {
    let words = parts_of(&label.replace(", ", " or "));
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let each = words.split(|word| is(&plain(word), "or"));
    let ends = |one: &[&str]| {
        let ends = one.split(|word| is(&plain(word), "through"));
        ends.map(|end| end.join(" ")).collect()
    };
    each.map(ends).collect()
}

/// The certainty with which a key is meant beside words: they say nothing else, or something that is not understood; `None` where
/// something else is meant, as by `not 7` and `7 twice`.
pub(super) fn beside(words: &[&str]) -> Option<Certainty> {
    let known = [
        "outcome",
        "behind",
        "flat",
        "round",
        "name",
        "again",
        "weight",
        "probability",
        "notation",
        "thing",
    ];
    let means = |name: &str| places(words, name).next().is_some();
    if ["otherwise", "repeated", "at_least", "at_most"]
        .into_iter()
        .any(means)
    {
        return None;
    }
    let mut rest = words;
    while let Some((word, others)) = rest.split_first() {
        let length = |name: &str| {
            places(rest, name)
                .filter(|(at, _)| *at == 0)
                .map(|(_, phrase)| phrase.len())
                .max()
        };
        let is_short = word.chars().count() < 2 || word.parse::<u64>().is_ok();
        match known.into_iter().filter_map(length).max() {
            Some(length) => rest = &rest[length..],
            None if is_short || number_word(word).is_some() => rest = others,
            None => return Some(Certainty::Partly),
        }
    }
    Some(Certainty::Wholly)
}

/// The number that a word is.
pub(super) fn number_word(text: &str) -> Option<usize> {
    let word = plain(text);
    (0..=12).find(|number| is(&word, &number.to_string()))
}

/// The one number, in digits or as a word, among other words: `no white`, `one white side`; in `one six` the first.
pub(super) fn number_in(text: &str) -> Option<usize> {
    let plain = plain(text);
    let number = |word: &str| word.parse().ok().or_else(|| number_word(word));
    let words: Vec<&str> = plain.split(' ').collect();
    let numbers: Vec<usize> = words.iter().filter_map(|word| number(word)).collect();
    let in_words = words.iter().all(|word| word.parse::<usize>().is_err());
    let counts_them = in_words && words.len() == 2;
    match numbers.as_slice() {
        [number] => Some(*number),
        [count, _] if counts_them => Some(*count),
        _ => None,
    }
}

/// The scale that a heading gives to the plain numbers under it.
pub(super) fn scale_of(heading: &str) -> Option<Scale> {
    let lower = heading.to_lowercase();
    let text = plain(heading);
    if lower.contains(['%', '٪', '％']) || has(&text, "hundredths") {
        Some(Scale::Percent)
    } else if lower.contains('‰') || has(&text, "thousandths") {
        Some(Scale::PerMille)
    } else if has(&text, "one in") {
        Some(Scale::OneIn)
    } else {
        out_of(&lower)
    }
}

/// The scale of a heading that ends in a number: `ways of 61`, `/36`, `von 256`.
fn out_of(lower: &str) -> Option<Scale> {
    let trimmed = lower.trim_end_matches([')', ']', ' ', '.']);
    let digits = trimmed
        .chars()
        .rev()
        .take_while(char::is_ascii_digit)
        .count();
    let (before, number) = trimmed.split_at(trimmed.len() - digits);
    let before = before.trim_end();
    let ends = |word: &&str| {
        before
            .strip_suffix(word)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', '(']))
    };
    let said = before.ends_with('/') || written("out of").iter().any(ends);
    number
        .parse::<BigInt>()
        .ok()
        .filter(|n| said && !n.is_zero())
        .map(Scale::OutOf)
}

/// Whether a heading says in which notation its figures are, and nothing else: `%`, `decimal`, `1 in`.
pub(super) fn is_form(heading: &str) -> bool {
    let text = plain(heading);
    let known = |word: &str| {
        let names = ["notation", "form", "hundredths", "from below", "from above"];
        names.iter().any(|name| is(word, name))
    };
    let says = scale_of(heading).is_some() || has(&text, "form") || bound(heading).is_some();
    says && text.split_whitespace().all(known)
}

/// Whether a heading says that bounds of its numbers stand under it, as `mean_lower` and `chance, lower bound` do: what each figure
/// says of its number. `lower` alone may be of anything: `4 or lower`, the lower of two dice.
pub(super) fn bound(heading: &str) -> Option<Sense> {
    let text = plain(heading);
    let words = text.split_whitespace().collect_vec();
    let says = |name| {
        places(&words, name).any(|(at, phrase)| {
            let before = named(&words[..at].join(" "));
            let is_series = before.is_some_and(|(_, sure)| sure == Certainty::Wholly);
            let is_own = heading.contains(&format!("_{}", words[at]));
            let mut after = words[at + phrase.len()..].iter();
            phrase.len() > 1 || (is_series || is_own) && after.all(|word| is(word, "form"))
        })
    };
    match (says("from below"), says("from above")) {
        (true, false) => Some(Sense::AtLeast),
        (false, true) => Some(Sense::AtMost),
        _ => None,
    }
}

/// The words of a text without its numbers; one thing is called as several are.
pub(super) fn of_several(text: &str) -> Vec<String> {
    let text = plain(text);
    let words = text
        .split_whitespace()
        .filter(|word| word.parse::<u64>().is_err());
    let several = words.map(|word| match word {
        "die" => "dice",
        word => word.trim_end_matches('s'),
    });
    several.map(str::to_owned).collect()
}

/// What a heading says by its sign of outcomes beyond each key: `P(X > x)`; `None` without such a sign.
pub(super) fn strict(heading: &str) -> Option<&'static str> {
    let has = |name| signs(name).any(|sign| heading.contains(sign));
    let is_arrow = heading.contains("->") || has("not above") || has("not below");
    let names = ["above", "below"].into_iter();
    names.filter(|_| !is_arrow).find(|name| has(name))
}

/// Whether a label says by its sign that it is of all other outcomes: `P(X ≠ 7)`, `1 − p`.
pub(super) fn is_of_others(label: &str) -> bool {
    let signs = label
        .to_lowercase()
        .replace(['−', '–'], "-")
        .replace(' ', "");
    signs.contains('≠') || signs.contains("!=") || signs == "1-p"
}

/// Whether a heading has the number of another outcome than the name of a series: `9 hits` is not `P(4)`.
pub(super) fn is_of_other(heading: &str, series: &str) -> bool {
    let numbers = |text: &str| {
        let parts = text.split(|c: char| !c.is_ascii_digit());
        parts
            .filter_map(|part| part.parse::<u64>().ok())
            .collect_vec()
    };
    let (own, others) = (numbers(heading), numbers(series));
    let differ =
        !own.is_empty() && !others.is_empty() && own.iter().all(|one| !others.contains(one));
    differ && scale_of(heading).is_none()
}

/// A heading without the words at its end that say in which notation its figures are: `on rethrow, decimal`.
pub(super) fn without_form(heading: &str) -> String {
    let signs = [
        (">=", " ge "),
        ("≥", " ge "),
        ("<=", " le "),
        ("≤", " le "),
        (">", " gt "),
        ("<", " lt "),
    ];
    let heading = signs.iter().fold(heading.to_owned(), |text, (sign, word)| {
        text.replace(sign, word)
    });
    let text = plain(&heading);
    let mut words = text.split_whitespace().collect_vec();
    let names = match bound(&heading) {
        Some(_) => &["form", "from below", "from above"][..],
        None => &["form"],
    };
    let is_form = |word: &&str| names.iter().any(|name| is(word, name));
    while words.len() > 1 && words.last().is_some_and(is_form) {
        words.pop();
    }
    words.join(" ")
}

/// Whether a heading says that odds stand under it, but not which.
pub(super) fn may_be_odds(heading: &str) -> bool {
    let is_word = |word| {
        matches!(
            word,
            "odds" | "quote" | "quoten" | "cote" | "cotes" | "cuota" | "quota"
        )
    };
    odds_of(heading).is_none() && plain(heading).split(' ').any(is_word)
}

/// The scale that a heading gives to odds under it.
pub(super) fn odds_of(heading: &str) -> Option<Scale> {
    let text = plain(heading);
    if has(&text, "against") {
        Some(Scale::OddsAgainst)
    } else if text.split(' ').any(|word| word == "odds") && has(&text, "for") {
        Some(Scale::OddsFor)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::figures::tests::rows;

    #[test]
    fn headings_are_known_in_many_languages() {
        let headings = include_str!("../../../../fixtures/figures/headings.txt");
        for [heading, name] in rows(headings) {
            let found = named(heading).map(|(name, _)| name);
            assert_eq!(found, Some(name), "{heading}");
        }
        assert_eq!(named("Foo"), None);
        assert_eq!(scale_of("Probability of 4 holes"), None);
        assert_eq!(scale_of("ways (of 36)"), Some(Scale::OutOf(36.into())));
        assert_eq!(yes_or_no("Да"), Some(true));
        assert_eq!(number_word("Fünf"), Some(5));
    }
}

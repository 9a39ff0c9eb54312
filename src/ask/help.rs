//! The texts after the options in the help of commands, which stand in `help.txt`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

/// All of them, each under the words of its command.
const TEXTS: &str = include_str!("help.txt");

/// The text of the command with these words; none if it has none.
pub(crate) fn of(words: &[&str]) -> String {
    // Asked for every command that is put together.
    static BY_WORDS: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| sections(TEXTS).collect());
    let text = BY_WORDS.get(words.join(" ").as_str());
    text.map_or_else(String::new, |text| arranged(text))
}

/// The text under a heading; none if there is none.
pub(crate) fn section(texts: &str, heading: &str) -> String {
    let mut found = sections(texts).filter(|(own, _)| *own == heading);
    found
        .next()
        .map_or_else(String::new, |(_, text)| arranged(text))
}

/// The headings, lines that begin with `==`, each with what stands below.
fn sections(texts: &str) -> impl Iterator<Item = (&str, &str)> {
    let sections = texts.split("\n== ").skip(1);
    sections.filter_map(|section| section.split_once('\n'))
}

/// The lines of a paragraph are joined, lines that begin with a blank stand alone.
fn arranged(text: &str) -> String {
    let mut whole = String::new();
    let mut goes_on = false;
    for line in text.trim_end().lines() {
        let is_prose = !line.is_empty() && !line.starts_with(' ');
        if !whole.is_empty() {
            whole.push(if goes_on && is_prose { ' ' } else { '\n' });
        }
        whole.push_str(line);
        goes_on = is_prose;
    }
    whole
}

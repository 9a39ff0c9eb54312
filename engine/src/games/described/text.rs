//! The text of a game: `key: value` lines, some with indented lines under them.
//!
//! `option NAME=WORD: key: value; …` says what a word of an option changes: the first word of each option is the usual one.
//! `about NAME:` and `source NAME:` say what an option or a preset decides and where that is from; `preset NAME: a=b, …` names
//! some words together. The other keys say what the game is ([`super::rules`] reads them).

use std::fmt;

use crate::board::notation::{Place, Spot};
use crate::names::{self, command_name};
use crate::rules::table::OptionTable;
use crate::rules::{Refused, listed};

/// The longest text of a game, in bytes.
pub const MAX_TEXT: usize = 20_000;

/// What is wrong with the text of a game, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {}, column {}: {message}", place.line, place.column)]
#[non_exhaustive]
pub struct TextError {
    /// Where.
    pub place: Place,
    /// The fault, and what would be right.
    pub message: String,
}

/// A line of text from 1.
fn spot(text: &str, line: usize) -> Spot<'_> {
    let column = 1;
    Spot {
        text,
        place: Place { line, column },
    }
}

impl Spot<'_> {
    /// A fault after so many characters.
    pub(in crate::games) fn fault(
        &self,
        characters: usize,
        message: impl Into<String>,
    ) -> TextError {
        let Place { line, column } = self.place;
        let column = column + characters;
        let mut message = message.into();
        if self.text.contains(" #") {
            message += "; a comment stands on a line of its own that begins with `#`";
        }
        TextError {
            place: Place { line, column },
            message,
        }
    }
}

/// A value with the indented lines under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::games) struct Said {
    text: String,
    place: Place,
    block: Vec<(usize, String)>,
}

impl Said {
    fn of(line: Spot<'_>, block: &[Spot<'_>]) -> Said {
        Said {
            text: line.text.to_owned(),
            place: line.place,
            block: block
                .iter()
                .map(|line| (line.place.line, line.text.trim_end().to_owned()))
                .collect(),
        }
    }

    pub(in crate::games) fn line(&self) -> Spot<'_> {
        Spot {
            text: &self.text,
            place: self.place,
        }
    }

    /// The lines under it.
    pub(in crate::games) fn block(&self) -> Vec<Spot<'_>> {
        self.block
            .iter()
            .map(|(number, text)| spot(text, *number))
            .collect()
    }

    /// All of it as one line of words.
    pub(in crate::games) fn words(&self) -> String {
        let block = self.block.iter().map(|(_, text)| text.as_str());
        let all = std::iter::once(self.text.as_str()).chain(block);
        itertools::join(all.flat_map(str::split_whitespace), " ")
    }

    pub(in crate::games) fn fault(&self, message: impl Into<String>) -> TextError {
        self.line().fault(0, message)
    }
}

/// What a word of an option changes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Change {
    key: String,
    /// Whether it is said besides what is said already.
    adds: bool,
    said: Said,
}

/// An option: a point that may be decided otherwise.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::games) struct OptionText {
    pub(in crate::games) name: String,
    /// Its words, the usual one first, each with what it changes.
    choices: Vec<(String, Vec<Change>)>,
}

impl OptionText {
    /// Its words, the usual one first.
    pub(in crate::games) fn words(&self) -> impl Iterator<Item = &str> {
        self.choices.iter().map(|(word, _)| word.as_str())
    }
}

/// The text of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameText {
    /// Its name in commands and rules texts.
    pub(in crate::games) name: String,
    family: &'static str,
    /// The keys that it may have.
    keys: Vec<&'static str>,
    said: Vec<(String, Said)>,
    pub(in crate::games) options: Vec<OptionText>,
    /// Sets of rules that have a name, each with the number of the word chosen for each option.
    pub(in crate::games) presets: Vec<(String, Vec<usize>)>,
}

/// A family of games that are texts.
struct FamilyOfTexts {
    name: &'static str,
    /// The keys of its texts besides [`KEYS`] and those of options.
    keys: &'static [&'static str],
    /// A key that must be there.
    needed: &'static [&'static str],
}

const FAMILIES: [FamilyOfTexts; 2] = [
    FamilyOfTexts {
        name: "line-up",
        keys: &["goal", "no goal", "chooser", "repeat"],
        needed: &["goal"],
    },
    FamilyOfTexts {
        name: "custodial",
        keys: &[
            "keep empty",
            "capture_lines",
            "capture_run",
            "corner",
            "intervention",
            "centre",
            "continuation",
            "in_a_row",
            "lost_with",
            "no_capture",
            "no_capture_end",
        ],
        needed: &[],
    },
];

/// The keys of a text of any family besides those of options.
const KEYS: [&str; 18] = [
    "game",
    "family",
    "also",
    "source",
    "from",
    "board",
    "joined",
    "start",
    "men",
    "place",
    "move",
    "first",
    "blocked",
    "how to play",
    "always written",
    "variants",
    "kin",
    "known",
];

/// The family of a text: the one it names, else the first that has all its keys that are not common to all families.
fn family_of(lines: &[Spot<'_>]) -> Result<&'static FamilyOfTexts, TextError> {
    let entries = || lines.iter().filter_map(|line| line.split_once(':'));
    let Some((_, value)) = entries().find(|(key, _)| key.text == "family") else {
        let of_some = |key: &str| FAMILIES.iter().any(|family| family.keys.contains(&key));
        let has_all = |family: &&FamilyOfTexts| {
            let mut keys = entries()
                .map(|(key, _)| key.text)
                .filter(|key| of_some(key));
            keys.all(|key| family.keys.contains(&key))
        };
        return Ok(FAMILIES.iter().find(has_all).unwrap_or(&FAMILIES[0]));
    };
    let found = FAMILIES.iter().find(|family| family.name == value.text);
    found.ok_or_else(|| {
        let names = itertools::join(FAMILIES.iter().map(|family| family.name), " or ");
        value.fault(0, format!("a family is {names}"))
    })
}

impl GameText {
    /// Reads the text of a game; `name` is its name in commands.
    ///
    /// # Errors
    /// The first line that is not as it must be. Whether the values are possible is another question.
    pub(in crate::games) fn read(text: &str, name: &str) -> Result<GameText, TextError> {
        let mut game = GameText {
            name: name.to_owned(),
            family: FAMILIES[0].name,
            keys: Vec::new(),
            said: Vec::new(),
            options: Vec::new(),
            presets: Vec::new(),
        };
        let end = spot("", text.lines().count().max(1));
        if text.len() > MAX_TEXT {
            return Err(end.fault(0, format!("a text of a game has at most {MAX_TEXT} bytes")));
        }
        let lines: Vec<Spot<'_>> = (1..)
            .zip(text.trim_start_matches('\u{feff}').lines())
            .map(|(number, text)| spot(text, number))
            .filter(|line| !line.text.starts_with('#'))
            .collect();
        let family = family_of(&lines)?;
        game.family = family.name;
        game.keys = [KEYS.as_slice(), family.keys].concat();
        let mut presets = Vec::new();
        let mut unknown = Vec::new();
        let mut rest = lines.as_slice();
        while let [first, after @ ..] = rest {
            let indented = |line: &&Spot<'_>| {
                line.text.trim().is_empty() || line.text.starts_with([' ', '\t'])
            };
            let count = after.iter().take_while(|line| indented(line)).count();
            let block = &after[..count];
            let last = block.iter().rposition(|line| !line.text.trim().is_empty());
            rest = &after[count..];
            if first.text.trim().is_empty() {
                continue;
            }
            let block = &block[..last.map_or(0, |last| last + 1)];
            match first.split_once(':') {
                Some((key, _)) if !game.knows(key.text) => unknown.push(key),
                _ => game.entry(*first, block, &mut presets)?,
            }
        }
        if let [first, others @ ..] = unknown.as_slice() {
            return Err(game.no_such_keys(*first, others));
        }
        for preset in presets {
            game.named(preset)?;
        }
        game.check_settings()?;
        for &key in ["game", "board"].iter().chain(family.needed) {
            match game.say(key) {
                None => return Err(end.fault(0, format!("the line `{key}: …` is missing"))),
                Some(said) if said.words().is_empty() => {
                    return Err(said.fault(format!("`{key}` says nothing")));
                }
                Some(_) => {}
            }
        }
        Ok(game)
    }

    /// Whether a text of its family may have a line with this key.
    fn knows(&self, key: &str) -> bool {
        let about = ["about ", "source ", "option ", "preset "];
        self.keys.contains(&key) || about.iter().any(|about| key.starts_with(about))
    }

    /// The error of a text with keys that it may not have: the first of them and the others.
    fn no_such_keys(&self, first: Spot<'_>, others: &[Spot<'_>]) -> TextError {
        let named = |key: &Spot<'_>| {
            let meant = names::meant(names::near(key.text, self.keys.iter().copied()));
            format!("`{}`{meant}", key.text)
        };
        let others = others
            .iter()
            .map(|key| format!(", nor {} in line {}", named(key), key.place.line));
        first.fault(
            0,
            format!(
                "there is no key {}{}: the keys are {}, option, preset, about and source TERM",
                named(&first),
                others.collect::<String>(),
                itertools::join(&self.keys, ", ")
            ),
        )
    }

    fn entry<'a>(
        &mut self,
        line: Spot<'a>,
        block: &[Spot<'a>],
        presets: &mut Vec<(Spot<'a>, Spot<'a>)>,
    ) -> Result<(), TextError> {
        let Some((key, value)) = line.split_once(':') else {
            return Err(line.fault(
                0,
                "a line is `key: value`, or is indented under such a line",
            ));
        };
        if let Some(option) = key.text.strip_prefix("option ") {
            return self.option(key.after(key.text.len() - option.len()), value, block);
        }
        if let Some(name) = key.text.strip_prefix("preset ") {
            presets.push((key.after(key.text.len() - name.len()), value));
            return Ok(());
        }
        if self.say(key.text).is_some() {
            return Err(line.fault(0, format!("`{}` is said twice: say it once", key.text)));
        }
        self.said
            .push((key.text.to_owned(), Said::of(value, block)));
        Ok(())
    }

    /// Reads `NAME=WORD` and what the word changes.
    fn option<'a>(
        &mut self,
        named: Spot<'a>,
        value: Spot<'a>,
        block: &[Spot<'a>],
    ) -> Result<(), TextError> {
        let wrong = || named.fault(0, "an option is `option NAME=WORD: key: value; …`");
        let (name, word) = named.split_once('=').ok_or_else(wrong)?;
        let sign =
            |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || "-_".contains(sign);
        let plain = |text: &str| !text.is_empty() && text.chars().all(sign);
        if !plain(name.text) || !plain(word.text) {
            return Err(named.fault(
                0,
                "names and words of options have letters a to z, digits and `-`",
            ));
        }
        let mut changes = Vec::new();
        let parts = value.split(';');
        let said = parts.iter().enumerate();
        for (at, part) in said.filter(|(_, part)| !part.text.is_empty()) {
            let Some((key, value)) = part.split_once(':') else {
                return Err(part.fault(
                    0,
                    "what an option changes is `key: value`, with `;` between",
                ));
            };
            let bare = key.text.trim_end_matches('+').trim_end();
            if !self.keys.contains(&bare) {
                return Err(key.fault(0, format!("there is no key `{bare}`")));
            }
            let block = match at + 1 == parts.len() {
                true => block,
                false => &[],
            };
            changes.push(Change {
                key: bare.to_owned(),
                adds: bare != key.text,
                said: Said::of(value, block),
            });
        }
        let choice = (word.text.to_owned(), changes);
        let mut options = self.options.iter_mut();
        match options.find(|option| option.name == name.text) {
            Some(option) if option.words().any(|known| known == word.text) => {
                return Err(named.fault(0, format!("`{}` is said twice: say it once", named.text)));
            }
            Some(option) => option.choices.push(choice),
            None => self.options.push(OptionText {
                name: name.text.to_owned(),
                choices: vec![choice],
            }),
        }
        Ok(())
    }

    fn named(&mut self, (name, value): (Spot<'_>, Spot<'_>)) -> Result<(), TextError> {
        let mut chosen = vec![0; self.options.len()];
        for part in value.split(',').iter().filter(|part| !part.text.is_empty()) {
            let choice = part.split_once('=').and_then(|(option, word)| {
                let at = self
                    .options
                    .iter()
                    .position(|known| known.name == option.text)?;
                let word = self.options[at]
                    .words()
                    .position(|known| known == word.text)?;
                Some((at, word))
            });
            let (at, word) = choice.ok_or_else(|| {
                part.fault(
                    0,
                    "a preset is `preset NAME: option=word, …`, of options of this text",
                )
            })?;
            chosen[at] = word;
        }
        self.presets.push((name.text.to_owned(), chosen));
        Ok(())
    }

    /// Fails where something is said about an option or preset that is not there.
    fn check_settings(&self) -> Result<(), TextError> {
        for (key, said) in &self.said {
            let name = key
                .strip_prefix("about ")
                .or_else(|| key.strip_prefix("source "));
            let Some(name) = name else { continue };
            let option = self.options.iter().any(|option| option.name == name);
            if !option && !self.has_rule_set(name) {
                return Err(said.fault(format!("there is no option or preset `{name}`")));
            }
        }
        Ok(())
    }

    /// The family of the game that a text describes; the usual one where the text has a fault.
    pub fn family_of(text: &str) -> &'static str {
        GameText::read(text, "").map_or(FAMILIES[0].name, |game| game.family)
    }

    /// The name of its family.
    pub fn family(&self) -> &'static str {
        self.family
    }

    /// Fails where it is of another family.
    pub(in crate::games) fn check_family(&self, family: &str) -> Result<(), TextError> {
        match (self.family == family, self.say("family").or(self.say("board"))) {
            (false, Some(said)) => Err(said.fault(format!(
                "this is a game of the family {0}, not {family}: the commands of `siga {0}` are about it",
                self.family
            ))),
            _ => Ok(()),
        }
    }

    /// What is said under a key.
    pub(in crate::games) fn say(&self, key: &str) -> Option<&Said> {
        let found = self.said.iter().find(|(known, _)| known == key);
        found.map(|(_, said)| said)
    }

    /// The words under a key; empty if there are none.
    pub fn words(&self, key: &str) -> String {
        self.say(key).map_or_else(String::new, Said::words)
    }

    /// The lines under a key, as they stand in the text; empty if there are none.
    pub(super) fn lines(&self, key: &str) -> String {
        let said = self.say(key).into_iter().flat_map(|said| {
            let block = said.block.iter().map(|(_, text)| text.as_str());
            std::iter::once(said.text.as_str()).chain(block)
        });
        let indent = |line: &&str| line.strip_prefix("  ").unwrap_or(line).to_owned();
        itertools::join(
            said.filter(|line| !line.is_empty())
                .map(|line| indent(&line)),
            "\n",
        )
    }

    /// The lines that say how it is played, with these words of the options.
    pub(super) fn play_in_keys(&self, chosen: &[usize]) -> String {
        let family = FAMILIES.iter().find(|family| family.name == self.family);
        let own = family.map_or(&[][..], |family| family.keys);
        let keys = ["men", "place", "move", "first", "blocked"];
        let said = keys.iter().chain(own).flat_map(|key| {
            let said = self.under(key, chosen).into_iter();
            said.map(move |said| format!("{key}: {}", said.words()))
        });
        itertools::join(said, "\n")
    }

    /// All that is said under a key with these words of the options.
    pub(in crate::games) fn under(&self, key: &str, chosen: &[usize]) -> Vec<&Said> {
        let mut all: Vec<&Said> = self.say(key).into_iter().collect();
        for (option, &word) in self.options.iter().zip(chosen) {
            let (_, changes) = &option.choices[word];
            for change in changes.iter().filter(|change| change.key == key) {
                if !change.adds {
                    all.clear();
                }
                all.push(&change.said);
            }
        }
        all
    }

    /// Its name in commands.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its name for people.
    pub fn title(&self) -> String {
        self.words("game")
    }

    /// Its other names, as commands have them.
    pub fn also(&self) -> Vec<String> {
        let also = self.words("also");
        let names = also
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty());
        let both = names.flat_map(|name| [command_name(name), name.to_owned()]);
        let mut found: Vec<String> = both
            .filter(|name| *name != self.name && !name.contains(' '))
            .collect();
        found.dedup();
        found
    }

    /// Whether it has a rule set of this name.
    pub fn has_rule_set(&self, name: &str) -> bool {
        self.presets.iter().any(|(preset, _)| preset == name)
    }

    /// Whether a text names this game.
    pub fn is_called(&self, text: &str) -> bool {
        let name = command_name(text);
        // As siga writes it, without the number made of the text.
        let written = self.name.split('@').next().unwrap_or_default();
        [self.name(), written, &command_name(&self.title())].contains(&name.as_str())
            || self.also().contains(&name)
    }

    /// Whether an option is written even where it has its usual word.
    fn always_written(&self, option: &str) -> bool {
        let written = self.words("always written");
        written.split(',').any(|name| name.trim() == option)
    }

    /// The full rules text of these words.
    pub(in crate::games) fn written(&self, chosen: &[usize]) -> String {
        let options = self.options.iter().zip(chosen);
        let options =
            options.filter(|(option, word)| **word != 0 || self.always_written(&option.name));
        let parts =
            options.map(|(option, &word)| format!("{}={}", option.name, option.choices[word].0));
        let parts = itertools::join(parts, ",");
        match parts.is_empty() {
            true => self.name.clone(),
            false => format!("{}:{parts}", self.name),
        }
    }

    /// The words of every variant on record.
    pub(in crate::games) fn variants(&self) -> Vec<Vec<usize>> {
        let mut all = vec![vec![0; self.options.len()]];
        let line = self.words("variants");
        for part in line.split(',') {
            let mut words = part.split_whitespace();
            let Some(at) = words
                .next()
                .and_then(|name| self.options.iter().position(|known| known.name == name))
            else {
                continue;
            };
            let places: Vec<usize> = words
                .filter_map(|word| self.options[at].words().position(|known| known == word))
                .collect();
            let with = |chosen: &Vec<usize>| {
                let chosen = chosen.clone();
                places.clone().into_iter().map(move |word| {
                    let mut chosen = chosen.clone();
                    chosen[at] = word;
                    chosen
                })
            };
            all = all.iter().flat_map(with).collect();
        }
        all
    }
}

impl fmt::Display for GameText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title())
    }
}

impl GameText {
    /// Its options, for rules texts: the rules are the chosen words.
    pub(super) fn table(&self) -> OptionTable<'_, Vec<usize>> {
        let presets = self.presets.iter();
        let options = self.options.iter();
        OptionTable {
            // A rule set may be written as one of the game that is kin to this one.
            is_game: Box::new(|text| {
                self.is_called(text) || self.words("kin") == names::fold(text)
            }),
            game: &self.name,
            presets: presets
                .map(|(name, chosen)| (&**name, chosen.clone()))
                .collect(),
            options: options.map(|option| &*option.name).collect(),
            elsewhere: |_| None,
            option_called: |name| name,
            usual: vec![0; self.options.len()],
            set: Box::new(|at, rules: &mut Vec<usize>, text| {
                let word = self.options[at].words().position(|word| word == text);
                rules[at] = word.ok_or(Refused::NotOne)?;
                Ok(())
            }),
            allowed: Box::new(|at| self.allowed(at)),
            coherent: Ok,
        }
    }

    /// The words of an option, for people.
    pub(super) fn allowed(&self, at: usize) -> String {
        let mut words: Vec<&str> = self.options[at].words().collect();
        if words.iter().all(|word| word.parse::<u32>().is_ok()) {
            words.sort_by_key(|word| word.parse::<u32>().unwrap_or(0));
        }
        listed(words)
    }
}

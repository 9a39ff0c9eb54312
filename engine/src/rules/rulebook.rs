//! The text that says what the options and presets of a game mean, and where they are from.
//!
//! Lines are `key: value`: `example` is a rules text; `about NAME` and `source NAME` say what an option or a preset means and who tells
//! so; `preset NAME: option=value, …` says in which options a preset differs from the first one; indented lines under `assumed NAME` are
//! the points that its account leaves open. All that stands below `how to play:` is for whoever has never seen the game.

use std::collections::BTreeMap;

use super::{Options, Preset};

/// What the text of a game's rules says.
#[derive(Debug)]
pub struct Rulebook<R> {
    /// A rules text that shows how options are written.
    pub example: &'static str,
    /// How the game is played by its usual rules: lines of text with a small drawing.
    pub how_to_play: &'static str,
    /// The sets of rules with a name, the default first. One that bears the game's own name is written as that alone.
    pub presets: Vec<Preset<R>>,
    /// Of each option the point that it decides, and where its values are from or what is assumed.
    pub(crate) options: Vec<[&'static str; 2]>,
}

impl<R: Options> Rulebook<R> {
    /// Reads the text.
    ///
    /// # Panics
    /// It is not as it must be: it comes with siga.
    pub(crate) fn read(text: &'static str) -> Self {
        let (text, how_to_play) = text.split_once("how to play:\n").expect("how to play");
        let mut said: BTreeMap<&str, (&str, Vec<&str>)> = BTreeMap::new();
        let mut presets = Vec::new();
        let mut last = "";
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(indented) = line.strip_prefix("  ") {
                said.entry(last).or_default().1.push(indented);
                continue;
            }
            let (key, value) = line.split_once(':').expect(line);
            presets.extend(key.strip_prefix("preset "));
            let before = said.insert(key, (value.trim_start(), Vec::new()));
            assert!(before.is_none(), "{key} is said twice");
            last = key;
        }
        let mut take = |key: &str, name: &str| said.remove(format!("{key}{name}").as_str());
        let mut told = |key, name| take(key, name).expect(name).0;
        let example = told("example", "");
        let options = R::options().iter();
        let options =
            options.map(|option| [told("about ", option.name), told("source ", option.name)]);
        let options = options.collect();
        let presets = presets.into_iter().map(|name| Preset {
            name,
            rules: differing(told("preset ", name)),
            meaning: told("about ", name),
            source: told("source ", name),
            assumed: Vec::new(),
        });
        let mut presets: Vec<Preset<R>> = presets.collect();
        for preset in &mut presets {
            preset.assumed = take("assumed ", preset.name).unwrap_or_default().1;
        }
        assert!(said.is_empty(), "nothing else is said: {said:?}");
        Self {
            example,
            how_to_play,
            presets,
            options,
        }
    }
}

/// The usual rules with the values of some options, `option=value, …`.
fn differing<R: Options>(text: &str) -> R {
    let values = text
        .split(',')
        .filter_map(|part| part.trim().split_once('='));
    let mut values: BTreeMap<&str, &str> = values.collect();
    let mut rules = R::usual();
    for option in R::options() {
        if let Some(value) = values.remove(option.name) {
            let set = (option.set)(&mut rules, value);
            set.unwrap_or_else(|refused| panic!("{}={value}: {refused:?}", option.name));
        }
    }
    assert!(values.is_empty(), "there are no such options: {values:?}");
    rules
        .coherent()
        .unwrap_or_else(|conflict| panic!("{conflict}"))
}

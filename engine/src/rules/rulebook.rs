//! The text that says what the options and presets of a game mean, and where they are from.
//!
//! Lines are `key: value`: `example` is a rules text; `about NAME` and `source NAME` say what an option or a preset means and who tells
//! so; `preset NAME: option=value, …` says in which options a preset differs from the first one; indented lines under `assumed NAME` are
//! the points that its account leaves open. All that stands below `how to play:` is for whoever has never seen the game.

use std::collections::BTreeMap;

use super::table::table_of;
use super::text::read;
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

/// What stands behind each key, and the indented lines under it.
type Said = BTreeMap<&'static str, (&'static str, Vec<&'static str>)>;

impl<R: Options> Rulebook<R> {
    /// Reads the text.
    ///
    /// # Panics
    /// It is not as it must be: it comes with siga.
    pub(crate) fn read(text: &'static str) -> Self {
        let below = text.split_once("\nhow to play:");
        let (text, below) = below.expect("it says how the game is played");
        let (_, how_to_play) = below.split_once('\n').expect("lines below");
        let mut said = Said::new();
        let mut names = Vec::new();
        let mut last = "";
        for line in text.lines().filter(|line| !line.is_empty()) {
            if let Some(indented) = line.strip_prefix("  ") {
                said.entry(last).or_default().1.push(indented);
                continue;
            }
            let (key, value) = line.split_once(':').expect(line);
            names.extend(key.strip_prefix("preset "));
            let before = said.insert(key, (value.trim_start(), Vec::new()));
            assert!(before.is_none(), "`{key}` is said twice");
            last = key;
        }
        let example = line(&mut said, "example");
        let options = R::options().iter();
        let options =
            options.map(|option| ["about", "source"].map(|key| of(&mut said, key, option.name)));
        let options = options.collect();
        let presets = names.into_iter().map(|name| {
            let assumed = said.remove(format!("assumed {name}").as_str());
            let (beside, assumed) = assumed.unwrap_or_default();
            assert!(
                beside.is_empty(),
                "`assumed {name}` has indented lines alone"
            );
            let differing = of(&mut said, "preset", name);
            Preset {
                name,
                rules: read(table_of(Vec::new()), differing).expect(differing),
                meaning: of(&mut said, "about", name),
                source: of(&mut said, "source", name),
                assumed,
            }
        });
        let presets: Vec<Preset<R>> = presets.collect();
        let first = presets.first().map(|preset| &preset.rules);
        assert_eq!(
            first,
            Some(&R::usual()),
            "the first preset is the usual one"
        );
        assert!(said.is_empty(), "nothing else is said: {said:?}");
        Self {
            example,
            how_to_play,
            presets,
            options,
        }
    }
}

/// What is said under a key and a name.
fn of(said: &mut Said, key: &str, name: &str) -> &'static str {
    line(said, &format!("{key} {name}"))
}

/// What is said under a key, in one line.
fn line(said: &mut Said, key: &str) -> &'static str {
    let found = said.remove(key);
    let (line, below) = found.unwrap_or_else(|| panic!("`{key}` is missing"));
    assert!(below.is_empty(), "`{key}` is one line");
    line
}

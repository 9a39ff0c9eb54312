//! Throws of traditional games, as data.

use std::sync::LazyLock;

use crate::names;

/// A throw with a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(rename = "NamedThrow")]
pub struct Preset {
    /// The name that can be written in place of a throw: `game` or `game:variant`.
    pub name: &'static str,
    /// The throw in the notation of throws, written as `Display` writes it.
    pub spec: &'static str,
    /// The game and the implements.
    pub title: &'static str,
    /// Where the values come from.
    pub source: &'static str,
    /// Outcomes with other names for them, between commas.
    #[serde(skip)]
    outcomes: Vec<(&'static str, &'static str)>,
}

impl Preset {
    /// The side of a stick or cowrie whose chance is the bias: `mouth up`, or `flat` as the notation has it.
    pub fn side(&self) -> &'static str {
        match self.title.contains("mouths up") {
            true => "mouth up",
            false => "flat",
        }
    }

    /// Other names of an outcome.
    pub fn names_of(&self, outcome: &str) -> impl Iterator<Item = &'static str> {
        let named = self.outcomes.iter().find(|(known, _)| *known == outcome);
        named.into_iter().flat_map(|(_, names)| names.split(", "))
    }
}

/// All presets, by game: `presets.txt`.
pub static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let lines = include_str!("presets.txt").lines();
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut presets: Vec<Preset> = Vec::new();
    for line in lines {
        match (line.split_once(": "), presets.last_mut()) {
            (Some(("throw", spec)), Some(preset)) => preset.spec = spec,
            (Some(("title", title)), Some(preset)) => preset.title = title,
            (Some(("source", source)), Some(preset)) => preset.source = source,
            (Some(("named", names)), Some(preset)) => preset.outcomes.extend(names.split_once(' ')),
            _ => presets.push(Preset {
                name: line,
                ..Preset::default()
            }),
        }
    }
    presets
});

/// The preset of that name, whatever the case and the letters: `Tâb` is `tab`.
pub fn find(name: &str) -> Option<&'static Preset> {
    let name = names::fold(name.trim());
    PRESETS.iter().find(|preset| preset.name == name)
}

/// The name of a preset that is written much like a text.
pub fn near(text: &str) -> Option<&'static str> {
    names::near(text.trim(), PRESETS.iter().map(|preset| preset.name))
}

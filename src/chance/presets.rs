//! Throws of traditional games, as data.

/// A named throw with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What to write in place of a throw.
    pub name: &'static str,
    /// The throw in the notation of [`parse`](super::parse()).
    pub spec: &'static str,
    /// The game and the implements.
    pub title: &'static str,
    /// Where the values come from.
    pub source: &'static str,
}

/// All presets, by game.
pub const PRESETS: &[Preset] = &[Preset {
    name: "daldos",
    spec: "2d4 -> {2: 2*, 3..8: x}",
    title: "Daldøs: two long dice marked 1 to 4; dal-dal (1 and 1) earns another throw",
    source: "Wikipedia, Daldøs",
}];

/// The preset of that name, whatever the case.
pub fn find(name: &str) -> Option<&'static Preset> {
    PRESETS
        .iter()
        .find(|preset| preset.name.eq_ignore_ascii_case(name.trim()))
}

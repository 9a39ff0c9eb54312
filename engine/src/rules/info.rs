//! A description of a game's rules: its options and presets, with their sources.

use super::{Options, Preset};

/// The rules of a game, for people and programs.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct GameInfo {
    /// The game as rules texts name it.
    pub game: &'static str,
    /// A rules text that shows how options are written.
    #[serde(skip)]
    pub example: &'static str,
    /// How it is played by its usual rules: lines of text with a small drawing.
    pub how_to_play: String,
    /// The sets of rules with a name, the default first.
    pub presets: Vec<Preset<()>>,
    /// The options, in the order in which they are written.
    pub options: Vec<OptionInfo>,
}

/// An option of the rules.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct OptionInfo {
    /// Its name, left of the `=`.
    pub name: &'static str,
    /// The values that may stand right of the `=`.
    pub values: String,
    /// Values that accounts or tables are known to have.
    #[serde(skip)]
    pub known: Vec<&'static str>,
    /// Its value in the first preset.
    pub default: String,
    /// Its value in each preset, in their order.
    #[serde(serialize_with = "as_map")]
    #[schemars(with = "std::collections::BTreeMap<&str, String>")]
    pub presets: Vec<(&'static str, String)>,
    /// The point that it decides.
    pub meaning: &'static str,
    /// Where its values are from, or what is assumed.
    pub source: &'static str,
}

impl GameInfo {
    /// A family of games, which has no options or presets itself.
    pub fn bare(game: &'static str, example: &'static str) -> GameInfo {
        GameInfo {
            game,
            example,
            how_to_play: String::new(),
            presets: Vec::new(),
            options: Vec::new(),
        }
    }
}

fn as_map<S: serde::Serializer>(
    pairs: &[(&'static str, String)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
}

/// The description of a game's rules.
pub fn info<R: Options>() -> GameInfo {
    let book = R::rulebook();
    let options = R::options().iter().zip(&book.options);
    let options = options.map(|(option, &[meaning, source])| {
        let presets = book.presets.iter();
        OptionInfo {
            name: option.name,
            values: option.values.text(),
            known: option.values.disputed(),
            default: (option.get)(&R::usual()),
            presets: presets
                .map(|preset| (preset.name, (option.get)(&preset.rules)))
                .collect(),
            meaning,
            source,
        }
    });
    GameInfo {
        game: R::GAME,
        example: book.example,
        how_to_play: book.how_to_play.to_owned(),
        presets: book.presets.iter().map(Preset::described).collect(),
        options: options.collect(),
    }
}

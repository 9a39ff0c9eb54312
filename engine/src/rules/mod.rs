//! Rules as data: one table of options for each game, and everything that follows from it.
//!
//! A game says once what its options are ([`RuleOption`]); a text beside them what they mean and which sets of rules have a name
//! ([`Rulebook`]). From these come reading and writing of rules texts, errors that know their place, and what `siga rules` shows.
//!
//! A rules text is `game:preset,option=value,…`. The game may be left out, and so may the preset:
//! then the first one is meant. Options are set in the order of the table, whatever order the text
//! has, so that a later one may depend on an earlier one.

mod info;
mod part;
mod rulebook;
pub(crate) mod table;
mod text;
mod word;

pub use info::{GameInfo, OptionInfo, info};
pub use part::TextPart;
pub use rulebook::Rulebook;
pub(crate) use text::read;
pub use text::{is_game, parse, value, with, write};
pub use word::{Word, choose, word};
pub(crate) use word::{plain_number, read_number, words};

/// A game whose rules are data.
///
/// # Examples
/// ```
/// use siga::games::sidja;
/// use siga::rules::{self, Options};
/// let rules: sidja::Rules = rules::parse("sidja:egypt,size=7")?;
/// assert_eq!(rules.to_string(), "sidja:egypt,size=7");
/// let error = rules::parse::<sidja::Rules>("sidja:size=4").unwrap_err();
/// assert_eq!(error.at, 11..12);
/// assert!(sidja::Rules::options().iter().any(|option| option.name == "size"));
/// # Ok::<(), rules::RulesError>(())
/// ```
pub trait Options:
    Clone + std::fmt::Debug + std::fmt::Display + PartialEq + Send + Sync + 'static
{
    /// The game as rules texts and commands name it.
    const GAME: &'static str;

    /// Its other names.
    const ALSO: &'static [&'static str] = &[];

    /// The text that says what its options and presets mean.
    fn rulebook() -> &'static Rulebook<Self>;

    /// The options, in the order in which they are written and set.
    fn options() -> &'static [RuleOption<Self>];

    /// The text of a set of rules that is one of another game, near as that is: `sidja:lane`.
    fn elsewhere(_preset: &str) -> Option<String> {
        None
    }

    /// The name of an option that has others too.
    fn option_called(name: &str) -> &str {
        name
    }

    /// The rules where none are said: the first preset.
    fn usual() -> Self;

    /// These rules, if their options go together.
    ///
    /// # Errors
    /// Which do not, and what would be right.
    fn coherent(self) -> Result<Self, Conflict> {
        Ok(self)
    }
}

/// A set of rules that is written as a text: what positions, records and commands ask of it.
pub trait RulesText:
    Clone + std::fmt::Debug + std::fmt::Display + PartialEq + Send + Sync + 'static
{
    /// The game, or the family of games, as commands name it.
    const GAME: &'static str;

    /// Reads a rules text of a game; `of` is one of the family, or [`RulesText::GAME`].
    ///
    /// # Errors
    /// The errors of [`parse`].
    fn read(text: &str, of: &str) -> Result<Self, RulesError>;

    /// Whether a text names this game.
    fn is_game(text: &str, of: &str) -> bool;

    /// The game of these rules.
    fn game(&self) -> &str;

    /// The rules text as people read it, and as files have it: by the name that the text of the game gives itself.
    fn shown(&self) -> String {
        self.to_string()
    }

    /// The rules of a game where none are said.
    ///
    /// # Errors
    /// A family of games has none.
    fn usual(of: &str) -> Result<Self, Conflict>;

    /// How the game is played by its usual rules: lines of text with a small drawing; empty where the text of a game does not say it.
    fn how_to_play(&self) -> String;

    /// The options and presets of a game; `None` of a family.
    fn info(of: &str) -> Option<GameInfo>;

    /// The value of an option, if there is such an option.
    fn value_of(&self, option: &str) -> Option<String>;

    /// These rules with one option set from text.
    ///
    /// # Errors
    /// If there is no such option or value, or it does not go together with the others.
    fn with_value(self, option: &str, text: &str) -> Result<Self, RulesError>;

    /// The rules that a whole text describes, of games that are described by texts; with a fault its line and column.
    ///
    /// # Errors
    /// The text is none.
    fn described(_text: &str) -> Option<Result<Self, (usize, usize, String)>> {
        None
    }
}

impl<R: Options> RulesText for R {
    const GAME: &'static str = R::GAME;

    fn read(text: &str, _of: &str) -> Result<Self, RulesError> {
        parse(text)
    }

    fn is_game(text: &str, _of: &str) -> bool {
        is_game::<R>(text)
    }

    fn game(&self) -> &str {
        R::GAME
    }

    fn usual(_of: &str) -> Result<Self, Conflict> {
        Ok(<R as Options>::usual())
    }

    fn how_to_play(&self) -> String {
        R::rulebook().how_to_play.to_owned()
    }

    fn info(_of: &str) -> Option<GameInfo> {
        Some(info::<R>())
    }

    fn value_of(&self, option: &str) -> Option<String> {
        value(self, option)
    }

    fn with_value(self, option: &str, text: &str) -> Result<Self, RulesError> {
        with(self, option, text)
    }
}

/// A point of the rules on which accounts differ or are silent.
pub struct RuleOption<R> {
    /// Its name, left of the `=`.
    pub name: &'static str,
    /// The values it may have.
    pub values: Values,
    /// Its value as text.
    pub get: fn(&R) -> String,
    /// Sets it from text.
    pub set: fn(&mut R, &str) -> Result<(), Refused>,
}

/// The values an option can have.
#[derive(Clone, Copy)]
pub enum Values {
    /// One of these words.
    Words(fn() -> Vec<&'static str>),
    /// Described in words, and those of them that accounts or tables are known to have.
    Text(&'static str, &'static [&'static str]),
}

impl Values {
    /// For people: `any, same or free`.
    pub(crate) fn text(&self) -> String {
        match self {
            Values::Text(text, _) => (*text).to_owned(),
            Values::Words(words) => listed(words()),
        }
    }

    /// Values that accounts differ on: all words, or those known.
    pub fn disputed(&self) -> Vec<&'static str> {
        match self {
            Values::Text(_, known) => known.to_vec(),
            Values::Words(words) => words(),
        }
    }
}

/// Words joined for people: `any, same or free`.
pub(crate) fn listed(words: Vec<&str>) -> String {
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        words => words.concat(),
    }
}

/// A text that is not a set of rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
#[non_exhaustive]
pub struct RulesError {
    /// The bytes of the text at fault.
    pub at: std::ops::Range<usize>,
    /// The fault, and what would be right.
    pub message: String,
}

/// Why a value is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// The value is not one of the option's values.
    NotOne,
    /// A part of it cannot be read: which bytes, and what would be right.
    Part {
        /// The bytes, counted from the beginning of the value.
        at: std::ops::Range<usize>,
        /// The fault, and what would be right.
        message: String,
    },
}

/// Options that do not go together.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Conflict {
    /// The options at fault, the likeliest first.
    pub options: &'static [&'static str],
    /// The fault, and what would be right.
    pub message: String,
}

/// A set of rules with a name.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[schemars(bound = "", rename = "PresetInfo")]
pub struct Preset<R> {
    /// Its name in a rules text.
    pub name: &'static str,
    /// The meaning.
    pub meaning: &'static str,
    /// The points that its description leaves open, and how they are taken here.
    pub assumed: Vec<&'static str>,
    /// Where it is described.
    pub source: &'static str,
    /// The rules; nothing where it is only described.
    #[serde(skip)]
    pub rules: R,
}

impl<R> Preset<R> {
    /// The preset as it is described, without its rules.
    fn described(&self) -> Preset<()> {
        Preset {
            name: self.name,
            meaning: self.meaning,
            assumed: self.assumed.clone(),
            source: self.source,
            rules: (),
        }
    }
}

/// An option whose value is one [`Word`] of a field.
macro_rules! choice {
    ($name:literal, $($field:ident).+: $kind:ty) => {
        $crate::rules::RuleOption {
            name: $name,
            values: $crate::rules::Values::Words(<$kind as $crate::rules::Word>::names),
            get: |rules| $crate::rules::word(rules.$($field).+).to_owned(),
            set: |rules, text| $crate::rules::choose(&mut rules.$($field).+, text),
        }
    };
}
pub(crate) use choice;

/// An option whose value is a number: those that are possible, what they are in words, and those that accounts have. `FIELD or WORD`: a field
/// that may be `None`, which is written as the word.
macro_rules! number {
    ($name:literal, $($field:ident).+: $possible:expr, $words:expr, $known:expr) => {
        $crate::rules::RuleOption {
            name: $name,
            values: $crate::rules::Values::Text($words, $known),
            get: |rules| rules.$($field).+.to_string(),
            set: |rules, text| {
                rules.$($field).+ = $crate::rules::read_number(text, $possible)?;
                Ok(())
            },
        }
    };
    ($name:literal, $($field:ident).+ or $none:literal: $possible:expr, $words:expr, $known:expr) => {
        $crate::rules::RuleOption {
            name: $name,
            values: $crate::rules::Values::Text($words, $known),
            get: |rules| rules.$($field).+.map_or_else(|| $none.to_owned(), |number| number.to_string()),
            set: |rules, text| {
                rules.$($field).+ = match text {
                    $none => None,
                    text => Some($crate::rules::read_number(text, $possible)?),
                };
                Ok(())
            },
        }
    };
}
pub(crate) use number;

/// `Display` and `FromStr` of a set of rules, by its options.
macro_rules! rules_text {
    ($rules:ty) => {
        impl ::std::fmt::Display for $rules {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.write_str(&$crate::rules::write(self))
            }
        }

        impl ::std::str::FromStr for $rules {
            type Err = $crate::rules::RulesError;

            /// Reads `game:preset,option=value,…`; every part may be left out.
            ///
            /// # Errors
            /// If the game, the preset, an option or its value does not exist, an option comes twice,
            /// or the options do not go together.
            fn from_str(text: &str) -> Result<Self, $crate::rules::RulesError> {
                $crate::rules::parse(text)
            }
        }
    };
}
pub(crate) use rules_text;

//! Rules as data: one table of options for each game, and everything that follows from it.
//!
//! A game says once what its options are ([`RuleOption`]) and which sets of rules have a name
//! ([`Preset`]). From these come reading and writing of rules texts, errors that know their place,
//! and what `siga rules` shows.
//!
//! A rules text is `game:preset,option=value,…`. The game may be left out, and so may the preset:
//! then the first one is meant. Options are set in the order of the table, whatever order the text
//! has, so that a later one may depend on an earlier one.

mod error;
mod info;
mod part;
mod text;
mod word;

pub use error::{Problem, RulesError};
pub use info::{GameInfo, OptionInfo, PresetInfo, info};
pub use part::TextPart;
pub use text::{is_game, parse, value, with, write};
pub(crate) use word::words;
pub use word::{Word, choose, word};

/// A game whose rules are data.
///
/// # Examples
/// ```
/// use siga::games::teeko;
/// use siga::rules::{self, Options};
/// let rules: teeko::Rules = rules::parse("teeko:advanced,drop=alternate-2")?;
/// assert_eq!(rules.to_string(), "teeko:goals=58,drop=alternate-2");
/// let error = rules::parse::<teeko::Rules>("teeko:goals=45").unwrap_err();
/// assert_eq!(error.at, 12..14);
/// assert_eq!(teeko::Rules::options().len(), 2);
/// # Ok::<(), rules::RulesError>(())
/// ```
pub trait Options: Clone + std::fmt::Debug + PartialEq + Send + Sync + 'static {
    /// The game as rules texts and commands name it.
    const GAME: &'static str;

    /// A rules text that shows how options are written.
    const EXAMPLE: &'static str;

    /// Whether the text of a set of rules names every option, or only those in which it differs from
    /// the nearest preset.
    const IN_FULL: bool = false;

    /// The sets of rules with a name, the default first. One that bears the game's own name is
    /// written as that alone.
    fn presets() -> &'static [Preset<Self>];

    /// The options, in the order in which they are written and set.
    fn options() -> &'static [RuleOption<Self>];

    /// The rules where none are said: the first that have a name.
    fn usual() -> Self {
        (Self::presets()[0].rules)()
    }

    /// The same rules, if their options go together.
    ///
    /// # Errors
    /// Which do not, and what would be right.
    fn coherent(self) -> Result<Self, Conflict> {
        Ok(self)
    }
}

/// A point of the rules on which accounts differ or are silent.
pub struct RuleOption<R> {
    /// Its name, left of the `=`.
    pub name: &'static str,
    /// The values it may have.
    pub values: Values,
    /// The point of the rules that it decides.
    pub meaning: &'static str,
    /// Where its values are from, or what is assumed.
    pub source: &'static str,
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
fn listed(words: Vec<&str>) -> String {
    match words.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        words => words.concat(),
    }
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
pub struct Preset<R> {
    /// Its name in a rules text.
    pub name: &'static str,
    /// The rules.
    pub rules: fn() -> R,
    /// The meaning.
    pub meaning: &'static str,
    /// Where it is described.
    pub source: &'static str,
    /// The points that the description leaves open, and how they are taken here.
    pub assumed: &'static [&'static str],
}

/// An option whose value is one [`Word`] of a field.
macro_rules! choice {
    ($name:literal, $($field:ident).+: $kind:ty, $meaning:expr, $source:expr $(,)?) => {
        $crate::rules::RuleOption {
            name: $name,
            values: $crate::rules::Values::Words(<$kind as $crate::rules::Word>::names),
            meaning: $meaning,
            source: $source,
            get: |rules| $crate::rules::word(rules.$($field).+).to_owned(),
            set: |rules, text| $crate::rules::choose(&mut rules.$($field).+, text),
        }
    };
}
pub(crate) use choice;

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

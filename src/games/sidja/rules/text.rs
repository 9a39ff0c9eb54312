//! Rules as text: a preset and the options that differ from it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{OPTIONS, PRESETS, Preset, Rules};

/// A text that is not a set of rules.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RulesError {
    /// Rules of another game.
    #[error("`{game}` is not this game: rules of Sidja begin with `sidja:`")]
    Game {
        /// The game named.
        game: String,
    },
    /// No such preset.
    #[error("there is no preset `{preset}`: the presets are {}", preset_names())]
    Preset {
        /// The preset named.
        preset: String,
    },
    /// No such option.
    #[error("there is no option `{option}`: the options are {}", option_names())]
    Option {
        /// The option named.
        option: String,
    },
    /// No such value.
    #[error("`{option}={value}` is not possible: {option} is {allowed}")]
    Value {
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// The values it can have, in words.
        allowed: &'static str,
    },
    /// A part without `=`.
    #[error("`{part}` is not `option=value`")]
    NotAnOption {
        /// The part.
        part: String,
    },
    /// An option given twice.
    #[error("`{option}` is given twice")]
    Repeated {
        /// The option.
        option: String,
    },
}

fn preset_names() -> String {
    PRESETS
        .map(|preset| format!("`{}`", preset.name))
        .join(", ")
}

fn option_names() -> String {
    OPTIONS
        .map(|option| format!("`{}`", option.name))
        .join(", ")
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads `sidja:PRESET,option=value,…`; the game may be left out.
    ///
    /// # Errors
    /// If the game, the preset, an option or its value does not exist, or an option comes twice.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let body = match text.trim().split_once(':') {
            None => text.trim(),
            Some(("sidja", body)) => body,
            Some((game, _)) => {
                return Err(RulesError::Game {
                    game: game.to_owned(),
                });
            }
        };
        let mut parts = body.split(',').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let preset = PRESETS
            .iter()
            .find(|preset| preset.name == name)
            .ok_or_else(|| RulesError::Preset {
                preset: name.to_owned(),
            })?;
        let mut rules = preset.rules;
        let mut seen: Vec<&str> = Vec::new();
        for part in parts {
            let Some((option, value)) = part.split_once('=') else {
                return Err(RulesError::NotAnOption {
                    part: part.to_owned(),
                });
            };
            let (option, value) = (option.trim(), value.trim());
            if seen.contains(&option) {
                return Err(RulesError::Repeated {
                    option: option.to_owned(),
                });
            }
            rules.set(option, value)?;
            seen.push(option);
        }
        Ok(rules)
    }
}

impl fmt::Display for Rules {
    /// The nearest preset, then the options in which the rules differ from it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differences = |preset: &Preset| -> Vec<&str> {
            OPTIONS
                .iter()
                .map(|option| option.name)
                .filter(|name| preset.rules.get(name) != self.get(name))
                .collect()
        };
        let nearest = PRESETS
            .iter()
            .min_by_key(|preset| differences(preset).len())
            .unwrap_or(&PRESETS[0]);
        write!(f, "sidja:{}", nearest.name)?;
        for name in differences(nearest) {
            write!(f, ",{name}={}", self.get(name).unwrap_or_default())?;
        }
        Ok(())
    }
}

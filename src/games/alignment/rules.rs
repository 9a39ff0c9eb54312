//! What a game of this kind says of itself, and how its rules are written.
//!
//! A rules text is the game's name, a colon, and presets and options separated by commas; it is
//! printed with every option, so that it stands by itself: `teeko:goals=44,drop=standard`.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use thiserror::Error;

use crate::board::Board;

/// The rules of a game in which two sides place pieces and move them until one makes a pattern.
///
/// Everything else (positions, moves, solving) asks only these questions. The side that owns the
/// piece placed or moved is the *side to move*, even where the opponent chooses the cell.
pub trait Ruleset:
    Copy + Debug + Default + Display + Eq + FromStr<Err = RulesError> + Hash + Send + Sync + 'static
{
    /// The game as rules texts and commands name it.
    const GAME: &'static str;

    /// The board: 3 to 5 cells a side.
    fn board(&self) -> Board;

    /// How many pieces each side has.
    fn men(&self) -> u8;

    /// The patterns that win, as sets of cells by index; no two are the same.
    fn goals(&self) -> Vec<u32>;

    /// Whether a piece may jump over one adjacent piece of either colour to the cell just beyond.
    fn jumps(&self) -> bool;

    /// Whether pieces may be moved as soon as one is on the board; otherwise a side moves only when
    /// all its pieces are placed.
    fn moves_early(&self) -> bool;

    /// Whether the opponent chooses the cell of the piece that a side places when it has placed
    /// `placed` already.
    fn opponent_places(&self, placed: u8) -> bool;
}

/// A named option of a set of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, left of the `=`.
    pub name: &'static str,
    /// What may stand right of the `=`, in words.
    pub values: &'static str,
    /// Its value in the game's first preset.
    pub default: &'static str,
    /// What it decides.
    pub meaning: &'static str,
    /// Where it is from, or `assumed`.
    pub source: &'static str,
}

/// A named set of rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PresetInfo<R: 'static> {
    /// Its name in a rules text.
    pub name: &'static str,
    /// The rules.
    pub rules: R,
    /// What it is.
    pub meaning: &'static str,
    /// Where it is from.
    pub source: &'static str,
}

/// A text that is not a set of rules.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RulesError {
    /// Rules of another game.
    #[error("`{found}` is not this game: its rules begin with `{game}:`")]
    Game {
        /// The game named.
        found: String,
        /// This game.
        game: &'static str,
    },
    /// A part that is no preset and has no `=`.
    #[error("`{part}` is neither `option=value` nor a set of rules: the sets are {presets}")]
    Part {
        /// The part.
        part: String,
        /// The presets, quoted.
        presets: String,
    },
    /// No such option.
    #[error("there is no option `{option}`: the options are {options}")]
    Option {
        /// The option named.
        option: String,
        /// The options, quoted.
        options: String,
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
    /// An option given twice.
    #[error("`{option}` is given twice")]
    Repeated {
        /// The option.
        option: String,
    },
    /// Options that do not go together.
    #[error("{why}")]
    Together {
        /// Which, and what would be right.
        why: String,
    },
}

/// Reads a rules text: presets come before the options, and the game may be left out.
///
/// `set` sets one option of the rules, and returns `false` if the value is not possible.
///
/// # Errors
/// If the game, a preset, an option or its value does not exist, or an option comes twice.
pub fn parse<R: Ruleset>(
    text: &str,
    presets: &'static [PresetInfo<R>],
    options: &'static [OptionInfo],
    set: impl Fn(&mut R, &str, &str) -> bool,
) -> Result<R, RulesError> {
    let text = text.trim();
    let body = match text.split_once(':') {
        None if text == R::GAME => "",
        None => text,
        Some((game, body)) if game.trim() == R::GAME => body.trim(),
        Some((game, _)) => {
            return Err(RulesError::Game {
                found: game.to_owned(),
                game: R::GAME,
            });
        }
    };
    let mut rules = R::default();
    let mut seen: Vec<&str> = Vec::new();
    let parts = body.split(',').map(str::trim);
    for (place, part) in parts.enumerate().filter(|_| !body.is_empty()) {
        let Some((option, value)) = part.split_once('=') else {
            let preset = presets.iter().find(|preset| preset.name == part);
            let first = preset.filter(|_| place == 0);
            rules = first.map(|preset| preset.rules).ok_or_else(|| {
                let names = presets.iter().map(|preset| preset.name);
                RulesError::Part {
                    part: part.to_owned(),
                    presets: quoted(names),
                }
            })?;
            continue;
        };
        let (option, value) = (option.trim(), value.trim());
        let Some(known) = options.iter().find(|known| known.name == option) else {
            return Err(RulesError::Option {
                option: option.to_owned(),
                options: quoted(options.iter().map(|option| option.name)),
            });
        };
        if seen.contains(&option) {
            return Err(RulesError::Repeated {
                option: option.to_owned(),
            });
        }
        if !set(&mut rules, option, value) {
            return Err(RulesError::Value {
                option: known.name,
                value: value.to_owned(),
                allowed: known.values,
            });
        }
        seen.push(option);
    }
    Ok(rules)
}

fn quoted<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

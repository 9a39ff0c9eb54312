//! Rules as text: a preset and the options that differ from it.

use std::fmt;
use std::str::FromStr;

use num_rational::Ratio;
use num_traits::ToPrimitive;
use thiserror::Error;

use super::presets::{BIASES, LENGTHS, THROWS};
use super::{
    Cancel, End, Face, FreeKhadzh, Freeing, MAX_BIAS, MAX_LENGTH, MAX_MOVE, MAX_STICKS, MIN_LENGTH,
    OPTIONS, Order, Overshoot, PRESETS, Passing, Preset, Rules, Start, Throw, Turns, Use,
};
use crate::exact::parse_fraction;

/// A text that is not a set of rules.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RulesError {
    /// Rules of another game.
    #[error("`{game}` is not this game: rules of sig begin with `sig:`")]
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
    /// A table of throws for too few or too many sticks.
    #[error(
        "throws has entries for {found} sticks: 1 to {MAX_STICKS} sticks are thrown, and there is an entry for each number of red sides from none to all"
    )]
    Sticks {
        /// The entries less one.
        found: usize,
    },
    /// Another number of chances than of sticks.
    #[error("bias has {found} chances for {sticks} sticks: give one for all, or one for each")]
    Biases {
        /// The chances.
        found: usize,
        /// The sticks.
        sticks: usize,
    },
    /// A turn without end.
    #[error("every throw that can fall earns another: a turn would never end")]
    NeverEnds,
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

pub(super) fn throws_error(value: &str) -> RulesError {
    value_error("throws", value, THROWS)
}

pub(super) fn bias_error(value: &str) -> RulesError {
    value_error("bias", value, BIASES)
}

fn value_error(option: &'static str, value: &str, allowed: &'static str) -> RulesError {
    RulesError::Value {
        option,
        value: value.to_owned(),
        allowed,
    }
}

impl Rules {
    /// The value of an option as text, or `None` if there is no such option.
    pub fn get(&self, option: &str) -> Option<String> {
        let word = match option {
            "length" => return Some(self.length.to_string()),
            "throws" => return Some(joined(&self.throws)),
            "bias" => return Some(joined(&self.bias)),
            "cancel" => match self.cancel {
                Cancel::Previous => "previous",
                Cancel::Stack => "stack",
            },
            "freeing" => match self.freeing {
                Freeing::Khadzh => "khadzh",
                Freeing::None => "none",
            },
            "khadzh_when_free" => match self.khadzh_when_free {
                FreeKhadzh::Nothing => "nothing",
                FreeKhadzh::MoveOne => "move1",
            },
            "order" => match self.order {
                Order::Any => "any",
                Order::Thrown => "thrown",
            },
            "use" => match self.usage {
                Use::Must => "must",
                Use::May => "may",
            },
            "overshoot" => match self.overshoot {
                Overshoot::No => "no",
                Overshoot::Stop => "stop",
            },
            "end" => match self.end {
                End::One => "one",
                End::Both => "both",
            },
            "from" => match self.from {
                Start::Right => "right",
                Start::Left => "left",
            },
            "turns" => match self.turns {
                Turns::TwoAndTwo => "two-and-two",
                Turns::Alternating => "alternating",
            },
            "passing" => match self.passing {
                Passing::Never => "never",
                Passing::Single => "single",
            },
            _ => return None,
        };
        Some(word.to_owned())
    }

    /// The same rules with some options set from text, each a name and a value.
    ///
    /// # Errors
    /// If there is no such option, it has no such value, or the rules do not fit together.
    pub fn set_all<'a>(
        mut self,
        options: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Rules, RulesError> {
        for (option, value) in options {
            self.set(option, value)?;
        }
        self.checked()
    }

    /// Sets one option; whether it fits the others is [`Rules::checked`]'s business.
    fn set(&mut self, option: &str, value: &str) -> Result<(), RulesError> {
        let Some(known) = OPTIONS.iter().find(|known| known.name == option) else {
            return Err(RulesError::Option {
                option: option.to_owned(),
            });
        };
        match (option, value) {
            ("length", _) => {
                let length = number(value).filter(|n| (MIN_LENGTH..=MAX_LENGTH).contains(n));
                self.length = length.ok_or_else(|| value_error("length", value, LENGTHS))?;
            }
            ("throws", _) => {
                self.throws = value.split('|').map(read_throw).collect::<Result<_, _>>()?
            }
            ("bias", _) => self.bias = value.split('|').map(read_bias).collect::<Result<_, _>>()?,
            ("cancel", "previous") => self.cancel = Cancel::Previous,
            ("cancel", "stack") => self.cancel = Cancel::Stack,
            ("freeing", "khadzh") => self.freeing = Freeing::Khadzh,
            ("freeing", "none") => self.freeing = Freeing::None,
            ("khadzh_when_free", "nothing") => self.khadzh_when_free = FreeKhadzh::Nothing,
            ("khadzh_when_free", "move1") => self.khadzh_when_free = FreeKhadzh::MoveOne,
            ("order", "any") => self.order = Order::Any,
            ("order", "thrown") => self.order = Order::Thrown,
            ("use", "must") => self.usage = Use::Must,
            ("use", "may") => self.usage = Use::May,
            ("overshoot", "no") => self.overshoot = Overshoot::No,
            ("overshoot", "stop") => self.overshoot = Overshoot::Stop,
            ("end", "one") => self.end = End::One,
            ("end", "both") => self.end = End::Both,
            ("from", "right") => self.from = Start::Right,
            ("from", "left") => self.from = Start::Left,
            ("turns", "two-and-two") => self.turns = Turns::TwoAndTwo,
            ("turns", "alternating") => self.turns = Turns::Alternating,
            ("passing", "never") => self.passing = Passing::Never,
            ("passing", "single") => self.passing = Passing::Single,
            _ => return Err(value_error(known.name, value, known.values)),
        }
        Ok(())
    }
}

/// A number without sign or leading zeros.
fn number(text: &str) -> Option<u8> {
    let plain = !text.starts_with(['+', '0']) || text == "0";
    text.parse().ok().filter(|_| plain)
}

fn read_throw(text: &str) -> Result<Throw, RulesError> {
    let whole = text.trim();
    let (name, again) = match whole.strip_suffix('*') {
        Some(name) => (name.trim(), true),
        None => (whole, false),
    };
    let face = match name {
        "khadzh" => Some(Face::Khadzh),
        "khmar" => Some(Face::Khmar),
        "0" => Some(Face::Nothing),
        _ => number(name)
            .filter(|cells| (1..=MAX_MOVE).contains(cells))
            .map(Face::Move),
    };
    let face = face.ok_or_else(|| throws_error(whole))?;
    Ok(Throw { face, again })
}

fn read_bias(text: &str) -> Result<Ratio<u32>, RulesError> {
    let wrong = || bias_error(text.trim());
    let value = parse_fraction(text).map_err(|_| wrong())?;
    let over = value.numer().to_u32().ok_or_else(wrong)?;
    let under = value.denom().to_u32().ok_or_else(wrong)?;
    if over > under || under > MAX_BIAS {
        return Err(wrong());
    }
    Ok(Ratio::new(over, under))
}

fn joined<T: ToString>(parts: &[T]) -> String {
    let parts: Vec<String> = parts.iter().map(T::to_string).collect();
    parts.join("|")
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Face::Nothing => f.write_str("0"),
            Face::Move(cells) => write!(f, "{cells}"),
            Face::Khadzh => f.write_str("khadzh"),
            Face::Khmar => f.write_str("khmar"),
        }
    }
}

impl fmt::Display for Throw {
    /// The face, with `*` if it earns another throw.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.face, if self.again { "*" } else { "" })
    }
}

impl FromStr for Rules {
    type Err = RulesError;

    /// Reads `sig:PRESET,option=value,…`; the game may be left out, and so may the preset (`depaulis`).
    ///
    /// # Errors
    /// If the game, the preset, an option or its value does not exist, an option comes twice, or the rules do not fit
    /// together.
    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let body = match text.trim().split_once(':') {
            None if text.trim() == "sig" => "",
            None => text.trim(),
            Some((game, body)) if game.trim() == "sig" => body.trim(),
            Some((game, _)) => {
                return Err(RulesError::Game {
                    game: game.to_owned(),
                });
            }
        };
        let (name, options) = match body.split_once(',') {
            _ if body.is_empty() => ("depaulis", None),
            Some((name, _)) if name.contains('=') => ("depaulis", Some(body)),
            Some((name, options)) => (name.trim(), Some(options)),
            None if body.contains('=') => ("depaulis", Some(body)),
            None => (body, None),
        };
        let preset = PRESETS
            .iter()
            .find(|preset| preset.name == name)
            .ok_or_else(|| RulesError::Preset {
                preset: name.to_owned(),
            })?;
        let mut given: Vec<(&str, &str)> = Vec::new();
        for part in options.into_iter().flat_map(|options| options.split(',')) {
            let part = part.trim();
            let Some((option, value)) = part.split_once('=') else {
                return Err(RulesError::NotAnOption {
                    part: part.to_owned(),
                });
            };
            let (option, value) = (option.trim(), value.trim());
            if given.iter().any(|(known, _)| *known == option) {
                return Err(RulesError::Repeated {
                    option: option.to_owned(),
                });
            }
            given.push((option, value));
        }
        (preset.rules)().set_all(given)
    }
}

impl fmt::Display for Rules {
    /// The nearest preset, then the options in which the rules differ from it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let differences = |preset: &Preset| -> Vec<&str> {
            let rules = (preset.rules)();
            let names = OPTIONS.iter().map(|option| option.name);
            names
                .filter(|name| rules.get(name) != self.get(name))
                .collect()
        };
        let nearest = PRESETS
            .iter()
            .min_by_key(|preset| differences(preset).len())
            .unwrap_or(&PRESETS[0]);
        write!(f, "sig:{}", nearest.name)?;
        for name in differences(nearest) {
            write!(f, ",{name}={}", self.get(name).unwrap_or_default())?;
        }
        Ok(())
    }
}

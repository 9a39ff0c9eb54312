//! Disputed points of a question: the points in which it may be meant otherwise, and how it is then asked.
//!
//! Each list stands beside what it is about: other values of an option beside the [`Options`] of a game, what may be meant
//! by a throw in `ask::throw::disputes`, the rest beside the commands of a game.

pub(crate) mod throw_change;

use itertools::Itertools;

use super::args::position::PositionText;
use crate::figures::explain::Assumption;
use crate::rules::{self, Options};
use throw_change::ThrowChange;

/// A point in which a question may be meant otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) change: Change,
    pub(crate) assumption: Assumption,
    /// In words, after "if".
    pub(crate) says: String,
    /// The option that asks for it.
    pub(crate) option: String,
}

/// The change of the question at a disputed point.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    /// Another set of rules with a name.
    Preset(&'static str),
    /// Another value of an option of the rules.
    Rule(&'static str, &'static str),
    /// Whether numbers that these pieces do not use are played elsewhere.
    Elsewhere(bool),
    /// A table as far as this.
    Reaching(u32),
    /// Something about a throw.
    Thrown(ThrowChange),
}

impl Change {
    /// The point of it, with what it is about and how much it asks to be believed.
    pub(crate) fn point(
        self,
        (about, weight): (&str, u32),
        option: impl Into<String>,
        says: impl Into<String>,
    ) -> Point {
        Point {
            change: self,
            assumption: Assumption {
                about: about.to_owned(),
                weight,
            },
            says: says.into(),
            option: option.into(),
        }
    }

    /// Puts it into the words of a command.
    pub(crate) fn spell(&self, words: &mut Vec<String>) {
        match self {
            Self::Elsewhere(true) => remove(words, "--no-elsewhere", false),
            Self::Elsewhere(false) => set(words, "--no-elsewhere", None),
            Self::Reaching(key) => set(words, "--max", Some(&key.to_string())),
            Self::Thrown(thrown) => thrown.spell(words),
            // Together they make one text.
            Self::Preset(_) | Self::Rule(..) => {}
        }
    }
}

/// Takes an option out of the words of a command.
fn remove(words: &mut Vec<String>, name: &str, takes_value: bool) {
    words.retain(|word| {
        !word
            .strip_prefix(name)
            .is_some_and(|rest| rest.starts_with('='))
    });
    while let Some(at) = words.iter().position(|word| word == name) {
        let end = (at + 1 + usize::from(takes_value)).min(words.len());
        words.drain(at..end);
    }
}

/// Gives an option a value, whatever it had.
pub(crate) fn set(words: &mut Vec<String>, name: &str, value: Option<&str>) {
    remove(words, name, value.is_some());
    words.push(name.to_owned());
    words.extend(value.map(str::to_owned));
}

/// Where the rules of a command are written.
pub(crate) enum RulesText<'a> {
    /// The game has usual rules, or a position has its own.
    Optional(&'a mut Option<String>),
    Given(&'a mut String),
}

impl RulesText<'_> {
    pub(crate) fn get(&self) -> Option<&str> {
        match self {
            Self::Optional(text) => text.as_deref(),
            Self::Given(text) => Some(text),
        }
    }

    pub(crate) fn set(self, rules: String) {
        match self {
            Self::Optional(text) => *text = Some(rules),
            Self::Given(text) => *text = rules,
        }
    }
}

impl<'a> From<&'a mut Option<String>> for RulesText<'a> {
    fn from(text: &'a mut Option<String>) -> Self {
        Self::Optional(text)
    }
}

impl<'a> From<&'a mut String> for RulesText<'a> {
    fn from(text: &'a mut String) -> Self {
        Self::Given(text)
    }
}

/// The disputed points of a game's rules; `None` stands for its usual rules.
#[derive(Clone, Copy)]
pub(crate) struct Disputes {
    pub(crate) points: fn(Option<&str>) -> Vec<Point>,
    /// The rules with these changes put in.
    pub(crate) with: fn(Option<&str>, &[&Change]) -> Option<String>,
}

impl Disputes {
    /// Those of a question about no rules.
    pub(crate) const NONE: Self = Self {
        points: |_| Vec::new(),
        with: |_, _| None,
    };

    pub(crate) const fn of<R: Options>() -> Self {
        Self {
            points: points::<R>,
            with: with::<R>,
        }
    }
}

/// The places in a command where its rules and its position are written.
#[derive(Default)]
pub(crate) struct Target<'a> {
    pub(crate) rules: Option<(RulesText<'a>, Disputes)>,
    pub(crate) position: Option<&'a mut Option<PositionText>>,
}

impl<'a> Target<'a> {
    /// Rules of a game, and no position.
    pub(crate) fn rules<R: Options>(text: impl Into<RulesText<'a>>) -> Self {
        Self {
            rules: Some((text.into(), Disputes::of::<R>())),
            position: None,
        }
    }
}

fn base<R: Options>(text: Option<&str>) -> Option<R> {
    text.map_or_else(|| Some(R::usual()), |text| rules::parse(text).ok())
}

fn points<R: Options>(text: Option<&str>) -> Vec<Point> {
    let Some(base) = base::<R>(text) else {
        return Vec::new();
    };
    let presets = R::presets().iter().map(|preset| {
        let name = format!("{}:{}", R::GAME, preset.name);
        let says = format!("the rules are {name} ({})", preset.meaning);
        Change::Preset(preset.name).point(("rules", 2), name, says)
    });
    let options = R::options().iter().flat_map(|option| {
        let now = (option.get)(&base);
        let others = option.values.disputed().into_iter();
        let others = others.filter(move |value| *value != now);
        others.map(|value| {
            let set = format!("{}={value}", option.name);
            let says = format!("{set} ({})", option.meaning);
            Change::Rule(option.name, value).point((option.name, 1), set, says)
        })
    });
    presets
        .filter(|_| R::presets().len() > 1)
        .chain(options)
        .collect()
}

fn with<R: Options>(text: Option<&str>, changes: &[&Change]) -> Option<String> {
    let preset = changes.iter().find_map(|change| match change {
        Change::Preset(name) => Some(*name),
        _ => None,
    });
    let base: R = base(preset.or(text))?;
    let value = |name: &str| {
        changes.iter().rev().find_map(|change| match change {
            Change::Rule(option, value) if *option == name => Some((*value).to_owned()),
            _ => None,
        })
    };
    // Options that only go together are set as one text.
    let own = R::options().iter().map(|option| {
        let value = value(option.name).unwrap_or_else(|| (option.get)(&base));
        format!("{}={value}", option.name)
    });
    let whole: R = rules::parse(&own.collect_vec().join(",")).ok()?;
    Some(rules::write(&whole))
}

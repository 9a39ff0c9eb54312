//! Disputed points of a question: the points in which it may be meant otherwise, and how it is then asked.
//!
//! Each list stands beside what it is about: other values of an option beside the options of a game, what may be meant
//! by a throw in `ask::throw::disputes`, the rest beside the commands of a game.

pub(crate) mod throw_change;

use itertools::Itertools;

use crate::board::notation::Excerpt;
use crate::figures::explain::Assumption;
use crate::rules;
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

/// The rules of a text, of a game of a family, with changes put in.
type WithChanges = fn(Option<&str>, Option<&str>, &[&Change]) -> Option<String>;

/// The disputed points of a game's rules; `None` stands for its usual rules.
#[derive(Clone, Copy)]
pub(crate) struct Disputes {
    /// Those of the rules of a text, of a game of a family.
    pub(crate) points: fn(Option<&str>, Option<&str>) -> Vec<Point>,
    pub(crate) with: WithChanges,
}

/// The places in a command where its rules and its position are written.
#[derive(Default)]
pub(crate) struct Target<'a> {
    pub(crate) rules: Option<(RulesText<'a>, Disputes)>,
    pub(crate) position: Option<&'a mut Option<Excerpt>>,
    /// The game, where it is one of a family.
    pub(crate) game: Option<&'a mut Option<&'static str>>,
}

impl<'a> Target<'a> {
    /// Rules of a game, and no position.
    pub(crate) fn rules<R: rules::RulesText>(text: impl Into<RulesText<'a>>) -> Self {
        let disputes = Disputes {
            points: points::<R>,
            with: with::<R>,
        };
        Self {
            rules: Some((text.into(), disputes)),
            position: None,
            game: None,
        }
    }
}

fn base<R: rules::RulesText>(text: Option<&str>, game: Option<&str>) -> Option<R> {
    let game = game.unwrap_or(R::GAME);
    match text {
        None => R::usual(game).ok(),
        Some(text) => R::read(text, game).ok(),
    }
}

fn points<R: rules::RulesText>(text: Option<&str>, game: Option<&str>) -> Vec<Point> {
    let Some(base) = base::<R>(text, game) else {
        return Vec::new();
    };
    let Some(info) = R::info(base.game()) else {
        return Vec::new();
    };
    let several = info.presets.len() > 1;
    let presets = info.presets.iter().filter(|_| several).map(|preset| {
        let name = format!("{}:{}", info.game, preset.name);
        let says = format!("the rules are {name} ({})", preset.meaning);
        Change::Preset(preset.name).point(("rules", 2), name, says)
    });
    let options = info.options.iter().flat_map(|option| {
        let now = base.value_of(option.name).unwrap_or_default();
        let others = option.known.iter().filter(move |value| **value != now);
        others.map(|value| {
            let set = format!("{}={value}", option.name);
            let says = format!("{set} ({})", option.meaning);
            Change::Rule(option.name, value).point((option.name, 1), set, says)
        })
    });
    presets.chain(options).collect()
}

fn with<R: rules::RulesText>(
    text: Option<&str>,
    game: Option<&str>,
    changes: &[&Change],
) -> Option<String> {
    let preset = changes.iter().find_map(|change| match change {
        Change::Preset(name) => Some(*name),
        _ => None,
    });
    let base: R = base(preset.or(text), game)?;
    let value = |name: &str| {
        changes.iter().rev().find_map(|change| match change {
            Change::Rule(option, value) if *option == name => Some((*value).to_owned()),
            _ => None,
        })
    };
    // Options that only go together are set as one text.
    let own = R::info(base.game())?.options.into_iter().map(|option| {
        let value = value(option.name).or_else(|| base.value_of(option.name));
        format!("{}={}", option.name, value.unwrap_or_default())
    });
    let whole = R::read(&own.collect_vec().join(","), base.game()).ok()?;
    Some(whole.to_string())
}

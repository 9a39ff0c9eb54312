//! What is in dispute about the rules of a game: other presets, and other values of single options.

use itertools::Itertools;

use crate::figures::explain::Assumption;
use crate::rules::{self, Options};

/// A point in which a command may be meant otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Edit {
    pub(crate) what: What,
    pub(crate) assumption: Assumption,
    /// In words, after "if".
    pub(crate) says: String,
    /// What is added to or changed in the command.
    pub(crate) option: String,
}

#[derive(Clone, Debug, PartialEq)]
/// The change that a point in dispute makes to the question.
pub(crate) enum What {
    /// Another set of rules with a name.
    Preset(&'static str),
    /// Another value of an option of the rules.
    Rule(&'static str, &'static str),
    /// Another throw.
    Throw(&'static str),
    /// An option of the command.
    Flag(&'static str, Option<&'static str>),
    /// The command without an option.
    Without(&'static str),
    /// Chances of at least as much, or of at most as much.
    Tail(&'static str),
    /// A bias that is to be fitted.
    Bias,
}

/// Rules with a preset and some options put in.
pub(crate) type With =
    fn(&str, Option<&'static str>, &[(&'static str, &'static str)]) -> Option<String>;

/// What is in dispute about the rules of a game.
#[derive(Clone, Copy)]
pub(crate) struct Disputes {
    /// The rules that a command takes without any being named.
    pub(crate) standard: fn() -> String,
    pub(crate) edits: fn(&str) -> Vec<Edit>,
    pub(crate) with: With,
}

impl Disputes {
    pub(crate) const fn of<R: Options>() -> Self {
        Self {
            standard: || rules::write(&R::usual()),
            edits: rule_edits::<R>,
            with: with_rules::<R>,
        }
    }
}

fn rule_edits<R: Options>(text: &str) -> Vec<Edit> {
    let Ok(base) = rules::parse::<R>(text) else {
        return Vec::new();
    };
    let presets = R::presets().iter().map(|preset| Edit {
        what: What::Preset(preset.name),
        assumption: Assumption {
            about: "rules".to_owned(),
            weight: 2,
        },
        says: format!(
            "the rules are {}:{} ({})",
            R::GAME,
            preset.name,
            preset.meaning
        ),
        option: format!("{}:{}", R::GAME, preset.name),
    });
    let options = R::options().iter().flat_map(|option| {
        let now = (option.get)(&base);
        let others = option.values.disputed().into_iter();
        let others = others.filter(move |value| *value != now);
        others.map(|value| Edit {
            what: What::Rule(option.name, value),
            assumption: Assumption {
                about: option.name.to_owned(),
                weight: 1,
            },
            says: format!("{}={value} ({})", option.name, option.meaning),
            option: format!("{}={value}", option.name),
        })
    });
    presets
        .filter(|_| R::presets().len() > 1)
        .chain(options)
        .collect()
}

fn with_rules<R: Options>(
    text: &str,
    preset: Option<&'static str>,
    values: &[(&'static str, &'static str)],
) -> Option<String> {
    let base: R = match preset {
        Some(name) => rules::parse(name).ok()?,
        None => rules::parse(text).ok()?,
    };
    // Options that only go together are set as one text.
    let own = R::options().iter().map(|option| {
        let given = values.iter().find(|(name, _)| *name == option.name);
        let value = given.map_or_else(|| (option.get)(&base), |(_, value)| (*value).to_owned());
        format!("{}={value}", option.name)
    });
    let whole: R = rules::parse(&own.collect_vec().join(",")).ok()?;
    Some(rules::write(&whole))
}

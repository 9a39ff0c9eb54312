//! Disputed points of a question: the points in which it may be meant otherwise, and how it is then asked.
//!
//! Each list stands beside what it is about: other values of an option beside the options of a game, what may be meant
//! by a throw in `ask::throw::disputes`, the rest beside the commands of a game.

use itertools::Itertools;
use num_rational::BigRational;

use crate::board::notation::Excerpt;
use crate::chance::expr::Expr;
use crate::chance::presets::Preset;
use crate::chance::race::track::Past;
use crate::chance::turn::RowRule;
use crate::figures::explain::Assumption;
use crate::rules::RulesText;

/// A point in which a question may be meant otherwise.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) change: Change,
    pub(crate) assumption: Assumption,
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
    /// Another throw with a name.
    Throw(&'static Preset),
    /// The throw written in another way.
    Form(Expr),
    /// A whole turn.
    Turn,
    /// One throw, not a turn.
    OneThrow,
    /// A turn of at most this number of throws.
    AtMostThrows(u32),
    /// In a turn a row of extra throws of this length is void.
    InARow(RowRule),
    /// In a turn a cancelling throw voids the latest that still stands.
    Stack,
    /// In a race, what a throw does that would pass the last cell.
    Past(Past),
    /// Chances of at least as much.
    AtLeast,
    /// Chances of at most as much.
    AtMost,
    /// Sticks that are biased: as is to be found, or so.
    Bias(Option<BigRational>),
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
                says: says.into(),
                option: Some(option.into()),
            },
        }
    }

    /// Whether it is about a throw, and not about the rules of a game or how far a table goes.
    pub(crate) fn is_of_throw(&self) -> bool {
        !matches!(
            self,
            Self::Preset(_) | Self::Rule(..) | Self::Elsewhere(_) | Self::Reaching(_)
        )
    }

    /// The series that the figures are of, if not the main one.
    pub(crate) fn series(&self) -> Option<&'static str> {
        match self {
            Self::AtLeast => Some("at_least"),
            Self::AtMost => Some("at_most"),
            _ => None,
        }
    }
}

/// The rules of a text, of a game of a family, with changes put in.
type WithChanges = fn(Option<&str>, Option<&str>, &[&Change]) -> Option<String>;

/// Where the rules of a command are written, and what is in dispute about them.
pub(crate) struct Disputes<'a> {
    /// `None` stands for the usual rules, or for those of a position.
    text: &'a mut Option<String>,
    /// The game, where it is one of a family.
    pub(crate) game: Option<&'static str>,
    points: fn(Option<&str>, Option<&str>) -> Vec<Point>,
    with: WithChanges,
}

impl Disputes<'_> {
    /// The disputed points of these rules.
    pub(crate) fn points(&self) -> Vec<Point> {
        (self.points)(self.text.as_deref(), self.game)
    }

    /// Puts changes into the rules; `None` if they do not go together.
    pub(crate) fn change(self, changes: &[&Change]) -> Option<()> {
        *self.text = Some((self.with)(self.text.as_deref(), self.game, changes)?);
        Some(())
    }
}

/// The places in a command where its rules and its position are written.
#[derive(Default)]
pub(crate) struct Target<'a> {
    pub(crate) rules: Option<Disputes<'a>>,
    pub(crate) position: Option<&'a mut Option<Excerpt>>,
    /// The game, where it is one of a family.
    pub(crate) game: Option<&'a mut Option<&'static str>>,
}

impl<'a> Target<'a> {
    /// Rules of a game, and no position.
    pub(crate) fn rules<R: RulesText>(text: &'a mut Option<String>) -> Self {
        Self {
            rules: Some(Disputes {
                text,
                game: None,
                points: points::<R>,
                with: with::<R>,
            }),
            position: None,
            game: None,
        }
    }
}

fn base<R: RulesText>(text: Option<&str>, game: Option<&str>) -> Option<R> {
    let game = game.unwrap_or(R::GAME);
    match text {
        None => R::usual(game).ok(),
        Some(text) => R::read(text, game).ok(),
    }
}

fn points<R: RulesText>(text: Option<&str>, game: Option<&str>) -> Vec<Point> {
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

fn with<R: RulesText>(
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

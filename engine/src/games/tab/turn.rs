//! The yield of a whole turn: its throws as a throw of the notation, and everything about them.

use super::rules::{Rules, TAB, THROWS, Weighted};
use crate::chance::analysis::{self, AnalysisError, Answer, Question};
use crate::chance::eval::Outcome;
use crate::chance::expr::{Case, Expr, Key, Range, Score};
use crate::chance::turn::TurnRules;
use crate::exact::Quantity;
use crate::games::running_fight::sticks;

pub use crate::games::sig::turn::MAX_VALUES;

/// The yield of a whole turn.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct WholeTurn {
    /// The throw, with what it counts.
    pub spec: Expr,
    /// The question about it.
    pub question: Question,
    /// The answer; its `turn` and the `values` in it are there.
    pub answer: Answer,
    /// The throws that can fall, each with its chance.
    pub throws: Vec<Weighted>,
    /// Its tâbs; `None` if none can fall.
    pub tabs: Option<Tabs>,
}

/// The tâbs of a turn.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Tabs {
    /// Chance that there is one.
    pub at_least_one: Quantity,
    /// Their expected number.
    pub mean: Quantity,
}

/// Everything about a whole turn: values in the order thrown and without it up to `length` of them, their total, the number of
/// throws and of tâbs.
///
/// Exact: everything.
/// Rules: `bias` matters, no other option does.
///
/// # Errors
/// [`AnalysisError`] when the lists grow too long.
///
/// # Examples
/// ```
/// use siga::games::tab::{Rules, turn::turn};
/// let whole = turn(&Rules::lane(), 2, None)?;
/// let tabs = whole.tabs.unwrap();
/// assert_eq!([tabs.at_least_one.exact(), tabs.mean.exact()], [Some(&"2/7".parse()?), Some(&"2/5".parse()?)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn turn(rules: &Rules, length: usize, up_to: Option<i64>) -> Result<WholeTurn, AnalysisError> {
    let spec = spec(rules);
    let question = Question {
        turn: Some(TurnRules::default()),
        values: Some(length.min(MAX_VALUES)),
        up_to,
        ..Question::default()
    };
    let answer = analysis::analyse(&spec, &question)?;
    let throws = rules.weighted().into_iter();
    let falls = |throw: &Weighted| *throw.chance.numer() != 0.into();
    Ok(WholeTurn {
        tabs: tabs(&answer),
        spec,
        question,
        answer,
        throws: throws.filter(falls).collect(),
    })
}

/// The chance that a tâb falls, and how many on average.
fn tabs(answer: &Answer) -> Option<Tabs> {
    let turn = answer.turn.as_ref()?;
    let tab = |outcome: &Outcome| *outcome == Outcome::Number(TAB.into());
    let occurs = turn.occurs.iter().find(|occurs| tab(&occurs.outcome))?;
    Some(Tabs {
        at_least_one: occurs.probability.clone(),
        mean: occurs.mean.clone(),
    })
}

/// The throw of these rules in the notation of throws.
///
/// # Examples
/// ```
/// use siga::games::tab::{Rules, turn::spec};
/// assert_eq!(spec(&Rules::lane()).to_string(), "4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}");
/// ```
pub fn spec(rules: &Rules) -> Expr {
    let sticks = sticks::thrown(rules.bias(), THROWS.len() - 1);
    let case = |(flats, (fields, again)): (i64, (u8, bool))| Case {
        keys: vec![Key::Range(Range {
            from: flats,
            to: flats,
        })],
        value: Score::Value(Expr::Number(fields.into())),
        again,
    };
    let cases = (0..).zip(THROWS).map(case);
    Expr::Score(Box::new(sticks), cases.collect())
}

//! Questions about a throw and their answers.

mod functions;
mod given;
mod marginals;
mod numbers;
mod races;
mod tables;
mod turn_answer;

use std::collections::BTreeSet;

use num_rational::BigRational;
use num_traits::One;

use super::eval::{self, EvalError, Outcome, Scored, Value};
pub use super::eval::{Decision, Known, NumberOfRounds, RoundsRow};
use super::expr::Expr;
use super::race::track::Track;
use super::race::{Race, RaceError};
use super::turn::{TurnError, TurnRules};
use crate::exact::bounds::BoundsError;
use crate::exact::{Dist, Field, Poly, Quantity, RatFunc, ValueAndSlope, Weight, approx_sqrt};
use crate::work::limit::TooLarge;

pub use functions::Equal;
pub use marginals::{Marginal, MarginalRow};
pub use turn_answer::{
    Largest, NumberOfThrows, Occurrence, OutcomeTimes, Sequence, StandingList, StandingLists,
    StandingValues, ThrowsRow, Times, TimesRow, TurnAnswer,
};

/// The chance that sticks without a bias of their own fall flat side up.
#[derive(Clone, Debug, PartialEq)]
pub enum Bias {
    /// With this probability.
    Known(BigRational),
    /// With an unknown probability p; values and slopes at one bias may be asked for.
    Unknown {
        /// Where to give values and slopes.
        at: Option<BigRational>,
    },
    /// With a probability somewhere between these two.
    Between(BigRational, BigRational),
}

impl Default for Bias {
    fn default() -> Self {
        Self::Known(BigRational::new(1.into(), 2.into()))
    }
}

/// A question about a throw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// The bias of sticks.
    pub bias: Bias,
    /// The whole turn, under these rules, instead of one throw.
    pub turn: Option<TurnRules>,
    /// Only outcomes (totals, with a turn) for which this holds.
    pub given: Option<Expr>,
    /// List outcomes without end up to this one, and numbers of throws in a race.
    pub up_to: Option<i64>,
    /// A race to this cell.
    pub target: Option<u32>,
    /// The track of that race, beyond its length.
    pub track: Option<Track>,
    /// Which throws of this sequence stand.
    pub sequence: Option<Vec<String>>,
    /// With a turn: the throws that stand, as lists of at most this number of outcomes, counted, and the largest.
    pub values: Option<usize>,
    /// With an unknown bias: where these two outcomes, named as they print, are equally likely.
    pub equal: Option<(String, String)>,
    /// The room for a turn of one throw; without it, as much as it takes.
    pub room: Option<Room>,
}

/// The room there is for outcomes and their chances, written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Characters.
    pub characters: u128,
    /// Whether the chances are written as fractions.
    pub fractions: bool,
}

impl Room {
    /// About the characters that the table of a distribution takes, short numbers counting as many as a row takes.
    pub fn taken<T: Ord + Clone>(dist: &Dist<T>, fractions: bool) -> u128 {
        let fraction = if fractions {
            dist.total().digits() as u128
        } else {
            0
        };
        dist.len() as u128 * (fraction + 40)
    }

    /// About the characters that a turn of one throw takes: its outcomes again, each with two fractions.
    pub fn taken_by_turn<T: Ord + Clone>(dist: &Dist<T>, fractions: bool) -> u128 {
        3 * Self::taken(dist, fractions)
    }
}

/// The mean of outcomes, and how far they spread.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct MeanAndSpread {
    /// Of all outcomes, listed or not; left out when outcomes are not all numbers.
    pub mean: Quantity,
    /// The expected squared distance from the mean.
    pub variance: Quantity,
    /// The square root of the variance, a floating-point number; `null` when that is not one exact number.
    pub sd: Option<f64>,
}

impl MeanAndSpread {
    fn new(mean: Quantity, variance: Quantity) -> Self {
        let sd = match &variance {
            Quantity::Exact(variance) => Some(approx_sqrt(variance)),
            Quantity::Surd(variance) => Some(variance.approx().sqrt()),
            _ => None,
        };
        Self { mean, variance, sd }
    }
}

/// The answer about a throw. Serialized it is everything but the outcomes.
#[derive(Clone, Debug, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Answer {
    /// The possible outcomes, and their chances.
    #[serde(skip)]
    pub outcomes: Outcomes,
    /// Mean and variance, when outcomes are numbers.
    #[serde(flatten)]
    pub moments: Option<MeanAndSpread>,
    /// All most likely outcomes; empty when not known.
    pub mode: Vec<Outcome>,
    /// The one or two middle outcomes; empty when not known.
    pub median: Vec<i64>,
    /// The probability that a throw earns another; `null` of a turn with a condition on its total.
    pub again: Option<Quantity>,
    /// The answer about the turn.
    #[serde(flatten)]
    pub turn: Option<TurnAnswer>,
    /// Where one thing is repeated, once in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rounds: Option<NumberOfRounds>,
    /// Where outcomes are numbers side by side, all of the same length: each part by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marginals: Vec<Marginal>,
    /// What is chosen where, in a throw with `best` or `least`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub policy: Vec<Decision>,
    /// Cases of score tables and values of sets that never occur, a sentence for each.
    #[serde(skip)]
    pub never: Vec<String>,
    /// The race.
    #[serde(rename = "target", skip_serializing_if = "Option::is_none")]
    pub race: Option<Race>,
    /// With `--equal`: each bias at which the two are equally likely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub equal: Option<Vec<Equal>>,
    /// The outcomes of a score table that earn another throw; `None` when there is no table.
    #[serde(skip)]
    pub earning: Option<BTreeSet<Outcome>>,
}

impl Answer {
    /// The outcomes and the chance of a further throw, of which nothing more is known.
    fn of(outcomes: Outcomes, again: Option<Quantity>) -> Self {
        Self {
            outcomes,
            again,
            moments: None,
            mode: Vec::new(),
            median: Vec::new(),
            turn: None,
            race: None,
            equal: None,
            rounds: None,
            marginals: Vec::new(),
            policy: Vec::new(),
            never: Vec::new(),
            earning: None,
        }
    }
}

/// The possible outcomes, and their chances.
#[derive(Clone, Debug)]
pub enum Outcomes {
    /// Finitely many numbers with integer weights.
    Numbers(Dist<i64>),
    /// Finitely many tuples or labels with integer weights.
    Others(Dist<Outcome>),
    /// A list with a quantity each, perhaps not to the end.
    Listed {
        /// The outcomes listed.
        rows: Vec<(Outcome, Quantity)>,
        /// The last number listed and the chance to lie beyond it.
        rest: Option<(i64, Box<Quantity>)>,
        /// Whether the numbers go down without end.
        descending: bool,
    },
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// The throw has no value.
    #[error(transparent)]
    Eval(#[from] EvalError),
    /// The turn cannot be analysed.
    #[error(transparent)]
    Turn(#[from] TurnError),
    /// The race cannot be run.
    #[error(transparent)]
    Race(#[from] RaceError),
    /// It would run away.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// There is no room for so long a table.
    #[error(transparent)]
    Room(TooLarge),
    /// A function has no bounds.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// A function has no value at the bias that is asked about.
    #[error("{function} has no value at p = {bias}")]
    Pole {
        /// The function.
        function: String,
        /// The bias.
        bias: BigRational,
    },
    /// A bias is not a probability.
    #[error(
        "the bias {0} is not a probability; write a number from 0 to 1, an interval such as 0.55..0.65, or p"
    )]
    Bias(String),
    /// An interval of biases runs backwards.
    #[error("the bias {}..{} has no numbers: an interval goes upwards, as in {}..{}", .0[0], .0[1], .0[1], .0[0])]
    Backwards(Box<[BigRational; 2]>),
    /// A bias for a throw without sticks that follow it.
    #[error(
        "every stick of the throw has a bias of its own, or there is none, so --bias changes nothing"
    )]
    NoStick,
    /// The condition never holds.
    #[error("the condition `{0}` never holds")]
    NeverGiven(String),
    /// Intervals too wide to divide by.
    #[error("the chances lie too close to zero for the hundred digits that are kept of them")]
    TooClose,
    /// The question does not fit the throw.
    #[error("{0}")]
    Unfit(String),
}

crate::work::of_kind!(AnalysisError,
    Self::TooLarge(_)
        | Self::Room(_)
        | Self::Race(RaceError::TooLarge(_) | RaceError::Cases)
        | Self::TooClose
        | Self::Turn(
            TurnError::TooLarge(_)
            | TurnError::TooManyStates(_)
            | TurnError::TooManyLists(_)
            | TurnError::Stack(_)
        )
        | Self::Eval(EvalError::TooLarge { .. })
        | Self::Bounds(BoundsError::Degree { .. } | BoundsError::Coefficient { .. })
        => Limit,
    else Input
);

/// Rows a list without end may have.
const MAX_ROWS: usize = 500;
/// Machine words the chances of such a list may take, unless its end is asked for.
const MAX_LIST_WORDS: u64 = 15_000;
/// Outcomes without end, or numbers of throws in a race, that may be asked for with `up_to`.
const MAX_ROWS_ASKED: u128 = 2000;
/// Numbers of throws listed for a turn.
const THROWS_LISTED: i64 = 12;
/// Numbers of times listed for an outcome.
const TIMES_LISTED: i64 = 8;

/// Answers a question about a throw.
///
/// Exact: everything; with [`Bias::Unknown`] as functions of the bias, with [`Bias::Between`] as proved bounds.
///
/// # Errors
/// [`AnalysisError`].
///
/// # Examples
/// ```
/// use siga::chance::{analysis::{Question, analyse}, parse, turn::TurnRules};
/// let tab = parse("4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}").unwrap();
/// let turn = Question { turn: Some(TurnRules::default()), ..Question::default() };
/// let answer = analyse(&tab, &turn).unwrap();
/// assert_eq!(answer.moments.unwrap().mean.exact().unwrap().to_string(), "19/5");
/// ```
pub fn analyse(expr: &Expr, question: &Question) -> Result<Answer, AnalysisError> {
    let answer = answer(expr, question)?;
    let endless = matches!(&answer.outcomes, Outcomes::Listed { rest: Some(_), .. });
    let is_list = endless || question.target.is_some();
    if question.up_to.is_some() && !is_list {
        return Err(AnalysisError::Unfit(
            "--up-to cuts a list without end; these outcomes end by themselves".to_owned(),
        ));
    }
    Ok(answer)
}

fn answer(expr: &Expr, question: &Question) -> Result<Answer, AnalysisError> {
    let names = question.given.as_ref().filter(|given| given.has_names());
    if let Some(condition) = names {
        if question.turn.is_some() || question.target.is_some() {
            return Err(AnalysisError::Unfit(
                "--given with names is about one throw: leave --turn and --target out".to_owned(),
            ));
        }
        return unmarked(&given::marked(expr, condition)?, question);
    }
    unmarked(expr, question)
}

fn unmarked(expr: &Expr, question: &Question) -> Result<Answer, AnalysisError> {
    let default = question.bias == Bias::default();
    if !default && !eval::has_unbiased_stick(expr) {
        return Err(AnalysisError::NoStick);
    }
    let probability = |bias: &BigRational| {
        let fine = super::parse::is_probability(bias);
        if fine {
            Ok(())
        } else {
            Err(AnalysisError::Bias(bias.to_string()))
        }
    };
    let unknown = || {
        let p = Poly::x();
        Dist::new([(0, Poly::one() - &p), (1, p)]).expect("p is not zero")
    };
    match &question.bias {
        Bias::Known(bias) => {
            probability(bias)?;
            FieldQuestion {
                question,
                present: &|value: &BigRational| Ok(Quantity::Exact(value.clone())),
                size: &|value: &BigRational| value.clone(),
            }
            .numbers(expr, &eval::stick(bias))
        }
        Bias::Unknown { at } => {
            at.as_ref().map_or(Ok(()), probability)?;
            let middle = at
                .clone()
                .unwrap_or_else(|| BigRational::new(1.into(), 2.into()));
            FieldQuestion {
                question,
                present: &|value: &RatFunc| function_of_bias(value, at.as_ref()),
                size: &|value: &RatFunc| value.eval(&middle).unwrap_or_else(BigRational::one),
            }
            .functions(expr, &unknown())
        }
        Bias::Between(lower, upper) => {
            probability(lower)?;
            probability(upper)?;
            if lower > upper {
                return Err(AnalysisError::Backwards(Box::new([
                    lower.clone(),
                    upper.clone(),
                ])));
            }
            FieldQuestion {
                question,
                present: &|value: &RatFunc| Ok(Quantity::bounded(value, lower, upper)?),
                size: &|value: &RatFunc| value.eval(upper).unwrap_or_else(BigRational::one),
            }
            .functions(expr, &unknown())
        }
    }
}

/// A function of the bias, with its value and slope at one that is asked about.
fn function_of_bias(
    function: &RatFunc,
    bias: Option<&BigRational>,
) -> Result<Quantity, AnalysisError> {
    let at = bias.map(|bias| {
        let (value, slope) = (function.eval(bias), function.derivative().eval(bias));
        let known = value.zip(slope);
        let known = known.map(|(value, slope)| ValueAndSlope { value, slope });
        known.ok_or_else(|| AnalysisError::Pole {
            function: function.to_string(),
            bias: bias.clone(),
        })
    });
    Ok(Quantity::Function {
        function: function.clone(),
        at: at.transpose()?,
    })
}

/// A question, and what to do with numbers of the field it is answered in.
struct FieldQuestion<'a, F> {
    question: &'a Question,
    present: &'a dyn Fn(&F) -> Result<Quantity, AnalysisError>,
    /// The size of a chance, to know when enough is listed.
    size: &'a dyn Fn(&F) -> BigRational,
}

fn unknown_bias_only() -> AnalysisError {
    AnalysisError::Unfit(
        "--equal compares functions of an unknown bias; it goes with --bias p".to_owned(),
    )
}

impl<F: Field> FieldQuestion<'_, F> {
    /// One throw; `listed` answers what its outcomes are, given the chance of a further throw.
    fn one<W: Weight<Field = F>>(
        &self,
        value: Value<W>,
        listed: impl FnOnce(Dist<Outcome, W>, F) -> Result<Answer, AnalysisError>,
    ) -> Result<Answer, AnalysisError> {
        let is_table = matches!(value, Value::Scores(_));
        let scores = match value {
            Value::Endless(series) => return self.endless(&series),
            value => value.scores().expect("it has an end"),
        };
        let again = scores.chance(|x| x.again);
        let earning = scores.iter().filter(|(scored, _)| scored.again);
        let earning = earning.map(|(scored, _)| scored.outcome.clone()).collect();
        let answer = listed(scores.into_mapped(|x| x.outcome), again)?;
        Ok(Answer {
            earning: is_table.then_some(earning),
            ..answer
        })
    }
}

/// Any finite value as a score table.
fn scores<W: Weight>(value: Value<W>) -> Result<Dist<Scored, W>, AnalysisError> {
    match value {
        Value::Tuples(_) => Err(AnalysisError::Unfit(
            "several numbers side by side are not a score; add `-> {…}` to say what they count".to_owned(),
        )),
        value => value.scores().ok_or_else(|| AnalysisError::Unfit(
            "this throw counts its further throws already; leave --turn out, or write a score table with `*` alone".to_owned(),
        )),
    }
}

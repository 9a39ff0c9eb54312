//! Questions about a throw and their answers.

use std::collections::BTreeSet;

use num_rational::BigRational;
use num_traits::{One, Zero};

use super::eval::{self, EvalError, Outcome, Scored, Sticks, Value};
use super::expr::Expr;
use super::target::{self, Race, RaceError};
use super::turn::{Moments, Table, Turn, TurnError, TurnRules};
use crate::exact::bounds::{self, BoundsError, Root};
use crate::exact::limit::TooLarge;
use crate::exact::quantity::PoleError;
use crate::exact::{
    Dist, Field, Natural, Poly, Quantity, RatFunc, Series, Summary, Weight, summary,
};

/// How the sticks without a bias of their own fall flat side up.
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

/// What is asked about a throw.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Question {
    /// How sticks fall.
    pub bias: Bias,
    /// The whole turn, under these rules, instead of one throw.
    pub turn: Option<TurnRules>,
    /// Only outcomes (totals, with a turn) for which this holds.
    pub given: Option<Expr>,
    /// List outcomes without end up to this one.
    pub up_to: Option<i64>,
    /// A race to this cell.
    pub target: Option<u32>,
    /// Which throws of this sequence stand.
    pub sequence: Option<Vec<String>>,
    /// With an unknown bias: where these two outcomes, named as they print, are equally likely.
    pub equal: Option<(String, String)>,
}

/// The answer about a throw.
#[derive(Clone, Debug)]
pub struct Answer {
    /// What can come up, and how likely.
    pub outcomes: Outcomes,
    /// Mean and variance, when outcomes are numbers.
    pub moments: Option<Moments<Quantity>>,
    /// The likeliest outcomes, when there are numbers for the weights.
    pub mode: Vec<Outcome>,
    /// The middle outcomes, when outcomes are numbers.
    pub median: Vec<i64>,
    /// The chance that a throw earns another.
    pub again: Quantity,
    /// What is known of the turn.
    pub turn: Option<TurnAnswer>,
    /// The race.
    pub race: Option<Race>,
    /// The biases at which the two outcomes asked about are equally likely.
    pub equal: Option<Vec<Root>>,
    /// The outcomes of a score table that earn another throw; `None` when there is no table.
    pub earning: Option<BTreeSet<Outcome>>,
}

/// What can come up, and how likely.
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
        rest: Option<(i64, Quantity)>,
        /// Whether the numbers go down without end.
        descending: bool,
    },
}

/// What is known of a whole turn besides its total.
#[derive(Clone, Debug)]
pub struct TurnAnswer {
    /// Number of throws.
    pub throws: Moments<Quantity>,
    /// The chance of each number of throws.
    pub throws_rows: Vec<(i64, Quantity)>,
    /// The chance of more throws than listed.
    pub throws_rest: Option<Quantity>,
    /// Each outcome, the chance that it stands in the turn at least once, and how often it does on average.
    pub occurrences: Vec<(Outcome, Quantity, Quantity)>,
    /// The sequence asked about and what stands of it.
    pub sequence: Option<(Vec<Outcome>, Vec<Outcome>)>,
}

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
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
    /// A function has no bounds.
    #[error(transparent)]
    Bounds(#[from] BoundsError),
    /// A function has no value.
    #[error(transparent)]
    Pole(#[from] PoleError),
    /// A bias is not a probability, or an interval runs backwards.
    #[error(
        "the bias {0} is not a probability; write a number from 0 to 1, an interval such as 0.55..0.65, or p"
    )]
    Bias(String),
    /// A bias for a throw without sticks that follow it.
    #[error("the throw has no stick without a bias of its own, so --bias would change nothing")]
    NoStick,
    /// The condition never holds.
    #[error("the condition `{0}` never holds")]
    NeverGiven(String),
    /// The question does not fit the throw.
    #[error("{0}")]
    Unfit(String),
}

/// Rows a list without end may have.
const MAX_ROWS: usize = 500;
/// Numbers of throws listed for a turn.
const THROWS_LISTED: u32 = 12;

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
        Sticks::with_weights(Poly::one() - &p, p).expect("p is not zero")
    };
    match &question.bias {
        Bias::Known(bias) => {
            probability(bias)?;
            Asked {
                question,
                present: &|value: &BigRational| Ok(Quantity::Exact(value.clone())),
                size: &|value: &BigRational| value.clone(),
            }
            .numbers(expr, &Sticks::with_bias(bias))
        }
        Bias::Unknown { at } => {
            at.as_ref().map_or(Ok(()), probability)?;
            let middle = at
                .clone()
                .unwrap_or_else(|| BigRational::new(1.into(), 2.into()));
            Asked {
                question,
                present: &|value: &RatFunc| Ok(Quantity::function(value.clone(), at.as_ref())?),
                size: &|value: &RatFunc| value.eval(&middle).unwrap_or_else(BigRational::one),
            }
            .functions(expr, &unknown())
        }
        Bias::Between(lower, upper) => {
            probability(lower)?;
            probability(upper)?;
            if lower > upper {
                return Err(AnalysisError::Bias(format!("{lower}..{upper}")));
            }
            Asked {
                question,
                present: &|value: &RatFunc| Ok(Quantity::bounded(value, lower, upper)?),
                size: &|value: &RatFunc| value.eval(upper).unwrap_or_else(BigRational::one),
            }
            .functions(expr, &unknown())
        }
    }
}

/// A question, and what to do with numbers of the field it is answered in.
struct Asked<'a, F> {
    question: &'a Question,
    present: &'a dyn Fn(&F) -> Result<Quantity, AnalysisError>,
    /// How large a chance is, to know when enough is listed.
    size: &'a dyn Fn(&F) -> BigRational,
}

impl Asked<'_, BigRational> {
    fn numbers(&self, expr: &Expr, sticks: &Sticks<Natural>) -> Result<Answer, AnalysisError> {
        if self.question.equal.is_some() {
            return Err(unknown_bias_only());
        }
        let value = eval::evaluate(expr, sticks)?;
        let mut answer = match value {
            value if self.question.turn.is_some() => self.turn(&scores(value)?)?,
            Value::Endless(series) => self.endless(&series)?,
            Value::Numbers(dist) => self.finite(dist, BigRational::zero())?,
            Value::Tuples(dist) => {
                self.weighted(dist.map(|x| Outcome::Tuple(x.clone())), BigRational::zero())?
            }
            Value::Scores(dist) => {
                let again = dist.chance(|x| x.again);
                let answer = self.weighted(dist.map(|x| x.outcome.clone()), again)?;
                Answer {
                    earning: Some(earning(&dist)),
                    ..answer
                }
            }
        };
        if let Some(target) = self.question.target {
            answer.race = Some(self.race(&answer, expr, sticks, target)?);
        }
        Ok(answer)
    }

    /// Outcomes that may all be numbers.
    fn weighted(&self, dist: Dist<Outcome>, again: BigRational) -> Result<Answer, AnalysisError> {
        if dist.iter().all(|(x, _)| x.number().is_some()) {
            return self.finite(dist.map(|x| x.number().unwrap_or_default()), again);
        }
        let dist = self.given(dist, Clone::clone)?;
        let largest = dist.iter().map(|(_, weight)| weight).max();
        let mode = dist
            .iter()
            .filter(|(_, w)| Some(*w) == largest)
            .map(|(x, _)| x.clone())
            .collect();
        Ok(Answer {
            mode,
            median: Vec::new(),
            moments: None,
            again: Quantity::Exact(again),
            outcomes: Outcomes::Others(dist),
            turn: None,
            race: None,
            equal: None,
            earning: None,
        })
    }

    fn finite(&self, dist: Dist<i64>, again: BigRational) -> Result<Answer, AnalysisError> {
        let dist = self.given(dist, |x| Outcome::Number(*x))?;
        let Summary {
            mean,
            variance,
            mode,
            median,
        } = summary(&dist);
        Ok(Answer {
            outcomes: Outcomes::Numbers(dist),
            moments: Some(Moments {
                mean: Quantity::Exact(mean),
                variance: Quantity::Exact(variance),
            }),
            mode: mode.into_iter().map(Outcome::Number).collect(),
            median,
            again: Quantity::Exact(again),
            turn: None,
            race: None,
            equal: None,
            earning: None,
        })
    }

    /// The chances of moving 0, 1, 2, … cells up to the target, then the race.
    fn race(
        &self,
        answer: &Answer,
        expr: &Expr,
        sticks: &Sticks<Natural>,
        target: u32,
    ) -> Result<Race, AnalysisError> {
        let mut chances = vec![BigRational::zero(); target.min(target::MAX_TARGET) as usize + 1];
        let mut put = |outcome: i64, chance: &BigRational| -> Result<(), RaceError> {
            let step = usize::try_from(outcome).map_err(|_| RaceError::Backwards(outcome))?;
            if let Some(slot) = chances.get_mut(step) {
                *slot += chance;
            }
            Ok(())
        };
        match &answer.outcomes {
            Outcomes::Numbers(dist) => {
                for (&x, _) in dist.iter() {
                    put(x, &dist.probability(&x))?;
                }
            }
            Outcomes::Others(_) => {
                return Err(AnalysisError::Unfit(
                    "--target needs throws that are numbers".to_owned(),
                ));
            }
            Outcomes::Listed {
                rest: None, rows, ..
            } => {
                for (x, chance) in rows {
                    put(
                        x.number().unwrap_or_default(),
                        chance.exact().unwrap_or(&BigRational::zero()),
                    )?;
                }
            }
            Outcomes::Listed { .. } => {
                // The list was cut where a reader has enough; the race needs it up to the target.
                let up_to = Some(i64::from(target));
                let longer = Question {
                    up_to,
                    target: None,
                    ..self.question.clone()
                };
                let asked = Asked {
                    question: &longer,
                    ..*self
                };
                let Outcomes::Listed { rows, .. } = asked.numbers(expr, sticks)?.outcomes else {
                    unreachable!("the same throw is still without end")
                };
                for (x, chance) in &rows {
                    put(
                        x.number().unwrap_or_default(),
                        chance.exact().unwrap_or(&BigRational::zero()),
                    )?;
                }
            }
        }
        Ok(target::race(&chances, target)?)
    }
}

impl Asked<'_, RatFunc> {
    fn functions(&self, expr: &Expr, sticks: &Sticks<Poly>) -> Result<Answer, AnalysisError> {
        if self.question.equal.is_some() && !matches!(self.question.bias, Bias::Unknown { .. }) {
            return Err(unknown_bias_only());
        }
        if self.question.target.is_some() {
            return Err(AnalysisError::Unfit(
                "--target needs a bias that is one number".to_owned(),
            ));
        }
        let mut answer = match eval::evaluate(expr, sticks)? {
            value if self.question.turn.is_some() => self.turn(&scores(value)?)?,
            Value::Endless(series) => self.endless(&series)?,
            Value::Numbers(dist) => {
                self.listed(&dist.map(|&x| Outcome::Number(x)), &RatFunc::zero())?
            }
            Value::Tuples(dist) => {
                self.listed(&dist.map(|x| Outcome::Tuple(x.clone())), &RatFunc::zero())?
            }
            Value::Scores(dist) => {
                let again = dist.chance(|x| x.again);
                let answer = self.listed(&dist.map(|x| x.outcome.clone()), &again)?;
                Answer {
                    earning: Some(earning(&dist)),
                    ..answer
                }
            }
        };
        if let Some((a, b)) = &self.question.equal {
            answer.equal = Some(equally_likely(&answer, a, b)?);
        }
        Ok(answer)
    }

    fn listed(&self, dist: &Dist<Outcome, Poly>, again: &RatFunc) -> Result<Answer, AnalysisError> {
        let dist = self.given(dist.clone(), Clone::clone)?;
        let rows: Vec<(Outcome, RatFunc)> = dist
            .iter()
            .map(|(x, _)| (x.clone(), dist.probability(x)))
            .collect();
        let moments = if rows.iter().all(|(x, _)| x.number().is_some()) {
            let moment = |power: u32| {
                let part = |(x, p): &(Outcome, RatFunc)| {
                    p.clone() * RatFunc::from_integer(x.number().unwrap_or_default()).pow(power)
                };
                rows.iter().map(part).fold(RatFunc::zero(), |a, b| a + b)
            };
            let (mean, square) = (moment(1), moment(2));
            let variance = square - mean.clone() * mean.clone();
            Some(self.moments(&Moments { mean, variance })?)
        } else {
            None
        };
        let rows = rows
            .iter()
            .map(|(x, p)| Ok((x.clone(), (self.present)(p)?)));
        Ok(Answer {
            outcomes: Outcomes::Listed {
                rows: rows.collect::<Result<_, AnalysisError>>()?,
                rest: None,
                descending: false,
            },
            moments,
            mode: Vec::new(),
            median: Vec::new(),
            again: (self.present)(again)?,
            turn: None,
            race: None,
            equal: None,
            earning: None,
        })
    }
}

impl<F: Field> Asked<'_, F> {
    /// Keeps the outcomes for which the condition holds.
    fn given<T: Ord + Clone, W: Weight>(
        &self,
        dist: Dist<T, W>,
        outcome: impl Fn(&T) -> Outcome,
    ) -> Result<Dist<T, W>, AnalysisError> {
        let Some(condition) = &self.question.given else {
            return Ok(dist);
        };
        let mut fault = None;
        let kept = dist.given(|x| {
            eval::holds(condition, &outcome(x)).unwrap_or_else(|error| {
                fault.get_or_insert(error);
                false
            })
        });
        match (fault, kept) {
            (Some(error), _) => Err(error.into()),
            (None, Some(kept)) => Ok(kept),
            (None, None) => Err(AnalysisError::NeverGiven(condition.to_string())),
        }
    }

    fn moments(&self, moments: &Moments<F>) -> Result<Moments<Quantity>, AnalysisError> {
        let mean = (self.present)(&moments.mean)?;
        Ok(Moments {
            mean,
            variance: (self.present)(&moments.variance)?,
        })
    }

    /// Whether enough of a list without end has been shown.
    fn enough(&self, outcome: i64, descending: bool, rest: &F, rows: usize) -> bool {
        if let Some(up_to) = self.question.up_to {
            return if descending {
                outcome <= up_to
            } else {
                outcome >= up_to
            };
        }
        rows >= MAX_ROWS || (self.size)(rest) < BigRational::new(1.into(), 10_000.into())
    }

    fn endless(&self, series: &Series<F>) -> Result<Answer, AnalysisError> {
        if self.question.given.is_some() {
            return Err(AnalysisError::Unfit(
                "--given needs finitely many outcomes; limit the throw, as in d6!9".to_owned(),
            ));
        }
        let descending = series.descending();
        let outcome = |i: usize| series.start() + if descending { -(i as i64) } else { i as i64 };
        let mut count = 16;
        let table = loop {
            let mut rest = F::one();
            let mut rows = Vec::new();
            for (i, chance) in series.prefix(count)?.into_iter().enumerate() {
                rest = rest - chance.clone();
                rows.push((outcome(i), chance));
                if self.enough(outcome(i), descending, &rest, rows.len()) {
                    break;
                }
            }
            if rows.len() < count {
                break Table {
                    rows,
                    rest: Some(rest),
                    descending,
                };
            }
            count *= 2;
        };
        let moments = Moments {
            mean: series.mean(),
            variance: series.variance(),
        };
        self.table(table, &moments, F::zero())
    }

    fn turn(&self, scores: &Dist<Scored, impl Weight<Field = F>>) -> Result<Answer, AnalysisError> {
        let rules = self.question.turn.unwrap_or_default();
        let turn = Turn::new(scores, rules)?;
        let mut listed = 0;
        let mut table = turn.totals(|total, rest| {
            listed += 1;
            self.enough(total, false, rest, listed)
        })?;
        let mut moments = turn.total();
        if let Some(condition) = &self.question.given {
            if table.rest.is_some() {
                return Err(AnalysisError::Unfit(
                    "--given with --turn needs finitely many totals; set a limit with --max-throws"
                        .to_owned(),
                ));
            }
            (table, moments) = conditioned(table, condition)?;
        }
        let mut answer = self.table(table, &moments, turn.again())?;
        let throws = turn.throws_table(THROWS_LISTED);
        let sequence = match &self.question.sequence {
            Some(names) => Some(turn.replay(names).map_err(AnalysisError::Unfit)?),
            None => None,
        };
        let present = self.present;
        answer.turn = Some(TurnAnswer {
            throws: self.moments(&turn.throws())?,
            throws_rows: (throws.rows.iter())
                .map(|(n, chance)| Ok((*n, present(chance)?)))
                .collect::<Result<_, AnalysisError>>()?,
            throws_rest: throws.rest.as_ref().map(present).transpose()?,
            occurrences: (turn.occurrences().iter())
                .map(|(x, chance, mean)| Ok((x.clone(), present(chance)?, present(mean)?)))
                .collect::<Result<_, AnalysisError>>()?,
            sequence,
        });
        Ok(answer)
    }

    fn table(
        &self,
        table: Table<F>,
        moments: &Moments<F>,
        again: F,
    ) -> Result<Answer, AnalysisError> {
        let last = table.rows.last().map_or(0, |(total, _)| *total);
        // Likeliest and middle totals are known when numbers are, and when what is left cannot change them.
        let (mode, median) = typical(
            &table,
            self.size,
            matches!(self.question.bias, Bias::Known(_)),
        );
        let rows = table.rows.iter().filter(|(_, chance)| !chance.is_zero());
        let rows = rows.map(|(x, chance)| Ok((Outcome::Number(*x), (self.present)(chance)?)));
        Ok(Answer {
            outcomes: Outcomes::Listed {
                rows: rows.collect::<Result<_, AnalysisError>>()?,
                rest: match &table.rest {
                    Some(rest) => Some((last, (self.present)(rest)?)),
                    None => None,
                },
                descending: table.descending,
            },
            moments: Some(self.moments(moments)?),
            mode,
            median,
            again: (self.present)(&again)?,
            turn: None,
            race: None,
            equal: None,
            earning: None,
        })
    }
}

fn unknown_bias_only() -> AnalysisError {
    AnalysisError::Unfit(
        "--equal compares functions of an unknown bias; it goes with --bias p".to_owned(),
    )
}

/// The outcomes of which some case earns another throw.
fn earning<W: Weight>(scores: &Dist<Scored, W>) -> BTreeSet<Outcome> {
    let earning = scores.iter().filter(|(scored, _)| scored.again);
    earning.map(|(scored, _)| scored.outcome.clone()).collect()
}

/// The biases from 0 to 1 at which two outcomes of an answer in functions are equally likely.
fn equally_likely(answer: &Answer, a: &str, b: &str) -> Result<Vec<Root>, AnalysisError> {
    let Outcomes::Listed { rows, .. } = &answer.outcomes else {
        unreachable!("functions are always listed")
    };
    let function = |name: &str| {
        let found = rows
            .iter()
            .find(|(outcome, _)| outcome.to_string() == name.trim());
        match found {
            Some((_, Quantity::Function { function, .. })) => Ok(function),
            _ => {
                let listed: Vec<String> = rows.iter().map(|(x, _)| x.to_string()).collect();
                Err(AnalysisError::Unfit(format!(
                    "there is no outcome `{}`; the outcomes are {}",
                    name.trim(),
                    listed.join(", ")
                )))
            }
        }
    };
    let tolerance = BigRational::new(1.into(), 10u64.pow(12).into());
    let (f, g) = (function(a)?, function(b)?);
    Ok(bounds::crossings(
        f,
        g,
        &BigRational::zero(),
        &BigRational::one(),
        &tolerance,
    )?)
}

/// Only the totals for which a condition holds, and their moments.
fn conditioned<F: Field>(
    table: Table<F>,
    condition: &Expr,
) -> Result<(Table<F>, Moments<F>), AnalysisError> {
    let mut rows = Vec::new();
    let mut total = F::zero();
    for (x, chance) in table.rows {
        if eval::holds(condition, &Outcome::Number(x))? {
            total = total + chance.clone();
            rows.push((x, chance));
        }
    }
    if total.is_zero() {
        return Err(AnalysisError::NeverGiven(condition.to_string()));
    }
    let (mut mean, mut square) = (F::zero(), F::zero());
    for (x, chance) in &mut rows {
        *chance = chance.divided_by(&total);
        let x = F::from_integer(*x);
        mean = mean + chance.clone() * x.clone();
        square = square + chance.clone() * x.clone() * x;
    }
    let variance = square - mean.clone() * mean.clone();
    Ok((
        Table {
            rows,
            rest: None,
            descending: false,
        },
        Moments { mean, variance },
    ))
}

/// The likeliest and the middle totals of a table, as far as it settles them.
fn typical<F: Field>(
    table: &Table<F>,
    size: &dyn Fn(&F) -> BigRational,
    numbers: bool,
) -> (Vec<Outcome>, Vec<i64>) {
    if !numbers {
        return (Vec::new(), Vec::new());
    }
    let rest = table.rest.as_ref().map_or_else(BigRational::zero, size);
    let chances: Vec<(i64, BigRational)> = table.rows.iter().map(|(x, p)| (*x, size(p))).collect();
    let largest = chances
        .iter()
        .map(|(_, p)| p.clone())
        .max()
        .unwrap_or_else(BigRational::zero);
    let mode = if rest < largest {
        let most = chances.iter().filter(|(_, p)| *p == largest);
        most.map(|(x, _)| Outcome::Number(*x)).collect()
    } else {
        Vec::new()
    };
    let half = BigRational::new(1.into(), 2.into());
    let (mut before, mut median) = (BigRational::zero(), Vec::new());
    for (x, p) in chances.iter().filter(|(_, p)| !p.is_zero()) {
        let up_to = &before + p;
        if before <= half && up_to >= half {
            median.push(*x);
        }
        before = up_to;
    }
    // Exactly half may lie beyond the rows listed; then the second of two medians is not known.
    if before <= half && table.rest.is_some() {
        median.clear();
    }
    median.sort_unstable();
    (mode, median)
}

/// Any finite value as a score table.
fn scores<W: Weight>(value: Value<W>) -> Result<Dist<Scored, W>, AnalysisError> {
    let plain = |outcome| Scored {
        outcome,
        again: false,
        cancels: false,
    };
    match value {
        Value::Scores(dist) => Ok(dist),
        Value::Numbers(dist) => Ok(dist.map(|&x| plain(Outcome::Number(x)))),
        Value::Tuples(_) => Err(AnalysisError::Unfit(
            "several numbers side by side are not a score; add `-> {…}` to say what they count".to_owned(),
        )),
        Value::Endless(_) => Err(AnalysisError::Unfit(
            "an exploding throw is a whole turn already; leave --turn out, or write a score table with `*`".to_owned(),
        )),
    }
}

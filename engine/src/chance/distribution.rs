//! The distribution of a throw, without more ado.

use std::str::FromStr;

use num_rational::BigRational;

use super::analysis::{self, AnalysisError, Answer, Question};
use super::error::SpecError;
use super::eval::{self, Outcome, Value};
use super::expr::Expr;
use super::parse::{is_probability, parse};
use crate::exact::{Dist, Natural};

impl Expr {
    /// The distribution of the number thrown; sticks without a bias of their own fall flat side up with probability 1/2.
    ///
    /// Exact: always.
    ///
    /// # Errors
    /// [`AnalysisError`]: the throw has no value or would run away, or its outcomes are not finitely many numbers.
    ///
    /// # Examples
    /// ```
    /// use siga::prelude::*;
    /// let two_dice: Throw = "2d6".parse()?;
    /// let sum = two_dice.distribution()?;
    /// assert_eq!(sum.probability(&7).to_string(), "1/6");
    ///
    /// let pair: Throw = "(d6, d6)".parse()?;
    /// assert!(pair.distribution().is_err()); // two numbers side by side
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distribution(&self) -> Result<Dist<i64>, AnalysisError> {
        numbers(self, self.valued(&fair())?)
    }

    /// As [`distribution`](Self::distribution), each stick without a bias of its own falling flat side up with
    /// probability `bias`. A throw without such sticks is not changed by it.
    ///
    /// Exact: always.
    ///
    /// # Errors
    /// [`AnalysisError`]: as there, or the bias is not a probability.
    ///
    /// # Examples
    /// ```
    /// use siga::prelude::*;
    /// let sticks: Throw = "4s".parse()?;
    /// let flat = sticks.distribution_with_bias(&parse_fraction("3/5")?)?;
    /// assert_eq!(flat.probability(&4).to_string(), "81/625");
    ///
    /// assert!(sticks.distribution_with_bias(&parse_fraction("6/5")?).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distribution_with_bias(&self, bias: &BigRational) -> Result<Dist<i64>, AnalysisError> {
        numbers(self, self.valued(bias)?)
    }

    /// The distribution of what is thrown, whatever it is: numbers, tuples of numbers, or labels of a score table. Sticks
    /// are as in [`distribution`](Self::distribution).
    ///
    /// Exact: always.
    ///
    /// # Errors
    /// [`AnalysisError`]: the throw has no value or would run away, or its outcomes are not finitely many.
    ///
    /// # Examples
    /// ```
    /// use siga::prelude::*;
    /// let pair: Throw = "(d6, d6)".parse()?;
    /// let pairs = pair.outcomes()?;
    /// assert_eq!(pairs.len(), 36);
    /// assert_eq!(pairs.first().to_string(), "(1, 1)");
    ///
    /// let without_end: Throw = "d6!".parse()?;
    /// assert!(without_end.outcomes().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn outcomes(&self) -> Result<Dist<Outcome>, AnalysisError> {
        let scores = self.valued(&fair())?.scores();
        let scores = scores.ok_or_else(|| self.endless())?;
        Ok(scores.into_mapped(|scored| scored.outcome))
    }

    /// Answers a question about the throw: a whole turn, a condition, an unknown bias, a race; see [`Question`].
    ///
    /// Exact: everything, see [`analysis::analyse`].
    ///
    /// # Errors
    /// [`AnalysisError`]: the throw has no value, or the question does not fit it.
    ///
    /// # Examples
    /// ```
    /// use siga::prelude::*;
    /// // A turn of tâb: 1, 4 and 6 earn another throw.
    /// let tab: Throw = "4s -> {0: 6*, 1: 1*, 2: 2, 3: 3, 4: 4*}".parse()?;
    /// let turn = Question { turn: Some(TurnRules::default()), ..Question::default() };
    /// let mean = tab.analyse(&turn)?.moments.expect("the total is a number").mean;
    /// assert_eq!(mean, Quantity::Exact(parse_fraction("19/5")?));
    ///
    /// // Dice have no bias.
    /// let biased = Question { bias: Bias::Known(parse_fraction("0.6")?), ..Question::default() };
    /// assert!("2d6".parse::<Throw>()?.analyse(&biased).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn analyse(&self, question: &Question) -> Result<Answer, AnalysisError> {
        analysis::analyse(self, question)
    }

    fn valued(&self, bias: &BigRational) -> Result<Value<Natural>, AnalysisError> {
        if !is_probability(bias) {
            return Err(AnalysisError::Unfit(format!(
                "the bias {bias} is not a probability: give a number from 0 to 1"
            )));
        }
        Ok(eval::evaluate(self, &eval::stick(bias))?)
    }

    fn endless(&self) -> AnalysisError {
        AnalysisError::Unfit(format!(
            "`{self}` has outcomes without end: limit it, as in d6!9, or ask Throw::analyse"
        ))
    }
}

fn fair() -> BigRational {
    BigRational::new(1.into(), 2.into())
}

/// A value whose outcomes are numbers, scores among them.
fn numbers(throw: &Expr, value: Value<Natural>) -> Result<Dist<i64>, AnalysisError> {
    let not_numbers = |shown: &str| {
        AnalysisError::Unfit(format!(
            "`{throw}` shows {shown}, not single numbers: Throw::outcomes gives them, and Throw::analyse answers everything else"
        ))
    };
    match value {
        Value::Numbers(dist) => Ok(dist),
        Value::Scores(dist) => {
            let number = |scored: &eval::Scored| scored.outcome.number();
            if dist.iter().any(|(scored, _)| number(scored).is_none()) {
                return Err(not_numbers("labels or tuples"));
            }
            Ok(dist.map(|scored| number(scored).unwrap_or_default()))
        }
        Value::Tuples(_) => Err(not_numbers("several numbers side by side")),
        Value::Endless(_) => Err(throw.endless()),
    }
}

impl FromStr for Expr {
    type Err = SpecError;

    /// Reads a throw, as [`parse`] does.
    ///
    /// # Errors
    /// [`SpecError`]: what is wrong, with its place in the text.
    fn from_str(text: &str) -> Result<Expr, SpecError> {
        parse(text)
    }
}

//! A number and how well it is known: exactly, as a function of a bias, or between proved bounds.

use num_rational::BigRational;

use super::bounds::{self, Bounds, BoundsError};
use super::ratfunc::RatFunc;
use super::surd::Surd;

/// An answer, which says what kind of answer it is.
#[derive(Clone, Debug, PartialEq)]
pub enum Quantity {
    /// The number itself.
    Exact(BigRational),
    /// The number itself, an irrational one.
    Surd(Surd),
    /// A function of the unknown bias p.
    Function {
        /// The function, in lowest terms.
        function: RatFunc,
        /// Its value and slope at a bias asked about.
        at: Option<ValueAndSlope>,
    },
    /// Somewhere between two proved bounds.
    Bounded(Bounds),
}

/// A function's value and its derivative at one bias.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueAndSlope {
    /// The value.
    pub value: BigRational,
    /// The derivative.
    pub slope: BigRational,
}

/// The function cannot be evaluated where it was asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{function} has no value at p = {bias}")]
pub struct PoleError {
    function: String,
    bias: BigRational,
}

impl Quantity {
    /// The function of the bias, with its value and slope at `bias` when one is asked for.
    ///
    /// # Errors
    /// [`PoleError`] when the function has a pole there.
    pub fn function(function: RatFunc, bias: Option<&BigRational>) -> Result<Self, PoleError> {
        let Some(bias) = bias else {
            return Ok(Self::Function { function, at: None });
        };
        match (function.eval(bias), function.derivative().eval(bias)) {
            (Some(value), Some(slope)) => Ok(Self::Function {
                function,
                at: Some(ValueAndSlope { value, slope }),
            }),
            _ => Err(PoleError {
                function: function.to_string(),
                bias: bias.clone(),
            }),
        }
    }

    /// Proved bounds of the function for biases from `lower` to `upper`, at most 10^−15 wider than need be.
    ///
    /// # Errors
    /// [`BoundsError`].
    pub fn bounded(
        function: &RatFunc,
        lower: &BigRational,
        upper: &BigRational,
    ) -> Result<Self, BoundsError> {
        let tolerance = BigRational::new(1.into(), 10u64.pow(15).into());
        bounds::range(function, lower, upper, &tolerance).map(Self::Bounded)
    }

    /// A number between two proved bounds, exact where they meet.
    ///
    /// # Examples
    /// ```
    /// use siga::exact::Quantity;
    /// let half: num_rational::BigRational = "1/2".parse()?;
    /// assert_eq!(Quantity::between(half.clone(), half.clone()).exact(), Some(&half));
    /// # Ok::<(), num_rational::ParseRatioError>(())
    /// ```
    pub fn between(lower: BigRational, upper: BigRational) -> Self {
        if lower == upper {
            Self::Exact(lower)
        } else {
            Self::Bounded(Bounds {
                lower,
                upper,
                lower_exact: false,
                upper_exact: false,
            })
        }
    }

    /// Proved bounds of the number, equal where it is rational and known; those of a surd are 30 decimal places apart at
    /// most. A function has none.
    pub fn ends(&self) -> Option<(BigRational, BigRational)> {
        match self {
            Self::Exact(value) => Some((value.clone(), value.clone())),
            Self::Surd(surd) => Some(surd.enclosure(30)),
            Self::Bounded(Bounds { lower, upper, .. }) => Some((lower.clone(), upper.clone())),
            Self::Function { .. } => None,
        }
    }

    /// The number, when it is rational and known exactly.
    pub fn exact(&self) -> Option<&BigRational> {
        match self {
            Self::Exact(value) => Some(value),
            _ => None,
        }
    }

    /// The number, when it is known exactly, rational or not.
    pub fn surd(&self) -> Option<Surd> {
        match self {
            Self::Exact(value) => Some(Surd::from(value.clone())),
            Self::Surd(surd) => Some(surd.clone()),
            _ => None,
        }
    }
}

impl From<Surd> for Quantity {
    /// A surd, or the rational number that it is.
    fn from(surd: Surd) -> Self {
        match surd.as_rational() {
            Some(value) => Self::Exact(value.clone()),
            None => Self::Surd(surd),
        }
    }
}

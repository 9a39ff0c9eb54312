//! The JSON form of numbers, the same in every answer.
//!
//! ```json
//! {"exact": "7/16", "approx": 0.4375}
//! {"exact": {"a": "1/2", "b": "3", "root": "5"}, "approx": 7.208203932499369}
//! {"lower": {"exact": "1/3", "approx": 0.3333333333333333}, "upper": …}
//! {"function": "p^2", "numerator": ["0", "0", "1"], "denominator": ["1"]}
//! ```
//!
//! `approx` is the floating-point number nearest to the exact one.

use std::collections::BTreeMap;
use std::fmt::Display;

use num_rational::BigRational;
use serde::ser::{Serialize, SerializeStruct, Serializer};

use super::{Poly, Quantity, Surd, approx};
use crate::work::stop;

/// A whole number that can pass 2^53, for `serialize_with`: a string of digits.
///
/// # Errors
/// Those of the serializer.
pub fn count<S: Serializer>(value: &impl ToString, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&value.to_string())
}

/// What is written as a text, for `serialize_with`.
///
/// # Errors
/// Those of the serializer.
pub fn text<S: Serializer>(value: &impl Display, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// The same of a number that may be missing: null.
///
/// # Errors
/// Those of the serializer.
pub fn some_count<S: Serializer>(value: &Option<impl ToString>, to: S) -> Result<S::Ok, S::Error> {
    value.as_ref().map(ToString::to_string).serialize(to)
}

/// An exact number that may be missing, for `serialize_with`: null.
///
/// # Errors
/// Those of the serializer.
pub fn some_number<S: Serializer>(value: &Option<BigRational>, to: S) -> Result<S::Ok, S::Error> {
    value.as_ref().map(Number::from).serialize(to)
}

/// An exact number that serialises: `{"exact": "7/16", "approx": 0.4375}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Number(pub BigRational);

impl Number {
    /// The same for `with = "Number"` on a field that is a fraction: its schema is that of a number too.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(value: &BigRational, to: S) -> Result<S::Ok, S::Error> {
        stop::check();
        let mut object = to.serialize_struct("Number", 2)?;
        object.serialize_field("exact", &value.to_string())?;
        object.serialize_field("approx", &approx(value))?;
        object.end()
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Number::serialize(&self.0, to)
    }
}

impl From<BigRational> for Number {
    fn from(value: BigRational) -> Self {
        Self(value)
    }
}

impl From<&BigRational> for Number {
    fn from(value: &BigRational) -> Self {
        Self(value.clone())
    }
}

/// A whole number that can pass 2^53: it serialises as a string of digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count(String);

impl Count {
    /// `number`: anything written as decimal digits.
    pub fn of(number: impl ToString) -> Self {
        Self(number.to_string())
    }

    /// The same for `with = "Count"` on a field that is a plain number: its schema is that of a count too.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(number: &impl ToString, to: S) -> Result<S::Ok, S::Error> {
        count(number, to)
    }

    /// Its digits in groups of three, for people.
    pub fn grouped(&self) -> String {
        self.0
            .parse()
            .map_or_else(|_| self.0.clone(), crate::work::limit::grouped)
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

impl Serialize for Surd {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let parts = BTreeMap::from([
            ("a", self.a().to_string()),
            ("b", self.b().to_string()),
            ("root", self.root().to_string()),
        ]);
        let mut object = to.serialize_struct("Surd", 2)?;
        object.serialize_field("exact", &parts)?;
        object.serialize_field("approx", &self.approx())?;
        object.end()
    }
}

impl Serialize for Quantity {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Exact(value) => Number::serialize(value, to),
            Self::Surd(surd) => surd.serialize(to),
            Self::Bounded(bounds) => {
                let mut object = to.serialize_struct("Bounds", 2)?;
                object.serialize_field("lower", &Number::from(&bounds.lower))?;
                object.serialize_field("upper", &Number::from(&bounds.upper))?;
                object.end()
            }
            Self::Function { function, at } => {
                let (over, under) = function.integer_parts();
                let mut object = to.serialize_struct("Function", 3)?;
                object.serialize_field("function", &function.to_string())?;
                object.serialize_field("numerator", &coefficients(&over))?;
                object.serialize_field("denominator", &coefficients(&under))?;
                if let Some(at) = at {
                    object.serialize_field("value", &Number::from(&at.value))?;
                    object.serialize_field("slope", &Number::from(&at.slope))?;
                }
                object.end()
            }
        }
    }
}

fn coefficients(poly: &Poly) -> Vec<String> {
    poly.coefficients()
        .iter()
        .map(ToString::to_string)
        .collect()
}

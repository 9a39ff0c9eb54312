//! The forms of numbers in JSON.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::sheet::Style;
pub(crate) use crate::exact::serial::{Count, Number};
use crate::work::stop;

/// The form in which numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NumberForm {
    /// Exactly, with the nearest floating-point number.
    Exact,
    /// As the nearest floating-point number alone.
    Decimals,
}

impl NumberForm {
    /// As the style asks.
    pub(crate) fn of_style(style: &Style) -> Self {
        if style.decimals_only {
            Self::Decimals
        } else {
            Self::Exact
        }
    }

    /// Writes an answer so.
    pub(crate) fn write(self, answer: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Exact => serde_json::to_writer(out, answer)?,
            Self::Decimals => {
                let mut value = serde_json::to_value(answer)?;
                self.of(&mut value);
                serde_json::to_writer(out, &value)?;
            }
        }
        Ok(())
    }

    /// Leaves out what is not wanted.
    pub(crate) fn of(self, value: &mut Value) {
        if self == Self::Decimals {
            leave_out_fractions(value);
        }
    }
}

/// Takes `exact` out of every number that has `approx` too.
fn leave_out_fractions(value: &mut Value) {
    stop::check();
    match value {
        Value::Object(object) => {
            if object.contains_key("approx") {
                object.shift_remove("exact");
            }
            object.values_mut().for_each(leave_out_fractions);
        }
        Value::Array(items) => items.iter_mut().for_each(leave_out_fractions),
        _ => {}
    }
}

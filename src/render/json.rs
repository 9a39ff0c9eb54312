//! Answers as JSON.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

pub(crate) use crate::exact::serial::{Count, Number};
use crate::work::stop;

/// Writes an answer as JSON, numbers exactly and with the nearest floating-point number, or with that alone.
pub(crate) fn write(
    answer: &impl Serialize,
    decimals_only: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if !decimals_only {
        return Ok(serde_json::to_writer(out, answer)?);
    }
    let mut value = serde_json::to_value(answer)?;
    leave_out_fractions(&mut value);
    Ok(serde_json::to_writer(out, &value)?)
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

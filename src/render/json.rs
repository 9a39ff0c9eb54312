//! The JSON contract: the envelope of every answer, and numbers.

use std::io::{self, Write};

use serde_json::Value;

use super::report::AnyReport;
use super::sheet::Style;
pub(crate) use crate::exact::serial::{Count, Number};

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// Exactly, with the nearest floating-point number.
    Exact,
    /// As the nearest floating-point number alone.
    Decimals,
}

impl Numbers {
    /// What is asked for.
    pub(crate) fn of_style(style: &Style) -> Self {
        if style.decimals_only {
            Self::Decimals
        } else {
            Self::Exact
        }
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

/// Writes `{"schema": …, "version": …, "query": …, "result": …}` and a line end.
pub(crate) fn write_report(
    report: &dyn AnyReport,
    numbers: Numbers,
    out: &mut dyn Write,
) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    write!(
        out,
        "{{\"schema\":\"siga/{}/1\",\"version\":\"{version}\",\"query\":",
        report.name()
    )?;
    serde_json::to_writer(&mut *out, &report.asked())?;
    out.write_all(b",\"result\":")?;
    report.write(numbers, out)?;
    out.write_all(b"}\n")
}

//! The JSON contract: the envelope of every answer, and numbers.

use std::io::{self, Write};

use num_rational::BigRational;
use serde_json::{Value, json};

use super::report::Report;
use crate::exact::Quantity;
use crate::exact::serial::Exact;

/// Writes `{"schema": …, "version": …, "query": …, "result": …}` and a line end.
pub(super) fn write_report(report: &dyn Report, out: &mut dyn Write) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    write!(
        out,
        "{{\"schema\":\"siga/{}/1\",\"version\":\"{version}\",\"query\":",
        report.name()
    )?;
    serde_json::to_writer(&mut *out, &report.query())?;
    out.write_all(b",\"result\":")?;
    report.write_result(out)?;
    out.write_all(b"}\n")
}

/// An exact number: `{"exact": "7/16", "approx": 0.4375}`.
pub(super) fn number(value: &BigRational) -> Value {
    json!(Exact(value))
}

/// A number however well it is known.
pub(super) fn quantity(quantity: &Quantity) -> Value {
    json!(quantity)
}

/// A count that can pass 2^53.
pub(super) fn count(count: u64) -> Value {
    json!(count.to_string())
}

//! Numbers as people read them, however well they are known.

use crate::exact::{Quantity, decimal_ceil, decimal_floor, decimal_text, fraction_text};
use crate::render::words::with_decimal;

/// A number in one phrase, for notes.
pub(crate) fn phrase(quantity: &Quantity, digits: usize) -> String {
    match quantity {
        Quantity::Exact(value) if value.is_integer() => value.to_string(),
        Quantity::Exact(value) => {
            let fraction = fraction_text(value);
            let decimal = decimal_text(value, digits);
            if fraction.len() > 40 {
                decimal
            } else {
                with_decimal(&fraction, &decimal)
            }
        }
        Quantity::Surd(surd) => {
            let (lower, upper) = surd.enclosure(digits);
            format!(
                "{surd} ≈ {}, between {} and {}",
                surd.decimal(digits),
                decimal_floor(&lower, digits),
                decimal_ceil(&upper, digits)
            )
        }
        Quantity::Bounded(bounds) => format!(
            "from {} to {} (proved bounds)",
            decimal_floor(&bounds.lower, digits),
            decimal_ceil(&bounds.upper, digits)
        ),
        Quantity::Function { function, at: None } => function.to_string(),
        Quantity::Function {
            function,
            at: Some(at),
        } => format!(
            "{function}; at this bias {}, with slope {}",
            decimal_text(&at.value, digits),
            decimal_text(&at.slope, digits)
        ),
    }
}

//! The measures that plays are ranked by.

use clap::builder::TypedValueParser;

use super::one_of;
use crate::games::throws::ranked::By;

/// Reads the measure that plays are ranked by.
pub(crate) fn measure() -> impl TypedValueParser<Value = By> {
    let [take, safe, net] = MEASURES;
    one_of([take, safe, net, (By::Win, "win", "The chance to win")])
}

/// Reads the measure that plays are ranked by where the chance to win is not known.
pub(crate) fn measure_of_turns() -> impl TypedValueParser<Value = By> {
    one_of(MEASURES)
}

const MEASURES: [(By, &str, &str); 3] = [
    (By::Take, "take", "What can be taken this turn"),
    (
        By::Safe,
        "safe",
        "The chance that the opponent takes something in the next turn; lower is better",
    ),
    (By::Net, "net", "Pieces taken less pieces lost, on average"),
];

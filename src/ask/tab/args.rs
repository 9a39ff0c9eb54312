//! The arguments that `siga tab` has of its own.

use crate::ask::running_fight::args::Texts;

pub(super) const TEXTS: Texts = Texts {
    throw: "tab",
    bias: "The chance of a stick to fall flat side up, or one for each stick [default: the rules']",
    length: [
        "3",
        "List all that can be thrown in a turn, at most N values",
    ],
    throw_example: "1,4,2",
    turn: [
        "throw",
        "The throw, and what a whole turn yields: values, total, number of throws, tâbs",
    ],
    analyse: "A whole position: what can be taken and lost; the plays of a yield ranked",
    simulate: "Play games out at random: who wins, how long games last, estimated",
    work: "Look at about N positions at most for each turn",
    budget: ("400000", 1_000_000_000),
};

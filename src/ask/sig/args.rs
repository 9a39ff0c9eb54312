//! The arguments that `siga sig` has of its own.

use crate::ask::running_fight::args::Texts;

pub(super) const TEXTS: Texts = Texts {
    throw: "sig:depaulis",
    bias: "The chance of a stick to fall red side up, or one such chance for each stick [default: the rules']",
    length: ["4", "List all that can stand, at most N values"],
    throw_example: "khadzh,4,5",
    turn: [
        "turn",
        "What a whole turn yields: values, total, number of throws, khadzhs that stand",
    ],
    analyse: "A whole position: what can be taken, freed and lost; the plays of a yield ranked",
    simulate: "Play games out at random: estimates of who wins, how often nobody does, and how long games last",
    work: "At most N steps of work for each turn",
    budget: ("600000000", 100_000_000_000),
};

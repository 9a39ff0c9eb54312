//! Teeko and twenty-five: moves, counts of sequences, values.

mod ask;
mod cells;
mod judge;
mod rules;
mod transcript;
mod values;
mod whole;

use crate::oracles::Kind;

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("squares moves", 6, ask::make_position, judge::moves),
        Kind::new("squares perft", 3, ask::make_perft, judge::perft),
        Kind::new("squares probe", 4, ask::make_small, values::probe),
        Kind::new("squares search", 4, ask::make_search, values::probe),
        Kind::new("squares play", 4, ask::make_play, transcript::play),
        Kind::new("squares machine", 2, ask::make_machine, transcript::machine),
        Kind::new("squares solve", 1, ask::make_whole, values::solve),
        Kind::new("squares teeko", 1, ask::make_teeko, values::probe),
    ]
}

//! Teeko and twenty-five: moves, counts of sequences, values.

mod ask;
mod judge;
mod rules;

use crate::Kind;

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("squares moves", 6, ask::make_position, judge::moves),
        Kind::new("squares perft", 3, ask::make_perft, judge::perft),
        Kind::new("squares probe", 4, ask::make_small, judge::probe),
        Kind::new("teeko probe", 1, ask::make_teeko, judge::look_ahead),
    ]
}

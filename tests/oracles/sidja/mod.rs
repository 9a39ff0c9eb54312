//! Sidja: moves, counts of sequences, the first capture, whole positions on small boards; played by the naive player of the games of
//! taking between two.

mod ask;
mod judge;

use crate::oracles::{Kind, custodial};

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("sidja moves", 4, ask::make_position, custodial::moves),
        Kind::new("sidja perft", 2, ask::make_perft, custodial::perft),
        Kind::new(
            "sidja first-capture",
            2,
            ask::make_full,
            judge::first_capture,
        ),
        Kind::new("sidja analyse", 4, ask::make_small, |case| {
            custodial::analyse(case, "turns", &["tables"])
        }),
        Kind::new("sidja images", 1, ask::make_position, judge::images),
    ]
}

//! Throws: random notation, made together with its meaning, which is worked out by listing everything that can fall.

mod ask;
mod judge;
mod meaning;
mod pools;
mod programs;
mod repeats;

use crate::oracles::Kind;

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("throw", 5, ask::make_throw, judge::throw),
        Kind::new("throw pool", 5, pools::make_pool, judge::throw),
        Kind::new("throw program", 8, programs::make_program, judge::throw),
        Kind::new("throw turn", 4, ask::make_turn, judge::turn),
        Kind::new("throw race", 2, ask::make_race, judge::race),
    ]
}

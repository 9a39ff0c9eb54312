//! Tâb: moves, counts of plays, chances by distance, endgames, from its rules alone.

mod ask;
mod endgame;
mod judge;
mod rules;

use crate::oracles::Kind;

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("tab moves", 6, ask::make_moves, judge::moves),
        Kind::new("tab perft", 4, ask::make_perft, judge::perft),
        Kind::new("tab odds", 2, ask::make_odds, judge::odds),
        Kind::new("tab endgame", 1, ask::make_endgame, endgame::judged),
    ]
}

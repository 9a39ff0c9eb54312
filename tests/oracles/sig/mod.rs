//! Sig: what a turn yields, chances by distance, moves, counts of plays, whole positions, endgames.

mod ask;
mod board;
mod endgame;
mod judge;
mod rules;

use crate::oracles::Kind;

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("sig turn", 2, ask::make_turn, judge::turn),
        Kind::new("sig odds", 5, ask::make_odds, judge::odds),
        Kind::new(
            "sig odds of orders",
            2,
            ask::make_odds,
            judge::odds_of_orders,
        ),
        Kind::new("sig table", 1, ask::make_table, judge::table),
        Kind::new("sig moves", 3, ask::make_moves, board::moves),
        Kind::new("sig perft", 1, ask::make_perft, board::perft),
        Kind::new("sig analyse", 3, ask::make_position, board::analyse),
        Kind::new("sig plays", 2, ask::make_moves, board::plays),
        Kind::new("sig endgame", 1, ask::make_endgame, endgame::judged),
    ]
}

//! Sig: what a turn yields, chances by distance, moves, counts of plays, whole positions, endgames.

mod ask;
mod board;
mod judge;
mod policy;
pub(crate) mod rules;

use crate::oracles::{Kind, running_fight};

use rules::Rules;

/// Throws of a turn that are followed in an endgame, and positions that are gone over.
const ENDGAME: (usize, usize) = (8, 200);

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
        Kind::new("sig table", 1, ask::make_table, running_fight::table),
        Kind::new("sig moves", 3, ask::make_moves, board::moves),
        Kind::new("sig perft", 1, ask::make_perft, |case| {
            running_fight::perft::<Rules>(case, 5)
        }),
        Kind::new("sig analyse", 3, ask::make_position, board::analyse),
        Kind::new("sig plays", 2, ask::make_plays, board::plays),
        Kind::new("sig endgame", 1, ask::make_endgame, |case| {
            let throws = case.get("max-throws").parse().unwrap();
            match Rules::read(case.get("rules")).same_turns(throws) {
                true => running_fight::endgame::<Rules>(case, (throws, ENDGAME.1), true),
                false => running_fight::endgame::<Rules>(case, ENDGAME, false),
            }
        }),
    ]
}

//! Daldøs: moves, counts of sequences, whole turns, plays with the opponent's answer, chances by distance.

mod ask;
mod judge;
mod laws;
mod odds;
mod policy;
pub(crate) mod rules;
mod track;
mod turn;

use crate::oracles::{Kind, effort, running_fight};

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("daldos moves", 3, ask::make_throw, judge::moves),
        Kind::new("daldos perft", 1, ask::make_perft, |case| {
            running_fight::perft::<rules::Rules>(case, 5)
        }),
        Kind::new("daldos turn", 6, ask::make_turn, judge::turn),
        Kind::new("daldos plays", 6, ask::make_plays, judge::plays),
        Kind::new("daldos widths", 2, ask::make_turn, laws::widths),
        Kind::new("daldos mirrored", 2, ask::make_large, laws::mirrored),
        Kind::new("daldos endgame", 2, ask::make_endgame, |case| {
            running_fight::endgame::<rules::Rules>(case, (1, 20 * effort()), true)
        }),
        Kind::new("daldos odds", 2, ask::make_odds, odds::odds),
        Kind::new(
            "daldos odds on a board",
            1,
            ask::make_odds_on_a_board,
            odds::odds_on_a_board,
        ),
        Kind::new("daldos table", 1, ask::make_table, running_fight::table),
    ]
}

//! Tâb: moves, counts of plays, whole positions, chances by distance, endgames, from its rules alone.

mod ask;
mod judge;
mod policy;
pub(crate) mod rules;

use crate::oracles::{Kind, running_fight};

use rules::Rules;

/// Positions of an endgame that are gone over.
const MOST: usize = 1500;

pub(crate) fn kinds() -> Vec<Kind> {
    vec![
        Kind::new("tab moves", 6, ask::make_moves, judge::moves),
        Kind::new("tab perft", 4, ask::make_perft, |case| {
            running_fight::perft::<Rules>(case, 5)
        }),
        Kind::new("tab odds", 2, ask::make_odds, judge::odds),
        Kind::new("tab analyse", 2, ask::make_analyse, judge::analyse),
        Kind::new("tab endgame", 1, ask::make_endgame, |case| {
            let throws = case.get("max-throws").parse().unwrap();
            running_fight::endgame::<Rules>(case, (throws, MOST), true)
        }),
    ]
}

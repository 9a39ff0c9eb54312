//! The pieces that one throw can take.

use std::rc::Rc;

use crate::games::daldos::{Game, moves::DAL, moves::View, route::members};

/// The pieces that a throw can take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hit {
    /// The enemy pieces that some play of the throw takes.
    pub(super) holes: u64,
    /// The most pieces that one play takes.
    pub(super) most: u8,
}

/// The pieces that each throw can take, in the order of [`Game::casts`].
pub(super) fn reach(game: &Game, state: &View) -> Rc<[Hit]> {
    let hit = |numbers: &[u8]| {
        let mut hit = Hit::default();
        state.each_way(game, numbers, |_, after| {
            let taken = state.enemy & !after.enemy;
            hit.holes |= taken;
            hit.most = hit.most.max(taken.count_ones() as u8);
        });
        hit
    };
    let casts = game.casts().iter();
    casts.map(|cast| hit(cast.numbers())).collect()
}

/// Whether some piece can move by a number; a blank moves nothing.
pub(super) fn can_move(game: &Game, state: &View, number: u8) -> bool {
    let released = state.own & !state.own_undalled;
    let able = match number {
        0 => 0,
        DAL => released | state.releasable(game),
        _ => released,
    };
    members(able).any(|from| state.step(game, from, number).is_some())
}

//! Single moves.

use super::game::Game;
use super::route::members;
pub use super::view::{DAL, View};
use crate::games::daldos::rules::{Dalling, IntermediateCapture};

/// A piece moved, with one number or with both added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Leg {
    /// The index it leaves.
    pub from: u8,
    /// The index it comes to.
    pub to: u8,
    /// The index it stops at on the way, where that matters: under `intermediate_capture`.
    pub via: Option<u8>,
    /// Whether it is released by this move.
    pub release: bool,
}

/// One way to play a throw: no piece moved (the throw is lost), one, or two one after the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Way {
    /// The first piece moved.
    pub first: Option<Leg>,
    /// The second.
    pub second: Option<Leg>,
}

impl Way {
    /// The moves in order.
    pub fn legs(&self) -> impl Iterator<Item = &Leg> {
        self.first.iter().chain(&self.second)
    }

    /// Whether the same pieces make the same moves, in whatever order.
    pub(crate) fn is(&self, other: &Way) -> bool {
        self == other || self.first == other.second && self.second == other.first
    }
}

impl View {
    /// The same board seen by the other side.
    pub(crate) fn flip(&self, game: &Game) -> View {
        let route = game.route();
        View {
            own: route.flip(self.enemy),
            own_undalled: route.flip(self.enemy_undalled),
            enemy: route.flip(self.own),
            enemy_undalled: route.flip(self.own_undalled),
        }
    }

    /// The pieces a dal may release, as far as the rules restrict them; whether their way is free is another matter.
    #[inline]
    pub(crate) fn releasable(&self, game: &Game) -> u64 {
        match game.rules().board().dalling {
            Dalling::SternMost if self.own_undalled != 0 => {
                1 << (63 - self.own_undalled.leading_zeros())
            }
            _ => self.own_undalled,
        }
    }

    /// Whether the piece on `from` may begin a move of `number` holes.
    #[inline]
    pub(super) fn may_begin(&self, game: &Game, from: u8, number: u8) -> bool {
        self.own_undalled >> from & 1 == 0
            || number == DAL && self.releasable(game) >> from & 1 == 1
    }

    /// The piece on `from` moved by `holes`, taking on `via` and where it ends; the way must be free.
    #[inline]
    pub(super) fn moved(&self, to: u8, from: u8, via: Option<u8>) -> View {
        let mut next = *self;
        let leave = !(1u64 << from);
        next.own = self.own & leave | 1 << to;
        next.own_undalled &= leave;
        let mut stay = !(1u64 << to);
        if let Some(via) = via {
            stay &= !(1u64 << via);
        }
        next.enemy &= stay;
        next.enemy_undalled &= stay;
        next
    }

    /// The piece on `from` moved by one number, or `None` if that is not legal.
    pub(in crate::games::daldos) fn step(
        &self,
        game: &Game,
        from: u8,
        number: u8,
    ) -> Option<(View, Leg)> {
        let route = game.route();
        if !self.may_begin(game, from, number) || route.path(from, number) & self.own != 0 {
            return None;
        }
        let to = route.to(from, number);
        let leg = Leg {
            from,
            to,
            via: None,
            release: self.own_undalled >> from & 1 == 1,
        };
        Some((self.moved(to, from, None), leg))
    }

    /// The piece on `from` moved by two numbers, the first one first, or `None` if that is not legal.
    pub(in crate::games::daldos) fn added(
        &self,
        game: &Game,
        from: u8,
        first: u8,
        second: u8,
    ) -> Option<(View, Leg)> {
        let route = game.route();
        let sum = first + second;
        if !self.may_begin(game, from, first) || route.path(from, sum) & self.own != 0 {
            return None;
        }
        let to = route.to(from, sum);
        let stop = route.to(from, first);
        let on_the_way = game.takes_on_the_way(stop).then_some(stop);
        let stops_matter = game.rules().intermediate_capture() != IntermediateCapture::No;
        let leg = Leg {
            from,
            to,
            via: stops_matter.then_some(stop),
            release: self.own_undalled >> from & 1 == 1,
        };
        Some((self.moved(to, from, on_the_way), leg))
    }

    /// Whether a side has lost: `Some(true)` if the side to move has.
    pub fn over(&self, game: &Game) -> Option<bool> {
        let least = u32::from(game.rules().board().loses_at);
        if self.own.count_ones() <= least {
            Some(true)
        } else {
            (self.enemy.count_ones() <= least).then_some(false)
        }
    }

    /// Calls `visit` with every legal way to play two numbers, the state after it (same side's view) and no order promised.
    ///
    /// One of the ways `x then y` and `y then x` is left out where both are legal: they come to the same.
    pub(crate) fn each_way(&self, game: &Game, [i, j]: [u8; 2], mut visit: impl FnMut(Way, View)) {
        if self.over(game).is_some() {
            return;
        }
        let mut any = i > 0 && j > 0 && self.each_way_of_both(game, [i, j], &mut visit);
        if any {
            return;
        }
        for (number, again) in [(i, false), (j, i == j)] {
            if again || number == 0 {
                continue;
            }
            for from in members(self.own) {
                if let Some((state, leg)) = self.step(game, from, number) {
                    any = true;
                    let way = Way {
                        first: Some(leg),
                        second: None,
                    };
                    visit(way, state);
                }
            }
        }
        if !any {
            visit(Way::default(), *self);
        }
    }

    /// The ways that use both numbers; whether there is one.
    fn each_way_of_both(
        &self,
        game: &Game,
        [i, j]: [u8; 2],
        visit: &mut impl FnMut(Way, View),
    ) -> bool {
        let mut any = false;
        for from in members(self.own) {
            let orders: &[(u8, u8)] = if i == j { &[(i, j)] } else { &[(i, j), (j, i)] };
            let mut seen: Option<Leg> = None;
            for &(first, second) in orders {
                if let Some((state, leg)) = self.added(game, from, first, second)
                    && seen != Some(leg)
                {
                    seen = Some(leg);
                    any = true;
                    let way = Way {
                        first: Some(leg),
                        second: None,
                    };
                    visit(way, state);
                }
            }
        }
        for x in members(self.own) {
            let moved_first = self.step(game, x, i);
            for y in members(self.own) {
                // With equal numbers a pair of pieces is met twice.
                if x == y || i == j && x < y {
                    continue;
                }
                let in_order = |state: &View, leg: Leg, from: u8, number: u8| {
                    let (after, second) = state.step(game, from, number)?;
                    let way = Way {
                        first: Some(leg),
                        second: Some(second),
                    };
                    Some((way, after))
                };
                let found = moved_first
                    .and_then(|(state, leg)| in_order(&state, leg, y, j))
                    .or_else(|| {
                        let (state, leg) = self.step(game, y, j)?;
                        in_order(&state, leg, x, i)
                    });
                if let Some((way, state)) = found {
                    any = true;
                    visit(way, state);
                }
            }
        }
        any
    }
}

//! Every way to play what a turn yields: one throw for each move.

use super::rules::{Face, FreeKhadzh, Order, Overshoot, Passing, Rules, Use};
use super::view::View;
use crate::board::Bits;
use crate::games::running_fight::frame::Frame;
use crate::games::running_fight::plays::{Choice, FightBoard as _, Kind, Step, UsesThrows};
use crate::games::running_fight::position::Fight as _;
use crate::games::running_fight::route::Route;

pub use crate::games::running_fight::plays::MAX_NODES;
pub use crate::games::running_fight::throws::{MAX_YIELD, Yield};

/// The moves of single throws under some rules, and their use one after the other.
#[derive(Debug, Clone, Copy)]
pub struct Walker {
    route: Route,
    order: Order,
    /// Whether a throw that could be used may be lost.
    pub(super) may: bool,
    stop: bool,
    khadzh_moves: bool,
    passing: Passing,
    /// The cells on which enemy pieces cannot be taken.
    safe: u128,
    /// The numbers that wake a piece, as bits; 0 stands for a khadzh.
    wakes: u128,
}

impl Walker {
    pub(super) fn new(rules: &Rules) -> Walker {
        let Frame { route, safe, .. } = rules.frame();
        let wakes = rules.wakes().iter().map(|face| match face {
            Face::Move(cells) => *cells,
            _ => 0,
        });
        Walker {
            route,
            order: rules.order,
            may: rules.usage == Use::May,
            stop: rules.overshoot == Overshoot::Stop,
            khadzh_moves: rules.khadzh_when_free == FreeKhadzh::MoveOne,
            passing: rules.passing,
            safe,
            wakes: wakes.fold(0, |wakes, cells| wakes | u128::bit(cells)),
        }
    }

    /// Where a piece goes by `cells` cells, or `None` if it cannot.
    fn target(self, view: View, from: u8, cells: u8) -> Option<u8> {
        if self.passing == Passing::Free {
            return self.passing(view, from, cells);
        }
        let end = self.route.cells();
        let ahead = view.own.minus((2u128 << from).wrapping_sub(1));
        let next = ahead.lowest().unwrap_or(end);
        let to = u16::from(from) + u16::from(cells);
        if to < u16::from(next) {
            let to = to as u8;
            return (!(self.safe & view.enemy).has(to)).then_some(to);
        }
        // The pieces ahead fill the end of the route: the last free cell is just behind them.
        let full = ahead.count() == u32::from(end - next);
        (self.stop && full && next - 1 > from).then_some(next - 1)
    }

    /// Where a piece goes if it can pass its own: not onto one of them.
    fn passing(self, view: View, from: u8, cells: u8) -> Option<u8> {
        let end = self.route.cells();
        let mut to = u16::from(from) + u16::from(cells);
        if self.stop {
            let last_free = (from + 1..end).rev().find(|&cell| !view.own.has(cell));
            to = to.min(last_free?.into());
        }
        let to = u8::try_from(to).ok().filter(|&to| to < end)?;
        (!(self.safe & view.enemy | view.own).has(to)).then_some(to)
    }

    /// The piece that alone could use a throw if own pieces could be passed, and where it goes; `movers`: the pieces with their cells.
    fn alone(self, view: View, movers: impl Iterator<Item = (u8, u8)>) -> Option<(u8, u8)> {
        if self.passing != Passing::Single {
            return None;
        }
        let mut able =
            movers.filter_map(|(from, cells)| Some((from, self.passing(view, from, cells)?)));
        able.next().filter(|_| able.next().is_none())
    }

    /// The pieces that a throw would move, each with its cells: one for a piece that it wakes.
    fn movers(self, view: View, throw: Face) -> impl Iterator<Item = (u8, u8)> + Clone {
        let freed = view.own.minus(view.own_dry);
        let (movers, cells) = match throw {
            Face::Move(cells) if self.wakes.has(cells) => (view.own, cells),
            Face::Move(cells) => (freed, cells),
            Face::Khadzh if self.khadzh_moves && view.own_dry == 0 => (freed, 1),
            _ => (0, 0),
        };
        movers.ones().map(move |from| match view.own_dry.has(from) {
            true => (from, 1),
            false => (from, cells),
        })
    }

    /// Every use of a throw with the board it leads to, in order of the piece's place on the route.
    fn each_use(self, view: View, throw: Face) -> impl Iterator<Item = (Step<u8>, View)> {
        let freed = match throw == Face::Khadzh && self.wakes.has(0) {
            true => view.own_dry,
            false => 0,
        };
        let freed = freed.ones().map(move |from| {
            let used = Step {
                kind: Kind::Free,
                ..Step::moved(throw, from, from)
            };
            let own_dry = view.own_dry.minus(u128::bit(from));
            (used, View { own_dry, ..view })
        });
        let movers = self.movers(view, throw);
        let alone = self.alone(view, movers.clone());
        let moved = movers.filter_map(move |(from, cells)| {
            let to = match alone {
                Some((piece, to)) => (piece == from).then_some(to)?,
                None => self.target(view, from, cells)?,
            };
            let used = Step {
                takes: view.enemy.has(to),
                ..Step::moved(throw, from, to)
            };
            let here = u128::bit(to);
            let next = View {
                own: view.own.minus(u128::bit(from)) | here,
                own_dry: view.own_dry.minus(u128::bit(from)),
                enemy: view.enemy.minus(here),
                enemy_dry: view.enemy_dry.minus(here),
            };
            Some((used, next))
        });
        freed.chain(moved)
    }

    /// Whether no piece of either team can use any of these throws. Pieces never go back, so nobody would ever win such a game.
    pub(super) fn is_stuck(self, view: View, faces: &[Face]) -> bool {
        let used = |view, face: &Face| self.after(view, *face).next().is_some();
        let idle = |view| !faces.iter().any(|face| used(view, face));
        idle(view) && idle(view.turned(self.route))
    }

    /// The boards one throw leads to.
    pub(super) fn after(self, view: View, throw: Face) -> impl Iterator<Item = View> {
        self.each_use(view, throw).map(|(_, next)| next)
    }
}

impl UsesThrows for Walker {
    type Board = View;

    fn order(&self) -> Order {
        self.order
    }

    fn uses(&self, view: &View, throw: Face) -> Vec<Choice<View>> {
        let uses = self.each_use(*view, throw);
        uses.map(|(used, next)| (used, next, false)).collect()
    }

    fn must(&self, _view: &View, _throw: Face, uses: &[Choice<View>]) -> bool {
        !self.may && !uses.is_empty()
    }
}

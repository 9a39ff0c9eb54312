//! The data that all questions about a game share: what throws can take in the positions met so far, and the work that is left.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::reach::{Hit, reach};
use super::span::{ONE, Span, above};
use crate::games::daldos::{Cast, Game, moves::View};
use crate::work::stop;

/// The aim of a player in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Aim {
    /// To take at least one piece.
    Any,
    /// To take the piece on this hole.
    Piece(u8),
    /// To take as many pieces as possible on average.
    Number,
    /// To release a piece.
    Release,
}

impl Aim {
    /// Whether the first success ends the question.
    pub(super) fn ends(self) -> bool {
        self != Aim::Number
    }
}

/// The pieces that each throw can take in a position, in the order of [`Game::casts`].
pub(super) type Hits = Rc<[Hit]>;

/// A game with what is known of it, and the work that may still be done.
///
/// The unit of work is one throw looked at in one position, or one position after a play: a few tenths of a microsecond, and
/// less than a hundred bytes if it is kept. When none is left, searches return what they have proved so far.
pub(super) struct SearchContext<'a> {
    pub(super) game: &'a Game,
    real: FxHashMap<View, Hits>,
    pub(super) left: u64,
    pub(super) done: u64,
    /// Total weight, that of the throws that earn another, and of those among them without a dal.
    pub(super) total: i128,
    pub(super) extra: i128,
    undal: i128,
    dal: i128,
    /// Throws that earned another, looked ahead.
    depth: u32,
}

/// A throw that moves a piece more holes than this is long.
const USUAL: u8 = 16;
/// As many throws are looked ahead at most: where nearly every throw earns another, bounds stay wide.
const DEPTH: u32 = 80;

impl<'a> SearchContext<'a> {
    pub(super) fn new(game: &'a Game, work: u64) -> Self {
        let weight = |wanted: fn(&Cast) -> bool| -> i128 {
            let casts = game.casts().iter().filter(|cast| wanted(cast));
            casts.map(|cast| i128::from(cast.weight)).sum()
        };
        Self {
            game,
            real: FxHashMap::default(),
            left: work,
            done: 0,
            total: game.total().into(),
            extra: weight(|cast| cast.extra),
            undal: weight(|cast| cast.extra && !cast.has_dal()),
            dal: weight(Cast::has_dal),
            depth: 0,
        }
    }

    /// Takes work off what is left.
    pub(super) fn spend(&mut self, work: u64) {
        stop::check();
        self.left = self.left.saturating_sub(work);
        self.done += work;
    }

    pub(super) fn exhausted(&self) -> bool {
        self.left == 0
    }

    /// Whether it may be looked beyond one more throw; if so, [`SearchContext::leave`] comes after it.
    pub(super) fn enter(&mut self) -> bool {
        let may = self.left > 0 && self.depth < DEPTH;
        self.depth += u32::from(may);
        may
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Runs something with a part of the work that is left.
    pub(super) fn share<T>(&mut self, part: u64, of: u64, run: impl FnOnce(&mut Self) -> T) -> T {
        let share = (u128::from(self.left) * u128::from(part)).div_ceil(of.max(1).into()) as u64;
        let others = self.left - share;
        self.left = share;
        let found = run(self);
        self.left += others;
        found
    }

    /// The cost of looking at the throws of a position: where they are long or of many dice there is more to try.
    fn cost(&self, state: &View) -> u64 {
        let casts = self.game.casts().len() as u64;
        let pieces = u64::from(state.own.count_ones());
        match self.game.rules().count() {
            0..=2 if self.game.route().longest() <= USUAL => casts,
            0..=2 => casts * (1 + pieces * pieces / 2),
            dice => casts.saturating_mul((2 * pieces).pow(dice.into())),
        }
    }

    /// The pieces that throws take; `None` if that would be more work than is left.
    pub(super) fn real(&mut self, state: &View) -> Option<Hits> {
        if let Some(found) = self.real.get(state) {
            return Some(found.clone());
        }
        if self.exhausted() {
            return None;
        }
        self.spend(self.cost(state));
        let found = reach(self.game, state);
        self.real.insert(*state, found.clone());
        Some(found)
    }

    /// The positions that plays of a throw come to, same side's view, with how many pieces each takes.
    pub(super) fn after(&mut self, state: &View, cast: &Cast) -> Vec<(View, u32)> {
        let mut seen: Vec<(View, u32)> = Vec::new();
        state.each_way(self.game, cast.numbers(), |_, after| {
            seen.push((after, (state.enemy & !after.enemy).count_ones()));
        });
        self.spend(seen.len() as u64);
        seen.sort_unstable();
        seen.dedup();
        seen
    }

    /// The most that a position can be worth, whatever stands where.
    ///
    /// A throw takes a piece with each number at most, and there are total/(total − extra) throws in a turn on average. A release takes a
    /// dal, and one comes in a turn with dal/(total − undal).
    pub(super) fn cap(&self, aim: Aim, state: &View) -> i128 {
        let enemies = i128::from(state.enemy.count_ones()) * ONE;
        match aim {
            Aim::Any | Aim::Piece(_) => ONE,
            Aim::Number if self.extra >= self.total => enemies,
            Aim::Number => {
                let dice = i128::from(self.game.rules().count());
                enemies.min(above(dice * self.total * ONE, self.total - self.extra))
            }
            Aim::Release if state.own_undalled == 0 || self.dal == 0 => 0,
            Aim::Release => above(self.dal * ONE, (self.total - self.undal).max(1)).min(ONE),
        }
    }

    /// Bounds without looking at a single throw.
    pub(super) fn unseen(&self, aim: Aim, state: &View) -> Span {
        let hi = self.cap(aim, state);
        Span { lo: 0, hi }
    }

    /// The same of one throw: it takes a piece with each number at most.
    pub(super) fn unseen_throw(&self, aim: Aim, state: &View) -> Span {
        let hi = match aim {
            Aim::Number => i128::from(self.game.rules().count()) * ONE + self.cap(aim, state),
            _ => ONE,
        };
        Span { lo: 0, hi }
    }

    /// Bounds from what each throw gains at once. After a throw that earns another comes nothing at least, and at most the cap.
    pub(super) fn at_once(&self, aim: Aim, state: &View, gains: impl Iterator<Item = u32>) -> Span {
        let cap = self.cap(aim, state);
        let (mut least, mut most) = (0, 0);
        for (cast, gain) in self.game.casts().iter().zip(gains) {
            let weight = i128::from(cast.weight);
            let sure = weight * i128::from(gain) * ONE;
            least += sure;
            most += match cast.extra && !(aim.ends() && gain > 0) {
                true => sure + weight * cap,
                false => sure,
            };
        }
        let span = Span {
            lo: least,
            hi: most,
        };
        span.over(self.total).and(self.unseen(aim, state))
    }

    /// Tolerance for what comes after a throw that earns another, if all such throws together may add `tolerance`.
    pub(super) fn after_extra(&self, tolerance: i128) -> i128 {
        // More than any gap is as good as infinite.
        tolerance.min(ONE << 8) * self.total / self.extra.max(1)
    }
}

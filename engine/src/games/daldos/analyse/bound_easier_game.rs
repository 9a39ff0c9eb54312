//! An easier game that bounds the real one from above.
//!
//! In the easier game **only some of the own pieces are on the board, and any number may be left unused.** Only the enemy pieces that count
//! for the aim are there, and the game goes on when all are taken.
//!
//! *Proof that its value and the price of the pieces left out are an upper bound.* Let N be the own pieces kept. Take any way to play the
//! real game. From it comes a way to play the easier one: the pieces of N move as in the real game, and the numbers that
//! others use, or nobody, are left unused. This is legal: in the way of a move there are only fewer friends; enemy pieces stop
//! nobody; an undalled piece released in the real game is the stern-most of all undalled ones if that is asked, so of those in N. A piece of N
//! that takes in the real game takes in the easier one at the same throw, or has taken that piece already, because an enemy piece is
//! missing there only if one of N took it. So what N takes in the real game is at most the easier
//! game's value; and what each of the others takes is at most its price, what it could take alone ([`LonePieceBounds`]). ∎
//!
//! The same holds between the easier game with more and with fewer pieces, so that pieces may be left out, and paid for, again and again as the tolerance
//! grows after each throw that earns another. No piece is ever left out for nothing, and no look ahead is
//! cut without counting the most that may come after it. All positions that differ only elsewhere
//! share one position of the easier game.

use rustc_hash::FxHashMap;

use super::bound_lone_piece::LonePieceBounds;
use super::reach::{Hit, Sight, quick};
use super::search_context::{Aim, SearchContext};
use super::span::{ONE, Span, above};
use crate::games::daldos::{Cast, Game, moves::View, route::members};

/// Of the tolerance, the part that pieces left out may cost.
const PRICE: i128 = 4;

/// Upper bounds for one aim.
pub(super) struct EasierGameBounds {
    aim: Aim,
    known: FxHashMap<View, KnownSpan>,
}

/// The bounds of a position, and the tolerance that the upper one was found for.
#[derive(Clone, Copy)]
struct KnownSpan {
    span: Span,
    within: i128,
}

impl EasierGameBounds {
    pub(super) fn new(aim: Aim) -> Self {
        Self {
            aim,
            known: FxHashMap::default(),
        }
    }

    /// The position of the easier game for a tolerance, and the price of the pieces left out.
    fn reduced(
        &self,
        ground: &SearchContext<'_>,
        state: &View,
        tolerance: i128,
        price: impl Fn(&LonePieceBounds, &View, u8, u64) -> i128,
    ) -> (View, i128) {
        let targets = self.aim.targets(state);
        let most = tolerance / PRICE;
        let mut prices = [(0, 0u8); 64];
        let mut cheap = 0;
        for from in members(state.own) {
            let price = price(&ground.alone, state, from, targets);
            if price <= most {
                prices[cheap] = (price, from);
                cheap += 1;
            }
        }
        prices[..cheap].sort_unstable();
        let (mut paid, mut out) = (0, 0u64);
        for &(price, from) in &prices[..cheap] {
            if paid + price > most {
                break;
            }
            paid += price;
            out |= 1 << from;
        }
        let reduced = View {
            own: state.own & !out,
            own_undalled: state.own_undalled & !out,
            enemy: targets,
            enemy_undalled: 0,
        };
        (reduced, paid)
    }

    /// An upper bound, of the real game or of the easier one with more pieces.
    pub(super) fn upper(
        &mut self,
        ground: &mut SearchContext<'_>,
        state: &View,
        tolerance: i128,
    ) -> i128 {
        let (reduced, paid) = self.reduced(ground, state, tolerance, LonePieceBounds::of);
        paid + self.value(ground, &reduced, tolerance - paid)
    }

    /// An upper bound in the easier game, as close to its value as the tolerance asks and the work left allows.
    fn value(&mut self, ground: &mut SearchContext<'_>, state: &View, tolerance: i128) -> i128 {
        let KnownSpan { mut span, within } = self.known(ground, state);
        if within <= tolerance {
            return span.hi;
        }
        if span.gap() > tolerance {
            if !ground.enter() {
                return span.hi;
            }
            span.hi = span.hi.min(self.throw(ground, state, tolerance));
            ground.leave();
        }
        let within = if ground.exhausted() {
            i128::MAX
        } else {
            tolerance
        };
        self.known.insert(*state, KnownSpan { span, within });
        span.hi
    }

    /// The mean over the throws.
    fn throw(&mut self, ground: &mut SearchContext<'_>, state: &View, tolerance: i128) -> i128 {
        let Some(hits) = ground.free(state) else {
            return ground.unseen(self.aim, state).hi;
        };
        let within = ground.after_extra(tolerance);
        let mut sum = 0;
        for (cast, hit) in ground.game.casts().iter().zip(hits.iter()) {
            let gain = self.gain(hit);
            sum += i128::from(cast.weight)
                * if cast.extra {
                    self.choice(ground, state, cast, within)
                } else {
                    i128::from(gain) * ONE
                };
        }
        above(sum, ground.total)
    }

    fn gain(&self, hit: &Hit) -> u32 {
        match self.aim {
            Aim::Number => u32::from(hit.most),
            _ => u32::from(hit.holes != 0),
        }
    }

    /// The bounds that are known already, or follow from one throw alone.
    fn known(&mut self, ground: &mut SearchContext<'_>, state: &View) -> KnownSpan {
        if state.own == 0 || state.enemy == 0 {
            return KnownSpan {
                span: Span::ZERO,
                within: 0,
            };
        }
        if let Some(&known) = self.known.get(state) {
            return known;
        }
        let Some(hits) = ground.free(state) else {
            return KnownSpan {
                span: ground.unseen(self.aim, state),
                within: i128::MAX,
            };
        };
        let gains = hits.iter().map(|hit| self.gain(hit));
        let known = KnownSpan {
            span: ground.at_once(self.aim, state, gains),
            within: i128::MAX,
        };
        self.known.insert(*state, known);
        known
    }

    /// An upper bound in the real game of the part in the mean of some throws, all of them such as earn another.
    ///
    /// The price of the pieces left out is here their part of what such throws bring, for after a given throw a piece may have a
    /// far better chance than before it.
    pub(super) fn after(
        &mut self,
        ground: &mut SearchContext<'_>,
        state: &View,
        casts: &[&Cast],
        tolerance: i128,
    ) -> i128 {
        let (reduced, paid) = self.reduced(ground, state, tolerance, LonePieceBounds::of_later);
        let within = ground.after_extra(tolerance - paid);
        let mut sum = 0;
        for cast in casts {
            sum += i128::from(cast.weight) * self.choice(ground, &reduced, cast, within);
        }
        paid + above(sum, ground.total)
    }

    /// The most that can come of a throw that earns another.
    fn choice(
        &mut self,
        ground: &mut SearchContext<'_>,
        state: &View,
        cast: &Cast,
        tolerance: i128,
    ) -> i128 {
        if ground.exhausted() {
            return ground.unseen_throw(self.aim, state).hi;
        }
        let mut after = Vec::new();
        free_plays(ground.game, state, cast.numbers, &mut after);
        ground.spend(after.len() as u64);
        let mut open: Vec<Branch> = Vec::with_capacity(after.len());
        for next in after {
            let gain = (state.enemy & !next.enemy).count_ones();
            if gain > 0 && self.aim.ends() {
                return ONE;
            }
            let (next, paid) = self.reduced(ground, &next, tolerance, LonePieceBounds::of);
            open.push(Branch {
                most: paid + i128::from(gain) * ONE,
                sure: paid + i128::from(gain) * ONE,
                next,
                paid,
            });
        }
        open.sort_unstable();
        open.dedup_by_key(|branch| (branch.next, branch.sure));
        let mut best = 0;
        for branch in &mut open {
            let span = self.known(ground, &branch.next).span;
            best = best.max(branch.sure + span.lo);
            branch.most += span.hi;
        }
        open.sort_unstable_by(|a, b| b.cmp(a));
        let mut highest = 0;
        for branch in open {
            if branch.most <= highest.max(best + tolerance) || ground.exhausted() {
                return highest.max(branch.most);
            }
            let rest = self.value(ground, &branch.next, tolerance - branch.paid);
            highest = highest.max(branch.most.min(branch.sure + rest));
        }
        highest
    }
}

/// A position after a throw that earns another.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Branch {
    /// The most that can come of it.
    most: i128,
    /// The pieces that the throw has taken, and the price of the pieces left out since.
    sure: i128,
    paid: i128,
    next: View,
}

/// The pieces that each throw can take in the easier game.
pub(super) fn reach(game: &Game, state: &View) -> Box<[Hit]> {
    if quick(game) {
        return Sight::new(game, state, true).all();
    }
    let casts = game.casts().iter();
    casts
        .map(|cast| by_plays(game, state, cast.numbers))
        .collect()
}

/// The same of one throw without sets of holes.
pub(super) fn by_plays(game: &Game, state: &View, numbers: [u8; 2]) -> Hit {
    let mut after = Vec::new();
    free_plays(game, state, numbers, &mut after);
    let mut hit = Hit::default();
    for next in &after {
        hit.count(state.enemy & !next.enemy);
    }
    hit
}

/// Every state that using some, all or none of two numbers comes to; some more than once.
fn free_plays(game: &Game, state: &View, [i, j]: [u8; 2], found: &mut Vec<View>) {
    found.push(*state);
    for (k, other) in [(i, j), (j, i)] {
        if k == 0 {
            continue;
        }
        for from in members(state.own) {
            if let Some((after, _)) = state.added(game, from, k, other) {
                found.push(after);
            }
            let Some((after, leg)) = state.step(game, from, k) else {
                continue;
            };
            found.push(after);
            for second in members(after.own & !(1 << leg.to)) {
                if let Some((after, _)) = after.step(game, second, other) {
                    found.push(after);
                }
            }
        }
    }
}

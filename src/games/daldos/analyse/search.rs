//! Bounds of the chance to meet an aim in a turn with any number of extra throws.
//!
//! Before a throw the value is the mean over the throws; after one that earns another and does not end the question the
//! player chooses the play from which the rest is worth most. What lies beyond an extra throw is at most `cap`, and an extra
//! throw comes with a small chance, so bounds close in quickly. To see that no other play is better without
//! following all of them, each is bounded from above by an easier game: only the pieces are kept that can come
//! near an enemy piece that counts, and numbers may be left unused (they are played elsewhere). Every play of the real game
//! is one of the easier game, so its value is an upper bound; and all positions that differ only elsewhere share it.

use std::collections::HashMap;
use std::rc::Rc;

use super::reach::{Hit, quick, reach};
use crate::games::daldos::board::{Cast, DAL, Game, State, members};

/// What a player may be after in a turn.
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

/// One in the fixed-point numbers of this module.
pub(super) const ONE: u128 = 1 << 64;

/// Proved bounds in units of 2^−64.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) lo: u128,
    pub(super) hi: u128,
}

impl Span {
    pub(super) const ZERO: Span = Span { lo: 0, hi: 0 };

    pub(super) fn gap(self) -> u128 {
        self.hi.saturating_sub(self.lo)
    }

    fn plus(self, whole: u32) -> Span {
        Span {
            lo: self.lo + u128::from(whole) * ONE,
            hi: self.hi + u128::from(whole) * ONE,
        }
    }
}

/// States that a throw can lead to, in the view of the same side, and how many pieces each way there takes.
pub(super) type After = Rc<[(State, u32)]>;

/// What throws can take in the positions met so far; shared by all aims.
#[derive(Default)]
pub(super) struct Known {
    real: HashMap<State, Rc<[Hit]>>,
    free: HashMap<State, Rc<[Hit]>>,
    after: HashMap<(State, [u8; 2]), After>,
    /// Positions looked at.
    pub(super) looked_at: u64,
}

impl Known {
    pub(super) fn real(&mut self, game: &Game, state: &State) -> Rc<[Hit]> {
        let looked_at = &mut self.looked_at;
        let found = self.real.entry(*state).or_insert_with(|| {
            *looked_at += 1;
            Rc::from(reach(game, state, false))
        });
        found.clone()
    }

    fn free(&mut self, game: &Game, state: &State) -> Rc<[Hit]> {
        let looked_at = &mut self.looked_at;
        let found = self.free.entry(*state).or_insert_with(|| {
            *looked_at += 1;
            Rc::from(reach(game, state, true))
        });
        found.clone()
    }

    /// The states that plays of a throw come to, same side's view, with how many pieces each takes.
    pub(super) fn after(&mut self, game: &Game, state: &State, cast: &Cast) -> After {
        let key = (*state, cast.numbers);
        if let Some(found) = self.after.get(&key) {
            return found.clone();
        }
        let mut seen: Vec<(State, u32)> = Vec::new();
        state.each_way(game, cast.numbers, |_, after| {
            seen.push((after, (state.enemy & !after.enemy).count_ones()));
        });
        seen.sort_unstable();
        seen.dedup();
        let found: After = seen.into();
        self.after.insert(key, found.clone());
        found
    }
}

/// Bounds for one aim.
pub(super) struct Search<'a> {
    game: &'a Game,
    aim: Aim,
    known: &'a mut Known,
    spans: HashMap<State, Span>,
    uppers: HashMap<(State, u32), u128>,
    /// Total weight, and that of the throws that earn another.
    total: u128,
    extra: u128,
    /// The most holes a throw that earns another moves a piece.
    carry: u8,
    /// Positions that may still be looked at.
    left: u64,
}

impl<'a> Search<'a> {
    pub(super) fn new(game: &'a Game, aim: Aim, known: &'a mut Known, budget: u64) -> Self {
        let extra = game.casts().iter().filter(|cast| cast.extra);
        let carry = extra.clone().map(|cast| cast.numbers[0] + cast.numbers[1]);
        Self {
            game,
            aim,
            known,
            spans: HashMap::new(),
            uppers: HashMap::new(),
            total: game.total().into(),
            extra: extra.clone().map(|cast| u128::from(cast.weight)).sum(),
            carry: carry.max().unwrap_or(0),
            left: budget,
        }
    }

    /// What a throw gains for the aim, its position being as given.
    pub(super) fn gain(&self, state: &State, cast: &Cast, hit: &Hit) -> u32 {
        match self.aim {
            Aim::Any => u32::from(hit.holes != 0),
            Aim::Piece(hole) => (hit.holes >> hole & 1) as u32,
            Aim::Number => u32::from(hit.most),
            Aim::Release => u32::from(can_release(self.game, state, cast)),
        }
    }

    /// The states that plays of a throw come to; see [`Known::after`].
    pub(super) fn after(&mut self, state: &State, cast: &Cast) -> After {
        self.known.after(self.game, state, cast)
    }

    /// The most pieces each throw takes.
    pub(super) fn most(&mut self, state: &State) -> Vec<u8> {
        let hits = self.known.real(self.game, state);
        hits.iter().map(|hit| hit.most).collect()
    }

    /// Whether the first success ends the question.
    fn ends(&self) -> bool {
        self.aim != Aim::Number
    }

    /// The most that a position can still be worth.
    pub(super) fn cap(&self, state: &State) -> u128 {
        if self.aim == Aim::Release && state.own_undalled == 0 {
            return 0;
        }
        if self.ends() || self.extra >= self.total {
            return if self.ends() {
                ONE
            } else {
                u128::from(state.enemy.count_ones()) * ONE
            };
        }
        // Two pieces a throw, and the mean number of throws.
        let most = (2 * self.total * ONE).div_ceil(self.total - self.extra);
        most.min(u128::from(state.enemy.count_ones()) * ONE)
    }

    /// A weighted sum as bounds of the mean.
    fn mean(&self, lo: u128, hi: u128) -> Span {
        Span {
            lo: lo / self.total,
            hi: hi.div_ceil(self.total),
        }
    }

    /// Bounds from one throw alone, and what the throws gain.
    pub(super) fn glance(&mut self, state: &State) -> Span {
        if state.over(self.game).is_some() {
            return Span::ZERO;
        }
        if let Some(&span) = self.spans.get(state) {
            return span;
        }
        let hits = self.known.real(self.game, state);
        let span = self.at_once(state, &hits);
        self.spans.insert(*state, span);
        span
    }

    /// Bounds from what each throw gains: after one that earns another, between nothing and the cap.
    fn at_once(&self, state: &State, hits: &[Hit]) -> Span {
        let cap = self.cap(state);
        let (mut lo, mut hi) = (0, 0);
        for (cast, hit) in self.game.casts().iter().zip(hits) {
            let gain = self.gain(state, cast, hit);
            let weight = u128::from(cast.weight);
            let sure = u128::from(gain) * ONE;
            lo += weight * sure;
            hi += weight
                * match (cast.extra, self.ends()) {
                    (false, _) => sure,
                    (true, true) => sure.max(cap),
                    (true, false) => sure + cap,
                };
        }
        let span = self.mean(lo, hi);
        Span {
            hi: span.hi.min(cap).max(span.lo),
            ..span
        }
    }

    /// Bounds at most `tolerance` apart, unless too much would have to be looked at.
    pub(super) fn value(&mut self, state: &State, tolerance: u128) -> Span {
        let mut span = self.glance(state);
        if span.gap() <= tolerance || self.left == 0 {
            return span;
        }
        let levels = self.levels(state, tolerance);
        span.hi = span.hi.min(self.upper(state, levels)).max(span.lo);
        if span.gap() > tolerance {
            self.left -= 1;
            let refined = self.throw(state, tolerance);
            span.lo = span.lo.max(refined.lo);
            span.hi = span.hi.min(refined.hi).max(span.lo);
        }
        self.spans.insert(*state, span);
        span
    }

    /// How many extra throws to look ahead so that what comes after them is within the tolerance.
    fn levels(&self, state: &State, tolerance: u128) -> u32 {
        let mut rest = self.cap(state) / self.total * self.extra;
        let mut levels = 0;
        while rest > tolerance / 2 && levels < 24 {
            rest = rest / self.total * self.extra;
            levels += 1;
        }
        levels
    }

    fn throw(&mut self, state: &State, tolerance: u128) -> Span {
        let hits = self.known.real(self.game, state);
        let within = (tolerance * self.total) / self.extra.max(1);
        let (mut lo, mut hi) = (0, 0);
        for (cast, hit) in self.game.casts().iter().zip(hits.iter()) {
            let gain = self.gain(state, cast, hit);
            let weight = u128::from(cast.weight);
            let span = if cast.extra && !(self.ends() && gain > 0) {
                self.choice(state, cast, within)
            } else {
                Span::ZERO.plus(gain)
            };
            lo += weight * span.lo;
            hi += weight * span.hi;
        }
        self.mean(lo, hi)
    }

    /// The best play of a throw that earns another; the throw itself has not met an aim that ends the question.
    pub(super) fn choice(&mut self, state: &State, cast: &Cast, tolerance: u128) -> Span {
        self.best(state, cast, tolerance).0
    }

    /// The same with a state that is best as far as the tolerance tells.
    pub(super) fn best(
        &mut self,
        state: &State,
        cast: &Cast,
        tolerance: u128,
    ) -> (Span, Option<(State, u32)>) {
        let after = self.known.after(self.game, state, cast);
        let mut best_lo = 0;
        let mut best = None;
        let mut open: Vec<(Span, State, u32)> = Vec::with_capacity(after.len());
        for &(next, taken) in after.iter() {
            let gain = if self.ends() { 0 } else { taken };
            let span = self.glance(&next).plus(gain);
            if best.is_none() || span.lo > best_lo {
                best_lo = span.lo;
                best = Some((next, gain));
            }
            open.push((span, next, gain));
        }
        open.retain(|(span, ..)| span.hi > best_lo);
        for (span, next, gain) in &mut open {
            if span.gap() > tolerance {
                let levels = self.levels(next, tolerance);
                let upper = self.bound(next, levels);
                span.hi = span.hi.min(upper + u128::from(*gain) * ONE).max(span.lo);
            }
        }
        open.sort_by(|a, b| b.0.hi.cmp(&a.0.hi).then(b.0.lo.cmp(&a.0.lo)));
        let mut highest = best_lo;
        for (span, next, gain) in open {
            if span.hi <= best_lo.saturating_add(tolerance) {
                highest = highest.max(span.hi);
                break;
            }
            let refined = self.value(&next, tolerance).plus(gain);
            highest = highest.max(refined.hi.min(span.hi));
            if refined.lo > best_lo {
                best_lo = refined.lo;
                best = Some((next, gain));
            }
        }
        let span = Span {
            lo: best_lo,
            hi: highest,
        };
        (span, best)
    }

    /// An upper bound from what the throws gain here and the easier game after an extra throw.
    fn bound(&mut self, state: &State, levels: u32) -> u128 {
        if !self.has_upper() || levels == 0 {
            return self.glance(state).hi;
        }
        let hits = self.known.real(self.game, state);
        let mut hi = 0;
        for (cast, hit) in self.game.casts().iter().zip(hits.iter()) {
            let gain = self.gain(state, cast, hit);
            let weight = u128::from(cast.weight);
            hi += weight
                * if cast.extra && !(self.ends() && gain > 0) {
                    let (reduced, reachable) = self.reduced(state, levels);
                    if reachable {
                        self.upper_choice(&reduced, cast, levels)
                    } else {
                        0
                    }
                } else {
                    u128::from(gain) * ONE
                };
        }
        hi.div_ceil(self.total)
    }

    /// Whether the easier game is an upper bound for this aim on this board.
    fn has_upper(&self) -> bool {
        self.aim != Aim::Release && quick(self.game)
    }

    /// The pieces that count for the aim with so many extra throws ahead, and whether any can ever meet it.
    fn reduced(&self, state: &State, levels: u32) -> (State, bool) {
        let route = self.game.route();
        let target = match self.aim {
            Aim::Piece(hole) => state.enemy & 1 << hole,
            _ => state.enemy,
        };
        let mut near = 0;
        let mut edge = target;
        let within = u32::from(route.longest()) + levels * u32::from(self.carry);
        for _ in 0..within.min(u32::from(route.holes())) {
            edge = route.back(edge);
            near |= edge;
        }
        let mut ever = near;
        for _ in within.min(u32::from(route.holes()))..u32::from(route.holes()) {
            edge = route.back(edge);
            ever |= edge;
        }
        let reduced = State {
            own: state.own & near,
            own_undalled: state.own_undalled & near,
            enemy: target,
            enemy_undalled: 0,
        };
        (reduced, target != 0 && state.own & ever != 0)
    }

    /// Whether no piece can ever meet the aim, however often a throw is earned.
    pub(super) fn never(&self, state: &State) -> bool {
        self.has_upper() && !self.reduced(state, 0).1
    }

    /// The value in the easier game with so many extra throws, and the cap beyond them.
    fn upper(&mut self, state: &State, levels: u32) -> u128 {
        if !self.has_upper() {
            return self.cap(state);
        }
        let (reduced, reachable) = self.reduced(state, levels);
        if !reachable {
            return 0;
        }
        if let Some(&known) = self.uppers.get(&(reduced, levels)) {
            return known;
        }
        let hits = self.known.free(self.game, &reduced);
        if levels == 0 {
            let upper = self.at_once(&reduced, &hits).hi;
            self.uppers.insert((reduced, levels), upper);
            return upper;
        }
        let mut hi = 0;
        for (cast, hit) in self.game.casts().iter().zip(hits.iter()) {
            let gain = self.gain(&reduced, cast, hit);
            let weight = u128::from(cast.weight);
            hi += weight
                * if !cast.extra || self.ends() && gain > 0 {
                    u128::from(gain) * ONE
                } else {
                    self.upper_choice(&reduced, cast, levels)
                };
        }
        let upper = hi.div_ceil(self.total).min(self.cap(&reduced));
        self.uppers.insert((reduced, levels), upper);
        upper
    }

    /// The best use of a throw that earns another in the easier game.
    fn upper_choice(&mut self, state: &State, cast: &Cast, levels: u32) -> u128 {
        let mut after = Vec::new();
        free_plays(self.game, state, cast.numbers, &mut after);
        after.sort_unstable();
        after.dedup();
        let mut open: Vec<(u128, State, u32)> = Vec::with_capacity(after.len());
        for next in after {
            let taken = (state.enemy & !next.enemy).count_ones();
            let gain = if self.ends() { 0 } else { taken };
            let (next, reachable) = self.reduced(&next, levels - 1);
            if !reachable {
                open.push((u128::from(gain) * ONE, next, gain));
                continue;
            }
            let hits = self.known.free(self.game, &next);
            let most = self.at_once(&next, &hits).hi;
            open.push((most + u128::from(gain) * ONE, next, gain));
        }
        open.sort_unstable_by(|a, b| b.cmp(a));
        open.dedup();
        let mut best = 0;
        for (most, next, gain) in open {
            if most <= best {
                break;
            }
            let upper = self.upper(&next, levels - 1) + u128::from(gain) * ONE;
            best = best.max(upper.min(most));
        }
        best
    }
}

/// Every state that using some, all or none of two numbers comes to.
fn free_plays(game: &Game, state: &State, [i, j]: [u8; 2], found: &mut Vec<State>) {
    found.push(*state);
    for (k, other) in [(i, j), (j, i)] {
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

/// Whether some play of a throw releases a piece.
fn can_release(game: &Game, state: &State, cast: &Cast) -> bool {
    if state.own_undalled == 0 || !cast.numbers.contains(&DAL) {
        return false;
    }
    let mut released = false;
    state.each_way(game, cast.numbers, |_, after| {
        released |= after.own_undalled != state.own_undalled;
    });
    released
}

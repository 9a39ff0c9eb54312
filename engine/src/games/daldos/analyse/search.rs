//! Bounds of what a turn with any number of extra throws is worth for one aim.
//!
//! Before a throw the value is the mean over the throws; after one that earns another, and does not end the question, the
//! player chooses the play from which the rest is worth most. **Every number here is an interval that holds the value, and every
//! step makes intervals from intervals:**
//!
//! - A position not looked into lies between what its next throw takes at once and that with the most that may
//!   come after ([`SearchContext::at_once`]).
//! - The mean of intervals over the throws, rounded outwards, holds the mean of the values. For a throw that does not earn another, or ends the
//!   question, the gain is known and is no interval.
//! - The best of several plays lies between the greatest lower and the greatest upper bound, of all of them: a play that is
//!   not looked into counts with the bounds that it has.
//!
//! So bounds hold by induction, however early the search stops; tolerance and work decide only how close they are. A tolerance
//! grows by total/extra with each throw that earns another, for that is how seldom they come.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::reach::Hit;
use super::search_context::{Aim, SearchContext};
use super::span::{ONE, Span};
use crate::games::daldos::{Cast, Game, moves::View};

/// Bounds for one aim.
pub(super) struct Search {
    aim: Aim,
    spans: FxHashMap<View, Span>,
}

impl Search {
    pub(super) fn new(aim: Aim) -> Self {
        Self {
            aim,
            spans: FxHashMap::default(),
        }
    }

    pub(super) fn aim(&self) -> Aim {
        self.aim
    }

    /// The immediate gain of a throw.
    pub(super) fn gain(&self, game: &Game, state: &View, cast: &Cast, hit: &Hit) -> u32 {
        match self.aim {
            Aim::Any => u32::from(hit.holes != 0),
            Aim::Piece(hole) => (hit.holes >> hole & 1) as u32,
            Aim::Number => u32::from(hit.most),
            Aim::Release => u32::from(can_release(game, state, cast)),
        }
    }

    /// The immediate gain of each throw; `None` if that would be more work than is left.
    fn gains(&self, context: &mut SearchContext<'_>, state: &View) -> Option<Vec<u32>> {
        let game = context.game;
        if self.aim == Aim::Release {
            if context.exhausted() {
                return None;
            }
            let dals = game.casts().iter().filter(|cast| cast.has_dal()).count() as u64;
            context.spend(dals * (1 + u64::from(state.own.count_ones())));
            let gain = |cast| self.gain(game, state, cast, &Hit::default());
            return Some(game.casts().iter().map(gain).collect());
        }
        let hits = context.real(state)?;
        let both = game.casts().iter().zip(hits.iter());
        let gains = both.map(|(cast, hit)| self.gain(game, state, cast, hit));
        Some(gains.collect())
    }

    /// The bounds of a position that are known already, or follow from one throw alone.
    pub(super) fn glance(&mut self, context: &mut SearchContext<'_>, state: &View) -> Span {
        if let Some(&span) = self.spans.get(state) {
            return span;
        }
        if state.over(context.game).is_some() {
            return Span::ZERO;
        }
        let Some(gains) = self.gains(context, state) else {
            return context.unseen(self.aim, state);
        };
        let span = context.at_once(self.aim, state, gains.into_iter());
        self.spans.insert(*state, span);
        span
    }

    /// Bounds as close as the width asks, as far as the work goes.
    ///
    /// Coarse ones first, so that something is known of all plays when the work ends; always through the same tolerances,
    /// so that bounds for one width hold those for every finer one, unless the work ends in between: what the finer one
    /// spends on one number is missing for the next, and the two then only have the number itself in common.
    pub(super) fn within(
        &mut self,
        context: &mut SearchContext<'_>,
        state: &View,
        width: i128,
    ) -> Span {
        let mut span = self.glance(context, state);
        let mut tolerance = ONE;
        while span.gap() > width && tolerance > 1 && !context.exhausted() {
            tolerance /= 4;
            if span.gap() > tolerance {
                span = self.value(context, state, tolerance);
            }
        }
        span
    }

    /// Bounds at most `tolerance` apart, as far as the work goes.
    pub(super) fn value(
        &mut self,
        context: &mut SearchContext<'_>,
        state: &View,
        tolerance: i128,
    ) -> Span {
        let mut span = self.glance(context, state);
        if span.gap() <= tolerance {
            return span;
        }
        if context.enter() {
            span = span.and(self.throw(context, state, tolerance));
            context.leave();
        }
        self.spans.insert(*state, span);
        span
    }

    fn throw(&mut self, context: &mut SearchContext<'_>, state: &View, tolerance: i128) -> Span {
        let within = context.after_extra(tolerance);
        let Some(gains) = self.gains(context, state) else {
            return context.unseen(self.aim, state);
        };
        let mut sum = Span::ZERO;
        for (cast, gain) in context.game.casts().iter().zip(gains) {
            let span = if cast.extra && !(self.aim.ends() && gain > 0) {
                self.best(context, state, cast, within)
            } else {
                Span::ZERO.plus(gain)
            };
            let weight = i128::from(cast.weight);
            sum.lo += weight * span.lo;
            sum.hi += weight * span.hi;
        }
        sum.over(context.total)
    }

    /// The best play of a throw that earns another; the throw itself has not met an aim that ends the question.
    fn best(
        &mut self,
        context: &mut SearchContext<'_>,
        state: &View,
        cast: &Cast,
        tolerance: i128,
    ) -> Span {
        if context.exhausted() {
            return context.unseen_throw(self.aim, state);
        }
        let mut plays = Vec::new();
        for (next, taken) in context.after(state, cast) {
            let taken = if self.aim.ends() { 0 } else { taken };
            let span = self.glance(context, &next).plus(taken);
            plays.push((span, (next, taken)));
        }
        best(context, plays, tolerance, |context, (next, taken)| {
            self.value(context, next, tolerance).plus(*taken)
        })
    }

    /// The play whose lower bound is greatest, as far as is known.
    pub(super) fn greedy(
        &mut self,
        context: &mut SearchContext<'_>,
        state: &View,
        cast: &Cast,
    ) -> Option<(View, u32)> {
        let after = context.after(state, cast);
        let mut best: Option<(i128, (View, u32))> = None;
        for (next, taken) in after {
            let lo = self.glance(context, &next).plus(taken).lo;
            if best.is_none_or(|(least, _)| lo > least) {
                best = Some((lo, (next, taken)));
            }
        }
        best.map(|(_, play)| play)
    }
}

/// The best of some plays, of which these bounds are known: looked into as far as they may still be the best, the most promising
/// first.
pub(super) fn best<T>(
    context: &mut SearchContext<'_>,
    mut plays: Vec<(Span, T)>,
    tolerance: i128,
    mut value: impl FnMut(&mut SearchContext<'_>, &T) -> Span,
) -> Span {
    let mut least = plays.iter().map(|(span, _)| span.lo).max().unwrap_or(0);
    let mut highest = least;
    plays.sort_by_key(|(span, _)| Reverse(span.hi));
    for (known, play) in plays {
        if known.hi <= highest.max(least + tolerance) || context.exhausted() {
            highest = highest.max(known.hi);
            break;
        }
        let span = value(context, &play);
        least = least.max(span.lo);
        highest = highest.max(span.hi.min(known.hi));
    }
    Span {
        lo: least,
        hi: highest.max(least),
    }
}

/// Whether some play of a throw releases a piece.
fn can_release(game: &Game, state: &View, cast: &Cast) -> bool {
    if state.own_undalled == 0 || !cast.has_dal() {
        return false;
    }
    let mut released = false;
    state.each_way(game, cast.numbers(), |_, after| {
        released |= after.own_undalled != state.own_undalled;
    });
    released
}

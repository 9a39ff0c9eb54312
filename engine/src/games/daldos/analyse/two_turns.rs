//! A turn and the opponent's next one: how much is taken less how much is lost, or how safe one ends up.
//!
//! After the last throw of the turn the opponent plays his best for the same question; a throw that earns another leads to a
//! further throw first. Every number is an interval made from intervals, as in [`search`](super::search): a turn not looked into lies
//! between what it takes at least less the most the opponent can take, and the most it can take; the mean over
//! throws and the best of plays are taken of both ends, over all plays. So all bounds hold, however early the search stops.

use rustc_hash::FxHashMap;

use super::search::{Search, best};
use super::search_context::{Aim, SearchContext};
use super::span::Span;
use crate::games::daldos::{Cast, moves::View};

pub(super) struct TwoTurns {
    /// Whether what is taken counts, or only what can be lost.
    net: bool,
    mine: Search,
    theirs: Search,
    turns: FxHashMap<View, Span>,
}

impl TwoTurns {
    pub(super) fn new(net: bool) -> Self {
        Self {
            net,
            mine: Search::new(Aim::Number),
            theirs: Search::new(if net { Aim::Number } else { Aim::Any }),
            turns: FxHashMap::default(),
        }
    }

    /// A play by what it takes and the position after it, in the player's view.
    pub(super) fn play(
        &mut self,
        context: &mut SearchContext<'_>,
        next: &View,
        taken: u32,
        again: bool,
        tolerance: i128,
    ) -> Span {
        let rest = if again {
            self.turn(context, next, tolerance)
        } else {
            let theirs = next.flip(context.game);
            self.theirs.within(context, &theirs, tolerance).negated()
        };
        rest.plus(if self.net { taken } else { 0 })
    }

    /// The same without looking into it.
    fn glance(
        &mut self,
        context: &mut SearchContext<'_>,
        next: &View,
        taken: u32,
        again: bool,
    ) -> Span {
        let rest = if again {
            self.turn_glance(context, next)
        } else {
            let theirs = next.flip(context.game);
            self.theirs.glance(context, &theirs).negated()
        };
        rest.plus(if self.net { taken } else { 0 })
    }

    /// The balance before a throw, the opponent's turn included.
    pub(super) fn turn(
        &mut self,
        context: &mut SearchContext<'_>,
        state: &View,
        tolerance: i128,
    ) -> Span {
        let mut span = self.turn_glance(context, state);
        if span.gap() <= tolerance || !context.enter() {
            return span;
        }
        // Half the tolerance for the throws that end the turn, half for the others.
        let within = tolerance / 2;
        let further = context.after_extra(within);
        let mut sum = Span::ZERO;
        for cast in context.game.casts() {
            let within = if cast.extra { further } else { within };
            let best = self.best(context, state, cast, within);
            sum.lo += i128::from(cast.weight) * best.lo;
            sum.hi += i128::from(cast.weight) * best.hi;
        }
        context.leave();
        span = span.and(sum.over(context.total));
        self.turns.insert(*state, span);
        span
    }

    /// Bounds without looking at the plays.
    fn turn_glance(&mut self, context: &mut SearchContext<'_>, state: &View) -> Span {
        if let Some(&known) = self.turns.get(state) {
            return known;
        }
        if state.over(context.game).is_some() {
            return Span::ZERO;
        }
        // The pieces that can be lost are the same after any play.
        let lost = context.cap(self.theirs.aim(), &state.flip(context.game));
        let taken = if self.net {
            self.mine.glance(context, state)
        } else {
            Span::ZERO
        };
        Span {
            lo: taken.lo - lost,
            hi: taken.hi,
        }
    }

    /// Bounds of one throw without looking at it.
    fn unseen(&self, context: &SearchContext<'_>, state: &View) -> Span {
        let lost = context.cap(self.theirs.aim(), &state.flip(context.game));
        let taken = if self.net {
            context.unseen_throw(Aim::Number, state).hi
        } else {
            0
        };
        Span {
            lo: -lost,
            hi: taken,
        }
    }

    /// The best play of a throw.
    fn best(
        &mut self,
        context: &mut SearchContext<'_>,
        state: &View,
        cast: &Cast,
        tolerance: i128,
    ) -> Span {
        if context.exhausted() {
            return self.unseen(context, state);
        }
        let mut plays = Vec::new();
        for (next, taken) in context.after(state, cast) {
            let again = cast.extra && next.over(context.game).is_none();
            let span = self.glance(context, &next, taken, again);
            plays.push((span, (next, taken, again)));
        }
        best(
            context,
            plays,
            tolerance,
            |context, (next, taken, again)| self.play(context, next, *taken, *again, tolerance),
        )
    }
}

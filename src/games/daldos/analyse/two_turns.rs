//! A turn and the opponent's next one: how much is taken less how much is lost, or how safe one ends up.
//!
//! After the last throw of the turn the opponent plays his best for the same question; a throw that earns another leads to a
//! further throw first. All bounds hold whenever the search stops; a tolerance and a budget say when it does.

use std::collections::HashMap;

use super::search::{Aim, Known, ONE, Search};
use crate::games::daldos::board::{Cast, Game, State};

/// Proved bounds in units of 2^−64, of a number that may be negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Balance {
    pub(super) lo: i128,
    pub(super) hi: i128,
}

impl Balance {
    pub(super) fn gap(self) -> u128 {
        self.hi.abs_diff(self.lo)
    }

    fn plus(self, whole: u32) -> Self {
        let by = i128::from(whole) * ONE as i128;
        Self {
            lo: self.lo + by,
            hi: self.hi + by,
        }
    }
}

pub(super) struct TwoTurns<'a> {
    game: &'a Game,
    /// Whether what is taken counts, or only what can be lost.
    net: bool,
    mine: Search<'a>,
    theirs: Search<'a>,
    turns: HashMap<State, Balance>,
    /// Positions after plays of a further throw that may still be looked at.
    pub(super) left: u64,
}

impl<'a> TwoTurns<'a> {
    pub(super) fn new(
        game: &'a Game,
        net: bool,
        known: (&'a mut Known, &'a mut Known),
        budget: u64,
        further: u64,
    ) -> Self {
        let aim = if net { Aim::Number } else { Aim::Any };
        Self {
            game,
            net,
            mine: Search::new(game, Aim::Number, known.0, budget),
            theirs: Search::new(game, aim, known.1, budget),
            turns: HashMap::new(),
            left: further,
        }
    }

    /// What the opponent's turn costs, in a state seen by the player whose turn has ended.
    pub(super) fn passed(&mut self, state: &State, tolerance: u128) -> Balance {
        let span = self.theirs.value(&state.flipped(self.game), tolerance);
        Balance {
            lo: -(span.hi as i128),
            hi: -(span.lo as i128),
        }
    }

    /// The balance before a throw, the opponent's turn included.
    pub(super) fn turn(&mut self, state: &State, tolerance: u128) -> Balance {
        let known = self.glance(state);
        if known.gap() <= tolerance || self.left == 0 {
            return known;
        }
        let total = i128::from(self.game.total());
        let extra: u64 = (self.game.casts().iter())
            .filter(|c| c.extra)
            .map(|c| c.weight)
            .sum();
        // Half the tolerance for the throws that end the turn, half for the rare others.
        let within = tolerance / 2;
        let further = within.saturating_mul(self.game.total().into()) / u128::from(extra.max(1));
        let (mut lo, mut hi) = (0, 0);
        for cast in self.game.casts() {
            let within = if cast.extra { further } else { within };
            let best = self.best(state, cast, within);
            lo += i128::from(cast.weight) * best.lo;
            hi += i128::from(cast.weight) * best.hi;
        }
        let found = Balance {
            lo: lo.div_euclid(total).max(known.lo),
            hi: (-(-hi).div_euclid(total)).min(known.hi),
        };
        self.turns.insert(*state, found);
        found
    }

    /// Bounds without looking at the plays.
    fn glance(&mut self, state: &State) -> Balance {
        if let Some(&known) = self.turns.get(state) {
            return known;
        }
        if state.over(self.game).is_some() {
            return Balance { lo: 0, hi: 0 };
        }
        let lost = self.theirs.cap(&state.flipped(self.game)) as i128;
        if !self.net {
            return Balance { lo: -lost, hi: 0 };
        }
        let taken = self.mine.glance(state);
        Balance {
            lo: taken.lo as i128 - lost,
            hi: taken.hi as i128,
        }
    }

    /// The best play of a throw.
    fn best(&mut self, state: &State, cast: &Cast, tolerance: u128) -> Balance {
        let after = self.mine.after(state, cast);
        self.left = self.left.saturating_sub(after.len() as u64);
        let mut open = Vec::with_capacity(after.len());
        let mut best = i128::MIN;
        for &(next, taken) in after.iter() {
            let taken = if self.net { taken } else { 0 };
            let again = cast.extra && next.over(self.game).is_none();
            let bounds = if again {
                self.glance(&next)
            } else {
                let span = self.theirs.glance(&next.flipped(self.game));
                Balance {
                    lo: -(span.hi as i128),
                    hi: -(span.lo as i128),
                }
            };
            let bounds = bounds.plus(taken);
            best = best.max(bounds.lo);
            open.push((bounds, next, taken, again));
        }
        open.retain(|(bounds, ..)| bounds.hi >= best);
        open.sort_by(|a, b| b.0.hi.cmp(&a.0.hi).then(b.0.lo.cmp(&a.0.lo)));
        let mut highest = best;
        for (bounds, next, taken, again) in open {
            if bounds.hi <= best.saturating_add_unsigned(tolerance) {
                highest = highest.max(bounds.hi);
                break;
            }
            let refined = if again {
                self.turn(&next, tolerance)
            } else {
                self.passed(&next, tolerance)
            };
            let refined = refined.plus(taken);
            best = best.max(refined.lo);
            highest = highest.max(refined.hi.min(bounds.hi));
        }
        Balance {
            lo: best,
            hi: highest,
        }
    }
}

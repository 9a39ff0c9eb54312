//! Move generation on bit sets, as the side to move sees the board.

use super::goals;
use super::rules::Facts;
use crate::board::{Bits, image};
use crate::solve::retro::{Blocked, Chooser, Outcome};

/// The pieces of both sides, seen by the side to move; all further facts follow from the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The pieces of the side to move, as a set of indices.
    pub own: u32,
    /// The pieces of the other side.
    pub other: u32,
}

/// One ply by indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ply {
    /// A piece that is placed.
    Place(u8),
    /// A piece that moves.
    Go {
        /// The point left.
        from: u8,
        /// The point entered.
        to: u8,
        /// The point jumped over.
        over: Option<u8>,
    },
    /// A side that is blocked does nothing.
    Pass,
}

impl Facts {
    /// Whether the other side has made a pattern.
    #[inline]
    pub(crate) fn is_lost(&self, state: State) -> bool {
        goals::holds(&self.goals[1], state.other, state.own)
    }

    /// Whether the side to move has a pattern that the move of the other side has made.
    #[inline]
    pub(crate) fn is_given(&self, state: State) -> bool {
        goals::holds(&self.given, state.own, state.other)
    }

    /// Whether somebody has made a pattern.
    pub(crate) fn is_over(&self, state: State) -> bool {
        self.is_lost(state) || goals::holds(&self.goals[0], state.own, state.other)
    }

    /// Whether the side to move makes a pattern by a ply.
    #[inline]
    pub(crate) fn wins_by(&self, state: State, ply: Ply) -> bool {
        match ply {
            Ply::Place(to) | Ply::Go { to, .. } => {
                let goals = &self.goals_at[usize::from(to)];
                goals::holds(goals, moved(state.own, ply), state.other)
            }
            Ply::Pass => false,
        }
    }

    /// The empty points.
    #[inline]
    fn empty(&self, state: State) -> u32 {
        self.board.full::<u32>() & !state.own & !state.other
    }

    /// The points on which the next piece of the side to move can be placed.
    #[inline]
    pub(crate) fn placing_points(&self, state: State) -> u32 {
        let [first, always] = self.barred;
        match self.places_next(state).is_some() {
            true if state.own | state.other == 0 => self.board.full::<u32>() & !first & !always,
            true => self.empty(state) & !always,
            false => 0,
        }
    }

    /// Whether the side to move may move pieces that are on the board.
    #[inline]
    pub(crate) fn may_go(&self, state: State) -> bool {
        self.early || self.places_next(state).is_none()
    }

    /// Who chooses the point of the next piece of the side to move; `None` if it has placed all.
    fn places_next(&self, state: State) -> Option<Chooser> {
        self.chooser(state.own.count() as u8)
    }

    /// Whether the point of the next piece is chosen by the side that is not to move.
    pub(crate) fn opponent_places(&self, state: State) -> bool {
        self.places_next(state) == Some(Chooser::Opponent)
    }

    /// Every ply, whether the game is over or not: places in order of the point, then moves in order of the point left.
    pub(crate) fn plies(&self, state: State) -> impl Iterator<Item = Ply> + '_ {
        let places = self.placing_points(state).ones().map(Ply::Place);
        let movers = if self.may_go(state) { state.own } else { 0 };
        let goes = movers.ones().flat_map(move |from| self.goes(state, from));
        let pass = self.passes(state).then_some(Ply::Pass);
        places.chain(goes).chain(pass)
    }

    /// The moves of a piece, one for each point that it can enter.
    fn goes(&self, state: State, from: u8) -> impl Iterator<Item = Ply> + '_ {
        let at = usize::from(from);
        let mut entered = self.plain[at] & self.empty(state);
        let steps = entered.ones().map(move |to| Ply::Go {
            from,
            over: None,
            to,
        });
        let others = self.other_steps[at].iter().filter_map(move |step| {
            let is_new =
                !entered.has(step.to) && step.is_possible(state.own, state.other, &self.plain);
            entered |= u32::bit(step.to) * u32::from(is_new);
            is_new.then_some(Ply::Go {
                from,
                over: step.held.filter(|_| step.jumps),
                to: step.to,
            })
        });
        steps.chain(others)
    }

    /// Whether the side to move has nothing to do but pass.
    fn passes(&self, state: State) -> bool {
        self.blocked == Blocked::Passes && self.is_stuck(state)
    }

    /// Whether the side to move can neither place nor move a piece.
    pub(crate) fn is_stuck(&self, state: State) -> bool {
        let movers = if self.may_go(state) { state.own } else { 0 };
        self.placing_points(state) == 0
            && !movers
                .ones()
                .any(|from| self.goes(state, from).next().is_some())
    }

    /// What a position comes to whose side to move can do nothing, if it can do nothing.
    pub(crate) fn outcome_of_stuck(&self, state: State) -> Option<Outcome> {
        let outcome = match self.blocked {
            Blocked::Loses => Outcome::Loss,
            Blocked::Draws => Outcome::Draw,
            Blocked::Wins => Outcome::Win,
            Blocked::Passes => return None,
        };
        (self.may_be_stuck && self.is_stuck(state)).then_some(outcome)
    }

    /// The number of plies.
    pub(crate) fn count_plies(&self, state: State) -> u32 {
        let places = self.placing_points(state).count();
        if !self.may_go(state) {
            return places;
        }
        let goes = state.own.ones().map(|from| self.goes(state, from).count());
        match places + goes.sum::<usize>() as u32 {
            0 if self.blocked == Blocked::Passes => 1,
            count => count,
        }
    }

    /// The state after a ply, seen by the side then to move.
    #[inline]
    pub(crate) fn after(&self, state: State, ply: Ply) -> State {
        let (own, other) = (state.other, moved(state.own, ply));
        match &self.turned {
            None => State { own, other },
            Some(turned) => State {
                own: image(turned, own),
                other: image(turned, other),
            },
        }
    }
}

/// The mover's pieces after a ply.
#[inline]
fn moved(own: u32, ply: Ply) -> u32 {
    match ply {
        Ply::Place(to) => own | u32::bit(to),
        Ply::Go { from, to, .. } => own & !u32::bit(from) | u32::bit(to),
        Ply::Pass => own,
    }
}

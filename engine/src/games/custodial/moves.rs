//! Moves and what they take, on sets of points.

use super::rules::{Blocked, Continuation, Facts, Pace};
use crate::board::{Bits, Cell, Side};
use crate::games::described::Move;
use crate::games::described::setup::Going;
use crate::solve::retro::Outcome;

/// Where a turn stands, its point by index.
pub type Chain = Going<u8>;

/// A position as sets of points, seen by the side to move; on a small board in a narrower word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State<B = u128> {
    /// The pieces of the side to move.
    pub own: B,
    /// The pieces of the other side.
    pub enemy: B,
    /// The side to move.
    pub side: Side,
    /// The pieces still to be placed, those of the side to move first.
    pub reserve: [u8; 2],
    /// Where the turn stands.
    pub chain: Chain,
    /// Moves since the last capture; 0 throughout if the rules do not count them.
    pub quiet: u16,
    /// The sides whose first turn has not ended, where the rules ask for it: 2 before the first move.
    pub first_turns: u8,
}

/// One ply by indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::games) enum Ply<B = u128> {
    Place(u8),
    Go { from: u8, to: u8, taken: B },
    Remove(u8),
    Pass,
}

impl<B: Bits> Ply<B> {
    /// The pieces of the other side that it takes.
    pub(in crate::games) fn taken(self) -> B {
        match self {
            Ply::Go { taken, .. } => taken,
            _ => B::ZERO,
        }
    }

    /// The move by its name, given the names of the points.
    pub(in crate::games) fn name(self, cell: impl Fn(u8) -> Cell) -> Move {
        match self {
            Ply::Place(to) => Move::Place(cell(to)),
            Ply::Go { from, to, .. } => Move::Go {
                from: cell(from),
                to: cell(to),
            },
            Ply::Remove(at) => Move::Remove(cell(at)),
            Ply::Pass => Move::Pass,
        }
    }
}

impl<B: Bits> State<B> {
    /// Whether pieces are still to be placed.
    pub fn is_placing(&self) -> bool {
        self.reserve != [0, 0]
    }

    /// The position in another word; the board must fit into it.
    pub(in crate::games) fn convert<C: Bits>(&self) -> State<C> {
        State {
            own: C::narrow(self.own.widen()),
            enemy: C::narrow(self.enemy.widen()),
            side: self.side,
            reserve: self.reserve,
            chain: self.chain,
            quiet: self.quiet,
            first_turns: self.first_turns,
        }
    }

    /// The beginning of the other side's turn.
    pub(in crate::games) fn turned(self) -> State<B> {
        State {
            own: self.enemy,
            enemy: self.own,
            side: self.side.other(),
            reserve: [self.reserve[1], self.reserve[0]],
            chain: Chain::No,
            quiet: self.quiet,
            first_turns: self.first_turns.saturating_sub(1),
        }
    }
}

impl Facts {
    /// The start of the game.
    pub(super) fn first_state(&self) -> State {
        let [own, enemy] = self.start.unwrap_or_default();
        State {
            own,
            enemy,
            side: Side::X,
            reserve: if self.places() { [self.men; 2] } else { [0; 2] },
            chain: Chain::No,
            quiet: 0,
            first_turns: if self.places() {
                0
            } else {
                self.counted_turns()
            },
        }
    }

    /// The first turns that the rules count.
    const fn counted_turns(&self) -> u8 {
        match self.blocked {
            Blocked::WinsFirst => 2,
            _ => 0,
        }
    }

    pub(super) fn empty(&self, own: u128, enemy: u128) -> u128 {
        self.board.full::<u128>().minus(own | enemy)
    }

    /// The points on which the next piece may be placed.
    pub(in crate::games) fn placing_points(&self, state: &State) -> u128 {
        let free = self.empty(state.own, state.enemy).minus(self.kept_empty);
        let placed = self.men - state.reserve[0];
        let cross = match self.cross {
            Some(ends) if placed < 2 => ends[state.side as usize],
            _ => free,
        };
        let first = self.first_piece.filter(|_| placed == 0).unwrap_or(free);
        free & cross & first
    }

    /// The position after a piece is placed.
    pub(in crate::games) fn place<B: Bits>(&self, state: &State<B>, at: u8) -> State<B> {
        let mut next = *state;
        next.own = next.own | B::bit(at);
        next.reserve[0] = next.reserve[0].saturating_sub(1);
        let placed = self.men - next.reserve[0];
        let over = match self.pace {
            Pace::One => true,
            Pace::Two => placed.is_multiple_of(2),
            Pace::TwoThenOne => placed >= 2,
        };
        if over || next.reserve[0] == 0 {
            next = next.turned();
        }
        if next.is_placing() {
            return next;
        }
        let begins = if self.last_begins { Side::O } else { Side::X };
        if next.side != begins {
            next = next.turned();
        }
        next.first_turns = self.counted_turns();
        next
    }

    /// The empty points that a piece can enter.
    fn targets(&self, own: u128, enemy: u128, from: u8) -> u128 {
        let (empty, at) = (self.empty(own, enemy), usize::from(from));
        let mut targets = self.near[at] & empty;
        for ray in &self.slides[at] {
            let free = ray.iter().take_while(|&&point| empty.has(point));
            targets = free.fold(targets, |set, &point| set | u128::bit(point));
        }
        let jumps = self.jumps[at].iter();
        let free = jumps.filter(|[over, to]| !empty.has(*over) && empty.has(*to));
        free.fold(targets, |set, [_, to]| set | u128::bit(*to))
    }

    /// The pieces of `enemy` that are taken when a piece of `own`, which has left its point, enters another.
    fn taken(&self, own: u128, enemy: u128, to: u8) -> u128 {
        let at = usize::from(to);
        let mut taken = 0;
        for line in &self.lines[at] {
            let held = line.iter().take_while(|&&point| enemy.has(point)).count();
            let flanked = line.get(held).is_some_and(|&point| own.has(point));
            if flanked && held <= self.run {
                taken = line[..held]
                    .iter()
                    .fold(taken, |set, &point| set | u128::bit(point));
            }
        }
        for [one, other] in &self.pairs[at] {
            if enemy.has(*one) && enemy.has(*other) {
                taken |= u128::bit(*one) | u128::bit(*other);
            }
        }
        taken.minus(self.safe)
    }

    /// What the numbers of pieces decide, for the side that is named first.
    #[inline]
    fn decided(&self, own: u32, enemy: u32) -> Option<Outcome> {
        let lost = |few: u32, many: u32| {
            let lead = self.lead.map_or(u32::MAX, u32::from);
            few <= u32::from(self.lost_with) || many >= few.saturating_add(lead)
        };
        match (lost(own, enemy), lost(enemy, own)) {
            (true, _) => Some(Outcome::Loss),
            (_, true) => Some(Outcome::Win),
            _ => None,
        }
    }

    /// Whether a side may decline to go on after a capture.
    #[inline]
    pub(super) fn may_stop(&self) -> bool {
        matches!(
            self.continuation,
            Continuation::Same { must: false }
                | Continuation::Any { must: false }
                | Continuation::Free
        )
    }
}

/// The course of a turn. A board says where pieces can step and what they take there; all else follows from that.
pub(in crate::games) trait Turns<B: Bits> {
    /// All that follows from the rules.
    fn facts(&self) -> &Facts;

    /// Visits the steps of some pieces of the side to move, with `taking` those only that take something: the point left, the point
    /// entered and what is taken there, in order of the point entered, then of the point left.
    fn for_steps_of(&self, state: &State<B>, movers: B, taking: bool, visit: impl FnMut(u8, u8, B));

    /// Whether a side has a step.
    fn can_move(&self, own: B, enemy: B) -> bool;

    /// Whether some of its pieces have a step that takes something.
    fn can_take(&self, own: B, enemy: B, movers: B) -> bool;

    /// The pieces that may move, and whether only to take something.
    #[inline]
    fn movers(&self, state: &State<B>) -> (B, bool) {
        match state.chain {
            Chain::Any => (state.own, self.facts().continuation != Continuation::Free),
            Chain::Piece(at) => (B::bit(at), true),
            _ => (state.own, false),
        }
    }

    /// Whether a move must give the other side one, if it can.
    #[inline]
    fn must_open(&self, state: &State<B>) -> bool {
        state.chain == Chain::Extra
            || (self.facts().blocked == Blocked::IsLeftOne && !state.chain.goes_on())
    }

    /// Whether a move leaves the other side a move, or ends the game. A capture counts as well, unless the other side has just passed.
    fn opens(&self, state: &State<B>, ply: Ply<B>) -> bool {
        let Ply::Go { from, to, taken } = ply else {
            return false;
        };
        if !taken.is_empty() && state.chain != Chain::Extra {
            return true;
        }
        let own = state.own.minus(B::bit(from)) | B::bit(to);
        let enemy = state.enemy.minus(taken);
        let reached = |limit: u16| taken.is_empty() && state.quiet.saturating_add(1) >= limit;
        self.facts().no_capture.is_some_and(reached)
            || self.facts().decided(own.count(), enemy.count()).is_some()
            || self.can_move(enemy, own)
    }

    /// Visits every legal step.
    #[inline]
    fn for_steps(&self, state: &State<B>, mut visit: impl FnMut(u8, u8, B)) {
        let (movers, taking) = self.movers(state);
        if !self.must_open(state) {
            return self.for_steps_of(state, movers, taking, visit);
        }
        let mut all = Vec::new();
        self.for_steps_of(state, movers, taking, |from, to, taken| {
            all.push(Ply::Go { from, to, taken });
        });
        if all.iter().any(|&ply| self.opens(state, ply)) {
            all.retain(|&ply| self.opens(state, ply));
        }
        for ply in all {
            if let Ply::Go { from, to, taken } = ply {
                visit(from, to, taken);
            }
        }
    }

    /// Visits every ply, the game going on; a pass comes last.
    #[inline]
    fn for_plies(&self, state: &State<B>, mut visit: impl FnMut(Ply<B>)) {
        if state.is_placing() {
            return self
                .placing_points(state)
                .ones()
                .map(Ply::Place)
                .for_each(visit);
        }
        match state.chain {
            Chain::Gives => return state.own.ones().map(Ply::Remove).for_each(visit),
            Chain::Takes => return state.enemy.ones().map(Ply::Remove).for_each(visit),
            _ => {}
        }
        let mut moved = false;
        self.for_steps(state, |from, to, taken| {
            moved = true;
            visit(Ply::Go { from, to, taken });
        });
        if !moved || (state.chain.goes_on() && self.facts().may_stop()) {
            visit(Ply::Pass);
        }
    }

    /// Every ply, the game going on.
    fn plies(&self, state: &State<B>) -> Vec<Ply<B>> {
        let mut plies = Vec::new();
        self.for_plies(state, |ply| plies.push(ply));
        plies
    }

    /// The number of steps, whatever they leave to the other side.
    fn count_steps_of(&self, state: &State<B>) -> u64 {
        let (movers, taking) = self.movers(state);
        let mut count = 0;
        self.for_steps_of(state, movers, taking, |_, _, _| count += 1);
        count
    }

    /// The number of plies, the game going on.
    fn count(&self, state: &State<B>) -> u64 {
        let removes = matches!(state.chain, Chain::Gives | Chain::Takes);
        if state.is_placing() || removes || self.must_open(state) {
            let mut count = 0;
            self.for_plies(state, |_| count += 1);
            return count;
        }
        let steps = self.count_steps_of(state);
        let passes = steps == 0 || (state.chain.goes_on() && self.facts().may_stop());
        steps + u64::from(passes)
    }

    /// Visits the position after each way to play the rest of a side's turn, or this position if the turn is over, until `visit`
    /// returns true; returns whether it did.
    fn for_turn_ends(
        &self,
        state: &State<B>,
        side: Side,
        visit: &mut dyn FnMut(&State<B>) -> bool,
    ) -> bool {
        if state.side != side {
            return visit(state);
        }
        let mut enough = false;
        self.for_plies(state, |ply| {
            enough = enough || self.for_turn_ends(&self.after(state, ply), side, visit);
        });
        enough
    }

    /// The points on which the next piece may be placed.
    fn placing_points(&self, state: &State<B>) -> B {
        B::narrow(self.facts().placing_points(&state.convert()))
    }

    /// The position after a ply.
    #[inline]
    fn after(&self, state: &State<B>, ply: Ply<B>) -> State<B> {
        match ply {
            Ply::Place(at) => self.facts().place(state, at),
            Ply::Go { from, to, taken } => self.step(state, from, to, taken),
            Ply::Remove(at) => State {
                own: state.own.minus(B::bit(at)),
                enemy: state.enemy.minus(B::bit(at)),
                ..*state
            }
            .turned(),
            Ply::Pass => self.pass(state),
        }
    }

    /// The position after a pass.
    #[inline]
    fn pass(&self, state: &State<B>) -> State<B> {
        let chain = match self.facts().blocked {
            _ if state.chain.goes_on() => Chain::No,
            Blocked::Opens | Blocked::IsLeftOne | Blocked::WinsFirst => Chain::Extra,
            Blocked::GiverLosesPiece => Chain::Gives,
            Blocked::LosesPiece => Chain::Takes,
            _ => Chain::No,
        };
        State {
            chain,
            ..state.turned()
        }
    }

    /// The position after a step. Where each side must be left a move, whoever leaves none moves again.
    #[inline]
    fn step(&self, state: &State<B>, from: u8, to: u8, taken: B) -> State<B> {
        let next = self.stepped(state, from, to, taken);
        let shut_in = self.facts().blocked == Blocked::IsLeftOne
            && next.side != state.side
            && self.end(&next).is_none()
            && self.is_blocked(&next);
        match shut_in {
            true => State {
                chain: Chain::Extra,
                ..next.turned()
            },
            false => next,
        }
    }

    /// The position after a step, whatever it leaves to the other side.
    #[inline]
    fn stepped(&self, state: &State<B>, from: u8, to: u8, taken: B) -> State<B> {
        let facts = self.facts();
        let mut next = *state;
        next.own = next.own.minus(B::bit(from)) | B::bit(to);
        if taken.is_empty() {
            if facts.no_capture.is_some() {
                next.quiet = next.quiet.saturating_add(1);
            }
            return next.turned();
        }
        next.enemy = next.enemy.minus(taken);
        next.quiet = 0;
        let over = facts
            .decided(next.own.count(), next.enemy.count())
            .is_some();
        if over || (facts.two_captures && state.chain.goes_on()) {
            return next.turned();
        }
        let goes_on = |movers: B| self.can_take(next.own, next.enemy, movers);
        next.chain = match facts.continuation {
            Continuation::Free => Chain::Any,
            Continuation::Any { .. } if goes_on(next.own) => Chain::Any,
            Continuation::Same { .. } if goes_on(B::bit(to)) => Chain::Piece(to),
            _ => return next.turned(),
        };
        next
    }

    /// The beginning of a turn when all pieces are placed, as games reach it after the first move: where the other side is blocked, it
    /// has just passed.
    #[inline]
    fn turn(&self, own: B, enemy: B) -> State<B> {
        let mut state = State {
            own,
            enemy,
            side: Side::X,
            reserve: [0, 0],
            chain: Chain::No,
            quiet: 0,
            first_turns: 0,
        };
        if self.facts().blocked == Blocked::Opens && self.is_blocked(&state.turned()) {
            state.chain = Chain::Extra;
        }
        state
    }

    /// Whether the side to move has no step at the beginning of its turn.
    #[inline]
    fn is_blocked(&self, state: &State<B>) -> bool {
        !state.is_placing() && !state.chain.goes_on() && !self.can_move(state.own, state.enemy)
    }

    /// The outcome for the side to move if the game is over.
    #[inline]
    fn end(&self, state: &State<B>) -> Option<Outcome> {
        if state.is_placing() {
            return None;
        }
        let facts = self.facts();
        let (own, enemy) = (state.own.count(), state.enemy.count());
        if let Some(outcome) = facts.decided(own, enemy) {
            return Some(outcome);
        }
        if facts.no_capture.is_some_and(|limit| state.quiet >= limit) {
            return Some(match own.cmp(&enemy) {
                _ if facts.no_capture_draws => Outcome::Draw,
                std::cmp::Ordering::Less => Outcome::Loss,
                std::cmp::Ordering::Equal => Outcome::Draw,
                std::cmp::Ordering::Greater => Outcome::Win,
            });
        }
        let blocked = match facts.blocked {
            Blocked::Loses => Outcome::Loss,
            Blocked::Wins => Outcome::Win,
            Blocked::Draws => Outcome::Draw,
            Blocked::WinsFirst if state.first_turns > 0 => Outcome::Win,
            _ => return None,
        };
        (state.chain == Chain::No && self.is_blocked(state)).then_some(blocked)
    }
}

/// Any board, point by point.
impl Turns<u128> for Facts {
    fn facts(&self) -> &Facts {
        self
    }

    fn for_steps_of(
        &self,
        state: &State,
        movers: u128,
        taking: bool,
        mut visit: impl FnMut(u8, u8, u128),
    ) {
        let mut all = Vec::new();
        for from in movers.ones() {
            let own = state.own.minus(u128::bit(from));
            for to in self.targets(state.own, state.enemy, from).ones() {
                let taken = self.taken(own, state.enemy, to);
                if taken != 0 || !taking {
                    all.push((to, from, taken));
                }
            }
        }
        all.sort_unstable_by_key(|&(to, from, _)| (to, from));
        for (to, from, taken) in all {
            visit(from, to, taken);
        }
    }

    fn can_move(&self, own: u128, enemy: u128) -> bool {
        own.ones().any(|from| self.targets(own, enemy, from) != 0)
    }

    fn can_take(&self, own: u128, enemy: u128, movers: u128) -> bool {
        movers.ones().any(|from| {
            let mut targets = self.targets(own, enemy, from).ones();
            targets.any(|to| self.taken(own.minus(u128::bit(from)), enemy, to) != 0)
        })
    }
}

//! Moves and what they take, on sets of points.

use super::rules::{Blocked, Continuation, Facts, Pace};
use crate::board::{Bits, Cell, Side};
use crate::games::described::Move;
use crate::solve::retro::Outcome;

/// Where a turn stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Chain {
    /// It begins.
    No,
    /// It begins with an extra move: the other side, blocked, has passed and must be given a way.
    Extra,
    /// The other side, blocked, has passed: a piece of one's own is taken off.
    Gives,
    /// The other side, blocked, has passed: a piece of that side is taken off.
    Takes,
    /// It goes on after a capture, with any piece.
    Any,
    /// It goes on after a capture, with the piece on this point.
    Piece(u8),
}

impl Chain {
    /// Whether something has been taken in this turn already.
    pub(crate) const fn goes_on(self) -> bool {
        matches!(self, Chain::Any | Chain::Piece(_))
    }
}

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

    fn empty(&self, own: u128, enemy: u128) -> u128 {
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

    /// Every way to move a piece, in order of the point entered, then of the point left.
    fn goes(&self, state: &State) -> Vec<Ply> {
        let (movers, captures_only) = match (state.chain, self.continuation) {
            (Chain::Any, Continuation::Free) => (state.own, false),
            (Chain::Any, _) => (state.own, true),
            (Chain::Piece(at), _) => (u128::bit(at), true),
            _ => (state.own, false),
        };
        let mut all = Vec::new();
        for from in movers.ones() {
            let own = state.own.minus(u128::bit(from));
            for to in self.targets(state.own, state.enemy, from).ones() {
                let taken = self.taken(own, state.enemy, to);
                if taken != 0 || !captures_only {
                    all.push(Ply::Go { from, to, taken });
                }
            }
        }
        all.sort_by_key(|ply| match *ply {
            Ply::Go { from, to, .. } => (to, from),
            _ => (0, 0),
        });
        let opens = |ply: &Ply| match *ply {
            Ply::Go { taken, .. } if taken != 0 && state.chain != Chain::Extra => true,
            Ply::Go { from, to, taken } => self.opens(state, from, to, taken),
            _ => false,
        };
        let must_open = state.chain == Chain::Extra
            || (self.blocked == Blocked::IsLeftOne && !state.chain.goes_on());
        if must_open && all.iter().any(opens) {
            all.retain(opens);
        }
        all
    }

    /// Whether a move gives the other side a move, or ends the game.
    fn opens(&self, state: &State, from: u8, to: u8, taken: u128) -> bool {
        let own = state.own.minus(u128::bit(from)) | u128::bit(to);
        let enemy = state.enemy.minus(taken);
        let reached = |limit: u16| taken == 0 && state.quiet.saturating_add(1) >= limit;
        self.no_capture.is_some_and(reached)
            || self.decided(own, enemy).is_some()
            || self.can_move(enemy, own)
    }

    fn can_move(&self, own: u128, enemy: u128) -> bool {
        own.ones().any(|from| self.targets(own, enemy, from) != 0)
    }

    /// Every ply, the game going on.
    pub(super) fn plies(&self, state: &State) -> Vec<Ply> {
        if state.is_placing() {
            let points = self.placing_points(state);
            return points.ones().map(Ply::Place).collect();
        }
        match state.chain {
            Chain::Gives => return state.own.ones().map(Ply::Remove).collect(),
            Chain::Takes => return state.enemy.ones().map(Ply::Remove).collect(),
            _ => {}
        }
        let mut all = self.goes(state);
        if all.is_empty() || (state.chain.goes_on() && self.may_stop()) {
            all.push(Ply::Pass);
        }
        all
    }

    /// Whether a side may decline to go on after a capture.
    fn may_stop(&self) -> bool {
        matches!(
            self.continuation,
            Continuation::Same { must: false }
                | Continuation::Any { must: false }
                | Continuation::Free
        )
    }

    /// The position after a ply.
    pub(super) fn after(&self, state: &State, ply: Ply) -> State {
        match ply {
            Ply::Place(at) => self.place(state, at),
            Ply::Go { from, to, taken } => self.moved(state, from, to, taken),
            Ply::Remove(at) => State {
                own: state.own.minus(u128::bit(at)),
                enemy: state.enemy.minus(u128::bit(at)),
                ..*state
            }
            .turned(),
            Ply::Pass => State {
                chain: match self.blocked {
                    _ if state.chain.goes_on() => Chain::No,
                    Blocked::Opens | Blocked::IsLeftOne | Blocked::WinsFirst => Chain::Extra,
                    Blocked::GiverLosesPiece => Chain::Gives,
                    Blocked::LosesPiece => Chain::Takes,
                    _ => Chain::No,
                },
                ..state.turned()
            },
        }
    }

    /// The position after a move; whoever leaves a side without one that must have one moves again.
    fn moved(&self, state: &State, from: u8, to: u8, taken: u128) -> State {
        let next = self.after_move(state, from, to, taken);
        let shut_in = self.blocked == Blocked::IsLeftOne
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

    fn after_move(&self, state: &State, from: u8, to: u8, taken: u128) -> State {
        let mut next = *state;
        next.own = next.own.minus(u128::bit(from)) | u128::bit(to);
        next.chain = Chain::No;
        if taken == 0 {
            if self.no_capture.is_some() {
                next.quiet = next.quiet.saturating_add(1);
            }
            return next.turned();
        }
        next.enemy = next.enemy.minus(taken);
        next.quiet = 0;
        next.chain = match self.continuation {
            _ if self.decided(next.own, next.enemy).is_some() => return next.turned(),
            _ if self.two_captures && state.chain.goes_on() => return next.turned(),
            Continuation::None => return next.turned(),
            Continuation::Free | Continuation::Any { .. } => Chain::Any,
            Continuation::Same { .. } => Chain::Piece(to),
        };
        match self.continuation == Continuation::Free || !self.goes(&next).is_empty() {
            true => next,
            false => next.turned(),
        }
    }

    /// What the numbers of pieces decide, for the side that is named first.
    fn decided(&self, own: u128, enemy: u128) -> Option<Outcome> {
        let (own, enemy) = (own.count(), enemy.count());
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

    /// Whether the side to move has no move at the beginning of its turn.
    pub(super) fn is_blocked(&self, state: &State) -> bool {
        !state.is_placing() && state.chain == Chain::No && !self.can_move(state.own, state.enemy)
    }

    /// The outcome for the side to move if the game is over.
    pub(super) fn end(&self, state: &State) -> Option<Outcome> {
        if state.is_placing() {
            return None;
        }
        if let Some(outcome) = self.decided(state.own, state.enemy) {
            return Some(outcome);
        }
        if self.no_capture.is_some_and(|limit| state.quiet >= limit) {
            return Some(match state.own.count().cmp(&state.enemy.count()) {
                _ if self.no_capture_draws => Outcome::Draw,
                std::cmp::Ordering::Less => Outcome::Loss,
                std::cmp::Ordering::Equal => Outcome::Draw,
                std::cmp::Ordering::Greater => Outcome::Win,
            });
        }
        let blocked = match self.blocked {
            Blocked::Loses => Outcome::Loss,
            Blocked::Wins => Outcome::Win,
            Blocked::Draws => Outcome::Draw,
            Blocked::WinsFirst if state.first_turns > 0 => Outcome::Win,
            _ => return None,
        };
        self.is_blocked(state).then_some(blocked)
    }
}

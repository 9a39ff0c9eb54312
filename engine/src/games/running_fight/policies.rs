//! Sig and tâb played out: the throws of a turn are used one after the other, each as the policy of the team has it.
//!
//! Of all moves that a throw left can be used for, the policy greedy chooses one that takes the most, if there is one; among these one after
//! which the least stands where the enemy could take it, by a cheap count; among equally good ones each is as likely as the others.

use num_traits::ToPrimitive;

use super::frame::Frame;
use super::playing::throw_turn;
use super::plays::{FightBoard as _, Left, UsesThrows as _};
use super::position::{Fight, Position};
use super::throws::{Face, Yield};
use crate::board::{Bits, Team};
use crate::games::playouts::policy::{self, Policy};
use crate::games::playouts::{Ended, Luck, Playouts, Random};
use crate::games::throws::played_out::PlaysOut;

/// A position before a throw.
#[derive(Clone, Debug)]
pub struct PlayoutState<R: Fight> {
    /// The position.
    pub position: Position<R>,
    /// Whether it is still thrown for who begins: in tâb alone.
    pub opening: bool,
}

/// The game with the policy of each team.
pub struct Policies<'a, R: Fight> {
    rules: &'a R,
    policies: [Policy; 2],
    turn: R::Uses<'a>,
    frame: Frame,
    falling: Vec<Face>,
    /// The cells that throws move a piece, and the chance of each in parts of 2^32.
    reach: Vec<(u8, u64)>,
}

impl<'a, R: Fight> Policies<'a, R> {
    pub(in crate::games) fn new(rules: &'a R, policies: [Policy; 2]) -> Self {
        let reach = rules.falling().into_iter();
        let reach = reach.filter_map(|falling| {
            let parts = falling.chance.to_f64()? * (1u64 << 32) as f64;
            Some((falling.throw.face.cells()?, parts as u64))
        });
        Self {
            rules,
            policies,
            turn: rules.using(),
            frame: rules.frame(),
            falling: rules.able_to_fall(),
            reach: reach.collect(),
        }
    }

    /// The board after throws have been used by the policy.
    pub(in crate::games) fn used(
        &self,
        policy: Policy,
        board: R::Board,
        throws: Vec<Face>,
        ties: &mut Random,
    ) -> R::Board {
        let mut left = Left { board, throws };
        let mut goes_on = true;
        while goes_on {
            let mut found = self.choices(&left);
            let boards = found.iter().map(|(left, _)| &left.board);
            let measured: Vec<_> = boards.map(|board| self.measure(policy, board)).collect();
            let Some(chosen) = policy::least(&measured, ties) else {
                break;
            };
            (left, goes_on) = found.swap_remove(chosen);
        }
        left.board
    }

    /// The boards that one more throw can lead to, with what is then left, and whether the turn goes on there.
    fn choices(&self, left: &Left<R::Board>) -> Vec<(Left<R::Board>, bool)> {
        let (next, may_end) = self.turn.next(left);
        let (used, lost): (Vec<_>, Vec<_>) = next.into_iter().partition(|next| next.0.is_some());
        let used = used.into_iter().map(|(_, next)| (next, true));
        let mut lost = lost.into_iter().map(|(_, next)| (next, true));
        if !R::USES_ALL {
            let ended = may_end.then(|| {
                let board = self.turn.board(left);
                let throws = Vec::new();
                (Left { board, throws }, false)
            });
            return used.chain(lost).chain(ended).collect();
        }
        match lost.next() {
            _ if left.board.counts()[1] == 0 => Vec::new(),
            Some((next, _)) if used.len() == 0 => self.choices(&next),
            _ => used.collect(),
        }
    }

    /// How much a policy dislikes a board: enemy pieces left, own pieces gone, own pieces exposed.
    fn measure(&self, policy: Policy, board: &R::Board) -> (u32, u32, u64) {
        if policy == Policy::Random {
            return (0, 0, 0);
        }
        let [own, enemy] = board.counts();
        (enemy, u32::MAX - own, self.exposure(board))
    }

    /// The own pieces that single throws of the enemy reach along the rows, weighted by their chances, as if nothing were in the way.
    fn exposure(&self, board: &R::Board) -> u64 {
        let Frame { route, safe, .. } = self.frame;
        let seen = board.turned(route);
        let mut sum = 0;
        for from in seen.movable().ones() {
            for (cells, parts) in &self.reach {
                let to = from.saturating_add(*cells);
                if to < route.cells() && !safe.has(to) {
                    sum += parts * u64::from(seen.enemies_on(to));
                }
            }
        }
        sum
    }
}

impl<R: Fight> PlaysOut for Position<R> {
    type State = PlayoutState<R>;
    type Game<'a>
        = Policies<'a, R>
    where
        R: 'a;

    /// A position of a game that has begun.
    fn start_of(&self) -> PlayoutState<R> {
        PlayoutState {
            position: self.clone(),
            opening: false,
        }
    }

    fn game(&self, policies: [Policy; 2]) -> Policies<'_, R> {
        Policies::new(self.rules(), policies)
    }
}

impl<R: Fight> Playouts for Policies<'_, R> {
    type State = PlayoutState<R>;
    type Throws = Yield;

    fn side(&self, state: &Self::State) -> Team {
        state.position.side()
    }

    fn ended(&self, state: &Self::State) -> Option<Ended> {
        state.position.ended_by(&self.falling)
    }

    fn opening(&self, state: &Self::State) -> bool {
        state.opening
    }

    fn play(&self, state: &mut Self::State, luck: &mut Luck) -> Option<(u32, bool)> {
        let below = &mut |bound| luck.dice.below(bound);
        let first = state.opening.then(|| self.rules.throw(below));
        if first.is_some_and(|throw| Some(throw.face) != self.frame.opener) {
            state.position = state.position.passed();
            return Some((1, false));
        }
        let (throws, played) = throw_turn(self.rules, first, below).ok()?;
        state.opening = false;
        self.play_thrown(state, &played, &mut luck.ties);
        let turn_over = self.rules.is_whole(played.throws()) || state.position.is_over();
        Some((throws.len() as u32, turn_over))
    }

    fn play_thrown(&self, state: &mut Self::State, played: &Self::Throws, ties: &mut Random) {
        let (policy, throws) = (self.policies[self.side(state) as usize], played.throws());
        let left = self.frame.shown(throws);
        let board = self.used(policy, *state.position.board(), left, ties);
        state.position = state.position.after(board, self.rules.is_whole(throws));
    }
}

//! Sig and tâb played out: the throws of a turn are used one after the other, each as the policy of the team has it.
//!
//! Of all moves that a throw left can be used for, the policy greedy chooses one that takes the most, if there is one; among these one after
//! which the least stands where the enemy could take it, by a cheap count; among equally good ones each is as likely as the others.

use num_traits::ToPrimitive;

use super::playing::throw_turn;
use super::plays::{FightBoard, Yield};
use super::position::{Fight, Position};
use super::rows::Frame;
use crate::board::{Bits, Team};
use crate::chance::expr::{Expr, Score};
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
    frame: Frame,
    falling: Vec<R::Throw>,
    /// The cells that throws move a piece, and the chance of each in parts of 2^32.
    reach: Vec<(u8, u64)>,
}

impl<'a, R: Fight> Policies<'a, R> {
    pub(in crate::games) fn new(rules: &'a R, policies: [Policy; 2]) -> Self {
        let reach = rules.each_throw().into_iter();
        let reach = reach.filter_map(|(throw, chance)| match R::score(throw).0 {
            Score::Value(Expr::Number(cells)) if cells > 0 => {
                let parts = chance.to_f64()? * (1u64 << 32) as f64;
                Some((cells as u8, parts as u64))
            }
            _ => None,
        });
        Self {
            rules,
            policies,
            frame: rules.frame(),
            falling: rules.able_to_fall(),
            reach: reach.collect(),
        }
    }

    /// The board after throws have been used by the policy.
    pub(in crate::games) fn used(
        &self,
        policy: Policy,
        mut board: R::Board,
        mut left: Vec<R::Throw>,
        ties: &mut Random,
    ) -> R::Board {
        loop {
            let mut found = self.rules.uses(&board, &left);
            let boards = found.iter().map(|(board, _)| board);
            let measured: Vec<_> = boards.map(|board| self.measure(policy, board)).collect();
            let Some(chosen) = policy::least(&measured, ties) else {
                return board;
            };
            let (after, rest) = found.swap_remove(chosen);
            board = after;
            match rest {
                Some(rest) => left = rest,
                None => return board,
            }
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
    type Throws = Yield<R::Throw>;

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
        if first.is_some_and(|throw| self.rules.played_alone(throw) != self.rules.opener()) {
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
        let left = self.rules.sorted(throws);
        let board = self.used(policy, *state.position.board(), left, ties);
        state.position = state.position.after(board, self.rules.is_whole(throws));
    }
}

//! Sig and tâb played out: the throws of a turn are used one after the other, each as the policy of the team has it.

use num_rational::BigRational;
use num_traits::ToPrimitive;

use super::plays::{UsesThrows, Yield};
use super::position::{Board, Position, Ruleset};
use super::route::Route;
use super::simulate::{self, Policy};
use crate::board::{Bits, Team};
use crate::games::playouts::{Ended, Luck, Played, Playouts, Random, Replays};

/// A position before a throw.
#[derive(Clone, Debug)]
pub struct State<P> {
    /// The position.
    pub position: P,
    /// Whether it is still thrown for who begins: in tâb alone.
    pub opening: bool,
}

impl<P> State<P> {
    /// A position of a game that has begun.
    pub fn of(position: P) -> State<P> {
        State {
            position,
            opening: false,
        }
    }
}

/// Rules under which games are played out.
pub trait PlaysOut: Ruleset<Board: Send + Sync, Throw: Send + Sync> + Send + Sync {
    /// What tells the throws that are left after one was used.
    type Rest;

    /// The throws that can fall, where the end of a game depends on them.
    fn able_to_fall(&self) -> Vec<Self::Throw> {
        Vec::new()
    }

    /// The result, if the game is over; `falling` are those throws.
    fn ended(position: &Position<Self>, falling: &[Self::Throw]) -> Option<Ended>;

    /// How many throws are made before anything moves, and what they leave to be played: nothing at the opening if another team is to
    /// throw for the beginning; `None` if they come to no end. `below` gives a number below its argument, all equally likely.
    fn thrown(
        &self,
        opening: bool,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Option<(usize, Option<Yield<Self::Throw>>)>;

    /// The boards after one more of the throws left was used, each with what tells the throws left then; none if no throw can be used.
    fn uses(&self, board: &Self::Board, left: &[Self::Throw]) -> Vec<(Self::Board, Self::Rest)>;

    /// The throws that are left after one of the uses; `None` if the turn ends with it.
    fn rest(&self, left: &[Self::Throw], rest: Self::Rest) -> Option<Vec<Self::Throw>>;

    /// The cells that each throw moves a piece, with its chance.
    fn moves(&self) -> Vec<(u8, BigRational)>;

    /// The cells with own pieces that can be moved.
    fn movable(board: &Self::Board) -> u128;

    /// The enemy pieces that a move to a cell takes.
    fn at_stake(&self, board: &Self::Board, cell: u8) -> u32;
}

/// The game with the policy of each team.
pub struct Policies<'a, R: PlaysOut> {
    rules: &'a R,
    policies: [Policy; 2],
    route: Route,
    falling: Vec<R::Throw>,
    /// The cells that throws move a piece, and the chance of each in parts of 2^32.
    reach: Vec<(u8, u64)>,
}

impl<'a, R: PlaysOut> Policies<'a, R> {
    pub(in crate::games) fn new(rules: &'a R, policies: [Policy; 2]) -> Self {
        let reach = rules.moves().into_iter().filter_map(|(cells, chance)| {
            let parts = chance.to_f64()? * (1u64 << 32) as f64;
            Some((cells, parts as u64))
        });
        Self {
            rules,
            policies,
            route: rules.route(),
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
            let Some(chosen) = simulate::least(&measured, ties) else {
                return board;
            };
            let (after, rest) = found.swap_remove(chosen);
            board = after;
            match self.rules.rest(&left, rest) {
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
        let seen = board.turned(self.route);
        let mut sum = 0;
        for from in R::movable(&seen).ones() {
            for (cells, parts) in &self.reach {
                let to = from.saturating_add(*cells);
                if to < self.route.cells() {
                    sum += parts * u64::from(self.rules.at_stake(&seen, to));
                }
            }
        }
        sum
    }
}

impl<R: PlaysOut + UsesThrows> simulate::Start for State<Position<R>> {
    type Throws = Yield<R::Throw>;
    type Game<'a>
        = Policies<'a, R>
    where
        R: 'a;

    fn game(&self, policies: [Policy; 2]) -> Policies<'_, R> {
        Policies::new(self.position.rules(), policies)
    }
}

impl<R: PlaysOut + UsesThrows> Playouts for Policies<'_, R> {
    type State = State<Position<R>>;

    fn side(&self, state: &Self::State) -> Team {
        state.position.side()
    }

    fn ended(&self, state: &Self::State) -> Option<Ended> {
        R::ended(&state.position, &self.falling)
    }

    fn opening(&self, state: &Self::State) -> bool {
        state.opening
    }

    fn play(&self, state: &mut Self::State, luck: &mut Luck) -> Option<Played> {
        let below = &mut |bound| luck.dice.below(bound);
        let (throws, played) = self.rules.thrown(state.opening, below)?;
        let turn_over = match played {
            Some(played) => {
                state.opening = false;
                self.play_thrown(state, &played, &mut luck.ties);
                self.rules.is_whole(played.throws()) || state.position.is_over()
            }
            None => {
                state.position = state.position.passed();
                false
            }
        };
        Some(Played {
            throws: throws as u32,
            turn_over,
        })
    }
}

impl<R: PlaysOut + UsesThrows> Replays for Policies<'_, R> {
    type Throws = Yield<R::Throw>;

    fn play_thrown(&self, state: &mut Self::State, played: &Self::Throws, ties: &mut Random) {
        let (policy, throws) = (self.policies[self.side(state) as usize], played.throws());
        let left = self.rules.sorted(throws);
        let board = self.used(policy, *state.position.board(), left, ties);
        state.position = R::after(&state.position, board, self.rules.is_whole(throws));
    }
}

//! Tâb played out at random ([`playouts`](crate::games::playouts)): estimates where there is no proof.

use num_traits::ToPrimitive;

use super::Position;
use super::board::Board;
use super::moves::Yield;
use super::playing::{throw_on, throw_once};
use super::rules::{Rules, Start, TAB};
use super::walk::Walker;
use crate::board::Team;
use crate::games::playouts::{Ended, Luck, Played, Playouts, Random, Replays};
use crate::games::running_fight::plays::{Left, Turn, UsesThrows};
use crate::games::running_fight::position::{Board as _, Ruleset as _};
use crate::games::running_fight::route::Route;
use crate::games::running_fight::simulate;

pub use crate::games::running_fight::simulate::Policy;

/// The question about random playouts.
pub type Question = simulate::Question<State>;

/// The answer to a [`Question`].
pub type Answer = simulate::Answer<State>;

/// A position before a throw.
#[derive(Clone, Debug)]
pub struct State {
    /// The position.
    pub position: Position,
    /// Whether it is still thrown for who begins.
    pub opening: bool,
}

impl State {
    /// The start of a game: under `start=tab` it is first thrown for who begins.
    pub fn start(rules: &Rules) -> State {
        State {
            position: Position::start(rules),
            opening: rules.start == Start::Tab,
        }
    }

    /// A position of a game that has begun.
    pub fn of(position: Position) -> State {
        State {
            position,
            opening: false,
        }
    }
}

/// The game with the policy of each team.
pub struct Policies<'a> {
    rules: &'a Rules,
    policies: [Policy; 2],
    walker: Walker<'a>,
    route: Route,
    /// The fields that throws move a piece, and the chance of each in parts of 2^32.
    reach: Vec<(u8, u64)>,
}

impl<'a> Policies<'a> {
    pub(super) fn new(rules: &'a Rules, policies: [Policy; 2]) -> Self {
        let weighted = rules.weighted().into_iter();
        let reach = weighted.filter_map(|throw| {
            let parts = throw.chance.to_f64()? * (1u64 << 32) as f64;
            Some((throw.fields, parts as u64))
        });
        Self {
            rules,
            policies,
            walker: Walker::new(rules),
            route: rules.route(),
            reach: reach.collect(),
        }
    }

    /// The board after throws have been used by the policy.
    fn used(&self, policy: Policy, mut left: Left<Board>, ties: &mut Random) -> Board {
        loop {
            let (next, may_end) = self.walker.next(&left);
            let next = next.into_iter().map(|(_, next)| Some(next));
            let mut found: Vec<Option<Left<Board>>> = next.chain(may_end.then_some(None)).collect();
            let measured = found.iter().map(|next| {
                let board = next.as_ref().map_or(&left.board, |next| &next.board);
                self.measure(policy, board)
            });
            let measured: Vec<_> = measured.collect();
            let chosen = simulate::least(&measured, ties);
            match chosen.and_then(|chosen| found.swap_remove(chosen)) {
                Some(next) => left = next,
                None => return self.walker.board(&left),
            }
        }
    }

    /// How much a policy dislikes a board: enemy pieces left, own pieces gone, own pieces exposed.
    fn measure(&self, policy: Policy, board: &Board) -> (u32, u32, u64) {
        if policy == Policy::Random {
            return (0, 0, 0);
        }
        let [own, enemy] = board.counts();
        (enemy, u32::MAX - own, self.exposure(board))
    }

    /// The own pieces that single throws of awake enemies reach along the rows, weighted by their chances.
    fn exposure(&self, board: &Board) -> u64 {
        let seen = board.turned(self.route);
        let cells = self.rules.cells();
        let mut sum = 0;
        let awake = seen
            .stacks()
            .filter(|(_, stack)| stack.is_own() && !stack.is_asleep());
        for (from, _) in awake {
            for (fields, parts) in &self.reach {
                let to = from + fields;
                if to < cells && seen.at(to).is_enemy() {
                    sum += parts * u64::from(seen.at(to).height());
                }
            }
        }
        sum
    }
}

/// About the seconds of one core that a game takes, over the cube of the fields of a row.
const SECONDS: f64 = 4e-6;

impl simulate::Start for State {
    type Throws = Yield;
    type Game<'a> = Policies<'a>;

    fn game(&self, policies: [Policy; 2]) -> Policies<'_> {
        Policies::new(self.position.rules(), policies)
    }

    fn seconds(&self) -> f64 {
        SECONDS * f64::from(self.position.rules().length()).powi(3)
    }
}

impl Playouts for Policies<'_> {
    type State = State;

    fn side(&self, state: &State) -> Team {
        state.position.side()
    }

    fn ended(&self, state: &State) -> Option<Ended> {
        state.position.winner().map(Ended::Won)
    }

    fn opening(&self, state: &State) -> bool {
        state.opening
    }

    fn play(&self, state: &mut State, luck: &mut Luck) -> Option<Played> {
        let mut first = Vec::new();
        if state.opening {
            if throw_once(self.rules, &mut |bound| luck.dice.below(bound)) != TAB {
                state.position = state.position.passed();
                return Some(Played {
                    throws: 1,
                    turn_over: false,
                });
            }
            state.opening = false;
            first.push(TAB);
        }
        let thrown = throw_on(self.rules, &first, &mut |bound| luck.dice.below(bound)).ok()?;
        self.play_thrown(state, &thrown, &mut luck.ties);
        Some(Played {
            throws: thrown.throws().len() as u32,
            turn_over: self.rules.is_whole(thrown.throws()) || state.position.is_over(),
        })
    }
}

impl Replays for Policies<'_> {
    type Throws = Yield;

    fn play_thrown(&self, state: &mut State, throws: &Yield, ties: &mut Random) {
        let policy = self.policies[state.position.side() as usize];
        let (_, left) = (self.rules).begin(*state.position.board(), throws.throws());
        let board = self.used(policy, left, ties);
        state.position = Rules::after(&state.position, board, self.rules.is_whole(throws.throws()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::playouts::playout;

    #[test]
    fn who_throws_the_first_tab_is_thrown_for() {
        let rules: Rules = "tab:lane,length=3".parse().unwrap();
        let game = Policies::new(&rules, [Policy::Greedy; 2]);
        let start = State::start(&rules);
        assert!(start.opening);
        let mut wins = [0, 0];
        for number in 0..60 {
            match playout(&game, &start, 1, number).ended {
                Some(Ended::Won(team)) => wins[team as usize] += 1,
                other => panic!("{other:?}"),
            }
        }
        assert!(wins.iter().all(|&wins| wins > 5), "{wins:?}");
    }
}

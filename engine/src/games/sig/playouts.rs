//! Sig played out at random ([`playouts`](crate::games::playouts)): estimates where there is no proof.

use num_traits::ToPrimitive;

use super::moves::{Walker, Yield, able_to_fall};
use super::playing::throw_turn;
use super::position::{Position, View};
use super::route::{Route, Team};
use super::rules::{Face, Order, Rules};
use crate::board::Bits;
use crate::games::playouts::{Ended, Luck, Played, Playouts, Random, Replays};
use crate::games::running_fight::plays::UsesThrows as _;
use crate::games::running_fight::position::Board as _;
use crate::games::running_fight::simulate;

pub use crate::games::running_fight::simulate::Policy;

/// The question about random playouts.
pub type Question = simulate::Question<Position>;

/// The answer to a [`Question`].
pub type Answer = simulate::Answer<Position>;

/// The game with the policy of each team.
///
/// A turn is played one throw after the other. Of all moves that a throw left can be used for, the policy greedy chooses one that
/// takes a piece, if there is one; among these one after which the least stands where the enemy could take it, by a cheap count;
/// among equally good ones each is as likely as the others. Every throw that can be used is used.
pub struct Policies<'a> {
    rules: &'a Rules,
    policies: [Policy; 2],
    route: Route,
    walker: Walker,
    /// The throws that can fall and leave something to play.
    faces: Vec<Face>,
    /// The cells that throws move a piece, and the chance of each in parts of 2^32.
    reach: Vec<(u8, u64)>,
}

impl<'a> Policies<'a> {
    pub(super) fn new(rules: &'a Rules, policies: [Policy; 2]) -> Self {
        let weighted = rules.weighted().into_iter();
        let reach = weighted.filter_map(|found| match found.throw.face {
            Face::Move(cells) => {
                let parts = found.chance.to_f64()? * (1u64 << 32) as f64;
                Some((cells, parts as u64))
            }
            _ => None,
        });
        Self {
            rules,
            policies,
            route: Route::new(rules),
            walker: Walker::new(rules),
            faces: able_to_fall(rules),
            reach: reach.collect(),
        }
    }

    /// The board after one more throw was used, and the throws left then; `None` if none can be used.
    fn step(
        &self,
        policy: Policy,
        view: View,
        left: &[Face],
        ties: &mut Random,
    ) -> Option<(View, Vec<Face>)> {
        if view.enemy == 0 {
            return None;
        }
        let mut found: Vec<(View, usize)> = Vec::new();
        for (at, throw) in left.iter().enumerate() {
            if self.rules.order == Order::Any && left[..at].contains(throw) {
                continue;
            }
            let after = self.walker.after(view, *throw);
            found.extend(after.map(|next| (next, at)));
            if self.rules.order == Order::Thrown && !found.is_empty() {
                break;
            }
        }
        let measure = |view: View| match policy {
            Policy::Random => (0, 0),
            Policy::Greedy => (view.enemy.count(), self.exposure(view)),
        };
        let measured: Vec<_> = found.iter().map(|(next, _)| measure(*next)).collect();
        let (next, used) = found[simulate::least(&measured, ties)?];
        let left = match self.rules.order {
            Order::Any => [&left[..used], &left[used + 1..]].concat(),
            Order::Thrown => left[used + 1..].to_vec(),
        };
        Some((next, left))
    }

    /// The own pieces that single throws of the enemy reach, weighted by their chances, as if nothing were in the way.
    fn exposure(&self, view: View) -> u64 {
        let (seen, end) = (view.turned(self.route), self.route.cells());
        let mut sum = 0;
        for from in seen.own.minus(seen.own_dry).ones() {
            for (cells, parts) in &self.reach {
                let to = from.saturating_add(*cells);
                // Pieces in the enemy's home row are safe from it.
                if (end / 4..end).contains(&to) && seen.enemy.has(to) {
                    sum += parts;
                }
            }
        }
        sum
    }
}

/// About the seconds of one core that a game takes, over the square of the cells of a row.
const SECONDS: f64 = 3e-6;

impl simulate::Start for Position {
    type Throws = Yield;
    type Game<'a> = Policies<'a>;

    fn game(&self, policies: [Policy; 2]) -> Policies<'_> {
        Policies::new(self.rules(), policies)
    }

    fn seconds(&self) -> f64 {
        SECONDS * f64::from(self.rules().length()).powi(2)
    }
}

impl Playouts for Policies<'_> {
    type State = Position;

    fn side(&self, position: &Position) -> Team {
        position.side()
    }

    fn ended(&self, position: &Position) -> Option<Ended> {
        if position.is_over() {
            return Some(position.ahead().map_or(Ended::Drawn, Ended::Won));
        }
        let stuck = self.walker.is_stuck(*position.board(), &self.faces);
        stuck.then_some(Ended::Drawn)
    }

    fn play(&self, position: &mut Position, luck: &mut Luck) -> Option<Played> {
        let thrown = throw_turn(self.rules, &mut |bound| luck.dice.below(bound)).ok()?;
        self.play_thrown(position, &thrown.played, &mut luck.ties);
        Some(Played {
            throws: thrown.throws.len() as u32,
            turn_over: true,
        })
    }
}

impl Replays for Policies<'_> {
    type Throws = Yield;

    fn play_thrown(&self, position: &mut Position, throws: &Yield, ties: &mut Random) {
        let mut view = *position.board();
        let mut left = throws.throws().to_vec();
        let policy = self.policies[position.side() as usize];
        while let Some((next, rest)) = self.step(policy, view, &left, ties) {
            (view, left) = (next, rest);
        }
        *position = Rules::after(position, view, true);
    }
}

#[cfg(test)]
mod unit_tests {
    use super::*;
    use crate::games::playouts::playout;

    /// A capture is made wherever there is one.
    #[test]
    fn it_takes_what_it_can() {
        let rules: Rules = "sig:depaulis,length=4".parse().unwrap();
        let set = |cells: &[u8]| cells.iter().fold(0, |set, &cell| set | u128::bit(cell));
        let view = View {
            own: set(&[5, 10]),
            own_dry: 0,
            enemy: set(&[3, 9]),
            enemy_dry: 0,
        };
        let greedy = Policies::new(&rules, [Policy::Greedy; 2]);
        for seed in 0..20 {
            let mut ties = Random::new(seed, 1);
            let (next, left) = greedy
                .step(Policy::Greedy, view, &[Face::Move(4)], &mut ties)
                .unwrap();
            assert_eq!((next.enemy, left.len()), (set(&[3]), 0));
        }
    }

    /// No piece can use a throw any more, and the game is not over.
    #[test]
    fn games_that_are_stuck_are_draws() {
        let rules: Rules = "sig:depaulis,length=4".parse().unwrap();
        let greedy = Policies::new(&rules, [Policy::Greedy; 2]);
        let set = |cells: &[u8]| cells.iter().fold(0, |set, &cell| set | u128::bit(cell));
        let stuck = |cells: &[u8]| {
            let view = View {
                own: set(cells),
                enemy: set(&[0]),
                ..View::default()
            };
            greedy.walker.is_stuck(view, &greedy.faces)
        };
        // Throws move 4, 5 or 8 cells: too far for the hindmost, and the others are at the end.
        assert!(stuck(&[11, 13, 14, 15]));
        assert!(!stuck(&[5, 13, 14, 15]));
        for number in 0..40 {
            let start = Position::start(&rules);
            assert!(playout(&greedy, &start, 2, number).ended.is_some());
        }
    }
}

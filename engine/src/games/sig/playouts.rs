//! Sig played out at random ([`playouts`](crate::games::playouts)): estimates where there is no proof.
//!
//! A turn is played one throw after the other. Of all moves that a throw left can be used for, the policy greedy chooses one that
//! takes a piece, if there is one; among these one after which the least stands where the enemy could take it, by a cheap count;
//! among equally good ones each is as likely as the others. Every throw that can be used is used.

use num_rational::BigRational;

use super::moves::{Walker, Yield, able_to_fall};
use super::playing::throw_turn;
use super::position::{Position, View};
use super::rules::{Face, Order, Rules, Safe};
use crate::board::Bits;
use crate::games::playouts::Ended;
use crate::games::running_fight::policies::{self, PlaysOut};
use crate::games::running_fight::simulate;

pub use crate::games::running_fight::simulate::Policy;

/// The question about random playouts.
pub type Question = simulate::Question<State>;

/// The answer to a [`Question`].
pub type Answer = simulate::Answer<State>;

/// A position before a throw.
pub type State = policies::State<Position>;

impl PlaysOut for Rules {
    /// The place of the throw that was used.
    type Rest = usize;

    fn able_to_fall(&self) -> Vec<Face> {
        able_to_fall(self)
    }

    fn ended(position: &Position, falling: &[Face]) -> Option<Ended> {
        if position.is_over() {
            return Some(position.ahead().map_or(Ended::Drawn, Ended::Won));
        }
        let stuck = Walker::new(position.rules()).is_stuck(*position.board(), falling);
        stuck.then_some(Ended::Drawn)
    }

    fn thrown(
        &self,
        _opening: bool,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Option<(usize, Option<Yield>)> {
        let thrown = throw_turn(self, below).ok()?;
        Some((thrown.throws.len(), Some(thrown.played)))
    }

    fn uses(&self, view: &View, left: &[Face]) -> Vec<(View, usize)> {
        let mut found = Vec::new();
        if view.enemy == 0 {
            return found;
        }
        let walker = Walker::new(self);
        for (at, throw) in left.iter().enumerate() {
            if self.order == Order::Any && left[..at].contains(throw) {
                continue;
            }
            let after = walker.after(*view, *throw);
            found.extend(after.map(|next| (next, at)));
            if self.order == Order::Thrown && !found.is_empty() {
                break;
            }
        }
        found
    }

    fn rest(&self, left: &[Face], used: usize) -> Option<Vec<Face>> {
        Some(match self.order {
            Order::Any => [&left[..used], &left[used + 1..]].concat(),
            Order::Thrown => left[used + 1..].to_vec(),
        })
    }

    fn moves(&self) -> Vec<(u8, BigRational)> {
        let throws = self.weighted().into_iter();
        let moves = throws.filter_map(|found| match found.throw.face {
            Face::Move(cells) => Some((cells, found.chance)),
            _ => None,
        });
        moves.collect()
    }

    fn movable(view: &View) -> u128 {
        view.own.minus(view.own_dry)
    }

    /// Pieces in a row where they are safe cannot be taken.
    fn at_stake(&self, view: &View, cell: u8) -> u32 {
        let safe = self.safe == Safe::EnemyHome && cell < self.length();
        u32::from(!safe && view.enemy.has(cell))
    }
}

#[cfg(test)]
mod unit_tests {
    use super::*;
    use crate::games::playouts::{Random, playout};
    use crate::games::running_fight::policies::Policies;

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
            let next = greedy.used(Policy::Greedy, view, vec![Face::Move(4)], &mut ties);
            assert_eq!(next.enemy, set(&[3]));
        }
    }

    /// No piece can use a throw any more, and the game is not over.
    #[test]
    fn games_that_are_stuck_are_draws() {
        let rules: Rules = "sig:depaulis,length=4".parse().unwrap();
        let greedy = Policies::new(&rules, [Policy::Greedy; 2]);
        let falling = able_to_fall(&rules);
        let set = |cells: &[u8]| cells.iter().fold(0, |set, &cell| set | u128::bit(cell));
        let stuck = |cells: &[u8]| {
            let view = View {
                own: set(cells),
                enemy: set(&[0]),
                ..View::default()
            };
            Walker::new(&rules).is_stuck(view, &falling)
        };
        // Throws move 4, 5 or 8 cells: too far for the hindmost, and the others are at the end.
        assert!(stuck(&[11, 13, 14, 15]));
        assert!(!stuck(&[5, 13, 14, 15]));
        for number in 0..40 {
            let start = State::of(Position::start(&rules));
            assert!(playout(&greedy, &start, 2, number).ended.is_some());
        }
    }
}

//! An upper bound for one piece: the chance that it takes a given enemy piece in a turn, all others ignored.
//!
//! Nothing is in its way, and it may leave any number unused. In the real game every way to play is, for this one piece, such a way,
//! whatever the others do: **the chance that this very piece takes that very enemy piece is never more.** Two things
//! follow for any set of own pieces: the chance that one of them takes the enemy piece is at most the sum of theirs,
//! and so is the average number they take over all enemy pieces. These sums bound what has not been looked into.
//!
//! The chance depends on the distance alone. It is the least solution of h = T(h), where T is the mean over the throws
//! of 1 if the throw can take, else of the best h after it if it earns another, else of 0. T is monotone, so from
//! h = 1 every step of h := T(h), rounded up, leaves an upper bound; how many steps are made decides how close it is, never whether it holds.

use super::span::{ONE, above};
use crate::games::daldos::{Cast, Game, moves::DAL, moves::View, route::members};

/// Upper bounds by distance, in units of 2^−64.
pub(super) struct LonePieceBounds {
    /// Of the whole turn and of what throws that earn another bring, by [`kind`] and distance.
    full: [Vec<i128>; 4],
    later: [Vec<i128>; 4],
    n: u8,
    round: u8,
}

/// An undalled piece; and whether the target stands on the round that pieces walk for ever.
fn kind(undalled: bool, round: bool) -> usize {
    usize::from(undalled) * 2 + usize::from(round)
}

/// About as many steps of a single piece as are spent.
const STEPS: usize = 4_000_000;

impl LonePieceBounds {
    pub(super) fn new(game: &Game) -> Self {
        let route = game.route();
        let size = usize::from(route.holes()) + 1;
        let mut alone = Self {
            full: std::array::from_fn(|_| vec![ONE; size]),
            later: std::array::from_fn(|_| vec![0; size]),
            n: route.n(),
            round: route.round(),
        };
        let cost = 4 * size * game.casts().len() * 4;
        for _ in 0..(STEPS / cost).clamp(2, 200) {
            let mut changed = false;
            for undalled in [false, true] {
                for round in [false, true] {
                    let kind = kind(undalled, round);
                    for distance in 1..size {
                        let (full, later) = alone.step(game, undalled, round, distance as u8);
                        changed |= full < alone.full[kind][distance];
                        alone.full[kind][distance] = full.min(alone.full[kind][distance]);
                        alone.later[kind][distance] = later;
                    }
                }
            }
            if !changed {
                break;
            }
        }
        alone
    }

    /// T at one place: the whole, and the share of throws that earn another.
    fn step(&self, game: &Game, undalled: bool, round: bool, distance: u8) -> (i128, i128) {
        let (mut once, mut again) = (0, 0);
        for cast in game.casts() {
            let weight = i128::from(cast.weight);
            let worth = self.best(cast, undalled, round, distance);
            match (worth, cast.extra) {
                (None, false) => once += weight * ONE,
                (None, true) => again += weight * ONE,
                (Some(rest), true) => again += weight * rest,
                (Some(_), false) => {}
            }
        }
        let total = i128::from(game.total());
        (
            above(once + again, total).min(ONE),
            above(again, total).min(ONE),
        )
    }

    /// The best after a throw that earns another; `None` if it can take at once.
    fn best(&self, cast: &Cast, undalled: bool, round: bool, distance: u8) -> Option<i128> {
        let [i, j] = cast.numbers;
        let mut best = self.full[kind(undalled, round)][usize::from(distance)];
        let mut parts = [(true, i), (true, j), (true, i + j)];
        if undalled {
            parts = [(i == DAL, i), (j == DAL, j), (i == DAL || j == DAL, i + j)];
        }
        for (possible, holes) in parts {
            if !possible {
                continue;
            }
            match self.left(distance, holes, round) {
                Some(0) => return None,
                Some(left) => best = best.max(self.full[kind(false, round)][usize::from(left)]),
                None => {}
            }
        }
        Some(best)
    }

    /// The distance after a move; `None` if the target has been passed for ever.
    fn left(&self, distance: u8, holes: u8, round: bool) -> Option<u8> {
        if holes <= distance {
            Some(distance - holes)
        } else if round {
            let beyond = (holes - distance) % self.round;
            Some((self.round - beyond) % self.round)
        } else {
            None
        }
    }

    /// The number of holes that an index is ahead of another on the way; `None` if it is never reached.
    fn distance(&self, from: u8, to: u8) -> Option<usize> {
        if to > from {
            Some(usize::from(to - from))
        } else if to >= self.n {
            Some(usize::from(to + self.round - from))
        } else {
            None
        }
    }

    fn look_up(&self, table: &[Vec<i128>; 4], undalled: u64, from: u8, to: u8) -> i128 {
        self.distance(from, to).map_or(0, |distance| {
            table[kind(undalled >> from & 1 == 1, to >= self.n)][distance]
        })
    }

    /// An upper bound of what one own piece takes of a set of enemy pieces on average.
    pub(super) fn of(&self, state: &View, from: u8, targets: u64) -> i128 {
        self.one(&self.full, state, from, targets)
    }

    /// The same of the first throw if it earns another and all after it: the part that such throws have in the mean.
    pub(super) fn of_later(&self, state: &View, from: u8, targets: u64) -> i128 {
        self.one(&self.later, state, from, targets)
    }

    fn one(&self, table: &[Vec<i128>; 4], state: &View, from: u8, targets: u64) -> i128 {
        members(targets)
            .map(|to| self.look_up(table, state.own_undalled, from, to))
            .sum()
    }

    /// An upper bound of what all own pieces take of a set of enemy pieces on average; each enemy piece only once.
    pub(super) fn all(&self, state: &View, targets: u64) -> i128 {
        self.sum(&self.full, ONE, state, targets)
    }

    /// The same of the first throw that earns another and all after it, which comes with a chance of `extra`.
    pub(super) fn later(&self, state: &View, targets: u64, extra: i128) -> i128 {
        self.sum(&self.later, extra, state, targets)
    }

    fn sum(&self, table: &[Vec<i128>; 4], most: i128, state: &View, targets: u64) -> i128 {
        members(targets)
            .map(|to| {
                let one = |from| self.look_up(table, state.own_undalled, from, to);
                members(state.own).map(one).sum::<i128>().min(most)
            })
            .sum()
    }
}

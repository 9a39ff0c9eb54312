//! Throws used in the order they were thrown: every sequence is played out.

use std::collections::HashSet;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::Tally;
use crate::board::Bits;
use crate::games::sig::interval::Interval;
use crate::games::sig::moves::Walker;
use crate::games::sig::position::View;
use crate::games::sig::rules::{Face, Rules, Use};
use crate::games::sig::yields::{Kind, Turns};

/// Boards that may be made in all; longer sequences are left open.
const WORK: u64 = 1_500_000;

/// What the yields of the turns take.
pub(super) fn tally(rules: &Rules, view: View, turns: &Turns) -> Tally {
    let mut done: Option<Player> = None;
    let mut work = WORK;
    for depth in 0..=usize::from(turns.max_standing) {
        let mut player = Player::new(rules, view, turns, depth);
        player.work = work;
        let start = HashSet::from([view]);
        if player.play(&start, 0, &BigUint::one()).is_none() {
            break;
        }
        work = player.work;
        done = Some(player);
    }
    match done {
        Some(player) => player.tally(),
        None => Player::new(rules, view, turns, 0).tally(),
    }
}

struct Player<'a> {
    view: View,
    turns: &'a Turns,
    walker: Walker,
    may: bool,
    depth: usize,
    work: u64,
    /// The weight of the yields that can take each cell.
    each: Vec<BigUint>,
    /// The weight of the yields that can take at least so many, from none on.
    at_least: Vec<BigUint>,
}

impl<'a> Player<'a> {
    fn new(rules: &Rules, view: View, turns: &'a Turns, depth: usize) -> Player<'a> {
        Player {
            view,
            turns,
            walker: Walker::new(rules),
            may: rules.usage == Use::May,
            depth,
            work: 0,
            each: vec![BigUint::ZERO; 128],
            at_least: vec![BigUint::ZERO; 1],
        }
    }

    /// All boards that can stand after one more throw; `None` when there is too much to do.
    fn after(&mut self, boards: &HashSet<View>, kind: Kind) -> Option<HashSet<View>> {
        let throw = match kind {
            Kind::Move(cells) => Face::Move(cells),
            Kind::Free => Face::Khadzh,
        };
        let mut next = HashSet::new();
        for &view in boards {
            let before = self.work;
            for after in self.walker.after(view, throw) {
                self.work = self.work.checked_sub(1)?;
                next.insert(after);
            }
            if self.may || self.work == before {
                next.insert(view);
            }
        }
        Some(next)
    }

    /// Adds up all yields that go on from these boards.
    fn play(&mut self, boards: &HashSet<View>, standing: usize, product: &BigUint) -> Option<()> {
        let turns = self.turns;
        let (lasts, nothing) = turns.sequence_weights(standing, product);
        for (weight, &kind) in lasts.iter().zip(&turns.throws.lasts) {
            let ended = self.after(boards, kind)?;
            self.add(&ended, weight);
        }
        if !nothing.is_zero() {
            self.add(boards, &nothing);
        }
        if standing < self.depth {
            for (weight, &kind) in turns.throws.weights.iter().zip(&turns.throws.kinds) {
                let next = self.after(boards, kind)?;
                self.play(&next, standing + 1, &(product * weight))?;
            }
        }
        Some(())
    }

    fn add(&mut self, boards: &HashSet<View>, weight: &BigUint) {
        let taken = boards.iter().map(|view| self.view.enemy.minus(view.enemy));
        let (cells, most) = taken.fold((0, 0), |(cells, most), taken| {
            (cells | taken, most.max(taken.count() as usize))
        });
        for cell in cells.ones() {
            self.each[usize::from(cell)] += weight;
        }
        if self.at_least.len() <= most {
            self.at_least.resize(most + 1, BigUint::ZERO);
        }
        for sum in &mut self.at_least[..=most] {
            *sum += weight;
        }
    }

    fn tally(self) -> Tally {
        let turns = self.turns;
        // Every yield looked at takes none or more.
        let rest = &turns.total - &self.at_least[0];
        let interval =
            |lower: &BigUint| Interval::new(turns.ratio(lower.clone()), turns.ratio(lower + &rest));
        let each = self.view.enemy.ones();
        let rest_chance: BigRational = turns.ratio(rest.clone());
        Tally {
            each: each
                .map(|number| (number, interval(&self.each[usize::from(number)])))
                .collect(),
            at_least: self.at_least[1..].iter().map(interval).collect(),
            most: self.view.enemy.count(),
            rest: rest_chance,
        }
    }
}

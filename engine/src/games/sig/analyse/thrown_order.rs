//! Throws used in the order they were thrown: every sequence is played out, as far as the work allows.
//!
//! Longer sequences are not wholly open. What some play of their beginning takes is taken, since nothing comes back; and no
//! turn takes in one order what it could not take in any, so that the bounds for that hold from above.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::FxHashSet;

use super::Tally;
use crate::board::Bits;
use crate::exact::Between;
use crate::games::sig::budget::{Stopped, Work, upwards};
use crate::games::sig::moves::Walker;
use crate::games::sig::rules::{Face, Rules};
use crate::games::sig::view::View;
use crate::games::sig::yields::Turns;

/// Steps of the budget for each board made.
const BOARD: usize = 50;

/// The pieces of a set, those of the enemy or those asleep, that the yields of the turns take out of it, as far as the budget goes; at
/// most those taken in `any` order.
pub(super) fn tally(
    rules: &Rules,
    view: View,
    turns: &Turns,
    any: &Tally,
    budget: u64,
    set: fn(View) -> u128,
) -> Tally {
    let most = turns.max_standing;
    let deepest = upwards(most, budget, |depth, work| {
        let mut player = Player::new(rules, (view, set), turns, usize::from(depth));
        std::mem::swap(&mut player.work, work);
        let start = Boards::from_iter([view]);
        let done = player.play(&start, 0, &BigUint::one());
        std::mem::swap(&mut player.work, work);
        done.map(|()| player)
    });
    let none = || Player::new(rules, (view, set), turns, 0);
    let done = deepest.found.unwrap_or_else(none);
    let stopped = (deepest.throws < most).then(|| Stopped {
        standing: deepest.throws.into(),
        budget: budget.saturating_add(deepest.next).saturating_mul(4),
    });
    Tally {
        stopped,
        ..done.tally().at_most(any)
    }
}

/// Boards that can stand at one time.
type Boards = FxHashSet<View>;

struct Player<'a> {
    view: View,
    set: fn(View) -> u128,
    turns: &'a Turns,
    walker: Walker,
    depth: usize,
    work: Work,
    /// For each number of standing throws played out, what the weight of such a sequence is to be multiplied by for all
    /// longer ones that begin with it, as far as turns are looked at.
    longer: BigUint,
    /// The yields played out.
    whole: Taken,
    /// The beginnings of longer ones.
    begun: Taken,
}

/// The weights of sequences by what they can take.
struct Taken {
    /// Each cell.
    each: Vec<BigUint>,
    /// By number of pieces from 0 on: the chance to take at least that many.
    at_least: Vec<BigUint>,
}

impl<'a> Player<'a> {
    fn new(
        rules: &Rules,
        (view, set): (View, fn(View) -> u128),
        turns: &'a Turns,
        depth: usize,
    ) -> Player<'a> {
        Player {
            view,
            set,
            turns,
            walker: Walker::new(rules),
            depth,
            work: Work::new(0),
            longer: turns.longer(depth).iter().sum(),
            whole: Taken::new(),
            begun: Taken::new(),
        }
    }

    /// All boards that can stand after one more throw; `None` when there is too much to do.
    fn after(&mut self, boards: &Boards, throw: Face) -> Option<Boards> {
        let mut next = Boards::default();
        for &view in boards {
            let mut used = false;
            self.work.spend(BOARD)?;
            for after in self.walker.after(view, throw) {
                self.work.spend(BOARD)?;
                used = true;
                next.insert(after);
            }
            if self.walker.may || !used {
                next.insert(view);
            }
        }
        Some(next)
    }

    /// Adds up all yields that go on from these boards.
    fn play(&mut self, boards: &Boards, standing: usize, product: &BigUint) -> Option<()> {
        let (turns, set) = (self.turns, self.set);
        let before = set(self.view);
        for (last, ended) in turns.ended(standing).iter().enumerate() {
            let weight = ended * product;
            match last.checked_sub(1) {
                Some(last) => {
                    let ended = self.after(boards, turns.throws.lasts[last])?;
                    self.whole.add(before, set, &ended, &weight);
                }
                None if weight.is_zero() => {}
                None => self.whole.add(before, set, boards, &weight),
            }
        }
        if standing < self.depth {
            for (weight, &kind) in turns.throws.weights.iter().zip(&turns.throws.kinds) {
                let next = self.after(boards, kind)?;
                self.play(&next, standing + 1, &(product * weight))?;
            }
        } else {
            let weight = product * &self.longer;
            self.begun.add(before, set, boards, &weight);
        }
        Some(())
    }

    fn tally(self) -> Tally {
        let (turns, whole, begun) = (self.turns, &self.whole, &self.begun);
        // Every yield takes none or more.
        let rest = &turns.total - &whole.at_least[0];
        let interval = |whole: &BigUint, begun: &BigUint| {
            Between::new(turns.ratio(whole + begun), turns.ratio(whole + &rest))
        };
        let each = (self.set)(self.view).ones().map(|number| {
            let cell = usize::from(number);
            (number, interval(&whole.each[cell], &begun.each[cell]))
        });
        let none = BigUint::ZERO;
        let most = whole.at_least.len().max(begun.at_least.len());
        let at_least = (1..most).map(|count| {
            let [whole, begun] = [whole, begun].map(|t| t.at_least.get(count).unwrap_or(&none));
            interval(whole, begun)
        });
        Tally {
            each: each.collect(),
            at_least: at_least.collect(),
            most: (self.set)(self.view).count(),
            rest: turns.ratio(rest.clone()),
            unknown: turns.ratio(rest),
            stopped: None,
        }
    }
}

impl Taken {
    fn new() -> Taken {
        Taken {
            each: vec![BigUint::ZERO; 128],
            at_least: vec![BigUint::ZERO; 1],
        }
    }

    fn add(&mut self, before: u128, set: fn(View) -> u128, boards: &Boards, weight: &BigUint) {
        let taken = boards.iter().map(|view| before.minus(set(*view)));
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
}

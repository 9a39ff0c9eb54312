//! The chance that a turn ends where it takes: in closed form over turns of any length, or between bounds.
//!
//! *Closed.* Without a stack the number of throws that stand before the last falls in a geometric sequence, each is drawn by
//! itself, and throws only ever add to what can be done. So a state is left for good, and its value is an equation in those
//! it leads to.
//!
//! *Bounds.* The turns of at most `max_throws` throws in which at most `depth` throws stand are looked at one by one, as states with
//! weights. The others are
//!
//! 1. turns of at most `max_throws` throws in which more stand: of each, the state after the first `depth` is known. It takes
//!    whatever that state takes with the same last throw, since the throws between can be used elsewhere;
//! 2. longer turns, known by their last throw only: it takes what the last throw takes alone.
//!
//! Turns that these do not take for sure are open: in the upper bound and not in the lower. So the bounds hold wherever the
//! work ends, and more work only ever moves turns from the open ones to the others.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::state_graph::Machine;
use crate::exact::Between;
use crate::exact::graph::strong_components;
use crate::games::sig::budget::{Effort, Stopped, Work};
use crate::games::sig::throws::Throws;
use crate::games::sig::yields::Turns;

/// The chance that may be left open without a limit on throws, if the work allows.
const TOLERANCE: f64 = 4e-7;

/// The chance that the turn ends in a state and with a last throw that take; of more standing throws than `known` the
/// states that are `found` know only what takes for sure. Also where the budget ended the work, and the steps that it took.
pub(super) fn chance(
    throws: &Throws,
    found: impl FnOnce(Option<usize>, &mut Work) -> Machine,
    known: Option<usize>,
    effort: &Effort,
) -> (Between, Option<Stopped>, u64) {
    let most = effort.max_throws.map(|throws| throws as usize - 1);
    let most = [most, known].into_iter().flatten().min();
    let share = effort.budget / 3;
    let [mut finding, mut solving, mut adding] = [0; 3].map(|_| Work::new(share));
    let machine = found(most, &mut finding);
    let depth = [machine.depth, known].into_iter().flatten().min();
    let complete = depth.is_none();
    let value = if complete && machine.takes.iter().flatten().all(|takes| !takes) {
        Some(BigRational::zero())
    } else if complete && effort.max_throws.is_none() {
        let geometric = throws.geometric();
        geometric.and_then(|geometric| closed(throws, &machine, &geometric, &mut solving))
    } else {
        None
    };
    let (between, stopped) = match value {
        Some(value) => (Between::exact(value), None),
        None => bounded(throws, &machine, depth, effort, &mut adding),
    };
    let spent = finding.spent() + solving.spent() + adding.spent();
    (between, stopped, spent)
}

/// Steps for one operation with a number of this length.
fn steps(number: &BigRational) -> usize {
    let words = ((number.numer().bits() + number.denom().bits()) / 64) as usize;
    80 + 2 * words * words
}

/// Over turns of any length; `None` if that takes more work than allowed.
fn closed(
    throws: &Throws,
    machine: &Machine,
    geometric: &[BigRational; 3],
    work: &mut Work,
) -> Option<BigRational> {
    let ratio = |part: &BigUint, whole: &BigUint| {
        BigRational::new(part.clone().into(), whole.clone().into())
    };
    let pushed = throws.weights.iter().sum::<BigUint>() + &throws.idle;
    let pushed = pushed.max(BigUint::one());
    let kinds: Vec<BigRational> = throws.weights.iter().map(|w| ratio(w, &pushed)).collect();
    let idle = ratio(&throws.idle, &pushed);
    let lasts: Vec<BigRational> = (throws.ends_by_last().iter())
        .map(|last| ratio(last, &throws.total))
        .collect();
    let ends = |takes: &Vec<bool>| {
        let lasts = lasts.iter().zip(takes).filter(|(_, takes)| **takes);
        lasts.fold(BigRational::zero(), |sum, (last, _)| sum + last)
    };
    let [none, first, grows] = geometric;
    // The value of a state: what it takes now, and after more standing throws, each discounted.
    let mut values = vec![BigRational::zero(); machine.next.len()];
    // Throws only ever add to what can be done, so that no state comes back: each is by itself, and after all it leads to.
    for state in strong_components(&machine.next).into_iter().flatten() {
        let mut stays = idle.clone();
        let mut later = BigRational::zero();
        for (chance, &next) in kinds.iter().zip(&machine.next[state]) {
            if next == state {
                stays += chance;
            } else {
                work.spend(steps(&values[next]) + steps(&later))?;
                later += chance * &values[next];
            }
        }
        work.spend(2 * steps(&later))?;
        values[state] =
            (ends(&machine.takes[state]) + grows * later) / (BigRational::one() - grows * stays);
    }
    let after_one = kinds
        .iter()
        .zip(&machine.next[0])
        .fold(&idle * &values[0], |sum, (chance, &next)| {
            sum + chance * &values[next]
        });
    Some(none * ends(&machine.takes[0]) + first * after_one)
}

/// Over the turns of a limited number of throws; yields of at most `known` standing throws are known.
fn bounded(
    throws: &Throws,
    machine: &Machine,
    known: Option<usize>,
    effort: &Effort,
    work: &mut Work,
) -> (Between, Option<Stopped>) {
    let turns = Turns::lengths(throws.clone(), effort.max_throws, TOLERANCE);
    let wanted = turns.max_throws as usize - 1;
    let limit = known.unwrap_or(wanted).min(wanted);
    let mut now = vec![BigUint::ZERO; machine.next.len()];
    now[0] = BigUint::one();
    let mut sum = BigUint::ZERO;
    // The turns of which nothing is known yet, by their last throw.
    let mut rest = turns.by_last();
    let mut depth = 0;
    loop {
        let ended = turns.ended(depth);
        for (weight, takes) in weighted(&now, &machine.takes) {
            for ((ended, rest), takes) in ended.iter().zip(&mut rest).zip(takes) {
                let ended = ended * weight;
                *rest -= &ended;
                if *takes {
                    sum += ended;
                }
            }
        }
        let next = (depth < limit).then(|| after(throws, machine, &now, work));
        match next.flatten() {
            Some(next) => now = next,
            None => break,
        }
        depth += 1;
    }
    let longer = turns.longer(depth);
    for (weight, takes) in weighted(&now, &machine.takes) {
        for ((longer, rest), _) in longer.iter().zip(&mut rest).zip(takes).filter(|(_, t)| **t) {
            let longer = longer * weight;
            *rest -= &longer;
            sum += longer;
        }
    }
    let upper = &sum + rest.iter().sum::<BigUint>();
    let sure = rest.iter().zip(&machine.takes[0]);
    let sure = sure.filter(|(_, takes)| **takes).map(|(rest, _)| rest);
    let between = Between::new(turns.ratio(sum + sure.sum::<BigUint>()), turns.ratio(upper));
    let stopped = (depth < wanted && !between.width().is_zero()).then(|| Stopped {
        standing: depth as u32,
        budget: machine.budget_for_more(effort.budget),
    });
    (between, stopped)
}

/// The states that some turns are in, with what they take.
fn weighted<'a>(
    now: &'a [BigUint],
    takes: &'a [Vec<bool>],
) -> impl Iterator<Item = (&'a BigUint, &'a Vec<bool>)> {
    now.iter()
        .zip(takes)
        .filter(|(weight, _)| !weight.is_zero())
}

/// The weights of the states after one more standing throw; `None` if that takes more work than allowed.
fn after(
    throws: &Throws,
    machine: &Machine,
    now: &[BigUint],
    work: &mut Work,
) -> Option<Vec<BigUint>> {
    let mut next = vec![BigUint::ZERO; now.len()];
    for (weight, row) in now.iter().zip(&machine.next) {
        if weight.is_zero() {
            continue;
        }
        let words = weight.bits() as usize / 64;
        work.spend((row.len() + 2 * machine.takes[0].len()) * (4 * words + 16))?;
        for (kind, &to) in throws.weights.iter().zip(row) {
            next[to] += weight * kind;
        }
    }
    Some(next)
}

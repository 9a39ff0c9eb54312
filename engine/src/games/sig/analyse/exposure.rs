//! The pieces that the other team can take in two turns in a row.
//!
//! The second turn is thrown when the first has been played, so the first is played for what it takes and for what it leaves to the
//! second. Every number is the greatest over the ways to play, each number by itself, averaged over the yields of the first turn.
//!
//! *Bounds.* Of a yield that was looked at, every play is found and the second turn after it is bounded as any turn is: what the best
//! play comes to lies between the greatest lower and the greatest upper bound. Of the other yields together, at least what the
//! first turn takes with them is taken, which is what it takes with all less what it takes with those looked at. At most everything is, and
//! no more pieces than there are throws in it and, on average, in the second turn: each throw moves one piece, which takes one at
//! most. So the bounds hold wherever the work ends.

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{BothTurns, Piece, Takes, Tally, khadzh, tallied, turns_by_khadzh};
use crate::board::Bits;
use crate::exact::{Between, Quantity};
use crate::games::sig::budget::Effort;
use crate::games::sig::moves::Yield;
use crate::games::sig::position::{Play, Position};
use crate::games::sig::rules::{Face, Order};
use crate::games::sig::throw_multiset::Cost;
use crate::games::sig::throws::Throws;
use crate::games::sig::view::View;
use crate::games::sig::yields::Turns;

/// The approximate chance that may be left open in each second turn, if the budget allows.
const TOLERANCE: f64 = 4e-5;
/// A play is not looked at with less than this.
const LEAST: u64 = 15_000;
/// The most yields of the first turn.
const YIELDS: usize = 2_000;

/// What is taken: the chance of any piece, the expected number, and the chance of each piece in the order of the mover's route.
type Taking = Vec<Between>;

/// The pieces that the team to move takes in this turn and the next; `first` is what it takes in this one.
pub(super) fn both_turns(position: &Position, first: &Takes, effort: &Effort) -> BothTurns {
    let (rules, view) = (position.rules(), *position.board());
    let most = BigRational::from_integer(view.enemy.count().into());
    // Of the yields that were looked at, both turns and the first alone.
    let mut taken = [taking(view.enemy, 0, None), taking(view.enemy, 0, None)];
    // Of the others, their chance and the most pieces that they can take on average.
    let (mut open, mut unknown) = match position.is_over() {
        true => (BigRational::zero(), BigRational::zero()),
        false => (BigRational::one(), most.clone()),
    };
    let mut short = false;
    let throws = Throws::new(rules, khadzh(rules, view));
    let turns = Turns::new(throws, effort.max_throws, TOLERANCE);
    let next = turns_by_khadzh(rules, effort, TOLERANCE);
    let later = next.iter().map(|(_, turns)| throws_of(turns, &most)).max();
    let later = later.unwrap_or_else(|| most.clone());
    let mut left = effort.budget;
    let looked_at = yields(&turns, rules.order).into_iter();
    for (played, weight) in looked_at.filter(|_| !position.is_over()) {
        let chance = turns.ratio(weight);
        // The likelier a yield, the more of the budget it has.
        let part = share(left, &chance, &open);
        let enough = about(view, &played).saturating_mul(LEAST) <= part;
        let plays = enough.then(|| position.plays(&played).ok()).flatten();
        unknown -= &chance * &most;
        let Some(plays) = plays else {
            short = true;
            let throws = BigRational::from_integer(played.throws().len().into());
            unknown += &chance * (throws + &later).min(most.clone());
            continue;
        };
        left -= left.min(part);
        let best = best(position, &plays, &next, part / plays.len().max(1) as u64);
        for (sum, value) in taken.iter_mut().flatten().zip(best.iter().flatten()) {
            sum.lower += &chance * &value.lower;
            sum.upper += &chance * &value.upper;
        }
        open -= chance;
    }
    let wide = |number: &Quantity| number.width() > Some(BigRational::new(1.into(), 10_000.into()));
    let mut closed = closed(
        first,
        &taken,
        [(&open, BigRational::one()), (&unknown, most)],
    );
    let each = closed.split_off(2);
    let is_wide = closed.iter().any(wide);
    let [at_least_one, expected]: [Quantity; 2] =
        closed.try_into().expect("two numbers before each piece");
    let each = first
        .each
        .iter()
        .zip(each)
        .map(|(piece, probability)| Piece {
            probability,
            ..piece.clone()
        });
    BothTurns {
        turns: 2,
        each: each.collect(),
        budget: (short && is_wide).then(|| effort.budget.saturating_mul(8)),
        at_least_one,
        expected,
        open,
    }
}

/// Bounds with what is open, each with the most that there is: for chances, and for the expected number.
fn closed(
    first: &Takes,
    [both, alone]: &[Taking; 2],
    [chances, pieces]: [(&BigRational, BigRational); 2],
) -> Vec<Quantity> {
    let each = first.each.iter().map(|piece| &piece.probability);
    let first = [&first.at_least_one, &first.expected]
        .into_iter()
        .chain(each);
    let closed = first.zip(both.iter().zip(alone)).enumerate();
    let closed = closed.map(|(at, (first, (both, alone)))| {
        let (open, most) = if at == 1 { &pieces } else { &chances };
        let first = first.ends().map_or_else(BigRational::zero, |ends| ends.0);
        let later = (&first - &alone.upper).max(BigRational::zero());
        let lower = (&both.lower + later).max(first);
        Quantity::between(lower, (&both.upper + *open).min(most.clone()))
    });
    closed.collect()
}

/// An upper bound of the pieces a turn takes on average: the number of its throws, or all pieces.
fn throws_of(turns: &Turns, most: &BigRational) -> BigRational {
    let each = turns.rows.iter().map(|(cost, weight)| {
        let throws = u32::from(cost.throws) + u32::from(cost.last > 0);
        weight * throws
    });
    turns.ratio(each.sum()) + turns.ratio(turns.rest.clone()) * most
}

/// The part of what is left that a yield of this chance has, of the chance still open.
fn share(left: u64, chance: &BigRational, open: &BigRational) -> u64 {
    let part = chance / open * BigRational::from_integer(left.into());
    u64::try_from(part.to_integer()).unwrap_or(0)
}

/// About as many plays as a yield has.
fn about(view: View, played: &Yield) -> u64 {
    let frees = played.throws().contains(&Face::Khadzh);
    let dry = if frees { 0 } else { view.own_dry.count() };
    let pieces = u64::from(view.own.count() - dry).max(1);
    (1..=played.throws().len() as u64).fold(1, |plays: u64, throw| {
        plays.saturating_mul(pieces.max(throw)).div_ceil(throw)
    })
}

/// The yields of the turn, the likeliest first.
fn yields(turns: &Turns, order: Order) -> Vec<(Yield, BigUint)> {
    let Throws { kinds, lasts, .. } = &turns.throws;
    let with_last = |faces: &[Face], last: usize| {
        let last = last.checked_sub(1).map(|last| lasts[last]);
        Yield::trusted(faces.iter().copied().chain(last).collect())
    };
    let mut all: Vec<(Yield, BigUint)> = match order {
        Order::Any => {
            let rows = turns.rows.iter().take(YIELDS);
            let faces = |cost: &Cost| Yield::trusted(turns.throws.faces(*cost));
            rows.map(|(cost, weight)| (faces(cost), weight.clone()))
                .collect()
        }
        Order::Thrown => {
            let mut going = vec![(Vec::new(), BigUint::one())];
            let mut all = Vec::new();
            for standing in 0..=usize::from(turns.max_standing) {
                let ended = turns.ended(standing);
                if all.len() + going.len() * ended.len() > YIELDS {
                    break;
                }
                for (faces, product) in &going {
                    let each = ended.iter().enumerate();
                    all.extend(each.map(|(last, ended)| (with_last(faces, last), ended * product)));
                }
                let longer = going.iter().flat_map(|(faces, product)| {
                    let each = kinds.iter().zip(&turns.throws.weights);
                    each.map(move |(face, weight)| {
                        let faces: Vec<Face> = faces.iter().copied().chain([*face]).collect();
                        (faces, product * weight)
                    })
                });
                going = longer.collect();
            }
            all.retain(|(_, weight)| !weight.is_zero());
            all
        }
    };
    all.sort_by(|a, b| b.1.cmp(&a.1));
    all
}

/// The best over the plays of a yield, of both turns and of the first alone, number by number.
fn best(position: &Position, plays: &[Play], next: &[(Face, Turns)], budget: u64) -> [Taking; 2] {
    let before = position.board().enemy;
    let mut best = [taking(before, 0, None), taking(before, 0, None)];
    for play in plays {
        let (rules, view) = (play.position.rules(), *play.position.board());
        let taken = before.minus(view.enemy);
        let going = !play.position.is_over();
        let turns = next
            .iter()
            .find(|turns| going && turns.0 == khadzh(rules, view));
        let tally = turns.map(|(_, turns)| tallied(rules, view, turns, true, budget));
        let found = [tally.as_ref(), None].map(|next| taking(before, taken, next));
        for (best, found) in best.iter_mut().flatten().zip(found.iter().flatten()) {
            best.or_greater(found);
        }
    }
    best
}

/// What is taken of the pieces before by a turn, and by the next one.
fn taking(before: u128, taken: u128, next: Option<&Tally>) -> Taking {
    let zero = Between::zero;
    let one = || Between::exact(BigRational::one());
    let any = match taken {
        0 => next.map_or_else(zero, Tally::any),
        _ => one(),
    };
    let count = Between::exact(BigRational::from_integer(taken.count().into()));
    let expected = count + next.map_or_else(zero, Tally::expected);
    let each = before.ones().map(|cell| match next {
        _ if taken.has(cell) => one(),
        None => zero(),
        Some(next) => {
            let each = next.each.iter().find(|(number, _)| *number == cell);
            let open = || Between::new(BigRational::zero(), BigRational::one());
            each.map_or_else(open, |(_, chance)| chance.clone())
        }
    });
    [any, expected].into_iter().chain(each).collect()
}

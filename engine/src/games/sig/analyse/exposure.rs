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

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::{BothTurns, Khadzh, Piece, Takes, Tally, khadzh, tallied, turns_by_khadzh};
use crate::board::Bits;
use crate::exact::{Between, Quantity};
use crate::games::sig::budget::Effort;
use crate::games::sig::moves::Yield;
use crate::games::sig::position::{Play, Position};
use crate::games::sig::rules::{Face, Order};
use crate::games::sig::throws::Throws;
use crate::games::sig::view::View;
use crate::games::sig::yields::Turns;

/// The approximate chance that may be left open in each second turn, if the budget allows.
const TOLERANCE: f64 = 4e-5;
/// A play is not looked at with less than this.
const LEAST: u64 = 15_000;
/// The most yields of the first turn.
const YIELDS: usize = 2_000;

/// The chance for each cell of the board as the mover sees it, for any piece, and the expected number.
#[derive(Clone)]
struct CaptureChances {
    each: BTreeMap<u8, Between>,
    any: Between,
    expected: Between,
}

/// What the yields of a turn that were looked at take in it and the next.
struct LookedAt {
    sum: CaptureChances,
    /// An upper bound of what the first turn alone takes with them.
    now: CaptureChances,
    /// The chance of the others.
    open: BigRational,
    most: BigRational,
    /// The most pieces that the others can take on average.
    unknown: BigRational,
    short: bool,
}

fn looked_at(position: &Position, effort: &Effort) -> LookedAt {
    let (rules, view) = (position.rules(), *position.board());
    let zero = Between::zero;
    let sum = CaptureChances {
        each: view.enemy.ones().map(|cell| (cell, zero())).collect(),
        any: zero(),
        expected: zero(),
    };
    let most = BigRational::from_integer(view.enemy.count().into());
    let mut looked = LookedAt {
        now: sum.clone(),
        sum,
        open: BigRational::one(),
        most: most.clone(),
        unknown: most.clone(),
        short: false,
    };
    if position.is_over() {
        (looked.open, looked.unknown) = (BigRational::zero(), BigRational::zero());
        return looked;
    }
    let throws = Throws::new(rules, khadzh(rules, view));
    let turns = Turns::new(throws, effort.max_throws, TOLERANCE);
    let next = turns_by_khadzh(rules, effort, TOLERANCE);
    let later = next.iter().map(|(_, turns)| throws_of(turns, &most)).max();
    let later = later.unwrap_or_else(|| most.clone());
    let mut left = effort.budget;
    for (played, weight) in yields(&turns, rules.order) {
        let chance = turns.ratio(weight);
        // The likelier a yield, the more of the budget it has.
        let part = share(left, &chance, &looked.open);
        let enough = about(view, &played).saturating_mul(LEAST) <= part;
        let plays = enough.then(|| position.plays(&played).ok()).flatten();
        looked.unknown -= &chance * &most;
        let Some(plays) = plays else {
            looked.short = true;
            let throws = BigRational::from_integer(played.throws().len().into());
            looked.unknown += &chance * (throws + &later).min(most.clone());
            continue;
        };
        left -= left.min(part);
        let (both, alone) = best(position, &plays, &next, part / plays.len().max(1) as u64);
        looked.sum.add(&both, &chance);
        looked.now.add(&alone, &chance);
        looked.open -= chance;
    }
    looked
}

/// The pieces that the team to move takes in this turn and the next; `first` is what it takes in this one.
pub(super) fn both_turns(position: &Position, first: &Takes, effort: &Effort) -> BothTurns {
    let LookedAt {
        sum,
        now,
        open,
        most,
        unknown,
        short,
    } = looked_at(position, effort);
    let close =
        |sum: &Between, now: &Between, first: &Quantity, open: &BigRational, most: &BigRational| {
            let first = first.ends().map_or_else(BigRational::zero, |ends| ends.0);
            let later = (&first - &now.upper).max(BigRational::zero());
            let lower = (&sum.lower + later).max(first);
            Quantity::between(lower, (&sum.upper + open).min(most.clone()))
        };
    let one = BigRational::one();
    let each = first.each.iter().map(|piece| {
        let number = position.route().number(position.side(), piece.cell);
        let number = number.unwrap_or(0);
        let (sum, now) = (&sum.each[&number], &now.each[&number]);
        let probability = close(sum, now, &piece.probability, &open, &one);
        Piece {
            probability,
            ..piece.clone()
        }
    });
    let wide = |number: &Quantity| number.width() > Some(BigRational::new(1.into(), 10_000.into()));
    let any = close(&sum.any, &now.any, &first.at_least_one, &open, &one);
    let expected = close(
        &sum.expected,
        &now.expected,
        &first.expected,
        &unknown,
        &most,
    );
    BothTurns {
        turns: 2,
        each: each.collect(),
        budget: (short && (wide(&any) || wide(&expected))).then(|| effort.budget.saturating_mul(8)),
        at_least_one: any,
        expected,
        open,
    }
}

/// An upper bound of the pieces a turn takes on average: the number of its throws, or all pieces.
fn throws_of(turns: &Turns, most: &BigRational) -> BigRational {
    let each = turns.rows.iter().map(|row| {
        let throws = u32::from(row.cost.throws) + u32::from(row.cost.last > 0);
        &row.weight * throws
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
        Order::Any => (turns.rows.iter().take(YIELDS))
            .map(|row| {
                let each = kinds.iter().enumerate().flat_map(|(kind, face)| {
                    std::iter::repeat_n(*face, row.cost.count(kind).into())
                });
                let faces: Vec<Face> = each.collect();
                (with_last(&faces, row.cost.last.into()), row.weight.clone())
            })
            .collect(),
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

/// The best over the plays of a yield, of both turns and of the first alone.
fn best(
    position: &Position,
    plays: &[Play],
    next: &[(Khadzh, Turns)],
    budget: u64,
) -> (CaptureChances, CaptureChances) {
    let (mut both, mut alone): (Option<CaptureChances>, Option<CaptureChances>) = (None, None);
    for play in plays {
        let (rules, view) = (play.position.rules(), *play.position.board());
        let before = position.board().enemy;
        let taken = before.minus(view.enemy);
        let going = !play.position.is_over();
        let turns = next
            .iter()
            .find(|turns| going && turns.0 == khadzh(rules, view));
        let tally = turns.map(|(_, turns)| tallied(rules, view, turns, true, budget));
        let values = |tally: Option<&Tally>| CaptureChances::new(before, taken, tally);
        let join = |best: &mut Option<CaptureChances>, new: CaptureChances| match best {
            Some(best) => best.at_least(&new),
            None => *best = Some(new),
        };
        join(&mut both, values(tally.as_ref()));
        join(&mut alone, values(None));
    }
    let none = || CaptureChances::new(position.board().enemy, 0, None);
    (both.unwrap_or_else(none), alone.unwrap_or_else(none))
}

impl CaptureChances {
    /// The chances from the pieces before, those taken, and the tally of the next turn.
    fn new(before: u128, taken: u128, next: Option<&Tally>) -> CaptureChances {
        let zero = Between::zero;
        let one = || Between::exact(BigRational::one());
        let count = Between::exact(BigRational::from_integer(taken.count().into()));
        let more = next.map_or_else(zero, Tally::expected);
        CaptureChances {
            each: before
                .ones()
                .map(|cell| {
                    let chance = match next {
                        _ if taken.has(cell) => one(),
                        None => zero(),
                        Some(next) => {
                            let each = next.each.iter().find(|(number, _)| *number == cell);
                            let open = || Between::new(BigRational::zero(), BigRational::one());
                            each.map_or_else(open, |(_, chance)| chance.clone())
                        }
                    };
                    (cell, chance)
                })
                .collect(),
            any: match taken {
                0 => next.map_or_else(zero, Tally::any),
                _ => one(),
            },
            expected: count + more,
        }
    }

    fn both(&mut self, other: &CaptureChances, join: impl Fn(&mut Between, &Between)) {
        for (cell, value) in &mut self.each {
            join(value, &other.each[cell]);
        }
        join(&mut self.any, &other.any);
        join(&mut self.expected, &other.expected);
    }

    /// The greater of both, number by number.
    fn at_least(&mut self, other: &CaptureChances) {
        self.both(other, Between::or_greater);
    }

    /// Adds the other with a chance.
    fn add(&mut self, other: &CaptureChances, chance: &BigRational) {
        self.both(other, |value, other| {
            value.lower += chance * &other.lower;
            value.upper += chance * &other.upper;
        });
    }
}

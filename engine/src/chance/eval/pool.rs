//! Pools of dice: the highest kept, some thrown again, some thrown on, all side by side.

use std::collections::BTreeMap;

use super::{Evaluated, Evaluation, Outcome, other, too_large, within};
use crate::chance::expr::{Expr, Range, Reroll};
use crate::exact::pool::{Pool, PoolPart, SameDice, sum_by_reading};
use crate::exact::{Dist, Weight, highest_within, lowest_within};
use crate::work::limit::{MAX_OUTCOMES, TooLarge, allow};
use crate::work::stop;

impl<W: Weight> Evaluation<'_, W> {
    /// The pools that a throw can be, each with a weight, which is in proportion to its chance.
    pub(super) fn pools(&self, pool: &Expr) -> Evaluated<Vec<(W, Pool<W>)>> {
        let one = |parts| vec![(W::one(), Pool::of(parts))];
        if let Some(shown) = self.names.shown(pool) {
            return Ok(one(vec![shown_part(pool, shown)?]));
        }
        Ok(match pool {
            Expr::Repeat(n, of) => one(vec![PoolPart::Dice(self.numbers(of)?, *n)]),
            Expr::Copies(count, of) => {
                let (count, each) = (self.count(pool, count, 0)?, self.numbers(of)?);
                let alternatives = count.into_items().map(|(n, weight)| {
                    stop::check();
                    let dice = PoolPart::Dice(each.clone(), n as u32);
                    (weight, Pool::of(vec![dice]))
                });
                alternatives.collect()
            }
            Expr::Tuple(parts) => {
                let mut dice: Vec<(Dist<i64, W>, u32)> = Vec::new();
                for part in parts {
                    let dist = self.numbers(part)?;
                    match dice.iter_mut().find(|(other, _)| *other == dist) {
                        Some((_, count)) => *count += 1,
                        None => dice.push((dist, 1)),
                    }
                }
                one(dice
                    .into_iter()
                    .map(|(dist, count)| PoolPart::Dice(dist, count))
                    .collect())
            }
            Expr::Deal(hands, cards) => {
                let dealt = hands.iter().copied().fold(0, u32::saturating_add);
                one(vec![PoolPart::Cards(cards.clone(), dealt)])
            }
            die => one(vec![PoolPart::Dice(self.numbers(die)?, 1)]),
        })
    }

    /// The sum of those that are kept.
    pub(super) fn sum_of_kept(&self, expr: &Expr, pool: Pool<W>) -> Evaluated<Dist<i64, W>> {
        let pool = match pool.into_whole_dice() {
            Ok(dice) => return self.sum_of_all(dice).map_err(too_large(expr)),
            Err(pool) => pool,
        };
        match pool.dice() {
            Some(kinds) if pool.skip == 0 => {
                highest_within(&kinds, pool.take).map_err(too_large(expr))
            }
            Some(kinds) if pool.skip + pool.take == pool.size() => {
                lowest_within(&kinds, pool.take).map_err(too_large(expr))
            }
            _ => {
                self.sums_in_range(expr, std::slice::from_ref(&pool))?;
                Ok(sum_by_reading(&pool))
            }
        }
    }

    /// The sum of throws of some kinds, each of which is held no longer than it is needed.
    fn sum_of_all(&self, dice: Vec<SameDice<W>>) -> Result<Dist<i64, W>, TooLarge> {
        let mut sum = Dist::certain(0);
        for (dist, count) in dice {
            let all = match count {
                1 => dist,
                _ => dist.times(count)?,
            };
            sum = sum.plus(all)?;
        }
        Ok(sum)
    }

    /// A throw that says how many there are of something, at least `least`.
    pub(super) fn count(&self, expr: &Expr, count: &Expr, least: i64) -> Evaluated<Dist<i64, W>> {
        let dist = self.numbers(count)?;
        if *dist.first() < least {
            let wanted = if least == 0 {
                "how many throws there are is never negative"
            } else {
                "a die has a face"
            };
            let can = if dist.len() > 1 { "can be" } else { "is" };
            let message = format!("`{count}` {can} {}; {wanted}", dist.first());
            return Err(other(expr, message));
        }
        allow("throws", dist.last().unsigned_abs().into(), u32::MAX.into())
            .map_err(too_large(expr))?;
        Ok(dist)
    }

    pub(super) fn reroll(
        &self,
        expr: &Expr,
        kind: Reroll,
        on: &[Range],
        of: &Expr,
    ) -> Evaluated<Dist<i64, W>> {
        let dist = self.numbers(of)?;
        let never = |why: &str| other(expr, format!("{why}, so it never ends"));
        match kind {
            Reroll::UntilNot => (dist.into_given(|&x| !within(on, x)))
                .ok_or_else(|| never("every outcome is thrown again")),
            Reroll::Until => (dist.into_given(|&x| within(on, x)))
                .ok_or_else(|| never("none of these ever occurs")),
            Reroll::AtMost(times) => Ok(dist.drawn_again(times, |&x| within(on, x))),
        }
    }

    pub(super) fn tuple(&self, expr: &Expr, parts: &[Expr]) -> Evaluated<Dist<Vec<i64>, W>> {
        let mut dists = Vec::with_capacity(parts.len());
        for part in parts {
            let dist = self.numbers(part)?;
            dists.push(dist);
        }
        let outcomes = dists.iter().map(|dist| dist.len() as u128);
        let outcomes = outcomes.fold(1, |all: u128, some| all.saturating_mul(some));
        allow("outcomes", outcomes, MAX_OUTCOMES).map_err(too_large(expr))?;
        let mut tuples = Dist::certain(Vec::new());
        for dist in &dists {
            let joined = tuples.joint(dist).map_err(too_large(expr))?;
            tuples = joined.map(|(tuple, x)| [tuple.as_slice(), &[*x]].concat());
        }
        Ok(tuples)
    }

    /// At most `limit` further throws on the top face, all added.
    pub(super) fn explode(&self, expr: &Expr, limit: u32, of: &Expr) -> Evaluated<Dist<i64, W>> {
        let dist = self.numbers(of)?;
        stop::check();
        explode(&dist, limit).map_err(too_large(expr))
    }
}

/// Numbers that are known, as cards of which all are drawn.
fn shown_part<W: Weight>(pool: &Expr, shown: &Outcome) -> Evaluated<PoolPart<W>> {
    let numbers = match shown {
        Outcome::Number(number) => std::slice::from_ref(number),
        Outcome::Tuple(numbers) => numbers,
        Outcome::Label(label) => return Err(other(pool, format!("`{label}` is not a number"))),
    };
    Ok(PoolPart::Cards(deck_of(numbers), numbers.len() as u32))
}

/// A deck of just these numbers.
pub(super) fn deck_of(numbers: &[i64]) -> Vec<(i64, u64)> {
    let mut cards: BTreeMap<i64, u64> = BTreeMap::new();
    for number in numbers {
        *cards.entry(*number).or_default() += 1;
    }
    cards.into_iter().collect()
}

/// At most `limit` further throws on the top face, all added.
fn explode<W: Weight>(dist: &Dist<i64, W>, limit: u32) -> Result<Dist<i64, W>, TooLarge> {
    let top = *dist.last();
    dist.stays_in_range(u128::from(limit) + 1)?;
    let distinct = (u128::from(limit) + 1) * dist.len() as u128;
    allow("outcomes", distinct, MAX_OUTCOMES)?;
    // Weights over total^(limit + 1): j tops and then another face, or tops all the way.
    let chance = dist.weight(&top).expect("the largest outcome occurs");
    let powers = |of: &W| -> Vec<W> {
        let next = |power: &W| Some(power.times(of));
        let powers = std::iter::successors(Some(W::one()), next).inspect(|_| stop::check());
        powers.take(limit as usize + 1).collect()
    };
    let (tops, rest) = (powers(chance), powers(dist.total()));
    let mut items = Vec::new();
    for (j, (tops, rest)) in (0..).zip(tops.iter().zip(rest.iter().rev())) {
        let scale = tops.times(rest);
        for (&x, weight) in dist.iter() {
            if x == top && j < limit {
                continue;
            }
            stop::check();
            items.push((i64::from(j) * top + x, weight.times(&scale)));
        }
    }
    Ok(Dist::new(items).expect("the tops all the way have weight"))
}

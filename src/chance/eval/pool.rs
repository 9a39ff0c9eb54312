//! Pools of dice: the highest kept, some thrown again, some thrown on, all side by side.

use itertools::Itertools;

use super::{Evaluated, Evaluation, never_ends, too_large, within};
use crate::chance::expr::{Expr, Keep, Range, Reroll};
use crate::exact::{Dist, Weight, keep_highest, unlike_steps};
use crate::work::limit::{MAX_OUTCOMES, MAX_WORDS, TooLarge, allow};

impl<W: Weight> Evaluation<'_, W> {
    pub(super) fn keep(
        &self,
        expr: &Expr,
        keep: Keep,
        k: u32,
        pool: &Expr,
    ) -> Evaluated<Dist<i64, W>> {
        let large = too_large(expr);
        let size = match pool {
            Expr::Repeat(n, _) => *n,
            Expr::Tuple(parts) => parts.len() as u32,
            _ => 1,
        };
        let (k, highest) = match keep {
            Keep::Highest => (k, true),
            Keep::Lowest => (k, false),
            Keep::DropHighest => (size.saturating_sub(k), false),
            Keep::DropLowest => (size.saturating_sub(k), true),
        };
        match pool {
            Expr::Repeat(n, of) => {
                let each = self.numbers(of)?;
                if k >= *n {
                    return each.times_within(*n, self.meter).map_err(large);
                }
                self.expect(expr, each.highest_steps(*n, k))?;
                let kept = if highest {
                    each.highest_of(*n, k)
                } else {
                    each.lowest_of(*n, k)
                };
                kept.map_err(large)
            }
            Expr::Tuple(parts) => {
                let dists: Vec<_> = parts.iter().map(|part| self.numbers(part)).try_collect()?;
                if k as usize >= dists.len() {
                    let add = |sum, dist| self.added(expr, &sum, dist);
                    return dists.iter().try_fold(Dist::certain(0), add);
                }
                self.expect(expr, unlike_steps(&dists, k as usize))?;
                if highest {
                    return keep_highest(&dists, k as usize).map_err(large);
                }
                let negated: Vec<_> = dists.iter().map(Dist::negated).collect();
                Ok(keep_highest(&negated, k as usize).map_err(large)?.negated())
            }
            _ => self.numbers(pool),
        }
    }

    pub(super) fn reroll(
        &self,
        expr: &Expr,
        kind: Reroll,
        on: &[Range],
        of: &Expr,
    ) -> Evaluated<Dist<i64, W>> {
        let dist = self.numbers(of)?;
        let words = dist.total().size() as u128;
        let ranges = on.len() as u128;
        self.expect(expr, dist.len() as u128 * (words * words + ranges))?;
        let never = || never_ends(expr);
        match kind {
            Reroll::UntilNot => dist.given(|&x| !within(on, x)).ok_or_else(never),
            Reroll::Until => dist.given(|&x| within(on, x)).ok_or_else(never),
            Reroll::Once => Ok(dist.drawn_again(|&x| within(on, x))),
        }
    }

    pub(super) fn tuple(&self, expr: &Expr, parts: &[Expr]) -> Evaluated<Dist<Vec<i64>, W>> {
        let dists: Vec<_> = parts.iter().map(|part| self.numbers(part)).try_collect()?;
        let outcomes = dists.iter().map(|dist| dist.len() as u128);
        let outcomes = outcomes.fold(1, |all: u128, some| all.saturating_mul(some));
        let words: usize = dists.iter().map(|dist| dist.total().size() + 1).sum();
        allow("outcomes", outcomes, MAX_OUTCOMES)
            .and_then(|()| allow("words of memory", outcomes * words as u128, MAX_WORDS))
            .map_err(too_large(expr))?;
        self.expect(expr, outcomes * 100 * words as u128)?;
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
        self.expect(expr, explode_steps(&dist, limit))?;
        explode(&dist, limit).map_err(too_large(expr))
    }
}

/// About the elementary steps [`explode`] takes: for each outcome a product of two weights, long together.
fn explode_steps<W: Weight>(dist: &Dist<i64, W>, limit: u32) -> u128 {
    let words = dist.total().power_size(limit.saturating_add(1));
    let outcomes = u128::from(limit) * dist.len() as u128;
    outcomes.saturating_mul(words.saturating_mul(words) / 4 + 100)
}

/// At most `limit` further throws on the top face, all added.
fn explode<W: Weight>(dist: &Dist<i64, W>, limit: u32) -> Result<Dist<i64, W>, TooLarge> {
    let top = *dist.last();
    dist.stays_in_range(u128::from(limit) + 1)?;
    let distinct = u128::from(limit) * dist.len() as u128;
    let words = dist.total().power_size(limit.saturating_add(1));
    allow("outcomes", distinct, MAX_OUTCOMES)?;
    allow("words of memory", distinct * words, MAX_WORDS)?;
    // Weights over total^(limit + 1): j tops and then another face, or tops all the way.
    let chance = dist
        .weight(&top)
        .expect("the largest outcome occurs")
        .clone();
    let mut rest = vec![W::one()];
    for _ in 0..=limit {
        let next = rest[rest.len() - 1].times(dist.total());
        rest.push(next);
    }
    let mut tops = W::one();
    let mut items = Vec::new();
    for j in 0..=limit {
        for (&x, weight) in dist.iter() {
            if x == top && j < limit {
                continue;
            }
            let remaining = &rest[(limit - j) as usize];
            items.push((i64::from(j) * top + x, tops.times(weight).times(remaining)));
        }
        tops = tops.times(&chance);
    }
    Ok(Dist::new(items).expect("the tops all the way have weight"))
}

//! Questions about pools: the numbers of dice that show each face.

use itertools::Itertools;

use super::{Evaluated, Evaluation, too_large, within};
use crate::chance::expr::{Expr, Held, Range, Ties};
use crate::exact::matched::matched;
use crate::exact::pool::{Face, Pool, PoolPart, read};
use crate::exact::{Dist, Weight, mixed};
use crate::work::stop;

/// The facts known about the faces looked at so far.
type State = [i64; 3];

impl<W: Weight> Evaluation<'_, W> {
    pub(super) fn held(&self, expr: &Expr, held: &Held, pools: &[Expr]) -> Evaluated<Dist<i64, W>> {
        let mut all = Vec::with_capacity(pools.len());
        for pool in pools {
            let pools = self.pools(pool)?;
            all.push(pools);
        }
        self.of_pools(expr, all, |pools| self.held_by(expr, held, pools))
    }

    /// A question about pools, for each that they can be.
    fn of_pools<T: Ord + Clone>(
        &self,
        expr: &Expr,
        all: Vec<Vec<(W, Pool<W>)>>,
        ask: impl Fn(&[Pool<W>]) -> Evaluated<Dist<T, W>>,
    ) -> Evaluated<Dist<T, W>> {
        let mut cases = Vec::new();
        for case in all.into_iter().multi_cartesian_product() {
            let (weights, pools): (Vec<W>, Vec<Pool<W>>) = case.into_iter().unzip();
            stop::check();
            let weight = weights
                .iter()
                .fold(W::one(), |all, weight| all.times(weight));
            let answer = ask(&pools)?;
            cases.push((weight, answer));
        }
        mixed(cases).map_err(too_large(expr))
    }

    fn held_by(&self, expr: &Expr, held: &Held, pools: &[Pool<W>]) -> Evaluated<Dist<i64, W>> {
        let together = |counts: &[u32]| counts.iter().map(|&count| i64::from(count)).sum::<i64>();
        if let Held::Count(set) | Held::Sum(set) = held
            && let Some(dice) = whole_dice(pools)
        {
            // Each throw adds its own.
            let counts = matches!(held, Held::Count(_));
            let mut sum = Dist::certain(0);
            for (dist, n) in dice {
                let each = dist.map(|&x| match within(set, x) {
                    true if counts => 1,
                    true => x,
                    false => 0,
                });
                let large = too_large(expr);
                let each = each.times_within(n).map_err(&large)?;
                sum = sum.plus(each).map_err(large)?;
            }
            return Ok(sum);
        }
        match held {
            Held::Count(set) => self.numbers_of(expr, pools, [0; 3], |state, face, counts| {
                let count = if within(set, face.value) {
                    together(counts)
                } else {
                    0
                };
                [state[0] + count, 0, 0]
            }),
            Held::Sum(set) => {
                self.sums_in_range(expr, pools)?;
                self.numbers_of(expr, pools, [0; 3], |state, face, counts| {
                    let count = if within(set, face.value) {
                        together(counts)
                    } else {
                        0
                    };
                    [state[0] + count * face.value, 0, 0]
                })
            }
            Held::LargestSet => self.numbers_of(expr, pools, [0; 3], |state, _, counts| {
                [state[0].max(together(counts)), 0, 0]
            }),
            Held::Sets(sizes) => self.numbers_of(expr, pools, [0; 3], |state, _, counts| {
                [state[0] + i64::from(within(sizes, together(counts))), 0, 0]
            }),
            // The longest row so far, and that which the next face goes on with.
            Held::Straight => self.numbers_of(expr, pools, [0; 3], |state, face, counts| {
                let row = match together(counts) {
                    0 => 0,
                    _ if face.follows => state[1] + 1,
                    _ => 1,
                };
                [state[0].max(row), row, 0]
            }),
            Held::Contains(wanted) => self.contains(expr, wanted, pools),
        }
    }

    /// The number of times that pools contain some values: that of the value with the fewest.
    fn contains(
        &self,
        expr: &Expr,
        wanted: &[Range],
        pools: &[Pool<W>],
    ) -> Evaluated<Dist<i64, W>> {
        let faces = |part: &PoolPart<W>| match part {
            PoolPart::Dice(dist, _) => dist.iter().map(|(&face, _)| face).collect_vec(),
            PoolPart::Cards(cards, _) => cards.iter().map(|(face, _)| *face).collect(),
        };
        let faces = pools
            .iter()
            .flat_map(|pool| pool.parts.iter().flat_map(faces))
            .unique();
        let times = |face: i64| wanted.iter().filter(|range| range.contains(face)).count() as i64;
        let found: i64 = faces.clone().map(times).sum();
        let kinds = faces.filter(|&face| times(face) > 0).count() as i64;
        let all: i128 = wanted
            .iter()
            .map(|range| i128::from(range.to) - i128::from(range.from) + 1)
            .sum();
        if i128::from(found) < all {
            // Some value cannot be shown at all.
            return Ok(Dist::certain(0));
        }
        // The fewest times so far, and how many of the values have been there.
        let sets =
            self.states_of(
                expr,
                pools,
                [i64::MAX, 0, 0],
                |state, face, counts| match together_in(counts, times(face.value)) {
                    Some(0) | None => *state,
                    Some(often) => [state[0].min(often), state[1] + 1, 0],
                },
            )?;
        let often = |state: &State| if state[1] == kinds { state[0] } else { 0 };
        Ok(sets.map(often))
    }

    pub(super) fn matched(
        &self,
        expr: &Expr,
        a: &Expr,
        b: &Expr,
        ties: Ties,
    ) -> Evaluated<Dist<Vec<i64>, W>> {
        let all = vec![self.pools(a)?, self.pools(b)?];
        self.of_pools(expr, all, |pools| {
            let pairs = pools.iter().map(|pool| pool.take).min();
            let pairs = i64::from(pairs.unwrap_or_default());
            let wins = self.wins(expr, pools, ties)?;
            Ok(wins.into_mapped(|[first, second]| match ties {
                Ties::Neither => vec![first, second],
                Ties::First => vec![pairs - second, second],
                Ties::Second => vec![first, pairs - first],
            }))
        })
    }

    /// How often each of two pools is the higher. Of a side that ties count for it need not be said.
    fn wins(&self, expr: &Expr, pools: &[Pool<W>], ties: Ties) -> Evaluated<Dist<[i64; 2], W>> {
        if let [a, b] = pools
            && a.parts.len() == 1
            && b.parts.len() == 1
        {
            let counted = [ties != Ties::First, ties != Ties::Second];
            let wins = matched([a, b], counted).map_err(too_large(expr))?;
            let wins = wins.into_iter();
            let wins = wins.map(|(wins, weight)| (wins.map(i64::from), weight));
            return Ok(Dist::new(wins).expect("weights are not zero"));
        }
        // The state: the lead of the first in dice looked at, and how often each was the higher.
        let states = self.states_of(expr, pools, [0; 3], |state, _, counts| {
            let [ahead, first, second] = *state;
            let (a, b) = (i64::from(counts[0]), i64::from(counts[1]));
            // Those that wait are higher than those that come; the others are equal.
            let first = first + ahead.max(0).min(b);
            let second = second + (-ahead).max(0).min(a);
            [ahead + a - b, first, second]
        })?;
        Ok(states.map(|[_, first, second]| [*first, *second]))
    }

    /// The sum of what a pool keeps.
    pub(super) fn read_sum(&self, expr: &Expr, pool: &Pool<W>) -> Evaluated<Dist<i64, W>> {
        let pools = std::slice::from_ref(pool);
        self.sums_in_range(expr, pools)?;
        self.numbers_of(expr, pools, [0; 3], |state, face, counts| {
            [state[0] + i64::from(counts[0]) * face.value, 0, 0]
        })
    }

    fn sums_in_range(&self, expr: &Expr, pools: &[Pool<W>]) -> Evaluated<()> {
        let throws: u128 = pools.iter().map(|pool| u128::from(pool.size())).sum();
        for part in pools.iter().flat_map(|pool| &pool.parts) {
            let fits = match part {
                PoolPart::Dice(dist, _) => dist.stays_in_range(throws),
                // Written down, so far within the range.
                PoolPart::Cards(cards, _) => cards.iter().try_for_each(|(card, _)| {
                    Dist::<i64, W>::certain(*card).stays_in_range(throws)
                }),
            };
            fits.map_err(too_large(expr))?;
        }
        Ok(())
    }

    /// The first number of the state that pools end in.
    fn numbers_of(
        &self,
        expr: &Expr,
        pools: &[Pool<W>],
        start: State,
        next: impl Fn(&State, Face, &[u32]) -> State,
    ) -> Evaluated<Dist<i64, W>> {
        Ok(self
            .states_of(expr, pools, start, next)?
            .map(|state| state[0]))
    }

    fn states_of(
        &self,
        expr: &Expr,
        pools: &[Pool<W>],
        start: State,
        next: impl Fn(&State, Face, &[u32]) -> State,
    ) -> Evaluated<Dist<State, W>> {
        let states = read(pools, start, next).map_err(too_large(expr))?;
        Ok(Dist::new(states).expect("weights are not zero"))
    }
}

/// The number of complete sets of a value of which `wanted` are needed; `None` if it is not wanted.
fn together_in(counts: &[u32], wanted: i64) -> Option<i64> {
    let count: i64 = counts.iter().map(|&count| i64::from(count)).sum();
    (wanted > 0).then(|| count / wanted)
}

/// All dice of pools that are kept whole, if there is nothing else.
fn whole_dice<W: Weight>(pools: &[Pool<W>]) -> Option<Vec<(&Dist<i64, W>, u32)>> {
    let whole = pools.iter().all(|pool| pool.take == pool.size());
    let dice = pools
        .iter()
        .flat_map(|pool| &pool.parts)
        .map(|part| match part {
            PoolPart::Dice(dist, count) => Some((dist, *count)),
            PoolPart::Cards(..) => None,
        });
    dice.collect::<Option<_>>().filter(|_| whole)
}

//! The distribution of the total of a turn, and of other sums over what stands.

use std::collections::BTreeMap;

use super::walk::Arc;
use super::{Table, Turn, TurnError};
use crate::exact::Field;

impl<F: Field> Turn<F> {
    /// The chances of the totals from the first possible one on: `enough` is asked after each row, with the
    /// total and the chance of more, whether to stop. With a limit on the throws all totals are listed.
    ///
    /// # Errors
    /// [`TurnError::BothWays`] when totals grow without end in both directions.
    pub fn totals(&self, enough: impl FnMut(i64, &F) -> bool) -> Result<Table<F>, TurnError> {
        self.sums(|faces| self.numbers(faces), enough)
    }

    /// The chances of the sums of something over what stands, as [`Turn::totals`].
    pub(super) fn sums(
        &self,
        adds: impl Fn(&[usize]) -> i64,
        mut enough: impl FnMut(i64, &F) -> bool,
    ) -> Result<Table<F>, TurnError> {
        let walk = self.standing();
        if let Some(limit) = walk.max_throws {
            return Ok(self.limited_sums(adds, limit));
        }
        let onward: Vec<i64> = (walk.arcs.iter().flatten())
            .filter(|arc| arc.next.is_some())
            .map(|arc| adds(&arc.stands))
            .collect();
        let (up, down) = (onward.iter().any(|&v| v > 0), onward.iter().any(|&v| v < 0));
        if up && down {
            return Err(TurnError::BothWays);
        }
        // Without arcs that add nothing there is no system to solve.
        let stays = onward.contains(&0);
        let sign = if down { -1 } else { 1 };
        let value = |arc: &Arc<F>| sign * adds(&arc.stands);
        let ends = walk
            .arcs
            .iter()
            .flatten()
            .filter(|arc| arc.next.is_none())
            .map(value);
        let first = ends.min().unwrap_or(0);
        // h_t = ends in t + Σ over arcs adding v > 0 of h_{t−v} + A_0·h_t, A_0 the arcs that add nothing.
        let mut values: Vec<Vec<F>> = Vec::new();
        let mut rest = F::one();
        let mut rows = Vec::new();
        for total in first.. {
            let known = |state: usize| {
                walk.arcs[state].iter().fold(F::zero(), |sum, arc| {
                    let chance = &arc.chance;
                    let left = total - value(arc);
                    match arc.next {
                        None if left == 0 => sum + chance.clone(),
                        Some(next) if value(arc) > 0 && left >= first => {
                            sum + chance.clone() * values[(left - first) as usize][next].clone()
                        }
                        _ => sum,
                    }
                })
            };
            let solved = if stays {
                walk.solve(known, |_| F::zero(), |arc| value(arc) == 0)
            } else {
                (0..walk.len()).map(known).collect()
            };
            let chance = solved[0].clone();
            values.push(solved);
            rest = rest - chance.clone();
            rows.push((sign * total, chance));
            if rest.is_zero() || enough(sign * total, &rest) {
                break;
            }
        }
        Ok(Table {
            rows,
            rest: (!rest.is_zero()).then_some(rest),
            descending: down,
        })
    }

    fn limited_sums(&self, adds: impl Fn(&[usize]) -> i64, limit: u32) -> Table<F> {
        let walk = self.standing();
        type Sums<F> = BTreeMap<i64, F>;
        let add = |sums: &mut Sums<F>, total: i64, chance: F| {
            let sum = sums.entry(total).or_insert_with(F::zero);
            *sum = sum.clone() + chance;
        };
        let mut sums: Vec<Sums<F>> = (walk.pending.iter())
            .map(|pending| BTreeMap::from([(adds(pending), F::one())]))
            .collect();
        for _ in 0..limit {
            sums = (0..walk.len())
                .map(|state| {
                    let mut from_here = Sums::new();
                    for arc in &walk.arcs[state] {
                        let (value, chance) = (adds(&arc.stands), &arc.chance);
                        match arc.next {
                            None => add(&mut from_here, value, chance.clone()),
                            Some(next) => {
                                for (total, later) in &sums[next] {
                                    add(
                                        &mut from_here,
                                        total + value,
                                        chance.clone() * later.clone(),
                                    );
                                }
                            }
                        }
                    }
                    from_here
                })
                .collect();
        }
        let rows = sums
            .swap_remove(0)
            .into_iter()
            .filter(|(_, chance)| !chance.is_zero())
            .collect();
        Table {
            rows,
            rest: None,
            descending: false,
        }
    }
}

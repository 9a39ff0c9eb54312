//! The distribution of the total of a turn, and of other sums over what stands.

use std::collections::{BTreeMap, BTreeSet};

use super::walk::{Arc, add_product, dot};
use super::{ChanceTable, Turn, TurnError};
use crate::exact::Field;
use crate::work::limit::TooLarge;
use crate::work::stop;

/// Arcs by what they add, each with the state that it leads from.
type ArcsByValue<'w, F> = BTreeMap<i64, Vec<(usize, &'w Arc<F>)>>;

impl<F: Field> Turn<F> {
    /// The chances of the totals from the first possible one on: `enough` is asked after each row, with the
    /// row, the chance of more and the next total that may be, whether to stop. With a limit on the throws it is not asked.
    ///
    /// # Errors
    /// [`TurnError::BothWays`] when totals grow without end in both directions, [`TurnError::TooLarge`].
    pub(crate) fn totals(
        &self,
        enough: impl FnMut(&(i64, F), &F, Option<i64>) -> bool,
    ) -> Result<ChanceTable<F>, TurnError> {
        self.sums(|faces| self.numbers(faces), enough)
    }

    /// The first total, and the step of which all others lie a multiple away from it, negative where they go down without end; `None` when
    /// there cannot be more than some number of throws, so that they end.
    ///
    /// # Errors
    /// As [`Turn::totals`].
    pub(crate) fn course(&self) -> Result<Option<(i64, i64)>, TurnError> {
        if self.standing().is_bounded() {
            return Ok(None);
        }
        self.course_of(|faces| self.numbers(faces)).map(Some)
    }

    fn course_of(&self, adds: impl Fn(&[usize]) -> i64) -> Result<(i64, i64), TurnError> {
        let (mut up, mut down) = (false, false);
        let mut ends = Vec::new();
        let mut step = 0;
        for arc in self.standing().arcs.iter().flatten() {
            let value = adds(&arc.stands);
            if arc.next.is_none() {
                ends.push(value);
            } else {
                up |= value > 0;
                down |= value < 0;
                step = num_integer::gcd(step, value);
            }
        }
        if up && down {
            return Err(TurnError::BothWays);
        }
        let (least, most) = (ends.iter().min(), ends.iter().max());
        let first = *if down { most } else { least }.unwrap_or(&0);
        let step = ends
            .iter()
            .fold(step, |step, end| num_integer::gcd(step, end - first));
        Ok((first, if down { -step.max(1) } else { step.max(1) }))
    }

    /// The chances of the sums of something over what stands, as [`Turn::totals`].
    ///
    /// With h_t the chances of t for each state to begin in, and v what an arc adds: h_t = (ends in t) + Σ over the
    /// arcs that add something A_v·h_{t−v} + A_0·h_t, so that h_t is what is known of it times the inverse of 1 − A_0.
    /// Totals that no sum of what is thrown reaches are passed over.
    pub(super) fn sums(
        &self,
        adds: impl Fn(&[usize]) -> i64,
        mut enough: impl FnMut(&(i64, F), &F, Option<i64>) -> bool,
    ) -> Result<ChanceTable<F>, TurnError> {
        let walk = self.standing();
        if let Some(limit) = walk.max_throws {
            return self.limited_sums(adds, limit);
        }
        let sign = self.course_of(&adds)?.1.signum();
        let value = |arc: &Arc<F>| sign * adds(&arc.stands);
        let (mut ends, mut onward) = (ArcsByValue::new(), ArcsByValue::new());
        for (state, arcs) in walk.arcs.iter().enumerate() {
            for arc in arcs {
                let arcs = if arc.next.is_none() {
                    &mut ends
                } else {
                    &mut onward
                };
                arcs.entry(value(arc)).or_default().push((state, arc));
            }
        }
        let waits = (onward.remove(&0)).map(|_| walk.visits(|arc| value(arc) == 0));
        let mut due: BTreeSet<i64> = ends.keys().copied().collect();
        let mut known: BTreeMap<i64, Vec<F>> = BTreeMap::new();
        let farthest = onward.last_key_value().map_or(0, |(most, _)| *most);
        let mut rest = F::one();
        let mut rows = Vec::new();
        let mut last = 0;
        while let Some(total) = due.pop_first() {
            let mut solved = self.sums_of_arcs((&ends, &onward), total, &known);
            if let Some(waits) = &waits {
                // Arcs that add nothing may come first.
                solved = waits.iter().map(|row| dot(row, &solved)).collect();
            }
            if solved.iter().any(|chance| !chance.is_zero()) {
                due.extend(onward.keys().map(|adds| total + adds));
            }
            let chance = solved[0].clone();
            known.insert(total, solved);
            // Entries further back than any arc reaches are no longer needed.
            forget_before(&mut known, total - farthest);
            rest = rest.plus_product(&chance, &-F::one());
            last = sign * total;
            let row = (last, chance);
            let stop = enough(&row, &rest, due.first().map(|next| sign * next));
            if !row.1.is_zero() {
                rows.push(row);
            }
            if rest.is_zero() || stop {
                break;
            }
        }
        Ok(ChanceTable {
            rows,
            last,
            rest: (!rest.is_zero()).then_some(rest),
            descending: sign < 0,
        })
    }

    /// The chance of a total from each of the states, by arcs that add something or end the turn; `known` has those of
    /// the totals before.
    fn sums_of_arcs(
        &self,
        (ends, onward): (&ArcsByValue<'_, F>, &ArcsByValue<'_, F>),
        total: i64,
        known: &BTreeMap<i64, Vec<F>>,
    ) -> Vec<F> {
        let mut sums = vec![F::zero(); self.standing().len()];
        for (state, arc) in ends.get(&total).into_iter().flatten() {
            add_product(&mut sums[*state], &arc.chance, &F::one());
        }
        for (adds, arcs) in onward {
            if let Some(before) = known.get(&(total - adds)) {
                for (state, arc) in arcs {
                    let before = arc.next.map(|next| &before[next]);
                    let before = before.expect("it leads on");
                    add_product(&mut sums[*state], &arc.chance, before);
                }
            }
            stop::check();
        }
        sums
    }

    fn limited_sums(
        &self,
        adds: impl Fn(&[usize]) -> i64,
        limit: u32,
    ) -> Result<ChanceTable<F>, TurnError> {
        let walk = self.standing();
        let certain = |total: i64| BTreeMap::from([(total, F::one())]);
        let ended = certain(0);
        // For each state what its arcs add, by the states that they lead to.
        let own = walk.arcs.iter().map(|arcs| {
            let mut own: BTreeMap<Option<usize>, BTreeMap<i64, F>> = BTreeMap::new();
            for arc in arcs {
                let to = own.entry(arc.next).or_default();
                let sum = to.entry(adds(&arc.stands)).or_insert_with(F::zero);
                add_product(sum, &arc.chance, &F::one());
            }
            own
        });
        let own: Vec<_> = own.collect();
        let mut sums: Vec<BTreeMap<i64, F>> = (walk.pending.iter())
            .map(|pending| certain(adds(pending)))
            .collect();
        for _ in 0..limit {
            let from_state = |own: &BTreeMap<Option<usize>, BTreeMap<i64, F>>| {
                let mut from_here: BTreeMap<i64, F> = BTreeMap::new();
                for (next, own) in own {
                    let later = next.map_or(&ended, |next| &sums[next]);
                    for (total, chance) in F::sums(own, later)? {
                        let sum = from_here.entry(total).or_insert_with(F::zero);
                        add_product(sum, &chance, &F::one());
                    }
                }
                Ok::<_, TooLarge>(from_here)
            };
            sums = own.iter().map(from_state).collect::<Result<_, _>>()?;
        }
        let rows: Vec<(i64, F)> = sums
            .swap_remove(0)
            .into_iter()
            .filter(|(_, chance)| !chance.is_zero())
            .collect();
        Ok(ChanceTable {
            last: rows.last().map_or(0, |(total, _)| *total),
            rows,
            rest: None,
            descending: false,
        })
    }
}

/// Takes away the entries before a number.
fn forget_before<T>(known: &mut BTreeMap<i64, T>, least: i64) {
    while let Some(first) = known.first_entry()
        && *first.key() < least
    {
        first.remove();
    }
}

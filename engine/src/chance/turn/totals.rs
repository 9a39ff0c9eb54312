//! The distribution of the total of a turn, and of other sums over what stands.

use std::collections::{BTreeMap, BTreeSet};

use super::walk::{Arc, add_product, dot};
use super::{ChanceTable, Turn, TurnError};
use crate::exact::Field;
use crate::work::limit::TooLarge;
use crate::work::stop;

/// Where the totals of a turn without limit begin and which way they go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TotalsDirection {
    /// The first total: the smallest, or the largest when they go down.
    pub first: i64,
    /// Whether they go down without end.
    pub descending: bool,
    /// All totals lie a multiple of this away from the first.
    pub step: i64,
}

/// The arcs of a walk by what they add: the states that they lead from and to, and their chances.
struct ArcsByValue<'w, F> {
    /// Those that end the turn.
    ends: BTreeMap<i64, Vec<(usize, &'w F)>>,
    onward: BTreeMap<i64, Vec<(usize, usize, &'w F)>>,
}

impl<'w, F> ArcsByValue<'w, F> {
    fn new(arcs: &'w [Vec<Arc<F>>], value: impl Fn(&Arc<F>) -> i64) -> Self {
        let mut by_value = Self {
            ends: BTreeMap::new(),
            onward: BTreeMap::new(),
        };
        for (state, arcs) in arcs.iter().enumerate() {
            for arc in arcs {
                let (adds, chance) = (value(arc), &arc.chance);
                match arc.next {
                    None => (by_value.ends.entry(adds).or_default()).push((state, chance)),
                    Some(next) => {
                        (by_value.onward.entry(adds).or_default()).push((state, next, chance));
                    }
                }
            }
        }
        by_value
    }
}

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

    /// Where totals begin and which way they go; `None` when there cannot be more than some number of throws, so that they end.
    ///
    /// # Errors
    /// As [`Turn::totals`].
    pub(crate) fn course(&self) -> Result<Option<TotalsDirection>, TurnError> {
        if self.standing().is_bounded() {
            return Ok(None);
        }
        self.course_of(|faces| self.numbers(faces)).map(Some)
    }

    fn course_of(&self, adds: impl Fn(&[usize]) -> i64) -> Result<TotalsDirection, TurnError> {
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
        Ok(TotalsDirection {
            first,
            descending: down,
            step: step.max(1),
        })
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
        let TotalsDirection { descending, .. } = self.course_of(&adds)?;
        let sign = if descending { -1 } else { 1 };
        let value = |arc: &Arc<F>| sign * adds(&arc.stands);
        let mut arcs = ArcsByValue::new(&walk.arcs, value);
        let waits = (arcs.onward.remove(&0)).map(|_| walk.visits(|arc| value(arc) == 0));
        let mut due: BTreeSet<i64> = arcs.ends.keys().copied().collect();
        let mut known: BTreeMap<i64, Vec<F>> = BTreeMap::new();
        let farthest = arcs.onward.last_key_value().map_or(0, |(most, _)| *most);
        let mut rest = F::one();
        let mut rows = Vec::new();
        let mut last = 0;
        while let Some(total) = due.pop_first() {
            let mut solved = self.sums_of_arcs(&arcs, total, &known);
            if let Some(waits) = &waits {
                // Arcs that add nothing may come first.
                solved = waits.iter().map(|row| dot(row, &solved)).collect();
            }
            if solved.iter().any(|chance| !chance.is_zero()) {
                due.extend(arcs.onward.keys().map(|adds| total + adds));
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
            descending,
        })
    }

    /// The chance of a total from each of the states, by arcs that add something or end the turn; `known` has those of
    /// the totals before.
    fn sums_of_arcs(
        &self,
        arcs: &ArcsByValue<'_, F>,
        total: i64,
        known: &BTreeMap<i64, Vec<F>>,
    ) -> Vec<F> {
        let mut sums = vec![F::zero(); self.standing().len()];
        for (state, chance) in arcs.ends.get(&total).into_iter().flatten() {
            add_product(&mut sums[*state], chance, &F::one());
        }
        for (adds, arcs) in &arcs.onward {
            if let Some(before) = known.get(&(total - adds)) {
                for (state, next, chance) in arcs {
                    add_product(&mut sums[*state], chance, &before[*next]);
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

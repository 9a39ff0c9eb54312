//! The distribution of the total of a turn, and what stands of a sequence of throws.

use std::collections::BTreeMap;

use super::{Arc, Table, Turn, TurnError};
use crate::chance::eval::{Outcome, Scored};
use crate::exact::Field;

impl<F: Field> Turn<F> {
    /// Which throws of a sequence stand, each throw named by what it counts.
    ///
    /// # Errors
    /// A message when a name is unknown, or the turn ends before or goes on after the sequence.
    pub fn replay(&self, names: &[String]) -> Result<(Vec<Outcome>, Vec<Outcome>), String> {
        let outcome = |face: &usize| self.faces[*face].0.outcome.clone();
        let mut state = Some(0);
        let (mut thrown, mut stands) = (Vec::new(), Vec::new());
        for (i, name) in names.iter().enumerate() {
            let named = |(face, _): &(Scored, F)| face.outcome.to_string() == name.trim();
            let Some(face) = self.faces.iter().position(named) else {
                let known = self.faces.iter().map(|(face, _)| face.outcome.to_string());
                let known: Vec<String> = known.collect();
                return Err(format!(
                    "no throw counts `{}`; they count {}",
                    name.trim(),
                    known.join(", ")
                ));
            };
            let Some(here) = state else {
                return Err(format!(
                    "the turn is over after {i} throws, before `{}`",
                    name.trim()
                ));
            };
            let arc = &self.arcs[here][face];
            thrown.push(face);
            stands.extend(&arc.stands);
            state = arc.next;
        }
        if let Some(state) = state {
            // The sequence stops while another throw is due: what is pending still stands.
            stands.extend(&self.states[state].pending);
        }
        Ok((
            thrown.iter().map(outcome).collect(),
            stands.iter().map(outcome).collect(),
        ))
    }

    /// The chances of the totals from the first possible one on: `enough` is asked after each row, with the
    /// total and the chance of more, whether to stop. With a limit on the throws all totals are listed.
    ///
    /// # Errors
    /// [`TurnError::BothWays`] when totals grow without end in both directions.
    pub fn totals(&self, mut enough: impl FnMut(i64, &F) -> bool) -> Result<Table<F>, TurnError> {
        if let Some(limit) = self.max_throws {
            return Ok(self.limited_totals(limit));
        }
        let onward: Vec<i64> = (self.arcs.iter().flatten())
            .filter(|arc| arc.next.is_some())
            .map(|arc| self.numbers(&arc.stands))
            .collect();
        let (up, down) = (onward.iter().any(|&v| v > 0), onward.iter().any(|&v| v < 0));
        if up && down {
            return Err(TurnError::BothWays);
        }
        // Without arcs that add nothing there is no system to solve.
        let stays = onward.contains(&0);
        let sign = if down { -1 } else { 1 };
        let value = |arc: &Arc| sign * self.numbers(&arc.stands);
        let ends = self
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
                self.arcs_from(state).fold(F::zero(), |sum, (arc, chance)| {
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
                self.solve(known, |_| F::zero(), |arc| value(arc) == 0)
            } else {
                (0..self.states.len()).map(known).collect()
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

    fn limited_totals(&self, limit: u32) -> Table<F> {
        type Sums<F> = BTreeMap<i64, F>;
        let add = |sums: &mut Sums<F>, total: i64, chance: F| {
            let sum = sums.entry(total).or_insert_with(F::zero);
            *sum = sum.clone() + chance;
        };
        let mut sums: Vec<Sums<F>> = (self.states.iter())
            .map(|state| BTreeMap::from([(self.numbers(&state.pending), F::one())]))
            .collect();
        for _ in 0..limit {
            sums = (0..self.states.len())
                .map(|state| {
                    let mut from_here = Sums::new();
                    for (arc, chance) in self.arcs_from(state) {
                        let value = self.numbers(&arc.stands);
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

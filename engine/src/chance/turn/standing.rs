//! The throws that stand at the end of a turn: which outcomes, how often, in which order.

use std::collections::{BTreeMap, BTreeSet};

use super::walk::{Arc, add_product, dot, transposed};
use super::{ChanceTable, Turn, TurnError};
use crate::chance::eval::Outcome;
use crate::exact::Field;
use crate::work::stop;

/// Lists of outcomes one answer may have.
pub(super) const MAX_LISTS: usize = 5000;

/// Outcomes that stand, and the chance of just these.
pub(crate) type Lists<F> = Vec<(Vec<Outcome>, F)>;

impl<F: Field> Turn<F> {
    /// The outcomes that can stand, each once, in order.
    pub(crate) fn outcomes(&self) -> Vec<Outcome> {
        let counting = self.faces.iter().filter(|(face, _)| !face.cancels);
        let mut outcomes: Vec<Outcome> = counting.map(|(face, _)| face.outcome.clone()).collect();
        outcomes.sort();
        outcomes.dedup();
        outcomes
    }

    /// The number of some faces that have an outcome.
    fn of(&self, outcome: &Outcome, faces: &[usize]) -> i64 {
        let same = |&&face: &&usize| self.faces[face].0.outcome == *outcome;
        faces.iter().filter(same).count() as i64
    }

    /// For each outcome, the arcs with which it comes to stand: the state, the place there, and how often.
    fn places(&self, outcomes: &[Outcome]) -> Vec<Vec<(usize, usize, i64)>> {
        let number = |face: &usize| outcomes.binary_search(&self.faces[*face].0.outcome);
        let mut places: Vec<Vec<(usize, usize, i64)>> = vec![Vec::new(); outcomes.len()];
        for (state, arcs) in self.standing().arcs.iter().enumerate() {
            for (place, arc) in arcs.iter().enumerate() {
                for outcome in arc.stands.iter().filter_map(|face| number(face).ok()) {
                    match places[outcome].last_mut() {
                        Some((s, p, count)) if (*s, *p) == (state, place) => *count += 1,
                        _ => places[outcome].push((state, place, 1)),
                    }
                }
            }
        }
        places
    }

    /// The chance that each outcome stands at least once in the turn, and how often it does on average.
    pub(crate) fn occurrences(&self) -> Vec<(Outcome, F, F)> {
        let (walk, outcomes) = (self.standing(), self.outcomes());
        let matrix = walk.matrix(|_| true);
        let (visits, stopped) = walk.stays(&matrix);
        let earns: BTreeSet<&Outcome> = (self.faces.iter())
            .filter(|(face, _)| face.again)
            .map(|(face, _)| &face.outcome)
            .collect();
        let places = self.places(&outcomes);
        let found = outcomes.iter().zip(places).map(|(outcome, places)| {
            let mut mean = F::zero();
            for &(state, place, count) in &places {
                let chance = walk.arcs[state][place].chance.clone() * F::from_integer(count);
                add_product(&mut mean, &visits[state], &chance);
            }
            for (state, pending) in walk.pending.iter().enumerate() {
                let count = F::from_integer(self.of(outcome, pending));
                add_product(&mut mean, &stopped[state], &count);
            }

            // A throw that earns nothing ends the turn: it stands once at most.
            let chance = if earns.contains(outcome) {
                let arcs: Vec<_> = places
                    .iter()
                    .map(|&(state, place, _)| (state, place))
                    .collect();
                let lacks = |faces: &[usize]| self.of(outcome, faces) == 0;
                F::one() - walk.without(&matrix, &arcs, lacks)
            } else {
                mean.clone()
            };
            (outcome.clone(), chance, mean)
        });
        found.collect()
    }

    /// The chance of each number of times that an outcome stands: `enough` is asked after each, with the chance of
    /// more, whether to stop; not where there cannot be more than some number of throws.
    ///
    /// # Errors
    /// [`TurnError::TooLarge`].
    pub(crate) fn count(
        &self,
        outcome: &Outcome,
        mut enough: impl FnMut(i64, &F) -> bool,
    ) -> Result<ChanceTable<F>, TurnError> {
        let is_bounded = self.standing().is_bounded();
        self.sums(
            |faces| self.of(outcome, faces),
            |(times, _), rest, _| !is_bounded && enough(*times, rest),
        )
    }

    /// The chance of each number to be the largest that stands; `None` is no number at all.
    pub(crate) fn largest(&self) -> Vec<(Option<i64>, F)> {
        let (walk, outcomes) = (self.standing(), self.outcomes());
        let matrix = walk.matrix(|_| true);
        let places = self.places(&outcomes);
        let numbers = outcomes.iter().filter_map(Outcome::number);
        let mut before = F::zero();
        let mut rows = Vec::new();
        for most in std::iter::once(None).chain(numbers.map(Some)) {
            // An arc that makes several numbers stand is met with several of them.
            let above = outcomes.iter().zip(&places);
            let above = above.filter(|(outcome, _)| outcome.number() > most);
            let arcs: BTreeSet<(usize, usize)> = above
                .flat_map(|(_, places)| places.iter().map(|&(state, place, _)| (state, place)))
                .collect();
            stop::check();
            let fits = |face: &usize| self.faces[*face].0.outcome.number() <= most;
            let arcs: Vec<_> = arcs.into_iter().collect();
            let lacks = |faces: &[usize]| faces.iter().all(fits);
            let up_to = walk.without(&matrix, &arcs, lacks);
            let chance = up_to.clone() - before;
            before = up_to;
            if !chance.is_zero() {
                rows.push((most, chance));
            }
        }
        rows
    }

    /// The throws that stand, in the order thrown, as lists of at most `length` outcomes, shorter ones first; and the chance of a longer list.
    ///
    /// Cost: the number of lists, which grows with the length as a power of the number of outcomes.
    ///
    /// # Errors
    /// [`TurnError::TooManyLists`].
    pub(crate) fn lists(&self, length: usize) -> Result<(Lists<F>, F), TurnError> {
        let names = self.outcomes();
        let name = |&face: &usize| {
            names
                .binary_search(&self.faces[face].0.outcome)
                .unwrap_or(0)
        };
        let ended = match self.standing().max_throws {
            Some(limit) => self.limited_lists(length, limit, &name)?,
            None => self.unlimited_lists(length, &name)?,
        };
        let chances = ended.values().cloned();
        let rest = chances.fold(F::one(), |rest, chance| rest - chance);
        let mut rows: Vec<(Vec<usize>, F)> = ended.into_iter().collect();
        rows.sort_by_key(|(list, _)| list.len());
        let named = |list: Vec<usize>| list.into_iter().map(|name| names[name].clone()).collect();
        let rows = rows.into_iter();
        let rows = rows.map(|(list, chance)| (named(list), chance));
        Ok((rows.collect(), rest))
    }

    /// The chances of lists of at most `length` outcomes, step by step; what is pending at the limit stands.
    fn limited_lists(
        &self,
        length: usize,
        limit: u32,
        name: &dyn Fn(&usize) -> usize,
    ) -> Result<ByList<F>, TurnError> {
        let walk = self.standing();
        let mut ended = ByList::new();
        let mut alive = BTreeMap::from([(Vec::new(), self.begin())]);
        let mut made = 0;
        for _ in 0..limit {
            let mut next_alive = BTreeMap::new();
            for (list, weights) in alive {
                for (state, arc) in self.arcs_of(&weights) {
                    stop::check();
                    let chance = weights[state].clone() * arc.chance.clone();
                    let list = [list.clone(), arc.stands.iter().map(name).collect()].concat();
                    match arc.next {
                        _ if list.len() > length => {}
                        None => add(&mut ended, list, chance),
                        Some(next) => add_to(&mut next_alive, list, next, chance, walk.len()),
                    }
                }
            }
            alive = next_alive;
            made += alive.len();
            enough_lists(made, length)?;
        }
        for (list, weights) in alive {
            for (state, weight) in weights.into_iter().enumerate() {
                let pending: Vec<usize> = walk.pending[state].iter().map(name).collect();
                let list = [list.clone(), pending].concat();
                if list.len() <= length && !weight.is_zero() {
                    add(&mut ended, list, weight);
                }
            }
        }
        Ok(ended)
    }

    /// The chances of lists of at most `length` outcomes, from the shortest on, without a limit on the throws.
    fn unlimited_lists(
        &self,
        length: usize,
        name: &dyn Fn(&usize) -> usize,
    ) -> Result<ByList<F>, TurnError> {
        let walk = self.standing();
        // From each state to each, with steps that make nothing stand.
        let to_each = transposed(&walk.visits(|arc| arc.stands.is_empty()));
        let mut ended = ByList::new();
        let mut alive: Vec<BTreeMap<Vec<usize>, Vec<F>>> = vec![BTreeMap::new(); length + 1];
        alive[0].insert(Vec::new(), self.begin());
        let mut made = 0;
        for now in 0..=length {
            made += alive[now].len();
            enough_lists(made, length)?;
            for (list, weights) in std::mem::take(&mut alive[now]) {
                let weights: Vec<F> = to_each.iter().map(|waits| dot(&weights, waits)).collect();
                for (state, arc) in self.arcs_of(&weights) {
                    stop::check();
                    let chance = weights[state].clone() * arc.chance.clone();
                    let more = arc.stands.iter().map(name).collect();
                    let longer = [list.clone(), more].concat();
                    match (arc.next, alive.get_mut(longer.len())) {
                        (_, None) => {}
                        (None, _) => add(&mut ended, longer, chance),
                        (Some(_), _) if arc.stands.is_empty() => {}
                        (Some(next), Some(alive)) => {
                            add_to(alive, longer, next, chance, walk.len());
                        }
                    }
                }
            }
        }
        Ok(ended)
    }

    /// The weights of the states in which the walk begins.
    fn begin(&self) -> Vec<F> {
        let mut start = vec![F::zero(); self.standing().len()];
        start[0] = F::one();
        start
    }

    /// The arcs from the states that have a weight.
    fn arcs_of(&self, weights: &[F]) -> impl Iterator<Item = (usize, &Arc<F>)> {
        let states: Vec<usize> = (0..weights.len())
            .filter(|&s| !weights[s].is_zero())
            .collect();
        let walk = self.standing();
        let arcs = |state: usize| walk.arcs[state].iter().map(move |arc| (state, arc));
        states.into_iter().flat_map(arcs)
    }
}

/// The chance of each list; an outcome is its number.
type ByList<F> = BTreeMap<Vec<usize>, F>;

/// Adds the chance of one more way to a list.
fn add<F: Field>(ended: &mut ByList<F>, list: Vec<usize>, chance: F) {
    let sum = ended.entry(list).or_insert_with(F::zero);
    *sum = sum.clone() + chance;
}

fn enough_lists(made: usize, length: usize) -> Result<(), TurnError> {
    if made > MAX_LISTS {
        return Err(TurnError::TooManyLists(length));
    }
    Ok(())
}

/// Adds the weight of one more way to have a list and be in a state.
fn add_to<F: Field>(
    alive: &mut BTreeMap<Vec<usize>, Vec<F>>,
    list: Vec<usize>,
    state: usize,
    chance: F,
    states: usize,
) {
    let weights = alive.entry(list).or_insert_with(|| vec![F::zero(); states]);
    weights[state] = weights[state].clone() + chance;
}

/// Lists without their order: each multiset, its outcomes ascending, with the chance of all its orders.
pub(crate) fn multisets<F: Field>(lists: &Lists<F>) -> Lists<F> {
    let mut sums: BTreeMap<(usize, Vec<Outcome>), F> = BTreeMap::new();
    for (list, chance) in lists {
        let mut set = list.clone();
        set.sort();
        let sum = sums.entry((set.len(), set)).or_insert_with(F::zero);
        *sum = sum.clone() + chance.clone();
    }
    sums.into_iter()
        .map(|((_, set), chance)| (set, chance))
        .collect()
}

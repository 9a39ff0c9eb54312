//! Processes that work on a stack: the chance that what is laid on it is ever taken off again.

use num_rational::BigRational;

use super::fixpoint::{FixpointError, System};
use super::real::Real;
use crate::work::limit::{TooLarge, allow};

/// Terms of the equations a process may lead to.
const MAX_TERMS: u128 = 50_000;

/// A pushdown process: a state, a stack of symbols, and rules that replace the top symbol by a word.
///
/// States and symbols are numbered from 0. Chances of the rules for one state and top symbol sum to 1 at most; what is
/// missing ends the process with the stack as it stands.
#[derive(Clone, Debug)]
pub struct Pushdown {
    states: usize,
    symbols: usize,
    rules: Vec<Rule>,
}

#[derive(Clone, Debug)]
struct Rule {
    from: (usize, usize),
    to: usize,
    /// The symbols that replace the top symbol, the new top first.
    word: Vec<usize>,
    chance: BigRational,
}

/// The chances that the top symbol is taken off at some time.
#[derive(Clone, Debug, PartialEq)]
pub struct Removals {
    states: usize,
    symbols: usize,
    chances: Vec<Real>,
}

impl Pushdown {
    /// A process without rules.
    pub fn new(states: usize, symbols: usize) -> Self {
        Self {
            states,
            symbols,
            rules: Vec::new(),
        }
    }

    /// Adds a rule: in `state` with `symbol` on top, go to state `to` with `word` (the new top first) in its place.
    ///
    /// # Panics
    /// When a state or a symbol does not exist.
    pub fn add(
        &mut self,
        state: usize,
        symbol: usize,
        to: usize,
        word: &[usize],
        chance: BigRational,
    ) {
        let exist = state < self.states && to < self.states;
        let stacked = word
            .iter()
            .chain([&symbol])
            .all(|&symbol| symbol < self.symbols);
        assert!(
            exist && stacked,
            "a rule speaks of the states and symbols there are"
        );
        self.rules.push(Rule {
            from: (state, symbol),
            to,
            word: word.to_vec(),
            chance,
        });
    }

    /// For each state, symbol and later state: the chance that a process in that state with that symbol on top comes, at
    /// some time, to be without it for the first time, and is then in that later state.
    ///
    /// The chances `x[p, X, q]` are the least solution of `x[p, X, q] = Σ c·Σ x[r, Y₁, s₁]·x[s₁, Y₂, s₂]⋯x[s₍ₘ₋₁₎, Yₘ, q]`,
    /// the outer sum over the rules from (p, X) to (r, Y₁…Yₘ), the inner over all states on the way.
    ///
    /// Exact: as [`System::least_solution`].
    ///
    /// # Errors
    /// [`FixpointError`]; a process whose chances sum to more than 1 may have no solution.
    ///
    /// # Examples
    /// ```
    /// use siga::exact::{parse_fraction, pushdown::Pushdown};
    /// // A bracket is opened with 1/4 and closed with 1/2; 1/4 ends it all.
    /// let mut brackets = Pushdown::new(1, 1);
    /// brackets.add(0, 0, 0, &[0, 0], parse_fraction("1/4").unwrap());
    /// brackets.add(0, 0, 0, &[], parse_fraction("1/2").unwrap());
    /// let closed = brackets.removals().unwrap();
    /// assert_eq!(closed.chance(0, 0, 0).exact().unwrap().to_string(), "2 - sqrt(2)");
    /// ```
    pub fn removals(&self) -> Result<Removals, FixpointError> {
        self.allow_terms()?;
        let place =
            |p: usize, symbol: usize, q: usize| (p * self.symbols + symbol) * self.states + q;
        let mut system = System::new(self.states * self.states * self.symbols);
        for rule in &self.rules {
            let (state, symbol) = rule.from;
            // Ways through the word so far: the state reached and the factors gathered.
            let mut ways = vec![(rule.to, Vec::new())];
            for &above in &rule.word {
                let onward = ways.iter().flat_map(|(from, factors)| {
                    (0..self.states).map(move |to| {
                        let mut factors = factors.clone();
                        factors.push(place(*from, above, to));
                        (to, factors)
                    })
                });
                ways = onward.collect();
            }
            for (to, factors) in ways {
                system.add(place(state, symbol, to), rule.chance.clone(), &factors)?;
            }
        }
        Ok(Removals {
            states: self.states,
            symbols: self.symbols,
            chances: system.least_solution()?,
        })
    }

    fn allow_terms(&self) -> Result<(), TooLarge> {
        let ways = |rule: &Rule| (self.states as u128).saturating_pow(rule.word.len() as u32);
        let terms = self.rules.iter().map(ways).fold(0, u128::saturating_add);
        allow("terms", terms, MAX_TERMS)
    }
}

impl Removals {
    /// The chance that from `state` the top `symbol` is taken off, the state then being `to`.
    ///
    /// # Panics
    /// When a state or the symbol does not exist.
    pub fn chance(&self, state: usize, symbol: usize, to: usize) -> &Real {
        assert!(
            state < self.states && symbol < self.symbols && to < self.states,
            "they exist"
        );
        &self.chances[(state * self.symbols + symbol) * self.states + to]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;
    use crate::exact::approx;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Two states and two symbols against the process itself, run for 40 steps: what has emptied the stack by then is
        /// a lower bound, and with all that still goes on an upper one.
        #[test]
        fn the_process_itself(rules in proptest::collection::vec((0usize..2, 0usize..2, 0usize..2, 0usize..4, 1i64..=3), 4..=8)) {
            let words: [&[usize]; 4] = [&[], &[], &[1], &[1, 0]];
            let mut process = Pushdown::new(2, 2);
            for &(state, symbol, to, word, weight) in &rules {
                process.add(state, symbol, to, words[word], BigRational::new(weight.into(), 30.into()));
            }
            let removals = process.removals().unwrap();
            for (state, symbol) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let mut open = BTreeMap::from([((state, vec![symbol]), 1.0)]);
                let mut emptied = [0.0; 2];
                for _ in 0..40 {
                    let mut next = BTreeMap::new();
                    for ((state, stack), chance) in open {
                        let (&top, below) = stack.split_last().unwrap();
                        for &(from, on, to, word, weight) in rules.iter().filter(|rule| (rule.0, rule.1) == (state, top)) {
                            prop_assert_eq!((from, on), (state, top));
                            let chance: f64 = chance * weight as f64 / 30.0;
                            let above = words[word].iter().rev();
                            let stack: Vec<usize> = below.iter().chain(above).copied().collect();
                            if stack.is_empty() {
                                emptied[to] += chance;
                            } else if stack.len() < 12 {
                                *next.entry((to, stack)).or_insert(0.0) += chance;
                            }
                        }
                    }
                    open = next;
                }
                for (to, emptied) in emptied.into_iter().enumerate() {
                    let found = approx(&removals.chance(state, symbol, to).near());
                    prop_assert!((found - emptied).abs() < 1e-4, "{} for {}", found, emptied);
                }
            }
        }
    }
}

//! What tests of numbers share: fractions, and Markov chains solved the plain way, by dense elimination.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use super::linear::eliminate;

/// A fraction.
pub(crate) fn ratio(over: i64, under: i64) -> BigRational {
    BigRational::new(over.into(), under.into())
}

/// Of each state, where it leads with what weight; one that leads nowhere else ends the chain.
pub(crate) struct Markov(pub(crate) Vec<Vec<(usize, BigInt)>>);

impl Markov {
    /// Whether the chain ends in this state.
    pub(crate) fn ends(&self, state: usize) -> bool {
        self.0[state]
            .iter()
            .all(|(to, weight)| *to == state || weight.is_zero())
    }

    /// The expected sum, from the start to the end, of what each state counts; `None` where the chain may never end.
    pub(crate) fn expected(
        &self,
        start: usize,
        counts: impl Fn(usize) -> BigRational,
    ) -> Option<BigRational> {
        let n = self.0.len();
        let leads = |state: usize, to: &[bool]| {
            let ways = self.0[state].iter();
            ways.filter(|(_, weight)| !weight.is_zero())
                .any(|(next, _)| to[*next])
        };
        let mut ending: Vec<bool> = (0..n).map(|state| self.ends(state)).collect();
        let mut here = vec![false; n];
        here[start] = true;
        for _ in 0..n {
            ending = (0..n).map(|s| ending[s] || leads(s, &ending)).collect();
            for state in (0..n).filter(|&state| here[state]).collect::<Vec<_>>() {
                for (to, weight) in &self.0[state] {
                    here[*to] |= !weight.is_zero();
                }
            }
        }
        if (0..n).any(|state| here[state] && !ending[state]) {
            return None;
        }
        // A row a state: what it is worth, less what it leads to is worth, is what it counts.
        let rows = (0..n)
            .map(|state| {
                let mut row = vec![BigRational::zero(); n + 1];
                row[state] = BigRational::one();
                row[n] = counts(state);
                if here[state] && !self.ends(state) {
                    let total: BigInt = self.0[state].iter().map(|(_, weight)| weight).sum();
                    for (to, weight) in &self.0[state] {
                        row[*to] -= BigRational::new(weight.clone(), total.clone());
                    }
                }
                row
            })
            .collect();
        Some(eliminate(rows)?[start][0].clone())
    }
}

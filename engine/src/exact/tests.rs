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

#[test]
fn the_gambler_is_ruined_in_the_known_proportions() {
    // From 3 of 8 coins, winning with 2/5: the classical formulas.
    let game = |coins: usize| match coins {
        0 | 8 => Vec::new(),
        coins => vec![(coins + 1, 2.into()), (coins - 1, 3.into())],
    };
    let chain = Markov((0..9).map(game).collect());
    let r = ratio(3, 2);
    let win = (r.pow(3) - ratio(1, 1)) / (r.pow(8) - ratio(1, 1));
    let won = |coins: usize| ratio(i64::from(coins == 8), 1);
    assert_eq!(chain.expected(3, won), Some(win.clone()));
    let rounds = |coins: usize| ratio(i64::from(!chain.ends(coins)), 1);
    let length = (ratio(3, 1) - ratio(8, 1) * win) * ratio(5, 1);
    assert_eq!(chain.expected(3, rounds), Some(length));
    let lost = Markov(vec![vec![(1, 1.into())], vec![(0, 1.into())]]);
    assert_eq!(lost.expected(0, rounds), None);
}

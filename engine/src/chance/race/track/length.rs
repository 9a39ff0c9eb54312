//! The length of a race, and who of several players wins it.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use super::{Chain, Situation, share};
use crate::exact::Quantity;
use crate::work::stop;

/// Rows of the table of lengths.
const MAX_ROWS: usize = 500;
/// Machine words the chances of that table may take.
const MAX_ROW_WORDS: u64 = 15_000;
/// Bits of a chance that is not kept whole.
const BITS: u64 = 192;
/// The part of a chance that may be left open, as a power of 1/2.
const OPEN: u64 = 110;
/// Turns after which the players are left where they are.
const MAX_TURNS: usize = 20_000;

impl Chain<u64> {
    /// The chances of all situations at first, in parts of a whole.
    fn start(&self, whole: &BigUint) -> Vec<BigUint> {
        let mut at = vec![BigUint::ZERO; self.ways.len()];
        at[0] = whole.clone();
        at
    }

    /// Makes a turn, and says how much of the whole ends with it. Rounded, the whole stays the same, and what is less than a part is lost;
    /// otherwise the whole is multiplied by the total.
    fn turn(&self, at: &mut Vec<BigUint>, rounded: bool) -> BigUint {
        let (mut after, mut ended) = (vec![BigUint::ZERO; at.len()], BigUint::ZERO);
        let mut now = std::mem::take(at);
        // Further throws belong to the same turn; rounded, they come to an end.
        while now.iter().any(|here| !here.is_zero()) {
            let mut again = vec![BigUint::ZERO; now.len()];
            for (from, here) in now.iter().enumerate().filter(|(_, here)| !here.is_zero()) {
                stop::check();
                for way in &self.ways[from] {
                    let whole = here * way.weight;
                    let part = match rounded {
                        true => whole / self.total,
                        false => whole,
                    };
                    match way.to {
                        None => ended += part,
                        Some(to) if matches!(self.situations[to], Situation::Again(_)) => {
                            again[to] += part;
                        }
                        Some(to) => after[to] += part,
                    }
                }
            }
            now = again;
        }
        *at = after;
        ended
    }

    /// The chance of each number of turns, until little is left and there are `least` rows, and the chance of more.
    pub(super) fn length(&self, least: usize) -> (Vec<Quantity>, Quantity) {
        let rounded = self.has_further_throws();
        let mut whole = BigUint::one() << if rounded { BITS } else { 0 };
        let mut at = self.start(&whole);
        let (mut rows, mut words, mut over) = (Vec::new(), 0, BigUint::ZERO);
        let known = |parts: BigUint, lost: &BigUint, whole: &BigUint| match rounded {
            true => Quantity::between(share(parts.clone(), whole), share(parts + lost, whole)),
            false => Quantity::Exact(share(parts, whole)),
        };
        loop {
            let ended = self.turn(&mut at, rounded);
            if !rounded {
                whole *= self.total;
                over *= self.total;
            }
            over += &ended;
            let open: BigUint = at.iter().sum();
            let lost = &whole - &over - &open;
            words += 2 * (whole.bits() / 64 + 1);
            rows.push(known(ended, &lost, &whole));
            let little = &open * 10_000u32 < whole;
            let is_long = little || rows.len() >= MAX_ROWS || words > MAX_ROW_WORDS;
            if open.is_zero() || is_long && rows.len() >= least {
                return (rows, known(open, &lost, &whole));
            }
        }
    }

    /// The chance of each of several players, in the order in which they move, to be the first at the end.
    ///
    /// With `p_n` the chance to end with turn n and `t_n` that of taking longer, the i-th of N players (from 0) wins with
    /// `Σ p_n · t_n^i · t_(n−1)^(N − 1 − i)`: those before him have not ended with turn n, those after him not before it. Nobody
    /// wins where all are stuck. All are rounded down, so that the sum is a lower bound, and what the others and nobody have at
    /// least leaves an upper one.
    pub(super) fn wins(&self, players: u32) -> Vec<Quantity> {
        let may_end = self.may_end();
        let whole = BigUint::one() << BITS;
        let mut at = self.start(&whole);
        let mut wins = vec![BigUint::ZERO; players as usize];
        let mut before = whole.clone();
        let mut stuck = BigUint::ZERO;
        let product = |all: BigUint, open: &BigUint| (all * open) >> BITS;
        for _ in 0..MAX_TURNS {
            let ended = self.turn(&mut at, true);
            let after: BigUint = at.iter().sum();
            stop::check();
            for (player, win) in (0..players).zip(&mut wins) {
                let earlier = std::iter::repeat_n(&after, player as usize);
                let later = std::iter::repeat_n(&before, (players - 1 - player) as usize);
                *win += earlier.chain(later).fold(ended.clone(), product);
            }
            before = after;
            let here = at.iter().zip(&may_end);
            stuck = here.filter(|(_, may)| !**may).map(|(here, _)| here).sum();
            if (&before - &stuck).bits() + OPEN < BITS {
                break;
            }
        }
        let nobody = std::iter::repeat_n(&stuck, players as usize).fold(whole.clone(), product);
        let sum = wins.iter().sum::<BigUint>() + nobody;
        let bounds = wins.iter().map(|win| {
            let upper = &whole - (&sum - win);
            Quantity::between(share(win.clone(), &whole), share(upper, &whole))
        });
        bounds.collect()
    }
}

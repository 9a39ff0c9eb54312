//! All thresholds together, by halves.
//!
//! Let A_i(t) be the polynomial of the values of kind i above the threshold t. The throws with c_i of kind i above t, and at
//! least k − Σ c_i of the others equal to t, have the weight q(t, c) · Π A_i(t)^(c_i). For the thresholds of a segment of places
//! write A_i(t) = B_i(t) + Y_i, with B_i what lies above t within the segment and Y_i what lies above all of it. Then the
//! sum over the segment is a polynomial in the Y_i, whose coefficients U(c) are polynomials in x. For a single place it is q. For
//! two neighbouring segments it is that of the upper one, and that of the lower one with D_i + Y_i in place of Y_i, where D_i is
//! what the upper segment has of kind i. Above all places lies nothing: there Y = 0, and U(0) is what is wanted.
//!
//! Places are counted from the first of a segment, for each throw that U speaks of: those of the Y_i are not among them.

use super::by_threshold::{at_least, at_least_steps};
use super::{Pool, add_at, binomials, share};
use crate::exact::weight::Weight;
use crate::exact::weight::power::{Shape, Term};
use crate::work::stop;

/// The most coefficients a segment may have.
const MOST_COEFFICIENTS: usize = 4096;

/// The numbers of throws of each kind that may lie above a threshold, in a row: coefficient by coefficient.
struct ThrowsAbove {
    /// For each kind, how far a coefficient with one throw more of it is.
    strides: Vec<usize>,
    /// The most throws of each kind.
    most: Vec<u32>,
    /// The number of coefficients in a row, including those with too many throws together.
    len: usize,
    k: u32,
}

impl ThrowsAbove {
    /// `None` where there are too many.
    fn new(throws: impl Iterator<Item = u32>, k: u32) -> Option<Self> {
        let most: Vec<u32> = throws.map(|n| n.min(k - 1)).collect();
        let mut strides = Vec::new();
        let mut len = 1usize;
        for &most in &most {
            strides.push(len);
            len = len.checked_mul(most as usize + 1)?;
            if len > MOST_COEFFICIENTS {
                return None;
            }
        }
        Some(Self {
            strides,
            most,
            len,
            k,
        })
    }

    fn of(&self, kind: usize, at: usize) -> u32 {
        (at / self.strides[kind]) as u32 % (self.most[kind] + 1)
    }

    fn together(&self, at: usize) -> u32 {
        (0..self.most.len()).map(|kind| self.of(kind, at)).sum()
    }

    /// Those coefficients that have some without a throw of a kind above, and with how many more of it there are others.
    fn lines(&self, kind: usize) -> impl Iterator<Item = (usize, u32)> + '_ {
        (0..self.len)
            .filter(move |&at| self.of(kind, at) == 0)
            .map(move |at| (at, self.together(at)))
            .filter(|(_, others)| *others < self.k)
            .map(move |(at, others)| (at, self.most[kind].min(self.k - 1 - others)))
    }
}

/// Machine words that it may hold: where it needs more, another way is taken.
const MAX_WORDS: u128 = 60_000_000;

impl<W: Weight> Pool<W> {
    fn counts(&self) -> Option<ThrowsAbove> {
        ThrowsAbove::new(self.kinds.iter().map(|(_, n)| *n), self.k)
    }

    /// About the elementary steps of [`by_halves`](Pool::by_halves), if there is room for it.
    pub(super) fn by_halves_steps(&self) -> Option<u128> {
        let counts = self.counts()?;
        let (k, places, span) = (u128::from(self.k), self.places.len() as u128, self.span());
        let memory = (counts.len as u128 * (k * span / 2 + 1)).saturating_mul(self.words + 6);
        if memory > MAX_WORDS {
            return None;
        }
        let words = self.words * 3 / 4 + 1;
        // Of each kind, the products in a segment with others above it, and in one without.
        let products: Vec<[u128; 2]> = (0..self.kinds.len())
            .map(|kind| {
                let degrees = counts.lines(kind).map(|(_, degree)| u128::from(degree));
                degrees.fold([0; 2], |[all, first], degree| {
                    [all + degree * (degree + 1) / 2, first + degree]
                })
            })
            .collect();
        let mut steps: u128 = 0;
        let mut segments = 1;
        while segments < places {
            let length = span / segments + 1;
            let half = k * length / 2 + 1;
            let kept = Shape {
                length: half,
                terms: half,
                runs: half,
                words,
            };
            for ((weights, _), [all, first]) in self.kinds.iter().zip(&products) {
                let upper = share(weights, length / 2 + 1);
                let each =
                    W::poly_times_steps(kept, upper) + half * (20 + words) + 60 * upper.terms;
                let times = (segments - 1) * all + first;
                steps = steps.saturating_add(each.saturating_mul(times));
            }
            steps += segments * counts.len as u128 * half * 20;
            segments *= 2;
        }
        Some(steps.saturating_add(places.saturating_mul(self.chances_steps(&counts))))
    }

    /// The weights of the sum of those kept.
    pub(super) fn by_halves(&self) -> Vec<W> {
        let counts = self.counts().expect("it was found out that there is room");
        let mut below = vec![W::zero(); self.kinds.len()];
        let mut all = self.segment(&counts, &self.places, true, &mut below);
        // Places are counted from the lowest outcome, which is the first of them.
        all.swap_remove(0)
    }

    /// The coefficients of a segment of places, only the first where nothing is above it. `below` is what lies below it, and then
    /// below what follows.
    fn segment(
        &self,
        counts: &ThrowsAbove,
        places: &[usize],
        last: bool,
        below: &mut [W],
    ) -> Vec<Vec<W>> {
        stop::check();
        if let [place] = places {
            let chances = self.chances(counts, *place, below);
            for (sum, (weights, _)) in below.iter_mut().zip(&self.kinds) {
                *sum += &weights[*place];
            }
            let one = |weight: W| (!weight.is_zero()).then_some(weight);
            let poly = |weight| one(weight).into_iter().collect();
            return chances.into_iter().map(poly).collect();
        }
        let (lower, upper) = places.split_at(places.len() / 2);
        let mut all = self.segment(counts, lower, false, below);
        let above = self.segment(counts, upper, last, below);
        let start = places[0];
        for (kind, (weights, _)) in self.kinds.iter().enumerate() {
            let upper: Vec<Term<'_, W>> = (upper.iter())
                .filter(|&&place| !weights[place].is_zero())
                .map(|&place| (place - start, &weights[place]))
                .collect();
            if upper.is_empty() {
                continue;
            }
            let stride = counts.strides[kind];
            for (at, degree) in counts.lines(kind) {
                // Where nothing is above, the kinds before have been summed up already.
                if last && (0..kind).any(|before| counts.of(before, at) > 0) {
                    continue;
                }
                let rounds = if last { degree.min(1) } else { degree };
                shift_in(&mut all, at, stride, (rounds, degree), &upper);
            }
        }
        let apart = upper[0] - start;
        for (at, poly) in above.into_iter().enumerate() {
            let counted = self.k.saturating_sub(counts.together(at)) as usize;
            if !poly.is_empty() {
                add_at(&mut all[at], apart * counted, poly);
            }
        }
        if last {
            all.truncate(1);
        }
        all
    }

    /// About the elementary steps of [`chances`](Pool::chances).
    fn chances_steps(&self, counts: &ThrowsAbove) -> u128 {
        if let [(weights, n)] = self.kinds.as_slice() {
            return at_least_steps::<W>(self.words, share(weights, 1).words, *n, self.k);
        }
        let product = W::product_steps(self.words / 2 + 1, self.words / 2 + 1);
        let throws: u128 = self.kinds.iter().map(|(_, n)| u128::from(*n)).sum();
        (counts.len as u128)
            .saturating_mul(throws * throws)
            .saturating_mul(product)
    }

    /// For each choice of the numbers of throws of each kind above a place, with `below` under it: the weight of the others, of which
    /// enough are equal to it.
    fn chances(&self, counts: &ThrowsAbove, place: usize, below: &[W]) -> Vec<W> {
        let k = self.k;
        if let [(weights, n)] = self.kinds.as_slice() {
            let rest = at_least(&weights[place], &below[0], *n, k);
            let choose = binomials::<W>(*n, k);
            let weight = |count: usize| rest[k as usize - count].times(&choose[count]);
            return (0..counts.len).map(weight).collect();
        }
        let chance = |at: usize| {
            let together = counts.together(at);
            if together >= k {
                return W::zero();
            }
            let mut weight = W::one();
            // By the number of those that are equal.
            let mut equal = vec![W::one()];
            for (kind, (weights, n)) in self.kinds.iter().enumerate() {
                let above = counts.of(kind, at);
                let mut choose = binomials::<W>(*n, above + 1);
                weight = weight.times(&choose.swap_remove(above as usize));
                let rest = n - above;
                let choose = binomials::<W>(rest, rest + 1);
                let mut more = vec![W::zero(); equal.len() + rest as usize];
                for (e, choose) in (0..=rest).zip(&choose) {
                    let ways = weights[place].power(e).times(&below[kind].power(rest - e));
                    let ways = ways.times(choose);
                    if ways.is_zero() {
                        continue;
                    }
                    for (to, sum) in more[e as usize..].iter_mut().zip(&equal) {
                        to.add_product(sum, &ways);
                    }
                }
                equal = more;
            }
            let mut enough = W::zero();
            for sum in equal.iter().skip((k - together) as usize) {
                enough += sum;
            }
            weight.times(&enough)
        };
        (0..counts.len).map(chance).collect()
    }
}

/// Puts the upper half of a segment, for throws of one kind, into the polynomials of one line of counts: those from `at` on, `stride`
/// apart, with up to `degree` throws of the kind above.
fn shift_in<W: Weight>(
    all: &mut [Vec<W>],
    at: usize,
    stride: usize,
    (rounds, degree): (u32, u32),
    upper: &[Term<'_, W>],
) {
    for round in 0..rounds {
        for more in (round..degree).rev() {
            let from = at + (more as usize + 1) * stride;
            if !all[from].is_empty() {
                let product = W::poly_times(&all[from], upper);
                add_at(&mut all[from - stride], 0, product);
            }
        }
    }
}

//! Finite distributions: outcomes with integer weights over one total.

use std::collections::BTreeMap;

use super::Natural;
use super::weight::Weight;
use crate::work::{limit, stop};

/// The approximate number of elementary steps to find the place of an outcome among `others`.
pub(crate) fn steps_of_a_place(others: u128) -> u128 {
    let depth = u128::from(others.clamp(1, limit::MAX_OUTCOMES).ilog2());
    40 + depth * depth
}

/// A finite distribution: each outcome has a weight, its probability is that weight over the [`total`].
///
/// Weights are integers ([`Natural`]) or polynomials in an unknown bias ([`Poly`](super::Poly)); a quotient is
/// only formed when a probability is handed out. Outcomes are distinct, in ascending order, and none has
/// weight zero. Exact: always.
///
/// [`total`]: Dist::total
///
/// # Examples
/// ```
/// use siga::exact::{Dist, Natural};
/// let die: Dist<i64> = Dist::uniform(1..=6).unwrap();
/// let sum = die.sum(&die).unwrap();
/// assert_eq!(sum.weight(&7), Some(&Natural::from(6u64)));
/// assert_eq!(sum.probability(&7).to_string(), "1/6");
/// assert!(Dist::<i64>::uniform([]).is_none());
/// ```
#[derive(Debug, PartialEq)]
pub struct Dist<T, W = Natural> {
    items: Vec<(T, W)>,
    total: W,
}

/// Item by item, so that a copy ends where memory does.
impl<T: Clone, W: Clone> Clone for Dist<T, W> {
    fn clone(&self) -> Self {
        let items = self.items.iter().inspect(|_| stop::check());
        Self {
            items: items.cloned().collect(),
            total: self.total.clone(),
        }
    }
}

impl<T: Ord + Clone, W: Weight> Dist<T, W> {
    /// Collects outcomes with their weights; equal outcomes are joined. `None` when no weight is left.
    pub(crate) fn new(items: impl IntoIterator<Item = (T, W)>) -> Option<Self> {
        let mut merged: BTreeMap<T, W> = BTreeMap::new();
        for (outcome, weight) in items {
            stop::check();
            match merged.get_mut(&outcome) {
                Some(sum) => *sum += &weight,
                None => {
                    merged.insert(outcome, weight);
                }
            }
        }
        Self::from_sorted(merged.into_iter().collect())
    }

    /// Takes items already in ascending order without repeats.
    pub(crate) fn from_sorted(mut items: Vec<(T, W)>) -> Option<Self> {
        items.retain(|(_, weight)| !weight.is_zero());
        let mut total = W::zero();
        for (_, weight) in &items {
            stop::check();
            total += weight;
        }
        (!items.is_empty()).then_some(Self { items, total })
    }

    /// Every listed outcome equally often; one listed twice counts twice. `None` for an empty list.
    pub fn uniform(outcomes: impl IntoIterator<Item = T>) -> Option<Self> {
        Self::new(outcomes.into_iter().map(|outcome| (outcome, W::one())))
    }

    /// The one outcome, for certain.
    pub(crate) fn certain(outcome: T) -> Self {
        Self {
            items: vec![(outcome, W::one())],
            total: W::one(),
        }
    }

    /// With more weight for an outcome.
    pub(crate) fn with(mut self, outcome: T, weight: W) -> Self {
        if weight.is_zero() {
            return self;
        }
        self.total += &weight;
        match self
            .items
            .binary_search_by(|(other, _)| other.cmp(&outcome))
        {
            Ok(at) => self.items[at].1 += &weight,
            Err(at) => self.items.insert(at, (outcome, weight)),
        }
        self
    }

    /// Sum of all weights.
    pub fn total(&self) -> &W {
        &self.total
    }

    /// Outcomes and weights, ascending.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (&T, &W)> + ExactSizeIterator + Clone {
        self.items.iter().map(|(outcome, weight)| (outcome, weight))
    }

    /// The outcomes and weights themselves, ascending.
    pub(crate) fn into_items(self) -> impl Iterator<Item = (T, W)> {
        self.items.into_iter()
    }

    /// Number of different outcomes, at least one.
    #[expect(clippy::len_without_is_empty, reason = "a distribution is never empty")]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// The smallest outcome.
    pub fn first(&self) -> &T {
        &self.items[0].0
    }

    /// The largest outcome.
    pub fn last(&self) -> &T {
        &self.items[self.items.len() - 1].0
    }

    /// The weight of an outcome that can occur.
    pub fn weight(&self, outcome: &T) -> Option<&W> {
        let at = self.items.binary_search_by(|(other, _)| other.cmp(outcome));
        at.ok().map(|at| &self.items[at].1)
    }

    /// The probability of an outcome, zero when it cannot occur.
    pub fn probability(&self, outcome: &T) -> W::Field {
        self.weight(outcome)
            .map_or_else(num_traits::Zero::zero, |weight| weight.over(&self.total))
    }

    /// The probability that a condition on the outcome holds.
    pub fn chance(&self, mut holds: impl FnMut(&T) -> bool) -> W::Field {
        let mut sum = W::zero();
        for (_, weight) in self.items.iter().filter(|(outcome, _)| holds(outcome)) {
            sum += weight;
        }
        sum.over(&self.total)
    }

    /// The distribution of a function of the outcome.
    pub fn map<U: Ord + Clone>(&self, mut f: impl FnMut(&T) -> U) -> Dist<U, W> {
        let images = self
            .items
            .iter()
            .map(|(outcome, weight)| (f(outcome), weight.clone()));
        let merged = Dist::new(images).expect("as many weights as before");
        Dist {
            total: self.total.clone(),
            ..merged
        }
    }

    /// As [`map`](Dist::map), without copies of the weights.
    pub(crate) fn into_mapped<U: Ord + Clone>(self, mut f: impl FnMut(T) -> U) -> Dist<U, W> {
        let images = self.items.into_iter();
        let merged = Dist::new(images.map(|(outcome, weight)| (f(outcome), weight)));
        Dist {
            total: self.total,
            ..merged.expect("as many weights as before")
        }
    }

    /// Conditioned on an event, exactly: only outcomes for which it holds, over their own total. `None` when it
    /// never holds.
    pub fn given(&self, mut holds: impl FnMut(&T) -> bool) -> Option<Self> {
        let kept = self.items.iter().filter(|(outcome, _)| holds(outcome));
        Self::from_sorted(kept.cloned().collect())
    }

    /// As [`given`](Dist::given), without copies of the weights.
    pub(crate) fn into_given(mut self, mut holds: impl FnMut(&T) -> bool) -> Option<Self> {
        self.items.retain(|(outcome, _)| holds(outcome));
        Self::from_sorted(self.items)
    }

    /// Drawn again, at most this number of times, as long as a condition holds.
    ///
    /// # Examples
    /// ```
    /// use siga::exact::Dist;
    /// let die: Dist<i64> = Dist::uniform(1..=6).unwrap();
    /// let again = die.drawn_again(1, |&x| x == 1);
    /// assert_eq!(again.probability(&1).to_string(), "1/36");
    /// assert_eq!(again.probability(&6).to_string(), "7/36");
    /// assert_eq!(die.drawn_again(2, |&x| x == 1).probability(&1).to_string(), "1/216");
    /// ```
    #[must_use]
    pub fn drawn_again(&self, times: u32, mut on: impl FnMut(&T) -> bool) -> Self {
        let drawn: Vec<bool> = self.items.iter().map(|(outcome, _)| on(outcome)).collect();
        let mut first = W::zero();
        for ((_, weight), again) in self.items.iter().zip(&drawn) {
            if *again {
                first += weight;
            }
        }
        // In all, a weight counts as often as the draws before lead to it, whatever the later ones would be: what ends it
        // after any of them, the rest after the last.
        let (mut last, mut any) = (W::one(), W::one());
        for _ in 0..times {
            stop::check();
            last = last.times(&first);
            let mut more = any.times(&self.total);
            more += &last;
            any = more;
        }
        let items = self.items.iter().zip(drawn);
        let items = items.map(|((outcome, weight), again)| {
            let ways = if again { &last } else { &any };
            (outcome.clone(), weight.times(ways))
        });
        Self::from_sorted(items.collect()).unwrap_or_else(|| self.clone())
    }

    /// Two independent draws as a pair.
    ///
    /// # Errors
    /// [`TooLarge`](limit::TooLarge) when there would be too many pairs.
    pub(crate) fn joint<U: Ord + Clone>(
        &self,
        other: &Dist<U, W>,
    ) -> Result<Dist<(T, U), W>, limit::TooLarge> {
        let pairs = self.len() as u128 * other.len() as u128;
        limit::allow("outcomes", pairs, limit::MAX_OUTCOMES)?;
        let mut items = Vec::with_capacity(self.len() * other.len());
        for (a, wa) in &self.items {
            for (b, wb) in &other.items {
                stop::check();
                items.push(((a.clone(), b.clone()), wa.times(wb)));
            }
        }
        Ok(Dist::from_sorted(items).expect("products of non-zero weights are not zero"))
    }

    /// The mixture in which each outcome leads to a distribution of its own.
    ///
    /// # Errors
    /// The error of `f`, or [`TooLarge`](limit::TooLarge).
    pub(crate) fn and_then<U: Ord + Clone, E: From<limit::TooLarge>>(
        &self,
        mut f: impl FnMut(&T) -> Result<Dist<U, W>, E>,
    ) -> Result<Dist<U, W>, E> {
        let mut outcomes = 0;
        let parts = (self.items.iter())
            .map(|(outcome, weight)| {
                let part = f(outcome)?;
                outcomes += part.len() as u128;
                limit::allow("outcomes", outcomes, limit::MAX_OUTCOMES)?;
                Ok((part, weight))
            })
            .collect::<Result<Vec<_>, E>>()?;
        let totals: Vec<&W> = parts.iter().map(|(part, _)| &part.total).collect();
        let (common, factors) = W::common_total(&totals);
        let mut mixed: BTreeMap<U, W> = BTreeMap::new();
        // Each part is dropped once it has been used, so that not all of them are held twice.
        for ((part, weight), factor) in parts.into_iter().zip(&factors) {
            let scale = weight.times(factor);
            for (outcome, inner) in part.items {
                stop::check();
                let sum = mixed.entry(outcome).or_insert_with(W::zero);
                sum.add_product(&inner, &scale);
            }
        }
        let merged = Dist::from_sorted(mixed.into_iter().collect()).expect("weights are not zero");
        Ok(Dist {
            total: self.total.times(&common),
            ..merged
        })
    }
}

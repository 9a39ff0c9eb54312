//! Questions fitted to the pools that are thrown for them, and followed face by face.

use super::{PoolShape, Reader, Shape, Thrown, What, is_same};
use crate::chance::expr::Both;
use crate::exact::Weight;
use crate::exact::pool::{Face, Pool};

/// A pool among those that are thrown together, as it is read. A slice is between two places from the highest down; how many have come
/// before is at a place of what is known.
pub(super) type Term = Shape<usize, (std::ops::Range<i64>, usize)>;

impl Term {
    /// How often it shows a face, where this is how often the pools do.
    fn count(&self, told: &[u32], seen: &mut [i64]) -> i64 {
        match self {
            Self::Thrown(pool) => told[*pool].into(),
            Self::Together(parts) => parts.iter().map(|part| part.count(told, seen)).sum(),
            Self::Both(both, of) => {
                let [a, b] = [0, 1].map(|side: usize| of[side].count(told, seen));
                match both {
                    Both::Difference => (a - b).max(0),
                    Both::Common => a.min(b),
                    Both::Without if b > 0 => 0,
                    Both::Without => a,
                }
            }
            Self::Slice((places, place), of) => {
                let count = of.count(told, seen);
                let before = seen[*place];
                seen[*place] += count;
                let to = places.end.min(seen[*place]);
                (to - places.start.max(before)).max(0)
            }
        }
    }
}

/// The way shapes are fitted to the pools that are thrown for them.
pub(super) struct Fitting<'f, 'x, W> {
    exprs: &'f [Thrown<'x>],
    /// How often each of the pools is read.
    uses: &'f [usize],
    pools: &'f mut [Pool<W>],
    /// Whether places of a pool that is read once are kept of it when it is thrown.
    folds: bool,
    /// The numbers of slices so far.
    slices: usize,
    /// The faces and how often each pool shows them, where all have been looked at.
    history: Option<&'f [(Face, Vec<u32>)]>,
}

impl<'f, 'x, W: Weight> Fitting<'f, 'x, W> {
    pub(super) fn new(
        exprs: &'f [Thrown<'x>],
        uses: &'f [usize],
        pools: &'f mut [Pool<W>],
    ) -> Self {
        Self {
            exprs,
            uses,
            pools,
            folds: false,
            slices: 0,
            history: None,
        }
    }

    fn fit_all(&mut self, reader: &Reader<'_>, folds: bool) -> Option<Vec<Term>> {
        (self.slices, self.folds) = (0, folds);
        reader.shapes.iter().map(|shape| self.fit(shape)).collect()
    }

    /// `None` where places from the lowest are asked for of a pool of which it is not known how many it is.
    fn fit(&mut self, shape: &PoolShape<'_>) -> Option<Term> {
        Some(match shape {
            Shape::Thrown(thrown) => {
                let mut exprs = self.exprs.iter();
                Term::Thrown(exprs.position(|other| is_same(other, thrown))?)
            }
            Shape::Together(parts) => {
                let parts = parts.iter().map(|part| self.fit(part));
                Term::Together(parts.collect::<Option<_>>()?)
            }
            Shape::Both(both, of) => {
                let of = [self.fit(&of[0])?, self.fit(&of[1])?];
                Term::Both(*both, Box::new(of))
            }
            Shape::Slice(places, of) => {
                let of = self.fit(of)?;
                let kept = match self.size(&of) {
                    Some(size) => {
                        let kept = places.among(size as usize);
                        size - kept.end as i64..size - kept.start as i64
                    }
                    None if places.from < 0 && places.to < 0 => -places.to - 1..-places.from,
                    None => return None,
                };
                match of {
                    // The others of a deck must know of all cards of a hand.
                    Term::Thrown(pool)
                        if self.folds
                            && self.uses[pool] == 1
                            && !matches!(self.exprs[pool].1, What::Hand(_)) =>
                    {
                        let of = &mut self.pools[pool];
                        of.skip += kept.start as u32;
                        of.take = (kept.end - kept.start) as u32;
                        Term::Thrown(pool)
                    }
                    of => {
                        self.slices += 1;
                        Term::Slice((kept, self.slices - 1), Box::new(of))
                    }
                }
            }
        })
    }

    /// How many there are, where that is known.
    fn size(&self, term: &Term) -> Option<i64> {
        if let Some(history) = self.history {
            let mut seen = vec![0; self.slices];
            let counts = history.iter().map(|(_, told)| term.count(told, &mut seen));
            return Some(counts.sum());
        }
        match term {
            Term::Thrown(pool) => Some(self.pools[*pool].take.into()),
            Term::Together(parts) => parts.iter().map(|part| self.size(part)).sum(),
            Term::Both(..) => None,
            Term::Slice((places, _), of) => {
                let size = self.size(of)?;
                Some(places.end.min(size) - places.start.min(size))
            }
        }
    }
}

/// A reader fitted to its pools: the terms it looks at, after the numbers of slices, where it can follow them face by face.
pub(super) struct Fitted<'r, 'x> {
    pub(super) reader: &'r Reader<'x>,
    pub(super) terms: Option<(Vec<Term>, usize)>,
}

impl<'r, 'x> Fitted<'r, 'x> {
    pub(super) fn new<W: Weight>(reader: &'r Reader<'x>, fitting: &mut Fitting<'_, '_, W>) -> Self {
        // Places are kept of the pools themselves only where all can be followed.
        let mut terms = fitting.fit_all(reader, false);
        if terms.is_some() && fitting.history.is_none() {
            terms = fitting.fit_all(reader, true);
        }
        Self {
            reader,
            terms: terms.map(|terms| (terms, fitting.slices)),
        }
    }

    pub(super) fn start(&self) -> Vec<i64> {
        match &self.terms {
            Some((_, slices)) => {
                let seen = std::iter::repeat_n(0, *slices);
                seen.chain(self.reader.question.start()).collect()
            }
            None => Vec::new(),
        }
    }

    /// Whether the same is made of two faces.
    pub(super) fn is_alike(&self, a: Face, b: Face) -> bool {
        self.terms.is_some() && self.reader.question.is_alike(a, b)
    }

    pub(super) fn next(&self, known: &[i64], face: Face, told: &[u32]) -> Vec<i64> {
        let mut known = known.to_vec();
        match &self.terms {
            Some((terms, slices)) => {
                let mut data = known.split_off(*slices);
                let counts: Vec<i64> = terms
                    .iter()
                    .map(|term| term.count(told, &mut known))
                    .collect();
                self.reader.question.next(&mut data, face, &counts);
                known.extend(data);
            }
            // All that was told is kept, for the end.
            None if told.iter().any(|count| *count > 0) => {
                known.push(face.value);
                known.extend(told.iter().map(|count| i64::from(*count)));
            }
            None => {}
        }
        known
    }

    pub(super) fn end<W: Weight>(&self, known: &[i64], exprs: &[Thrown<'_>]) -> Vec<i64> {
        if let Some((_, slices)) = &self.terms {
            return self.reader.question.end(&known[*slices..]);
        }
        let mut before = None;
        let history = known.chunks_exact(exprs.len() + 1).map(|told| {
            let value = told[0];
            let follows = before.replace(value) == Some(value + 1);
            let counts = told[1..].iter().map(|count| *count as u32).collect();
            (Face { value, follows }, counts)
        });
        let history: Vec<(Face, Vec<u32>)> = history.collect();
        let mut fitting = Fitting::<W> {
            exprs,
            uses: &[],
            pools: &mut [],
            folds: false,
            slices: 0,
            history: Some(&history),
        };
        let fitted = Fitted::new(self.reader, &mut fitting);
        let mut known = fitted.start();
        for (face, told) in &history {
            known = fitted.next(&known, *face, told);
        }
        fitted.end::<W>(&known, exprs)
    }
}

//! The situations of a race, and the ways between them.

use std::collections::{BTreeMap, HashMap};

use num_rational::BigRational;
use num_traits::One;

use super::{Past, Track};
use crate::chance::eval::Scored;
use crate::chance::race::RaceError;
use crate::exact::graph::reaching;
use crate::exact::sparse;
use crate::exact::{Dist, Weight};
use crate::work::limit::allow;
use crate::work::stop;

/// Moves of one throw.
const MAX_MOVES: usize = 1000;
/// Situations and ways from them.
const MAX_WAYS: u128 = 5_000_000;

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Situation {
    /// On a cell, before a turn.
    Turn(u32),
    /// On a cell, before a further throw of the same turn.
    Again(u32),
    /// On a cell, with turns to be missed.
    Wait(u32, u32),
}

/// A way from a situation to another, or to the end. Its weight is a number of cases, or a chance.
pub(super) struct Transition<N> {
    pub(super) to: Option<usize>,
    pub(super) weight: N,
    pub(super) exactly: bool,
    /// Jumps taken, by their number.
    pub(super) jumps: Vec<usize>,
}

/// All situations that can be met, the first being the start, with the ways from each.
pub(super) struct Chain<N> {
    pub(super) situations: Vec<Situation>,
    pub(super) ways: Vec<Vec<Transition<N>>>,
    /// Weights of the ways from one situation, added up.
    pub(super) total: N,
}

/// A throw: cells moved, whether it earns another, and its weight.
pub(super) type Face<N> = (u64, bool, N);

/// The throw that stands for all that are higher: from wherever they are thrown they pass the last cell, and the rest of them leads back
/// to the start.
pub(in crate::chance) fn farthest_throw(target: u32) -> i64 {
    2 * i64::from(target)
}

/// The faces of throws that never go backwards, each with what is made of its weight.
pub(super) fn faces<W: Weight, N>(
    throws: &Dist<Scored, W>,
    target: u32,
    weight: impl Fn(&W) -> N,
) -> Result<Vec<Face<N>>, RaceError> {
    let mut faces: BTreeMap<(u64, bool), W> = BTreeMap::new();
    for (face, of) in throws.iter() {
        let number = face.outcome.number().unwrap_or_default();
        let step = number.min(farthest_throw(target));
        let step = u64::try_from(step).map_err(|_| RaceError::Backwards(number))?;
        *faces.entry((step, face.again)).or_insert_with(W::zero) += of;
    }
    let faces = faces.into_iter();
    Ok(faces
        .map(|((step, again), of)| (step, again, weight(&of)))
        .collect())
}

impl Track {
    /// All situations that can be met, and the ways between them.
    pub(super) fn chain<N: Clone>(
        &self,
        target: u32,
        faces: &[Face<N>],
        total: N,
    ) -> Result<Chain<N>, RaceError> {
        let mut situations = vec![Situation::Turn(0)];
        let mut known = HashMap::from([(Situation::Turn(0), 0)]);
        let mut ways: Vec<Vec<Transition<N>>> = Vec::new();
        while ways.len() < situations.len() {
            let here = situations[ways.len()];
            let mut number = |situation| {
                *known.entry(situation).or_insert_with(|| {
                    situations.push(situation);
                    situations.len() - 1
                })
            };
            let mut from_here = Vec::new();
            match here {
                Situation::Wait(cell, left) => {
                    let next = if left > 1 {
                        Situation::Wait(cell, left - 1)
                    } else {
                        Situation::Turn(cell)
                    };
                    from_here.push(Transition {
                        to: Some(number(next)),
                        weight: total.clone(),
                        exactly: false,
                        jumps: Vec::new(),
                    });
                }
                Situation::Turn(cell) | Situation::Again(cell) => {
                    for face in faces {
                        stop::check();
                        from_here.push(self.throw_from(target, cell, face, &mut number)?);
                    }
                }
            }
            ways.push(from_here);
            allow(
                "ways over the track",
                ways.len() as u128 * faces.len() as u128,
                MAX_WAYS,
            )?;
        }
        Ok(Chain {
            situations,
            ways,
            total,
        })
    }

    /// The way of one throw from a cell; `number` numbers the situation that it leads to.
    fn throw_from<N: Clone>(
        &self,
        target: u32,
        cell: u32,
        (step, again, weight): &Face<N>,
        number: impl FnOnce(Situation) -> usize,
    ) -> Result<Transition<N>, RaceError> {
        let (cell, jumps) = self.land(target, cell, *step)?;
        let exactly = cell == Some(target);
        let to = cell.filter(|_| !exactly).map(|to| {
            let wait = (self.waits.iter()).find(|(cell, _)| *cell == to && *step > 0);
            number(match wait {
                Some((_, turns)) => Situation::Wait(to, *turns),
                None if *again => Situation::Again(to),
                None => Situation::Turn(to),
            })
        });
        Ok(Transition {
            to,
            weight: weight.clone(),
            exactly,
            jumps,
        })
    }

    /// The cell to which a throw of `step` leads from another, `None` for past the end, and the jumps on the way.
    fn land(
        &self,
        target: u32,
        from: u32,
        step: u64,
    ) -> Result<(Option<u32>, Vec<usize>), RaceError> {
        let mut taken = Vec::new();
        let (last, mut at, mut forward) = (i128::from(target), i128::from(from), true);
        if step == 0 {
            return Ok((Some(from), taken));
        }
        for _ in 0..MAX_MOVES {
            let step = i128::from(step);
            let mut to = if forward {
                at + step
            } else {
                (at - step).max(0)
            };
            if to > last {
                match self.past {
                    Past::End => return Ok((None, taken)),
                    Past::Stay => return Ok((Some(at as u32), taken)),
                    Past::Bounce => {
                        to = (2 * last - to).max(0);
                        forward = false;
                    }
                }
            }
            let mut jumps = 0;
            while let Some(jump) = self
                .jumps
                .iter()
                .position(|(from, _)| i128::from(*from) == to)
            {
                taken.push(jump);
                to = self.jumps[jump].1.into();
                jumps += 1;
                if jumps > self.jumps.len() {
                    let message = format!("the jumps from {to} lead back to it");
                    return Err(RaceError::Track(message));
                }
            }
            at = to;
            if at == last || !self.onward.iter().any(|cell| i128::from(*cell) == at) {
                return Ok((Some(at as u32), taken));
            }
        }
        Err(RaceError::MovedOn { step, from })
    }
}

impl<N> Chain<N> {
    /// Of each situation whether the race may end from it.
    pub(super) fn may_end(&self) -> Vec<bool> {
        let next = |ways: &Vec<Transition<N>>| ways.iter().filter_map(|way| way.to).collect();
        let next: Vec<Vec<usize>> = self.ways.iter().map(next).collect();
        let ends = |at: &usize| self.ways[*at].iter().any(|way| way.to.is_none());
        reaching(&next, (0..next.len()).filter(ends))
    }

    /// Whether the end can be reached from everywhere.
    pub(super) fn ends(&self) -> bool {
        self.may_end().into_iter().all(|may| may)
    }

    /// Whether some throw earns another.
    pub(super) fn has_further_throws(&self) -> bool {
        self.situations
            .iter()
            .any(|situation| matches!(situation, Situation::Again(_)))
    }
}

impl Chain<u64> {
    /// The average number of visits to each situation; `None` when the race may never end.
    pub(super) fn visits(&self) -> Result<Option<Vec<BigRational>>, RaceError> {
        if !self.ends() {
            return Ok(None);
        }
        let row = |ways: &Vec<Transition<u64>>| {
            let ways = ways.iter();
            let ways = ways.filter_map(|way| Some((way.to?, way.weight.into())));
            (self.total.into(), ways.collect())
        };
        let visits = sparse::visits(
            self.ways.iter().map(row).collect(),
            [(0, BigRational::one())],
        );
        visits
            .map(Some)
            .map_err(|error| RaceError::Track(error.to_string()))
    }
}

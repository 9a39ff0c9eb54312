//! Races on a board with jumps: snakes and ladders, the Goose.
//!
//! A piece begins on cell 0 and moves by what is thrown. Its *situations* are a cell before a turn, a cell before a further
//! throw of the same turn, and a cell with turns still to be missed. With A the chances to go from one to another, the expected
//! numbers of visits v solve `v = e + v·A`, which a single sparse system over the integers gives; every mean is a sum over
//! visits. The number of turns is followed situation by situation.

mod length;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap};

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::Zero;

use super::eval::Scored;
use super::race::{MAX_TARGET, Race, RaceError};
use crate::exact::lifting::Factored;
use crate::exact::{Dist, Quantity};
use crate::work::limit::{Meter, allow};

/// What can be said of the cells of a track, and of its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Track {
    /// From a cell to another: who comes to the first stands on the second.
    pub jumps: Vec<(u32, u32)>,
    /// Cells from which the same throw is moved once more, in the direction in which it was moved.
    pub onward: Vec<u32>,
    /// Cells that cost turns, and how many. They end the turn, whatever was thrown.
    pub waits: Vec<(u32, u32)>,
    /// What a throw does that would pass the last cell.
    pub past: Past,
    /// Players, each with a piece of his own, who do not meet; one unless given.
    pub players: Option<u32>,
}

/// What a throw does that would pass the last cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Past {
    /// It ends the race.
    #[default]
    End,
    /// The piece stays where it is.
    Stay,
    /// The piece moves to the last cell and back by the rest.
    Bounce,
}

/// The race of a board.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct TrackRace {
    /// The rule for throws that would pass the last cell.
    pub past: Past,
    /// Turns (throws, where none earns another) of a race, missed ones among them; `None` when it may never end.
    pub turns: Option<BigRational>,
    /// Throws of a race; `None` when it may never end.
    pub throws: Option<BigRational>,
    /// The chance that it ends on the last cell and not beyond.
    pub exactly: Option<BigRational>,
    /// The chance of ending with the 1st, 2nd, … turn. Exact where no throw earns another, else proved bounds.
    pub rows: Vec<Quantity>,
    /// The chance of more turns.
    pub rest: Quantity,
    /// Each jump, and how often it is taken on average; `None` when the race may never end.
    pub jumps: Vec<(u32, u32, Option<BigRational>)>,
    /// Of several players, the chance that the 1st, 2nd, … to move wins: proved bounds.
    pub wins: Vec<Quantity>,
}

/// The most turns a cell can cost.
const MAX_WAIT: u32 = 20;
/// The most players.
const MAX_PLAYERS: u32 = 20;
/// Moves of one throw.
const MAX_MOVES: usize = 1000;
/// Equally likely cases of a throw.
const MAX_CASES: u128 = 1 << 53;
/// Situations and ways from them.
const MAX_WAYS: u128 = 5_000_000;

/// Where a throw leads.
enum Landing {
    /// To the end, exactly or past it.
    End {
        exactly: bool,
    },
    Cell(u32),
}

/// Where a piece is.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Situation {
    /// On a cell, before a turn.
    Turn(u32),
    /// On a cell, before a further throw of the same turn.
    Again(u32),
    /// On a cell, with turns to be missed.
    Wait(u32, u32),
}

/// A way from a situation to another, or to the end.
struct Way {
    to: Option<usize>,
    weight: u64,
    exactly: bool,
    /// Jumps taken, by their number.
    jumps: Vec<usize>,
}

/// All situations that can be met, the first being the start, with the ways from each.
struct Chain {
    situations: Vec<Situation>,
    ways: Vec<Vec<Way>>,
    /// Weights of the ways from one situation, added up.
    total: u64,
}

impl Track {
    /// Whether every part of it fits a track with its last cell at `target`.
    fn check(&self, target: u32) -> Result<(), RaceError> {
        let fault = |message: String| Err(RaceError::Track(message));
        let mut special = BTreeMap::new();
        for &(from, to) in &self.jumps {
            if from == 0 || from >= target || to > target || from == to {
                return fault(format!(
                    "a jump from {from} to {to}: a jump leads from a cell between 1 and {} to another, at most {target}",
                    target.saturating_sub(1)
                ));
            }
        }
        for &(cell, turns) in &self.waits {
            if !(1..=MAX_WAIT).contains(&turns) {
                return fault(format!(
                    "cell {cell} costs {turns} turns: from 1 to {MAX_WAIT} can be missed"
                ));
            }
        }
        let cells = self.jumps.iter().map(|(from, _)| (*from, "jumped from"));
        let cells = cells.chain(self.onward.iter().map(|cell| (*cell, "moved on from")));
        let cells = cells.chain(self.waits.iter().map(|(cell, _)| (*cell, "waited on")));
        for (cell, what) in cells {
            if cell == 0 || cell >= target {
                return fault(format!(
                    "cell {cell} is {what}, and is not between 1 and {}",
                    target.saturating_sub(1)
                ));
            }
            if let Some(before) = special.insert(cell, what) {
                return fault(format!("cell {cell} is {before} and {what}; leave one"));
            }
        }
        if !(1..=MAX_PLAYERS).contains(&self.players.unwrap_or(1)) {
            return fault(format!("from 1 to {MAX_PLAYERS} players are compared"));
        }
        Ok(())
    }

    /// Where a throw of `step` leads from a cell, and the jumps on the way.
    fn land(
        &self,
        past: Past,
        target: u32,
        from: u32,
        step: u64,
    ) -> Result<(Landing, Vec<usize>), RaceError> {
        let mut taken = Vec::new();
        let (last, mut at, mut forward) = (i128::from(target), i128::from(from), true);
        if step == 0 {
            return Ok((Landing::Cell(from), taken));
        }
        for _ in 0..MAX_MOVES {
            let step = i128::from(step);
            let mut to = if forward {
                at + step
            } else {
                (at - step).max(0)
            };
            if to > last {
                match past {
                    Past::End => return Ok((Landing::End { exactly: false }, taken)),
                    Past::Stay => return Ok((Landing::Cell(at as u32), taken)),
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
            if at == last {
                return Ok((Landing::End { exactly: true }, taken));
            }
            if !self.onward.iter().any(|cell| i128::from(*cell) == at) {
                return Ok((Landing::Cell(at as u32), taken));
            }
        }
        Err(RaceError::Track(format!(
            "a throw of {step} from {from} is moved on and on and comes to no end"
        )))
    }

    fn chain(
        &self,
        past: Past,
        target: u32,
        throws: &Dist<Scored>,
        meter: &Meter,
    ) -> Result<Chain, RaceError> {
        let cases = throws.total().to_biguint();
        let total = u64::try_from(&cases)
            .ok()
            .filter(|total| u128::from(*total) <= MAX_CASES);
        let Some(total) = total else {
            allow("equally likely cases of a throw", u128::MAX, MAX_CASES)?;
            unreachable!("that is refused");
        };
        let mut faces = Vec::new();
        for (face, weight) in throws.iter() {
            let number = face.outcome.number().unwrap_or_default();
            let step = u64::try_from(number).map_err(|_| RaceError::Backwards(number))?;
            let weight = weight.to_u64().expect("at most the total");
            faces.push((step, face.again, weight));
        }
        let mut situations = vec![Situation::Turn(0)];
        let mut known = HashMap::from([(Situation::Turn(0), 0)]);
        let mut ways: Vec<Vec<Way>> = Vec::new();
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
                    from_here.push(Way {
                        to: Some(number(next)),
                        weight: total,
                        exactly: false,
                        jumps: Vec::new(),
                    });
                }
                Situation::Turn(cell) | Situation::Again(cell) => {
                    for &(step, again, weight) in &faces {
                        meter.take(50 + 20 * self.jumps.len() as u64)?;
                        let (landing, jumps) = self.land(past, target, cell, step)?;
                        let (to, exactly) = match landing {
                            Landing::End { exactly } => (None, exactly),
                            Landing::Cell(to) => {
                                let wait =
                                    self.waits.iter().find(|(cell, _)| *cell == to && step > 0);
                                let next = match wait {
                                    Some((_, turns)) => Situation::Wait(to, *turns),
                                    None if again => Situation::Again(to),
                                    None => Situation::Turn(to),
                                };
                                (Some(number(next)), false)
                            }
                        };
                        from_here.push(Way {
                            to,
                            weight,
                            exactly,
                            jumps,
                        });
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

    /// Runs the race to the last cell, at `target`, a throw that earns another being part of the same turn.
    ///
    /// Exact: all means and chances of one player, but for the numbers of turns where a throw earns another: those, and who
    /// of several players wins, are between proved bounds.
    ///
    /// # Errors
    /// [`RaceError`].
    pub fn race(
        &self,
        throws: &Dist<Scored>,
        target: u32,
        meter: &Meter,
    ) -> Result<Race, RaceError> {
        let mean = |past| {
            let track = Self {
                past,
                players: None,
                ..self.clone()
            };
            track.run(throws, target, meter, false)
        };
        let asked = self.run(throws, target, meter, true)?;
        let passing = mean(Past::End)?;
        let Some(hit) = passing.exactly else {
            return Err(RaceError::Track(
                "the last cell cannot be reached from all that are met on the way".to_owned(),
            ));
        };
        Ok(Race {
            target,
            to_reach: passing.turns,
            to_hit: mean(Past::Stay)?.turns,
            hit,
            arrivals: Vec::new(),
            track: Some(asked),
        })
    }

    /// The race under the rule for throws that would pass the last cell; the number of turns and who wins only when asked.
    fn run(
        &self,
        throws: &Dist<Scored>,
        target: u32,
        meter: &Meter,
        whole: bool,
    ) -> Result<TrackRace, RaceError> {
        if !(1..=MAX_TARGET).contains(&target) {
            return Err(RaceError::Target(target));
        }
        self.check(target)?;
        let chain = self.chain(self.past, target, throws, meter)?;
        let visits = chain.visits(meter)?;
        let mean = |of: &dyn Fn(Situation) -> bool| {
            let visits = visits.as_ref()?;
            let counted = visits.iter().zip(&chain.situations);
            Some(
                counted
                    .filter(|(_, situation)| of(**situation))
                    .map(|(visits, _)| visits)
                    .sum(),
            )
        };
        let mut taken = visits
            .as_ref()
            .map(|_| vec![BigRational::zero(); self.jumps.len()]);
        let mut exactly = visits.as_ref().map(|_| BigRational::zero());
        if let (Some(visits), Some(taken), Some(exactly)) = (&visits, &mut taken, &mut exactly) {
            for (visits, ways) in visits.iter().zip(&chain.ways) {
                let share =
                    |weight: u64| visits * BigRational::new(weight.into(), chain.total.into());
                for way in ways {
                    if way.exactly {
                        *exactly += share(way.weight);
                    }
                    for &jump in &way.jumps {
                        taken[jump] += share(way.weight);
                    }
                }
            }
        }
        let (rows, rest) = if whole {
            chain.length(meter)?
        } else {
            (Vec::new(), Quantity::Exact(BigRational::zero()))
        };
        let players = self.players.unwrap_or(1);
        let wins = if players > 1 {
            chain.wins(players, meter)?
        } else {
            Vec::new()
        };
        let jumps = self.jumps.iter().enumerate();
        let jumps =
            jumps.map(|(i, &(from, to))| (from, to, taken.as_ref().map(|taken| taken[i].clone())));
        Ok(TrackRace {
            past: self.past,
            turns: mean(&|situation| !matches!(situation, Situation::Again(_))),
            throws: mean(&|situation| !matches!(situation, Situation::Wait(..))),
            exactly,
            rows,
            rest,
            jumps: jumps.collect(),
            wins,
        })
    }
}

impl Chain {
    /// Whether the end can be reached from everywhere.
    fn ends(&self) -> bool {
        let mut before = vec![Vec::new(); self.ways.len()];
        let mut ends = vec![false; self.ways.len()];
        let mut left = Vec::new();
        for (from, ways) in self.ways.iter().enumerate() {
            for way in ways {
                match way.to {
                    Some(to) => before[to].push(from),
                    None if !ends[from] => {
                        ends[from] = true;
                        left.push(from);
                    }
                    None => {}
                }
            }
        }
        while let Some(here) = left.pop() {
            for &from in &before[here] {
                if !std::mem::replace(&mut ends[from], true) {
                    left.push(from);
                }
            }
        }
        ends.into_iter().all(|end| end)
    }

    /// How often each situation is met on average; `None` when the race may never end.
    fn visits(&self, meter: &Meter) -> Result<Option<Vec<BigRational>>, RaceError> {
        if !self.ends() {
            return Ok(None);
        }
        let n = self.ways.len();
        let mut rows: Vec<BTreeMap<usize, i64>> = vec![BTreeMap::new(); n];
        for (here, row) in rows.iter_mut().enumerate() {
            row.insert(here, self.total as i64);
        }
        for (from, ways) in self.ways.iter().enumerate() {
            for way in ways {
                if let Some(to) = way.to {
                    *rows[to].entry(from).or_insert(0) -= way.weight as i64;
                }
            }
        }
        // A dense elimination modulo a prime, and as many passes over its factors as the answer has digits.
        let (cells, entries) = (
            n as u128,
            rows.iter().map(BTreeMap::len).sum::<usize>() as u128,
        );
        let width = (entries / cells + 1).saturating_mul(6).min(cells);
        let passes = cells * u128::from(self.total.ilog2() + 1) / 31 + 2;
        meter.expect(cells * width * width + 3 * passes * cells * (width + passes / 8))?;
        let rows = rows
            .into_iter()
            .map(|row| row.into_iter().filter(|(_, entry)| *entry != 0).collect());
        let mut start = vec![BigInt::zero(); n];
        start[0] = self.total.into();
        let solved = Factored::new(rows.collect()).and_then(|matrix| matrix.solve(&start));
        let solved = solved.map_err(|error| RaceError::Track(error.to_string()))?;
        let visits = solved.numerators.into_iter();
        Ok(Some(
            visits
                .map(|visits| BigRational::new(visits, solved.denominator.clone()))
                .collect(),
        ))
    }

    /// Whether some throw earns another.
    fn has_further_throws(&self) -> bool {
        self.situations
            .iter()
            .any(|situation| matches!(situation, Situation::Again(_)))
    }
}

/// Some parts of a whole.
fn share(parts: BigUint, whole: &BigUint) -> BigRational {
    BigRational::new(parts.into(), whole.clone().into())
}

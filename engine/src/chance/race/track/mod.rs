//! Races on a board with jumps: snakes and ladders, the Goose.
//!
//! A piece begins on cell 0 and moves by what is thrown. Its *situations* are a cell before a turn, a cell before a further
//! throw of the same turn, and a cell with turns still to be missed. With A the chances to go from one to another, the expected
//! numbers of visits v solve `v = e + v·A`, which a single sparse system over the integers gives; every mean is a sum over
//! visits. The number of turns is followed situation by situation.

mod bias;
mod chain;
mod length;
#[cfg(test)]
mod tests;

pub(in crate::chance) use chain::farthest_throw;

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_rational::BigRational;
use num_traits::{One, Zero};

pub(in crate::chance) use bias::Listing;
use chain::{Chain, Situation, faces};

use super::{MAX_TARGET, Race, RaceError};
use crate::chance::eval::Scored;
use crate::exact::{Dist, Field, Poly, Quantity, RatFunc, Weight, gcd};
use crate::work::stop;

/// The cells of a track, and its end.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
pub struct Track {
    /// From a cell to another: who comes to the first stands on the second.
    pub jumps: Vec<(u32, u32)>,
    /// Cells from which the same throw is moved once more, in the direction in which it was moved.
    pub onward: Vec<u32>,
    /// Cells that cost turns, and how many. They end the turn, whatever was thrown.
    pub waits: Vec<(u32, u32)>,
    /// The rule for a throw that would pass the last cell: `end`, `stay` or `bounce`.
    pub past: Past,
    /// Players, each with a piece of his own, who do not meet; one unless given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u32>,
}

/// The rule for a throw that would pass the last cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[derive(schemars::JsonSchema)]
pub enum Past {
    /// It ends the race.
    #[default]
    End,
    /// The piece stays where it is.
    Stay,
    /// The piece moves to the last cell and back by the rest.
    Bounce,
}

/// The race of a board under the rules asked for.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct TrackRace {
    /// The rule for throws that would pass the last cell.
    #[serde(skip)]
    pub past: Past,
    /// Turns on average, missed ones among them; throws, where none earns another. `null` when the race may never end.
    #[serde(rename = "mean")]
    pub turns: Option<Quantity>,
    /// Throws on average.
    pub throws: Option<Quantity>,
    /// The probability to end on the last cell and not beyond it.
    pub exactly: Option<Quantity>,
    /// The numbers of turns. Exact where no throw earns another, else proved bounds, or none where the bias is not known.
    pub rows: Vec<TurnChance>,
    /// The probability of more turns than are listed.
    pub rest: Quantity,
    /// The jumps.
    pub jumps: Vec<JumpTaken>,
    /// With `--players`: that the first, second, … to move is the first at the end, between proved bounds.
    pub wins: Vec<Quantity>,
}

/// The chance of a number of turns.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct TurnChance {
    /// The number.
    pub turns: usize,
    /// That the race ends with this turn.
    pub probability: Quantity,
}

/// How often a jump is taken.
#[derive(Clone, Debug, PartialEq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct JumpTaken {
    /// The cell that it leads from.
    pub from: u32,
    /// The cell that it leads to.
    pub to: u32,
    /// The average number of times; `null` when the race may never end.
    pub mean: Option<Quantity>,
}

/// The chances of 1, 2, … turns.
fn turn_chances(chances: Vec<Quantity>) -> Vec<TurnChance> {
    let rows = (1..).zip(chances);
    rows.map(|(turns, probability)| TurnChance { turns, probability })
        .collect()
}

/// The most turns a cell can cost.
const MAX_WAIT: u32 = 20;
/// The most players.
const MAX_PLAYERS: u32 = 20;
/// Equally likely cases of a throw.
pub(super) const MAX_CASES: u128 = 1 << 53;

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
                return fault(match before == what {
                    true => format!("cell {cell} is {what} twice; leave one"),
                    false => format!("cell {cell} is {before} and {what}; leave one"),
                });
            }
        }
        if !(1..=MAX_PLAYERS).contains(&self.players.unwrap_or(1)) {
            return fault(format!("from 1 to {MAX_PLAYERS} players are compared"));
        }
        Ok(())
    }

    /// Runs the race to the last cell, at `target`, a throw that earns another being part of the same turn.
    ///
    /// Exact: all means and chances of one player, but for the numbers of turns where a throw earns another: those, and who
    /// of several players wins, are between proved bounds.
    ///
    /// # Errors
    /// [`RaceError`].
    pub(crate) fn race(
        &self,
        throws: &Dist<Scored>,
        target: u32,
        rows: usize,
    ) -> Result<Race, RaceError> {
        let nothing = Quantity::Exact(BigRational::zero());
        self.races(target, nothing, |track, whole| {
            track.run(throws, target, whole.then_some(rows))
        })
    }

    /// [`race`](Self::race), the chances of throws being functions of an unknown bias. Numbers of turns are functions too, and are not
    /// listed where a throw earns another.
    ///
    /// # Errors
    /// As there, and where it is asked who wins.
    pub(in crate::chance) fn race_of_bias<E: From<RaceError>>(
        &self,
        throws: &Dist<Scored, Poly>,
        target: u32,
        listing: Listing<'_, E>,
    ) -> Result<Race, E> {
        if self.players.is_some() {
            let message = "who of several players wins needs a bias that is one number";
            return Err(RaceError::Track(message.to_owned()).into());
        }
        let total = throws.total();
        let faces = faces(throws, target, |weight| weight.over(total))?;
        let nothing = listing.0(&RatFunc::zero())?;
        self.races(target, nothing, |track, whole| {
            track.checked(target)?;
            let chain = match track.chain(target, &faces, RatFunc::one()) {
                Err(RaceError::MovedOn { .. }) if !whole => return Ok(track.endless()),
                chain => chain?,
            };
            let share = |visits: &RatFunc, chance: &RatFunc| visits.clone() * chance.clone();
            let parts = (listing.0, whole);
            let race = track.means(&chain, chain.visits(), share, parts)?;
            if !whole {
                return Ok(race);
            }
            let (rows, rest) = chain.length(listing)?;
            let rows = turn_chances(rows);
            Ok(TrackRace { rows, rest, ..race })
        })
    }

    /// The race asked for, with what it would be if passing ended it, or were forfeited.
    fn races<E: From<RaceError>>(
        &self,
        target: u32,
        nothing: Quantity,
        run: impl Fn(&Self, bool) -> Result<TrackRace, E>,
    ) -> Result<Race, E> {
        let mean = |past| {
            let track = Self {
                past,
                players: None,
                ..self.clone()
            };
            run(&track, false)
        };
        let asked = run(self, true)?;
        let passing = mean(Past::End)?;
        let Some(hit) = passing.exactly else {
            let message = "the last cell cannot be reached from all that are met on the way";
            return Err(RaceError::Track(message.to_owned()).into());
        };
        Ok(Race {
            target,
            to_reach: passing.turns,
            to_hit: mean(Past::Stay)?.turns,
            hit,
            arrivals: Vec::new(),
            // Numbers of turns are the track's.
            later: nothing,
            track: Some(asked),
        })
    }

    /// Whether there is a race to this cell.
    fn checked(&self, target: u32) -> Result<(), RaceError> {
        if !(1..=MAX_TARGET).contains(&target) {
            return Err(RaceError::Target(target));
        }
        self.check(target)
    }

    /// The race under the rule for throws that would pass the last cell; the number of turns, as many rows at least, and who
    /// wins only when asked.
    fn run(
        &self,
        throws: &Dist<Scored>,
        target: u32,
        rows: Option<usize>,
    ) -> Result<TrackRace, RaceError> {
        self.checked(target)?;
        let cases = throws.total().to_u64();
        let Some(total) = cases.filter(|total| u128::from(*total) <= MAX_CASES) else {
            return Err(RaceError::Cases);
        };
        let faces = faces(throws, target, |weight| {
            weight.to_u64().expect("at most the total")
        })?;
        let chain = match self.chain(target, &faces, total) {
            Err(RaceError::MovedOn { .. }) if rows.is_none() => return Ok(self.endless()),
            chain => chain?,
        };
        let share = |visits: &BigRational, weight: &u64| {
            visits * BigRational::new((*weight).into(), total.into())
        };
        let exact = |number: &BigRational| Ok::<_, RaceError>(Quantity::Exact(number.clone()));
        let parts: Presented<'_, _, _> = (&exact, rows.is_some());
        let race = self.means(&chain, chain.visits()?, share, parts)?;
        let Some(rows) = rows else {
            return Ok(race);
        };
        let (rows, rest) = chain.length(rows);
        let wins = match self.players.unwrap_or(1) {
            1 => Vec::new(),
            players => chain.wins(players),
        };
        Ok(TrackRace {
            rows: turn_chances(rows),
            rest,
            wins,
            ..race
        })
    }

    /// The means that follow from the average number of visits to each situation; `share` is that of a way.
    fn means<N, F: Field, E>(
        &self,
        chain: &Chain<N>,
        visits: Option<Vec<F>>,
        share: impl Fn(&F, &N) -> F,
        (present, whole): Presented<'_, F, E>,
    ) -> Result<TrackRace, E> {
        let Some(visits) = visits else {
            return Ok(self.endless());
        };
        let mean = |of: &dyn Fn(Situation) -> bool| {
            let visits = visits.iter().zip(&chain.situations);
            let counted = visits.filter(|(_, situation)| of(**situation));
            present(&counted.fold(F::zero(), |sum, (visits, _)| {
                stop::check();
                sum + visits.clone()
            }))
        };
        let turns = Some(mean(&|situation| {
            !matches!(situation, Situation::Again(_))
        })?);
        let mut taken = vec![F::zero(); self.jumps.len()];
        let mut exactly = F::zero();
        for (visits, ways) in visits.iter().zip(&chain.ways) {
            stop::check();
            for way in ways
                .iter()
                .filter(|way| way.exactly || !way.jumps.is_empty())
            {
                let share = share(visits, &way.weight);
                for &jump in &way.jumps {
                    taken[jump] = taken[jump].clone() + share.clone();
                }
                if way.exactly {
                    exactly = exactly + share;
                }
            }
        }
        let mut race = TrackRace {
            turns,
            exactly: Some(present(&exactly)?),
            ..self.endless()
        };
        if whole {
            race.throws = Some(mean(&|situation| {
                !matches!(situation, Situation::Wait(..))
            })?);
            for (jump, taken) in race.jumps.iter_mut().zip(&taken) {
                jump.mean = Some(present(taken)?);
            }
        }
        Ok(race)
    }

    /// The means of a race that may never end: none is known.
    fn endless(&self) -> TrackRace {
        let jumps = self.jumps.iter();
        TrackRace {
            past: self.past,
            turns: None,
            throws: None,
            exactly: None,
            rows: Vec::new(),
            rest: Quantity::Exact(BigRational::zero()),
            jumps: jumps
                .map(|&(from, to)| JumpTaken {
                    from,
                    to,
                    mean: None,
                })
                .collect(),
            wins: Vec::new(),
        }
    }
}

/// How numbers are presented, and whether more is wanted than how long the race takes and how it ends.
type Presented<'a, F, E> = (&'a dyn Fn(&F) -> Result<Quantity, E>, bool);

/// Some parts of a whole.
fn share(parts: BigUint, whole: &BigUint) -> BigRational {
    gcd::ratio(parts.into(), whole.clone().into())
}

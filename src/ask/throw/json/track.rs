//! A race on a track with jumps, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use crate::chance::race::track::TrackRace;
use crate::exact::Quantity;

/// The race under the rules asked for.
// Not `TrackRace`, which leaves the numbers of turns to be counted.
#[derive(Serialize, JsonSchema)]
pub(super) struct Length {
    /// Turns on average, missed ones among them; throws, where none earns another. `null` when the race may never end.
    mean: Option<Quantity>,
    /// Throws on average.
    throws: Option<Quantity>,
    /// The probability to end on the last cell and not beyond it.
    exactly: Option<Quantity>,
    rows: Vec<TurnChance>,
    /// The probability of more turns than are listed.
    rest: Quantity,
    jumps: Vec<Jump>,
    /// With `--players`: that the first, second, … to move is the first at the end.
    wins: Vec<Quantity>,
}

#[derive(Serialize, JsonSchema)]
struct TurnChance {
    turns: usize,
    probability: Quantity,
}

#[derive(Serialize, JsonSchema)]
struct Jump {
    from: u32,
    to: u32,
    /// The average number of times that it is taken.
    mean: Option<Quantity>,
}

impl From<&TrackRace> for Length {
    fn from(race: &TrackRace) -> Self {
        let rows = race.rows.iter().cloned().zip(1..);
        let jumps = race.jumps.iter();
        Self {
            mean: race.turns.clone(),
            throws: race.throws.clone(),
            exactly: race.exactly.clone(),
            rows: rows
                .map(|(probability, turns)| TurnChance { turns, probability })
                .collect(),
            rest: race.rest.clone(),
            jumps: jumps
                .map(|(from, to, mean)| Jump {
                    from: *from,
                    to: *to,
                    mean: mean.clone(),
                })
                .collect(),
            wins: race.wins.clone(),
        }
    }
}

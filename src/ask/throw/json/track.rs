//! A race on a track with jumps, for programs.

use schemars::JsonSchema;
use serde::Serialize;

use crate::ask::throw::track::past_name;
use crate::chance::track::{self, TrackRace};
use crate::exact::Quantity;

/// The track that is asked about.
#[derive(Serialize, JsonSchema)]
pub(super) struct Track {
    /// From a cell to another.
    jumps: Vec<(u32, u32)>,
    /// Cells from which the same throw is moved once more.
    onward: Vec<u32>,
    /// Cells, and how many turns they cost.
    waits: Vec<(u32, u32)>,
    /// The rule for a throw that would pass the last cell: `end`, `stay` or `bounce`.
    past: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<u32>,
}

/// The race under the rules asked for.
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

impl From<&track::Track> for Track {
    fn from(track: &track::Track) -> Self {
        Self {
            jumps: track.jumps.clone(),
            onward: track.onward.clone(),
            waits: track.waits.clone(),
            past: past_name(track.past),
            players: track.players,
        }
    }
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

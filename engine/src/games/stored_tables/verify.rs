//! The tables of a set of rules verified: checksums, then an audit of their values.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use super::KeptRules;
use crate::solve::retro::{Code, Layer, Outcome};
use crate::solve::table::{Directory, Stored, Table};
use crate::work::Note;

/// The result of verifying the tables of a set of rules.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifiedSet {
    /// Its layers.
    pub layers: Vec<VerifiedLayer>,
    /// By layer, wins, losses, draws and no positions of a game over every arrangement, symmetric ones counted apart.
    pub arrangements: BTreeMap<Layer, [u64; 4]>,
    /// Arrangements whose values were checked against the next ones.
    pub values: u64,
    /// The faults.
    pub faults: Vec<String>,
}

/// A layer whose checksums were checked, and what it holds.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct VerifiedLayer {
    /// The layer.
    pub layer: Layer,
    /// Positions in its table.
    pub positions: u64,
    /// Whether its checksums hold.
    pub sound: bool,
    /// Wins, losses, draws, no positions of a game, in a table of values.
    pub counts: Option<[u64; 4]>,
}

/// Verifies the tables of a set of rules; by their checksums alone, or of outcomes only `sample` values of a layer that has
/// more. `note` hears which layer is looked at.
///
/// Cost: reads everything; values take some microseconds an arrangement.
pub fn verify(
    stored: &Stored,
    checksums: bool,
    sample: Option<u64>,
    directory: &Directory,
    note: &Note,
) -> VerifiedSet {
    let mut faults = Vec::new();
    let done = |more: u64| note.done().fetch_add(more, Ordering::Relaxed);
    let sizes = || (stored.tables.iter()).map(|table| table.header().positions);
    note.set("checksums");
    note.count_to(sizes().sum());
    let layers: Vec<VerifiedLayer> = (stored.tables.iter())
        .map(|table| {
            let checked = checked(table, &mut faults);
            done(checked.positions);
            checked
        })
        .collect();
    let mut values = 0;
    if faults.is_empty() && !checksums {
        let work = |size: u64| sample.map_or(size, |sample| sample.min(size));
        note.count_to(sizes().map(work).sum());
        // A layer is reported when it begins: then the one before it is done.
        let mut before = 0;
        let mut observe = |layer: Layer| {
            done(before);
            let of = layers.iter().find(|checked| checked.layer == layer);
            before = of.map_or(0, |checked| work(checked.positions));
            note.set(format!("values of layer {layer}"));
        };
        match values_of(stored, sample, directory, &mut observe) {
            Ok(number) => values = number,
            Err(fault) => faults.push(fault),
        }
    }
    let known = KeptRules::parse(&stored.rules);
    let known = known.ok().filter(|_| faults.is_empty());
    let there: Vec<Layer> = layers.iter().map(|checked| checked.layer).collect();
    let arrangements = known.and_then(|known| known.game().counts(directory, &there).ok());
    VerifiedSet {
        arrangements: arrangements.unwrap_or_default(),
        layers,
        values,
        faults,
    }
}

fn checked(table: &Table, faults: &mut Vec<String>) -> VerifiedLayer {
    let header = table.header();
    let before = faults.len();
    let counts = match table.check() {
        Ok(codes) => {
            let bounds = header.record.kind.is_bounds();
            (!bounds).then(|| records_by_outcome(&codes))
        }
        Err(error) => {
            faults.push(error.to_string());
            None
        }
    };
    VerifiedLayer {
        layer: header.layer,
        positions: header.positions,
        sound: faults.len() == before,
        counts,
    }
}

/// Wins, losses, draws and no positions of a game among records.
pub fn records_by_outcome(codes: &[u64; 256]) -> [u64; 4] {
    let mut counts = [0; 4];
    for (code, &number) in (0..=u8::MAX).zip(codes) {
        let kind = match Code(code).outcome() {
            Some(Outcome::Win) => 0,
            Some(Outcome::Loss) => 1,
            Some(Outcome::Draw) => 2,
            None => 3,
        };
        counts[kind] += number;
    }
    counts
}

/// The number of arrangements that were checked; layers that are missing leave nothing to check against.
fn values_of(
    stored: &Stored,
    sample: Option<u64>,
    directory: &Directory,
    observe: &mut dyn FnMut(Layer),
) -> Result<u64, String> {
    if !stored.is_complete() {
        return Ok(0);
    }
    let Ok(known) = KeptRules::parse(&stored.rules) else {
        return Err(format!(
            "{} are rules that siga does not know",
            stored.rules
        ));
    };
    known.game().audit(directory, stored, sample, observe)
}

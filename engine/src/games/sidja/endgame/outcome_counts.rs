//! The numbers of positions that are won, lost and drawn, layer by layer: read from tables, else solved.

use super::room::room_to_solve;
use super::{LayerCounts, STONES, Wanted, count_kept, count_solved, groups};
use crate::games::sidja::Rules;
use crate::solve::meter::Meter;
use crate::solve::retro::Layer;
use crate::solve::table::Directory;
use crate::work::{Fault, Note};

/// The outcomes of the positions with few stones.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OutcomeCounts {
    /// The stones of both sides together, at most.
    pub stones: u32,
    /// Whether it was read from tables, and not solved for this answer.
    pub kept: bool,
    /// By the number of stones.
    pub layers: Vec<LayerCounts>,
}

/// The outcomes of the positions with few stones, under rules without a limit on moves without a capture: with at most `stones` of both
/// sides together, by default those that are kept, else 6. Tables are looked for in a directory.
///
/// Exact. Cost: reading all tables, or solving the positions in memory.
///
/// # Errors
/// Of kind input: these rules have no tables. Of kind limit: memory does not suffice. Of kind io: a table that cannot
/// be trusted.
///
/// # Examples
/// ```
/// use siga::work::Note;
/// use siga::games::sidja::Rules;
/// use siga::games::sidja::endgame::outcome_counts::outcome_counts;
/// let found = outcome_counts(&Rules::SUDAN, Some(4), None, &Note::default())?;
/// assert!(!found.kept);
/// assert_eq!(found.layers[0].layer.total(), 4);
/// assert!(outcome_counts(&Rules::EGYPT, Some(4), None, &Note::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn outcome_counts(
    rules: &Rules,
    stones: Option<u32>,
    tables: Option<&Directory>,
    note: &Note,
) -> Result<OutcomeCounts, Fault> {
    let all = 2 * u32::from(rules.stones());
    let asked = stones.map(|stones| stones.min(all));
    let kept = match tables {
        Some(directory) => {
            note.set("reading tables");
            let layers = groups(rules, asked.unwrap_or(all)).concat();
            count_kept(rules, &layers, directory)?
        }
        None => Vec::new(),
    };
    // The number of stones up to which every layer is there.
    let there = |total: u32| {
        let mut layers = groups(rules, total).into_iter().flatten();
        layers.all(|layer| kept.iter().any(|counts| counts.layer == layer))
    };
    let complete = (2 * (u32::from(rules.lost_with()) + 1)..=all)
        .take_while(|&stones| there(stones))
        .last();
    let stones = asked.or(complete).unwrap_or(STONES.min(all));
    if complete >= Some(stones) {
        let within = |counts: &LayerCounts| u32::from(counts.layer.total()) <= stones;
        return Ok(OutcomeCounts {
            stones,
            kept: true,
            layers: kept.into_iter().filter(within).collect(),
        });
    }
    room_to_solve(rules, Wanted::Stones(stones))?;
    let cells = rules.board().cell_count();
    let layers: Vec<Layer> = groups(rules, stones).concat();
    let mut meter = Meter::of(cells, layers);
    let layers = count_solved(rules, stones, &mut |tick| {
        note.set(format!("solving {}", meter.tick(tick.into())));
        true
    })?;
    Ok(OutcomeCounts {
        stones,
        kept: false,
        layers,
    })
}

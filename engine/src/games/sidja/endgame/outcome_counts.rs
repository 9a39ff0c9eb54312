//! The numbers of positions that are won, lost and drawn, layer by layer: read from tables, else solved.

use super::outcomes::{sliding, solve};
use super::outcomes_on_disk::Shelf;
use super::room::room_to_solve;
use super::turns_on_disk::{kind, refused};
use super::{Endgames, STONES, groups};
use crate::games::kept_game::Extent;
use crate::games::sidja::Rules;
use crate::solve::custody::Outcomes;
use crate::solve::meter::Meter;
use crate::solve::retro::{Layer, LayerTotals};
use crate::solve::table::{Directory, TableError};
use crate::work::{Fault, Note};

/// The outcomes of the positions with few stones, under rules without a limit on moves without a capture: with at most `stones` of both
/// sides together, by default those that are kept, else 6. Tables are looked for in a directory. Returned are this number of stones, whether
/// all was read from tables and not solved for this answer, and the layers by their number of stones.
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
/// let (_, kept, layers) = outcome_counts(&Rules::SUDAN, Some(4), None, &Note::default())?;
/// assert!(!kept);
/// assert_eq!(layers[0].layer.total(), 4);
/// assert!(outcome_counts(&"sidja:egypt".parse()?, Some(4), None, &Note::default()).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn outcome_counts(
    rules: &Rules,
    stones: Option<u32>,
    tables: Option<&Directory>,
    note: &Note,
) -> Result<(u32, bool, Vec<LayerTotals>), Fault> {
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
        layers.all(|layer| kept.iter().any(|totals| totals.layer == layer))
    };
    let complete = (2 * (u32::from(rules.lost_with()) + 1)..=all)
        .take_while(|&stones| there(stones))
        .last();
    let stones = asked.or(complete).unwrap_or(STONES.min(all));
    if complete >= Some(stones) {
        let within = |totals: &LayerTotals| u32::from(totals.layer.total()) <= stones;
        return Ok((stones, true, kept.into_iter().filter(within).collect()));
    }
    let extent = Extent {
        stones: Some(stones),
        ..Extent::default()
    };
    room_to_solve(rules, extent)?;
    let cells = rules.board().cell_count();
    let layers: Vec<Layer> = groups(rules, stones).concat();
    let mut meter = Meter::of(cells, layers);
    let solved = solve(*rules, stones, &mut |tick| {
        note.set(format!("solving {}", meter.tick(tick)));
        true
    });
    let solved = solved.ok_or_else(|| refused(rules))?;
    let solved = solved.map_err(TableError::from)?;
    let layers = in_order(solved.values().map(|table| totals(table)));
    Ok((stones, false, layers))
}

/// The totals of those of the layers that are on disk.
///
/// Cost: everything is read and its checksums checked.
///
/// # Errors
/// If these rules have no tables, or one is not what it should be.
pub(super) fn count_kept(
    rules: &Rules,
    layers: &[Layer],
    directory: &Directory,
) -> Result<Vec<LayerTotals>, Fault> {
    let sliding = sliding(rules).ok_or_else(|| refused(rules))?;
    if kind(rules, directory)? == Some("turns") {
        let most = layers.iter().map(|layer| layer.total()).max();
        let found = Endgames::load(rules, most.unwrap_or(0).into(), directory)?;
        let mut totals = found.map_or_else(Vec::new, |endgames| endgames.totals());
        totals.retain(|totals| layers.contains(&totals.layer));
        return Ok(totals);
    }
    let mut shelf = Shelf::new(rules, &sliding, directory);
    let mut found = Vec::new();
    for &layer in layers {
        if directory.file(&rules.to_string(), layer).exists() {
            found.push(totals(&shelf.load(layer)?));
        }
    }
    Ok(in_order(found.into_iter()))
}

impl Endgames {
    /// The totals of each layer whose turns are known, fewer stones first.
    pub fn totals(&self) -> Vec<LayerTotals> {
        in_order(self.solution().tables().values().map(LayerTotals::new))
    }
}

/// The totals of a layer of which the outcomes alone are known.
fn totals(table: &Outcomes) -> LayerTotals {
    let [win, loss, draw] = table.counts();
    LayerTotals {
        win,
        loss,
        draw,
        blocked: table.stuck(),
        ..LayerTotals::none(table.layer())
    }
}

/// Fewer stones first.
fn in_order(totals: impl Iterator<Item = LayerTotals>) -> Vec<LayerTotals> {
    let mut totals: Vec<LayerTotals> = totals.collect();
    totals.sort_by_key(|totals| (totals.layer.total(), totals.layer));
    totals
}

//! Numbers of positions won, lost and drawn, by the stones of both sides.

use super::Endgames;
use super::outcomes::{Solved, sliding, solve};
use super::outcomes_on_disk::Shelf;
use super::turns_on_disk::{kind, refused};
use crate::games::sidja::Rules;
use crate::solve::custody::{Outcomes, Progress};
use crate::solve::retro::{Layer, LayerTotals};
use crate::solve::table::{Directory, TableError};
use crate::work::Fault;

/// The totals of a layer over every arrangement of the stones, symmetric ones counted apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayerCounts {
    /// Stones of the side to move and of the other.
    pub layer: Layer,
    /// Won by the side to move.
    pub win: u64,
    /// Lost by it.
    pub loss: u64,
    /// Drawn.
    pub draw: u64,
    /// In how many of them the side to move has no move.
    pub stuck: u64,
    /// The most turns to the end, where turns are known and any position is decided.
    pub longest: Option<u16>,
}

impl LayerCounts {
    fn of(table: &Outcomes) -> LayerCounts {
        let [win, loss, draw] = table.counts();
        LayerCounts {
            layer: table.layer(),
            win,
            loss,
            draw,
            stuck: table.stuck(),
            longest: None,
        }
    }

    /// All of them.
    pub fn positions(&self) -> u64 {
        self.win + self.loss + self.draw
    }
}

impl Endgames {
    /// The totals of each layer, of tables with turns.
    pub(crate) fn layer_counts(&self) -> Vec<LayerCounts> {
        let of = |counts: LayerTotals| LayerCounts {
            layer: counts.layer,
            win: counts.win,
            loss: counts.loss,
            draw: counts.draw,
            stuck: counts.blocked,
            longest: counts.longest,
        };
        let tables = self.solution().tables().values();
        in_order(tables.map(|table| of(LayerTotals::new(table))).collect())
    }
}

/// Fewer stones first.
fn in_order(mut counts: Vec<LayerCounts>) -> Vec<LayerCounts> {
    counts.sort_by_key(|counts| (counts.layer.total(), counts.layer));
    counts
}

/// The totals of every layer with at most `most` stones, solved in memory.
///
/// # Errors
/// If these rules have no tables, or the observer stops it.
pub fn count_solved(
    rules: &Rules,
    most: u32,
    observe: &mut dyn FnMut(Progress) -> bool,
) -> Result<Vec<LayerCounts>, Fault> {
    let solved: Solved = solve(*rules, most, observe)
        .ok_or_else(|| refused(rules))?
        .map_err(TableError::from)?;
    Ok(in_order(
        solved
            .values()
            .map(|table| LayerCounts::of(table))
            .collect(),
    ))
}

/// The totals of those of the layers that are on disk.
///
/// Cost: everything is read and its checksums checked.
///
/// # Errors
/// If these rules have no tables, or one is not what it should be.
pub fn count_kept(
    rules: &Rules,
    layers: &[Layer],
    directory: &Directory,
) -> Result<Vec<LayerCounts>, Fault> {
    let sliding = sliding(rules).ok_or_else(|| refused(rules))?;
    if kind(rules, directory)? == Some("turns") {
        let most = layers.iter().map(|layer| layer.total()).max();
        let found = Endgames::load(rules, most.unwrap_or(0).into(), directory)?;
        let mut counts = found.map_or_else(Vec::new, |endgames| endgames.layer_counts());
        counts.retain(|counts| layers.contains(&counts.layer));
        return Ok(counts);
    }
    let mut shelf = Shelf::new(rules, &sliding, directory);
    let mut counts = Vec::new();
    for &layer in layers {
        if directory.file(&rules.to_string(), layer).exists() {
            counts.push(LayerCounts::of(&shelf.load(layer)?));
        }
    }
    Ok(in_order(counts))
}

//! The work of a solution, pair by pair, before any of it is done: places, bytes, memory, needs.

use super::outcomes::sliding;
use super::outcomes_on_disk::groups_of;
use super::sliding::Sliding;
use super::turns_on_disk::refused;
use crate::games::kept_game::{Extent, Task};
use crate::games::sidja::Rules;
use crate::solve::audit::orbits;
use crate::solve::custody::{Chain, needs};
use crate::solve::retro::{Layer, ReversibleGame};
use crate::work::Fault;

/// Places solved in a second of one core: measured, see `docs/results.md`.
const RATE: f64 = 4e6;
/// Places solved in a second of one core under rules whose captures are valued one position at a time.
const SLOW_RATE: f64 = 1e6;

/// The tasks, each after those it needs.
///
/// # Errors
/// If these rules have no tables, or no such layer.
pub fn plan(rules: &Rules, extent: Extent) -> Result<Vec<Task>, Fault> {
    let sliding = sliding(rules).ok_or_else(|| refused(rules))?;
    let symmetries = sliding.symmetries();
    let groups = groups_of(rules, extent)?;
    let tasks = groups
        .into_iter()
        .map(|layers| task(&sliding, &symmetries, layers));
    Ok(tasks.collect())
}

fn task(sliding: &Sliding, symmetries: &[Vec<u8>], layers: Vec<Layer>) -> Task {
    let custody = sliding.custody();
    let cells = custody.cells;
    let places = |layer: Layer| {
        let (few, many) = (layer.own.min(layer.other), layer.own.max(layer.other));
        orbits(symmetries, few, 0) * Layer::new(0, many).arrangements(cells - few)
    };
    let rows = places(layers[0]);
    let number = layers.len() as u64;
    let needed = needs(&custody, layers[0].own, layers[0].other);
    // Won and lost, and what captures are worth, of either side to move; then the tables.
    let sources: u64 = needed.iter().map(|&layer| places(layer)).sum();
    // Where single positions are looked up beside rows, the layers are kept both ways.
    let kept = match custody.has_some_apart() && !custody.is_all_apart() {
        true => sources / 2,
        false => sources / 4,
    };
    let largest = needed.iter().map(|&layer| places(layer)).max().unwrap_or(0);
    let sections = if custody.chain.goes_on() { 2 } else { 1 };
    let tables = number * sections * rows / 4;
    let sets = 60 * Layer::new(0, layers[0].own).arrangements(cells);
    let rate = match custody.chain {
        Chain::Other => SLOW_RATE,
        _ => RATE,
    };
    let mut needs: Vec<Layer> = needed
        .into_iter()
        .flat_map(|layer| [layer, layer.after_step()])
        .collect();
    needs.sort_by_key(|layer| (layer.total(), *layer));
    needs.dedup();
    Task {
        needs,
        places: number * rows,
        arrangements: layers.iter().map(|layer| layer.arrangements(cells)).sum(),
        bytes: tables + tables / 100 + 4096,
        memory: rows + rows / 8 + (kept + largest / 2).max(2 * tables) + sets + (16 << 20),
        // Either side's positions are worked on, also where both are the same layer.
        seconds: 2.0 * rows as f64 / rate,
        layers,
    }
}

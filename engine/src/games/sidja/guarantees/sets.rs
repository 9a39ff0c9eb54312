//! Sets of cells that make an immediate capture certain.

use std::collections::BTreeMap;

use crate::board::{Bits, Cell, image, symmetries};
use crate::games::sidja::Rules;
use crate::games::sidja::first_capture::space::Space;
use crate::work::Fault;

/// A smallest set of cells that makes an immediate capture certain.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Guarantee {
    /// The cells the first mover holds, `a1` first.
    pub cells: Vec<Cell>,
    /// The number of different sets that symmetries make of it, itself included.
    pub images: u32,
}

/// Every minimal set of cells which, held by the first mover, makes a capture with the first move
/// certain however the rest of the stones stand; of sets that symmetries turn into one another,
/// one. Smaller sets come first.
///
/// Exact: from all placements, and all subsets of their cells. Cost: a bit for each of 2^24 sets of cells.
///
/// # Errors
/// Of kind input: the board is larger than 5×5.
pub fn minimal_sets(rules: Rules) -> Result<Vec<Guarantee>, Fault> {
    let space = Space::new(rules)?;
    let board = space.board();
    let hole = board.cell_count() / 2;
    let cells = u32::from(board.cell_count()) - 1;
    let most = u32::from(rules.stones());
    // A bit for each set, by its mask: whether some completion takes nothing.
    let mut open = vec![0_u64; 1 << (cells - 6)];
    for mask in space.subsets().masks() {
        if !space.takes(Space::spread(hole, mask)) {
            open[mask as usize / 64] |= 1 << (mask % 64);
        }
    }
    close_downwards(&mut open);
    let maps = symmetries(board);
    let mut found: BTreeMap<u32, u32> = BTreeMap::new();
    let minimal = (0..open.len()).flat_map(|at| {
        let sets = without_one(&open, at) & !open[at];
        sets.ones().map(move |bit| at as u32 * 64 + u32::from(bit))
    });
    for mask in minimal.filter(|mask| mask.count_ones() <= most) {
        let slide = Space::spread(hole, mask);
        let images = maps.iter().map(|map| image(map, slide.own));
        *found.entry(images.fold(slide.own, u32::min)).or_default() += 1;
    }
    let mut sets: Vec<(u32, u32)> = found.into_iter().collect();
    sets.sort_by_key(|&(own, _)| (own.count_ones(), own));
    let guarantee = |(own, images): (u32, u32)| Guarantee {
        cells: board.cells_of(own),
        images,
    };
    Ok(sets.into_iter().map(guarantee).collect())
}

/// Of the sets of a word those of which all subsets with one cell fewer are among some sets.
fn without_one(sets: &[u64], at: usize) -> u64 {
    let within = cells_in_word().map(|(weight, without)| sets[at] << weight | without);
    let across = (at as u32).ones().map(|cell| sets[at & !(1 << cell)]);
    within
        .chain(across)
        .fold(u64::MAX, |all, fewer| all & fewer)
}

/// For each of the cells that tell apart the sets of one word: its weight in a mask, and the sets without it.
fn cells_in_word() -> impl Iterator<Item = (u32, u64)> {
    let weights = (0..6).map(|cell| 1 << cell);
    weights.map(|weight| (weight, u64::MAX / ((1 << weight) + 1)))
}

/// Adds every subset of each set; sets are given by mask.
fn close_downwards(sets: &mut [u64]) {
    for (weight, without) in cells_in_word() {
        (sets.iter_mut()).for_each(|word| *word |= *word >> weight & without);
    }
    for half in (0..sets.len().ilog2()).map(|cell| 1 << cell) {
        for block in sets.chunks_mut(2 * half) {
            let (without, with) = block.split_at_mut(half);
            let both = without.iter_mut().zip(with);
            both.for_each(|(without, with)| *without |= *with);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(text: &str) -> Rules {
        text.parse().unwrap()
    }

    /// On 3×3 every set is tried against every placement.
    #[test]
    fn minimal_sets_of_a_small_board() {
        for text in [
            "sudan,size=3",
            "west-africa,size=3",
            "egypt,size=3,centre=open",
        ] {
            let space = Space::new(rules(text)).unwrap();
            let certain = |set: u32| {
                let mut all = space.subsets().masks().filter(|mask| mask & set == set);
                all.all(|mask| space.takes(Space::spread(4, mask)))
            };
            let mut least: Vec<u32> = (0..256_u32)
                .filter(|&set| set.count_ones() <= 4 && certain(set))
                .filter(|&set| set.ones().all(|cell| !certain(set & !(1 << cell))))
                .map(|set| Space::spread(4, set).own)
                .collect();
            least.sort_unstable();
            let found = minimal_sets(rules(text)).unwrap();
            let images: u32 = found.iter().map(|set| set.images).sum();
            assert_eq!(images as usize, least.len(), "{text}");
        }
    }
}

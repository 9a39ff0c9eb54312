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
/// Exact: from all placements, and all subsets of their cells. Cost: a byte for each of 2^24 sets of cells.
///
/// # Errors
/// Of kind input: the board is larger than 5×5.
pub fn minimal_sets(rules: Rules) -> Result<Vec<Guarantee>, Fault> {
    let space = Space::new(rules)?;
    let board = space.board();
    let hole = board.cell_count() / 2;
    let cells = u32::from(board.cell_count()) - 1;
    let most = u32::from(rules.stones());
    // The sets for which some completion takes nothing.
    let mut open = vec![false; 1 << cells];
    for mask in space.subsets().masks() {
        if !space.takes(Space::spread(hole, mask)) {
            open[mask as usize] = true;
        }
    }
    close_downwards(&mut open);
    let is_open = |set: u32| open[set as usize];
    let is_minimal = |&set: &u32| {
        let fewer = || set.ones().all(|cell| is_open(set & !(1 << cell)));
        !is_open(set) && set.count_ones() <= most && fewer()
    };
    let maps = symmetries(board);
    let mut found: BTreeMap<u32, u32> = BTreeMap::new();
    for mask in (0..1 << cells).filter(is_minimal) {
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

/// Adds to some sets, by their masks, every subset of each.
fn close_downwards(sets: &mut [bool]) {
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

    #[test]
    fn sets_are_closed_downwards() {
        let mut sets = vec![false; 256];
        sets[0b1100_0001] = true;
        close_downwards(&mut sets);
        for (set, member) in (0..256).zip(sets) {
            assert_eq!(member, set & !0b1100_0001 == 0, "{set}");
        }
    }
}

//! Sets of cells that make an immediate capture certain.

use std::collections::BTreeMap;

use crate::board::{Bits, Cell};
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
/// Exact: from all placements, and all subsets of their cells. Cost: two bits for each of 2^24 sets of cells.
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
    let mut open = SetTable::new(cells);
    for mask in space.subsets().masks() {
        if !space.takes(Space::spread(hole, mask)) {
            open.insert(mask);
        }
    }
    open.close_downwards();
    let certain = open.complement_up_to(most);
    let least = certain.minimal();
    let mut found: BTreeMap<u32, u32> = BTreeMap::new();
    for mask in least.members() {
        let slide = Space::spread(hole, mask);
        let images = space.images(slide).map(|(_, image)| image.own);
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

/// A set of sets of at least six cells: one bit for each mask.
#[derive(Debug, Clone)]
struct SetTable {
    cells: u32,
    words: Vec<u64>,
}

/// The six-bit numbers that have bit `axis` clear, as a word of 64 bits.
const CLEAR: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

impl SetTable {
    fn new(cells: u32) -> SetTable {
        SetTable {
            cells,
            words: vec![0; 1 << cells.saturating_sub(6)],
        }
    }

    fn insert(&mut self, mask: u32) {
        self.words[(mask >> 6) as usize] |= 1 << (mask & 63);
    }

    /// Adds every subset of every member.
    fn close_downwards(&mut self) {
        for axis in 0..self.cells {
            if let Some(clear) = CLEAR.get(axis as usize) {
                for word in &mut self.words {
                    *word |= (*word >> (1 << axis)) & clear;
                }
            } else {
                let half = 1 << (axis - 6);
                for block in self.words.chunks_mut(2 * half) {
                    let (without, with) = block.split_at_mut(half);
                    for (without, with) in without.iter_mut().zip(with) {
                        *without |= *with;
                    }
                }
            }
        }
    }

    /// The sets of at most `most` cells that are not members.
    fn complement_up_to(&self, most: u32) -> SetTable {
        let small = |most: u32| {
            (0..64_u64)
                .filter(|low| low.count_ones() <= most)
                .fold(0, |word, low| word | 1 << low)
        };
        let allowed: Vec<u64> = (0..=most).map(small).collect();
        let words = (0_u32..)
            .zip(&self.words)
            .map(|(high, word)| {
                let rest = most.checked_sub(high.count_ones());
                !word & rest.map_or(0, |rest| allowed[rest as usize])
            })
            .collect();
        SetTable { words, ..*self }
    }

    /// The members none of which loses one cell and stays a member.
    fn minimal(&self) -> SetTable {
        let mut larger = SetTable::new(self.cells);
        for axis in 0..self.cells {
            if let Some(clear) = CLEAR.get(axis as usize) {
                for (to, from) in larger.words.iter_mut().zip(&self.words) {
                    *to |= (from & clear) << (1 << axis);
                }
            } else {
                let half = 1 << (axis - 6);
                let blocks = larger.words.chunks_mut(2 * half);
                for (to, from) in blocks.zip(self.words.chunks(2 * half)) {
                    for (to, from) in to[half..].iter_mut().zip(&from[..half]) {
                        *to |= from;
                    }
                }
            }
        }
        let words = self.words.iter().zip(&larger.words);
        SetTable {
            cells: self.cells,
            words: words.map(|(member, larger)| member & !larger).collect(),
        }
    }

    fn members(&self) -> impl Iterator<Item = u32> {
        (0_u32..)
            .zip(&self.words)
            .flat_map(|(high, word)| word.ones().map(move |low| high << 6 | u32::from(low)))
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
    fn tables_of_sets_close_and_shrink() {
        let mut table = SetTable::new(8);
        table.insert(0b1100_0001);
        table.close_downwards();
        let mut members: Vec<u32> = table.members().collect();
        members.sort_unstable();
        let expected: Vec<u32> = (0..256).filter(|set| set & !0b1100_0001 == 0).collect();
        assert_eq!(members, expected);
        let outside = table.complement_up_to(8);
        assert_eq!(outside.members().count(), 248);
        let least: Vec<u32> = outside.minimal().members().collect();
        assert_eq!(least, [2, 4, 8, 16, 32]);
    }
}

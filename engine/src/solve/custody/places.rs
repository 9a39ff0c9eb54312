//! Where single positions stand in the rows of a pair.

use super::row_store::Rows;
use crate::solve::Subsets;
use crate::solve::bits::{self, Home};
use crate::solve::retro::{Sets, image};

/// A position of a pair: who is to move, and its place.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// 0: the side whose sets are the rows; 1: the other.
    pub(super) mover: usize,
    pub(super) class: u32,
    pub(super) column: u32,
}

impl Place {
    pub(super) fn is_in(self, rows: &Rows, which: usize) -> bool {
        let word = rows.row(which, self.class as usize)[self.column as usize / 64];
        word >> (self.column % 64) & 1 == 1
    }

    pub(super) fn set(self, rows: &mut Rows, which: usize) {
        let at = self.class as usize * rows.words + self.column as usize / 64;
        rows.bits[which][at] |= 1 << (self.column % 64);
    }
}

/// Numbers the positions of a pair as [`LayerIndex`] does, sooner: what is known of a set lies together in memory, images
/// are looked up byte by byte, and one instruction leaves out the cells that are taken.
///
/// [`LayerIndex`]: crate::solve::retro::LayerIndex
pub(super) struct Places {
    ranks: Subsets,
    homes: Vec<Home>,
    columns: Subsets,
    full: u32,
    /// By symmetry and byte of a set.
    images: Vec<[[u32; 256]; 4]>,
}

/// Where the row of every set stands, by the rank of the set.
pub(super) fn homes(sets: &Sets, ranks: &Subsets) -> Vec<Home> {
    let homes = ranks.masks().map(|mask| {
        let number = sets.number(mask);
        let class = sets.class(number);
        Home {
            class: class as u32,
            first: sets.mask(sets.first(class)),
            carrier: sets.carrier(number) as u8,
        }
    });
    homes.collect()
}

/// The image of every set that lies within one byte of the cells.
fn images_of_bytes(symmetry: &[u8]) -> [[u32; 256]; 4] {
    let cells = (1_u64 << symmetry.len()) - 1;
    [0, 8, 16, 24].map(|shift| {
        std::array::from_fn(|byte| image(symmetry, (((byte as u64) << shift) & cells) as u32))
    })
}

impl Places {
    /// The places of a pair whose rows are `sets`, against `others` stones; `None` if there are too many cells.
    pub(super) fn new(symmetries: &[Vec<u8>], sets: &Sets, others: u8) -> Option<Places> {
        let cells = symmetries.first()?.len() as u32;
        let size = sets.mask(0).count_ones();
        let ranks = Subsets::new(cells, size)?;
        Some(Places {
            homes: homes(sets, &ranks),
            ranks,
            columns: Subsets::new(cells - size, others.into())?,
            full: ((1_u64 << cells) - 1) as u32,
            images: symmetries.iter().map(|one| images_of_bytes(one)).collect(),
        })
    }

    /// The place of a position in which `mover` is to move with `own` against `other`.
    #[inline]
    pub(super) fn of(&self, mover: usize, own: u32, other: u32) -> Place {
        let (row, column) = if mover == 0 {
            (own, other)
        } else {
            (other, own)
        };
        let home = &self.homes[self.ranks.rank(row)];
        let image = match home.first == row {
            true => column,
            false => {
                let bytes = column.to_le_bytes().into_iter();
                let images = bytes.zip(&self.images[usize::from(home.carrier)]);
                images.fold(0, |set, (byte, image)| set | image[usize::from(byte)])
            }
        };
        let left = self.full & !home.first;
        let squeezed = bits::squeeze(image.into(), left.into());
        Place {
            mover,
            class: home.class,
            column: self.columns.rank(squeezed as u32) as u32,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::turn_over::tests::symmetries;
    use super::*;
    use crate::solve::retro::{Layer, LayerIndex};

    #[test]
    fn places_are_those_of_the_index() {
        let symmetries = Arc::new(symmetries());
        for (few, many) in [(1, 1), (2, 3), (3, 3), (4, 5)] {
            let sets = Arc::new(Sets::new(9, few, &symmetries).unwrap());
            let places = Places::new(&symmetries, &sets, many).unwrap();
            let layer = Layer::new(few, many);
            let index = LayerIndex::with(layer, 9, sets.clone(), symmetries.clone()).unwrap();
            for row in Subsets::new(9, few.into()).unwrap().masks() {
                let others = Subsets::new(9, many.into()).unwrap();
                for other in others.masks().filter(|other| other & row == 0) {
                    for place in [places.of(0, row, other), places.of(1, other, row)] {
                        let at = place.class as usize * index.row() + place.column as usize;
                        assert_eq!(at, index.place(row, other));
                    }
                }
            }
        }
    }
}

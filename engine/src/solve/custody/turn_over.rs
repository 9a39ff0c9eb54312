//! A finished layer whose rows are the sets of one side, as rows by the sets of the other.
//!
//! Let the layer have rows Y, one for each class, with columns X; wanted are rows X, one for each class, with columns Y.
//! Every Y disjoint from an X is listed, and its value looked up where it stands: in the row of the Z that stands for
//! its class, at the column of the image of X under the symmetry that takes Y there.

use super::row_store::{Rows, Space};
use super::table::Outcomes;
use crate::solve::retro::{Sets, image};
use crate::solve::{Subsets, bits, parallel};

/// Where the row of every set stands, by the rank of the set.
fn homes(sets: &Sets, ranks: &Subsets) -> Vec<bits::Home> {
    let homes = ranks.masks().map(|mask| {
        let number = sets.number(mask);
        let class = sets.class(number);
        bits::Home {
            class: class as u32,
            first: sets.mask(sets.first(class)),
            carrier: sets.carrier(number) as u8,
        }
    });
    homes.collect()
}

/// Fills rows by `sets` against `others` pieces with the two bits of `codes`, which are the outcomes of `table`: what is won,
/// and what is not lost. `None` if there are too many cells.
pub(super) fn turn_over(
    space: &Space,
    (sets, others): (&Sets, u8),
    (table, codes): (&Outcomes, &[u8]),
    rows: &mut Rows,
) -> Option<()> {
    let (cells, index) = (space.custody.cells, table.index());
    let size = sets.mask(0).count_ones();
    let own = index.own_sets();
    let ranks = Subsets::new(cells.into(), own.mask(0).count_ones())?;
    let layer = bits::Homes {
        codes,
        row: index.row(),
        homes: &homes(own, &ranks),
        full: space.custody.full(),
        ranks: &ranks,
        from: &Subsets::new(u32::from(cells - others), size)?,
        to: &Subsets::new(u32::from(cells) - size, others.into())?,
    };
    parallel::for_each(rows.each().enumerate(), |(class, row)| {
        let set = sets.mask(sets.first(class));
        let images = space.symmetries.iter().map(|symmetry| image(symmetry, set));
        bits::look_up(&layer, set, &images.collect::<Vec<u32>>(), row);
    });
    Some(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::game::{Blocked, Chain, Custody, members};
    use super::super::source::Source;
    use super::super::table::bytes;
    use super::*;
    use crate::solve::retro::{Layer, LayerIndex, Outcome};

    /// The eight symmetries of 3×3.
    fn symmetries() -> Vec<Vec<u8>> {
        let image = |symmetry: u8, cell: u8| {
            let (mut x, mut y) = (cell % 3, cell / 3);
            if symmetry & 1 != 0 {
                x = 2 - x;
            }
            if symmetry & 2 != 0 {
                y = 2 - y;
            }
            if symmetry & 4 != 0 {
                (x, y) = (y, x);
            }
            3 * y + x
        };
        let all = |symmetry| (0..9).map(|cell| image(symmetry, cell)).collect();
        (0..8).map(all).collect()
    }

    #[test]
    fn every_position_is_found_from_the_other_side() {
        let symmetries = Arc::new(symmetries());
        let custody = Custody {
            cells: 9,
            symmetries: symmetries.to_vec(),
            near: Vec::new(),
            rays: Vec::new(),
            runs: true,
            safe: 0,
            lost_with: 1,
            blocked: Blocked::Passes,
            chain: Chain::Ends,
        };
        let space = Space::new(custody);
        for (few, many) in [(2, 3), (2, 5), (3, 3), (3, 4), (4, 4), (4, 5)] {
            let sets = |size| Arc::new(Sets::new(9, size, &symmetries).unwrap());
            let rows = Layer::new(few, many);
            let index = LayerIndex::with(rows, 9, sets(few), symmetries.clone()).unwrap();
            let mut values = vec![0; bytes(index.len())];
            for place in 0..index.len() {
                // Any value will do that is the same for all images of a position.
                let code = [0, 1, 3][((index.least(place) * 40_503) >> 7) % 3];
                values[place / 4] |= code << (2 * (place % 4));
            }
            for layer in [rows, rows.after_step()] {
                let shared = symmetries.clone();
                let table = Outcomes::new(layer, sets(few), shared, values.clone(), None, 0);
                let table = table.unwrap();
                let movers = !table.rows_are_movers();
                let large = sets(many);
                let source = Source::new(&space, (large.clone(), few), &table, movers, false);
                let source = source.unwrap();
                let columns = Subsets::new(9 - u32::from(many), few.into()).unwrap();
                for class in 0..large.classes() {
                    let set = large.mask(large.first(class));
                    let left: Vec<u8> = members(0x1ff & !set).collect();
                    for (column, squeezed) in columns.masks().enumerate() {
                        let other = members(squeezed).map(|at| 1 << left[usize::from(at)]).sum();
                        let value = match movers {
                            true => table.value(set, other),
                            false => table.value(other, set),
                        };
                        let has = |which| {
                            source.rows.row(which, class)[column / 64] >> (column % 64) & 1 == 1
                        };
                        assert_eq!(has(0), value == Outcome::Loss);
                        assert_eq!(has(1), value != Outcome::Win);
                    }
                }
            }
        }
    }
}

//! Finished layers as those see them who capture into them.

use std::sync::Arc;

use super::row_store::{Rows, Space};
use super::table::Outcomes;
use crate::solve::retro::{Sets, spread};
use crate::solve::{Subsets, parallel};

/// A finished layer, seen by the side that captures: what a position is worth to it, as bits for *won* and for
/// *not lost*, in rows by the sets of the same side as the pair that asks.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) sets: Arc<Sets>,
    pub(super) others: u8,
    pub(super) rows: Rows,
}

impl Source {
    /// Rows by the sets of `sets`, against `others` pieces of the other side. `rows_move` says whether the side whose
    /// sets these are is to move in the table; `going_on` which of its values to take; if none are
    /// kept there, those at the beginning of the other side's turn, seen by the side that captures.
    pub(super) fn new(
        space: &Space,
        (sets, others): (Arc<Sets>, u8),
        table: &Outcomes,
        rows_move: bool,
        going_on: bool,
    ) -> Option<Source> {
        let size = sets.mask(0).count_ones() as usize;
        let columns = space
            .columns
            .get(usize::from(space.custody.cells) - size, others.into());
        let codes = if going_on {
            table.going_on()?
        } else {
            table.values()
        };
        let mut rows = Rows::new(sets.classes(), columns.words);
        let by_rank = Subsets::new(columns.n as u32, others.into())?;
        let (index, is_aligned) = (table.index(), rows_move == table.rows_are_movers());
        parallel::for_each(rows.each().enumerate(), |(class, [won, safe])| {
            let set = sets.mask(sets.first(class));
            for (column, squeezed) in by_rank.masks().enumerate() {
                let place = match is_aligned {
                    true => class * columns.len + column,
                    false => index.place(spread(squeezed, set), set),
                };
                let code = u64::from(codes[place / 4] >> (2 * (place % 4)));
                let (word, bit) = (column / 64, column % 64);
                won[word] |= (code >> 1 & 1) << bit;
                safe[word] |= (code & 1) << bit;
            }
            if !going_on {
                for ((won, safe), all) in won.iter_mut().zip(safe).zip(&columns.all) {
                    (*won, *safe) = (!*safe & all, !*won & all);
                }
            }
        });
        Some(Source { sets, others, rows })
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::{Blocked, Chain, Custody, members};
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
        let symmetries = symmetries();
        let custody = Custody {
            cells: 9,
            symmetries: symmetries.clone(),
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
            let sets = |size| Sets::new(size, &symmetries).unwrap();
            let rows = Layer::new(few, many);
            let index = LayerIndex::with(rows, sets(few)).unwrap();
            let mut values = vec![0; bytes(index.len())];
            for place in 0..index.len() {
                // Any value will do that is the same for all images of a position.
                let code = [0, 1, 3][((index.least(place) * 40_503) >> 7) % 3];
                values[place / 4] |= code << (2 * (place % 4));
            }
            for layer in [rows, rows.after_step()] {
                let table = Outcomes::new(layer, sets(few), values.clone(), None, 0);
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

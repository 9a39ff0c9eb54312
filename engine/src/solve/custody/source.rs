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
        let columns = space.columns(usize::from(space.custody.cells) - size, others.into());
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

//! Finished layers as those see them who capture into them.

use std::sync::Arc;

use super::row_store::{Rows, Space};
use super::table::{Outcomes, even, take};
use crate::solve::retro::{LayerIndex, Sets, spread};
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
        let flip = !going_on;
        if rows_move != table.rows_are_movers() {
            let by_rank = Subsets::new(columns.n as u32, others.into())?;
            turn_over((&sets, &by_rank), (table.index(), codes), &mut rows);
            if flip {
                parallel::for_each(rows.each(), |[won, safe]| {
                    for ((won, safe), all) in won.iter_mut().zip(safe).zip(&columns.all) {
                        (*won, *safe) = (!*safe & all, !*won & all);
                    }
                });
            }
            return Some(Source { sets, others, rows });
        }
        parallel::for_each(rows.each().enumerate(), |(class, [won, safe])| {
            let start = class * columns.len;
            for (part, (won, safe)) in won.iter_mut().zip(safe.iter_mut()).enumerate() {
                let count = (columns.len - part * 64).min(64);
                let (win, not_lost) = unpack(codes, start + part * 64, count);
                (*won, *safe) = match flip {
                    true => (!not_lost & columns.all[part], !win & columns.all[part]),
                    false => (win, not_lost),
                };
            }
        });
        Some(Source { sets, others, rows })
    }
}

/// Fills rows by `sets`, whose columns are `others` among the cells left, with the two bits of codes that are kept the other way
/// round: what is won, and what is not lost.
fn turn_over(
    (sets, others): (&Sets, &Subsets),
    (index, codes): (&LayerIndex, &[u8]),
    rows: &mut Rows,
) {
    parallel::for_each(rows.each().enumerate(), |(class, [won, safe])| {
        let set = sets.mask(sets.first(class));
        for (column, squeezed) in others.masks().enumerate() {
            let place = index.place(spread(squeezed, set), set);
            let code = u64::from(codes[place / 4] >> (2 * (place % 4)));
            let (word, bit) = (column / 64, column % 64);
            won[word] |= (code >> 1 & 1) << bit;
            safe[word] |= (code & 1) << bit;
        }
    });
}

/// The bits of at most 64 codes from a place on: won, and not lost.
fn unpack(codes: &[u8], start: usize, count: usize) -> (u64, u64) {
    let halves = [0, 32].map(|half: usize| {
        let count = count.saturating_sub(half).min(32);
        match count {
            0 => 0,
            _ => take(codes, start + half, count),
        }
    });
    let odd = |word: u64| even(word >> 1);
    (
        odd(halves[0]) | odd(halves[1]) << 32,
        even(halves[0]) | even(halves[1]) << 32,
    )
}

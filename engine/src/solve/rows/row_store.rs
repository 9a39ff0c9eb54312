//! Rows of one pair of bits a position, for one set of each class, seen under any symmetry.

use std::sync::Arc;

use super::bits;
use super::columns::AllColumns;
use super::custody::{Custody, label, members};
use super::table::{Outcomes, even, take};
use crate::solve::parallel;
use crate::solve::retro::{Sets, image};

/// Two bits for every set of a class and set of the others: rows by class, columns by rank.
#[derive(Debug)]
pub(super) struct Rows {
    pub(super) words: usize,
    pub(super) bits: [Vec<u64>; 2],
}

impl Rows {
    pub(super) fn new(classes: usize, words: usize) -> Rows {
        let empty = || vec![0; classes * words];
        let bits = [empty(), empty()];
        Rows { words, bits }
    }

    #[inline]
    pub(super) fn row(&self, which: usize, class: usize) -> &[u64] {
        &self.bits[which][class * self.words..][..self.words]
    }

    /// Rows by class, to be worked on apart.
    pub(super) fn each(&mut self) -> impl Iterator<Item = [&mut [u64]; 2]> + Send {
        let [first, second] = &mut self.bits;
        let first = first.chunks_mut(self.words);
        let both = first.zip(second.chunks_mut(self.words));
        both.map(|(first, second)| [first, second])
    }
}

/// Where rows are worked on.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) streams: [Vec<u64>; 2],
    pub(super) mask: Vec<u64>,
    pub(super) stream: Vec<u64>,
}

impl Scratch {
    /// At least so many words.
    pub(super) fn stream(stream: &mut Vec<u64>, words: usize) -> &mut [u64] {
        if stream.len() < words + 2 {
            stream.resize(words + 2, 0);
        }
        stream
    }
}

/// The board and its columns, shared by everything about a game.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) custody: Custody,
    pub(super) columns: AllColumns,
    pub(super) symmetries: Arc<Vec<Vec<u8>>>,
}

/// Two rows of bits as they are seen with a set that need not stand for its class, the columns
/// being those without `drop`.
pub(super) fn view(
    space: &Space,
    (sets, others): (&Sets, u8),
    rows: &Rows,
    (set, drop): (u32, u32),
    out: &mut [Vec<u64>; 2],
    scratch: &mut Scratch,
) {
    let full = space.custody.full();
    let number = sets.number(set);
    let class = sets.class(number);
    let carrier = &space.symmetries[sets.carrier(number)];
    let left = full & !sets.mask(sets.first(class));
    let gone = image(carrier, drop);
    let columns = space.columns.get(left.count_ones() as usize, others.into());
    let fewer = left & !gone;
    let after = space
        .columns
        .get(fewer.count_ones() as usize, others.into());
    if gone != 0 {
        scratch.mask.clone_from(&columns.all);
        for cell in members(gone) {
            columns.without(label(left, cell), &mut scratch.mask);
        }
    }
    let mut to = [0_u8; 32];
    let cells = full & !set & !drop;
    let mut plain = true;
    for (new, cell) in (0..).zip(members(cells)) {
        let old = label(fewer, carrier[usize::from(cell)]);
        to[old] = new;
        plain &= old == usize::from(new);
    }
    for (which, out) in out.iter_mut().enumerate() {
        let row = rows.row(which, class);
        let stream = Scratch::stream(out, columns.words);
        if gone == 0 {
            stream[..row.len()].copy_from_slice(row);
            stream[row.len()] = 0;
        } else {
            bits::compress(row, &scratch.mask, stream);
        }
        if !plain {
            let row = &mut stream[..after.words];
            after.rename(row, &to[..after.n], &mut scratch.streams);
        }
    }
}

/// A finished layer, seen by the side that captures: what a position is worth to it, as bits for *won* and for
/// *not lost*, in rows by the sets of the same side as the pair that asks.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) sets: Arc<Sets>,
    pub(super) others: u8,
    pub(super) rows: Rows,
}

impl Source {
    /// Rows by the sets of `sets`, against so many others. `rows_move` says whether the side whose
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
        let native = rows_move == table.rows_are_movers();
        let flip = !going_on;
        let all = space.custody.full();
        parallel::for_each(rows.each().enumerate(), |(class, [won, safe])| {
            let set = sets.mask(sets.first(class));
            let start = class * columns.len;
            let mut members = (!native).then(|| Members::new(others.into(), all & !set));
            for (part, (won, safe)) in won.iter_mut().zip(safe.iter_mut()).enumerate() {
                let count = (columns.len - part * 64).min(64);
                let halves = [0, 32].map(|half: usize| {
                    let count = count.saturating_sub(half).min(32);
                    let first = part * 64 + half;
                    match &mut members {
                        None if count > 0 => take(codes, start + first, count),
                        None => 0,
                        Some(members) => (0..count).fold(0, |word, at| {
                            let other = members.next();
                            let place = match rows_move {
                                true => table.place(set, other),
                                false => table.place(other, set),
                            };
                            let code = codes[place / 4] >> (2 * (place % 4)) & 3;
                            word | u64::from(code) << (2 * at)
                        }),
                    }
                });
                let odd = |word: u64| even(word >> 1);
                let (win, not_lost) = (
                    odd(halves[0]) | odd(halves[1]) << 32,
                    even(halves[0]) | even(halves[1]) << 32,
                );
                let mask = if count < 64 {
                    (1 << count) - 1
                } else {
                    u64::MAX
                };
                (*won, *safe) = match flip {
                    true => (!not_lost & mask, !win & mask),
                    false => (win, not_lost),
                };
            }
        });
        Some(Source { sets, others, rows })
    }
}

/// The sets of one size among some cells, in order.
struct Members {
    cells: [u8; 32],
    next: u64,
}

impl Members {
    fn new(size: usize, among: u32) -> Members {
        let mut cells = [0; 32];
        for (slot, cell) in cells.iter_mut().zip(members(among)) {
            *slot = cell;
        }
        Members {
            cells,
            next: (1 << size) - 1,
        }
    }

    fn next(&mut self) -> u32 {
        let set = self.next;
        if set != 0 {
            let low = set & set.wrapping_neg();
            let high = set + low;
            self.next = high | (((high ^ set) >> 2) / low);
        }
        let mut spread = 0;
        let mut rest = set;
        while rest != 0 {
            spread |= 1 << self.cells[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        spread
    }
}

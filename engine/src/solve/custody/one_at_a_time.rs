//! The rest, one position at a time: turns that rows do not know, and what a few new values decide.

use super::buffers::Work;
use super::game::CustodyGame;
use super::places::{Place, Places};
use super::row_store::Rows;
use super::table::Tables;
use crate::solve::Ending;
use crate::solve::parallel::map_ranges;
use crate::solve::retro::{LayerIndex, Outcome};

/// Some positions of one side to move, looked at one at a time.
pub(super) struct SinglePositions<'a, G> {
    pub(super) game: &'a G,
    pub(super) index: &'a LayerIndex,
    pub(super) places: &'a Places,
    pub(super) mover: usize,
}

impl<G: CustodyGame> SinglePositions<'_, G> {
    /// Enters in the row of a class, for the columns of a mask, whether captures win and whether they do not lose.
    pub(super) fn captures(
        &self,
        class: usize,
        mask: &[u64],
        tables: &Tables<'_>,
        [won, safe]: [&mut [u64]; 2],
    ) {
        // The parity of plies alone is right.
        let value = |own: u32, other: u32| {
            Some(match tables.outcome(own, other)? {
                Outcome::Win => Ending::Win(1),
                Outcome::Draw => Ending::Draw,
                Outcome::Loss => Ending::Loss(0),
            })
        };
        self.for_columns(class, mask, |at, bit, own, enemy| {
            let found = self.game.captures(own, enemy, &value);
            let found = found.map(Ending::outcome);
            won[at] |= if found == Some(Outcome::Win) { bit } else { 0 };
            safe[at] |= match found {
                None | Some(Outcome::Loss) => 0,
                Some(_) => bit,
            };
        });
    }

    /// The positions that quiet steps lead to, for the columns of `work.mask` in a row, whatever `work.sum` says;
    /// `known` is what the other side, when it is to move, has won and lost.
    pub(super) fn steps(&self, class: usize, known: &Rows, work: &mut Work) {
        let Work { mask, sum, .. } = work;
        self.for_columns(class, mask, |at, bit, own, enemy| {
            let all = |holds: &dyn Fn(Place) -> bool| {
                self.game.all_staying(own, enemy, |own, enemy| {
                    holds(self.places.of(1 - self.mover, own, enemy))
                })
            };
            let wins = !all(&|next| !next.is_in(known, 1));
            let saves = !all(&|next| next.is_in(known, 0));
            let mark = |word: &mut u64, is: bool| *word = *word & !bit | if is { bit } else { 0 };
            mark(&mut sum.won[at], wins);
            mark(&mut sum.safe[at], saves);
        });
    }

    /// Visits the columns of a mask in a row: the word and the bit in it, and the sets of the side to move and of the other.
    fn for_columns(&self, class: usize, mask: &[u64], mut visit: impl FnMut(usize, u64, u32, u32)) {
        for (at, word) in mask.iter().enumerate() {
            let mut rest = *word;
            while rest != 0 {
                let (bit, column) = (rest.trailing_zeros(), at * 64);
                rest &= rest - 1;
                let place = class * self.index.row() + column + bit as usize;
                let (row, other) = self.index.position(place);
                match self.mover {
                    0 => visit(at, 1 << bit, row, other),
                    _ => visit(at, 1 << bit, other, row),
                }
            }
        }
    }
}

/// The positions of a pair that are decided so far.
pub(super) struct DecidedSoFar<'a, G> {
    pub(super) game: &'a G,
    pub(super) index: &'a LayerIndex,
    pub(super) places: &'a Places,
    /// By who is to move: won, lost.
    pub(super) known: &'a mut [Rows; 2],
    /// By who is to move: captures that win, that do not lose.
    pub(super) worth: &'a [Rows; 2],
}

impl<G: CustodyGame> DecidedSoFar<'_, G> {
    fn place(&self, mover: usize, own: u32, other: u32) -> Place {
        self.places.of(mover, own, other)
    }

    fn sets(&self, place: Place) -> (u32, u32) {
        let at = place.class as usize * self.index.row() + place.column as usize;
        let (row, column) = self.index.position(at);
        match place.mover {
            0 => (row, column),
            _ => (column, row),
        }
    }

    fn is_open(&self, place: Place) -> bool {
        let known = &self.known[place.mover];
        !place.is_in(known, 0) && !place.is_in(known, 1)
    }

    /// Whether no turn of an open position does better than lose, by what is known.
    fn is_lost(&self, place: Place, own: u32, other: u32) -> bool {
        !place.is_in(&self.worth[place.mover], 1)
            && self.game.all_staying(own, other, |own, other| {
                let next = self.place(1 - place.mover, own, other);
                next.is_in(&self.known[next.mover], 0)
            })
    }

    /// Follows new values back until nothing is new; `observe` hears how many arrangements each
    /// round has decided, and stops the work by returning false.
    pub(super) fn follow(
        &mut self,
        mut fresh: Vec<Place>,
        observe: &mut dyn FnMut(u64) -> bool,
    ) -> bool {
        while !fresh.is_empty() {
            // Steps lead to the same row and to a few others: one row after the other, these stay in the cache.
            fresh.sort_unstable_by_key(|place| (place.class, place.column));
            let this = &*self;
            let found = map_ranges(fresh.len(), 1 << 10, |range| {
                let mut found = Vec::new();
                for &place in &fresh[range] {
                    let (own, other) = this.sets(place);
                    let lost = place.is_in(&this.known[place.mover], 1);
                    this.game.before(own, other, |own, other| {
                        let before = this.place(1 - place.mover, own, other);
                        if this.is_open(before) && (lost || this.is_lost(before, own, other)) {
                            found.push((before, lost));
                        }
                    });
                }
                found
            });
            fresh.clear();
            let mut decided = 0;
            for (place, won) in found.into_iter().flatten() {
                if !self.is_open(place) {
                    continue;
                }
                let at = place.class as usize * self.index.row() + place.column as usize;
                let known = &mut self.known[place.mover];
                let which = usize::from(!won);
                self.index.for_images(at, |image| {
                    let column = (image % self.index.row()) as u32;
                    let image = Place { column, ..place };
                    // Symmetries of the row's set lead to the same place more than once.
                    if !image.is_in(known, which) {
                        image.set(known, which);
                        decided +=
                            self.index.weight(image.class as usize * self.index.row()) as u64;
                    }
                });
                fresh.push(place);
            }
            if !observe(decided) {
                return false;
            }
        }
        true
    }
}

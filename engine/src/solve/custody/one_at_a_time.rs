//! The rest, one position at a time: turns that rows do not know.

use super::buffers::Work;
use super::row_store::Rows;
use crate::solve::Ending;
use crate::solve::retro::{LayerIndex, Outcome, ReversibleGame};

/// Some positions of one side to move, looked at one at a time.
pub(super) struct SinglePositions<'a, G> {
    pub(super) game: &'a G,
    pub(super) index: &'a LayerIndex,
    pub(super) mover: usize,
}

impl<G: ReversibleGame> SinglePositions<'_, G> {
    /// Enters in the row of a class, for the columns of a mask, whether captures win and whether they do not lose.
    pub(super) fn captures(
        &self,
        class: usize,
        mask: &[u64],
        known: &impl Fn(u32, u32) -> Option<Outcome>,
        [won, safe]: [&mut [u64]; 2],
    ) {
        // The parity of plies alone is right.
        let value = |own: u32, other: u32| {
            Some(match known(own, other)? {
                Outcome::Win => Ending::Win(1),
                Outcome::Draw => Ending::Draw,
                Outcome::Loss => Ending::Loss(0),
            })
        };
        self.for_columns(class, mask, |at, bit, own, enemy| {
            let found = self.game.leaving(own, enemy, &value);
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
            let is_known = |which: usize, own: u32, other: u32| {
                let place = match self.mover {
                    0 => self.index.place(other, own),
                    _ => self.index.place(own, other),
                };
                let (class, column) = (place / self.index.row(), place % self.index.row());
                known.row(which, class)[column / 64] >> (column % 64) & 1 == 1
            };
            let staying =
                |holds: &dyn Fn(u32, u32) -> bool| self.game.all_staying(own, enemy, holds);
            let wins = !staying(&|own, other| !is_known(1, own, other));
            let saves = !staying(&|own, other| is_known(0, own, other));
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

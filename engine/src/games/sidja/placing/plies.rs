//! The ply of the first capture after the rest of the placing, where few cells are left.

use std::collections::HashMap;

use super::phase::Phase;
use crate::board::Bits;
use crate::games::sidja::first_capture;
use crate::games::sidja::first_capture::space::Slide;
use crate::solve::Ending;

/// The most cells left where the plies are worked out: at most 924 placements, and some 70,000 arrangements before them.
pub(super) const CELLS: usize = 12;

/// The values of arrangements when the side that wants the first capture hurries and the other delays. Plies are those of the
/// sliding phase.
pub(super) struct Plies<'a> {
    phase: &'a Phase,
    board: &'a first_capture::Solution,
    known: HashMap<[u32; 2], Ending>,
}

impl<'a> Plies<'a> {
    pub(super) fn new(phase: &'a Phase, board: &'a first_capture::Solution) -> Plies<'a> {
        Plies {
            phase,
            board,
            known: HashMap::new(),
        }
    }

    /// The value of an arrangement of x and o on the cells left, for the side that moves first.
    pub(super) fn value(&mut self, stones: [u32; 2]) -> Ending {
        let [x, o] = stones;
        let Some(&side) = self.phase.turns.get((x | o).count() as usize) else {
            let hole = self.board.space().board().cell_count() / 2;
            let own = self.phase.mover(x);
            return self.board.first_move(Slide { hole, own });
        };
        if let Some(&value) = self.known.get(&stones) {
            return value;
        }
        let all = (1_u32 << self.phase.turns.len()) - 1;
        let hurries = side == self.phase.rules().first_mover();
        let values = (all & !(x | o)).ones().map(|cell| {
            let mut after = stones;
            after[side as usize] |= 1 << cell;
            self.value(after)
        });
        let preference = |value: &Ending| value.preference();
        let best = match hurries {
            true => values.max_by_key(preference),
            false => values.min_by_key(preference),
        };
        let best = best.unwrap_or(Ending::Draw);
        self.known.insert(stones, best);
        best
    }
}

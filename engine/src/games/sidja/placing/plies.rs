//! The ply of the first capture after the rest of the placing, where few cells are left.

use std::collections::HashMap;

use super::phase::Phase;
use crate::board::Bits;
use crate::games::sidja::first_capture;
use crate::games::sidja::first_capture::space::Slide;
use crate::solve::Ending;

/// The most cells left where the plies are worked out: at most 924 placements, and some 70,000 arrangements before them.
pub(super) const CELLS: usize = 12;

/// The value of an arrangement of x and o on the cells left, for the side that moves first, when the side that wants the first capture
/// hurries and the other delays. Plies are those of the sliding phase, `board`. Values found are kept in `known`.
pub(super) fn value(
    phase: &Phase,
    board: &first_capture::Solution,
    known: &mut HashMap<[u32; 2], Ending>,
    stones: [u32; 2],
) -> Ending {
    let [x, o] = stones;
    let Some(&side) = phase.turns.get((x | o).count() as usize) else {
        let hole = board.space().board().cell_count() / 2;
        let own = phase.mover(x);
        return board.first_move(Slide { hole, own });
    };
    if let Some(&value) = known.get(&stones) {
        return value;
    }
    let all = (1_u32 << phase.turns.len()) - 1;
    let hurries = side == phase.rules().first_mover();
    let values = (all & !(x | o)).ones().map(|cell| {
        let mut after = stones;
        after[side as usize] |= 1 << cell;
        value(phase, board, known, after)
    });
    let preference = |value: &Ending| value.preference();
    let best = match hurries {
        true => values.max_by_key(preference),
        false => values.min_by_key(preference),
    };
    let best = best.unwrap_or(Ending::Draw);
    known.insert(stones, best);
    best
}

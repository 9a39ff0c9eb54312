//! A separate pass that checks a solution: every value follows from those of its successors.
//!
//! It takes moves and captures from the [`Engine`], of which the solver uses nothing, and visits
//! the positions of every hole, not only of the representatives. Since the plies of a forced
//! capture grow by one from successor to position, agreement everywhere proves the values.

use super::Solution;
use super::space::{Slide, Space};
use crate::board::Bits;
use crate::games::custodial::engine::Engine;
use crate::games::custodial::moves::State;
use crate::games::sidja::endgame::Judge;
use crate::solve::Ending;
use crate::solve::parallel::map_ranges;

/// Checks every `stride`-th position, or every one with a stride of 1, and returns how many.
///
/// Cost: all ends of all turns are listed, which takes up to a millisecond a position of 5×5, of which there are 67,603,900.
///
/// # Errors
/// With the first disagreement found.
pub fn audit(solution: &Solution, stride: usize) -> Result<u64, String> {
    let space = solution.space();
    let subsets = space.subsets();
    let rules = space.rules().without_limit();
    let engine = Engine::<u32>::new(&rules).expect("the sliding phase is solved up to 25 cells");
    let value = |state: &State<u32>| {
        let empty = engine.empty(state);
        // Whoever is to move with stones missing has not made the first capture.
        let taken = empty.count() > 1;
        let hole = empty.lowest()?;
        let own = state.own;
        Some(match taken {
            true => Ending::Loss(0),
            false => solution.value(Slide { hole, own }),
        })
    };
    let judge = Judge {
        engine: &engine,
        value: &value,
        turns: true,
    };
    let stride = stride.max(1);
    let all = usize::from(space.board().cell_count()) * subsets.len();
    let parts = map_ranges(all.div_ceil(stride), 1 << 14, |range| {
        let mut checked = 0;
        for number in range.map(|number| number * stride) {
            let mask = subsets.mask(number % subsets.len());
            let slide = Space::spread((number / subsets.len()) as u8, mask);
            judge.position(slide.own, space.enemy(slide))?;
            checked += 1;
        }
        Ok(checked)
    });
    parts.into_iter().sum()
}

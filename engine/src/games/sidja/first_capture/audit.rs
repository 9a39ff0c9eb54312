//! A separate pass that checks a solution: every value follows from those of its successors.
//!
//! It takes moves and captures from the [`Engine`], of which the solver uses nothing, and visits
//! the positions of every hole, not only of the representatives. Since the plies of a forced
//! capture grow by one from successor to position, agreement everywhere proves the values.

use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;

use super::Solution;
use super::space::{Slide, Space};
use crate::board::Bits;
use crate::games::sidja::moves::{Engine, State};
use crate::games::sidja::rules::Blocked;
use crate::solve::Ending;
use crate::solve::parallel::map_ranges;

/// A position whose value does not follow from those of its successors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "hole {}, cells {:#x}: stored {stored}, but the successors give {expected}",
    slide.hole,
    slide.own
)]
#[non_exhaustive]
pub struct Disagreement {
    /// The position.
    pub slide: Slide,
    /// The value stored.
    pub stored: Ending,
    /// The value that follows from the successors.
    pub expected: Ending,
}

/// Checks every `stride`-th position, or every one with a stride of 1, and returns how many.
///
/// Cost: with a stride of 1 on 5×5, 67,603,900 positions, a few seconds.
///
/// # Errors
/// With the first disagreement found.
pub fn audit(solution: &Solution, stride: usize) -> Result<u64, Disagreement> {
    let space = solution.space();
    let subsets = space.subsets();
    let mut rules = *space.rules();
    rules.no_capture = None;
    let engine = Engine::<u32>::new(rules).expect("the sliding phase is solved up to 25 cells");
    let stride = stride.max(1);
    let holes = usize::from(space.board().cell_count());
    let all = holes * subsets.len();
    let failed = AtomicBool::new(false);
    let parts = map_ranges(all.div_ceil(stride), 1 << 14, |range| {
        let mut checked = 0;
        for number in range {
            if failed.load(Ordering::Relaxed) {
                break;
            }
            let number = number * stride;
            let mask = subsets.mask(number % subsets.len());
            let slide = Space::spread((number / subsets.len()) as u8, mask);
            let stored = solution.value(slide);
            let expected = follows(&engine, solution, slide);
            if stored != expected {
                failed.store(true, Ordering::Relaxed);
                return Err(Disagreement {
                    slide,
                    stored,
                    expected,
                });
            }
            checked += 1;
        }
        Ok(checked)
    });
    parts.into_iter().sum()
}

/// The value that the values of the successors give.
fn follows(engine: &Engine<u32>, solution: &Solution, slide: Slide) -> Ending {
    let enemy = engine.board().full::<u32>() & !slide.own & !(1 << slide.hole);
    let state = engine.turn(slide.own, enemy);
    let value_after = |next: State<u32>| {
        let hole = engine.empty(&next).lowest().unwrap_or(slide.hole);
        let own = next.own;
        solution.value(Slide { hole, own }).before()
    };
    if engine.is_blocked(&state) {
        return match engine.rules().blocked {
            Blocked::Loses => Ending::Loss(0),
            Blocked::Passes | Blocked::Opens => value_after(engine.pass(&state)),
        };
    }
    let mut best: Option<Ending> = None;
    engine.for_steps(&state, |from, to, taken| {
        let value = if taken == 0 {
            value_after(engine.step(&state, from, to, taken))
        } else {
            Ending::Win(1)
        };
        if best.is_none_or(|best| value.preference() > best.preference()) {
            best = Some(value);
        }
    });
    best.unwrap_or(Ending::Draw)
}

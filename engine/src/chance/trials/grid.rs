//! The biases at which intervals may end: the millionths from 0 to 1.

use num_rational::BigRational;

/// The steps of the intervals: they are rounded outwards to a millionth.
pub(super) const GRID: u64 = 1_000_000;

pub(super) fn on_grid(step: u64) -> BigRational {
    BigRational::new(step.into(), GRID.into())
}

/// The last number of `from..=to` up to which everything holds: `holds` changes once, from true to false, and is taken for
/// true of the first.
pub(super) fn last_step(from: u64, to: u64, holds: impl Fn(u64) -> bool) -> u64 {
    let (mut low, mut high) = (from, to);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if holds(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

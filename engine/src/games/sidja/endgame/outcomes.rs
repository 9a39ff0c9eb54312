//! Win, draw or loss of every position, without the number of turns.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::groups;
use super::sliding::Sliding;
use crate::games::sidja::Rules;
use crate::solve::custody::{Outcomes, solve_pair};
use crate::solve::retro::{Layer, SolveError, Tick};

/// The outcomes of all positions with at most a number of stones, in memory.
pub type Solved = BTreeMap<Layer, Arc<Outcomes>>;

/// Solves every position with at most `most` stones for win, draw or loss, or returns `None` if the board is
/// larger than 5×5 or the rules limit moves without a capture.
///
/// The observer hears of every round, and can stop the work by returning false.
///
/// Exact. Cost: two bits a folded position, and a byte for each of those being solved.
///
/// # Errors
/// If the observer stops it.
pub fn solve(
    rules: Rules,
    most: u32,
    observe: &mut dyn FnMut(Tick) -> bool,
) -> Option<Result<Solved, SolveError>> {
    let sliding = sliding(&rules)?;
    let mut solved = Solved::new();
    for group in groups(&rules, most) {
        let pair = (group[0].own, group[0].other);
        let mut load = |layer: Layer| {
            let found = solved.get(&layer).cloned();
            found.ok_or(SolveError::Missing {
                layer: group[0],
                needs: layer,
            })
        };
        match solve_pair(&sliding, sliding.custody(), pair, &mut load, observe) {
            Ok(tables) => {
                let tables = tables.into_iter();
                solved.extend(tables.map(|table| (table.layer(), Arc::new(table))));
            }
            Err(error) => return Some(Err(error)),
        }
    }
    Some(Ok(solved))
}

/// The sliding phase, if it has tables.
pub(super) fn sliding(rules: &Rules) -> Option<Sliding> {
    let fits = rules.size() <= 5 && rules.no_capture.is_none();
    fits.then(|| Sliding::new(*rules))
}

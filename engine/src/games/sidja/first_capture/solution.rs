//! The whole sliding phase solved backwards from the captures, as endgames are: a capture ends it.

use super::space::{Slide, Space};
use crate::games::goal::Goal;
use crate::games::sidja::endgame::Sliding;
use crate::games::sidja::{Rules, Unsolved};
use crate::solve::Ending;
use crate::solve::retro::{self, Code, Layer, LayerTable, SolveError, solve_moves};
use crate::work::Note;

/// The value of every position of the sliding phase of a board of 3×3 or 5×5.
///
/// # Examples
/// ```
/// use siga::games::sidja::Rules;
/// use siga::games::sidja::first_capture::{Solution, space::Slide};
/// use siga::solve::Ending;
/// let rules = Rules::SUDAN.with_size(3).unwrap();
/// let solution = Solution::new(rules).unwrap();
/// // oxo/x.x/oxo with x to move: nothing stands between the centre and a stone beyond.
/// let slide = Slide { hole: 4, own: 0b010_101_010 };
/// assert_ne!(solution.value(slide), Ending::Win(1));
/// ```
#[derive(Debug, Clone)]
pub struct Solution {
    space: Space,
    table: LayerTable,
}

/// The number of positions with one value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct OfValue {
    /// The value.
    pub value: Ending,
    /// The positions, every hole counted.
    pub positions: u64,
}

impl Solution {
    /// Whether boards of these rules are small enough to be solved.
    pub fn is_possible(rules: &Rules) -> bool {
        Unsolved::check_board(rules).is_ok()
    }

    /// Solves the sliding phase.
    ///
    /// Exact. Cost: on 5×5 67,603,900 positions, 16,224,936 of them kept, a byte each; under a
    /// second.
    ///
    /// # Errors
    /// [`Unsolved`]: the board is larger than 5×5, or a capture takes more plies than a byte counts.
    pub fn new(rules: Rules) -> Result<Solution, Unsolved> {
        let space = Space::new(rules)?;
        let layer = Layer::new(rules.stones(), rules.stones());
        let sliding = Sliding::new(space.engine().clone(), Goal::FirstCapture);
        let solved = solve_moves(&sliding, &[layer], &retro::Solution::default(), &mut |_| true);
        let mut tables = solved.map_err(|error| match error {
            SolveError::TooLong { .. } => Unsolved::TooLong,
            error => error.into(),
        })?;
        let table = tables.pop().expect("the one layer is solved");
        Ok(Solution { space, table })
    }

    /// [`Solution::new`], which a note says.
    ///
    /// # Errors
    /// Those of [`Solution::new`].
    pub fn noting(rules: Rules, note: &Note) -> Result<Solution, Unsolved> {
        note.set("solving the board");
        Solution::new(rules)
    }

    /// The positions and their numbers.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The value of a position, whose hole and cells must be on the board, the side to move
    /// holding half the cells.
    #[inline]
    pub fn value(&self, slide: Slide) -> Ending {
        let code = self.table.get(slide.own, self.space.enemy(slide));
        value_of(code.0)
    }

    /// The number of positions with each value: by plies, and last those without a forced capture.
    pub fn layers(&self) -> Vec<OfValue> {
        let counts = (0..).zip(self.table.histogram());
        let found = counts.filter(|&(_, positions)| positions > 0);
        let layer = |(code, positions): (u8, u64)| OfValue {
            value: value_of(code),
            positions,
        };
        found.map(layer).collect()
    }
}

fn value_of(code: u8) -> Ending {
    Code(code).value().unwrap_or(Ending::Draw)
}

//! The exact chance of an immediate capture for given cells.

use num_rational::BigRational;

use crate::board::{Bits, Cell};
use crate::games::sidja::Rules;
use crate::games::sidja::first_capture::space::SlidingSpace;
use crate::work::Fault;

/// The chance of an immediate capture over all placements that agree with given cells.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Chance {
    /// The placements that agree and let the first move take something.
    pub capturing: u64,
    /// The placements that agree.
    pub placements: u64,
}

impl Chance {
    /// The chance, all placements being equally likely.
    pub fn probability(&self) -> BigRational {
        BigRational::new(self.capturing.into(), self.placements.into())
    }
}

/// The chance that the first mover can take something at once, given cells he holds and cells his
/// opponent holds.
///
/// Exact. Cost: one look at each placement, 2,704,156 on 5×5.
///
/// # Errors
/// If the board is larger than 5×5, or a cell is off it, in the centre, given twice, or no placement agrees with the cells.
///
/// # Examples
/// ```
/// use siga::games::sidja::{Rules, guarantees};
/// let chance = guarantees::chance(&Rules::WEST_AFRICA, &[], &[])?;
/// assert_eq!(chance.capturing, 2_335_125);
/// assert_eq!(chance.placements, 2_704_156);
/// # Ok::<(), siga::work::Fault>(())
/// ```
pub fn chance(rules: &Rules, own: &[Cell], enemy: &[Cell]) -> Result<Chance, Fault> {
    let space = SlidingSpace::new(*rules)?;
    let own = given(rules, own)?;
    let enemy = given(rules, enemy)?;
    if let Some(index) = (own & enemy).lowest() {
        let cell = rules.board().cell(index);
        return Err(Fault::input(format!("{cell} is given to both players")));
    }
    let hole = rules.board().cell_count() / 2;
    let (mut capturing, mut placements) = (0, 0);
    for mask in space.subsets().masks() {
        let slide = SlidingSpace::spread(hole, mask);
        if slide.own & own == own && slide.own & enemy == 0 {
            placements += 1;
            capturing += u64::from(space.takes(slide));
        }
    }
    if placements == 0 {
        return Err(Fault::input("no placement agrees with these cells"));
    }
    Ok(Chance {
        capturing,
        placements,
    })
}

fn given(rules: &Rules, cells: &[Cell]) -> Result<u32, Fault> {
    let board = rules.board();
    let mut set = 0;
    for &cell in cells {
        let off_board = || {
            let size = board.size();
            Fault::input(format!("{cell} is not on a board of {size} cells a side"))
        };
        let index = board.index(cell).ok_or_else(off_board)?;
        if board.centre() == Some(index) {
            return Err(Fault::input(format!(
                "{cell} is the centre, which is empty before the first move"
            )));
        }
        set |= u32::bit(index);
    }
    let (found, most) = (set.count_ones(), rules.stones());
    if found > u32::from(most) {
        return Err(Fault::input(format!(
            "{found} cells are given to one player, who has {most} stones"
        )));
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<Cell> {
        text.split_whitespace()
            .map(|cell| cell.parse().unwrap())
            .collect()
    }

    #[test]
    fn bad_cells_are_refused() {
        let wrong = |own: &str, enemy: &str| {
            let found = chance(&Rules::SUDAN, &cells(own), &cells(enemy));
            found.unwrap_err().to_string()
        };
        assert!(wrong("f1", "").contains("not on a board"));
        assert!(wrong("c3", "").contains("centre"));
        assert!(wrong("a1", "a1").contains("both"));
        assert!(wrong("a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 d3", "").contains("13 cells"));
    }
}

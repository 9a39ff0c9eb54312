//! The exact chance of an immediate capture for given cells.

use num_bigint::BigUint;
use num_traits::{One, Zero};

use crate::board::{Bits, Cell, Compass};
use crate::games::sidja::Rules;
use crate::games::sidja::rules::Run;
use crate::work::Fault;

/// The placements on a line from the centre that agree with the cells given, by the number of own stones; without those that take along
/// it by these rules, and those in which its first stone can move, if these are barred.
fn counts(
    ray: &[u8],
    [own, enemy]: [u128; 2],
    barred_line: Option<&Rules>,
    barred_mover: bool,
) -> Vec<BigUint> {
    let mut counts = vec![BigUint::zero(); ray.len() + 1];
    for choice in 0..1_u32 << ray.len() {
        let stones = ray_stones(ray, choice);
        let agrees = (stones & enemy).is_empty() && (own & ray_all(ray) & !stones) == 0;
        let line = barred_line.is_some_and(|rules| line_takes(rules, ray, stones));
        let mover = barred_mover && ray.first().is_some_and(|&near| stones.has(near));
        if agrees && !line && !mover {
            counts[choice.count_ones() as usize] += 1_u32;
        }
    }
    counts
}

/// In how many placements the first mover can take something at once, given cells he holds and cells his
/// opponent holds, and how many there are.
///
/// Exact, on a board of any size. Cost: small; the lines from the centre are counted apart, since
/// no two of them share a cell.
///
/// # Errors
/// If a cell is off the board, in the centre, given twice, or no placement agrees with the cells.
///
/// # Examples
/// ```
/// use siga::games::sidja::{Rules, guarantees};
/// let rules: Rules = "sidja:west-africa".parse()?;
/// let [capturing, placements] = guarantees::chance(&rules, &[], &[])?;
/// assert_eq!(capturing, 2_335_125_u32.into());
/// assert_eq!(placements, 2_704_156_u32.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn chance(rules: &Rules, own: &[Cell], enemy: &[Cell]) -> Result<[BigUint; 2], Fault> {
    let board = rules.board();
    let own = given(rules, own)?;
    let enemy = given(rules, enemy)?;
    if let Some(index) = (own & enemy).lowest() {
        let cell = board.cell(index);
        return Err(Fault::input(format!("{cell} is given to both players")));
    }
    let centre = board.cell_count() / 2;
    let steps = rules.steps.compass();
    let lines = rules.capture_lines.compass();
    let mut seen = u128::bit(centre);
    // Counts by the number of own stones: of placements in which no line takes, in which no own
    // stone can move, and both.
    let mut no_line = vec![BigUint::one()];
    let mut no_mover = no_line.clone();
    let mut neither = no_line.clone();
    let mut rest = no_line.clone();
    for direction in &Compass::ALL {
        let ray = direction.ray(board, centre);
        let takes = Some(rules).filter(|_| lines.contains(direction));
        let moves = steps.contains(direction);
        let count = |barred_line: bool, barred_mover: bool| {
            let barred_line = takes.filter(|_| barred_line);
            counts(&ray, [own, enemy], barred_line, barred_mover && moves)
        };
        no_line = product(&no_line, &count(true, false));
        no_mover = product(&no_mover, &count(false, true));
        neither = product(&neither, &count(true, true));
        rest = product(&rest, &count(false, false));
        seen |= ray_all(&ray);
    }
    for index in board.full::<u128>().minus(seen).ones() {
        let one = |allowed: bool| BigUint::from(u8::from(allowed));
        let cell = [one(!own.has(index)), one(!enemy.has(index))];
        for counts in [&mut no_line, &mut no_mover, &mut neither, &mut rest] {
            *counts = product(counts, &cell);
        }
    }
    let stones = usize::from(rules.stones());
    let at = |counts: &[BigUint]| counts.get(stones).cloned().unwrap_or_default();
    let placements = at(&rest);
    if placements.is_zero() {
        return Err(Fault::input("no placement agrees with these cells"));
    }
    let quiet = at(&no_line) + at(&no_mover) - at(&neither);
    Ok([&placements - quiet, placements])
}

fn given(rules: &Rules, cells: &[Cell]) -> Result<u128, Fault> {
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
        set |= u128::bit(index);
    }
    let (found, most) = (set.count_ones(), rules.stones());
    if found > u32::from(most) {
        return Err(Fault::input(format!(
            "{found} cells are given to one player, who has {most} stones"
        )));
    }
    Ok(set)
}

fn ray_all(ray: &[u8]) -> u128 {
    ray.iter().fold(0, |set, &index| set | u128::bit(index))
}

fn ray_stones(ray: &[u8], choice: u32) -> u128 {
    (0_u8..)
        .zip(ray)
        .filter(|&(place, _)| choice.has(place))
        .fold(0, |set, (_, &index)| set | u128::bit(index))
}

/// Whether entering the cell before a ray takes something on it, its other cells being the enemy's.
fn line_takes(rules: &Rules, ray: &[u8], stones: u128) -> bool {
    let run = ray.iter().position(|&index| stones.has(index));
    match (run, rules.capture_run) {
        (Some(run), Run::One) => run == 1,
        (Some(run), Run::Any) => run >= 1,
        (None, _) => false,
    }
}

fn product(left: &[BigUint], right: &[BigUint]) -> Vec<BigUint> {
    let mut all = vec![BigUint::zero(); (left.len() + right.len()).saturating_sub(1)];
    for (low, left) in left.iter().enumerate() {
        for (high, right) in right.iter().enumerate() {
            all[low + high] += left * right;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sidja::first_capture::space::Space;

    fn cells(text: &str) -> Vec<Cell> {
        text.split_whitespace()
            .map(|cell| cell.parse().unwrap())
            .collect()
    }

    fn rules(text: &str) -> Rules {
        text.parse().unwrap()
    }

    /// The chance counted placement by placement.
    fn counted(rules: Rules, own: &[Cell], enemy: &[Cell]) -> (u64, u64) {
        let space = Space::new(rules).unwrap();
        let board = space.board();
        let set = |cells: &[Cell]| {
            cells
                .iter()
                .fold(0_u32, |set, &cell| set | 1 << board.index(cell).unwrap())
        };
        let (own, enemy) = (set(own), set(enemy));
        let mut counts = (0, 0);
        for mask in space.subsets().masks() {
            let slide = Space::spread(board.cell_count() / 2, mask);
            if slide.own & own == own && slide.own & enemy == 0 {
                counts.0 += u64::from(space.takes(slide));
                counts.1 += 1;
            }
        }
        counts
    }

    #[test]
    fn chances_agree_with_counting() {
        let cases = [
            ("sudan", "", ""),
            ("egypt", "c4 a1", "c2"),
            ("west-africa,capture_run=any", "b3 c2 d3", ""),
            ("sudan,capture_lines=4", "a1 a3", "b3 b2"),
        ];
        for (text, own, enemy) in cases {
            let (own, enemy) = (cells(own), cells(enemy));
            let found = chance(&rules(text), &own, &enemy).unwrap();
            let (capturing, placements) = counted(rules(text), &own, &enemy);
            assert_eq!(found, [capturing.into(), placements.into()], "{text}");
        }
    }
}

//! What cells are worth before the first move: sets that make an immediate capture certain, the
//! exact chance of one for given cells, and what the mixture of colours does.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_rational::BigRational;
use num_traits::{One, Zero};
use thiserror::Error;

use super::Rules;
use super::first_capture::space::Space;
use super::first_capture::{FirstCapture, Solution};
use super::rules::{Centre, Lines, Run};
use crate::board::{Bits, Board, Cell, Compass, Symmetry};

/// A smallest set of cells that makes an immediate capture certain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guarantee {
    /// The cells the first mover holds, `a1` first.
    pub cells: Vec<Cell>,
    /// How many different sets symmetries make of it, itself included.
    pub images: u32,
}

/// Every minimal set of cells which, held by the first mover, makes a capture with the first move
/// certain however the rest of the stones stand; of sets that symmetries turn into one another,
/// one. Smaller sets come first.
///
/// `None` if the board is larger than 5×5. Exact: from all placements, and all subsets of their
/// cells. Cost: two bits for each of 2^24 sets of cells.
pub fn minimal_sets(rules: Rules) -> Option<Vec<Guarantee>> {
    let space = Space::new(rules)?;
    let board = space.board();
    let hole = board.cell_count() / 2;
    let cells = u32::from(board.cell_count()) - 1;
    let most = u32::from(rules.stones());
    // The sets for which some completion takes nothing.
    let mut open = SetTable::new(cells);
    for mask in space.subsets().masks() {
        if !space.takes(Space::spread(hole, mask)) {
            open.insert(mask);
        }
    }
    open.close_downwards();
    let certain = open.complement_up_to(most);
    let least = certain.minimal();
    let mut found: BTreeMap<u32, u32> = BTreeMap::new();
    for mask in least.members() {
        let own = Space::spread(hole, mask).own;
        let image = Symmetry::ALL.map(|turn| turn.apply_set(board, own));
        let least = image.into_iter().min().unwrap_or(own);
        *found.entry(least).or_default() += 1;
    }
    let mut sets: Vec<(u32, u32)> = found.into_iter().collect();
    sets.sort_by_key(|&(own, _)| (own.count_ones(), own));
    let guarantee = |(own, images): (u32, u32)| Guarantee {
        cells: board.cells_of(own),
        images,
    };
    Some(sets.into_iter().map(guarantee).collect())
}

/// A set of sets of at least six cells: one bit for each mask.
#[derive(Debug, Clone)]
struct SetTable {
    cells: u32,
    words: Vec<u64>,
}

/// The six-bit numbers that have bit `axis` clear, as a word of 64 bits.
const CLEAR: [u64; 6] = [
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x00ff_00ff_00ff_00ff,
    0x0000_ffff_0000_ffff,
    0x0000_0000_ffff_ffff,
];

impl SetTable {
    fn new(cells: u32) -> SetTable {
        SetTable {
            cells,
            words: vec![0; 1 << cells.saturating_sub(6)],
        }
    }

    fn insert(&mut self, mask: u32) {
        self.words[(mask >> 6) as usize] |= 1 << (mask & 63);
    }

    /// Adds every subset of every member.
    fn close_downwards(&mut self) {
        for axis in 0..self.cells {
            if let Some(clear) = CLEAR.get(axis as usize) {
                for word in &mut self.words {
                    *word |= (*word >> (1 << axis)) & clear;
                }
            } else {
                let half = 1 << (axis - 6);
                for block in self.words.chunks_mut(2 * half) {
                    let (without, with) = block.split_at_mut(half);
                    for (without, with) in without.iter_mut().zip(with) {
                        *without |= *with;
                    }
                }
            }
        }
    }

    /// The sets of at most `most` cells that are not members.
    fn complement_up_to(&self, most: u32) -> SetTable {
        let small = |most: u32| {
            (0..64_u64)
                .filter(|low| low.count_ones() <= most)
                .fold(0, |word, low| word | 1 << low)
        };
        let allowed: Vec<u64> = (0..=most).map(small).collect();
        let words = (0_u32..)
            .zip(&self.words)
            .map(|(high, word)| {
                let rest = most.checked_sub(high.count_ones());
                !word & rest.map_or(0, |rest| allowed[rest as usize])
            })
            .collect();
        SetTable { words, ..*self }
    }

    /// The members none of which loses one cell and stays a member.
    fn minimal(&self) -> SetTable {
        let mut larger = SetTable::new(self.cells);
        for axis in 0..self.cells {
            if let Some(clear) = CLEAR.get(axis as usize) {
                for (to, from) in larger.words.iter_mut().zip(&self.words) {
                    *to |= (from & clear) << (1 << axis);
                }
            } else {
                let half = 1 << (axis - 6);
                let blocks = larger.words.chunks_mut(2 * half);
                for (to, from) in blocks.zip(self.words.chunks(2 * half)) {
                    for (to, from) in to[half..].iter_mut().zip(&from[..half]) {
                        *to |= from;
                    }
                }
            }
        }
        let words = self.words.iter().zip(&larger.words);
        SetTable {
            cells: self.cells,
            words: words.map(|(member, larger)| member & !larger).collect(),
        }
    }

    fn members(&self) -> impl Iterator<Item = u32> {
        (0_u32..)
            .zip(&self.words)
            .flat_map(|(high, word)| word.ones().map(move |low| high << 6 | u32::from(low)))
    }
}

/// The chance of an immediate capture over all placements that agree with given cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chance {
    /// The placements that agree and let the first move take something.
    pub capturing: BigUint,
    /// The placements that agree.
    pub placements: BigUint,
}

impl Chance {
    /// The chance, all placements being equally likely.
    pub fn probability(&self) -> BigRational {
        let whole = |count: &BigUint| BigInt::from(count.clone());
        BigRational::new(whole(&self.capturing), whole(&self.placements))
    }
}

/// Why no placement agrees with given cells.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum CellsError {
    /// A cell off the board.
    #[error("{cell} is not on a board of {size} cells a side")]
    OffBoard {
        /// The cell.
        cell: Cell,
        /// The side of the board.
        size: u8,
    },
    /// The centre.
    #[error("{cell} is the centre, which is empty before the first move")]
    Centre {
        /// The centre.
        cell: Cell,
    },
    /// A cell given to both.
    #[error("{cell} is given to both players")]
    Both {
        /// The cell.
        cell: Cell,
    },
    /// More cells than stones.
    #[error("{found} cells are given to one player, who has {most} stones")]
    TooMany {
        /// The cells given.
        found: u32,
        /// The stones.
        most: u8,
    },
}

/// The chance that the first mover can take something at once, given cells he holds and cells his
/// opponent holds.
///
/// Exact, on a board of any size. Cost: small; the lines from the centre are counted apart, since
/// no two of them share a cell.
///
/// # Errors
/// If a cell is off the board, in the centre, given twice, or there are more cells than stones.
///
/// # Examples
/// ```
/// use siga::games::sidja::{Rules, guarantees};
/// let chance = guarantees::chance(&Rules::WEST_AFRICA, &[], &[])?;
/// assert_eq!(chance.capturing, 2_335_125_u32.into());
/// assert_eq!(chance.placements, 2_704_156_u32.into());
/// # Ok::<(), guarantees::CellsError>(())
/// ```
pub fn chance(rules: &Rules, own: &[Cell], enemy: &[Cell]) -> Result<Chance, CellsError> {
    let board = rules.board();
    let own = given(rules, own)?;
    let enemy = given(rules, enemy)?;
    if let Some(index) = (own & enemy).lowest() {
        return Err(CellsError::Both {
            cell: board.cell(index),
        });
    }
    let centre = board.cell_count() / 2;
    let safe = match rules.centre {
        Centre::Open => None,
        Centre::Safe => Some(centre),
    };
    let steps = directions(rules.steps);
    let lines = directions(rules.capture_lines);
    let mut seen = u128::bit(centre);
    // Counts by the number of own stones: of placements in which no line takes, in which no own
    // stone can move, and both.
    let mut no_line = vec![BigUint::one()];
    let mut no_mover = no_line.clone();
    let mut neither = no_line.clone();
    let mut rest = no_line.clone();
    for direction in &Compass::ALL {
        let ray = direction.ray(board, centre);
        let takes = lines.contains(direction);
        let moves = steps.contains(direction);
        let count = |barred_line: bool, barred_mover: bool| {
            let mut counts = vec![BigUint::zero(); ray.len() + 1];
            for choice in 0..1_u32 << ray.len() {
                let stones = ray_stones(&ray, choice);
                let agrees = (stones & enemy).is_empty() && (own & ray_all(&ray) & !stones) == 0;
                let line = takes && line_takes(rules, &ray, stones, safe);
                let mover = moves && ray.first().is_some_and(|&near| stones.has(near));
                if agrees && !(barred_line && line) && !(barred_mover && mover) {
                    counts[choice.count_ones() as usize] += 1_u32;
                }
            }
            counts
        };
        no_line = product(&no_line, &count(true, false));
        no_mover = product(&no_mover, &count(false, true));
        neither = product(&neither, &count(true, true));
        rest = product(&rest, &count(false, false));
        seen |= ray_all(&ray);
    }
    for index in board.full::<u128>().minus(seen).ones() {
        let one = |allowed: bool| {
            if allowed {
                BigUint::one()
            } else {
                BigUint::zero()
            }
        };
        let cell = [one(!own.has(index)), one(!enemy.has(index))];
        for counts in [&mut no_line, &mut no_mover, &mut neither, &mut rest] {
            *counts = product(counts, &cell);
        }
    }
    let stones = usize::from(rules.stones());
    let at = |counts: &[BigUint]| counts.get(stones).cloned().unwrap_or_default();
    let placements = at(&rest);
    let quiet = at(&no_line) + at(&no_mover) - at(&neither);
    Ok(Chance {
        capturing: &placements - quiet,
        placements,
    })
}

fn directions(lines: Lines) -> &'static [Compass] {
    match lines {
        Lines::Four => &Compass::ORTHOGONAL,
        Lines::Eight => &Compass::ALL,
    }
}

fn given(rules: &Rules, cells: &[Cell]) -> Result<u128, CellsError> {
    let board = rules.board();
    let mut set = 0;
    for &cell in cells {
        let index = board.index(cell).ok_or(CellsError::OffBoard {
            cell,
            size: board.size(),
        })?;
        if board.centre() == Some(index) {
            return Err(CellsError::Centre { cell });
        }
        set |= u128::bit(index);
    }
    let (found, most) = (set.count_ones(), rules.stones());
    if found > u32::from(most) {
        return Err(CellsError::TooMany { found, most });
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
fn line_takes(rules: &Rules, ray: &[u8], stones: u128, safe: Option<u8>) -> bool {
    let Some(run) = ray.iter().position(|&index| stones.has(index)) else {
        return false;
    };
    let fits = match rules.capture_run {
        Run::One => run == 1,
        Run::Any => run >= 1,
    };
    fits && ray[..run].iter().any(|&index| Some(index) != safe)
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

/// The cells on which a stone can never be taken: no line leads through them from one cell of the
/// board to another, or the rules make the centre safe.
///
/// # Examples
/// ```
/// use siga::games::sidja::{Rules, guarantees};
/// let safe: Vec<String> = guarantees::safe_cells(&Rules::EGYPT)
///     .iter()
///     .map(ToString::to_string)
///     .collect();
/// assert_eq!(safe, ["a1", "e1", "c3", "a5", "e5"]);
/// ```
pub fn safe_cells(rules: &Rules) -> Vec<Cell> {
    let board: Board = rules.board();
    let through = |index: u8| {
        directions(rules.capture_lines).iter().any(|direction| {
            direction.step(board, index).is_some()
                && direction.opposite().step(board, index).is_some()
        })
    };
    (0..board.cell_count())
        .filter(|&index| {
            let safe = rules.centre == Centre::Safe && board.centre() == Some(index);
            safe || !through(index)
        })
        .map(|index| board.cell(index))
        .collect()
}

/// How the placements with a number of unlike neighbours fare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mixture {
    /// Pairs of neighbours along ranks and files that belong to different players.
    pub unlike: u32,
    /// The placements.
    pub placements: u64,
    /// Those in which the first mover can take something at once.
    pub immediate: u64,
    /// Those in which the first mover forces the first capture.
    pub mover: u64,
    /// Those in which his opponent does.
    pub opponent: u64,
}

/// What alternation of the colours does: all placements by their number of unlike neighbours.
///
/// Exact. Cost: one look at each placement.
pub fn mixtures(solution: &Solution) -> Vec<Mixture> {
    let space = solution.space();
    let board = space.board();
    let hole = board.cell_count() / 2;
    let mut pairs = Vec::new();
    for index in 0..board.cell_count() {
        for direction in &Compass::ORTHOGONAL[..2] {
            if let Some(next) = direction.step(board, index)
                && index != hole
                && next != hole
            {
                pairs.push((index, next));
            }
        }
    }
    let mut all: BTreeMap<u32, Mixture> = BTreeMap::new();
    for mask in space.subsets().masks() {
        let slide = Space::spread(hole, mask);
        let differ = |&&(left, right): &&(u8, u8)| slide.own.has(left) != slide.own.has(right);
        let unlike = pairs.iter().filter(differ).count() as u32;
        let entry = all.entry(unlike).or_insert(Mixture {
            unlike,
            placements: 0,
            immediate: 0,
            mover: 0,
            opponent: 0,
        });
        let value = solution.value(slide);
        entry.placements += 1;
        entry.immediate += u64::from(value == FirstCapture::Win(1) && space.takes(slide));
        entry.mover += u64::from(matches!(value, FirstCapture::Win(_)));
        entry.opponent += u64::from(matches!(value, FirstCapture::Loss(_)));
    }
    all.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert_eq!(found.capturing, capturing.into(), "{text}");
            assert_eq!(found.placements, placements.into(), "{text}");
        }
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

    /// On 3×3 every set is tried against every placement.
    #[test]
    fn minimal_sets_of_a_small_board() {
        for text in [
            "sudan,size=3",
            "west-africa,size=3",
            "egypt,size=3,centre=open",
        ] {
            let space = Space::new(rules(text)).unwrap();
            let certain = |set: u32| {
                let mut all = space.subsets().masks().filter(|mask| mask & set == set);
                all.all(|mask| space.takes(Space::spread(4, mask)))
            };
            let mut least: Vec<u32> = (0..256_u32)
                .filter(|&set| set.count_ones() <= 4 && certain(set))
                .filter(|&set| set.ones().all(|cell| !certain(set & !(1 << cell))))
                .map(|set| Space::spread(4, set).own)
                .collect();
            least.sort_unstable();
            let found = minimal_sets(rules(text)).unwrap();
            let images: u32 = found.iter().map(|set| set.images).sum();
            assert_eq!(images as usize, least.len(), "{text}");
        }
    }

    #[test]
    fn tables_of_sets_close_and_shrink() {
        let mut table = SetTable::new(8);
        table.insert(0b1100_0001);
        table.close_downwards();
        let mut members: Vec<u32> = table.members().collect();
        members.sort_unstable();
        let expected: Vec<u32> = (0..256).filter(|set| set & !0b1100_0001 == 0).collect();
        assert_eq!(members, expected);
        let outside = table.complement_up_to(8);
        assert_eq!(outside.members().count(), 248);
        let least: Vec<u32> = outside.minimal().members().collect();
        assert_eq!(least, [2, 4, 8, 16, 32]);
    }
}

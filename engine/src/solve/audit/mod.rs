//! A check of a solved layer that shares nothing with the solver: every value of every arrangement
//! against those of its successors.
//!
//! The game comes as [`Plain`] lists of cells, the values as functions that give the byte of any
//! arrangement. No symmetry is used, moves are made forwards, and sets are numbered in plain
//! ascending order. Where every value agrees with its successors, all are right: a win or loss in
//! `n` plies rests on one in exactly `n - 1`, and so in the end on games that are over; a position
//! called drawn has no move to a lost one and one to a drawn one, so that neither side can be
//! forced.
//!
//! # Checking a solution
//! A table that agrees with the program that made it proves little, so the check shares no code with the solver but the bytes it reads.
//! `solve::audit` takes a game as plain lists (`Plain`: neighbours, jumps, goals) and a function that gives the byte of an arrangement. It
//! goes over every arrangement, not one of each class, makes the moves forwards, and asks that the byte be the one the successors give;
//! its comment says why that is a proof, given that every move is made. The fold by symmetry is checked apart. Burnside's
//! lemma gives the number of classes from the cycles of each symmetry; listing the arrangements that a symmetry leaves as they are gives, for
//! each byte, the number of classes that hold it, which must be whole.
//!
//! `games::line_up::prove` searches forwards with iterated depth, knows no tables, and keeps for each position up to symmetry within how
//! many plies it is won and is not. It proves root values that are wins.

mod moves;
mod orbits;

pub use orbits::{orbits, orbits_by_code};

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use thiserror::Error;

use super::parallel;

/// The byte of a drawn position; up to 253 odd ones are won by the side to move, even ones lost. They are the plies to the end; in games
/// that the loser's own move can end, twice the plies and one more of a win.
pub const DRAW: u8 = 255;
/// The byte of an arrangement in which the side to move has a goal.
pub const EXCLUDED: u8 = 254;

/// A game in plain lists, cells by index from nought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plain {
    /// For each cell, those one step away.
    pub near: Vec<Vec<u8>>,
    /// For each cell, the jumps from there: the cell jumped over and the cell entered.
    pub jumps: Vec<Vec<(u8, u8)>>,
    /// For each cell, the cells straight on in each direction, along which a piece moves until it is stopped; or none at all.
    pub slides: Vec<Vec<Vec<u8>>>,
    /// For each cell, the cells straight on that a piece can move to while they are empty; or none at all.
    pub runs: Vec<Vec<Vec<u8>>>,
    /// Whether pieces jump over those of the other side only.
    pub over_enemies: bool,
    /// Whether they jump only where their side has no other move.
    pub if_no_step: bool,
    /// The goals of the side to move and of the other, as sets of cells.
    pub goals: [Vec<u32>; 2],
    /// Further goals of each: the cells that its side holds, those that the other side holds, and those that are empty.
    pub goals_of_both: [Vec<[u32; 3]>; 2],
    /// Where each cell is for the next side to move, if it sees the board differently.
    pub turned: Option<Vec<u8>>,
    /// The cells where the very first piece, and where none, may be placed.
    pub barred: [u32; 2],
    /// What becomes of a side without a move.
    pub blocked: WithoutMove,
}

/// What becomes of a side that has no move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WithoutMove {
    /// The byte of such a position.
    Is(u8),
    /// It passes.
    Passes,
}

/// Which positions are checked, and what may be done in them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditScope {
    /// Pieces of the side to move.
    pub own: u8,
    /// Pieces of the other side.
    pub other: u8,
    /// Whether pieces on the board may be moved.
    pub moves: bool,
    /// Whether a piece may be placed.
    pub places: bool,
    /// Whether the other side chooses the cell of a piece placed; nothing else is possible then.
    pub other_places: bool,
}

/// The number of arrangements with each byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Count {
    /// The number of arrangements by their byte.
    pub by_code: Vec<u64>,
}

impl Count {
    /// The counts of all parts together, unless one of them fails.
    fn sum(parts: Vec<Result<Vec<u64>, Disagreement>>) -> Result<Count, Disagreement> {
        let mut by_code = vec![0; 256];
        for part in parts {
            let sums = by_code.iter_mut().zip(part?);
            sums.for_each(|(sum, count)| *sum += count);
        }
        Ok(Count { by_code })
    }

    /// The number of all arrangements.
    pub fn arrangements(&self) -> u64 {
        self.by_code.iter().sum()
    }

    /// Those won, lost and drawn for the side to move, and those left out.
    pub fn totals(&self) -> [u64; 4] {
        let sum = |odd: usize| self.by_code.iter().take(254).skip(odd).step_by(2).sum();
        let code = |code: u8| self.by_code[usize::from(code)];
        [sum(1), sum(0), code(DRAW), code(EXCLUDED)]
    }
}

/// A value that does not follow from its successors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "the side to move on cells {own:#09x}, the other on {other:#09x}: stored is {stored}, but {}",
    match expected {
        Some(code) => format!("the successors give {code}"),
        None => "the side to move has no move".to_owned(),
    }
)]
#[non_exhaustive]
pub struct Disagreement {
    /// The side to move's pieces.
    pub own: u32,
    /// The other's.
    pub other: u32,
    /// The byte stored.
    pub stored: u8,
    /// The byte that follows, or `None` if the side to move has no move.
    pub expected: Option<u8>,
}

/// The most cells: sets of the cells left are numbered by two halves.
pub const MAX_CELLS: usize = 25;

/// The worth of a successor with this byte to the side that moves there: the higher, the better.
const fn merit(code: u8) -> u8 {
    match code {
        DRAW | EXCLUDED => 127,
        lost if lost % 2 == 0 => 255 - lost / 2,
        won => won / 2,
    }
}

/// The byte of a position whose best successor is so good; `twice` if bytes are of twice the plies.
const fn follows(merit: u8, twice: bool) -> u8 {
    match merit {
        127 => DRAW,
        128.. => 2 * (255 - merit) + if twice { 3 } else { 1 },
        _ => 2 * merit + 2,
    }
}

fn has_goal(goals: &[u32], set: u32) -> bool {
    goals.iter().any(|goal| goal & !set == 0)
}

/// The sets of `k` of `n` cells in ascending order.
fn ascending(n: usize, k: u8) -> impl Iterator<Item = u32> {
    let end = 1_u64 << n;
    let first = (1_u64 << k) - 1;
    std::iter::successors(Some(first), move |&set| {
        if set == 0 {
            return None;
        }
        let low = set & set.wrapping_neg();
        let high = set + low;
        Some(high | (((high ^ set) >> 2) / low))
    })
    .take_while(move |&set| set < end)
    .map(|set| set as u32)
}

/// n over k.
fn choose(n: usize, k: usize) -> u32 {
    (0..k).fold(1_u64, |number, i| {
        if n < k {
            0
        } else {
            number * (n - i) as u64 / (i as u64 + 1)
        }
    }) as u32
}

/// The places of sets of `k` cells in ascending order, as a sum over two halves.
struct Places {
    low_bits: usize,
    low: Vec<u32>,
    high: Vec<u32>,
}

impl Places {
    fn new(n: usize, k: u8) -> Places {
        let low_bits = n / 2;
        let sum = |set: usize, first: usize, offset: usize| {
            let cells = (0..n).filter(|cell| set >> cell & 1 == 1);
            cells
                .zip(first + 1..)
                .map(|(cell, nth)| choose(cell + offset, nth))
                .sum()
        };
        let low = (0..1_usize << low_bits).map(|set| sum(set, 0, 0));
        let high = (0..1_usize << (n - low_bits)).map(|set| {
            // As many members as are not in the high half come before.
            let before = usize::from(k).checked_sub(set.count_ones() as usize);
            before.map_or(0, |before| sum(set, before, low_bits))
        });
        Places {
            low_bits,
            low: low.collect(),
            high: high.collect(),
        }
    }

    #[inline]
    fn of(&self, set: u32) -> usize {
        let low = set & ((1 << self.low_bits) - 1);
        (self.low[low as usize] + self.high[(set >> self.low_bits) as usize]) as usize
    }
}

/// The board as it is left by the pieces of the other side: the other cells numbered anew.
struct Left {
    cells: Vec<u8>,
    low: Vec<u32>,
    high: Vec<u32>,
    /// For each cell left, those left that are near or behind a piece of the other side.
    reach: Vec<u32>,
    near: Vec<u32>,
    /// For each cell left and each near one left, the cell behind that one, or 32.
    behind: Vec<[u8; 32]>,
}

impl Left {
    fn new(plain: &Plain, other: u32) -> Left {
        let all = 0..plain.near.len() as u8;
        let cells: Vec<u8> = all.filter(|cell| other >> cell & 1 == 0).collect();
        let number = |cell: u8| cells.iter().position(|&left| left == cell);
        let spread = |cells: &[u8]| -> Vec<u32> {
            (0..1_u32 << cells.len())
                .map(|set| {
                    let of = cells.iter().enumerate();
                    of.filter(|(bit, _)| set >> bit & 1 == 1)
                        .fold(0, |all, (_, cell)| all | 1 << cell)
                })
                .collect()
        };
        let (low, high) = cells.split_at(cells.len() / 2);
        let (low, high) = (spread(low), spread(high));
        let mut near = Vec::new();
        let mut reach = Vec::new();
        let mut behind = Vec::new();
        for &cell in &cells {
            let cell = usize::from(cell);
            let steps = plain.near[cell].iter().filter_map(|&to| number(to));
            let steps = steps.fold(0_u32, |set, to| set | 1 << to);
            let mut far = 0;
            let mut over_own = [32; 32];
            for &(over, to) in &plain.jumps[cell] {
                let Some(to) = number(to) else { continue };
                match number(over) {
                    None => far |= 1 << to,
                    Some(over) => over_own[over] = to as u8,
                }
            }
            near.push(steps);
            reach.push(steps | far);
            behind.push(over_own);
        }
        Left {
            cells,
            low,
            high,
            reach,
            near,
            behind,
        }
    }

    /// The set on the whole board.
    #[inline]
    fn whole(&self, set: u32) -> u32 {
        let bits = self.cells.len() / 2;
        self.low[(set & ((1 << bits) - 1)) as usize] | self.high[(set >> bits) as usize]
    }

    /// The merits of a row of positions of the other side, against all sets of `k` cells left.
    fn row(&self, k: u8, code: impl Fn(u32) -> u8) -> Vec<u8> {
        ascending(self.cells.len(), k)
            .map(|set| merit(code(self.whole(set))))
            .collect()
    }

    /// The merit of the best step or jump.
    #[inline]
    fn best_move(&self, own: u32, places: &Places, row: &[u8], mut best: Option<u8>) -> Option<u8> {
        let full = (1_u32 << self.cells.len()) - 1;
        let empty = full & !own;
        let mut movers = own;
        while movers != 0 {
            let from = movers.trailing_zeros() as usize;
            movers &= movers - 1;
            let rest = own & !(1 << from);
            let mut targets = self.reach[from] & empty;
            let mut over = self.near[from] & own;
            while over != 0 {
                let to = self.behind[from][over.trailing_zeros() as usize];
                over &= over - 1;
                targets |= (1_u64 << to) as u32 & empty;
            }
            while targets != 0 {
                let to = targets & targets.wrapping_neg();
                targets &= targets - 1;
                best = best.max(Some(row[places.of(rest | to)]));
            }
        }
        best
    }
}

/// All that follows the positions with the same set of the other side.
struct Successors<'a> {
    plain: &'a Plain,
    part: AuditScope,
    other: u32,
    /// The byte of a position after a move on the board.
    moved: &'a (dyn Fn(u32, u32) -> u8 + Sync),
    left: &'a Left,
    /// Whether the other side has a goal, so that the game is over.
    over: bool,
    /// By sets of the cells left, the merit of what a placement leads to.
    places: (&'a Places, &'a [u8]),
    /// The same of moves on the board.
    moves: (&'a Places, &'a [u8]),
}

impl Successors<'_> {
    /// Checks and counts the positions against one set of the other side; `here` gives their bytes.
    fn check(
        &self,
        other: u32,
        here: &(impl Fn(u32, u32) -> u8 + Sync),
        by_code: &mut [u64],
    ) -> Result<(), Disagreement> {
        for set in ascending(self.left.cells.len(), self.part.own) {
            let own = self.left.whole(set);
            let stored = here(own, other);
            let expected = self.value(set, own);
            if expected != Some(stored) {
                return Err(Disagreement {
                    own,
                    other,
                    stored,
                    expected,
                });
            }
            by_code[usize::from(stored)] += 1;
        }
        Ok(())
    }

    /// The byte that follows for a set of the cells left, which is `own` on the whole board; `None` without a move.
    #[inline]
    fn value(&self, set: u32, own: u32) -> Option<u8> {
        if has_goal(&self.plain.goals[0], own) {
            return Some(EXCLUDED);
        }
        let has = |goals: &[[u32; 3]], own: u32, other: u32| {
            goals.iter().any(|[held, others, empty]| {
                held & own == *held && others & other == *others && empty & (own | other) == 0
            })
        };
        let [goals, of_other] = &self.plain.goals_of_both;
        if self.over || has(of_other, self.other, own) {
            return Some(0);
        }
        if has(goals, own, self.other) {
            return Some(1);
        }
        let mut best = self.best_placement(set);
        if self.part.moves && !self.part.other_places {
            let (places, row) = self.moves;
            best = match self.plain.is_simple() {
                true => self.left.best_move(set, places, row, best),
                false => {
                    let moved = |own| merit((self.moved)(self.other, own));
                    best.max(
                        self.plain
                            .moves(own, self.other)
                            .into_iter()
                            .map(moved)
                            .max(),
                    )
                }
            };
        }
        match (best, self.plain.blocked) {
            (Some(best), _) => Some(follows(best, self.plain.is_twice())),
            (None, _) if self.part.places => Some(DRAW),
            (None, WithoutMove::Is(code)) => Some(code),
            (None, WithoutMove::Passes) => {
                let best = merit((self.moved)(self.other, own));
                Some(follows(best, self.plain.is_twice()))
            }
        }
    }

    #[inline]
    fn best_placement(&self, set: u32) -> Option<u8> {
        let (places, row) = self.places;
        let full = ((1_u64 << self.left.cells.len()) - 1) as u32;
        let mut best: Option<u8> = None;
        let mut empty = if self.part.places { full & !set } else { 0 };
        let [first, always] = self.plain.barred;
        let barred = if self.part.own + self.part.other == 0 {
            first | always
        } else {
            always
        };
        while empty != 0 {
            let to = empty & empty.wrapping_neg();
            empty &= empty - 1;
            if self.left.whole(to) & barred != 0 {
                continue;
            }
            let merit = row[places.of(set | to)];
            best = match best {
                Some(best) if self.part.other_places => Some(best.min(merit)),
                best => best.max(Some(merit)),
            };
        }
        best
    }
}

/// Checks every arrangement of a part, and counts them.
///
/// `here` gives the byte of a position of the part, `moved` that of a position after a move on the
/// board and `placed` that of one after a placement, each for the side then to move, whose set
/// comes first. `observe` hears from time to time how many arrangements are done.
///
/// Exact. Cost: for each arrangement one call of each function, and some nanoseconds a successor.
///
/// # Errors
/// With a disagreement.
///
/// # Panics
/// If the game has more cells than [`MAX_CELLS`], or fewer than pieces.
pub fn audit<H, M, P>(
    plain: &Plain,
    part: AuditScope,
    here: H,
    moved: M,
    placed: P,
    observe: &(dyn Fn(u64) + Sync),
) -> Result<Count, Disagreement>
where
    H: Fn(u32, u32) -> u8 + Sync,
    M: Fn(u32, u32) -> u8 + Sync,
    P: Fn(u32, u32) -> u8 + Sync,
{
    let cells = plain.near.len();
    let pieces = usize::from(part.own) + usize::from(part.other);
    assert!(cells <= MAX_CELLS && pieces <= cells, "a small board");
    let left = cells - usize::from(part.other);
    let same = Places::new(left, part.own);
    let more = Places::new(left, part.own + 1);
    let others: Vec<u32> = ascending(cells, part.other).collect();
    let failed = AtomicBool::new(false);
    let done = AtomicU64::new(0);
    let parts = parallel::map_ranges(others.len(), 16, |range| {
        let mut by_code = vec![0_u64; 256];
        for &other in &others[range] {
            if failed.load(Ordering::Relaxed) {
                break;
            }
            let left = Left::new(plain, other);
            let over = has_goal(&plain.goals[1], other);
            let row = |wanted: bool, k: u8, code: &dyn Fn(u32, u32) -> u8| match wanted && !over {
                true => left.row(k, |own| code(other, own)),
                false => Vec::new(),
            };
            let moved = |other: u32, own: u32| moved(plain.seen(other), plain.seen(own));
            let moves = row(part.moves && plain.is_simple(), part.own, &moved);
            let places = row(part.places, part.own + 1, &placed);
            let next = Successors {
                plain,
                part,
                other,
                moved: &moved,
                left: &left,
                over,
                places: (&more, &places),
                moves: (&same, &moves),
            };
            if let Err(wrong) = next.check(other, &here, &mut by_code) {
                failed.store(true, Ordering::Relaxed);
                return Err(wrong);
            }
        }
        let counted: u64 = by_code.iter().sum();
        observe(done.fetch_add(counted, Ordering::Relaxed) + counted);
        Ok(by_code)
    });
    Count::sum(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merits_order_the_bytes_and_come_back() {
        // Of a loss in 3 plies comes a win in 4, of a win in 3 a loss in 4.
        assert_eq!([6, 7].map(|code| follows(merit(code), true)), [9, 8]);
        let best_first = [0, 2, 252, DRAW, 253, 3, 1];
        assert!(best_first.map(merit).is_sorted_by(|a, b| a > b));
        for code in (0..=252).chain([DRAW]) {
            let expected = if code == DRAW { DRAW } else { code + 1 };
            assert_eq!(follows(merit(code), false), expected);
        }
    }

    #[test]
    fn places_count_up() {
        for (n, k) in [(0, 0), (1, 1), (5, 2), (9, 3), (12, 12), (11, 0), (20, 3)] {
            let places = Places::new(n, k);
            let mut number = 0;
            for set in ascending(n, k) {
                assert_eq!(set.count_ones(), u32::from(k));
                assert_eq!(places.of(set), number);
                number += 1;
            }
            assert_eq!(number, choose(n, k.into()) as usize);
        }
    }
}

//! Moves on a square grid by sets of cells in a machine word, some twenty times as fast as point by point.
//!
//! Two facts carry the speed. Which pieces a step takes depends only on the cell it enters, never
//! on the neighbour it comes from: a line on which something is taken leaves the cell entered
//! through an enemy piece. And the cells whose entering would take something come from a few
//! shifts of whole sets.

use super::moves::{State, Turns};
use super::rules::Facts;
use super::{Rules, TakingBetween};
use crate::board::{Bits, Board, Compass, Shift};

/// The tables of one set of rules.
#[derive(Debug, Clone)]
pub struct Engine<B> {
    rules: Rules,
    board: Board,
    full: B,
    safe: B,
    steps: Vec<Shift<B>>,
    captures: Vec<Shift<B>>,
    near: Vec<B>,
    pairs: Vec<[(B, B); 8]>,
}

/// The first four or all eight directions.
fn compass(ways: usize) -> Option<&'static [Compass]> {
    matches!(ways, 4 | 8).then(|| &Compass::ALL[..ways])
}

impl<B: Bits> Engine<B> {
    /// The tables for a set of rules, or `None` if the board does not fit into the word, or is no square grid on which pieces step to a
    /// neighbour and take single pieces, or runs of any length, along straight lines.
    pub fn new(rules: &impl TakingBetween) -> Option<Engine<B>> {
        let rules = rules.described();
        let facts = rules.facts();
        let size = facts.board.row_lengths().len();
        let board = Board::new(size)?;
        let square = facts.board.is_grid() && usize::from(facts.board.size()) == size * size;
        if !square || !facts.steps_alone() || u32::from(board.cell_count()) > B::WIDTH {
            return None;
        }
        // A corner cell has two neighbours, or three.
        let steps = compass(4 * (facts.near[0].count() as usize).checked_sub(1)?)?;
        let captures = compass(facts.lines[0].len())?;
        let straight = |lines: &Vec<Vec<u8>>| lines.len() == captures.len();
        if !facts.lines.iter().all(straight) || !matches!(facts.run, 1 | usize::MAX) {
            return None;
        }
        let safe = B::narrow(facts.safe);
        let pairs = facts.lines.iter().map(|lines| {
            let mut all = [(B::ZERO, B::ZERO); 8];
            for (slot, line) in all.iter_mut().zip(lines) {
                if let [middle, far, ..] = line[..] {
                    *slot = (B::bit(middle).minus(safe), B::bit(far));
                }
            }
            all
        });
        let shifts = |ways: &[Compass]| ways.iter().map(|&to| Shift::new(board, to)).collect();
        Some(Engine {
            board,
            full: board.full(),
            safe,
            steps: shifts(steps),
            captures: shifts(captures),
            near: facts.near.iter().map(|&near| B::narrow(near)).collect(),
            pairs: pairs.collect(),
            rules,
        })
    }

    /// The board.
    pub fn board(&self) -> Board {
        self.board
    }

    /// The empty cells.
    #[inline]
    pub(crate) fn empty(&self, state: &State<B>) -> B {
        self.full.minus(state.own | state.enemy)
    }

    /// The cells one step from a cell.
    #[inline]
    pub fn near(&self, index: u8) -> B {
        self.near[usize::from(index)]
    }

    /// All cells one step from some member of a set.
    #[inline]
    pub(crate) fn around(&self, set: B) -> B {
        self.steps
            .iter()
            .fold(B::ZERO, |all, shift| all | shift.apply(set))
    }

    /// The number of ways to step from a cell of one set to a cell of another.
    #[inline]
    pub fn count_steps(&self, from: B, to: B) -> u32 {
        self.steps
            .iter()
            .map(|shift| (shift.apply(from) & to).count())
            .sum()
    }

    /// The cells, empty or not, whose entering by a piece of `own` would take a piece of `enemy`.
    #[inline]
    pub(crate) fn taking_cells(&self, own: B, enemy: B) -> B {
        let takeable = enemy.minus(self.safe);
        match self.facts().run {
            1 => self.captures.iter().fold(B::ZERO, |all, &shift| {
                all | shift.apply(shift.apply(own) & takeable)
            }),
            _ => self.captures.iter().fold(B::ZERO, |all, &shift| {
                let held = flood(shift, shift.apply(own) & enemy, enemy);
                all | shift.apply(flood(shift, held & takeable, enemy))
            }),
        }
    }

    /// The pieces of `enemy` taken when a piece of `own` enters a cell.
    #[inline]
    pub(crate) fn taken(&self, own: B, enemy: B, to: u8) -> B {
        match self.facts().run {
            1 => self.pairs[usize::from(to)]
                .iter()
                .fold(B::ZERO, |all, &(middle, far)| {
                    if (far & own).is_empty() {
                        all
                    } else {
                        all | (middle & enemy)
                    }
                }),
            _ => self.captures.iter().fold(B::ZERO, |all, shift| {
                let mut run = B::ZERO;
                let mut at = shift.apply(B::bit(to));
                while !(at & enemy).is_empty() {
                    run = run | at;
                    at = shift.apply(at);
                }
                if (at & own).is_empty() {
                    all
                } else {
                    all | run.minus(self.safe)
                }
            }),
        }
    }

    /// The cells from which a piece may move and the empty cells it may enter. A step is legal if
    /// it leads from one to the other; a move that must open a way must also do so, if any does.
    #[inline]
    pub(crate) fn stepping(&self, state: &State<B>) -> (B, B) {
        let (movers, taking) = self.movers(state);
        let empty = self.empty(state);
        match taking {
            true => (movers, empty & self.taking_cells(state.own, state.enemy)),
            false => (movers, empty),
        }
    }
}

impl<B: Bits> Turns<B> for Engine<B> {
    #[inline]
    fn facts(&self) -> &Facts {
        self.rules.facts()
    }

    #[inline]
    fn for_steps_of(
        &self,
        state: &State<B>,
        movers: B,
        taking: bool,
        mut visit: impl FnMut(u8, u8, B),
    ) {
        let takes = self.taking_cells(state.own, state.enemy);
        let empty = self.empty(state);
        let cells = if taking { empty & takes } else { empty };
        for to in (cells & self.around(movers)).ones() {
            let taken = match takes.has(to) {
                true => self.taken(state.own, state.enemy, to),
                false => B::ZERO,
            };
            for from in (self.near(to) & movers).ones() {
                visit(from, to, taken);
            }
        }
    }

    #[inline]
    fn can_move(&self, own: B, enemy: B) -> bool {
        !(self.around(own) & self.full.minus(own | enemy)).is_empty()
    }

    #[inline]
    fn can_take(&self, own: B, enemy: B, movers: B) -> bool {
        let targets = self.full.minus(own | enemy) & self.taking_cells(own, enemy);
        !(self.around(movers) & targets).is_empty()
    }

    fn count_steps_of(&self, state: &State<B>) -> u64 {
        let (from, to) = self.stepping(state);
        self.count_steps(from, to).into()
    }
}

/// The cells of `within` reached from `from` by going on in one direction without a break.
#[inline]
fn flood<B: Bits>(shift: Shift<B>, from: B, within: B) -> B {
    let mut all = from;
    loop {
        let next = all | (shift.apply(all) & within);
        if next == all {
            return all;
        }
        all = next;
    }
}

//! Move generation on bit sets.

use super::Ruleset;
use crate::board::{Bits, Board, Compass};

/// The pieces of both sides, seen by the side to move; all further facts follow from the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The pieces of the side to move, as a set of indices.
    pub own: u32,
    /// The pieces of the other side.
    pub other: u32,
}

/// A jump of a piece over its neighbour.
#[derive(Debug, Clone, Copy)]
struct Jump {
    over: u32,
    to: u8,
}

/// One ply by indices.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ply {
    /// The cell left, or `None` for a piece that is placed.
    pub from: Option<u8>,
    /// The cell jumped over.
    pub over: Option<u8>,
    /// The cell entered.
    pub to: u8,
}

/// The rules turned into tables, for boards of at most 32 cells.
#[derive(Debug, Clone)]
pub struct Engine<R> {
    rules: R,
    board: Board,
    full: u32,
    goals: Vec<u32>,
    goals_at: Vec<Vec<u32>>,
    near: Vec<u32>,
    jumps: Vec<Vec<Jump>>,
}

impl<R: Ruleset> Engine<R> {
    /// The tables of a set of rules.
    pub(crate) fn new(rules: R) -> Engine<R> {
        let board = rules.board();
        let goals = rules.goals();
        let cells = 0..board.cell_count();
        let steps = |index: u8| Compass::ALL.map(|way| way.step(board, index));
        let near = cells.clone().map(|index| {
            let near = steps(index).into_iter().flatten();
            near.fold(0, |set, next| set | u32::bit(next))
        });
        let jumps = cells.clone().map(|index| {
            let ways = Compass::ALL.iter().filter(|_| rules.jumps());
            let jump = |way: &Compass| {
                let over = way.step(board, index)?;
                let to = way.step(board, over)?;
                let over = u32::bit(over);
                Some(Jump { over, to })
            };
            ways.filter_map(jump).collect()
        });
        let goals_at = cells.map(|index| {
            let here = goals.iter().copied().filter(|goal| goal.has(index));
            here.collect()
        });
        Engine {
            rules,
            board,
            full: board.full(),
            goals_at: goals_at.collect(),
            near: near.collect(),
            jumps: jumps.collect(),
            goals,
        }
    }

    /// The board.
    pub(crate) fn board(&self) -> Board {
        self.board
    }

    /// Whether these pieces have made a pattern.
    #[inline]
    pub(crate) fn is_goal(&self, pieces: u32) -> bool {
        super::goals::holds(&self.goals, pieces)
    }

    /// Whether these pieces have made a pattern of which the given cell is part.
    #[inline]
    pub(crate) fn is_goal_at(&self, pieces: u32, cell: u8) -> bool {
        super::goals::holds(&self.goals_at[usize::from(cell)], pieces)
    }

    /// The empty cells.
    #[inline]
    pub(crate) fn empty(&self, state: State) -> u32 {
        self.full & !state.own & !state.other
    }

    /// The cells on which the next piece of the side to move can be placed.
    #[inline]
    pub(crate) fn placing_cells(&self, state: State) -> u32 {
        if state.own.count() < u32::from(self.rules.men()) {
            self.empty(state)
        } else {
            0
        }
    }

    /// Whether the side to move may move pieces that are on the board.
    #[inline]
    pub(crate) fn may_go(&self, state: State) -> bool {
        self.rules.moves_early() || state.own.count() == u32::from(self.rules.men())
    }

    /// Whether the cell of the next piece is chosen by the side that is not to move.
    pub(crate) fn opponent_places(&self, state: State) -> bool {
        let placed = state.own.count() as u8;
        placed < self.rules.men() && self.rules.opponent_places(placed)
    }

    /// Every ply, whether the game is over or not: places in order of the cell, then steps and jumps
    /// in order of the cell left.
    pub(crate) fn plies(&self, state: State) -> impl Iterator<Item = Ply> + '_ {
        let places = self.placing_cells(state).ones().map(|to| Ply {
            from: None,
            over: None,
            to,
        });
        let movers = if self.may_go(state) { state.own } else { 0 };
        let goes = movers.ones().flat_map(move |from| self.goes(state, from));
        places.chain(goes)
    }

    /// The steps and jumps of a piece.
    fn goes(&self, state: State, from: u8) -> impl Iterator<Item = Ply> + '_ {
        let (empty, taken) = (self.empty(state), state.own | state.other);
        let at = usize::from(from);
        let steps = (self.near[at] & empty).ones().map(move |to| Ply {
            from: Some(from),
            over: None,
            to,
        });
        let jumps = self.jumps[at].iter().filter_map(move |jump| {
            let possible = jump.over & taken != 0 && empty.has(jump.to);
            possible.then_some(Ply {
                from: Some(from),
                over: jump.over.lowest(),
                to: jump.to,
            })
        });
        steps.chain(jumps)
    }

    /// The number of plies.
    pub(crate) fn count_plies(&self, state: State) -> u32 {
        let places = self.placing_cells(state).count();
        if !self.may_go(state) {
            return places;
        }
        let (empty, taken) = (self.empty(state), state.own | state.other);
        let goes = state.own.ones().map(|from| {
            let at = usize::from(from);
            let jumps = self.jumps[at]
                .iter()
                .filter(|jump| jump.over & taken != 0 && empty.has(jump.to));
            (self.near[at] & empty).count() + jumps.count() as u32
        });
        places + goes.sum::<u32>()
    }

    /// The state after a ply, seen by the side then to move.
    #[inline]
    pub(crate) fn after(&self, state: State, ply: Ply) -> State {
        let left = ply.from.map_or(0, u32::bit);
        State {
            own: state.other,
            other: state.own & !left | u32::bit(ply.to),
        }
    }
}

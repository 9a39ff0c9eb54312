//! The same rules on sets of cells, for looking far: a bit for each cell, row after row from the top.

use super::rules::{Position, Rules, other};

/// The cells of the side to move, and those of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Sets {
    pub(crate) own: u32,
    pub(crate) other: u32,
}

/// A way of a piece: to which cell, and the cell jumped over.
pub(crate) type Way = (u32, Option<u32>);

pub(crate) struct Board {
    pub(crate) cells: usize,
    pub(crate) men: u32,
    pub(crate) teeko: bool,
    pub(crate) ways: Vec<Vec<Way>>,
    goals: Vec<u32>,
    chosen_by_opponent: Vec<bool>,
}

impl Board {
    pub(crate) fn new(rules: &Rules) -> Board {
        let cells = rules.size * rules.size;
        let ways = (0..cells).map(|cell| {
            let mut ways = Vec::new();
            for way in super::rules::AROUND {
                let bit = |times| rules.beside(cell, way, times).map(|cell| 1_u32 << cell);
                ways.extend(bit(1).map(|near| (near, None)));
                ways.extend(bit(2).filter(|_| rules.jumps).map(|far| (far, bit(1))));
            }
            ways
        });
        Board {
            cells,
            men: rules.men as u32,
            teeko: rules.teeko,
            ways: ways.collect(),
            goals: rules
                .goals
                .iter()
                .map(|goal| goal.iter().map(|&cell| 1 << cell).sum())
                .collect(),
            chosen_by_opponent: rules.chosen_by_opponent.clone(),
        }
    }

    pub(crate) fn sets(position: &Position) -> Sets {
        let of = |side: u8| {
            let cells = position.cells.iter().enumerate();
            cells
                .filter(|(_, cell)| **cell == side)
                .map(|(at, _)| 1 << at)
                .sum()
        };
        Sets {
            own: of(position.side),
            other: of(other(position.side)),
        }
    }

    pub(crate) fn has_goal(&self, set: u32) -> bool {
        self.goals.iter().any(|&goal| goal & !set == 0)
    }

    /// Whether the side to move has a piece to place.
    pub(crate) fn places(&self, own: u32) -> bool {
        own.count_ones() < self.men
    }

    /// Whether the side to move may move a piece on the board.
    pub(crate) fn steps(&self, own: u32) -> bool {
        !(self.teeko && self.places(own))
    }

    pub(crate) fn opponent_chooses(&self, own: u32) -> bool {
        self.teeko && self.places(own) && self.chosen_by_opponent[own.count_ones() as usize]
    }

    /// The positions that the moves lead to, the other side to move.
    pub(crate) fn after(&self, Sets { own, other }: Sets) -> Vec<Sets> {
        let mut all = Vec::new();
        let mut add = |moved| {
            all.push(Sets {
                own: other,
                other: moved,
            });
        };
        let taken = own | other;
        for cell in 0..self.cells {
            let bit = 1 << cell;
            if taken & bit == 0 && self.places(own) {
                add(own | bit);
            }
            if own & bit != 0 && self.steps(own) {
                for &(to, over) in &self.ways[cell] {
                    if taken & to == 0 && over.is_none_or(|over| taken & over != 0) {
                        add(own ^ bit | to);
                    }
                }
            }
        }
        all
    }

    /// Whether the side to move wins within so many plies whatever the other does.
    pub(crate) fn wins(&self, at: Sets, plies: u64) -> bool {
        if plies == 0 || self.has_goal(at.other) {
            return false;
        }
        let mut after = self.after(at).into_iter();
        if self.opponent_chooses(at.own) {
            after.all(|after| self.loses(after, plies - 1))
        } else {
            after.any(|after| self.loses(after, plies - 1))
        }
    }

    /// Whether it loses within so many.
    pub(crate) fn loses(&self, at: Sets, plies: u64) -> bool {
        if self.has_goal(at.other) {
            return true;
        }
        if plies == 0 {
            return false;
        }
        let mut after = self.after(at).into_iter();
        if self.opponent_chooses(at.own) {
            after.any(|after| self.wins(after, plies - 1))
        } else {
            after.all(|after| self.wins(after, plies - 1))
        }
    }
}

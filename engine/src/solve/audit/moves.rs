//! Moves made forwards, cell by cell, for games in which pieces do more than step to a neighbour or jump over one.

use super::{Plain, WithoutMove};

impl Plain {
    /// Whether pieces do nothing but step and jump, which is looked up faster.
    pub(super) fn is_simple(&self) -> bool {
        self.slides.is_empty() && self.runs.is_empty() && !self.over_enemies && !self.if_no_step
    }

    /// Whether bytes are of twice the plies: a side can lose by its own move.
    pub(super) fn is_twice(&self) -> bool {
        self.blocked == WithoutMove::Is(1)
            || self.goals_of_both.iter().any(|goals| !goals.is_empty())
    }

    /// Pieces as the next side to move sees them.
    pub(super) fn seen(&self, set: u32) -> u32 {
        let Some(turned) = &self.turned else {
            return set;
        };
        let held = turned
            .iter()
            .enumerate()
            .filter(|(cell, _)| set >> cell & 1 == 1);
        held.fold(0, |all, (_, to)| all | 1 << to)
    }

    /// The sets of the side to move after each of its moves on the board.
    pub(super) fn moves(&self, own: u32, other: u32) -> Vec<u32> {
        let has = |set: u32, cell: u8| set >> cell & 1 == 1;
        let empty = |cell: u8| !has(own | other, cell);
        let mut to = Vec::new();
        let pieces = (0..self.near.len() as u8).filter(|&cell| has(own, cell));
        for from in pieces.clone() {
            let at = usize::from(from);
            let near = self.near[at].iter().copied().filter(|&cell| empty(cell));
            to.extend(near.map(|cell| (from, cell)));
            for ray in self.slides.get(at).into_iter().flatten() {
                let free = ray.iter().copied().take_while(|&cell| empty(cell));
                to.extend(free.last().map(|cell| (from, cell)));
            }
            for ray in self.runs.get(at).into_iter().flatten() {
                let free = ray.iter().copied().take_while(|&cell| empty(cell));
                to.extend(free.map(|cell| (from, cell)));
            }
        }
        if to.is_empty() || !self.if_no_step {
            for from in pieces {
                for &(over, beyond) in &self.jumps[usize::from(from)] {
                    let over = has(other, over) || has(own, over) && !self.over_enemies;
                    if over && empty(beyond) {
                        to.push((from, beyond));
                    }
                }
            }
        }
        to.iter()
            .map(|(from, to)| own & !(1 << from) | 1 << to)
            .collect()
    }
}

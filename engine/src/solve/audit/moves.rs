//! Moves made forwards, cell by cell.

use super::{Plain, WithoutMove};

impl Plain {
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

    /// Visits the sets of the side to move after each of its moves on the board.
    pub(super) fn for_moves(&self, own: u32, other: u32, visit: &mut dyn FnMut(u32)) {
        let has = |set: u32, cell: u8| set >> cell & 1 == 1;
        let empty = |cell: u8| !has(own | other, cell);
        let pieces = (0..self.near.len() as u8).filter(|&cell| has(own, cell));
        let mut any = false;
        for from in pieces.clone() {
            let at = usize::from(from);
            let mut go = |to: u8| {
                any = true;
                visit(own & !(1 << from) | 1 << to);
            };
            let near = self.near[at].iter().copied();
            near.filter(|&cell| empty(cell)).for_each(&mut go);
            let free = |ray: &Vec<u8>| ray.iter().take_while(|&&cell| empty(cell)).count();
            for ray in self.slides.get(at).into_iter().flatten() {
                ray[..free(ray)]
                    .last()
                    .copied()
                    .into_iter()
                    .for_each(&mut go);
            }
            for ray in self.runs.get(at).into_iter().flatten() {
                ray[..free(ray)].iter().copied().for_each(&mut go);
            }
        }
        if any && self.if_no_step {
            return;
        }
        for from in pieces {
            let near = self.near_if_no_step.get(usize::from(from));
            let near = near.into_iter().flatten().filter(|&&to| !any && empty(to));
            near.for_each(|to| visit(own & !(1 << from) | 1 << to));
            for &(over, beyond) in &self.jumps[usize::from(from)] {
                let over = has(other, over) || has(own, over) && !self.over_enemies;
                if over && empty(beyond) {
                    visit(own & !(1 << from) | 1 << beyond);
                }
            }
        }
    }
}

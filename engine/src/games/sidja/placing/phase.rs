//! The placing from a position on: which cells are left, and who places each stone.

use crate::board::{Bits, Side};
use crate::games::custodial::TakingBetween;
use crate::games::custodial::moves::State;
use crate::games::sidja::first_capture::space::Slide;
use crate::games::sidja::rules::Placing;
use crate::games::sidja::{Position, Rules};
use crate::solve::placing::Placing as Arrangements;

/// The rest of the placing from a position on.
///
/// The stones of the opening cross are a part of their own: their cells are fixed, so whoever places them has nothing to
/// choose, and the rest is played on the other cells.
#[derive(Debug, Clone)]
pub(super) struct Phase {
    rules: Rules,
    /// The side that places each stone of the cross that is still to come.
    pub(super) cross: Vec<Side>,
    /// The stones of x and o when the cross is on the board.
    base: [u32; 2],
    /// The cells that are free then.
    cells: Vec<u8>,
    /// The side that places each stone after that.
    pub(super) turns: Vec<Side>,
}

impl Phase {
    /// The placing from a position of a board up to 5×5; `None` if no stones are in hand.
    pub(super) fn new(position: &Position) -> Option<Phase> {
        let rules = *position.rules();
        let described = rules.described();
        let facts = described.facts();
        let mut state = *position.state();
        if !state.is_placing() || rules.size() > 5 {
            return None;
        }
        let centre = rules.board().centre().map_or(0, u128::bit);
        let held = |state: &State<u128>| match state.side {
            Side::X => [state.own, state.enemy],
            Side::O => [state.enemy, state.own],
        };
        let is_cross = |placed: u32| rules.placing == Placing::Cross && placed < 4;
        let mut phase = Phase {
            rules,
            cross: Vec::new(),
            base: held(&state).map(u32::narrow),
            cells: Vec::new(),
            turns: Vec::new(),
        };
        while state.is_placing() {
            let side = state.side;
            let placed = (state.own | state.enemy).count();
            // Where it is put does not change whose turn comes; the cross takes its own cells.
            let at = facts.placing_points(&state).lowest()?;
            state = facts.place(&state, at);
            if is_cross(placed) {
                phase.cross.push(side);
                phase.base = held(&state).map(u32::narrow);
            } else {
                phase.turns.push(side);
            }
        }
        let taken = u128::from(phase.base[0] | phase.base[1]) | centre;
        phase.cells = rules.board().full::<u128>().minus(taken).ones().collect();
        Some(phase)
    }

    /// The rest of the placing as a matter of numbers.
    pub(super) fn placing(&self) -> Arrangements {
        Arrangements::new(self.turns.iter().map(|&side| side as usize).collect())
    }

    /// The placements that it can end with.
    pub(super) fn placements(&self) -> impl Iterator<Item = Slide> {
        let hole = self.rules.board().cell_count() / 2;
        let ends: Vec<u32> = self.placing().ends().masks().collect();
        let own = ends.into_iter().map(move |labels| self.mover(labels));
        own.map(move |own| Slide { hole, own })
    }

    /// The cells of the board that a set of the cells left stands for.
    fn spread(&self, labels: u32) -> u32 {
        labels
            .ones()
            .fold(0, |set, label| set | 1 << self.cells[usize::from(label)])
    }

    /// A set of the cells left, of the stones of a side that came onto them.
    fn squeeze(&self, stones: u32, side: Side) -> u32 {
        let new = stones & !self.base[side as usize];
        let labels = self.cells.iter().zip(0_u8..);
        labels
            .filter(|(cell, _)| new >> **cell & 1 == 1)
            .fold(0, |set, (_, label)| set | 1 << label)
    }

    /// The arrangement that a later position is, as sets of the cells left; `None` if it does not follow from here.
    pub(super) fn arrangement(&self, position: &Position) -> Option<[u32; 2]> {
        let stones = Side::BOTH.map(|side| position.pieces(side) as u32);
        let follows = |side: Side| self.base[side as usize] & !stones[side as usize] == 0;
        let inside = self.cells.iter().fold(0, |set, cell| set | 1 << cell);
        let after = Side::BOTH.into_iter().all(|side| {
            follows(side) && stones[side as usize] & !self.base[side as usize] & !inside == 0
        });
        (after && position.rules() == &self.rules)
            .then(|| Side::BOTH.map(|side| self.squeeze(stones[side as usize], side)))
    }

    /// The cells that the side that moves first holds on the full board on which x has filled some of the cells left.
    pub(super) fn mover(&self, labels: u32) -> u32 {
        let x = self.base[0] | self.spread(labels);
        match self.rules.first_mover() {
            Side::X => x,
            Side::O => {
                let full: u32 = self.rules.board().full();
                full & !x & !(1 << (self.rules.board().cell_count() / 2))
            }
        }
    }

    /// Whether stones of the cross are still to come in a position under the same rules.
    pub(super) fn before_cross(&self, position: &Position) -> bool {
        let placed = (position.pieces(Side::X) | position.pieces(Side::O)).count();
        !self.cross.is_empty() && position.rules() == &self.rules && placed < 4
    }

    /// The rules.
    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The stones of x and o when the cross is on the board.
    pub(super) fn placed(&self) -> [u32; 2] {
        self.base.map(Bits::count)
    }
}

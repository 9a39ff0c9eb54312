//! The sliding phase from some positions on, where little can be reached without a capture.

use super::Solution;
use super::space::{Slide, Space};
use crate::board::Bits;
use crate::games::goal::Goal;
use crate::games::sidja::graph::Turns;
use crate::games::sidja::moves::{Chain, State};
use crate::solve::Ending;
use crate::solve::graph::Graph;
use crate::work::Note;

/// The values of the positions of a sliding phase, or of some of them.
pub trait SlidingValues: Send + Sync {
    /// The positions.
    fn space(&self) -> &Space;

    /// The value of a position that is among them.
    fn value(&self, slide: Slide) -> Ending;

    /// The value of a position before the first move: the opponent may be blocked without having passed, so that no move need
    /// open him a way.
    fn first_move(&self, slide: Slide) -> Ending {
        match free_moves(self.space(), slide) {
            None => self.value(slide),
            Some(after) => {
                let values = after.map(|next| self.value(next).before());
                let best = values.max_by_key(|value| value.preference());
                best.unwrap_or(Ending::Draw)
            }
        }
    }
}

/// The positions after each first move, where they are not those after a move of a game under way.
fn free_moves(space: &Space, slide: Slide) -> Option<impl Iterator<Item = Slide>> {
    let (own, beside) = (space.enemy(slide), space.beside(slide));
    let forced = space.turn(slide).chain == Chain::Extra && beside != 0 && !space.takes(slide);
    forced.then(|| beside.ones().map(move |hole| Slide { hole, own }))
}

impl SlidingValues for Solution {
    fn space(&self) -> &Space {
        Solution::space(self)
    }

    fn value(&self, slide: Slide) -> Ending {
        Solution::value(self, slide)
    }
}

/// All positions that can be reached from some without a capture, solved.
///
/// In most positions a move takes something, and play stops there. So from a few thousand placements some hundred thousand
/// positions are reached, not 67 million.
#[derive(Debug)]
pub(crate) struct Reached {
    space: Space,
    graph: Graph<State<u32>>,
}

/// Turns to the first capture.
fn turns(space: &Space) -> Turns<'_, u32> {
    Turns {
        engine: space.engine(),
        endgames: None,
        goal: Goal::FirstCapture,
    }
}

impl SlidingValues for Reached {
    fn space(&self) -> &Space {
        &self.space
    }

    fn value(&self, slide: Slide) -> Ending {
        let worth = self.graph.worth(&turns(&self.space), &self.space.turn(slide));
        let plies = worth.and_then(|worth| worth.length);
        plies.map_or(Ending::Draw, Ending::from_plies)
    }
}

impl Reached {
    /// The positions that can be reached from placements; `None` if there are more than `most`.
    pub(crate) fn new(
        space: Space,
        placements: impl Iterator<Item = Slide>,
        most: u64,
    ) -> Option<Reached> {
        let mut roots = Vec::new();
        for slide in placements {
            roots.push(space.turn(slide));
            let free = free_moves(&space, slide).into_iter().flatten();
            roots.extend(free.map(|next| space.turn(next)));
        }
        let graph = Graph::new(&turns(&space), roots, most, &Note::default());
        graph.is_complete().then_some(Reached { space, graph })
    }
}

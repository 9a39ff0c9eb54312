//! The sliding phase from some positions on, where little can be reached without a capture.

use super::Solution;
use super::space::{Slide, Space};
use crate::board::Bits;
use crate::games::sidja::rules::Blocked;
use crate::solve::Ending;
use crate::solve::graph::{Graph, Listed};
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
    let beside = space.beside(slide);
    let same = space.movers(slide) == beside || space.takes(slide);
    let own = space.enemy(slide);
    (!same).then(|| beside.ones().map(move |hole| Slide { hole, own }))
}

impl SlidingValues for Solution {
    fn space(&self) -> &Space {
        Solution::space(self)
    }

    fn value(&self, slide: Slide) -> Ending {
        Solution::value(self, slide)
    }
}

/// The moves of the sliding phase.
#[derive(Debug, Clone)]
struct Slides(Space);

impl Listed for Slides {
    type State = Slide;

    const WITHIN_TURN: u32 = 0;

    fn folded(&self, slide: &Slide) -> Slide {
        *slide
    }

    fn known(&self, slide: &Slide) -> Option<Ending> {
        let Slides(space) = self;
        if space.takes(*slide) {
            return Some(Ending::Win(1));
        }
        let loses = space.rules().blocked == Blocked::Loses && space.movers(*slide) == 0;
        loses.then_some(Ending::Loss(0))
    }

    fn for_moves(&self, slide: &Slide, visit: &mut dyn FnMut(&Slide, bool)) {
        let Slides(space) = self;
        match space.movers(*slide) {
            0 => visit(&space.passed(*slide), false),
            _ => (space.successors(*slide)).for_each(|next| visit(&next, false)),
        }
    }
}

/// All positions that can be reached from some without a capture, solved.
///
/// In most positions a move takes something, and play stops there. So from a few thousand placements some hundred thousand
/// positions are reached, not 67 million.
#[derive(Debug)]
pub(crate) struct Reached {
    slides: Slides,
    graph: Graph<Slide>,
}

impl SlidingValues for Reached {
    fn space(&self) -> &Space {
        &self.slides.0
    }

    fn value(&self, slide: Slide) -> Ending {
        let worth = self.graph.worth(&self.slides, &slide);
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
            roots.push(slide);
            roots.extend(free_moves(&space, slide).into_iter().flatten());
        }
        let slides = Slides(space);
        let graph = Graph::new(&slides, roots, most, &Note::default());
        graph.is_complete().then_some(Reached { slides, graph })
    }
}

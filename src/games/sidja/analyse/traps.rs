//! Placements that look like a gift: the first move takes several stones, and then all is lost.

use crate::board::Bits;
use crate::games::sidja::Position;
use crate::games::sidja::Rules;
use crate::games::sidja::engine::Engine;
use crate::games::sidja::first_capture::space::{Slide, Space};
use crate::games::sidja::first_capture::survey::placement;
use crate::solve::parallel::map_ranges;

use super::alphabeta::{Leaves, Score, Searcher};

/// Which first moves of a placement have to be bait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bait {
    /// Every one: the first mover is lost whatever he does.
    Every,
    /// One is enough.
    Some,
}

/// The placements in which first moves take exactly `taken` stones, nothing more can be taken that
/// turn, and the opponent then has a forced win, proved within `turns` turns of both sides; of
/// placements that symmetries turn into one another, one.
///
/// At most `budget` positions are visited for each first move; placements not decided by then are
/// left out. `None` if the board is larger than 5×5.
///
/// Cost: one turn takes about a second on 5×5.
pub fn traps(
    rules: Rules,
    bait: Bait,
    taken: u32,
    turns: u32,
    budget: u64,
) -> Option<Vec<Position>> {
    let space = Space::new(rules)?;
    let engine = Engine::<u32>::new(rules)?;
    let board = space.board();
    let hole = board.cell_count() / 2;
    let subsets = space.subsets();
    let is_trap = |slide: Slide| {
        let (own, enemy) = (slide.own, space.enemy(slide));
        let movers = engine.near(hole) & own;
        let caught = engine.taken(own, enemy, hole);
        if movers == 0 || caught.count() != taken {
            return false;
        }
        let least = crate::board::Symmetry::ALL
            .iter()
            .all(|turn| turn.apply_set(board, own) >= own);
        let root = placement(&space, slide).state().convert::<u32>();
        let lost = |from: u8| {
            let next = engine.step(&root, from, hole, caught);
            if next.side == root.side || engine.end(&next).is_some() {
                return false;
            }
            let score = Searcher::new(&engine, Leaves::Material, budget).value(&next, turns);
            score.is_some_and(Score::is_win)
        };
        least
            && match bait {
                Bait::Every => movers.ones().all(lost),
                Bait::Some => movers.ones().any(lost),
            }
    };
    let parts = map_ranges(subsets.highs(), 16, |highs| {
        let mut found = Vec::new();
        for (_, mask) in subsets.masks_of_highs(highs) {
            let slide = Space::spread(hole, mask);
            if is_trap(slide) {
                found.push(placement(&space, slide));
            }
        }
        found
    });
    Some(parts.concat())
}

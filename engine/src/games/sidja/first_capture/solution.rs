//! The sliding phase solved: all of it backwards from the captures, or what can be reached from some positions.

use std::sync::atomic::{AtomicU8, Ordering};

use super::space::{Slide, Space};
use crate::board::Bits;
use crate::games::sidja::Rules;
use crate::games::sidja::rules::{Blocked, TOO_LONG};
use crate::solve::Ending;
use crate::solve::graph::{Graph, Listed};
use crate::solve::parallel::map_ranges;
use crate::work::{Fault, Note};

/// The byte of a position whose value is not known, and in the end of one that has none.
const OPEN: u8 = u8::MAX;

/// The value of every position of the sliding phase of a board of 3×3 or 5×5, or of those that can be reached from some.
///
/// # Examples
/// ```
/// use siga::games::sidja::Rules;
/// use siga::games::sidja::first_capture::{Solution, space::Slide};
/// use siga::solve::Ending;
/// let rules = Rules::SUDAN.with_size(3).unwrap();
/// let solution = Solution::new(rules).unwrap();
/// // oxo/x.x/oxo with x to move: nothing stands between the centre and a stone beyond.
/// let slide = Slide { hole: 4, own: 0b010_101_010 };
/// assert_ne!(solution.value(slide), Ending::Win(1));
/// ```
#[derive(Debug)]
pub struct Solution {
    space: Space,
    values: Values,
}

#[derive(Debug)]
enum Values {
    /// By number: the ply of the first capture, odd if the side to move makes it.
    All(Vec<u8>),
    /// In most positions a move takes something, and play stops there. So from a few thousand placements some hundred thousand
    /// positions are reached, not 67 million.
    Reached(Box<Graph<Space>>),
}

impl Solution {
    /// Whether boards of these rules are small enough to be solved.
    pub fn is_possible(rules: &Rules) -> bool {
        rules.check_board().is_ok()
    }

    /// Solves the sliding phase.
    ///
    /// Exact. Cost: on 5×5 67,603,900 positions, 16,224,936 of them kept, a byte each; under a
    /// second.
    ///
    /// # Errors
    /// Of kind input: the board is larger than 5×5, or a capture takes more plies than a byte counts.
    pub fn new(rules: Rules) -> Result<Solution, Fault> {
        let space = Space::new(rules)?;
        let solver = Solver {
            plies: (0..space.len()).map(|_| AtomicU8::new(OPEN)).collect(),
            space: &space,
        };
        solver.run().ok_or_else(|| Fault::input(TOO_LONG))?;
        let plies = solver.plies.into_iter().map(AtomicU8::into_inner).collect();
        let values = Values::All(plies);
        Ok(Solution { space, values })
    }

    /// The positions that can be reached from placements without a capture, solved; `None` if there are more than `most`.
    pub(crate) fn from_placements(
        space: Space,
        placements: impl Iterator<Item = Slide>,
        most: u64,
    ) -> Option<Solution> {
        let mut roots = Vec::new();
        for slide in placements {
            roots.push(slide);
            roots.extend(free_moves(&space, slide).into_iter().flatten());
        }
        let graph = Graph::new(space.clone(), roots, most, &Note::default());
        graph.is_complete().then(|| Solution {
            values: Values::Reached(Box::new(graph)),
            space,
        })
    }

    /// Solves the sliding phase, and says so in a note.
    ///
    /// # Errors
    /// The errors of [`Solution::new`].
    pub fn noting(rules: Rules, note: &Note) -> Result<Solution, Fault> {
        note.set("solving the board");
        Solution::new(rules)
    }

    /// The positions and their numbers.
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// The value of a position that is among them, whose hole and cells must be on the board, the side to move
    /// holding half the cells.
    #[inline]
    pub fn value(&self, slide: Slide) -> Ending {
        match &self.values {
            Values::All(plies) => value_of(plies[self.space.index(slide)]),
            Values::Reached(graph) => {
                let plies = graph.worth(&slide).length;
                plies.map_or(Ending::Draw, Ending::from_plies)
            }
        }
    }

    /// The value of a position before the first move: the opponent may be blocked without having passed, so that no move need
    /// open him a way.
    pub fn first_move(&self, slide: Slide) -> Ending {
        match free_moves(&self.space, slide) {
            None => self.value(slide),
            Some(after) => {
                let values = after.map(|next| self.value(next).before());
                let best = values.max_by_key(|value| value.preference());
                best.unwrap_or(Ending::Draw)
            }
        }
    }

    /// The number of positions of a whole phase with each value, every hole counted: by plies, and last those without a forced capture.
    pub fn layers(&self) -> Vec<(Ending, u64)> {
        let Values::All(plies) = &self.values else {
            return Vec::new();
        };
        let mut counts = [0_u64; 256];
        let numbers = self.space.numbers();
        for (class, plies) in plies.chunks(numbers.row()).enumerate() {
            let holes = numbers.orbit(class) as u64;
            for &byte in plies {
                counts[usize::from(byte)] += holes;
            }
        }
        (0_u8..=OPEN)
            .zip(counts)
            .filter(|&(_, positions)| positions > 0)
            .map(|(byte, positions)| (value_of(byte), positions))
            .collect()
    }
}

/// The positions after each first move, where they are not those after a move of a game under way.
fn free_moves(space: &Space, slide: Slide) -> Option<impl Iterator<Item = Slide>> {
    let beside = space.beside(slide);
    let same = space.movers(slide) == beside || space.takes(slide);
    let own = space.enemy(slide);
    (!same).then(|| beside.ones().map(move |hole| Slide { hole, own }))
}

impl Listed for Space {
    type State = Slide;

    const WITHIN_TURN: u32 = 0;

    fn folded(&self, slide: &Slide) -> Slide {
        *slide
    }

    fn known(&self, slide: &Slide) -> Option<Ending> {
        if self.takes(*slide) {
            return Some(Ending::Win(1));
        }
        let loses = self.rules().blocked == Blocked::Loses && self.movers(*slide) == 0;
        loses.then_some(Ending::Loss(0))
    }

    fn for_moves(&self, slide: &Slide, visit: &mut dyn FnMut(&Slide, bool)) {
        match self.movers(*slide) {
            0 => visit(&self.passed(*slide), false),
            _ => (self.successors(*slide)).for_each(|next| visit(&next, false)),
        }
    }
}

fn value_of(byte: u8) -> Ending {
    if byte == OPEN {
        Ending::Draw
    } else {
        Ending::from_plies(u32::from(byte))
    }
}

struct Solver<'a> {
    space: &'a Space,
    plies: Vec<AtomicU8>,
}

impl Solver<'_> {
    /// Fills in the layers one ply at a time; `None` if a fight is longer than a byte can say.
    fn run(&self) -> Option<()> {
        let lost = self.start();
        self.mark_before(&lost, 1, |_| true);
        let mut frontier = self.first_losses();
        let mut ply: u8 = 2;
        while !frontier.is_empty() {
            ply = ply.checked_add(1).filter(|&ply| ply < OPEN - 1)?;
            // A move to a lost position wins; a position with moves to won ones alone is lost.
            let won = self.mark_before(&frontier, ply, |_| true);
            ply += 1;
            frontier = self.mark_before(&won, ply, |slide| self.is_lost(slide));
        }
        Some(())
    }

    /// Values that need no looking ahead: 1 where a move takes, 0 where a blocked player loses.
    /// Returns the latter.
    fn start(&self) -> Vec<Slide> {
        let blocked_loses = self.space.rules().blocked == Blocked::Loses;
        let parts = self.over_all(|index, slide, lost: &mut Vec<Slide>| {
            if self.space.takes(slide) {
                self.set(index, 1);
            } else if blocked_loses && self.space.movers(slide) == 0 {
                self.set(index, 0);
                lost.push(slide);
            }
        });
        parts.concat()
    }

    /// The positions lost in 2: all of whose moves lead to a position won in 1. Of mirror images one.
    fn first_losses(&self) -> Vec<Slide> {
        let parts = self.over_all(|index, slide, lost: &mut Vec<Slide>| {
            let is_least = || self.space.images(slide).all(|(image, _)| image >= index);
            if self.get(index) == OPEN && is_least() && self.is_lost(slide) {
                lost.push(slide);
            }
        });
        let lost = parts.concat();
        for &slide in &lost {
            self.set_images(slide, 2);
        }
        lost
    }

    /// Marks as decided every open position with a move to one of these which `is_decided` by that, and returns them, of mirror images one.
    fn mark_before(
        &self,
        decided: &[Slide],
        ply: u8,
        is_decided: impl Fn(Slide) -> bool + Sync,
    ) -> Vec<Slide> {
        let parts = map_ranges(decided.len(), 4096, |range| {
            let mut marked = Vec::new();
            for &slide in &decided[range] {
                self.for_predecessors(slide, |before| {
                    if self.is_open(before) && is_decided(before) {
                        marked.extend(self.claim(before, ply));
                    }
                });
            }
            marked
        });
        parts.concat()
    }

    #[inline]
    fn is_open(&self, slide: Slide) -> bool {
        self.get(self.space.index(slide)) == OPEN
    }

    /// Marks an open position and its mirror images, and returns one of them, unless another
    /// thread has done so. Whoever marks the image with the least number has done it.
    fn claim(&self, slide: Slide, ply: u8) -> Option<Slide> {
        let (least, first) = self.space.images(slide).min_by_key(|&(number, _)| number)?;
        self.plies[least]
            .compare_exchange(OPEN, ply, Ordering::Relaxed, Ordering::Relaxed)
            .ok()?;
        self.set_images(first, ply);
        Some(first)
    }

    /// Marks a position and its mirror images.
    fn set_images(&self, slide: Slide, ply: u8) {
        (self.space.images(slide)).for_each(|(number, _)| self.set(number, ply));
    }

    /// Whether every move of a position that takes nothing, or its pass, leads to a won one.
    #[inline]
    fn is_lost(&self, slide: Slide) -> bool {
        let won = |next: Slide| {
            let plies = self.get(self.space.index(next));
            plies != OPEN && plies % 2 == 1
        };
        if self.space.movers(slide) == 0 {
            return won(self.space.passed(slide));
        }
        self.space.successors(slide).all(won)
    }

    /// Every position before this one, by move or by pass.
    #[inline]
    fn for_predecessors(&self, slide: Slide, mut visit: impl FnMut(Slide)) {
        self.space.predecessors(slide).for_each(&mut visit);
        let passed = self.space.passed(slide);
        if self.space.movers(passed) == 0 {
            visit(passed);
        }
    }

    /// Visits every numbered position on all processors.
    fn over_all<T, F>(&self, visit: F) -> Vec<Vec<T>>
    where
        T: Send,
        F: Fn(usize, Slide, &mut Vec<T>) + Sync,
    {
        let (subsets, numbers) = (self.space.subsets(), self.space.numbers());
        let highs = subsets.highs();
        map_ranges(numbers.classes() * highs, 256.min(highs), |range| {
            let mut found = Vec::new();
            for item in range {
                let (class, high) = (item / highs, item % highs);
                let hole = numbers.own_of(class).trailing_zeros() as u8;
                for (rank, mask) in subsets.masks_of_highs(high..high + 1) {
                    let slide = Space::spread(hole, mask);
                    visit(class * numbers.row() + rank, slide, &mut found);
                }
            }
            found
        })
    }

    #[inline]
    fn get(&self, index: usize) -> u8 {
        self.plies[index].load(Ordering::Relaxed)
    }

    #[inline]
    fn set(&self, index: usize, ply: u8) {
        self.plies[index].store(ply, Ordering::Relaxed);
    }
}

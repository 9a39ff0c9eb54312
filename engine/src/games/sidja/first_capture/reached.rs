//! The sliding phase from some positions on, where little can be reached without a capture.
//!
//! In most positions a move takes something, and play stops there. So from a few thousand placements some hundred thousand positions are
//! reached, not 67 million. They are listed forwards and solved backwards, one ply a round: what is won follows from what is lost
//! one ply sooner, and what is lost from everything after it being won. A value has as many plies as the round in which it is found. A
//! round finds only what follows from the finds of the one before, and wins and losses alternate, so after two rounds without a find
//! no more can come.

use rustc_hash::FxHashMap;

use super::space::{Slide, Space};
use super::{FirstCapture, Solution};
use crate::board::Bits;
use crate::games::sidja::rules::Blocked;
use crate::work::stop;

/// Positions visited between two looks whether the work is to stop.
const BETWEEN_LOOKS: usize = 4096;

/// The values of the positions of a sliding phase, or of some of them.
pub trait SlidingValues: Send + Sync {
    /// The positions.
    fn space(&self) -> &Space;

    /// The value of a position that is among them.
    fn value(&self, slide: Slide) -> FirstCapture;

    /// The value of a position before the first move: the opponent may be blocked without having passed, so that no move need
    /// open him a way.
    fn first_move(&self, slide: Slide) -> FirstCapture {
        match free_moves(self.space(), slide) {
            None => self.value(slide),
            Some(after) => {
                let values = after.map(|next| self.value(next).before());
                let best = values.max_by_key(|value| value.preference());
                best.unwrap_or(FirstCapture::Never)
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

    fn value(&self, slide: Slide) -> FirstCapture {
        Solution::value(self, slide)
    }
}

/// All positions that can be reached from some without a capture, solved.
#[derive(Debug, Clone)]
pub(crate) struct Reached {
    space: Space,
    numbers: FxHashMap<Slide, u32>,
    values: Vec<FirstCapture>,
}

impl SlidingValues for Reached {
    fn space(&self) -> &Space {
        &self.space
    }

    fn value(&self, slide: Slide) -> FirstCapture {
        let number = self.numbers.get(&slide).map(|&number| number as usize);
        number.map_or(FirstCapture::Never, |number| self.values[number])
    }
}

impl Reached {
    /// The positions that can be reached from placements; `None` if there are more than `most`.
    pub(crate) fn new(
        space: Space,
        placements: impl Iterator<Item = Slide>,
        most: usize,
    ) -> Option<Reached> {
        let mut list = List::default();
        for slide in placements {
            list.number(slide);
            if let Some(after) = free_moves(&space, slide) {
                after.for_each(|next| {
                    list.number(next);
                });
            }
        }
        let loses = space.rules().blocked == Blocked::Loses;
        let mut values: Vec<Option<FirstCapture>> = Vec::new();
        // Where the positions after each begin among `after`.
        let (mut begins, mut after) = (vec![0], Vec::new());
        while let Some(&slide) = list.slides.get(values.len()) {
            if values.len().is_multiple_of(BETWEEN_LOOKS) {
                stop::check();
            }
            values.push(match space.takes(slide) {
                true => Some(FirstCapture::Win(1)),
                false if space.movers(slide) != 0 => {
                    after.extend(space.successors(slide).map(|next| list.number(next)));
                    None
                }
                false if loses => Some(FirstCapture::Loss(0)),
                false => {
                    after.push(list.number(space.passed(slide)));
                    None
                }
            });
            begins.push(after.len());
            if list.slides.len() > most {
                return None;
            }
        }
        let next = |at: usize| &after[begins[at]..begins[at + 1]];
        Some(Reached {
            values: backwards(values, next),
            numbers: list.numbers,
            space,
        })
    }
}

/// Positions, each with a number.
#[derive(Default)]
struct List {
    numbers: FxHashMap<Slide, u32>,
    slides: Vec<Slide>,
}

impl List {
    fn number(&mut self, slide: Slide) -> u32 {
        *self.numbers.entry(slide).or_insert_with(|| {
            self.slides.push(slide);
            self.slides.len() as u32 - 1
        })
    }
}

/// The values of positions that all lead to others among them, from those that are known beforehand: in 0 plies or 1.
fn backwards<'a>(
    mut values: Vec<Option<FirstCapture>>,
    next: impl Fn(usize) -> &'a [u32],
) -> Vec<FirstCapture> {
    let mut open: Vec<usize> = (0..values.len())
        .filter(|&at| values[at].is_none())
        .collect();
    let mut rounds_without = 0;
    for plies in 1_u32.. {
        stop::check();
        let known = &values;
        let after = |at: usize| next(at).iter().map(move |&next| known[next as usize]);
        let settles = |at: &usize| match plies % 2 {
            1 => after(*at).any(|value| value == Some(FirstCapture::Loss(plies - 1))),
            _ => after(*at).all(|value| matches!(value, Some(FirstCapture::Win(_)))),
        };
        let settled: Vec<usize> = open.iter().copied().filter(settles).collect();
        for &at in &settled {
            values[at] = Some(FirstCapture::from_plies(plies));
        }
        open.retain(|&at| values[at].is_none());
        rounds_without = if settled.is_empty() {
            rounds_without + 1
        } else {
            0
        };
        if open.is_empty() || rounds_without == 2 {
            break;
        }
    }
    let found = values.into_iter();
    found
        .map(|value| value.unwrap_or(FirstCapture::Never))
        .collect()
}

//! The sets of every size that a game needs, and rows of bits over them.

use std::ops::Range;
use std::sync::Arc;

use super::game::{Blocked, Goal, LayeredGame, Needs, Step, plain_targets};
use super::sets::{Sets, image};
use super::value::Scale;

/// The sets of one size, with what the engine asks of them as rows of bits by set number.
#[derive(Debug)]
pub(super) struct Columns {
    pub(super) sets: Arc<Sets>,
    /// Machine words in a row.
    pub(super) words: usize,
    /// For each cell, the sets that contain it.
    contains: Vec<u64>,
    /// The sets with which the side to move has a plain goal.
    pub(super) goal: Vec<u64>,
    /// The sets with which the other side has.
    pub(super) goal_of_other: Vec<u64>,
    /// The number of each set as the other side sees it, where that is another.
    pub(super) turned: Option<Vec<u32>>,
    /// Bits beyond the last set, in the last word.
    pub(super) beyond: u64,
}

impl Columns {
    fn new<G: LayeredGame + ?Sized>(game: &G, k: u8, symmetries: &[Vec<u8>]) -> Option<Columns> {
        let sets = Sets::new(k, symmetries)?;
        let words = sets.len().div_ceil(64);
        let mut contains = vec![0; words * usize::from(game.cells())];
        let mut goal = vec![0; words];
        let mut goal_of_other = vec![0; words];
        for number in 0..sets.len() {
            let (word, bit) = (number / 64, 1 << (number % 64));
            let mask = sets.mask(number);
            let mut rest = mask;
            while rest != 0 {
                contains[rest.trailing_zeros() as usize * words + word] |= bit;
                rest &= rest - 1;
            }
            let made = |goals: &[Goal]| {
                let mut plain = goals.iter().filter(|goal| goal.is_plain());
                plain.any(|goal| goal.held & !mask == 0)
            };
            let [of_mover, of_other] = game.goals();
            if made(of_mover) {
                goal[word] |= bit;
            }
            if made(of_other) {
                goal_of_other[word] |= bit;
            }
        }
        let turned = game.turned().map(|turned| {
            let numbers =
                (0..sets.len()).map(|number| sets.number(image(turned, sets.mask(number))));
            numbers.map(|number| number as u32).collect()
        });
        let beyond = match sets.len() % 64 {
            0 => 0,
            used => u64::MAX << used,
        };
        Some(Columns {
            sets,
            words,
            contains,
            goal,
            goal_of_other,
            turned,
            beyond,
        })
    }

    /// The sets that contain a cell.
    #[inline]
    pub(super) fn contains(&self, cell: u8) -> &[u64] {
        &self.contains[usize::from(cell) * self.words..][..self.words]
    }

    /// Whether the side to move has a plain goal with the set with a number.
    pub(super) fn is_goal(&self, number: usize) -> bool {
        self.goal[number / 64] >> (number % 64) & 1 == 1
    }

    /// Whether the other side has a plain goal with it.
    pub(super) fn is_goal_of_other(&self, number: usize) -> bool {
        self.goal_of_other[number / 64] >> (number % 64) & 1 == 1
    }

    /// The number of a set as the other side sees it.
    #[inline]
    pub(super) fn seen_by_other(&self, number: usize) -> usize {
        self.turned
            .as_ref()
            .map_or(number, |turned| turned[number] as usize)
    }

    /// Writes the sets that share no cell with a mask.
    pub(super) fn disjoint(&self, mut mask: u32, row: &mut [u64]) {
        row.fill(0);
        while mask != 0 {
            or(row, self.contains(mask.trailing_zeros() as u8));
            mask &= mask - 1;
        }
        for word in row.iter_mut() {
            *word = !*word;
        }
        if let Some(last) = row.last_mut() {
            *last &= !self.beyond;
        }
    }

    /// Adds a row, or all sets, where the sets are as is needed: a range of its words.
    #[inline]
    pub(super) fn or_where(
        &self,
        needs: Needs,
        run: Range<usize>,
        row: Option<&[u64]>,
        union: &mut [u64],
    ) {
        let there = |cell: u32| &self.contains(cell as u8)[run.clone()];
        match (row, needs) {
            (Some(row), Needs { held: 0, clear: 0 }) => or(union, row),
            (Some(row), Needs { held, clear: 0 }) if held.is_power_of_two() => {
                let there = there(held.trailing_zeros());
                for ((word, row), there) in union.iter_mut().zip(row).zip(there) {
                    *word |= row & there;
                }
            }
            (row, Needs { held, clear }) => {
                let mut both: Vec<u64> =
                    row.map_or_else(|| vec![u64::MAX; union.len()], <[u64]>::to_vec);
                for cell in members(0, held.into()) {
                    let cells = both.iter_mut().zip(there(cell as u32));
                    cells.for_each(|(word, there)| *word &= there);
                }
                for cell in members(0, clear.into()) {
                    let cells = both.iter_mut().zip(there(cell as u32));
                    cells.for_each(|(word, there)| *word &= !there);
                }
                or(union, &both);
            }
        }
    }

    /// Adds the sets against which a set makes one of these goals; whether one is added.
    pub(super) fn or_goals(&self, goals: &[Goal], set: u32, row: &mut [u64]) -> bool {
        let mut any = false;
        for goal in goals {
            if goal.held & !set == 0 && goal.empty & set == 0 {
                let needs = Needs {
                    held: goal.held_by_other,
                    clear: goal.empty,
                };
                self.or_where(needs, 0..self.words, None, row);
                any = true;
            }
        }
        any
    }
}

/// The numbers of the bits of a word.
#[inline]
pub(super) fn members(place: usize, mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (word != 0).then(|| {
            let bit = word.trailing_zeros() as usize;
            word &= word - 1;
            place * 64 + bit
        })
    })
}

#[inline]
fn or(row: &mut [u64], with: &[u64]) {
    for (word, &with) in row.iter_mut().zip(with) {
        *word |= with;
    }
}

/// Everything about a game that does not depend on a layer.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) cells: u8,
    /// The steps that start at each cell.
    pub(super) steps: Vec<Vec<Step>>,
    /// For each cell, those that plain steps lead to.
    pub(super) plain: Vec<u32>,
    /// Whether a side that is blocked passes.
    pub(super) passes: bool,
    /// How codes count plies.
    pub(super) scale: Scale,
    /// The goals of the side to move and of the other that are not plain.
    pub(super) goals: [Vec<Goal>; 2],
    /// Those of the other as what the side to move holds, and the other.
    pub(super) goals_of_other_turned: Vec<Goal>,
    columns: Vec<Columns>,
}

impl Space {
    /// `None` if the game has too many cells or pieces to be numbered.
    pub(super) fn new<G: LayeredGame + ?Sized>(game: &G) -> Option<Space> {
        let symmetries = game.symmetries();
        let pieces = game.layers().iter().map(|l| l.own.max(l.other)).max();
        let columns = (0..=pieces.unwrap_or(0)).map(|k| Columns::new(game, k, &symmetries));
        let columns = columns.collect::<Option<_>>()?;
        let mut steps = vec![Vec::new(); game.cells().into()];
        for step in game.steps() {
            steps[usize::from(step.from)].push(step);
        }
        let asking = |goals: &Vec<Goal>| -> Vec<Goal> {
            let asking = goals.iter().filter(|goal| !goal.is_plain());
            asking.copied().collect()
        };
        let goals = game.goals().each_ref().map(asking);
        let turned = |goal: &Goal| Goal {
            held: goal.held_by_other,
            held_by_other: goal.held,
            ..*goal
        };
        Some(Space {
            goals_of_other_turned: goals[1].iter().map(turned).collect(),
            goals,
            cells: game.cells(),
            steps,
            plain: plain_targets(game.cells(), &game.steps()),
            passes: game.blocked() == Blocked::Passes,
            scale: game.scale(),
            columns,
        })
    }

    /// The sets of one size.
    #[inline]
    pub(super) fn columns(&self, k: u8) -> &Columns {
        &self.columns[usize::from(k)]
    }
}

//! The sets of every size that a game needs, and rows of bits over them.

use std::sync::Arc;

use super::game::{Blocked, Game, Step, plain_targets};
use super::sets::{Sets, image};

/// The sets of one size, with what the engine asks of them as rows of bits by set number.
#[derive(Debug)]
pub(super) struct Columns {
    pub(super) sets: Arc<Sets>,
    /// Machine words in a row.
    pub(super) words: usize,
    /// For each cell, the sets that contain it.
    contains: Vec<u64>,
    /// The sets with which the side to move has a goal.
    pub(super) goal: Vec<u64>,
    /// The sets with which the other side has.
    pub(super) goal_of_other: Vec<u64>,
    /// The number of each set as the other side sees it, where that is another.
    pub(super) turned: Option<Vec<u32>>,
    /// Bits beyond the last set, in the last word.
    pub(super) beyond: u64,
}

impl Columns {
    fn new<G: Game + ?Sized>(game: &G, k: u8, symmetries: &[Vec<u8>]) -> Option<Columns> {
        let sets = Arc::new(Sets::new(game.cells(), k, symmetries)?);
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
            if game.is_goal(mask) {
                goal[word] |= bit;
            }
            if game.is_goal_of_other(mask) {
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

    /// Whether the side to move has a goal with the set with a number.
    pub(super) fn is_goal(&self, number: usize) -> bool {
        self.goal[number / 64] >> (number % 64) & 1 == 1
    }

    /// Whether the other side has a goal with it.
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
}

#[inline]
pub(super) fn or(row: &mut [u64], with: &[u64]) {
    for (word, &with) in row.iter_mut().zip(with) {
        *word |= with;
    }
}

/// Everything about a game that does not depend on a layer.
#[derive(Debug)]
pub(super) struct Space {
    pub(super) cells: u8,
    pub(super) symmetries: Arc<Vec<Vec<u8>>>,
    /// The steps that start at each cell.
    pub(super) steps: Vec<Vec<Step>>,
    /// For each cell, those that plain steps lead to.
    pub(super) plain: Vec<u32>,
    /// Whether a side that is blocked passes.
    pub(super) passes: bool,
    /// Whether it wins.
    pub(super) blocked_wins: bool,
    columns: Vec<Columns>,
}

impl Space {
    /// `None` if the game has too many cells or pieces to be numbered.
    pub(super) fn new<G: Game + ?Sized>(game: &G) -> Option<Space> {
        let symmetries = game.symmetries();
        let pieces = game.layers().iter().map(|l| l.own.max(l.other)).max();
        let columns = (0..=pieces.unwrap_or(0)).map(|k| Columns::new(game, k, &symmetries));
        let columns = columns.collect::<Option<_>>()?;
        let mut steps = vec![Vec::new(); game.cells().into()];
        for step in game.steps() {
            steps[usize::from(step.from)].push(step);
        }
        Some(Space {
            cells: game.cells(),
            symmetries: Arc::new(symmetries),
            steps,
            plain: plain_targets(game.cells(), &game.steps()),
            passes: game.blocked() == Blocked::Passes,
            blocked_wins: game.blocked() == Blocked::Wins,
            columns,
        })
    }

    /// The sets of one size.
    #[inline]
    pub(super) fn columns(&self, k: u8) -> &Columns {
        &self.columns[usize::from(k)]
    }

    /// The cells that the other side must hold for these pieces to have no move.
    pub(super) fn hemming(&self, own: u32) -> u32 {
        let mut held = 0;
        let mut rest = own;
        while rest != 0 {
            let steps = &self.steps[rest.trailing_zeros() as usize];
            held |= steps.iter().fold(0, |set, step| set | step.hemming(own));
            rest &= rest - 1;
        }
        held
    }
}

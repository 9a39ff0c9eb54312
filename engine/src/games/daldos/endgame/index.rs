//! Numbers for positions of few pieces.

use std::collections::HashMap;
#[cfg(feature = "tables")]
use std::ops::Range;

use super::compact_position::{CompactPosition, CompactRules, Pieces};
use crate::games::daldos::Game;
use crate::work::limit::{TooLarge, allow};
use crate::work::stop;

/// Numbers for the positions of an endgame.
#[derive(Clone, Debug)]
pub(super) enum Numbers {
    /// All positions with at most these numbers of pieces.
    All(Index),
    /// The positions that can come of one.
    Reached(Reached),
}

impl Numbers {
    pub(super) fn len(&self) -> usize {
        match self {
            Self::All(index) => index.len(),
            Self::Reached(reached) => reached.list.len(),
        }
    }

    /// The number of a position; `None` if it has none.
    pub(super) fn number(&self, few: &CompactPosition) -> Option<usize> {
        match self {
            Self::All(index) => index.number(few),
            Self::Reached(reached) => reached.numbers.get(few).map(|&n| n as usize),
        }
    }

    /// The lists of a number, whether they are a position or not.
    pub(super) fn few(&self, number: usize) -> Option<CompactPosition> {
        match self {
            Self::All(index) => index.few(number),
            Self::Reached(reached) => reached.list.get(number).copied(),
        }
    }
}

/// Positions in the order in which they were found.
#[derive(Clone, Debug, Default)]
pub(super) struct Reached {
    numbers: HashMap<CompactPosition, u32>,
    list: Vec<CompactPosition>,
}

impl Reached {
    /// Everything that can come of some positions before a side is down to `loses_at`; refuses more than `most` positions.
    pub(super) fn new(
        starts: impl IntoIterator<Item = CompactPosition>,
        course: CompactRules,
        game: &Game,
        most: u128,
    ) -> Result<Self, TooLarge> {
        let mut reached = Self::default();
        starts.into_iter().for_each(|start| reached.meet(start));
        let loses_at = usize::from(game.rules().board().loses_at);
        let mut plays = Vec::new();
        let mut at = 0;
        while let Some(&few) = reached.list.get(at) {
            stop::check();
            at += 1;
            for cast in game.casts() {
                course.plays(&few, cast.numbers, &mut plays);
                for after in plays.iter().filter(|after| after.enemy.len() > loses_at) {
                    reached.meet(if cast.extra { *after } else { after.passed() });
                }
            }
            allow("positions", reached.list.len() as u128, most)?;
        }
        Ok(reached)
    }

    fn meet(&mut self, few: CompactPosition) {
        let number = self.list.len() as u32;
        if *self.numbers.entry(few).or_insert(number) == number {
            self.list.push(few);
        }
    }
}

/// The positions with limited numbers of pieces a side, numbered: layer by layer (the pieces of the side to move, those of the
/// other), in a layer by the rank of the own pieces and then of the enemy's.
///
/// Numbers of lists that are no position (two pieces in one hole) are left unused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Index {
    codes: usize,
    /// Own and enemy's number of pieces with the number of the layer's first position.
    layers: Vec<(usize, usize, usize)>,
    len: usize,
}

/// k out of m.
pub(super) fn choose(m: usize, k: usize) -> usize {
    (0..k).fold(1, |c, i| c * m.saturating_sub(i) / (i + 1))
}

impl Index {
    /// All layers that a game with `pieces` (either side to move) can come to before a side is down to `loses_at`.
    pub(super) fn new(course: CompactRules, pieces: [usize; 2], loses_at: usize) -> Self {
        let codes = course.codes();
        let mut index = Self {
            codes,
            layers: Vec::new(),
            len: 0,
        };
        let [p, q] = pieces;
        for a in loses_at + 1..=p {
            for b in loses_at + 1..=q {
                // The larger side first, whichever is asked for first: a layer's numbers then follow each other in the
                // same order in every endgame it is part of, and its bounds come out the same.
                let (more, less) = (a.max(b), a.min(b));
                for (own, enemy) in [(more, less), (less, more)] {
                    if index.layer(own, enemy).is_none() {
                        index.layers.push((own, enemy, index.len));
                        index.len += choose(codes, own) * choose(codes, enemy);
                    }
                }
            }
        }
        index
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The layers: own and enemy's number of pieces, and the numbers of their positions.
    #[cfg(feature = "tables")]
    pub(super) fn layers(&self) -> impl Iterator<Item = ([usize; 2], Range<usize>)> {
        let ends = self.layers.iter().skip(1).map(|layer| layer.2);
        let ends = ends.chain([self.len]);
        (self.layers.iter().zip(ends)).map(|(&(own, enemy, first), end)| ([own, enemy], first..end))
    }

    fn layer(&self, own: usize, enemy: usize) -> Option<usize> {
        self.layers.iter().position(|l| (l.0, l.1) == (own, enemy))
    }

    /// The layer of a position, by its place among the layers, and the position's place in it.
    pub(super) fn place(&self, few: &CompactPosition) -> Option<(usize, usize)> {
        let layer = self.layer(few.own.len(), few.enemy.len())?;
        let enemies = choose(self.codes, few.enemy.len());
        Some((layer, rank(&few.own) * enemies + rank(&few.enemy)))
    }

    /// The number of a position; `None` if no layer has its numbers of pieces.
    pub(super) fn number(&self, few: &CompactPosition) -> Option<usize> {
        let (layer, within) = self.place(few)?;
        Some(self.layers[layer].2 + within)
    }

    /// The lists of a number, whether they are a position or not.
    pub(super) fn few(&self, number: usize) -> Option<CompactPosition> {
        let layer = self.layers.iter().rev().find(|layer| layer.2 <= number)?;
        let (own, enemy, first) = *layer;
        let enemies = choose(self.codes, enemy);
        let within = number - first;
        Some(CompactPosition {
            own: unrank(within / enemies, own),
            enemy: unrank(within % enemies, enemy),
        })
    }
}

/// The number of a set among those of its size (the combinatorial number system).
fn rank(pieces: &Pieces) -> usize {
    let codes = pieces.codes().iter().enumerate();
    codes
        .map(|(at, &code)| choose(usize::from(code), at + 1))
        .sum()
}

fn unrank(mut rank: usize, count: usize) -> Pieces {
    let mut codes = Vec::with_capacity(count);
    for k in (1..=count).rev() {
        let mut code = k - 1;
        while choose(code + 1, k) <= rank {
            code += 1;
        }
        rank -= choose(code, k);
        codes.push(code as u8);
    }
    Pieces::new(codes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::daldos::Game;

    #[test]
    fn numbers_round_trip() {
        let game = Game::new("daldos:n=3".parse().unwrap()).unwrap();
        let course = CompactRules::new(&game);
        for (pieces, loses_at) in [([1, 1], 0), ([2, 1], 0), ([2, 2], 1), ([3, 2], 0)] {
            let index = Index::new(course, pieces, loses_at);
            for number in 0..index.len() {
                let few = index.few(number).unwrap();
                assert_eq!(index.number(&few), Some(number));
            }
        }
        assert_eq!(Index::new(course, [2, 1], 0).len(), 144 + 2 * 66 * 12);
        assert_eq!(Index::new(course, [2, 2], 1).len(), 66 * 66);
    }
}

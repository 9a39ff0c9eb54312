//! Numbers for all positions of few pieces.

use std::ops::Range;
use std::sync::Arc;

use crate::games::daldos::route::members;
use crate::games::daldos::{Game, moves::View};

/// The positions with limited numbers of pieces a side, numbered: layer by layer (the pieces of the side to move, those of the
/// other), in a layer by the rank of the own pieces and then of the enemy's.
///
/// An undalled piece on hole `i` of its way has the code `i`, a dalled one `n + i - 1`; a side's rank is that of the set of its codes. Numbers
/// that stand for two pieces in one hole are left unused.
#[derive(Clone, Debug)]
pub(super) struct Index {
    game: Arc<Game>,
    /// Codes of one piece.
    codes: usize,
    /// Own and enemy's number of pieces with the number of the layer's first position.
    layers: Vec<(usize, usize, usize)>,
    len: usize,
}

/// k out of m.
fn choose(m: usize, k: usize) -> usize {
    (0..k).fold(1, |c, i| c * m.saturating_sub(i) / (i + 1))
}

impl Index {
    /// All layers that a game with `pieces` (either side to move) can come to before a side has lost.
    pub(super) fn new(game: &Arc<Game>, [p, q]: [usize; 2]) -> Self {
        let route = game.route();
        let mut index = Self {
            game: game.clone(),
            codes: usize::from(route.n()) + usize::from(route.holes()) - 1,
            layers: Vec::new(),
            len: 0,
        };
        let least = usize::from(game.rules().board().loses_at) + 1;
        for a in least..=p {
            for b in least..=q {
                // The larger side first, whichever is asked for first: a layer's numbers then follow each other in the
                // same order in every endgame it is part of, and its bounds come out the same.
                let (more, less) = (a.max(b), a.min(b));
                for (own, enemy) in [(more, less), (less, more)] {
                    if index.layer(own, enemy).is_none() {
                        index.layers.push((own, enemy, index.len));
                        index.len += choose(index.codes, own) * choose(index.codes, enemy);
                    }
                }
            }
        }
        index
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// How many positions there are.
    ///
    /// A hole is empty or has one of the pieces that can stand in it: on the home row but for its first hole an own piece is dalled or not, elsewhere
    /// it can be in one way only, and so with the enemy's. So the number of positions is a coefficient of a product over the holes.
    pub(super) fn positions(&self) -> u128 {
        let route = self.game.route();
        let (home, middle) = (usize::from(route.n()) - 1, usize::from(route.middle()));
        let most = self.layers.iter().map(|layer| layer.0).max().unwrap_or(0);
        let mut counts = vec![vec![0u128; most + 1]; most + 1];
        counts[0][0] = 1;
        for (holes, own, enemy) in [(middle + 2, 1, 1), (home, 2, 1), (home, 1, 2)] {
            for _ in 0..holes {
                for a in (0..=most).rev() {
                    for b in (0..=most).rev() {
                        let with_own = if a > 0 { counts[a - 1][b] } else { 0 };
                        let with_enemy = if b > 0 { counts[a][b - 1] } else { 0 };
                        counts[a][b] += own * with_own + enemy * with_enemy;
                    }
                }
            }
        }
        let layers = self.layers.iter();
        layers.map(|&(own, enemy, _)| counts[own][enemy]).sum()
    }

    /// The layers: own and enemy's number of pieces, and the numbers of their positions.
    pub(super) fn layers(&self) -> impl Iterator<Item = ([usize; 2], Range<usize>)> {
        let ends = self.layers.iter().skip(1).map(|layer| layer.2);
        let ends = ends.chain([self.len]);
        (self.layers.iter().zip(ends)).map(|(&(own, enemy, first), end)| ([own, enemy], first..end))
    }

    fn layer(&self, own: usize, enemy: usize) -> Option<usize> {
        self.layers.iter().position(|l| (l.0, l.1) == (own, enemy))
    }

    /// The layer of a position, by its place among the layers, and the position's place in it; `None` if there is none, or a dalled piece
    /// stands in the hole farthest from its way out, where no move leads.
    pub(super) fn place(&self, state: &View) -> Option<(usize, usize)> {
        let sides = [*state, state.flip(&self.game)];
        let counts = sides.map(|side| side.own.count_ones() as usize);
        let layer = self.layer(counts[0], counts[1])?;
        if sides
            .iter()
            .any(|side| side.own & !side.own_undalled & 1 != 0)
        {
            return None;
        }
        let [own, enemy] = sides.map(|side| self.rank(&side));
        Some((layer, own * choose(self.codes, counts[1]) + enemy))
    }

    /// The position of a number; `None` if the number is not used.
    pub(super) fn state(&self, number: usize) -> Option<View> {
        let (own, enemy, first) = *self.layers.iter().rev().find(|layer| layer.2 <= number)?;
        let enemies = choose(self.codes, enemy);
        let within = number - first;
        let [mut own, enemy] = [(within / enemies, own), (within % enemies, enemy)]
            .map(|(rank, count)| self.side(rank, count));
        let flipped = enemy?.flip(&self.game);
        let state = own.as_mut()?;
        (state.enemy, state.enemy_undalled) = (flipped.enemy, flipped.enemy_undalled);
        (state.own & state.enemy == 0).then_some(*state)
    }

    /// Every position, in the order of the numbers.
    pub(super) fn states(&self) -> impl Iterator<Item = View> {
        (0..self.len).filter_map(|number| self.state(number))
    }

    /// The number of a side's pieces among the sets of as many codes (the combinatorial number system).
    fn rank(&self, side: &View) -> usize {
        let n = usize::from(self.game.route().n());
        let undalled = members(side.own_undalled).map(usize::from);
        let dalled = members(side.own & !side.own_undalled).map(|hole| n + usize::from(hole) - 1);
        let codes = undalled.chain(dalled).enumerate();
        codes.map(|(at, code)| choose(code, at + 1)).sum()
    }

    /// The pieces of a rank, as the side to move has them; `None` if two of them are in one hole.
    fn side(&self, mut rank: usize, count: usize) -> Option<View> {
        let n = usize::from(self.game.route().n());
        let mut side = View::default();
        for k in (1..=count).rev() {
            let mut code = k - 1;
            while choose(code + 1, k) <= rank {
                code += 1;
            }
            rank -= choose(code, k);
            let hole = if code < n { code } else { code - n + 1 };
            side.own |= 1 << hole;
            if code < n {
                side.own_undalled |= 1 << hole;
            }
        }
        (side.own.count_ones() as usize == count).then_some(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        for (rules, pieces, len) in [
            ("daldos:n=1", [1, 1], 16),
            ("daldos:n=3", [1, 1], 144),
            ("daldos:n=3", [2, 1], 144 + 2 * 66 * 12),
            ("daldos:n=3,loses_at=1", [2, 2], 66 * 66),
            (
                "daldos:n=3",
                [3, 2],
                12 * 12 + 2 * 66 * 12 + 66 * 66 + 2 * 220 * (12 + 66),
            ),
        ] {
            let game = Arc::new(Game::new(rules.parse().unwrap()).unwrap());
            let index = Index::new(&game, pieces);
            assert_eq!(index.len(), len);
            assert_eq!(index.states().count() as u128, index.positions());
            for number in 0..index.len() {
                let Some(state) = index.state(number) else {
                    continue;
                };
                let (layer, place) = index.place(&state).unwrap();
                assert_eq!(index.layers[layer].2 + place, number);
            }
        }
    }
}

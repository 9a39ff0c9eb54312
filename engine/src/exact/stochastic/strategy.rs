//! Positional strategies.

use super::{Game, Next};

/// One option for every branch of every state; since a state belongs to its mover, a strategy tells both players what to
/// do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// Where the branches of each state begin in `chosen`.
    starts: Vec<usize>,
    /// The number of the option chosen, branch by branch.
    chosen: Vec<u32>,
}

impl Strategy {
    /// Chooses by a function from the codes of the options.
    pub(super) fn choose(game: &Game, mut choose: impl FnMut(&[u32]) -> usize) -> Self {
        let mut strategy = Self {
            starts: Vec::with_capacity(game.len() + 1),
            chosen: Vec::new(),
        };
        strategy.starts.push(0);
        for state in 0..game.len() {
            for (_, options) in game.branches(state) {
                strategy.chosen.push(choose(options) as u32);
            }
            strategy.starts.push(strategy.chosen.len());
        }
        strategy
    }

    /// The first option everywhere.
    pub(crate) fn first(game: &Game) -> Self {
        Self::choose(game, |_| 0)
    }

    /// The option chosen in each branch of a state.
    ///
    /// # Panics
    /// If there is no such state.
    pub(crate) fn chosen(&self, state: usize) -> &[u32] {
        &self.chosen[self.starts[state]..self.starts[state + 1]]
    }

    pub(super) fn chosen_mut(&mut self, state: usize) -> &mut [u32] {
        &mut self.chosen[self.starts[state]..self.starts[state + 1]]
    }

    /// The game from some states on when the strategy is followed, which leaves one option in each branch, and the number each
    /// of its states has in `game`, ascending.
    ///
    /// # Panics
    /// If a start does not exist, or the strategy is one of another game.
    pub(crate) fn part(
        &self,
        game: &Game,
        starts: impl IntoIterator<Item = usize>,
    ) -> (Game, Vec<usize>) {
        game.part_with(starts, |(state, branch), _, at| {
            self.chosen(state)[branch] as usize == at
        })
    }

    /// Whether the strategy has a choice for each branch of the game and no other.
    pub(super) fn fits(&self, game: &Game) -> bool {
        self.starts.len() == game.len() + 1
            && (0..game.len()).all(|state| {
                let mut branches = game.branches(state);
                self.chosen(state).iter().all(|&choice| {
                    branches
                        .next()
                        .is_some_and(|(_, options)| (choice as usize) < options.len())
                }) && branches.next().is_none()
            })
    }

    /// Weights and where they lead when the strategy is followed from a state.
    pub(super) fn follow<'a>(
        &'a self,
        game: &'a Game,
        state: usize,
    ) -> impl Iterator<Item = (u64, Next)> {
        game.branches(state)
            .zip(self.chosen(state))
            .map(|((weight, options), &choice)| (weight, Next::of(options[choice as usize])))
    }

    /// Strongly connected components of the states when the strategy is followed, those that others lead to first.
    pub(super) fn components(&self, game: &Game) -> Vec<Vec<usize>> {
        let successors: Vec<Vec<usize>> = (0..game.len())
            .map(|state| {
                self.follow(game, state)
                    .filter_map(|(_, next)| next.state())
                    .collect()
            })
            .collect();
        crate::exact::graph::strong_components(&successors)
    }
}

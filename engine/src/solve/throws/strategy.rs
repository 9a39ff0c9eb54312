//! Positional strategies.

use super::Next;
use super::written::{Written, option_bounds};

/// One option for every throw in every state; since a state belongs to its mover, a strategy tells both players what to
/// do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Strategy {
    /// Where the throws of each state begin in `chosen`.
    starts: Vec<usize>,
    /// The number of the option chosen, throw by throw.
    chosen: Vec<u32>,
}

impl Strategy {
    /// Chooses by a function from the codes of the options.
    pub(super) fn choose(game: &Written, mut choose: impl FnMut(&[u32]) -> usize) -> Self {
        let mut strategy = Self {
            starts: Vec::with_capacity(game.len() + 1),
            chosen: Vec::new(),
        };
        strategy.starts.push(0);
        for state in 0..game.len() {
            for options in game.throws(state) {
                strategy.chosen.push(choose(options) as u32);
            }
            strategy.starts.push(strategy.chosen.len());
        }
        strategy
    }

    /// For every throw the option with the greatest sum of both bounds, the first of equal ones; bounds are those of all places and exits.
    pub(super) fn by_bounds(game: &Written, pairs: &[[u64; 2]]) -> Self {
        Self::choose(game, |options| {
            let sums = options.iter().map(|&code| option_bounds(code, pairs));
            let sums = sums.map(|[low, high]| low + high).enumerate();
            let best = sums.reduce(|best, other| if other.1 > best.1 { other } else { best });
            best.map_or(0, |(at, _)| at)
        })
    }

    /// The first option everywhere.
    pub(super) fn first(game: &Written) -> Self {
        Self::choose(game, |_| 0)
    }

    /// The option chosen for each throw of a state.
    ///
    /// # Panics
    /// If there is no such state.
    pub(super) fn chosen(&self, state: usize) -> &[u32] {
        &self.chosen[self.starts[state]..self.starts[state + 1]]
    }

    pub(super) fn chosen_mut(&mut self, state: usize) -> &mut [u32] {
        &mut self.chosen[self.starts[state]..self.starts[state + 1]]
    }

    /// The game from some states on when the strategy is followed, which leaves one option for each throw, and the number each
    /// of its states has in `game`, ascending.
    ///
    /// # Panics
    /// If a start does not exist, or the strategy is one of another game.
    pub(super) fn part(
        &self,
        game: &Written,
        starts: impl IntoIterator<Item = usize>,
    ) -> (Written, Vec<usize>) {
        game.part(starts, |(state, throw), options, kept| {
            kept.push(options[self.chosen(state)[throw] as usize]);
        })
    }

    /// Whether the strategy has a choice for each throw in each state and no other.
    pub(super) fn fits(&self, game: &Written) -> bool {
        self.starts.len() == game.len() + 1
            && (0..game.len()).all(|state| {
                let mut throws = game.throws(state);
                self.chosen(state).iter().all(|&choice| {
                    let options = throws.next();
                    options.is_some_and(|options| (choice as usize) < options.len())
                }) && throws.next().is_none()
            })
    }

    /// Weights and where they lead when the strategy is followed from a state.
    pub(super) fn follow<'a>(
        &'a self,
        game: &'a Written,
        state: usize,
    ) -> impl Iterator<Item = (u64, Next)> {
        game.weighted(state)
            .zip(self.chosen(state))
            .map(|((weight, options), &choice)| (weight, game.next(options[choice as usize])))
    }

    /// Strongly connected components of the states when the strategy is followed, those that others lead to first.
    pub(super) fn components(&self, game: &Written) -> Vec<Vec<usize>> {
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
